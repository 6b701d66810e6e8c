// Folds typographic variants of characters into ASCII without changing a text's length, so that positions stay those of the original.

/** The zero of each script whose decimal digits are read in the basic plane; nine more digits follow each. */
const ZEROS = [
  ...[0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xde6, 0xe50, 0xed0, 0xf20, 0x1040],
  ...[0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90, 0x1b50, 0x1bb0, 0x1c40, 0x1c50, 0xa620, 0xa8d0, 0xa900, 0xa9d0],
  ...[0xa9f0, 0xaa50, 0xabf0, 0xff10]
];

/** A character of no width, which fills the second code unit of a folded digit. */
export const FILLER = "\u200b";

const SIGNS: Readonly<Record<string, string>> = {
  "\u00a0": " ",
  "\u2007": " ",
  "\u2009": " ",
  "\u200a": " ",
  "\u202f": " ",
  "\u3000": " ",
  "‘": "'",
  "’": "'",
  ʼ: "'",
  "′": "'",
  "“": '"',
  "”": '"',
  "„": '"',
  "«": '"',
  "»": '"',
  "「": '"',
  "」": '"',
  "『": '"',
  "』": '"',
  "−": "-",
  "‐": "-",
  "‑": "-",
  "﹣": "-",
  "٪": "%",
  "٫": ".",
  "٬": ",",
  "،": ",",
  "۔": ".",
  "。": ".",
  "।": ".",
  "．": ".",
  "、": ",",
  "【": "[",
  "】": "]",
  "（": "(",
  "）": ")",
  "：": ":",
  "，": ",",
  "；": ";",
  "！": "!",
  "？": "?",
  "＝": "=",
  "＃": "#"
};

const FOLDED =
  /[\u00a0\u02bc\u066a-\u066c\u060c\u06d4\u0964\u2007\u2009-\u200a\u2010\u2011\u2018-\u201e\u202f\u2032\u2212\u3000-\u3002\u300c-\u3011\ufe63\uff01-\uff5e«»]|(?![0-9])\p{Nd}/gu;

function foldCharacter(character: string): string {
  const sign = SIGNS[character];
  if (sign !== undefined) return sign;
  const code = character.codePointAt(0)!;
  if (code < 0x80) return character;
  if (code >= 0xff01 && code <= 0xff5e) return String.fromCharCode(code - 0xfee0);
  const zero = ZEROS.find(each => code >= each && code < each + 10);
  if (zero !== undefined) return String(code - zero);
  if (code > 0xffff) return digitOfHigherPlane(character);
  return character;
}

/** A digit outside the basic plane with a filler for its second code unit; mathematical digits are compatibility forms. */
function digitOfHigherPlane(character: string): string {
  const plain = character.normalize("NFKC");
  if (/^\d$/u.test(plain)) return plain + FILLER;
  // Blocks of decimal digits are contiguous: the zero is the last digit below this one whose predecessor is none.
  let zero = character.codePointAt(0)!;
  for (let i = 0; i < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1)); i++) zero--;
  return String(Math.min(9, character.codePointAt(0)! - zero)) + FILLER;
}

const BEYOND_ASCII = /[^\x00-\x7f]/;

/** Returns the text with digits of all scripts, full-width forms, quotation marks, spaces and minus signs in ASCII; as long as before. */
export const foldText = (text: string): string => (BEYOND_ASCII.test(text) ? text.replace(FOLDED, foldCharacter) : text);
