// The public API as the README's tables.

import type { Api, Documented, Field, Method } from './manifest.ts';

const START = '<!-- api:start -->';
const END = '<!-- api:end -->';

export function apiTables({ element, events }: Api): string {
  const { attributes, members, cssParts, cssProperties, slots } = element;
  const fields = members.filter((one): one is Field => one.kind === 'field');
  const methods = members.filter((one): one is Method => one.kind === 'method');
  return `### Attributes

Each is a property too, in camel case: \`api-url\` is \`apiUrl\`.

${table(
  ['Attribute', 'Values', 'Default', 'Meaning'],
  attributes.map((one) => [code(one.name), values(one.type.text), literal(one.default), meaning(one)]),
)}

### Methods and state

${table(
  ['Method', 'What it does'],
  methods.map((one) => [code(signature(one)), meaning(one)]),
)}

${table(
  ['Read-only', 'Type', 'What it says'],
  fields.filter((one) => one.readonly).map((one) => [code(one.name), code(one.type.text), meaning(one)]),
)}

### Events

They bubble and leave the shadow root, so the document hears them too.

${table(
  ['Event', 'Fields', 'When'],
  element.events.map((one) => [
    code(one.name),
    (events.find(({ name }) => name === one.type.text)?.members ?? [])
      .map(({ name, type }) => code(`${name}: ${type.text}`))
      .join('<br>'),
    meaning(one),
  ]),
)}

\`\`\`js
document.addEventListener('oracle-error', ({ failure }) => console.log(failure.code));
\`\`\`

### Looks

Tokens, set on the element or above it:

${table(
  ['Token', 'For'],
  cssProperties.map((one) => [code(one.name), meaning(one)]),
)}

Parts, for \`${element.tagName}::part(…)\`: ${cssParts.map(({ name }) => code(name)).join(', ')}.

Slots: ${slots.map((one) => `${code(one.name)} (${meaning(one).replace(/\.$/, '')})`).join(', ')}.

### Types

\`dist/types/index.d.ts\` describes the element, its events and what they hold. In a project that has this package,
\`/// <reference types="crypto-oracle-chat" />\` is enough; \`crypto-oracle-chat/react\`, \`crypto-oracle-chat/vue\` and
\`crypto-oracle-chat/svelte\` type the templates of a framework as well. A listener is \`onoracle-send={…}\` in React 19
and Svelte 5, \`@oracle-send="…"\` in Vue.`;
}

/** The README with these tables in it. */
export function withApiTables(readme: string, tables: string): string {
  const from = readme.indexOf(START);
  const to = readme.indexOf(END);
  if (from < 0 || to < from) throw new Error(`README.md needs ${START} and ${END}.`);
  return `${readme.slice(0, from + START.length)}\n${tables}\n${readme.slice(to)}`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows]
    .map((cells) => `|${cells.map((cell) => (cell ? ` ${cell} ` : ' ')).join('|')}|`)
    .join('\n');
}

function code(text: string): string {
  return `\`${text.replaceAll('|', '\\|')}\``;
}

function meaning({ description = '' }: Documented): string {
  return description.replaceAll('\n', ' ').replace(/\|/g, '\\|');
}

/** What may stand in an attribute. */
function values(type: string): string {
  const words = [...type.matchAll(/'([^']*)'/g)].map(([, word]) => code(word!));
  if (words.length) return words.join(', ');
  if (type === 'boolean') return 'present or absent';
  return type.startsWith('number') ? 'number' : 'text';
}

function literal(value: string | undefined): string {
  return value === undefined ? '' : code(value.replace(/^'(.*)'$/, '$1'));
}

function signature({ name, parameters = [], return: { type } }: Method): string {
  const list = parameters.map((one) => `${one.name}${one.optional ? '?' : ''}: ${one.type.text}`);
  return `${name}(${list.join(', ')})${type.text === 'void' ? '' : `: ${type.text}`}`;
}
