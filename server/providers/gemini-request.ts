// The request, by model family: which tools a model has, how its thinking is bounded, which settings it
// takes. Plain data in the shape of the SDK's parameters; a model no family claims is passed on as it is.

import type { Message } from '../protocol.ts';

export interface ModelSettings {
  readonly model: string;
  readonly temperature: number;
  /** Room for the answer itself; what the model thinks is on top. */
  readonly maxTokens: number;
}

export interface Content {
  readonly role: 'user' | 'model';
  readonly parts: { readonly text: string }[];
}

export interface GeminiRequest {
  readonly model: string;
  readonly contents: Content[];
  readonly config: {
    readonly systemInstruction: string;
    readonly tools: Tool[];
    readonly temperature?: number;
    readonly maxOutputTokens: number;
    readonly thinkingConfig?: Thinking;
    readonly safetySettings: { readonly category: string; readonly threshold: string }[];
  };
}

type Tool = Readonly<Record<string, Record<string, never>>>;
type Thinking = { readonly thinkingBudget: number } | { readonly thinkingLevel: string };

interface ModelFamily {
  readonly claims: RegExp;
  readonly tools: readonly Tool[];
  readonly thinking?: Thinking;
  /** Thoughts count against `maxOutputTokens`: this much is added, so that they cannot eat the answer. */
  readonly thinkingTokens: number;
  readonly takesTemperature: boolean;
  readonly maxOutputTokens: number;
}

const SEARCH: Tool = { googleSearch: {} };
const READ_PAGES: Tool = { urlContext: {} };

const THINKING_BUDGET = 1024;
/** A level names no number: plenty for a low one. */
const THINKING_LEVEL_TOKENS = 4096;

/** The first family that claims a model's name builds its request. */
const FAMILIES: readonly ModelFamily[] = [
  {
    claims: /^gemini-1\.5-/,
    tools: [{ googleSearchRetrieval: {} }],
    thinkingTokens: 0,
    takesTemperature: true,
    maxOutputTokens: 8192,
  },
  {
    claims: /^gemini-2\.0-/,
    tools: [SEARCH],
    thinkingTokens: 0,
    takesTemperature: true,
    maxOutputTokens: 8192,
  },
  {
    claims: /^gemini-2\.5-/,
    tools: [SEARCH, READ_PAGES],
    thinking: { thinkingBudget: THINKING_BUDGET },
    thinkingTokens: THINKING_BUDGET,
    takesTemperature: true,
    maxOutputTokens: 65_536,
  },
  {
    // Ignores the temperature, so it is not sent.
    claims: /^gemini-3\.5-flash-lite/,
    tools: [SEARCH, READ_PAGES],
    thinking: { thinkingLevel: 'LOW' },
    thinkingTokens: THINKING_LEVEL_TOKENS,
    takesTemperature: false,
    maxOutputTokens: 65_536,
  },
  {
    // The default level of the small ones, minimal, may end work with tools early; all know LOW.
    claims: /^gemini-3(\.\d+)?-/,
    tools: [SEARCH, READ_PAGES],
    thinking: { thinkingLevel: 'LOW' },
    thinkingTokens: THINKING_LEVEL_TOKENS,
    takesTemperature: true,
    maxOutputTokens: 65_536,
  },
];

const UNKNOWN: ModelFamily = {
  claims: /^/,
  tools: [SEARCH, READ_PAGES],
  thinkingTokens: THINKING_LEVEL_TOKENS,
  takesTemperature: true,
  maxOutputTokens: 65_536,
};

/** Questions about scams, hacks and stolen money are what this service is for: only the gravest is stopped. */
const SAFETY_SETTINGS = [
  'HARM_CATEGORY_HARASSMENT',
  'HARM_CATEGORY_HATE_SPEECH',
  'HARM_CATEGORY_SEXUALLY_EXPLICIT',
  'HARM_CATEGORY_DANGEROUS_CONTENT',
].map((category) => ({ category, threshold: 'BLOCK_ONLY_HIGH' }));

export function buildRequest(
  { model, temperature, maxTokens }: ModelSettings,
  instruction: string,
  messages: readonly Message[],
  now = new Date(),
): GeminiRequest {
  const family = familyOf(bareName(model), now);
  return {
    model,
    contents: contents(messages),
    config: {
      systemInstruction: instruction,
      tools: [...family.tools],
      ...(family.takesTemperature ? { temperature } : {}),
      maxOutputTokens: Math.min(maxTokens + family.thinkingTokens, family.maxOutputTokens),
      ...(family.thinking ? { thinkingConfig: family.thinking } : {}),
      safetySettings: SAFETY_SETTINGS,
    },
  };
}

/**
 * Past its end a model's name is served by a successor of another family, and a setting of the old one
 * may be refused: then only what every model takes is sent.
 */
function familyOf(name: string, now: Date): ModelFamily {
  if (looked?.name !== name) {
    const end = ANNOUNCED_ENDS.find(({ models, successor }) => successor !== undefined && models.test(name));
    looked = {
      name,
      family: FAMILIES.find(({ claims }) => claims.test(name)) ?? UNKNOWN,
      until: end ? Date.parse(end.ends ?? '1970-01-01') : Number.POSITIVE_INFINITY,
    };
  }
  return now.getTime() >= looked.until ? UNKNOWN : looked.family;
}

/** A server asks one model: what its name says is read once. */
let looked: { readonly name: string; readonly family: ModelFamily; readonly until: number } | undefined;

/** Turns alternate on the wire: neighbours of one role become one turn of several parts. */
function contents(messages: readonly Message[]): Content[] {
  const turns: Content[] = [];
  for (const { role, content } of messages) {
    const wireRole = role === 'user' ? 'user' : 'model';
    const last = turns.at(-1);
    if (last?.role === wireRole) last.parts.push({ text: content });
    else turns.push({ role: wireRole, parts: [{ text: content }] });
  }
  return turns;
}

// ─── Announced ends ──────────────────────────────────────────────────────────────────────────────

interface AnnouncedEnd {
  readonly models: RegExp;
  /** Absent where the end has long passed. */
  readonly ends?: string;
  /** Who serves the model's requests afterwards; absent where they are refused. */
  readonly successor?: string;
}

/** From the provider's page of deprecations, as of 2026-11-21. https://ai.google.dev/gemini-api/docs/deprecations */
const ANNOUNCED_ENDS: readonly AnnouncedEnd[] = [
  { models: /^gemini-1\.5-/ },
  { models: /^gemini-2\.0-flash/, ends: '2026-06-01' },
  { models: /^gemini-2\.5-flash(?!-lite)/, ends: '2026-12-01', successor: 'gemini-3.5-flash-lite' },
  { models: /^gemini-2\.5-pro/, ends: '2026-12-01', successor: 'gemini-3.8-flash' },
];

/** One line for whoever starts the server, where the model's end has been announced; else undefined. */
export function modelNotice(model: string, now: Date): string | undefined {
  const name = bareName(model);
  const announced = ANNOUNCED_ENDS.find(({ models }) => models.test(name));
  if (!announced) return undefined;
  const { ends, successor } = announced;
  if (ends !== undefined && now < new Date(ends)) {
    return `MODEL ${name} ends on ${ends}${successor ? `; ${successor} is its named successor` : ''}`;
  }
  const since = successor ? `its requests are served by ${successor}` : 'its requests are refused';
  return `MODEL ${name} ended${ends ? ` on ${ends}` : ''}; ${since}`;
}

function bareName(model: string): string {
  return model.replace(/^models\//, '');
}
