// One question to the oracle: what is answered without a model, what the model is told, what may leave.

import type { Recognition } from '../chains/recognise.ts';
import { recogniseFully } from '../chains/recognise-fully.ts';
import type { AnswerEnd, Message } from '../protocol.ts';
import { splitAddress, withAddress } from '../protocol.ts';
import type { AnswerProvider, AnswerRequest, TakeText } from '../providers/provider.ts';
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
  /** Answers as a provider does, in pieces and then with an end; fails as the provider fails. */
  answer(messages: readonly Message[], signal: AbortSignal, take: TakeText): Promise<AnswerEnd | undefined>;
}

export function createOracle(options: OracleOptions): Oracle {
  const { provider, instructionText, clock = () => new Date() } = options;
  const guard = createOutputGuard({ instruction: instructionText, secrets: options.secrets });
  const recognise = remembering(recogniseFully);

  async function answer(
    messages: readonly Message[],
    signal: AbortSignal,
    take: TakeText,
  ): Promise<AnswerEnd | undefined> {
    const fixed = fixedAnswer(messages.at(-1)?.content ?? '', recognise);
    if (fixed !== undefined) {
      take(fixed);
      return plainEnd(clock());
    }
    const address = addressOf(messages, recognise);
    const request: AnswerRequest = {
      instruction: composeInstruction({
        text: instructionText,
        now: clock(),
        ...(address ? { address } : {}),
      }),
      messages: messages.map((message) => presented(message, guard, recognise)),
      signal,
    };
    return guarded(request, take);
  }

  /** The provider's answer as far as the guard lets it out. */
  async function guarded(request: AnswerRequest, take: TakeText): Promise<AnswerEnd | undefined> {
    const open = guard.open();
    let hasBegun = false;
    const give = (text: string): boolean => {
      if (text === '') return true;
      hasBegun = true;
      return take(text);
    };
    /** What was read last, and nothing of what was found in it. */
    const stopAfter = (text: string): AnswerEnd => {
      take(hasBegun || text !== '' ? `${text}\n\n${GUARD_SENTENCE}` : GUARD_SENTENCE);
      return plainEnd(clock());
    };

    let stopped: AnswerEnd | undefined;
    let end: AnswerEnd | undefined;
    try {
      end = await provider.answer(request, (text) => {
        const free = open.push(text);
        if (!open.tripped) return give(free);
        stopped = stopAfter(free);
        return false;
      });
    } catch (error) {
      if (stopped) return stopped;
      // What was held back only in case more came is still a part of the answer.
      const rest = open.finish();
      if (!open.tripped) give(rest);
      throw error;
    }
    if (stopped || !end) return stopped;
    const rest = open.finish();
    if (open.tripped) return stopAfter(rest);
    return give(rest) ? checkedEnd(end, guard, clock) : undefined;
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

function plainEnd(now: Date): AnswerEnd {
  return { finishReason: 'stop', answeredAt: now.toISOString() };
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
