// The second script: all that a conversation on screen needs and a closed launcher does not. It reads
// addresses and Markdown, finds wallet secrets, and draws what a visitor asks and is told.

import { CryptoOracleAddressField } from './elements/address-field.ts';
import { CryptoOracleComposer } from './elements/composer.ts';
import { CryptoOracleConfirm } from './elements/confirm.ts';
import { CryptoOracleMessage } from './elements/message.ts';
import { CryptoOracleNotice } from './elements/notice.ts';
import { CryptoOracleSources } from './elements/sources.ts';
import { CryptoOracleTranscript } from './elements/transcript.ts';

export { mayBeStored, secretIn } from './draft-safety.ts';
export { checkAddress, subjectOf } from './elements/address-check.ts';
export { failureDetails } from './elements/notices.ts';
export { conversationSheet } from './styles/conversation-sheet.ts';

/** By their tags, without the prefix they share. */
export const elements = {
  'address-field': CryptoOracleAddressField,
  composer: CryptoOracleComposer,
  confirm: CryptoOracleConfirm,
  message: CryptoOracleMessage,
  notice: CryptoOracleNotice,
  sources: CryptoOracleSources,
  transcript: CryptoOracleTranscript,
};
