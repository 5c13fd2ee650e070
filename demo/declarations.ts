// The public API as declarations: for TypeScript, and for the templates of React, Vue and Svelte. They
// stand on their own: nobody who uses them needs the packages the widget is written with.

import type { Api, Documented, Field, Method } from './manifest.ts';

/** Text by file name. `publicTypes` is what the API's types refer to. */
export function declarations(api: Api, publicTypes: string): Record<string, string> {
  return {
    'index.d.ts': index(api, publicTypes),
    'react.d.ts': react(api),
    'vue.d.ts': vue(api),
    'svelte.d.ts': svelte(api),
  };
}

function index({ element, events }: Api, publicTypes: string): string {
  const { name, tagName } = element;
  return `${heading('TypeScript')}
${publicTypes.slice(publicTypes.indexOf('export'))}
${events
  .map(
    (event) =>
      `${doc(event)}${block(`export interface ${event.name} extends Event`, event.members.map(field))}`,
  )
  .join('\n')}
${block(
  `export interface ${name}EventMap`,
  element.events.map((event) => `${doc(event, '  ')}  '${event.name}': ${event.type.text};`),
)}
/** The attributes as a template takes them. */
${block(
  `export interface ${name}Attributes`,
  element.attributes.map(
    (attribute) => `${doc(attribute, '  ')}  ${quoted(attribute.name)}?: ${inTemplate(attribute.type.text)};`,
  ),
)}
${doc(element)}${block(
  `export interface ${name} extends HTMLElement`,
  element.members.map((member) => (member.kind === 'field' ? field(member) : method(member))),
)}
declare global {
  interface HTMLElementTagNameMap {
    '${tagName}': ${name};
  }
  // The events bubble: elements, the document and the window hear them.
  interface GlobalEventHandlersEventMap extends ${name}EventMap {}
}
`;
}

function react({ element: { name, tagName } }: Api): string {
  return `${heading('React 19')}
import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { ${name}, ${name}Attributes, ${name}EventMap } from './index.js';

type Listeners = {
  [Name in keyof ${name}EventMap as \`on\${Name}\`]?: ((event: ${name}EventMap[Name]) => void) | undefined;
};
type Native = DetailedHTMLProps<HTMLAttributes<${name}>, ${name}>;
export type ${name}Props = Omit<Native, keyof ${name}Attributes> & ${name}Attributes & Listeners;

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      '${tagName}': ${name}Props;
    }
  }
}
`;
}

function vue({ element: { name, tagName, attributes } }: Api): string {
  const properties = attributes.map(({ fieldName }) => `\n  | '${fieldName}'`).join('');
  return `${heading('Vue')}
import type { EmitFn, HTMLAttributes, PublicProps } from 'vue';
import type { ${name}, ${name}EventMap } from './index.js';

// A template may write a property in either case: contract-lock, contractLock.
type Property =${properties};
type Properties = Partial<Pick<${name}, Property>>;
type Events = { [Name in keyof ${name}EventMap]: (event: ${name}EventMap[Name]) => void };

declare module 'vue' {
  interface GlobalComponents {
    '${tagName}': new () => ${name} & {
      // These two exist in templates only.
      $props: Omit<HTMLAttributes, keyof Properties> & Properties & PublicProps;
      $emit: EmitFn<Events>;
    };
  }
}
`;
}

function svelte({ element: { name, tagName } }: Api): string {
  return `${heading('Svelte')}
import type { HTMLAttributes } from 'svelte/elements';
import type { ${name}, ${name}Attributes, ${name}EventMap } from './index.js';

type Listeners = {
  [Name in keyof ${name}EventMap as \`on\${Name}\` | \`on:\${Name}\`]?:
    | ((event: ${name}EventMap[Name]) => void)
    | undefined;
};
export type ${name}Props = Omit<HTMLAttributes<${name}>, keyof ${name}Attributes> &
  ${name}Attributes &
  Listeners;

declare global {
  namespace svelteHTML {
    interface IntrinsicElements {
      '${tagName}': ${name}Props;
    }
  }
}
`;
}

function heading(reader: string): string {
  return `// <crypto-oracle-chat> for ${reader}. Generated from the sources by the build.\n`;
}

function field({ readonly, name, type, ...rest }: Field): string {
  return `${doc({ name, ...rest }, '  ')}  ${readonly ? 'readonly ' : ''}${name}: ${type.text};`;
}

function method({ name, parameters = [], return: { type }, ...rest }: Method): string {
  const list = parameters.map((one) => `${one.name}${one.optional ? '?' : ''}: ${one.type.text}`);
  return `${doc({ name, ...rest }, '  ')}  ${name}(${list.join(', ')}): ${type.text};`;
}

/** A template may write a number as a text, and any attribute as absent. */
function inTemplate(type: string): string {
  const given = type.replace(' | undefined', '');
  return `${given === 'number' ? `number | \`\${number}\`` : given} | undefined`;
}

function quoted(name: string): string {
  return /^\w+$/.test(name) ? name : `'${name}'`;
}

function block(head: string, lines: readonly string[]): string {
  return lines.length ? `${head} {\n${lines.join('\n')}\n}\n` : `${head} {}\n`;
}

function doc({ description }: Partial<Documented>, indent = ''): string {
  if (!description) return '';
  const lines = description.split('\n');
  if (lines.length === 1) return `${indent}/** ${description} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`;
}
