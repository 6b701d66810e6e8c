// The benchmark ZenOutput: short programs in a part of Python, each of which prints one integer.
import type {Problem} from "../../parts/expressions.js";
import {type Family, levelCells} from "../../parts/levels.js";
import {type Random, severalOf} from "../../seed.js";
import type {Step} from "../../task.js";
import type {Benchmark} from "../benchmark.js";

/** Variables of a running program, and the values that were assigned. */
interface State {
  numbers: Record<string, number>;
  steps: Step[];
}

/** A statement: its lines, and its effect. */
interface Statement {
  lines: readonly string[];
  run(state: State): void;
}

/** The remainder as Python has it: of the sign of the divisor. */
const mod = (value: number, by: number): number => ((value % by) + by) % by;
const indented = (lines: readonly string[]): string[] => lines.map(line => `    ${line}`);

function assign(name: string, text: string, value: (numbers: State["numbers"]) => number): Statement {
  return {
    lines: [`${name} = ${text}`],
    run(state) {
      state.numbers[name] = value(state.numbers);
      state.steps.push({name: `${name}, assignment ${state.steps.length + 1}`, value: state.numbers[name]!});
    }
  };
}

function assignment(names: readonly string[], random: Random): Statement {
  const [one, other] = severalOf(names, 2, random) as [string, string];
  const [factor, by, modulus] = [random.integer(2, 7), random.integer(1, 20), random.integer(50, 199)];
  return random.pick([
    () => assign(one, `(${one} * ${factor} + ${other}) % ${modulus}`, v => mod(v[one]! * factor + v[other]!, modulus)),
    () => assign(one, `${one} + ${other} - ${by}`, v => v[one]! + v[other]! - by),
    () => assign(one, `${other} // ${factor} + i`, v => Math.floor(v[other]! / factor) + v.i!),
    () => assign(one, `(${one} - i * ${other}) % ${modulus}`, v => mod(v[one]! - v.i! * v[other]!, modulus)),
    () => assign(one, `max(${one}, ${other}) - min(${one}, ${by})`, v => Math.max(v[one]!, v[other]!) - Math.min(v[one]!, by))
  ])();
}

/** A statement, or a choice between two. */
function body(names: readonly string[], random: Random): Statement {
  const [first, second] = [assignment(names, random), assignment(names, random)];
  if (random.chance(0.4)) return first;
  const [one, other] = severalOf(names, 2, random) as [string, string];
  const divisor = random.integer(2, 3);
  const [text, holds] = random.pick<[string, (numbers: State["numbers"]) => boolean]>([
    [`${one} % ${divisor} == 0`, v => mod(v[one]!, divisor) === 0],
    [`${one} > ${other}`, v => v[one]! > v[other]!],
    [`(${one} + i) % ${divisor} == 1`, v => mod(v[one]! + v.i!, divisor) === 1]
  ]);
  return {
    lines: [`if ${text}:`, ...indented(first.lines), "else:", ...indented(second.lines)],
    run: state => (holds(state.numbers) ? first : second).run(state)
  };
}

/** Rounds of a level. */
const ROUNDS = [3, 5, 8, 11, 16];

function loop(level: number, random: Random): Problem {
  const names = severalOf([..."abcdfgh"], level < 3 ? 2 : 3, random);
  const numbers: Record<string, number> = Object.fromEntries(names.map(name => [name, random.integer(1, 99)]));
  const start = names.map(name => `${name} = ${numbers[name]}`);
  const statements = Array.from({length: level < 3 ? level : 3}, () => body(names, random));
  const [from, rounds] = [random.integer(0, 5), ROUNDS[level - 1]!];
  const state: State = {numbers, steps: []};
  for (let i = from; i < from + rounds; i++) {
    numbers.i = i;
    for (const each of statements) each.run(state);
  }
  const weights = names.map(() => random.integer(2, 9));
  const sum = names.map((name, i) => `${weights[i]} * ${name}`).join(" + ");
  const answer = names.reduce((total, name, i) => total + weights[i]! * numbers[name]!, 0);
  const lines = [
    ...start,
    `for i in range(${from}, ${from + rounds}):`,
    ...statements.flatMap(each => indented(each.lines)),
    `print(${sum})`
  ];
  return programOf(lines, answer, state.steps);
}

const programOf = (lines: readonly string[], answer: number, steps: readonly Step[]): Problem => ({
  question: `\`\`\`python\n${lines.join("\n")}\n\`\`\``,
  answer,
  steps: [...steps, {name: "output", value: answer}]
});

type List = readonly number[];
/** Lines that change a list, the easiest first. */
const LIST_LINES: readonly ((list: List, random: Random) => [line: string, list: List])[] = [
  (list, random) => {
    const [i, by] = [random.integer(0, list.length - 1), random.integer(2, 30)];
    return [`xs[${i}] = xs[${i}] + ${by}`, list.with(i, list[i]! + by)];
  },
  list => ["xs.append(xs[0] + xs[-1])", [...list, list[0]! + list.at(-1)!]],
  list => ["xs = xs[::-1]", list.toReversed()],
  (list, random) => {
    const i = random.integer(1, list.length - 1);
    return [`xs = xs[${i}:] + xs[:${i}]`, [...list.slice(i), ...list.slice(0, i)]];
  },
  (list, random) => {
    const [i, j] = severalOf([...list.keys()], 2, random) as [number, number];
    return [`xs[${i}], xs[${j}] = xs[${j}], xs[${i}]`, list.with(i, list[j]!).with(j, list[i]!)];
  },
  list => ["xs = sorted(xs)", list.toSorted((a, b) => a - b)],
  (list, random) => {
    const i = random.integer(0, list.length - 1);
    return [`xs.insert(${i}, xs.pop())`, [...list.slice(0, -1).slice(0, i), list.at(-1)!, ...list.slice(i, -1)]];
  },
  (list, random) => {
    const i = random.integer(1, list.length - 1);
    return [`xs[-${i}] = xs[-${i}] - xs[0]`, list.with(-i, list.at(-i)! - list[0]!)];
  }
];

/** Lines of a level. */
const CHANGES = [2, 4, 7, 10, 14];

function lists(level: number, random: Random): Problem {
  let list: List = Array.from({length: random.integer(4, 6)}, () => random.integer(1, 60));
  const lines = [`xs = [${list.join(", ")}]`];
  const steps: Step[] = [];
  for (let i = 0; i < CHANGES[level - 1]!; i++) {
    const [line, next] = random.pick(LIST_LINES.slice(0, 2 + 2 * level))(list, random);
    lines.push(line);
    list = next;
    steps.push({name: `xs after line ${lines.length}`, value: list.join(", ")});
  }
  const end = ["total = 0", "for k in range(len(xs)):", "    total = total + (k + 1) * xs[k]", "print(total)"];
  return programOf(
    [...lines, ...end],
    list.reduce((sum, value, k) => sum + (k + 1) * value, 0),
    steps
  );
}

/** Lines in a loop over the characters c of a text. */
const TEXT_LINES: readonly (readonly [line: string, apply: (t: string, c: string) => string])[] = [
  ["t = t + c", (t, c) => t + c],
  ["t = c + t", (t, c) => c + t],
  ["t = t[1:] + c", (t, c) => t.slice(1) + c],
  ["t = t[::-1] + c", (t, c) => [...t].reverse().join("") + c],
  ["t = c * 2 + t[:4]", (t, c) => c + c + t.slice(0, 4)],
  ["t = t[2:] + c + t[:2]", (t, c) => t.slice(2) + c + t.slice(0, 2)]
];
const LETTERS = "abcdefghij";

function texts(level: number, random: Random): Problem {
  const letter = () => random.pick([...LETTERS]);
  const source = Array.from({length: 3 + 2 * level}, letter).join("");
  const vowels = severalOf([...LETTERS], 4, random).join("");
  const [yes, no] = severalOf(TEXT_LINES.slice(0, level + 1), 2, random) as [
    (typeof TEXT_LINES)[number],
    (typeof TEXT_LINES)[number]
  ];
  let t = letter();
  const lines = [`letters = "${LETTERS}"`, `t = "${t}"`, `for c in "${source}":`, `    if c in "${vowels}":`];
  lines.push(`        ${yes[0]}`, "    else:", `        ${no[0]}`);
  const steps: Step[] = [...source].map((c, i) => {
    t = (vowels.includes(c) ? yes : no)[1](t, c);
    return {name: `t after round ${i + 1}`, value: t};
  });
  const [factor, modulus] = [random.integer(3, 9), random.integer(501, 997)];
  let n = random.integer(1, 99);
  lines.push(`n = ${n}`, "for c in t:", `    n = (n * ${factor} + letters.index(c)) % ${modulus}`, "print(n)");
  for (const [i, c] of [...t].entries()) {
    n = (n * factor + LETTERS.indexOf(c)) % modulus;
    steps.push({name: `n after round ${i + 1}`, value: n});
  }
  return programOf(lines, n, steps);
}

/** Calls after which a function is drawn again. */
const MAX_CALLS = 40;
/** Calls of a function for each level, from and to. */
const CALLS = [
  [3, 5],
  [6, 9],
  [10, 14],
  [15, 21],
  [22, 32]
] as const;

function recursion(level: number, random: Random): Problem {
  const [base, by, divisor] = [random.integer(2, 4), random.integer(1, 99), random.integer(2, 3)];
  const [down, more, factor] = [random.integer(1, 3), random.integer(2, 4), random.integer(2, 4)];
  const [first, second] = severalOf([1, 2, 3], 2, random) as [number, number];
  const isDouble = level > 2;
  const steps: Step[] = [];
  const f = (n: number): number => {
    if (steps.length > MAX_CALLS) return 0;
    let value: number;
    if (n < base) value = n + by;
    else if (n % divisor === 0) value = f(Math.floor(n / divisor)) + factor * n;
    else value = isDouble ? f(n - first - 1) + more * f(n - second) : f(n - down) * factor - more * n;
    steps.push({name: `f(${n}), call ${steps.length + 1} to end`, value});
    return value;
  };
  const n = random.integer(6, 99);
  const answer = f(n);
  const [low, high] = CALLS[level - 1]!;
  if (steps.length < low || steps.length > high) return recursion(level, random);
  const last = isDouble ? `f(n - ${first + 1}) + ${more} * f(n - ${second})` : `f(n - ${down}) * ${factor} - ${more} * n`;
  const lines = [
    ...["def f(n):", `    if n < ${base}:`, `        return n + ${by}`, `    if n % ${divisor} == 0:`],
    ...[`        return f(n // ${divisor}) + ${factor} * n`, `    return ${last}`, "", `print(f(${n}))`]
  ];
  return programOf(lines, answer, steps.slice(0, -1));
}

const FAMILIES: Readonly<Record<string, Family>> = {loop, lists, texts, recursion};

/** The words that begin every question. */
export const OUTPUT_OPENING = "What does this Python program print?";

export const output: Benchmark = {
  name: "zen-output",
  version: 1,
  summary: "Short Python programs with loops, lists, texts and recursion; the answer is the integer that each prints.",
  domain: "Code generation",
  category: "Output prediction",
  facets: {family: "kind of program", level: "difficulty, 1 to 5"},
  single: true,
  cells: levelCells(FAMILIES, {size: 150, opening: OUTPUT_OPENING})
};
