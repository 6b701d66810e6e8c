import {describe, expect, test} from "vitest";
import {sequence} from "../../../pipelines/generate/tasks/sequence.js";
import {repetitions} from "../../repetitions.js";
import {lastAnswer, question, questions, refusals} from "./testing.js";

const ALL = "arithmetic geometric alternating fibonacci quadratic multiply_add interleaved cubic";

/** Every rule as linear equations in its unknown whole numbers: what term i is made of. */
const SYSTEMS: Record<
  string,
  {sign: RegExp; from: number; row(i: number, terms: bigint[]): bigint[]; known?(i: number, terms: bigint[]): bigint}
> = {
  arithmetic: {sign: /the one before it plus a fixed number$/m, from: 0, row: i => [1n, BigInt(i)]},
  geometric: {sign: /times a fixed number$/m, from: 1, row: (i, terms) => [terms[i - 1]!]},
  alternating: {sign: /^- two steps take turns/m, from: 0, row: i => [1n, BigInt(Math.ceil(i / 2)), BigInt(Math.floor(i / 2))]},
  fibonacci: {sign: /sum of the two before it$/m, from: 2, row: () => [], known: (i, terms) => terms[i - 1]! + terms[i - 2]!},
  quadratic: {sign: /itself changes by a fixed number/, from: 0, row: i => [1n, BigInt(i), BigInt((i * (i - 1)) / 2)]},
  multiply_add: {sign: /times a fixed number, plus/, from: 1, row: (i, terms) => [terms[i - 1]!, 1n]},
  interleaved: {
    sign: /^- two sequences take turns/m,
    from: 0,
    row: i => (i % 2 ? [0n, 0n, 1n, BigInt(i >> 1)] : [1n, BigInt(i >> 1), 0n, 0n])
  },
  cubic: {
    sign: /differences of the differences/,
    from: 0,
    row: i => [1n, BigInt(i), BigInt((i * (i - 1)) / 2), BigInt((i * (i - 1) * (i - 2)) / 6)]
  }
};

/**
 * What a rule makes of the term behind the shown ones, by exact elimination without fractions: null where no whole numbers fit;
 * throws where several do and tell different terms.
 */
function nextBy(name: string, terms: bigint[]): bigint | null {
  const {from, row, known = () => 0n} = SYSTEMS[name]!;
  const pivots: {column: number; row: bigint[]}[] = [];
  const reduce = (equation: bigint[]) => {
    for (const {column, row: pivot} of pivots) {
      const [a, b] = [pivot[column]!, equation[column]!];
      if (b !== 0n) equation = equation.map((value, k) => value * a - pivot[k]! * b);
    }
    return equation;
  };
  const width = row(from, terms).length;
  for (let i = from; i < terms.length; i++) {
    const equation = reduce([...row(i, terms), terms[i]! - known(i, terms)]);
    const column = equation.findIndex(value => value !== 0n);
    if (column === width) return null;
    if (column >= 0) pivots.push({column, row: equation});
  }
  // The unknowns from the last pivot back; with all of them found, each must be whole.
  if (pivots.length === width) {
    const found: bigint[] = [];
    for (const {column, row: pivot} of [...pivots].reverse()) {
      const rest = pivot.slice(0, width).reduce((sum, value, k) => (k === column ? sum : sum + value * (found[k] ?? 0n)), 0n);
      if ((pivot[width]! - rest) % pivot[column]! !== 0n) return null;
      found[column] = (pivot[width]! - rest) / pivot[column]!;
    }
    return row(terms.length, terms).reduce((sum, value, k) => sum + value * found[k]!, known(terms.length, terms));
  }
  const [a, b] = [0n, 1n].map(guess => reduce([...row(terms.length, terms), guess]));
  if (a!.slice(0, width).some(value => value !== 0n)) throw new Error(`${name} leaves the next of ${terms} open`);
  return a![width]! / (a![width]! - b![width]!);
}

const shownIn = (prompt: string) => /^-?\d+(?:, -?\d+)+$/m.exec(prompt)![0].split(", ").map(BigInt);

/** Every continuation to the term asked for, by every rule that the prompt names and that fits. */
function continuations(prompt: string): Map<string, string> {
  const ahead = Number(/term (\d+) places behind/.exec(prompt)?.[1] ?? 1);
  const found = new Map<string, string>();
  for (const [name, {sign}] of Object.entries(SYSTEMS)) {
    if (!sign.test(prompt)) continue;
    const terms = shownIn(prompt);
    let next: bigint | null = null;
    for (let i = 0; i < ahead; i++) {
      next = nextBy(name, terms);
      if (next === null) break;
      terms.push(next);
    }
    if (next !== null) found.set(name, String(next));
  }
  return found;
}

test("the independent reader knows textbook sequences", () => {
  const next = (name: string, ...terms: number[]) => nextBy(name, terms.map(BigInt));
  expect(next("arithmetic", 2, 5, 8)).toBe(11n);
  expect(next("arithmetic", 2, 5, 9)).toBe(null);
  expect(next("fibonacci", 1, 1, 2, 3, 5)).toBe(8n);
  expect(next("quadratic", 1, 4, 9, 16)).toBe(25n);
  expect(next("cubic", 1, 8, 27, 64, 125)).toBe(216n);
  expect(next("multiply_add", 1, 3, 7, 15)).toBe(31n);
  expect(next("multiply_add", 4, 6, 9, 13)).toBe(null);
  expect(next("multiply_add", 5, 5, 5)).toBe(5n);
  expect(next("geometric", 4, 6, 9)).toBe(null);
  expect(() => next("interleaved", 1, 10, 2)).toThrow("open");
});

describe("answers", () => {
  test("are where every rule that fits leads on generated tests", () => {
    const points = [
      {},
      {rules: ALL, length: 5, max_step: 3},
      {rules: ALL, length: 9, ahead: 3, max_step: 50},
      {rules: "geometric fibonacci", length: 3, max_step: 2, negative: false}
    ];
    for (const params of points)
      for (const {prompt, expected, guessChance} of questions(sequence, params, repetitions(2800))) {
        const found = continuations(prompt);
        expect([...new Set(found.values())], prompt).toEqual([expected]);
        expect(guessChance).toBe(0);
      }
  });

  test("stay exact at the largest parameters", () => {
    for (const {prompt, expected} of questions(sequence, {rules: 8, length: 24, ahead: 8, max_step: 1000}, 300)) {
      expect([...new Set(continuations(prompt).values())]).toEqual([expected]);
      expect(Number.isSafeInteger(Number(expected))).toBe(true);
    }
  });

  test.each([
    ["Answer: -12", "-12"],
    ["17 - 5 = 12", "12"],
    ["Answer: − 1,024", "-1024"],
    ["2.5", null]
  ])("the last literal of %j is %j", (text, answer) => expect(lastAnswer(sequence, text)).toBe(answer));
});

describe("parameters", () => {
  test("rules are those named, and each comes about; the prompt names no other", () => {
    for (const rule of ALL.split(" ")) {
      const {prompt} = question(sequence, {rules: rule}, 0);
      expect([...continuations(prompt).keys()]).toEqual([rule]);
      expect(prompt.match(/^- /gm)).toHaveLength(1);
    }
    const kinds = questions(sequence, {rules: 8}, 500).map(({prompt}) => [...continuations(prompt).keys()].join(" "));
    for (const rule of ALL.split(" ")) expect(kinds.filter(kind => kind.split(" ")[0] === rule).length).toBeGreaterThan(10);
    const parse = (rules: unknown) => (sequence.params.parse({rules}) as {rules: string}).rules;
    expect(parse("fibonacci, arithmetic")).toBe("arithmetic fibonacci");
    expect(parse(2)).toBe("arithmetic geometric");
  });

  test("length is the number of terms shown; negative false keeps all terms above 0; max_step bounds the steps", () => {
    for (const length of [4, 7, 24])
      for (const {prompt} of questions(sequence, {length}, 50)) expect(shownIn(prompt)).toHaveLength(length);
    for (const {prompt} of questions(sequence, {negative: false}, 200)) expect(prompt).not.toMatch(/-\d/);
    const steps = questions(sequence, {rules: 1, max_step: 30}, 300)
      .map(({prompt}) => shownIn(prompt))
      .map(([a, b]) => Math.abs(Number(b! - a!)));
    expect(Math.max(...steps)).toBe(30);
    expect(Math.min(...steps)).toBe(1);
  });

  test("impossible ones are refused with the way out", () => {
    expect(refusals(sequence, {rules: "arithmetic cubic", length: 4})).toEqual([
      "length 4 does not settle the rule cubic; raise length to 5 or leave cubic out of rules"
    ]);
    expect(refusals(sequence, {rules: "primes"})[0]).toMatch(/^unknown rule "primes"; choose from arithmetic/);
    expect(refusals(sequence, {rules: 9})).toEqual(["rules 9 is out of range; give 1 to 8"]);
    expect(refusals(sequence, {rules: ""})[0]).toMatch(/^no rule given/);
    expect(refusals(sequence, {})).toEqual([]);
  });
});

test("test k alone is test k of a longer run", () => {
  const run = questions(sequence, {}, 50);
  for (const k of [0, 7, 49]) expect(question(sequence, {}, k)).toEqual(run[k]);
});
