// Letters of other scripts that look like those of English, read as what they look like.

/**
 * Pairs of a letter and the one of ASCII that a reader takes it for: Cyrillic and Greek, after the confusables of Unicode Technical
 * Standard 39, of which only letters that numeral words are made of.
 */
const PAIRS =
  "\u0430a \u0435e \u0456i \u043eo \u0440p \u0441c \u0443y \u0445x \u0455s \u0458j \u04bbh \u0501d \u051bq \u051dw \u0432b \u043dh \u0442t \u0433r " +
  "\u0410A \u0415E \u0406I \u041eO \u0420P \u0421C \u0423Y \u0425X \u0405S \u0408J \u0412B \u041dH \u0422T \u041cM \u041aK " +
  "\u03b1a \u03b5e \u03b9i \u03bdv \u03bfo \u03c1p \u03c4t \u03c5u \u03c7x \u03c9w \u03b7n " +
  "\u0391A \u0392B \u0395E \u0397H \u0399I \u039fO \u03a1P \u03a4T \u03a7X \u03a5Y \u0396Z \u039aK \u039cM \u039dN " +
  "\u0131i \u0261g";
const LATIN = new Map(PAIRS.split(" ").map(pair => [pair[0]!, pair[1]!]));

/** Full-width letters stand this far behind those of ASCII. */
const FULL_WIDTH = 0xfee0;
const FOREIGN = /[\u0131\u0261\u0391-\u03c9\u0405-\u051d\uff21-\uff3a\uff41-\uff5a]/gu;

/** A text with look-alike letters as those of ASCII. Each is one character as before, so that all places stay. */
export const withoutLookAlikes = (text: string): string =>
  text.replace(FOREIGN, letter => LATIN.get(letter) ?? fullWidth(letter));

function fullWidth(letter: string): string {
  const code = letter.charCodeAt(0);
  return code > FULL_WIDTH ? String.fromCharCode(code - FULL_WIDTH) : letter;
}
