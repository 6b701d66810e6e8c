// Solver of the task "sequence".
import type {Effort, Mind} from "../mind.js";
import {block} from "./block.js";
import type {Solver} from "./solver.js";

const SEQUENCE = /^-?\d+(?:, -?\d+)+$/m;

/** For each rule, its wording in the prompt, its load, and how the next term is derived from the terms before it. */
const RULES: {sign: string; load: number; derive(terms: number[]): ((before: number[]) => number) | null}[] = [
  {
    sign: "the one before it plus a fixed number",
    load: 0.5,
    derive:
      ([a, b]) =>
      before =>
        at(before, 1) + b! - a!
  },
  {
    sign: "the one before it times a fixed number\n",
    load: 0.8,
    derive:
      ([a, b]) =>
      before =>
        at(before, 1) * Math.round(b! / a!)
  },
  {
    sign: "two steps take turns",
    load: 1,
    derive:
      ([a, b, c]) =>
      before =>
        at(before, 1) + (before.length % 2 ? b! - a! : c! - b!)
  },
  {
    sign: "the sum of the two before it",
    load: 0.8,
    derive: () => before => at(before, 1) + at(before, 2)
  },
  {
    sign: "itself changes by a fixed number",
    load: 1.4,
    derive:
      ([a, b, c]) =>
      before =>
        2 * at(before, 1) - at(before, 2) + (c! - 2 * b! + a!)
  },
  {
    sign: "times a fixed number, plus another",
    load: 1.8,
    derive([a, b, c]) {
      const factor = Math.round((c! - b!) / (b! - a!));
      return before => factor * at(before, 1) + b! - factor * a!;
    }
  },
  {
    sign: "two sequences take turns",
    load: 1.8,
    derive:
      ([a, b, c, d]) =>
      before =>
        at(before, 2) + (before.length % 2 ? d! - b! : c! - a!)
  },
  {
    sign: "differences of the differences",
    load: 2.4,
    derive([a, b, c, d]) {
      const third = d! - 3 * c! + 3 * b! - a!;
      return before => 3 * at(before, 1) - 3 * at(before, 2) + at(before, 3) + third;
    }
  }
];
const UNKNOWNS = [2, 2, 3, 2, 3, 3, 4, 4];

export const sequence: Solver = {
  read: prompt =>
    prompt.includes("These whole numbers follow one of the rules") ? block(prompt, "find the rule and continue.") : null,
  longest: 4_096,
  solve(question, mind) {
    const shown = SEQUENCE.exec(question)?.[0];
    if (!shown) throw new SyntaxError("no sequence");
    const terms = shown.split(", ").map(Number);
    const ahead = Number(/term (\d+) places behind/.exec(question)?.[1] ?? 1);
    const size = terms.reduce((sum, term) => sum + String(Math.abs(term)).length, 0) / terms.length;
    const effort = (load: number): Effort => ({load: load * (0.5 + 0.25 * size), remembered: 3 + load, depth: 1 + load});
    const steps: string[] = [];
    let missed = false;
    for (const [i, {sign, load, derive}] of RULES.entries()) {
      if (!question.includes(sign)) continue;
      const predict = derive(terms);
      const from = UNKNOWNS[i]!;
      const fits = predict !== null && terms.every((term, k) => k < from || predict(terms.slice(0, k)) === term);
      // A rule that fits may be missed, when a wrongly computed difference seems to contradict it.
      if (!fits || (mind.errs(effort(load)) && (missed = true))) continue;
      steps.push(`The rule is ${sign.trim()}`);
      return {steps, answer: String(continueSequence(terms, predict!, ahead, {steps, mind, effort: effort(load)}))};
    }
    steps.push(
      missed
        ? "I see no rule that fits all terms, so I go by the last difference"
        : "No rule fits, so I go by the last difference"
    );
    const step = at(terms, 1) - at(terms, 2);
    return {steps, answer: String(at(terms, 1) + ahead * step + mind.random.pick([0, 0, 1, -1]))};
  }
};

interface Work {
  steps: string[];
  mind: Mind;
  effort: Effort;
}

function continueSequence(
  terms: number[],
  predict: (before: number[]) => number,
  ahead: number,
  {steps, mind, effort}: Work
): number {
  const run = [...terms];
  for (let i = 0; i < ahead; i++) {
    let next = predict(run) + 0;
    if (mind.errs(effort)) next += mind.random.pick([1, -1, 10, -10, at(run, 1) - at(run, 2) || 2]);
    steps.push(`After ${at(run, 1)} comes ${next}`);
    run.push(next);
  }
  return at(run, 1);
}

/** The term `back` places from the end; 1 is the last. */
const at = (terms: number[], back: number) => terms[terms.length - back]!;
