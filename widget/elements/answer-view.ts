// What an answer's status line and its surroundings say, worked out from its state.

import { networkById } from '../../server/chains/chains.ts';
import { compareAddresses } from '../../server/chains/compare.ts';
import { recognise } from '../../server/chains/recognise.ts';
import type { Answer, Subject } from '../conversation.ts';
import type { Words } from '../strings.ts';
import { endNotice, failureNotice, type NoticeContent } from './notices.ts';

export interface StatusLine {
  /** State of the orb. */
  readonly orb: '' | 'rolling' | 'hollow';
  readonly text: string;
  readonly aside: string;
}

/** Seconds after which a silent answer is called a search, shows its seconds, and asks for patience. */
const SEARCHING = 2;
const SHOW_SECONDS = 5;
const LONG_SEARCH = 20;

/** What is going on, later what went on; undefined where a notice alone says it. */
export function statusLine(
  words: Words,
  { text, status }: Answer,
  elapsedSeconds: number,
): StatusLine | undefined {
  switch (status.name) {
    case 'waiting':
      return {
        orb: 'rolling',
        text: words.say(
          text
            ? 'writing'
            : elapsedSeconds < SEARCHING
              ? 'reading'
              : elapsedSeconds < LONG_SEARCH
                ? 'searching'
                : 'stillSearching',
        ),
        aside: elapsedSeconds < SHOW_SECONDS ? '' : words.say('seconds', { n: elapsedSeconds }),
      };
    case 'writing':
    case 'resuming':
      return { orb: 'rolling', text: words.say(status.name), aside: '' };
    case 'stopped':
      return {
        orb: '',
        text: words.say('stopped'),
        aside: words.say('afterSeconds', { n: status.afterSeconds }),
      };
    case 'failed':
      return text ? { orb: 'hollow', text: words.say('brokeOff'), aside: '' } : undefined;
    case 'finished': {
      if (!text) return undefined;
      const { sources = [], pages, searchSuggestions } = status.end;
      const read = (pages ?? []).filter((page) => page.status === 'read').length;
      // An empty list of pages says that none was opened: the sources are places to look.
      const searched = searchSuggestions || (pages ?? sources).length > 0;
      return {
        orb: '',
        text: words.say(searched ? 'searched' : 'notSearched'),
        aside: read ? words.say('pagesRead', { n: read }) : '',
      };
    }
    default:
      return status satisfies never;
  }
}

/** The notice an answer ends with, if any. */
export function closingNotice(words: Words, { status, text }: Answer): NoticeContent | undefined {
  if (status.name === 'failed') return failureNotice(words, status.failure);
  if (status.name !== 'finished') return undefined;
  const { finishReason, truncated } = status.end;
  if (finishReason === 'content-filter') return endNotice(words, 'filtered');
  return text && (finishReason === 'length' || truncated) ? endNotice(words, 'length') : undefined;
}

export interface OtherAddress {
  readonly asked: string;
  readonly named: string;
  readonly plate: string;
  readonly lookAlike: boolean;
}

/**
 * The address in an answer that must not be taken for the one asked about: one that looks like it, or
 * any other where the answer does not name the right one at all.
 */
export function otherAddress(text: string, subject: Subject | undefined): OtherAddress | undefined {
  const asked = subject && recognise(subject.address, subject.network);
  if (asked?.kind !== 'address') return undefined;
  let other: string | undefined;
  let namesAsked = false;
  for (const [word] of text.matchAll(/[\w:]{26,}/g)) {
    const found = recognise(word);
    if (found.kind !== 'address' || found.family !== asked.family) continue;
    const { same, lookAlike } = compareAddresses(asked.address, found.address);
    if (lookAlike) return describe(word, true);
    if (same) namesAsked = true;
    else other ??= word;
  }
  return other !== undefined && !namesAsked ? describe(other, false) : undefined;

  function describe(named: string, lookAlike: boolean): OtherAddress {
    return { asked: subject!.address, named, plate: plateOf(subject!), lookAlike };
  }
}

/** The letters on the plate of what was asked about. */
export function plateOf({ address, network }: Subject): string {
  const known = network === undefined ? undefined : networkById(network);
  if (known) return known.plate;
  const found = recognise(address);
  return found.kind === 'address' ? found.family.slice(0, 5).toUpperCase() : '';
}
