// Code points as the few signs that matter when two texts are compared for what they say.

/** What `sign` returns for spaces, line ends, pictures and whatever else only parts words. */
export const GAP = 0;
/** What `sign` returns for what a reader does not see and for accents: as if it were not there. */
export const NOTHING = 1;
/** Signs from here on are letters; below are `GAP`, `NOTHING`, and ASCII digits and punctuation as themselves. */
export const FIRST_LETTER = 0x61;

const LATIN_A = 0x61;
const HANGUL_FIRST = 0xac00;
const HANGUL_LAST = 0xd7a3;

// Letters of other scripts that a reader takes for Latin ones, and small capitals.
const LOOKALIKES = new Map(
  [
    ['аᴀαɑ', 'a'],
    ['вʙβ', 'b'],
    ['сᴄϲ', 'c'],
    ['ԁᴅ', 'd'],
    ['еᴇεє', 'e'],
    ['ꜰ', 'f'],
    ['ɢɡ', 'g'],
    ['һʜ', 'h'],
    ['іɪιıӏ', 'i'],
    ['јᴊ', 'j'],
    ['кᴋκ', 'k'],
    ['ʟ', 'l'],
    ['мᴍ', 'm'],
    ['пɴη', 'n'],
    ['оᴏοσ', 'o'],
    ['рᴘρ', 'p'],
    ['ԛǫ', 'q'],
    ['гʀ', 'r'],
    ['ѕꜱ', 's'],
    ['тᴛτ', 't'],
    ['ᴜυ', 'u'],
    ['ᴠν', 'v'],
    ['ԝᴡω', 'w'],
    ['хχ', 'x'],
    ['уʏγ', 'y'],
    ['ᴢ', 'z'],
  ].flatMap(([from = '', to = '']) => [...from].map((letter) => [letter, to.charCodeAt(0)] as const)),
);

const UNKNOWN = -1;
const known = new Int32Array(0x10000).fill(UNKNOWN);

/** The sign of a code point: letters without case, accent, width, frame and style. */
export function sign(codePoint: number): number {
  if (codePoint > 0xffff) return signOf(codePoint);
  const found = known[codePoint]!;
  if (found !== UNKNOWN) return found;
  const made = signOf(codePoint);
  known[codePoint] = made;
  return made;
}

function signOf(codePoint: number): number {
  if (codePoint >= 0xd800 && codePoint <= 0xdfff) return GAP;
  // Regional indicators and letters in filled frames have no decomposition; tag letters shadow ASCII.
  if (codePoint >= 0x1f1e6 && codePoint <= 0x1f1ff) return LATIN_A + codePoint - 0x1f1e6;
  if (codePoint >= 0x1f150 && codePoint <= 0x1f169) return LATIN_A + codePoint - 0x1f150;
  if (codePoint >= 0x1f170 && codePoint <= 0x1f189) return LATIN_A + codePoint - 0x1f170;
  if (codePoint > 0xe0020 && codePoint < 0xe007f) return signOf(codePoint - 0xe0000);
  if (codePoint >= HANGUL_FIRST && codePoint <= HANGUL_LAST) return codePoint;
  const character = String.fromCodePoint(codePoint);
  const [base = ''] = character.normalize('NFKD').toLowerCase();
  const lookalike = LOOKALIKES.get(base);
  if (lookalike) return lookalike;
  if (/\p{L}/u.test(base)) return base.codePointAt(0)!;
  if (/[\p{M}\p{Default_Ignorable_Code_Point}]/u.test(character)) {
    return isVowelSign(codePoint) ? codePoint : NOTHING;
  }
  if (/\p{Pd}/u.test(base)) return 0x2d;
  if (/[!-@[-`{-~]/.test(base)) return base.charCodeAt(0) >= FIRST_LETTER ? GAP : base.charCodeAt(0);
  if (/\p{Nd}/u.test(base)) return 0x30 + digitValue(codePoint);
  return GAP;
}

// Marks of the scripts of South and South-East Asia spell vowels; without them other words remain. The
// nukta under a letter is the exception, since it is also written as one with its letter.
function isVowelSign(codePoint: number): boolean {
  return codePoint >= 0x900 && codePoint < 0x1100 && codePoint !== 0x93c;
}

// Every script's digits stand together from zero to nine.
function digitValue(codePoint: number): number {
  let zero = codePoint;
  while (codePoint - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return codePoint - zero;
}

/** Every code point below it can be seen, or parts words. */
const FIRST_INVISIBLE = 0xad;

/** True for what takes part in no word and shows no shape: the stuff hidden text is made of. */
export function isInvisible(codePoint: number): boolean {
  if (codePoint < FIRST_INVISIBLE) return false;
  if (codePoint >= 0xe0000 && codePoint <= 0xe0fff) return true;
  return (
    codePoint === FIRST_INVISIBLE ||
    codePoint === 0x34f ||
    codePoint === 0x61c ||
    (codePoint >= 0x115f && codePoint <= 0x1160) ||
    (codePoint >= 0x17b4 && codePoint <= 0x17b5) ||
    (codePoint >= 0x180b && codePoint <= 0x180f) ||
    (codePoint >= 0x200b && codePoint <= 0x200f) ||
    (codePoint >= 0x202a && codePoint <= 0x202e) ||
    (codePoint >= 0x2060 && codePoint <= 0x206f) ||
    codePoint === 0x3164 ||
    (codePoint >= 0xfe00 && codePoint <= 0xfe0f) ||
    codePoint === 0xfeff ||
    codePoint === 0xffa0 ||
    (codePoint >= 0x1d173 && codePoint <= 0x1d17a)
  );
}
