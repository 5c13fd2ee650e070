// What a visitor's text may carry on its way to the model: words, and nothing that hides or commands.
//
// Every turn of a request is untrusted, the assistant's own included, since a browser can forge them. They
// reach the provider in their roles, because a follow-up needs its context, but cleaned like any question,
// and an assistant turn the output guard would have stopped is replaced (see oracle.ts). A forged turn
// therefore gains nothing that a question could not; the instruction says the same in words.

import { findSecret } from '../chains/wallet-secrets.ts';

// A black flag with its region in tag letters (Scotland's, say) is the one honest use of tag letters: kept.
// Everything else here is invisible and no sentence needs it: controls but tab and line feed, bidi marks,
// invisible operators, noncharacters, tag letters, variation selectors of the supplement.
const HIDDEN =
  /(\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f})|[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufdd0-\ufdef\ufeff\ufff9-\ufffb\ufffe\uffff\u{e0000}-\u{e01ef}]/gu;

// The marks by which chat templates of common model families tell turns apart.
const BAR_OPEN = /<\s{0,3}[|\uff5c](?=\s{0,3}\/?[A-Za-z])/g;
const BAR_CLOSE = /(?<=[A-Za-z0-9]\s{0,3})[|\uff5c]\s{0,3}>/g;
const ANGLE =
  /<(\/?)\s{0,3}(start_of_turn|end_of_turn|start_header_id|end_header_id|begin_of_text|bos|eos|s|sys|system|assistant|user|think|thinking|tool_call|tool_response|function_call|ctrl\d{1,3})\s{0,3}>/gi;
const BRACKET =
  /\[(\/?)\s{0,3}(INST|SYS|SYSTEM|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS)\s{0,3}\]/gi;
const DOUBLE_ANGLE = /<<(\/?)\s{0,3}SYS\s{0,3}>>/gi;

/** ASCII without what a mark could begin with: nothing to clean. */
const CLEAN = /^[\t\n -;=-Z\\-{}~]*$/;

/**
 * The text, well-formed and without what a person cannot see: line ends become line feeds, a lone surrogate
 * becomes U+FFFD, and the brackets of a chat-template token become round ones, so that it stays readable
 * and means nothing. Cleaning twice changes nothing more. Never throws; linear in the text.
 */
export function cleanContent(text: string): string {
  if (CLEAN.test(text)) return text;
  return text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(HIDDEN, (_, flag: string | undefined) => flag ?? '')
    .replace(DOUBLE_ANGLE, '($1SYS)')
    .replace(BAR_OPEN, '(')
    .replace(BAR_CLOSE, ')')
    .replace(ANGLE, '($1$2)')
    .replace(BRACKET, '($1$2)');
}

/**
 * Whether the text opens a wallet, so that it is turned away before it is stored or told to anybody: the
 * widget never sends it, but an older one may, or another client. A phrase or a key by its checksum, or a phrase but for a slip. What has
 * only the shape of a key or phrase passes, since whoever wrote it was asked. Never throws.
 */
export function opensWallet(text: string): boolean {
  if (isShortProse(text)) return false;
  const finding = findSecret(text);
  if (finding.verdict === 'likely') return finding.secret === 'recovery-phrase';
  return finding.verdict === 'refused';
}

/** The shortest phrase that is looked for, and less than any key. */
const FEWEST_WORDS = 11;
const SHORTEST_WORD = 3;
const SHORTEST_KEY = 20;

/** Most questions by far: too few words for a phrase, no digit, and no row of characters as long as a key. */
function isShortProse(text: string): boolean {
  let words = 0;
  let letters = 0;
  let row = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code > 0x7e || (code >= 0x30 && code <= 0x39)) return false;
    row = code > 0x20 ? row + 1 : 0;
    const lower = code | 0x20;
    letters = lower >= 0x61 && lower <= 0x7a ? letters + 1 : 0;
    if (letters === SHORTEST_WORD) words++;
    if (words >= FEWEST_WORDS || row >= SHORTEST_KEY) return false;
  }
  return true;
}
