// Numbers in English words: the words, and whole numbers made of them.
import {isHyphen, isLetter, type Word, wordAfter, wordAt} from "./neighbours.js";

/** What a word is within a number. */
type Role =
  | "zero"
  | "unit"
  | "teen"
  | "ten"
  | "hundred"
  | "scale"
  | "dozen"
  | "pair"
  | "half"
  | "quarter"
  | "vague"
  | "multiple"
  | "month"
  | "foreign";
export interface NumeralWord {
  role: Role;
  value: number;
  isOrdinal?: boolean;
  /** Of an ordinal: more than one, as in "two thirds". */
  isPlural?: boolean;
}

export const numeralWords: ReadonlyMap<string, NumeralWord> = new Map([
  ...entries("zero", 0, "zero nought naught nil zilch"),
  ...counted("unit", 1, "one two three four five six seven eight nine"),
  ...counted("teen", 10, "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"),
  ...tens("twenty thirty forty fifty sixty seventy eighty ninety"),
  ...entries("ten", 40, "fourty"),
  ...entries("hundred", 100, "hundred"),
  ...entries("scale", 1e3, "thousand"),
  ...entries("scale", 1e6, "million"),
  ...entries("scale", 1e9, "billion"),
  ...ordinals("unit", 1, "first second third fourth fifth sixth seventh eighth ninth"),
  ...ordinals("teen", 10, "tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth"),
  ..."twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth"
    .split(" ")
    .flatMap((word, i) => ordinal("ten", 20 + 10 * i, word)),
  ...ordinal("hundred", 100, "hundredth"),
  ...ordinal("scale", 1e3, "thousandth"),
  ...ordinal("scale", 1e6, "millionth"),
  ...entries("dozen", 12, "dozen"),
  ...entries("dozen", 20, "score"),
  ...entries("dozen", 144, "gross"),
  ...entries("pair", 2, "pair couple brace duo"),
  ...entries("pair", 3, "trio"),
  ...entries("pair", 4, "quartet"),
  ...entries("half", 0.5, "half halves"),
  ...entries("quarter", 0.25, "quarter quarters"),
  ...entries(
    "vague",
    Number.NaN,
    "twos threes fours fives sixes sevens eights nines tens twenties thirties forties fifties sixties"
  ),
  ...entries("vague", Number.NaN, "seventies eighties nineties hundreds thousands millions billions dozens scores"),
  ...entries("multiple", 2, "twice double twofold"),
  ...entries("multiple", 3, "thrice triple treble threefold"),
  ...entries("multiple", 4, "quadruple fourfold"),
  ...entries("month", 0, "january february march april may june july august september october november december"),
  ...foreignWords()
]);

/**
 * Numbers from one to twelve in German, French, Spanish, Italian, Portuguese and Dutch, but those that are English words or mostly names
 * as well: once, due, doze, twee, elf, dos, dix, sept, sei, un, um and één.
 */
function foreignWords(): [string, NumeralWord][] {
  const languages = [
    "eins zwei drei vier fünf sechs sieben acht neun zehn - zwölf",
    "- deux trois quatre cinq - - huit neuf - onze douze",
    "uno - tres cuatro cinco seis siete ocho nueve diez - doce",
    "- - tre quattro cinque - sette otto nove dieci undici dodici",
    "- dois três quatro - - sete oito - dez - -",
    "- - drie - vijf zes zeven - negen tien - twaalf"
  ];
  return languages.flatMap(words =>
    words
      .split(" ")
      .flatMap((word, i): [string, NumeralWord][] => (word === "-" ? [] : [[word, {role: "foreign", value: i + 1}]]))
  );
}

function entries(role: Role, value: number, words: string): [string, NumeralWord][] {
  return words.split(" ").map(word => [word, {role, value}]);
}
function counted(role: Role, first: number, words: string): [string, NumeralWord][] {
  return words.split(" ").map((word, i) => [word, {role, value: first + i}]);
}
function tens(words: string): [string, NumeralWord][] {
  return words.split(" ").map((word, i) => [word, {role: "ten", value: 20 + 10 * i}]);
}
function ordinals(role: Role, first: number, words: string): [string, NumeralWord][] {
  return words.split(" ").flatMap((word, i) => ordinal(role, first + i, word));
}
/** An ordinal and its plural, but "seconds" are of time. */
function ordinal(role: Role, value: number, word: string): [string, NumeralWord][] {
  const one: [string, NumeralWord] = [word, {role, value, isOrdinal: true}];
  return value <= 2 ? [one] : [one, [`${word}s`, {role, value, isOrdinal: true, isPlural: true}]];
}

/** A whole number in words. */
export interface Spelled {
  value: number;
  end: number;
  isOrdinal: boolean;
  /** How many words it has, "and" apart. */
  words: number;
  /** The last word's role, before which another number may stand that reads as a year. */
  last: Role;
}

/**
 * The whole number whose first word is given: as many words as make one number, so "twenty three" is 23 and "nine two" is 9. A number may
 * begin with "hundred" or "thousand" where "a" stands before it. Null where the word begins none.
 */
export function spelledFrom(text: string, first: Word, {afterArticle = false} = {}): Spelled | null {
  let total = 0;
  let group = afterArticle ? 1 : -1;
  let scale = Number.POSITIVE_INFINITY;
  let found = null as Spelled | null;
  let here: {word: Word; isAnd: boolean} | null = {word: first, isAnd: false};
  while (here) {
    const {word, isAnd}: {word: Word; isAnd: boolean} = here;
    const entry = numeralWords.get(word.text);
    if (!entry || (entry.isPlural && found)) break;
    const {role, value} = entry;
    const isBare = group === -1; // nothing yet, or a thousand before
    const isRound = group >= 100 && group % 100 === 0;
    if (isAnd && !isRound && !(isBare && total > 0)) break;
    if (isAnd && startsHundreds(text, word)) break;
    if (role === "zero" && (!isBare || total > 0)) break;
    else if (role === "unit" && !isBare && !isRound && !(group % 10 === 0 && group % 100 >= 20)) break;
    else if ((role === "teen" || role === "ten") && !isBare && !isRound) break;
    else if (role === "hundred" && (isAnd || group < 1 || group > 99)) break;
    else if (role === "scale" && (isAnd || group < 1 || value >= scale)) break;
    else if (role === "hundred") group *= 100;
    else if (role === "scale") {
      total += group * value;
      scale = value;
      group = -1;
    } else if (role === "zero" || role === "unit" || role === "teen" || role === "ten") group = Math.max(0, group) + value;
    else break;
    found = {
      value: total + Math.max(0, group),
      end: word.end,
      isOrdinal: entry.isOrdinal === true,
      words: (found?.words ?? 0) + 1,
      last: role
    };
    if (entry.isOrdinal || role === "zero") break;
    here = joined(text, word.end);
  }
  return found;
}

/** The next word of a number: behind a hyphen, white space or "and". */
export function joined(text: string, at: number): {word: Word; isAnd: boolean} | null {
  const word = behind(text, at);
  if (word?.text !== "and") return word && {word, isAnd: false};
  const after = behind(text, word.end);
  return after && {word: after, isAnd: true};
}
const behind = (text: string, at: number): Word | null =>
  isHyphen(text.charCodeAt(at)) && isLetter(text.charCodeAt(at + 1)) ? wordAt(text, at + 1) : wordAfter(text, at);

/** Whether a number of hundreds begins here, so that the "and" before it joins two numbers: "one hundred and two hundred". */
function startsHundreds(text: string, word: Word): boolean {
  let next = behind(text, word.end);
  if (next && numeralWords.get(next.text)?.role === "unit") next = behind(text, next.end);
  return next !== null && numeralWords.get(next.text)?.role === "hundred";
}
