// Benchmarks of linked quantities: the value of one goes into the description of the next, and the last is asked for.
import {type Problem, sumText} from "../parts/expressions.js";
import {type Random, severalOf} from "../seed.js";
import {type Step, THINK} from "../task.js";
import type {Benchmark, MadeItem} from "./benchmark.js";

/**
 * Describes a quantity by a noun phrase, such as "the greatest common divisor of 84 and 132", and works out its value.
 * A value that is no whole number is drawn again.
 * @param write formats one number of the phrase, as itself or by the quantity before: each phrase calls it once
 */
export type Quantity = (random: Random, write: (value: number) => string) => readonly [value: number, text: string];

/** Names of quantities: capital letters that are no word, look like no digit and are the symbol of no chemical element or unit of the questions. */
const NAMES = [..."DEGLMQRTXZ"];
/** Largest size of a value. */
const MAX_VALUE = 999_999;
/** Fractions this near to a half are drawn again, since another order of rounding might lead to another whole number. */
const TIE = 0.02;

/** Returns the nearest whole number, or NaN near the middle of two. */
export const rounded = (value: number): number =>
  Math.abs(value - Math.floor(value) - 0.5) < TIE ? Number.NaN : Math.round(value);

/** The words after a quantity whose value is a rounded one. */
export const ROUNDED = "rounded to the nearest whole number";

/** Draws a whole number from each range, both ends included. */
export const integersOf = <const T extends readonly (readonly [low: number, high: number])[]>(random: Random, ...ranges: T) =>
  ranges.map(([low, high]) => random.integer(low, high)) as unknown as {-readonly [K in keyof T]: number};

const DEFINITIONS: readonly ((name: string, text: string) => string)[] = [
  (name, text) => `${name} is ${text}.`,
  (name, text) => `Let ${name} be ${text}.`,
  (name, text) => `${name} stands for ${text}.`
];
const QUESTIONS: readonly ((text: string) => string)[] = [
  text => `What is ${text}?`,
  text => `Find ${text}.`,
  text => `Work out ${text}.`
];

function linked(
  quantities: readonly Quantity[],
  {length, names, random}: {length: number; names: readonly string[]; random: Random}
): Problem {
  const steps: (Step & {value: number})[] = [];
  const texts = severalOf(names, length, random).map(name => {
    const last = steps.at(-1);
    const factor = random.integer(1, 3);
    const write = (value: number): string => {
      if (!last) return String(value);
      const text = sumText([factor, last.name], [value - factor * last.value, ""]);
      return text === last.name ? text : `(${text})`;
    };
    for (;;) {
      const [value, text] = random.pick(quantities)(random, write);
      if (!Number.isInteger(value) || Math.abs(value) > MAX_VALUE) continue;
      steps.push({name, value});
      return text;
    }
  });
  const ask = random.pick(QUESTIONS);
  const answer = steps.at(-1)!.value;
  if (length === 1) return {question: ask(texts[0]!), answer};
  const define = random.pick(DEFINITIONS);
  const lines = random.shuffle(texts.map((text, i) => define(steps[i]!.name, text)));
  return {question: `${lines.join("\n")}\n${ask(steps.at(-1)!.name)}`, answer, steps};
}

/** Quantities of the five levels: one alone has too few different questions in most benchmarks. */
const LENGTHS = [2, 3, 5, 7, 9];

/** Returns a benchmark whose items link quantities of one family; a cell is a family at a level. */
export function chained({
  opening,
  families,
  lengths = LENGTHS,
  names = NAMES,
  size,
  ...benchmark
}: Pick<Benchmark, "name" | "version" | "summary" | "domain" | "category"> & {
  /** the words that begin every question */
  opening: string;
  families: Readonly<Record<string, readonly Quantity[]>>;
  /** linked quantities of each level */
  lengths?: readonly number[];
  /** capital letters that no question has with another meaning */
  names?: readonly string[];
  /** items of each cell */
  size: number;
}): Benchmark {
  const itemOf = ({question, answer, steps}: Problem): MadeItem => ({
    prompt: `${opening}\n\n${question}\n\n${THINK} with a line of the form\nAnswer: <integer>`,
    expected: String(answer),
    guess_chance: 0,
    think: true,
    scorer: {kind: "number", absolute: 0, relative: 0},
    ...(steps && {steps})
  });
  return {
    ...benchmark,
    facets: {family: "kind of quantity", level: "difficulty, 1 to 5: the number of linked quantities"},
    single: true,
    cells: Object.entries(families).flatMap(([family, quantities]) =>
      lengths.map((length, i) => ({
        facets: {family, level: i + 1},
        size,
        item: (_: number, random: Random) => itemOf(linked(quantities, {length, names, random}))
      }))
    )
  };
}
