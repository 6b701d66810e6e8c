// Finds options: by their letters, by their texts, and by both together.
import {getOrAdd} from "../../book/getOrAdd.js";
import {OPTION_LETTERS} from "../../book/letters.js";
import {letterPattern} from "../../generate/parts/choice.js";
import {foldText} from "./fold.js";
import {HTML, lower, plainText, trimMarks, type Value, type ValueKind, withoutFonts} from "./values.js";

/** Texts of options longer than this are not looked for in prose, characters. */
const MAX_OPTION_LENGTH = 400;
const isWordCharacter = (character: string | undefined): boolean => character !== undefined && /[\p{L}\p{N}_]/u.test(character);

/** Patterns of so many letters, which each of thousands of questions would make again. */
const lettersOf = new Map<number, RegExp>();

/** Kind of options: letters, and texts of options where they are known. @param choices texts, or how many options there are */
export function optionKind(choices: readonly string[] | number): ValueKind {
  const texts = typeof choices === "number" ? [] : choices.slice(0, OPTION_LETTERS.length);
  const count = typeof choices === "number" ? choices : Math.max(1, texts.length);
  const last = OPTION_LETTERS[count - 1]!;
  const letters = getOrAdd(lettersOf, count, () => new RegExp(letterPattern(count), "gu"));
  const byText = new Map<string, string | null>();
  for (const [place, text] of texts.entries()) {
    const plain = plainText(text);
    // Of two options with one text, the text names neither; a text of one letter is read as the letter.
    if (plain.length > 1 || (plain.length === 1 && !/\p{L}/u.test(plain)))
      byText.set(plain, byText.has(plain) ? null : OPTION_LETTERS[place]!);
  }
  const searched = [...byText]
    .filter(([text]) => text.length <= MAX_OPTION_LENGTH && /[\p{L}\p{N}]/u.test(text))
    .sort(([a], [b]) => b.length - a.length);

  /** Mentions of texts, the longest of those that overlap. */
  const textsIn = (text: string, from: number): Value[] => {
    const small = lower(text);
    const found: Value[] = [];
    for (const [option, answer] of searched) {
      for (let at = small.indexOf(option, from); at >= 0; at = small.indexOf(option, at + 1)) {
        const end = at + option.length;
        const cut =
          (isWordCharacter(option[0]) && isWordCharacter(small[at - 1])) ||
          (isWordCharacter(option.at(-1)) && isWordCharacter(small[end]));
        const partOfNumber =
          /\d/u.test(option[0]!) && /[\d.,/-]/u.test(small[at - 1] ?? " ") && /[\d.,]/u.test(small[at - 1] ?? " ");
        const goesOn = /\d/u.test(option.at(-1)!) && /^(?:[.,/]\d|%)/u.test(small.slice(end, end + 2));
        if (cut || partOfNumber || goesOn || found.some(other => at < other.end && end > other.start)) continue;
        found.push({answer, start: at, end});
      }
    }
    return found;
  };

  const bareLetter = (content: string): string | null => {
    const plain = trimMarks(foldText(withoutFonts(content)).replace(HTML, "")).trim();
    const letter =
      /^(?:(?:the\s+)?(?:option|choice|answer|letter)\s*:?\s*)?[([{]?\s*([A-Za-z])\s*[)\]}]?[.):]?$/iu
        .exec(plain)?.[1]
        ?.toUpperCase() ?? null;
    return letter !== null && letter <= last ? letter : null;
  };

  return {
    name: "option",
    whole: false,
    valuesIn(text, _, from = 0) {
      const found: Value[] = [];
      letters.lastIndex = from;
      const math = text.includes("$") || text.includes("\\") ? mathIn(text, from) : [];
      for (let match = letters.exec(text); match; match = letters.exec(text)) {
        const [start, end] = [match.index, letters.lastIndex];
        // A letter within a formula is a variable, a unit or a function.
        if (math.some(each => start >= each.start && end <= each.end) || isSymbol(text, start, end)) continue;
        found.push({answer: match[0].replace(/[()]/gu, "").toUpperCase(), start, end});
      }
      if (searched.length === 0) return found;
      const named = textsIn(text, from);
      if (named.length === 0) return found;
      return joinNamed(text, [
        ...found.filter(letter => !named.some(each => letter.start >= each.start && letter.end <= each.end)),
        ...named
      ]);
    },
    spell(content) {
      const letter = bareLetter(content);
      if (letter) return letter;
      const both = /^[([{]?\s*([A-Za-z])\s*[)\].:}]+\s*(.+)$/su.exec(
        trimMarks(foldText(withoutFonts(content)).replace(HTML, "")).trim()
      );
      const text = (value: string): string | null =>
        byText.get(plainText(value)) ?? byText.get(plainText(withoutFonts(value))) ?? null;
      if (!both) return text(content);
      const [named, meant] = [both[1]!.toUpperCase(), text(both[2]!)];
      if (named > last || meant === null) return text(content);
      return meant === named ? named : null;
    }
  };
}

/** Whether a bare letter is a unit after a number, a variable of an equation or a function: "12 J", "A = 4", "C(9,3)". */
const isSymbol = (text: string, start: number, end: number): boolean =>
  (text.slice(start, end) === "(i)" && /\(i{2,3}\)|\(iv\)/u.test(text)) || isPartOfFormula(text, start, end);
const isPartOfFormula = (text: string, start: number, end: number): boolean =>
  text[start] !== "(" &&
  (/[\d°]\s?$/u.test(text.slice(Math.max(0, start - 2), start)) || /^(?:[([{]|\s?=\s?[\d(])/u.test(text.slice(end, end + 4)));

/** Spans of formulas that are more than one letter. */
function mathIn(text: string, from: number): {start: number; end: number}[] {
  const found: {start: number; end: number}[] = [];
  const formula =
    /\$\$?([^$\n]{1,400}?)\$\$?|\\\(([^\n]{1,400}?)\\\)|\\\[([\s\S]{1,800}?)\\\]|\\(?:mathrm|[dt]?frac|sqrt|mathcal|mathbb)\s*(?:\{(?:[^{}\n]|\{[^{}\n]{0,60}\}){0,80}\}){1,2}/gu;
  formula.lastIndex = from;
  for (let match = formula.exec(text); match; match = formula.exec(text)) {
    const content = withoutFonts(match[1] ?? match[2] ?? match[3] ?? "0").replace(/[\s(){}[\].]/gu, "");
    if (!/^[A-Z]$/iu.test(content)) found.push({start: match.index, end: formula.lastIndex});
  }
  return found;
}

/** Joins a letter with the text of an option directly after it: one value, which names none where the two disagree. */
function joinNamed(text: string, values: Value[]): Value[] {
  const sorted = values.sort((a, b) => a.start - b.start);
  const joined: Value[] = [];
  for (const value of sorted) {
    const before = joined.at(-1);
    if (
      before &&
      before.end - before.start <= 3 &&
      value.end - value.start > 1 &&
      /^[\s).:*_\-–—]{1,6}$|^\s*\($/u.test(text.slice(before.end, value.start))
    ) {
      before.answer = value.answer === null || before.answer === value.answer ? before.answer : null;
      before.end = value.end;
    } else joined.push({...value});
  }
  return joined;
}
