// Builds the widget: one classic script that needs nothing else, and the other languages beside it.

import { cp } from 'node:fs/promises';
import { transform as transformCss } from 'lightningcss';
import { defineConfig, type ESTree, type Plugin } from 'vite';

export default defineConfig({
  publicDir: false,
  // Lit's own build for production, whatever NODE_ENV says: a test must try what a visitor gets.
  resolve: { conditions: ['module', 'browser', 'production'] },
  build: {
    target: 'es2022',
    outDir: 'dist',
    emptyOutDir: true,
    reportCompressedSize: false,
    lib: {
      entry: 'widget/index.ts',
      formats: ['iife'],
      name: 'CryptoOracleChat',
      fileName: () => 'crypto-oracle-chat.js',
    },
    rolldownOptions: {
      output: {
        exports: 'none',
        minify: { compress: { target: 'es2022' }, mangle: { toplevel: true }, codegen: true },
      },
    },
  },
  plugins: [smallTemplates(), locales()],
});

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
    /** The sheet's private names are long for who reads it and short for who loads it. */
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        const names = [...new Set(chunk.code.match(/--_[\w-]+/g))];
        chunk.code = chunk.code.replace(/--_[\w-]+/g, (name) => `--_${names.indexOf(name).toString(36)}`);
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
