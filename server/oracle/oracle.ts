// One question to the oracle: what is answered without a model, what the model is told, what may leave.

import type { Recognition } from '../chains/recognise.ts';
import { recogniseFully } from '../chains/recognise-fully.ts';
import type { AnswerEnd, Message } from '../protocol.ts';
import { splitAddress, withAddress } from '../protocol.ts';
import type { AnswerPart, AnswerProvider } from '../providers/provider.ts';
import { addressAnswer } from './address-answer.ts';
import { identityAnswer } from './identity-question.ts';
import { composeInstruction } from './instruction.ts';
import { createOutputGuard, GUARD_SENTENCE, type OutputGuard } from './output-guard.ts';

export interface OracleOptions {
  readonly provider: AnswerProvider;
  /** The instruction's static text, from `loadInstruction`. */
  readonly instructionText: string;
  /** What the guard must keep in beside the instruction: the provider's key, a store's password. */
  readonly secrets: readonly string[];
  readonly clock?: () => Date;
}

export interface Oracle {
  /** Text pieces in order, then one `end`; failures are thrown as the provider throws them. */
  answer(messages: readonly Message[], signal: AbortSignal): AsyncIterable<AnswerPart>;
}

export function createOracle(options: OracleOptions): Oracle {
  const { provider, instructionText, clock = () => new Date() } = options;
  const guard = createOutputGuard({ instruction: instructionText, secrets: options.secrets });
  const recognise = remembering(recogniseFully);

  function answer(messages: readonly Message[], signal: AbortSignal): AsyncIterable<AnswerPart> {
    const fixed = fixedAnswer(messages.at(-1)?.content ?? '', recognise);
    if (fixed !== undefined) return spoken(fixed, clock());
    const address = addressOf(messages, recognise);
    const parts = provider.answer({
      instruction: composeInstruction({
        text: instructionText,
        now: clock(),
        ...(address ? { address } : {}),
      }),
      messages: messages.map((message) => presented(message, guard, recognise)),
      signal,
    });
    return guarded(parts, guard, clock);
  }

  return { answer };
}

type Recognise = typeof recogniseFully;

const MOST_REMEMBERED = 1_000;

/**
 * A site's visitors ask about the same few addresses: what each of them is, is worked out once. Only
 * addresses are remembered, so that no text stays that may be a secret.
 */
function remembering(recognise: Recognise): Recognise {
  const known = new Map<string, Recognition>();
  return (text, network) => {
    const key = `${network ?? ''} ${text}`;
    const found = known.get(key) ?? recognise(text, network);
    if (found.kind !== 'address') return found;
    known.delete(key);
    known.set(key, found);
    if (known.size > MOST_REMEMBERED) known.delete(known.keys().next().value!);
    return found;
  };
}

/** What needs no model: who the oracle is, and what is wrong with an address. */
function fixedAnswer(content: string, recognise: Recognise): string | undefined {
  const { address, network, question } = splitAddress(content);
  const identity = identityAnswer(question);
  if (identity !== undefined) return identity;
  return address === undefined ? undefined : addressAnswer(recognise(address, network));
}

/** What the latest address line of the conversation holds. */
function addressOf(messages: readonly Message[], recognise: Recognise): Recognition | undefined {
  for (const { role, content } of messages.toReversed()) {
    if (role !== 'user') continue;
    const { address, network } = splitAddress(content);
    if (address !== undefined) return recognise(address, network);
  }
  return undefined;
}

/** A message as the provider gets it: only a recognised address stays on its line, and no turn breaks the guard. */
function presented({ role, content }: Message, guard: OutputGuard, recognise: Recognise): Message {
  if (role === 'assistant') return { role, content: guard.allows(content) ? content : GUARD_SENTENCE };
  const { address, network, question } = splitAddress(content);
  if (address === undefined) return { role, content };
  return { role, content: withAddress(cleared(recognise(address, network)), question, network) };
}

function cleared(found: Recognition): string {
  switch (found.kind) {
    case 'address':
      return found.address;
    case 'name':
      return found.name;
    case 'unknown':
    case 'mistake':
      return found.text;
    case 'secret':
    case 'refused':
      return 'removed';
    default:
      return found satisfies never;
  }
}

/** An answer that needs nobody. */
async function* spoken(text: string, now: Date): AsyncGenerator<AnswerPart> {
  yield { type: 'text', text };
  yield plainEnd(now);
}

/** Leaving the loop is what stops the provider: on a match, at the end, or when the reader goes. */
async function* guarded(
  parts: AsyncIterable<AnswerPart>,
  guard: OutputGuard,
  clock: () => Date,
): AsyncGenerator<AnswerPart> {
  const open = guard.open();
  let begun = false;
  try {
    for await (const part of parts) {
      const text = part.type === 'text' ? open.push(part.text) : open.finish();
      if (open.tripped) {
        const lead = begun || text !== '' ? `${text}\n\n` : '';
        yield { type: 'text', text: lead + GUARD_SENTENCE };
        yield plainEnd(clock());
        return;
      }
      if (text !== '') {
        begun = true;
        yield { type: 'text', text };
      }
      if (part.type === 'end') {
        yield { type: 'end', end: checkedEnd(part.end, guard, clock) };
        return;
      }
    }
  } catch (error) {
    // What was held back only in case more came is still a part of the answer.
    const rest = open.finish();
    if (rest !== '' && !open.tripped) yield { type: 'text', text: rest };
    throw error;
  }
}

function plainEnd(now: Date): AnswerPart {
  return { type: 'end', end: { finishReason: 'stop', answeredAt: now.toISOString() } };
}

/** The provider's end; a string in it that the guard would stop is left out. */
function checkedEnd(end: AnswerEnd, guard: OutputGuard, clock: () => Date): AnswerEnd {
  const { sources, searchSuggestions } = end;
  return {
    ...end,
    answeredAt: end.answeredAt ?? clock().toISOString(),
    // Citations point at sources by place, so a source stays and only its title goes.
    ...(sources && {
      sources: sources.map((source) =>
        guard.allows(source.title) ? source : { ...source, title: source.domain },
      ),
    }),
    ...(searchSuggestions &&
      !searchSuggestions.queries.every((query) => guard.allows(query)) && {
        searchSuggestions: { queries: searchSuggestions.queries.filter((query) => guard.allows(query)) },
      }),
  };
}
