// Task "sequence": how a number sequence continues.

import {z} from "zod";
import {integerForm} from "../parts/forms.js";
import {integerParam, namesParam, refuse} from "../parts/params.js";
import type {Random} from "../seed.js";
import {task} from "../task.js";

// Rules of number sequences, each with the one continuation that it allows.

/** Returns the next term of a sequence; null where no rule of this kind produces its terms. */
type Continue = (terms: readonly number[]) => number | null;

/** One kind of rule. */
interface Rule {
  /** The sentence that describes the kind of rule in a prompt. */
  description: string;
  /** Number of terms that determine the rule; one further term makes it possible to check it. */
  unknowns: number;
  /** The next term under the only rule of this kind that fits all terms. Needs more than `unknowns` terms. */
  next: Continue;
}

const whole = (value: number) => (Number.isInteger(value) ? value + 0 : null);

/** Whether every term from position `from` on equals its prediction. */
const holds = (terms: readonly number[], from: number, predict: (i: number) => number) => {
  for (let i = from; i < terms.length; i++) if (terms[i] !== predict(i)) return false;
  return true;
};

/** Next term of a polynomial of the given degree: its differences of that order are constant. */
function polynomial(terms: readonly number[], degree: number): number | null {
  let row = terms.slice();
  let next = 0;
  for (let level = 0; level < degree; level++) {
    next += row.at(-1)!;
    row = row.slice(1).map((term, i) => term - row[i]!);
  }
  return row.every(term => term === row[0]) ? next + row[0]! : null;
}

/** Next term when each term is the one before times m plus c; m is the ratio of successive differences. */
function multiplyAdd(terms: readonly number[]): number | null {
  const [a, b, c] = terms as [number, number, number];
  if (a === b) return holds(terms, 2, () => a) ? a : null;
  const factor = whole((c - b) / (b - a));
  if (factor === null) return null;
  const added = b - factor * a;
  return holds(terms, 2, i => factor * terms[i - 1]! + added) ? factor * terms.at(-1)! + added : null;
}

function geometric(terms: readonly number[]): number | null {
  const [a, b] = terms as [number, number];
  if (a === 0) return holds(terms, 1, () => 0) ? 0 : null;
  const ratio = whole(b / a);
  return ratio !== null && holds(terms, 2, i => ratio * terms[i - 1]!) ? ratio * terms.at(-1)! : null;
}

/** Next term of two arithmetic sequences whose terms alternate. */
function interleaved(terms: readonly number[]): number | null {
  const step = (first: number) => terms[first + 2]! - terms[first]!;
  const steps = [step(0), step(1)];
  if (!holds(terms, 2, i => terms[i - 2]! + steps[i % 2]!)) return null;
  return terms.at(-2)! + steps[terms.length % 2]!;
}

function alternating(terms: readonly number[]): number | null {
  const steps = [terms[1]! - terms[0]!, terms[2]! - terms[1]!];
  const predict = (i: number) => terms[i - 1]! + steps[(i - 1) % 2]!;
  return holds(terms, 3, predict) ? predict(terms.length) : null;
}

function fibonacci(terms: readonly number[]): number | null {
  const predict = (i: number) => terms[i - 1]! + terms[i - 2]!;
  return holds(terms, 2, predict) ? predict(terms.length) : null;
}

/** All kinds of rules by name. */
const RULES = {
  arithmetic: {
    description: "every term is the one before it plus a fixed number",
    unknowns: 2,
    next: terms => polynomial(terms, 1)
  },
  geometric: {description: "every term is the one before it times a fixed number", unknowns: 2, next: geometric},
  alternating: {
    description: "two steps take turns: a fixed number is added, then another fixed number is added, and so on",
    unknowns: 3,
    next: alternating
  },
  fibonacci: {description: "every term is the sum of the two before it", unknowns: 2, next: fibonacci},
  quadratic: {
    description: "the difference from one term to the next itself changes by a fixed number each time",
    unknowns: 3,
    next: terms => polynomial(terms, 2)
  },
  multiply_add: {
    description: "every term is the one before it times a fixed number, plus another fixed number",
    unknowns: 3,
    next: multiplyAdd
  },
  interleaved: {
    description: "two sequences take turns, and in each of them a fixed number (its own) is added from one term to the next",
    unknowns: 4,
    next: interleaved
  },
  cubic: {
    description: "the differences of the differences between neighbouring terms change by a fixed number each time",
    unknowns: 4,
    next: terms => polynomial(terms, 3)
  }
} as const satisfies Record<string, Rule>;
type RuleName = keyof typeof RULES;
const ruleNames = Object.keys(RULES) as RuleName[];

/** Approximate bound of the terms, so that they are exact and short enough to print. */
const LARGEST = 1e12;
/** Most draws until all rules that fit the shown terms agree; nearly every first draw succeeds. */
const MOST_DRAWS = 100;

const params = z
  .strictObject({
    rules: namesParam(
      ruleNames,
      "rule",
      "arithmetic geometric alternating fibonacci quadratic multiply_add",
      `rules that a test may follow, out of ${ruleNames.join(" ")}, separated by spaces or commas, or how many of them from the left; the prompt names them`
    ),
    length: integerParam(3, 24, 7, "terms shown"),
    ahead: integerParam(1, 8, 1, "which term is asked for, terms behind the last one shown"),
    max_step: integerParam(
      2,
      1000,
      9,
      "largest size of the numbers that a rule adds and of first terms; what a rule multiplies by is at most this and 5"
    ),
    negative: z.boolean().default(true).describe("whether a rule may add, start from or multiply by numbers below 0")
  })
  .superRefine(({rules, length}, context) => {
    const widest = rulesNamed(rules).reduce((a, b) => (RULES[b].unknowns > RULES[a].unknowns ? b : a));
    const least = RULES[widest].unknowns + 1;
    if (length >= least) return;
    refuse(
      context,
      `length ${length} does not settle the rule ${widest}; raise length to ${least} or leave ${widest} out of rules`,
      "length"
    );
  });

export const sequence = task({
  name: "sequence",
  version: 1,
  summary: "The continuation of a sequence of whole numbers that follows one of the rules named.",
  params,
  generate({rules, length, ahead, max_step, negative}, random) {
    const allowed = rulesNamed(rules);
    let terms: number[];
    let draws = 0;
    do {
      if (++draws > MOST_DRAWS) throw new RangeError("found no sequence with one continuation; raise max_step or length");
      terms = termsOf(random.pick(allowed), length + ahead, {most: max_step, negative, random});
    } while (!settled(terms, length, allowed));
    const shown = terms.slice(0, length).join(", ");
    const place = ahead === 1 ? "the next term" : `the term ${ahead} places behind the last one shown`;
    const expression = `${allowed.map(name => `- ${RULES[name].description}`).join("\n")}

${shown}

What is ${place}?`;
    const prompt = `These whole numbers follow one of the rules listed here, from the first to the last. Fixed numbers are whole too; find the rule and continue.
${expression}

Think it through, then finish with a line of the form
Answer: <integer>`;
    return {prompt, expected: String(terms.at(-1)), guessChance: 0, expression};
  },
  answer: integerForm
});

/** Whether every allowed rule that produces the shown terms continues as these terms do, up to the last. */
function settled(terms: number[], length: number, allowed: RuleName[]): boolean {
  if (terms.every(term => term === terms[0])) return false; // constant terms: multiplying and adding may cancel out
  for (const name of allowed) {
    const known = terms.slice(0, length);
    for (let i = length; i < terms.length; i++) {
      const next = RULES[name].next(known);
      if (next === null) break;
      if (next !== terms[i]) return false;
      known.push(next);
    }
  }
  return true;
}

function termsOf(rule: RuleName, count: number, {most, negative, random}: {most: number; negative: boolean; random: Random}) {
  /** Never 0: a rule that adds nothing is another kind of rule. */
  const number = () => random.integer(1, most) * (negative && random.chance(0.5) ? -1 : 1);
  const terms = [number()];
  const fill = (termAt: (i: number) => number) => {
    while (terms.length < count) terms.push(termAt(terms.length) + 0);
    return terms;
  };
  switch (rule) {
    case "arithmetic": {
      const step = number();
      return fill(i => terms[i - 1]! + step);
    }
    case "geometric":
    case "multiply_add": {
      const factor = factorOf();
      const added = rule === "geometric" ? 0 : number();
      return fill(i => factor * terms[i - 1]! + added);
    }
    case "fibonacci":
      terms.push(number());
      return fill(i => terms[i - 1]! + terms[i - 2]!);
    case "alternating": {
      const steps = [number(), number()];
      return fill(i => terms[i - 1]! + steps[(i - 1) % 2]!);
    }
    case "interleaved": {
      const steps = [number(), number()];
      terms.push(number());
      return fill(i => terms[i - 2]! + steps[i % 2]!);
    }
    default: {
      let [first, second, third] = [number(), number(), rule === "cubic" ? number() : 0];
      return fill(i => {
        const term = terms[i - 1]! + first;
        [first, second] = [first + second, second + third];
        return term;
      });
    }
  }

  function factorOf(): number {
    const highest = Math.max(2, Math.min(5, most, Math.floor((LARGEST / (2 * most)) ** (1 / (count - 1)))));
    return random.integer(2, highest) * (negative && random.chance(0.3) ? -1 : 1);
  }
}

const rulesNamed = (rules: string) => rules.split(" ") as RuleName[];
