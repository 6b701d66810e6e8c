// Rules of grammar for the words that ZenMultilang's sentences are filled with: elision, particles, suffixes, capitals, first days of months.

/**
 * Writes French "que" before a word: "qu'Adam", "que Boris". Names with a mute h would be elided, too; none is used.
 * Source: Grevisse, Le bon usage, § 44.
 */
export const withQue = (word: string): string => (/^[aeiouyàâäéèêëîïôöùûü]/iu.test(word) ? `qu'${word}` : `que ${word}`);

/** Digits whose Sino-Korean names end in a consonant: 영 (십, 백), 일, 삼, 육, 칠, 팔. */
const CLOSED_DIGITS = "013678";
const FIRST_SYLLABLE = 0xac00;
const LAST_SYLLABLE = 0xd7a3;
/** Final consonants of a syllable block, none included. */
const FINALS = 28;

/**
 * Writes a Korean word or number with its topic particle: 은 after a consonant, 는 after a vowel. Digits are read as Sino-Korean numbers.
 * Throws `RangeError` for a word that ends neither in a Hangul syllable nor in a digit.
 */
export function withTopic(word: string): string {
  const last = word.at(-1) ?? "";
  const code = last.codePointAt(0) ?? 0;
  if (/\d/u.test(last)) return `${word}${CLOSED_DIGITS.includes(last) ? "은" : "는"}`;
  if (code < FIRST_SYLLABLE || code > LAST_SYLLABLE) throw new RangeError(`no final sound for "${word}"`);
  return `${word}${(code - FIRST_SYLLABLE) % FINALS === 0 ? "는" : "은"}`;
}

/**
 * Writes a Turkish name in the ablative: "Adam'dan", "Boris'ten". The vowel follows the last one of the name, and d becomes t after a voiceless
 * consonant; an apostrophe separates the suffix from the name (Türk Dil Kurumu, Yazım Kılavuzu). x is read as "ks".
 */
export function withAblative(name: string): string {
  const vowel = [...name.toLowerCase()].findLast(letter => "aeıioöuü".includes(letter)) ?? "e";
  return `${name}'${/[fstkçşhpx]$/u.test(name) ? "t" : "d"}${"aıou".includes(vowel) ? "a" : "e"}n`;
}

/** Rules by the name that a sentence gives them: `{y|que}`. */
const RULES: Readonly<Record<string, (word: string) => string>> = {que: withQue, topic: withTopic, from: withAblative};

/** Fills the braces of a sentence: `{x}`, or `{x|rule}` for a word that a rule writes. */
export const fill = (sentence: string, values: Readonly<Record<string, string | number>>): string =>
  sentence.replace(/\{(\w)(?:\|(\w+))?\}/gu, (_, key: string, rule?: string) => {
    const word = String(values[key]);
    return rule === undefined ? word : RULES[rule]!(word);
  });

/** Writes a sentence with a capital at its beginning; Turkish has İ for i. */
export const capitalize = (code: string, sentence: string): string =>
  sentence.replace(/^\p{Ll}/u, letter => (code === "tr" && letter === "i" ? "İ" : letter.toUpperCase()));

/** Ordinals of the first day of a month in languages that count the others with cardinals. */
const FIRST_DAY: Readonly<Record<string, string>> = {fr: "1er", it: "1º"};

/** Day of a month as a date has it: "1er janvier" in French, "2 janvier". @param day 1…31 */
export const dayOfMonth = (code: string, day: number): string => (day === 1 ? FIRST_DAY[code] : undefined) ?? String(day);

const COMMAS: Readonly<Record<string, string>> = {ar: "، ", ja: "、", zh: "、"};

/** Writes a list with the language's comma. */
export const listOf = (code: string, words: readonly string[]): string => words.join(COMMAS[code] ?? ", ");

/** Joins sentences: Chinese and Japanese have no spaces between them. */
export const joinSentences = (code: string, sentences: readonly string[]): string =>
  sentences.join(code === "zh" || code === "ja" ? "" : " ");

const LATIN_NAMES = ["Adam", "Boris", "Daniel", "Emil", "Felix", "Martin", "Robert", "Simon", "Leon", "Oliver"] as const;

const NAMES: Readonly<Record<string, readonly string[]>> = {
  ru: ["Адам", "Борис", "Даниэль", "Эмиль", "Феликс", "Мартин", "Роберт", "Симон", "Леон", "Оливер"],
  uk: ["Адам", "Борис", "Даніель", "Еміль", "Фелікс", "Мартін", "Роберт", "Симон", "Леон", "Олівер"],
  ar: ["آدم", "بوريس", "دانيال", "إميل", "فيليكس", "مارتن", "روبرت", "سيمون", "ليون", "أوليفر"],
  hi: ["एडम", "बोरिस", "डैनियल", "एमिल", "फ़ेलिक्स", "मार्टिन", "रॉबर्ट", "साइमन", "लियोन", "ओलिवर"],
  zh: ["亚当", "鲍里斯", "丹尼尔", "埃米尔", "费利克斯", "马丁", "罗伯特", "西蒙", "莱昂", "奥利弗"],
  ja: ["アダム", "ボリス", "ダニエル", "エミール", "フェリックス", "マルティン", "ロベルト", "シモン", "レオン", "オリバー"],
  ko: ["아담", "보리스", "다니엘", "에밀", "펠릭스", "마르틴", "로베르트", "시몬", "레온", "올리버"]
};

/** Ten names of men in the language's script, in one order; in Latin letters they are written alike everywhere. */
export const namesOf = (code: string): readonly string[] => NAMES[code] ?? LATIN_NAMES;
