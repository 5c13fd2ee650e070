// The script a page loads: registers the tags and, where the script tag says `data-auto`, puts the
// launcher on the page. Loaded twice, in one version or two, it does its work once.

import { css, html, LitElement, nothing, render, svg } from 'lit';
import { CryptoOracleChat } from './crypto-oracle-chat.ts';
import { CryptoOracleLauncher } from './elements/launcher.ts';
import { createPanelLoader, SHARED } from './panel-loader.ts';

/** Name of the panel's script, beside this one; the build puts in its digest. */
declare const PANEL_SCRIPT: string;

const TAG = 'crypto-oracle-chat';

// Known only while the script runs for the first time.
const script = document.currentScript as HTMLScriptElement | null;

function register(elements: Readonly<Record<string, CustomElementConstructor>>): void {
  for (const [name, element] of Object.entries(elements))
    customElements.define(`crypto-oracle-${name}`, element);
}

if (!customElements.get(TAG)) {
  Object.assign(globalThis, { [SHARED]: { css, html, LitElement, nothing, render, svg } });
  CryptoOracleChat.scriptUrl = script?.src ?? '';
  // A browser may remember that an address could not be had: each try has its own.
  let tries = 0;
  CryptoOracleChat.loader = createPanelLoader(
    () =>
      import(
        /* @vite-ignore */ new URL(`${PANEL_SCRIPT}#${tries++}`, CryptoOracleChat.scriptUrl || location.href)
          .href
      ),
    (panel) => register(panel.elements),
  );
  // The public element comes last: what it renders is known by then.
  register({ launcher: CryptoOracleLauncher, chat: CryptoOracleChat });
}

if (script?.dataset['auto'] !== undefined) {
  const mount = (): void => {
    if (document.querySelector(`${TAG}:not([mode=inline], [mode=page])`)) return;
    const chat = document.createElement(TAG);
    for (const { name, value } of script.attributes) {
      if (name.startsWith('data-') && name !== 'data-auto') chat.setAttribute(name.slice(5), value);
    }
    document.body.append(chat);
  };
  if (document.body) mount();
  else addEventListener('DOMContentLoaded', mount);
}
