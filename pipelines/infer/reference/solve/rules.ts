// Solver of the benchmark ZenRules: makes up words letter by letter so that all rules hold, or one of them fails where the mind errs.
import {RULES_CLOSING, RULES_OPENING} from "../../../generate/benchmarks/language/rules.js";
import type {Solver} from "./solver.js";

const LETTERS = [..."aeioustnrldmkpbcfghwyv"];

export const rules: Solver = {
  read(prompt) {
    const [from, to] = [prompt.lastIndexOf(RULES_OPENING), prompt.lastIndexOf(RULES_CLOSING)];
    return from < 0 || to < from ? null : prompt.slice(from + RULES_OPENING.length, to).trim();
  },
  longest: 4_000,
  solve(question, mind) {
    const errors = question.split("\n").map((_, i) => mind.errs({load: 1, remembered: 1 + i * 0.8, depth: 1 + i / 2}));
    const followed = question.split("\n").filter((_, i) => !errors[i]);
    return {
      steps: followed.map(rule => `I keep this rule: ${rule.replace(/^- /u, "").replace(/\.$/u, "")}`),
      answer: textUnder(followed.join("\n")),
      chance: mind.certainty(),
      whole: true
    };
  }
};

/** A text that follows the rules. */
function textUnder(rules: string): string {
  const numberOf = (pattern: RegExp, fallback: number): number => Number(pattern.exec(rules)?.[1] ?? fallback);
  const initials = /in this order: (.+)\./u.exec(rules)?.[1]?.split(", ") ?? [];
  const lines = numberOf(/exactly (\d+) lines/u, initials.length || 3);
  const words = numberOf(/exactly (\d+) words/u, 8);
  const most = numberOf(/more than (\d+) letters/u, 9);
  const length = Math.min(most, Math.max(5, numberOf(/fewer than (\d+) letters/u, 1)));
  const ending = /ends in the letter (\w)/u.exec(rules)?.[1];
  const forbidden = /The letter (\w) does not/u.exec(rules)?.[1];
  const letters = LETTERS.filter(letter => letter !== forbidden);
  const placed = new Map(
    [...rules.matchAll(/The (\d+)\w\w word of line (\d+) is "(\w+)"/gu)].map(([, place, line, word]) => [
      `${line} ${place}`,
      word!
    ])
  );
  const required = /These words occur: (.+)\./u.exec(rules)?.[1]?.split(", ") ?? [];
  const named = new Set([...placed.values(), ...required]);
  let made = 0;
  const makeWord = (first = letters[made % letters.length]!, last = letters[made % 7]!): string => {
    made++;
    const middle = Array.from({length: length - 2}, (_, i) => letters[Math.floor(made / letters.length ** i) % letters.length]!);
    const word = [first, ...middle, last].join("");
    return named.has(word) ? makeWord(first, last) : word;
  };
  return Array.from({length: lines}, (_, line) =>
    Array.from({length: words}, (_, place) => {
      const fixed = placed.get(`${line + 1} ${place + 1}`);
      if (fixed) return fixed;
      if (place === 0) return makeWord(initials[line]);
      if (place === words - 1) return makeWord(undefined, ending);
      return required.shift() ?? makeWord();
    }).join(" ")
  ).join("\n");
}
