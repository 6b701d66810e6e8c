// Scores multiple choice: an option is named by its letter or by its text, and either counts as the letter.
import {letterOf, OPTION_LETTERS} from "../../book/letters.js";
import {letterPattern} from "../../generate/parts/choice.js";
import type {AnswerForm} from "../../generate/task.js";
import {findAnswer} from "../extract.js";
import {lineForm} from "../form.js";
import {type Scoring, unscored, wrong} from "./scorer.js";

/** The place of the option that a letter such as "B" or "(b)" names; -1 where it names none of them. */
export function placeOf(letter: string, choices: readonly string[]): number {
  const place = OPTION_LETTERS.indexOf(/^\(?([A-Za-z])\)?$/u.exec(letter.trim())?.[1]?.toUpperCase() ?? "?");
  return place < Math.min(choices.length, OPTION_LETTERS.length) ? place : -1;
}

export const choice: Scoring<"choice"> = (answer, {expected, choices = []}) => {
  if (choices.length < 2) return unscored("a scorer of choices needs a test with at least two choices");
  const right = placeOf(expected, choices);
  if (right < 0) return unscored(`the right answer ${JSON.stringify(expected)} is no letter of its ${choices.length} choices`);
  const found = findAnswer(answer, formOfChoices(choices));
  if (!found) return wrong();
  return {right: found.answer === letterOf(right), parsed: true, answer: found.answer, answer_rule: found.rule, measures: {}};
};

const forms = new Map<string, AnswerForm>();
/** Most sets of choices whose forms are kept. */
const MOST_FORMS = 1_000;

/** The form of answers that name one of the choices, by letter or by text; its canonical spelling is the letter. */
function formOfChoices(choices: readonly string[]): AnswerForm {
  const key = JSON.stringify(choices);
  const known = forms.get(key);
  if (known) return known;
  if (forms.size >= MOST_FORMS) forms.clear();
  const form = makeForm(choices.slice(0, OPTION_LETTERS.length));
  forms.set(key, form);
  return form;
}

function makeForm(choices: readonly string[]): AnswerForm {
  const byText = new Map<string, string | null>();
  for (const [place, text] of choices.entries()) {
    const plain = lineForm.normalise(text);
    // Of two options with one text, the text names neither.
    if (plain !== null) byText.set(plain, byText.has(plain) ? null : letterOf(place));
  }
  const last = letterOf(choices.length - 1);
  const [upper, lower] = [`A-${last}`, `a-${last.toLowerCase()}`];
  // The longest text comes first: a text that contains "New York" also contains "York". A text of one letter is read as the letter.
  const texts = bounded(
    choices
      .map(text => text.trim())
      .filter(text => text.length > 1 && lineForm.normalise(text) !== null)
      .sort((a, b) => b.length - a.length)
  );
  // "(B) Paris" is one answer, not two. The texts stand in the pattern once, since they take longest to compile.
  const named = String.raw`(?:(?:\([${upper}${lower}]\)|\b[${upper}][).:])\s*)?(?:${texts})`;
  return {
    literal: new RegExp([...(texts === "" ? [] : [named]), letterPattern(choices.length)].join("|"), "gu"),
    normalise(text) {
      const bare = /^\(?([A-Za-z])\)?$/u.exec(text.trim())?.[1]?.toUpperCase();
      if (bare) return bare <= last ? bare : null;
      const both = /^\(?([A-Za-z])[).:]\s*(.+)$/su.exec(text.trim());
      const plain = (value: string) => byText.get(lineForm.normalise(value) ?? "") ?? null;
      if (!both) return plain(text);
      const [named, meant] = [both[1]!.toUpperCase(), plain(both[2]!)];
      return meant === null || meant === named ? (named <= last ? named : null) : plain(text);
    }
  };
}

/**
 * A pattern for one of the texts, the first that matches, none within a longer word. Neighbours that begin and end alike share what they must
 * not touch: a pattern with the letters of all scripts for each text would take most of the time of scoring.
 */
function bounded(texts: readonly string[]): string {
  const groups: {before: string; after: string; patterns: string[]}[] = [];
  for (const text of texts) {
    const pattern = anyCase(text.replace(/[\\^$.*+?()[\]{}|/]/gu, "\\$&").replace(/\s+/gu, "\\s+"));
    const before = /^[\p{L}\p{N}_]/u.test(text) ? "(?<![\\p{L}\\p{N}_])" : "";
    const after = /[\p{L}\p{N}_]$/u.test(text) ? "(?![\\p{L}\\p{N}_])" : "";
    const last = groups.at(-1);
    if (last && last.before === before && last.after === after) last.patterns.push(pattern);
    else groups.push({before, after, patterns: [pattern]});
  }
  return groups.map(({before, after, patterns}) => `${before}(?:${patterns.join("|")})${after}`).join("|");
}

/** A pattern for a text in upper or lower case; the letters of options themselves are told apart by case. */
const anyCase = (pattern: string): string =>
  pattern.replace(/\\[\s\S]|\p{L}/gu, part =>
    part.startsWith("\\") || part.toLowerCase() === part.toUpperCase() ? part : `[${part.toLowerCase()}${part.toUpperCase()}]`
  );
