// The interface of problem families, and how a problem becomes an item: statement, true examples and hidden tests.

import type {ScorerOf} from "../../../book/scorers.js";
import type {Random} from "../../seed.js";
import {THINK} from "../../task.js";
import type {MadeItem} from "../benchmark.js";

type Value = number | string | boolean | null | readonly Value[];

/** Harder levels add a rule to the one before: a program of an easier level fails them. */
export const LEVELS = [1, 2, 3, 4, 5] as const;
type Level = (typeof LEVELS)[number];

/** How large inputs are: examples and most tests are small, a few tests are so large that trying all possibilities takes too long. */
type Size = "small" | "large";

export interface Problem<Arguments extends readonly Value[] = readonly Value[]> {
  /** What stands for each argument: its name and its type in Python. */
  parameters: readonly (readonly [name: string, type: string])[];
  /** The type of the result in Python. */
  returns: string;
  /** What is asked, with all constants in it. */
  statement: string;
  /** The largest inputs, as a sentence. */
  bounds: string;
  draw(random: Random, size: Size): Arguments;
  solve(...given: Arguments): Value;
}

export interface Family {
  name: string;
  /** What its problems are about, for the documentation. */
  summary: string;
  make(level: Level, random: Random): Problem;
}

/** Checks the types of a problem at its definition, and returns it without them. */
export const problem = <Arguments extends readonly Value[]>(definition: Problem<Arguments>): Problem =>
  definition as unknown as Problem;

const VERBS = ["find", "count", "compute", "work_out", "resolve", "settle", "measure", "judge"];
const NOUNS = [
  "harbour",
  "orchard",
  "signal",
  "ledger",
  "lantern",
  "caravan",
  "archive",
  "workshop",
  "meadow",
  "station",
  "quarry",
  "beacon"
];

/** Examples in the statement, tests on small inputs and tests on large ones. */
const SHOWN = 3;
const SMALL = 7;
const LARGE = 3;
/** Small inputs that are drawn to choose from, so that results differ. */
const DRAWN = 24;

/** How statements describe a text that is given by its parts. */
export const PARTS =
  "A text is given by parts [letters, times]: the letters of a part are written that many times in a row, and the parts follow each other.";

/** The sentences of a statement, up to those of a level. */
export const upTo = (level: Level, ...sentences: readonly string[]): string => sentences.slice(0, level).join(" ");

/** Fewest different results among the hidden tests, and most that may be alike: a program that always returns the same passes few. */
const DIFFERENT = 4;
const ALIKE = 5;
/** Problems that are drawn until one has such tests. */
const MOST_TRIES = 20;

interface Case {
  arguments: readonly Value[];
  result: Value;
}

/** Examples and hidden tests: results differ from each other as far as inputs allow. */
function casesOf({draw, solve}: Problem, random: Random): {shown: Case[]; hidden: Case[]} {
  const cases: Case[] = [];
  const spare: Case[] = [];
  /** The inputs that lead to each result. Equal inputs are looked for among these alone, since writing long lists takes longest. */
  const inputs = new Map<string, (readonly Value[])[]>();
  const add = (size: Size): void => {
    const given = draw(random, size);
    const result = solve(...given);
    const text = JSON.stringify(result);
    const alike = inputs.get(text);
    if (alike) {
      const key = JSON.stringify(given);
      if (alike.some(each => JSON.stringify(each) === key)) return;
      alike.push(given);
    } else inputs.set(text, [given]);
    (size === "small" && alike ? spare : cases).push({arguments: given, result});
  };
  for (let i = 0; i < DRAWN && cases.length < SHOWN + SMALL; i++) add("small");
  cases.push(...spare.slice(0, SHOWN + SMALL - cases.length));
  const shown = cases.splice(0, SHOWN);
  for (let i = 0; i < DRAWN && cases.length < SMALL + LARGE; i++) add("large");
  return {shown, hidden: cases};
}

/** Whether no single result, and neither an argument as it is, passes many tests. */
function tellsApart(cases: readonly Case[]): boolean {
  const counts = new Map<string, number>();
  let echoed = 0;
  for (const {arguments: given, result} of cases) {
    const text = JSON.stringify(result);
    counts.set(text, (counts.get(text) ?? 0) + 1);
    // Writing long lists takes longest; one of them is no number or text.
    if (given.some(each => typeof each === typeof result && JSON.stringify(each) === text)) echoed++;
  }
  return cases.length === SMALL + LARGE && counts.size >= DIFFERENT && Math.max(echoed, ...counts.values()) <= ALIKE;
}

/** Item of a family. */
export function itemOf(family: Family, level: Level, random: Random): MadeItem {
  let made = family.make(level, random);
  const name = `${random.pick(VERBS)}_${random.pick(NOUNS)}`;
  let drawn = casesOf(made, random);
  for (let i = 0; i < MOST_TRIES && !tellsApart(drawn.hidden); i++) {
    made = family.make(level, random);
    drawn = casesOf(made, random);
  }
  const {parameters, returns, statement, bounds} = made;
  const {shown, hidden: cases} = drawn;
  const head = `def ${name}(${parameters.map(([name, type]) => `${name}: ${type}`).join(", ")}) -> ${returns}:`;
  const examples = shown.map(
    ({arguments: given, result}) => `${name}(${given.map(python).join(", ")}) returns ${python(result)}`
  );
  const prompt = `${statement}

${bounds} All tests together may take at most ${MILLISECONDS / 1_000} seconds of processor time and 256 MB of memory.

Write a function in Python that begins with

${head}

Examples:
${examples.join("\n")}

It is tested on further inputs, some of them as large as the bounds allow, and may use the standard library. ${THINK} with the whole function in one block:
\`\`\`python
<function>
\`\`\``;
  return {
    prompt,
    expected: "",
    guess_chance: 0,
    scorer: callScorer(name, cases as {arguments: JsonValue[]; result: JsonValue}[], MILLISECONDS)
  };
}

/** Returns the scorer of a Python function by hidden calls of it. @param milliseconds processor time for all of them */
export const callScorer = (
  name: string,
  cases: {arguments: JsonValue[]; result: JsonValue}[],
  milliseconds: number
): ScorerOf<"code"> => ({
  kind: "code",
  language: "python",
  tests: "",
  before: "",
  completes: false,
  milliseconds,
  entry_point: name,
  cases
});

type JsonValue = string | number | boolean | null | JsonValue[];

/** Processor time for all tests of an item: reference solutions take at most a third, enumeration has no time for large inputs. */
const MILLISECONDS = 5_000;

/** A value as Python writes it. */
function python(value: Value): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "boolean") return value ? "True" : "False";
  if (value === null) return "None";
  return typeof value === "number" ? String(value) : `[${value.map(python).join(", ")}]`;
}
