// What a page may rely on: the doc block of the element says it, the README and dist/ repeat it.

import { afterAll, expect, test } from 'bun:test';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apiTables, withApiTables } from '../../demo/api-tables.ts';
import type { ElementDeclaration, Manifest } from '../../demo/manifest.ts';
import { readApi, writeApi } from '../../demo/manifest.ts';
import type * as Published from '../../demo/public-types.ts';
import type * as Protocol from '../../server/protocol.ts';
import type { SessionStatus } from '../../widget/controllers/chat-session.ts';
import type * as Conversation from '../../widget/conversation.ts';
import type * as Element from '../../widget/crypto-oracle-chat.ts';
import { CryptoOracleChat } from '../../widget/crypto-oracle-chat.ts';
import type * as Events from '../../widget/events.ts';
import * as eventClasses from '../../widget/events.ts';
import type { StorageMode } from '../../widget/transcript-store.ts';

const root = join(import.meta.dir, '../..');
const api = await readApi();
const folder = await mkdtemp(join(tmpdir(), 'public-api-'));
await writeApi(folder);
afterAll(() => rm(folder, { recursive: true }));

const names = (list: readonly { name: string }[]) => list.map(({ name }) => name);
const words = (text: string) => text.trim().split(/\s+/);

test('the README shows what the doc block says', async () => {
  const readme = await Bun.file(join(root, 'README.md')).text();
  // Where this fails: bun demo/manifest.ts --readme
  expect(readme).toBe(withApiTables(readme, apiTables(api)));
});

test('every attribute a page is promised is documented, and every documented one is heard', () => {
  const promised = words(
    `api-url mode open placement theme contract network contract-lock heading placeholder disclaimer
     suggestions storage cooldown max-length lang`,
  );
  expect(names(api.element.attributes)).toEqual(expect.arrayContaining(promised));
  expect(names(api.element.attributes).sort()).toEqual([...CryptoOracleChat.observedAttributes].sort());
});

test('every method and every read-only property is documented, and the element has it', () => {
  const methods = words('show close toggle send prefill stop retry clear focus exportMarkdown');
  const state = words('messages status cooldownRemainingSeconds unread');
  const { members } = api.element;
  expect(names(members.filter(({ kind }) => kind === 'method'))).toEqual(methods);
  expect(names(members.filter((one) => one.kind === 'field' && one.readonly))).toEqual(state);
  for (const name of methods) expect(CryptoOracleChat.prototype).toHaveProperty(name, expect.any(Function));
  for (const name of state) {
    const property = Object.getOwnPropertyDescriptor(CryptoOracleChat.prototype, name);
    expect([name, typeof property?.get, property?.set]).toEqual([name, 'function', undefined]);
  }
});

test('every event is documented with the class that is dispatched', () => {
  const promised = words(
    `oracle-ready oracle-open oracle-close oracle-send oracle-response-start oracle-response-end
     oracle-error oracle-cooldown oracle-copy oracle-clear oracle-unread`,
  );
  expect(names(api.element.events)).toEqual(promised);
  expect(names(api.events).sort()).toEqual(Object.keys(eventClasses).sort());
  for (const { name, type } of api.element.events) {
    const classes: Record<string, new (...fields: never[]) => Event> = eventClasses;
    expect(new classes[type.text]!().type).toBe(name);
  }
});

test('an event’s fields are documented', () => {
  const fields = Object.fromEntries(
    api.events.map(({ name, members }) => [name, members.map((one) => `${one.name}: ${one.type.text}`)]),
  );
  expect(fields['OracleReadyEvent']).toEqual([]);
  expect(fields['OracleSendEvent']).toEqual([
    'question: Question',
    "reason: 'question' | 'retry' | 'continue'",
  ]);
  expect(fields['OracleErrorEvent']).toEqual(['failure: Failure', 'exchange: Exchange']);
});

test('the tokens, slots and parts that are documented are those there are', async () => {
  const { cssProperties, slots, cssParts } = api.element;
  const code = await widgetCode();
  const found = (pattern: RegExp) =>
    [...new Set([...code.matchAll(pattern)].map(([, name]) => name!))].sort();
  expect(names(cssProperties).sort()).toEqual(found(/(--crypto-oracle-[a-z-]+)/g));
  expect(names(slots).sort()).toEqual(found(/<slot name="([a-z-]+)"/g));
  const parts = names(cssParts);
  expect(parts).toEqual(expect.arrayContaining(found(/\bpart(?:="|: ')([a-z-]+)/g)));
  // Some are chosen as the element renders: their names stand in quotes.
  for (const name of parts) expect(code).toMatch(new RegExp(`["' ]${name}["' $]`));
});

/** The sources without what they say about themselves. */
async function widgetCode(): Promise<string> {
  const files = await readdir(join(root, 'widget'), { recursive: true });
  const sources = files.filter((name) => name.endsWith('.ts'));
  const texts = await Promise.all(sources.map((name) => Bun.file(join(root, 'widget', name)).text()));
  return texts.join('\n').replace(/^\s*(\*|\/\/).*$/gm, '');
}

test('custom-elements.json holds the element and its events, and nothing that is not for pages', async () => {
  const manifest: Manifest = await Bun.file(join(folder, 'custom-elements.json')).json();
  expect(manifest.modules.map(({ path }) => path)).toEqual(['dist/crypto-oracle-chat.js']);
  const [element, ...events] = manifest.modules[0]!.declarations;
  expect(element).toMatchObject({ tagName: 'crypto-oracle-chat', customElement: true });
  expect(names(events)).toEqual(api.element.events.map(({ type }) => type.text));
  const { members, attributes } = element as ElementDeclaration;
  const properties = new Set(attributes.map(({ fieldName }) => fieldName));
  const others = members.filter((one) => one.kind === 'field' && !one.readonly && !properties.has(one.name));
  expect(others).toEqual([]);
  expect(attributes.find(({ name }) => name === 'mode')).toMatchObject({
    type: { text: "'launcher' | 'inline' | 'page'" },
    default: "'launcher'",
  });
});

test('the declarations stand on their own, and know right from wrong in every framework', async () => {
  await Bun.write(join(folder, 'frameworks.d.ts'), FRAMEWORKS);
  await Bun.write(join(folder, 'page.ts'), PAGE);
  await Bun.write(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: {
        strict: true,
        noEmit: true,
        target: 'ES2022',
        module: 'ESNext',
        moduleResolution: 'bundler',
        exactOptionalPropertyTypes: true,
        types: [],
      },
    }),
  );
  const tsc = Bun.spawn([join(root, 'node_modules/.bin/tsc'), '-p', folder], { stdout: 'pipe' });
  expect(await new Response(tsc.stdout).text()).toBe('');
  expect(await tsc.exited).toBe(0);
});

/** As much of the frameworks' own types as ours refer to. */
const FRAMEWORKS = `
declare module 'react' {
  export interface HTMLAttributes<T> { className?: string; onClick?: (event: { currentTarget: T }) => void }
  export type DetailedHTMLProps<A, T> = A & { ref?: (element: T | null) => void };
  export namespace JSX { interface IntrinsicElements { p: object } }
}
declare module 'vue' {
  export interface HTMLAttributes { id?: string }
  export interface PublicProps { key?: string }
  export type EmitFn<E> = <Name extends keyof E>(name: Name, listener: E[Name]) => void;
  export interface GlobalComponents {}
}
declare module 'svelte/elements' {
  export interface HTMLAttributes<T> { id?: string; onclick?: (event: { currentTarget: T }) => void }
}
`;

/** Each line after an expected error must be one. */
const PAGE = `
import type { JSX } from 'react';
import type { GlobalComponents } from 'vue';
import type { CryptoOracleChat } from './types/index.js';
import type {} from './types/react.js';
import type {} from './types/svelte.js';
import type {} from './types/vue.js';

const chat: CryptoOracleChat = document.createElement('crypto-oracle-chat');
const sent: Promise<boolean> = chat.send('Is it safe?').then((isSent) => isSent && chat.send());
chat.prefill('Is it safe?', '0x0', 'ethereum');
chat.addEventListener('oracle-send', (event) => event.question.subject?.address.trim());
document.addEventListener('oracle-error', ({ failure, exchange }) => [failure.code, exchange.answer.text]);
// @ts-expect-error
chat.mode = 'popup';
// @ts-expect-error
chat.unread = 0;
// @ts-expect-error
chat.addEventListener('oracle-send', (event) => event.answer);

type React = JSX.IntrinsicElements['crypto-oracle-chat'];
export const react: React[] = [
  { mode: 'page', 'contract-lock': true, cooldown: '30', ref: (element) => element?.show() },
  { className: 'oracle', 'onoracle-send': (event) => event.preventDefault() },
  // @ts-expect-error
  { cooldown: 'soon' },
  // @ts-expect-error
  { 'onoracle-send': (event) => event.answer },
];

type Vue = InstanceType<GlobalComponents['crypto-oracle-chat']>;
export const vue: Vue['$props'][] = [
  { mode: 'page', contractLock: true, id: 'oracle', key: '1' },
  // @ts-expect-error
  { mode: 'popup' },
];
declare const emit: Vue['$emit'];
emit('oracle-send', (event) => event.preventDefault());
// @ts-expect-error
emit('oracle-send', (event) => event.answer);

type Svelte = svelteHTML.IntrinsicElements['crypto-oracle-chat'];
export const svelte: Svelte[] = [
  { mode: 'page', 'max-length': 400, 'onoracle-send': (event) => event.preventDefault() },
  { 'on:oracle-copy': ({ what }) => what === 'answer', onclick: ({ currentTarget }) => currentTarget.show() },
  // @ts-expect-error
  { mode: 'popup' },
];
export { sent };
`;

// The published types and their sources are one and the same, as the compiler sees them; what is
// published is read-only all the way down.

type ReadOnly<T> = T extends object ? { readonly [Key in keyof T]: ReadOnly<T[Key]> } : T;
type Same<A, B> =
  (<T>() => T extends ReadOnly<A> ? 1 : 2) extends <T>() => T extends ReadOnly<B> ? 1 : 2 ? true : false;
type Hold<T extends true> = T;

export type Held = [
  Hold<Same<Published.Mode, Element.Mode>>,
  Hold<Same<Published.Placement, Element.Placement>>,
  Hold<Same<Published.Theme, Element.Theme>>,
  Hold<Same<Published.StorageMode, StorageMode>>,
  Hold<Same<Published.Status, SessionStatus['name']>>,
  Hold<Same<Published.SendReason, Events.SendReason>>,
  Hold<Same<Published.Copied, Events.Copied>>,
  Hold<Same<Published.Message, Protocol.Message>>,
  Hold<Same<Published.Subject, Conversation.Subject>>,
  Hold<Same<Published.Question, Conversation.Question>>,
  Hold<Same<Published.FailureCode, Conversation.FailureCode>>,
  Hold<Same<Published.Failure, Conversation.Failure>>,
  Hold<Same<Published.Source, Protocol.Source>>,
  Hold<Same<Published.Citation, Protocol.Citation>>,
  Hold<Same<Published.Page, Protocol.Page>>,
  Hold<Same<Published.SearchSuggestions, Protocol.SearchSuggestions>>,
  Hold<Same<Published.Usage, Protocol.Usage>>,
  Hold<Same<Published.AnswerEnd, Protocol.AnswerEnd>>,
  Hold<Same<Published.AnswerStatus, Conversation.AnswerStatus>>,
  Hold<Same<Published.Answer, Conversation.Answer>>,
  Hold<Same<Published.Exchange, Conversation.Exchange>>,
];
