// The script a page loads: registers the tags and, where the script tag says `data-auto`, puts the
// launcher on the page. Loaded twice, in one version or two, it does its work once.

import { CryptoOracleChat } from './crypto-oracle-chat.ts';
import { CryptoOracleAddressField } from './elements/address-field.ts';
import { CryptoOracleComposer } from './elements/composer.ts';
import { CryptoOracleLauncher } from './elements/launcher.ts';
import { CryptoOracleMessage } from './elements/message.ts';
import { CryptoOracleNotice } from './elements/notice.ts';
import { CryptoOracleSources } from './elements/sources.ts';
import { CryptoOracleTranscript } from './elements/transcript.ts';

// Known only while the script runs for the first time.
const script = document.currentScript as HTMLScriptElement | null;
CryptoOracleChat.scriptUrl = script?.src ?? '';

const TAG = 'crypto-oracle-chat';

// The public element comes last: what it renders is known by then.
const elements = {
  'address-field': CryptoOracleAddressField,
  composer: CryptoOracleComposer,
  launcher: CryptoOracleLauncher,
  message: CryptoOracleMessage,
  notice: CryptoOracleNotice,
  sources: CryptoOracleSources,
  transcript: CryptoOracleTranscript,
  chat: CryptoOracleChat,
};

if (!customElements.get(TAG)) {
  for (const [name, element] of Object.entries(elements))
    customElements.define(`crypto-oracle-${name}`, element);
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
