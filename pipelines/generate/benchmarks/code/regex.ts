// The benchmark ZenRegex: regular expressions that are matched, searched and replaced by hand, and values read from texts in small formats.
import type {Problem} from "../../parts/expressions.js";
import {type Family, levelCells} from "../../parts/levels.js";
import type {Random} from "../../seed.js";
import type {Step} from "../../task.js";
import type {Benchmark} from "../benchmark.js";
import {expressions, records, settings} from "./formats.js";
import {altered, isWhole, matchesOf, noise, type Pattern, patternOf} from "./patterns.js";

/** Texts, matches or replacements of each level. */
const COUNTS = [3, 4, 6, 8, 10];
const MAX_LENGTH = 14;

function matches(level: number, random: Random): Problem {
  for (;;) {
    const pattern = patternOf(level, {pieces: 2 + Math.ceil(level / 2), groups: level > 2 ? 1 : 0, random});
    const texts = new Set<string>();
    for (let i = 0; texts.size < COUNTS[level - 1]! && i < 60; i++) {
      const text = pattern.sample(random, []);
      const candidate = random.chance(0.5) ? text : altered(text, random);
      if (candidate.length > 0 && candidate.length <= MAX_LENGTH) texts.add(candidate);
    }
    const weighted = [...texts].map(text => ({text, weight: random.integer(11, 99), matched: isWhole(pattern, text)}));
    const right = weighted.filter(({matched}) => matched).length;
    if (texts.size < COUNTS[level - 1]! || right < 1 || right > texts.size - 1) continue;
    let total = 0;
    const steps = weighted.map(
      ({text, weight, matched}): Step => ({name: `total after ${text}`, value: (total += matched ? weight : 0)})
    );
    const lines = weighted.map(({text, weight}) => `${text} ${weight}`).join("\n");
    const ask = random.pick([
      "Each line has a text and its weight. Add up the weights of the texts that the pattern matches as a whole (re.fullmatch in Python).",
      "After each text are the points that it is worth. How many points are the texts worth that match the pattern from their first character to their last, as re.fullmatch of Python decides it?"
    ]);
    return {question: `Pattern: ${pattern.source}\n\n${lines}\n\n${ask}`, answer: total, steps};
  }
}

function groups(level: number, random: Random): Problem {
  const count = COUNTS[level - 1]! - 1;
  for (;;) {
    const pattern = patternOf(level, {pieces: 2 + Math.ceil(level / 2), groups: 2, random});
    const text = Array.from({length: count}, () => noise(random.integer(0, 3), random) + pattern.sample(random, [])).join("");
    const results = matchesOf(pattern, text);
    if (results.length !== count || text.length > 12 * count) continue;
    const [start, length] = [random.integer(2, 9), random.integer(11, 40)];
    let total = 0;
    const steps = results.map(({groups: [one, other]}, i): Step => {
      total += start * one![0] + length * (other![1] - other![0]);
      return {name: `total after match ${i + 1}`, value: total};
    });
    const ask = random.pick([
      `For each match take ${start} times the start of group 1 plus ${length} times the length of group 2. What is the total?`,
      `Each match counts ${start} times the place where its group 1 begins, plus ${length} times the number of characters in its group 2. What do all of them sum up to?`
    ]);
    const rules = "Matches are found from left to right and do not overlap, as by re.finditer of Python; places count from 0.";
    return {question: `Pattern: ${pattern.source}\nText: ${text}\n\n${rules} ${ask}`, answer: total, steps};
  }
}

/** Draws a replacement with letters and groups of its pattern. */
function replacementOf(count: number, random: Random): string {
  const letter = () => random.pick([..."abcd"]);
  return random.pick(
    count === 1 ? [`${letter()}\\1`, `\\1${letter()}`, letter(), `\\1${letter()}\\1`] : ["\\2\\1", `\\2${letter()}\\1`, "\\1"]
  );
}

const replaced = (text: string, pattern: Pattern, replacement: string): string => {
  let [result, last] = ["", 0];
  for (const {span, groups: spans} of matchesOf(pattern, text)) {
    result += text.slice(last, span[0]) + replacement.replace(/\\(\d)/gu, (_, n: string) => text.slice(...spans[Number(n) - 1]!));
    last = span[1];
  }
  return result + text.slice(last);
};
/** Lengths of a text between replacements. */
const [SHORT, LONG] = [6, 32];

function replacements(level: number, random: Random): Problem {
  let text = noise(random.integer(8, 14), random);
  const steps: Step[] = [];
  const lines: string[] = [];
  const isCode = random.chance(0.5);
  const start = text;
  while (lines.length < COUNTS[level - 1]! - 1) {
    const count = random.integer(1, 2);
    const pattern = patternOf(Math.min(level, 2), {pieces: count + random.integer(0, 1), groups: count, random});
    const replacement = replacementOf(count, random);
    const next = replaced(text, pattern, replacement);
    if (next === text || next.length < SHORT || next.length > LONG) continue;
    text = next;
    lines.push(
      isCode
        ? `text = re.sub(r"${pattern.source}", r"${replacement}", text)`
        : `${lines.length + 1}. each match of ${pattern.source} by ${replacement}`
    );
    steps.push({name: `text after replacement ${lines.length}`, value: text});
  }
  const letter = random.pick([...new Set(text)]);
  const answer = [...text].reduce((sum, each, i) => sum + (each === letter ? i + 1 : 0), 0);
  const task = isCode
    ? `\`\`\`python\ntext = "${start}"\n${lines.join("\n")}\n\`\`\``
    : `Text: ${start}\nReplace in the text, one after the other, as re.sub of Python does:\n${lines.join("\n")}`;
  return {
    question: `${task}\n\nNumber the characters of the final text from 1. What is the sum of the numbers of those that are ${letter}?`,
    answer,
    steps
  };
}

const FAMILIES: Readonly<Record<string, Family>> = {matches, groups, replacements, expressions, settings, records};

/** The words that begin every question. */
export const REGEX_OPENING = "Work this out exactly as a program would.";

export const regex: Benchmark = {
  name: "zen-regex",
  version: 1,
  summary:
    "Regular expressions to match, search and replace by, and prefix expressions, settings and CSV texts to read a value from; answers are integers.",
  domain: "Code generation",
  category: "Regular expressions and parsing",
  facets: {family: "what is asked", level: "difficulty, 1 to 5"},
  single: true,
  cells: levelCells(FAMILIES, {size: 100, opening: REGEX_OPENING})
};
