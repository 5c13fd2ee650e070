// The design's import directions, held by the runtime's own import scanner.

import { expect, test } from 'bun:test';
import { readdir } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';

const root = join(import.meta.dir, '..');

interface Import {
  readonly from: string;
  /** A path inside the project, or the name of a package. */
  readonly to: string;
  readonly isType: boolean;
}

async function sourceFiles(folder: string): Promise<string[]> {
  const names = await readdir(join(root, folder), { recursive: true });
  return names
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name))
    .sort();
}

async function importsOf(file: string): Promise<Import[]> {
  const source = await Bun.file(join(root, file)).text();
  const resolve = (to: string) => (to.startsWith('.') ? normalize(join(dirname(file), to)) : to);
  // The scanner sees what is left at run time; type imports are read from the source.
  const values = new Bun.Transpiler({ loader: 'ts' }).scanImports(source).map(({ path }) => resolve(path));
  const all = [...source.matchAll(/^(?:import|export)\s[^;]*?from\s+'([^']+)'/gm)].map((match) => ({
    to: resolve(match[1]!),
    isType: /^(?:import|export)\s+type\s/.test(match[0]),
  }));
  return [
    ...values.map((to) => ({ from: file, to, isType: false })),
    ...all.filter(({ isType }) => isType).map(({ to }) => ({ from: file, to, isType: true })),
  ];
}

const files = [...(await sourceFiles('server')), ...(await sourceFiles('widget'))];
const imports = (await Promise.all(files.map(importsOf))).flat();

/** The imports that break a rule, as readable lines. */
function breaking(rule: (edge: Import) => boolean): string[] {
  return imports.filter(rule).map(({ from, to }) => `${from} → ${to}`);
}

const inFolder = (path: string, folder: string) => path.startsWith(`${folder}/`);

test('the scanner sees the project', () => {
  expect(files.length).toBeGreaterThan(20);
  expect(breaking(({ from, to }) => from === 'server/main.ts' && to === 'server/serve.ts')).not.toEqual([]);
});

test('the widget takes from the server the protocol, how it is read, and the chains, nothing else', () => {
  expect(
    breaking(
      ({ from, to }) =>
        inFolder(from, 'widget') &&
        inFolder(to, 'server') &&
        to !== 'server/protocol.ts' &&
        to !== 'server/shapes.ts' &&
        !inFolder(to, 'server/chains'),
    ),
  ).toEqual([]);
});

test('the server takes nothing from the widget', () => {
  expect(breaking(({ from, to }) => inFolder(from, 'server') && inFolder(to, 'widget'))).toEqual([]);
});

test('elements import neither controllers nor each other', () => {
  expect(
    breaking(
      ({ from, to }) =>
        inFolder(from, 'widget/elements') &&
        (inFolder(to, 'widget/controllers') || (inFolder(to, 'widget/elements') && isElement(to))),
    ),
  ).toEqual([]);
});

/** A module of `elements/` that defines an element; their base class and shared templates are none. */
function isElement(path: string): boolean {
  return elementModules.has(path);
}
const elementModules = new Set(
  (
    await Promise.all(
      files
        .filter((file) => inFolder(file, 'widget/elements'))
        .map(async (file) => [file, await Bun.file(join(root, file)).text()] as const),
    )
  )
    .filter(([, source]) => /^export class CryptoOracle\w+ extends /m.test(source))
    .map(([file]) => file),
);

test('controllers know Lit by its types only', () => {
  expect(
    breaking(
      ({ from, to, isType }) => inFolder(from, 'widget/controllers') && to.startsWith('lit') && !isType,
    ),
  ).toEqual([]);
});

test('only gemini.ts knows the vendor’s package', () => {
  expect(
    breaking(({ from, to }) => to.startsWith('@google/genai') && from !== 'server/providers/gemini.ts'),
  ).toEqual([]);
});

test('chains and the protocol need neither Bun nor a DOM nor Lit', () => {
  const shared = (path: string) =>
    inFolder(path, 'server/chains') || path === 'server/protocol.ts' || path === 'server/shapes.ts';
  expect(breaking(({ from, to }) => shared(from) && !inFolder(to, 'server'))).toEqual([]);
});

test('the Markdown parser knows no visitor', () => {
  expect(
    breaking(
      ({ from, to }) =>
        inFolder(from, 'widget/markdown') &&
        !inFolder(from, 'widget/markdown/visitors') &&
        inFolder(to, 'widget/markdown/visitors'),
    ),
  ).toEqual([]);
});

async function filesWith(pattern: RegExp, among = files): Promise<string[]> {
  const found: string[] = [];
  for (const file of among) {
    const source = (await Bun.file(join(root, file)).text()).replaceAll(/^\s*(\/\/|\*|\/\*).*$/gm, '');
    if (pattern.test(source)) found.push(file);
  }
  return found;
}

test('only main.ts and config.ts see the environment', async () => {
  const seeing = await filesWith(/process\.env|Bun\.env|import\.meta\.env/);
  expect(seeing.filter((file) => file !== 'server/main.ts' && file !== 'server/config.ts')).toEqual([]);
});

test('only widget/index.ts registers tags', async () => {
  expect(await filesWith(/customElements\.define|@customElement/)).toEqual(['widget/index.ts']);
});

test('no HTML string reaches the page', async () => {
  const sinks = /\.innerHTML|\.outerHTML|insertAdjacentHTML|document\.write|unsafeHTML|DOMParser/;
  expect(
    await filesWith(
      sinks,
      files.filter((file) => inFolder(file, 'widget')),
    ),
  ).toEqual([]);
});
