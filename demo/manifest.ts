// The public API as data: custom-elements.json, made from the doc block of the element and its sources.
// The declarations and the tables of the README are made from it.
//
//   bun demo/manifest.ts --readme     writes the tables into the README

import { join } from 'node:path';
import type { Plugin } from '@custom-elements-manifest/analyzer';
import { create, ts } from '@custom-elements-manifest/analyzer/index.js';
import { litPlugin } from '@custom-elements-manifest/analyzer/src/features/framework-plugins/lit/lit.js';
import { apiTables, withApiTables } from './api-tables.ts';
import { declarations } from './declarations.ts';

const root = join(import.meta.dir, '..');
const TAG = 'crypto-oracle-chat';
const SCRIPT = 'dist/crypto-oracle-chat.js';

// The part of the format (https://github.com/webcomponents/custom-elements-manifest) that is written here.

export interface Documented {
  readonly name: string;
  readonly description?: string;
}

export interface Typed extends Documented {
  readonly type: { readonly text: string };
}

export interface Attribute extends Typed {
  readonly fieldName: string;
  readonly default?: string;
}

export interface Field extends Typed {
  readonly kind: 'field';
  readonly privacy?: string;
  readonly static?: boolean;
  readonly readonly?: boolean;
  readonly attribute?: string;
  readonly reflects?: boolean;
  readonly default?: string;
}

export interface Parameter extends Typed {
  readonly optional?: boolean;
  readonly default?: string;
}

export interface Method extends Documented {
  readonly kind: 'method';
  readonly privacy?: string;
  readonly static?: boolean;
  readonly parameters?: readonly Parameter[];
  readonly return: { readonly type: { readonly text: string } };
}

export interface ElementDeclaration extends Documented {
  readonly kind: 'class';
  readonly tagName: string;
  readonly customElement: true;
  readonly superclass: { readonly name: string };
  readonly members: readonly (Field | Method)[];
  readonly attributes: readonly Attribute[];
  readonly events: readonly Typed[];
  readonly slots: readonly Documented[];
  readonly cssParts: readonly Documented[];
  readonly cssProperties: readonly Documented[];
}

export interface EventDeclaration extends Documented {
  readonly kind: 'class';
  readonly superclass: { readonly name: string };
  readonly members: readonly Field[];
}

export interface Manifest {
  readonly schemaVersion: string;
  readonly modules: readonly {
    readonly kind: 'javascript-module';
    readonly path: string;
    readonly declarations: readonly (ElementDeclaration | EventDeclaration)[];
    readonly exports: readonly object[];
  }[];
}

export interface Api {
  readonly element: ElementDeclaration;
  readonly events: readonly EventDeclaration[];
}

/** Reads the API from the sources, without what only they need to know. */
export async function readApi(): Promise<Api> {
  const paths = ['widget/crypto-oracle-chat.ts', 'widget/events.ts'];
  const modules = await Promise.all(
    paths.map(async (path) =>
      ts.createSourceFile(path, await source(path), ts.ScriptTarget.Latest, true, ts.ScriptKind.TS),
    ),
  );
  const analysis = create({ modules, plugins: [...litPlugin(), constructorFields] }) as Manifest;
  const classes = analysis.modules.flatMap((module) => module.declarations);
  const element = classes.find((one): one is ElementDeclaration => 'tagName' in one && one.tagName === TAG);
  if (!element) throw new Error(`No class says @tag ${TAG}.`);

  const spellOut = literals(await source('demo/public-types.ts'));
  // `@fires` is what is promised; the analyzer adds what it takes for an event elsewhere in the class.
  const fired = element.events.filter(({ name }) => name?.startsWith('oracle-'));
  return {
    element: publicElement({ ...element, events: fired }, spellOut),
    events: fired.map(({ type }) => {
      const event = classes.find(({ name }) => name === type.text);
      if (!event) throw new Error(`widget/events.ts has no ${type.text}.`);
      return publicEvent(event as EventDeclaration, spellOut);
    }),
  };
}

/** The analyzer leaves out the fields that a class declares in its constructor. */
const constructorFields: Plugin = {
  name: 'constructor-fields',
  analyzePhase({ ts, node, moduleDoc }) {
    if (!ts.isConstructorDeclaration(node)) return;
    const owner = node.parent.name?.getText();
    const declaration = moduleDoc.declarations?.find(({ name }) => name === owner);
    if (declaration?.kind !== 'class') return;
    for (const parameter of node.parameters.filter((one) => one.modifiers?.length)) {
      const field = {
        kind: 'field' as const,
        name: parameter.name.getText(),
        type: { text: parameter.type?.getText() ?? 'unknown' },
        readonly: true,
      };
      declaration.members = [...(declaration.members ?? []), field];
    }
  },
};

type SpellOut = (type: string) => string;

/** Spells out the names of types that are nothing but a list of words; leaves every other as it is. */
function literals(types: string): SpellOut {
  const known = new Map(
    [...types.matchAll(/^export type (\w+) = ('[^;]*);$/gm)].map(([, name, words]) => [name!, words!]),
  );
  // The one such type that has no name of its own in the sources.
  return (type) => known.get(type === "SessionStatus['name']" ? 'Status' : type) ?? type;
}

function publicElement(element: ElementDeclaration, spellOut: SpellOut): ElementDeclaration {
  const described = new Map(element.attributes.map(({ name, description }) => [name, description]));
  const members = element.members
    .filter((member) => !member.static && (member.privacy ?? 'public') === 'public')
    .map((member): Field | Method => {
      if (member.kind === 'method') {
        const parameters = member.parameters?.map(({ default: value, ...parameter }) =>
          value === undefined ? parameter : { ...parameter, optional: true },
        );
        return { ...member, ...(parameters ? { parameters } : {}) };
      }
      const description = member.description ?? described.get(member.attribute ?? '');
      return { ...typed(member, spellOut), ...(description ? { description } : {}) };
    });
  return {
    ...element,
    // The base class and its own API are built into the script.
    superclass: { name: 'HTMLElement' },
    members,
    attributes: element.attributes.map((attribute) => typed(attribute, spellOut)),
  };
}

function publicEvent(event: EventDeclaration, spellOut: SpellOut): EventDeclaration {
  return {
    ...event,
    superclass: { name: 'Event' },
    members: (event.members ?? []).map((member) => typed(member, spellOut)),
  };
}

function typed<T extends Typed>(one: T, spellOut: SpellOut): T {
  return { ...one, type: { text: spellOut(one.type.text) } };
}

export function manifest({ element, events }: Api): Manifest {
  return {
    schemaVersion: '1.0.0',
    modules: [
      {
        kind: 'javascript-module',
        path: SCRIPT,
        declarations: [element, ...events],
        exports: [
          {
            kind: 'custom-element-definition',
            name: TAG,
            declaration: { name: element.name, module: SCRIPT },
          },
        ],
      },
    ],
  };
}

/** Writes custom-elements.json, and types/ beside it. */
export async function writeApi(folder: string): Promise<void> {
  const api = await readApi();
  await Bun.write(join(folder, 'custom-elements.json'), `${JSON.stringify(manifest(api), null, 2)}\n`);
  for (const [name, text] of Object.entries(declarations(api, await source('demo/public-types.ts'))))
    await Bun.write(join(folder, 'types', name), text);
}

function source(path: string): Promise<string> {
  return Bun.file(join(root, path)).text();
}

if (import.meta.main) {
  const tables = apiTables(await readApi());
  if (process.argv.includes('--readme'))
    await Bun.write(join(root, 'README.md'), withApiTables(await source('README.md'), tables));
  else console.log(tables);
}
