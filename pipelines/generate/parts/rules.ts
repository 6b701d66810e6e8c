// Rules of number sequences, each with the one continuation that it allows.

/** Returns the next term of a sequence; null where no rule of this kind produces its terms. */
type Continue = (terms: readonly number[]) => number | null;

/** One kind of rule. */
export interface Rule {
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
export const RULES = {
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
export type RuleName = keyof typeof RULES;
export const ruleNames = Object.keys(RULES) as RuleName[];
