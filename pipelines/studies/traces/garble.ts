// Detects garbled output by the kinds of characters that follow each other, without a dictionary or a language model.

/** Number of characters of a window; a text is garbled if any of its windows is. */
const WINDOW = 256;
/** Fewest characters of a text that is checked. */
const SHORTEST = 64;
/**
 * Largest share of broken characters in text: replacement characters, controls, private use, unassigned, lone surrogates, UTF-8 read as
 * Latin-1.
 */
const BROKEN_SHARE = 0.02;
/**
 * Number of writing systems, each with at least two letters, that counts as garbled; Greek is not counted (formulas), Japanese counts as
 * one with Chinese.
 */
const SCRIPTS = 4;
/** Bits per character of a full window's ASCII characters: prose has 4.0–4.8, code and tables up to 5.2, random printable ones 6.3. */
const NOISE_BITS = 5.5;
/** Largest share of letter triples without a vowel: English has 5–8 %, random letters 53 %. */
const CONSONANT_SHARE = 0.35;
/** Fewest letter triples for which that share is checked. */
const FEWEST_TRIPLES = 60;
const FEWEST_BROKEN = 3;
const FEWEST_ASCII = 200;

export type Garble = "broken" | "scripts" | "noise" | "consonants";

/** Kind of garble and position of the first garbled window; null if there is none. */
export function findGarble(text: string): {kind: Garble; start: number} | null {
  if (text.length < SHORTEST) return null;
  for (let start = 0; ; start += WINDOW / 2) {
    // the last window is aligned with the end, since texts tend to go wrong towards their end
    const from = Math.max(0, Math.min(start, text.length - WINDOW));
    const kind = judge(text, from, Math.min(text.length, from + WINDOW));
    if (kind) return {kind, start: from};
    if (from + WINDOW >= text.length) return null;
  }
}

const OTHER = 0;
const CONSONANT = 1;
const VOWEL = 2;
const BROKEN = 3;
const ASCII = Uint8Array.from({length: 128}, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[\t\n\r]/.test(character)) return OTHER;
  if (code < 32 || code === 127) return BROKEN;
  return /[aeiouy]/i.test(character) ? VOWEL : /[a-z]/i.test(character) ? CONSONANT : OTHER;
});
const counts = new Uint16Array(128);
/** k log₂ k for counts up to a window's size. */
const K_LOG_K = Float64Array.from({length: WINDOW + 1}, (_, k) => (k > 1 ? k * Math.log2(k) : 0));

function judge(text: string, from: number, to: number): Garble | null {
  let [ascii, broken, triples, unvoiced, run, consonants] = [0, 0, 0, 0, 0, 0];
  let scripts: Map<string, number> | null = null;
  counts.fill(0);
  for (let i = from; i < to; i++) {
    const code = text.charCodeAt(i);
    if (code < 128) {
      ascii++;
      counts[code] = counts[code]! + 1;
      const kind = ASCII[code]!;
      if (kind === CONSONANT || kind === VOWEL) {
        run++;
        consonants = kind === CONSONANT ? consonants + 1 : 0;
        if (run >= 3) {
          triples++;
          if (consonants >= 3) unvoiced++;
        }
        continue;
      }
      if (kind === BROKEN) broken++;
    } else {
      const point = text.codePointAt(i)!;
      if (point > 0xffff && i + 1 < to) i++;
      const script = scriptOf(point);
      if (script === "broken" || (isMojibake(code) && isContinuation(text.charCodeAt(i + 1)))) broken++;
      else if (script !== "") {
        scripts ??= new Map();
        scripts.set(script, (scripts.get(script) ?? 0) + 1);
      }
    }
    run = 0;
    consonants = 0;
  }
  if (broken >= FEWEST_BROKEN && broken >= BROKEN_SHARE * (to - from)) return "broken";
  if (scripts && several(scripts, triples)) return "scripts";
  if (ascii >= FEWEST_ASCII && entropy(ascii) >= NOISE_BITS) return "noise";
  if (triples >= FEWEST_TRIPLES && unvoiced >= CONSONANT_SHARE * triples) return "consonants";
  return null;
}

/** Entropy of the counted ASCII characters, in bits per character. */
function entropy(total: number): number {
  let sum = 0;
  for (let code = 9; code < 127; code++) sum += K_LOG_K[counts[code]!]!;
  return Math.log2(total) - sum / total;
}

/**
 * Whether there are too many writing systems. Others than Latin are counted by letters; Latin counts if three of its letters follow each
 * other.
 */
function several(scripts: ReadonlyMap<string, number>, latinTriples: number): boolean {
  let number = latinTriples > 0 && !scripts.has("Latin") ? 1 : 0;
  for (const letters of scripts.values()) if (letters >= 2) number++;
  return number >= SCRIPTS;
}

/** First and second part of sequences such as "Ã©" or "â€™": UTF-8 bytes read as Latin-1 or Windows-1252. */
const isMojibake = (code: number): boolean => code >= 0xc2 && code <= 0xf4;
const isContinuation = (code: number): boolean =>
  (code >= 0x80 && code <= 0xbf) || (code >= 0x2013 && code <= 0x2122) || code === 0x152 || code === 0x153 || code === 0x178;

const known = new Map<number, string>();
/** Writing systems that are distinguished, each with its letters. */
const SYSTEMS: readonly [string, RegExp][] = [
  ["Latin", /\p{Script=Latin}/u],
  ["", /\p{Script=Greek}/u],
  ["Cyrillic", /\p{Script=Cyrillic}/u],
  ["East Asian", /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}]/u]
];

/**
 * The writing system of a non-ASCII character; "broken" for characters that do not occur in text, "" for signs that belong to no system.
 */
function scriptOf(point: number): string {
  const found = known.get(point);
  if (found !== undefined) return found;
  const character = String.fromCodePoint(point);
  const script = /[\ufffd\p{Cc}\p{Co}\p{Cn}\p{Cs}]/u.test(character)
    ? "broken"
    : !/\p{L}/u.test(character)
      ? ""
      : (SYSTEMS.find(([, letters]) => letters.test(character))?.[0] ?? blockOf(point));
  known.set(point, script);
  return script;
}

/** Other writing systems by their Unicode block of 128 code points, the usual size up to U+1FFF. */
const blockOf = (point: number): string =>
  point < 0x2000 ? `block ${point >> 7}` : point >= 0xac00 && point < 0xd7b0 ? "Hangul" : "further";
