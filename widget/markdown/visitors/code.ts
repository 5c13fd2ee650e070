// A code block has a bar from its first line on: its language, and a button that carries `data-copy`.
// Whoever listens copies `codeOf` the block.

import type { SettledVisitor } from '../visitor.ts';

export interface CodeWords {
  readonly copy: string;
  icon(): Node;
}

export function codeBars(words: CodeWords): SettledVisitor {
  return {
    opened(block) {
      if (!block.matches('.code')) return;
      const bar = document.createElement('div');
      const language = document.createElement('span');
      const button = document.createElement('button');
      const name = block.querySelector('[data-language]')?.getAttribute('data-language') ?? '';
      bar.className = 'bar';
      language.textContent = name.charAt(0).toUpperCase() + name.slice(1);
      button.type = 'button';
      button.className = 'icon-button s';
      button.dataset['copy'] = 'code';
      button.setAttribute('aria-label', words.copy);
      button.append(words.icon());
      bar.append(language, button);
      block.prepend(bar);
    },
  };
}

/** The text to copy for a button inside a code block's bar. */
export function codeOf(button: Element): string {
  return button.closest('.code')?.querySelector('pre')?.textContent ?? '';
}
