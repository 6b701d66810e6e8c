// Programs that solve problems of ZenCode-Hard, which they read from the text of a prompt alone.
import {readFileSync} from "node:fs";
import {code} from "../../../../pipelines/generate/benchmarks/code/code.js";
import type {DrawnItem} from "../../../../pipelines/generate/task.js";
import {openSandbox, type Sandbox} from "../../../../pipelines/run/sandbox/sandbox.js";
import type {Execution, Program} from "../../../../pipelines/score/scorers/execution.js";
import type {Measured} from "../quality/measure.js";

/** Words of each family's problems, and of the rule that each level adds. */
const WORDS: Readonly<Record<string, readonly [problem: string, ...rules: string[]]>> = {
  bags: ["pairs [weight, value]", "nothing of kind i + 1", "Only loads whose", "number of different kinds", "that weigh"],
  intervals: ["[start, end, worth]", "At most as many", "an even worth", "must start at most", "total worth of a choice must"],
  sequences: ["makes chains", "one must be even", "element may be divisible", "may be smaller", "The sum of all"],
  graphs: ["links [from, to, cost]", "may be halved", "links of a route", "another such link", "A route must enter"],
  grids: ["'o' is a gate", "A gate may", "enter a wall all the same", "the same direction", "enters a gate"],
  games: ["Two players", "as the other player", "must not leave a pile", "may be a pass", "own previous turn"],
  sweeps: ["called safe", "leave the remainder", "begin in the same", "Only minutes in long stretches", "disturb each other"],
  digits: ["decimal digits", "may be equal", "must not be divisible", "must occur", "have the sum"],
  schedules: ["One clerk", "makes a pause", "with an even number", "A round is over", "in order of needs"],
  substrings: ["non-empty pieces", "must differ", "length of a piece", "even number of times", "directly after it"],
  stacks: ["Return [pile, groups]", "that f is removed", "turned over", "is put on the pile as the next", "are skipped"],
  expressions: ["operations bind", "Parentheses", "group from the right", "The letter y", "The letter k"],
  logs: ["log of a day", "cancels", "counts double", "office is closed", "third, sixth, ninth"]
};

/** The family and the level of the problem in a prompt. Throws `SyntaxError` where it is none of ZenCode-Hard. */
export function readProblem(prompt: string): {family: string; level: number} {
  const statement = prompt.slice(0, prompt.indexOf("\n\n"));
  for (const [family, [problem, ...rules]] of Object.entries(WORDS))
    if (statement.includes(problem)) return {family, level: 1 + rules.filter(rule => statement.includes(rule)).length};
  throw new SyntaxError(`unknown problem: ${statement}`);
}

const sourceOf = (file: string): string => readFileSync(new URL(file, import.meta.url), "utf8");
const SOURCES = {enumeration: sourceOf("bruteForce.py"), solution: sourceOf("solutions.py")};

/** Returns the program that answers a prompt: a solution for large inputs, or one that tries all possibilities. */
export function programFor(prompt: string, kind: keyof typeof SOURCES): string {
  const {family, level} = readProblem(prompt);
  const name = /^def (\w+)\(/mu.exec(prompt)![1]!;
  return `S = ${JSON.stringify(prompt)}\nL = ${level}\n${SOURCES[kind]}\n${name} = ${family}\n`;
}

let sandbox: Sandbox | undefined;

/** Runs a program as the answer to an item, or with other tests or another limit. */
export async function outcomeOf(source: string, {scorer}: DrawnItem, settings: Partial<Program> = {}): Promise<Execution> {
  if (scorer?.kind !== "code") throw new TypeError("not an item of ZenCode-Hard");
  const {entry_point: entry, cases, milliseconds} = scorer;
  sandbox ??= openSandbox({processes: 1});
  const executed = await sandbox.execute({source, entry: entry!, tests: "", cases, milliseconds, ...settings});
  if ("missing" in executed) throw new Error(executed.missing);
  return executed;
}

/** ZenCode-Hard, with solutions by other methods than the generator's, of which each sentence of the statement is a step. */
export const measuredCode: Measured = {
  benchmark: code,
  least_rate: 200,
  solve: prompt => ({
    answer: programFor(prompt, "solution"),
    steps: prompt.slice(0, prompt.indexOf("\n\n")).match(/\.(?:\s|$)/gu)!.length
  }),
  isRight: async (item, answer) => (await outcomeOf(answer, item)).failure === null
};
