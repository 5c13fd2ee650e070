// Builds the widget: one classic script that needs nothing else until a visitor turns to it, the panel's
// script that it fetches then, and the other languages beside them.
//
//   vite build --mode panel    the panel's script; comes first, since the other one names its digest
//   vite build                 the script a page loads

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { transform as transformCss } from 'lightningcss';
import { type BuildEnvironmentOptions, defineConfig, type ESTree, type Plugin } from 'vite';

const PANEL = 'crypto-oracle-chat-panel.js';

export default defineConfig(({ mode }) => ({
  publicDir: false,
  // Lit's own build for production, whatever NODE_ENV says: a test must try what a visitor gets.
  resolve: { conditions: ['module', 'browser', 'production'] },
  ...(mode === 'panel'
    ? { build: output('widget/panel.ts', PANEL, 'es'), plugins: [sharedLit(), smallTemplates()] }
    : {
        define: { PANEL_SCRIPT: JSON.stringify(panelScript()) },
        build: output('widget/index.ts', 'crypto-oracle-chat.js', 'iife'),
        plugins: [smallTemplates(), locales()],
      }),
}));

function output(entry: string, fileName: string, format: 'es' | 'iife'): BuildEnvironmentOptions {
  return {
    target: 'es2022',
    outDir: 'dist',
    emptyOutDir: false,
    reportCompressedSize: false,
    lib: { entry, formats: [format], name: 'CryptoOracleChat', fileName: () => fileName },
    rolldownOptions: {
      // Only an entry does anything by being loaded.
      treeshake: { moduleSideEffects: (id) => id.endsWith(entry) },
      output: {
        ...(format === 'iife' && { exports: 'none' }),
        minify: { compress: { target: 'es2022' }, mangle: { toplevel: true }, codegen: true },
      },
    },
  };
}

/** The panel's script with its digest, so that a browser never keeps an old one beside a new script. */
function panelScript(): string {
  const path = `dist/${PANEL}`;
  const digest = createHash('sha256').update(existsSync(path) ? readFileSync(path) : '');
  return `${PANEL}?v=${digest.digest('base64url').slice(0, 8)}`;
}

/** The panel draws with the Lit that the first script has brought. */
function sharedLit(): Plugin {
  const shared = '\0shared-lit';
  const names = 'css, html, LitElement, nothing, render, svg';
  return {
    name: 'shared-lit',
    enforce: 'pre',
    resolveId: (id) => (id === 'lit' ? shared : undefined),
    load: (id) =>
      id === shared
        ? `const { ${names} } = globalThis[Symbol.for('crypto-oracle-chat')]; export { ${names} };`
        : undefined,
  };
}

/** The sheets' private names, in one order for both scripts. */
const privateNames = [
  ...new Set(
    readdirSync('widget', { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .sort()
      .flatMap((name) => readFileSync(`widget/${name}`, 'utf8').match(/--_[\w-]+/g) ?? []),
  ),
];

/** Minifies what stands in css`…` and takes the layout's white space out of html`…` and svg`…`. */
function smallTemplates(): Plugin {
  return {
    name: 'small-templates',
    enforce: 'post',
    transform: {
      filter: { id: /\/widget\/.*\.ts$/ },
      handler(code) {
        const edits: { start: number; end: number; text: string }[] = [];
        visit(this.parse(code), (node) => {
          if (node.type !== 'TaggedTemplateExpression' || node.tag.type !== 'Identifier') return;
          const { quasis } = node.quasi;
          const texts = quasis.map(({ value }) => value.raw);
          const small =
            node.tag.name === 'css' && texts.length === 1
              ? [smallCss(texts[0]!)]
              : node.tag.name === 'html' || node.tag.name === 'svg'
                ? smallHtml(texts)
                : texts;
          quasis.forEach(({ start, end }, i) => {
            // Some parsers count a quasi with its delimiters: its text is looked for from where it starts.
            const from = code.indexOf(texts[i]!, start);
            if (from <= end) edits.push({ start: from, end: from + texts[i]!.length, text: small[i]! });
          });
        });
        let result = code;
        for (const { start, end, text } of edits.sort((a, b) => b.start - a.start)) {
          result = result.slice(0, start) + text + result.slice(end);
        }
        return { code: result, map: null };
      },
    },
    /** Private names are long for who reads them and short for who loads them. */
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        chunk.code = chunk.code.replace(
          /--_[\w-]+/g,
          (name) => `--_${privateNames.indexOf(name).toString(36)}`,
        );
      }
    },
  };
}

function smallCss(text: string): string {
  const { code } = transformCss({ filename: 'sheet.css', code: Buffer.from(text), minify: true });
  return code.toString().replaceAll('\\', '\\\\').replaceAll('`', '\\`');
}

const GAP = '\u0001';

/** White space with a line break in it is layout: one space inside a tag, nothing between tags. */
function smallHtml(texts: string[]): string[] {
  return texts
    .join(GAP)
    .replace(/<[^>]*>|\s*\n\s*/g, (part) =>
      part[0] === '<' ? part.replace(/\s+/g, ' ').replace(/ ?(\/?>)$/, '$1') : '',
    )
    .split(GAP);
}

function visit(node: unknown, see: (node: ESTree.Node) => void): void {
  if (Array.isArray(node)) for (const child of node) visit(child, see);
  else if (node !== null && typeof node === 'object' && 'type' in node) {
    see(node as ESTree.Node);
    for (const child of Object.values(node)) visit(child, see);
  }
}

function locales(): Plugin {
  return {
    name: 'locales',
    apply: 'build',
    async closeBundle() {
      await cp('widget/locales', 'dist/locales', { recursive: true });
    },
  };
}
