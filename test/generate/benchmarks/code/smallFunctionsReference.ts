// Second implementation of ZenSmallFunctions and ZenRepair: reads the operations of a docstring, and carries them out in separate loops.
import type {Benchmark} from "../../../../pipelines/generate/benchmarks/benchmark.js";
import {REPAIR_OPENING, repair} from "../../../../pipelines/generate/benchmarks/code/repair.js";
import {SMALL_FUNCTIONS_OPENING, smallFunctions} from "../../../../pipelines/generate/benchmarks/code/smallFunctions.js";
import type {Measured, Placed} from "../quality/measure.js";

type Operation = readonly [pattern: RegExp, apply: (value: never, constant: number) => unknown];

/** Sorts by repeated removal of the smallest. */
function sorted<T>(values: readonly T[]): T[] {
  const rest = [...values];
  const result: T[] = [];
  while (rest.length > 0) {
    let least = 0;
    for (let i = 1; i < rest.length; i++) if (rest[i]! < rest[least]!) least = i;
    result.push(...rest.splice(least, 1));
  }
  return result;
}
const reversed = <T>(values: readonly T[]): T[] => values.map((_, i) => values[values.length - 1 - i]!);
const spelt = (word: string): string => reversed(word.split("")).join("");
const totals = (values: readonly number[]): number[] =>
  values.map((_, i) => values.filter((_, k) => k <= i).reduce((a, b) => a + b, 0));
const largest = (values: readonly number[]): number => sorted(values).at(-1)!;
function digits(n: number): number[] {
  const result: number[] = [];
  for (let rest = n; rest > 0; rest = Math.floor(rest / 10)) result.push(rest % 10);
  return result;
}
const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
const rotated = <T>(values: readonly T[]): T[] => values.map((_, i) => values[(i + 1) % values.length]!);

const ON_LISTS: readonly Operation[] = [
  [/^Multiply every|times itself\.$/u, (xs: number[], k) => xs.map(x => x * k)],
  [/^Add \d+ to every|^Increase each/u, (xs: number[], k) => xs.map(x => x - -k)],
  [/divisible by|divides\.$/u, (xs: number[], k) => xs.filter(x => x / k !== Math.trunc(x / k))],
  [/^Sort|^Put the numbers in order/u, sorted],
  [/^Reverse|^Turn/u, reversed],
  [/running totals|up to and including/u, totals],
  [/^Move the first|^Take away the first/u, rotated],
  [/occurred earlier|^Of equal/u, (xs: number[]) => xs.filter((x, i) => xs.indexOf(x) === i)],
  [/remainder|modulo/u, (xs: number[], k) => xs.map(x => x - k * Math.floor(x / k))],
  [/length of the list|one more number/u, (xs: number[]) => xs.concat(xs.length)],
  [/^Return/u, (xs: number[]) => sum(xs.map((x, i) => x + i * x))]
];
const ON_WORDS: readonly Operation[] = [
  [/^Reverse the order|^Put the last word/u, reversed],
  [/^Reverse the letters of each|^Spell every/u, (words: string[]) => words.map(spelt)],
  [/fewer than|at least/u, (words: string[], k) => words.filter(word => word[k - 1] !== undefined)],
  [/^Sort the words|^Put the words/u, sorted],
  [/last letter/u, (words: string[]) => words.map(word => word.replace(/^(.*)(.)$/u, "$2$1"))],
  [/^Double|twice\.$/u, (words: string[]) => words.map(word => word.replace(/^./u, "$&$&"))],
  [/even places|the fourth/u, (words: string[]) => words.map((word, i) => [word, spelt(word)][i % 2]!)],
  [/^Sort the letters|within every word/u, (words: string[]) => words.map(word => sorted(word.split("")).join(""))],
  [
    /^Shorten|^Cut/u,
    (words: string[], k) =>
      words.map(word =>
        word
          .split("")
          .filter((_, i) => i < k)
          .join("")
      )
  ],
  [/^Append|^Put a copy/u, (words: string[]) => words.concat(words.filter((_, i) => i === 0))],
  [/^Return/u, (words: string[]) => words.reduce((text, word, i) => (i === 0 ? word : `${text} ${word}`), "")]
];
const ON_NUMBERS: readonly Operation[] = [
  [/sum of its digits|total of its decimal digits/u, (n: number) => n + sum(digits(n))],
  [/^Multiply|times itself/u, (n: number, k) => sum(Array.from({length: k}, () => n))],
  [/largest/u, (n: number, k) => n + largest(digits(n)) * k],
  [/halve/iu, (n: number, k) => (n / 2 === Math.floor(n / 2) ? n / 2 : n + n + n + k)],
  [/remainder|modulo/u, (n: number, k) => n - k * Math.floor(n / k)],
  [/digits/u, (n: number) => digits(n).reduce((value, digit) => 10 * value + digit, 0)],
  [/at least|smaller/u, (n: number, k) => (n < k ? n : n - k)],
  [/^Add|^Increase/u, (n: number, k) => n - -k],
  [/^Return/u, (n: number) => n]
];
const ON_ROWS: readonly Operation[] = [
  [
    /^Swap|^Transpose/u,
    (rows: number[][]) => Array.from({length: rows[0]!.length}, (_, c) => rows.flatMap(row => row.slice(c, c + 1)))
  ],
  [/^Reverse each|^Mirror/u, (rows: number[][]) => rows.map(reversed)],
  [/^Reverse the order|^Turn/u, reversed],
  [/number of its row|by twice/u, (rows: number[][], k) => rows.map((row, r) => row.map(x => x + k + r * k))],
  [/^Sort|in order/u, (rows: number[][]) => rows.map(sorted)],
  [/^Move|^Take/u, rotated],
  [/running totals|up to and including/u, (rows: number[][]) => rows.map(totals)],
  [/largest/u, (rows: number[][]) => rows.map(row => row.concat(largest(row)))],
  [
    /^Return|return the total/u,
    (rows: number[][]) => sum(rows.flatMap((row, r) => row.map((x, c) => x * (2 * (r + 1) + (c + 1)))))
  ]
];
const TABLES: Readonly<Record<string, readonly Operation[]>> = {xs: ON_LISTS, text: ON_WORDS, n: ON_NUMBERS, rows: ON_ROWS};

/** The parameter's name and the sentences of a docstring. */
function readDocstring(prompt: string): [parameter: string, sentences: string[]] {
  const [, parameter] = /^def \w+\((\w+): /mu.exec(prompt)!;
  const sentences = [...prompt.matchAll(/^ {4}(?:\d\. )?((?:[A-Z]).*\.)$/gmu)].map(([, text]) => text!);
  return [parameter!, sentences];
}

/** Result of the function that a docstring describes. */
export function resultOf(prompt: string, argument: unknown): unknown {
  const [parameter, sentences] = readDocstring(prompt);
  const begin = parameter === "text" ? String(argument).split(" ") : argument;
  return sentences.reduce((value: unknown, sentence) => {
    const constant = Number(sentence.replace("counted from 1", "").match(/\d+/gu)?.at(-1) ?? 0);
    return TABLES[parameter]!.find(([pattern]) => pattern.test(sentence))![1](value as never, constant);
  }, begin);
}

const stepsOf = (prompt: string): number => readDocstring(prompt)[1].length - 1;

/** How the quality of a benchmark of functions with docstrings is measured. */
const measuredFunctions = (benchmark: Benchmark, opening: string): Measured => ({
  benchmark,
  solve: prompt => (prompt.startsWith(opening) ? {answer: prompt, steps: stepsOf(prompt)} : null),
  isRight: ({scorer}, prompt) =>
    Promise.resolve(
      scorer?.kind === "code" &&
        scorer.cases.every(
          ({arguments: [argument], result}) => JSON.stringify(resultOf(prompt, argument)) === JSON.stringify(result)
        )
    ),
  steps: ({prompt}) => Promise.resolve(stepsOf(prompt)),
  least_rate: 2_000
});

export const measuredSmallFunctions = measuredFunctions(smallFunctions, SMALL_FUNCTIONS_OPENING);
export const measuredRepair = measuredFunctions(repair, REPAIR_OPENING);

/** An item whose first hidden result is wrong. */
export function withWrongResult(placed: Placed): Placed {
  const {scorer} = placed.item;
  if (scorer?.kind !== "code") throw new Error("not of kind code");
  const [first, ...rest] = scorer.cases;
  return {...placed, item: {...placed.item, scorer: {...scorer, cases: [{...first!, result: null}, ...rest]}}};
}
