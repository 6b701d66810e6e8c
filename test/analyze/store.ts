// One small evaluated workbook for the tests of `analyze`, and independent ways to compute what it says.
import {rmSync} from "node:fs";
import {cp} from "node:fs/promises";
import {join} from "node:path";
import {DuckDBInstance} from "@duckdb/node-api";
import {inProcess} from "../inProcess.js";
import {type Ended, type Workbook, workbook} from "../workbook.js";

const FILES = {
  "book.yaml":
    "suite: suites/small.yaml\nmodels: [models/reference.yaml]\ntemplate: templates/plain.yaml\nsampler: [samplers/greedy.yaml, samplers/tight.yaml]\nprecision: {min: 16, step: 16, max: 48, width: 0.15}\nseed: 7\n",
  "suites/small.yaml": `tasks:
  - task: arithmetic
    params: {length: [4, 12], max_depth: [0, 1, 2]}
    tiers: {easy: {length: 4}, hard: {length: 12}}
    surfaces: {arithmetic_length_depth: {x: length, y: max_depth}}
    projections: {arithmetic_length: {x: length, where: {max_depth: 1}}}
  - task: boolean
    params: {length: [6, 12]}
    tiers: {easy: {length: 6}, hard: {length: 12}}
`,
  "models/reference.yaml":
    'endpoint: "reference:"\ngroups: [reference]\nmodels:\n  - {id: sim-cedar-01, groups: ["family:cedar"]}\n  - {id: sim-cedar-04, groups: ["family:cedar"]}\n  - {id: sim-heron-08, groups: ["family:heron"], price: {input: 1, output: 2}}\n',
  "samplers/tight.yaml": "max_tokens: 100\n"
};

const STORE = "data/store";

export interface Evaluated extends AsyncDisposable {
  root: string;
  /** The words of `npm run analyze`, in this process: starting one costs more than any answer. */
  analyze(...args: string[]): Promise<Omit<Ended, "signal">>;
  start: Workbook["start"];
  /** Rows of `--format json`. */
  rows<Row>(...args: string[]): Promise<Row[]>;
  /** Rows of a query over the store's Parquet files, without any macro of ours; `{table}` stands for a file. */
  sql(query: string): Promise<Record<string, unknown>[]>;
}

/** The store as it was evaluated, with the studies that test files of this process have had made since; it ends with the process. */
let kept: Promise<string> | undefined;

async function evaluate(): Promise<string> {
  const book = await workbook(FILES);
  const {code, stderr} = await book.command("run");
  if (code !== 0) throw new Error(stderr);
  process.once("exit", () => rmSync(book.root, {recursive: true, force: true}));
  return join(book.root, STORE);
}

/** A workbook of the test file's own with a copy of that store. A study that is made of something else there is made anew, as in any store. */
export async function evaluated(): Promise<Evaluated> {
  kept ??= evaluate();
  const store = await kept;
  const book = await workbook(FILES);
  await cp(store, join(book.root, STORE), {recursive: true});
  const home = process.cwd();
  process.chdir(book.root);
  return {
    root: book.root,
    start: book.start,
    analyze,
    async rows<Row>(...args: string[]) {
      const {code, stdout, stderr} = await analyze(...args, "--format", "json");
      if (code !== 0) throw new Error(stderr);
      return JSON.parse(stdout) as Row[];
    },
    sql: query => ask(query.replace(/\{(\w+)\}/g, (_, table) => `'${join(book.root, "data/store", `${table}.parquet`)}'`)),
    async [Symbol.asyncDispose]() {
      process.chdir(home);
      await cp(join(book.root, STORE), store, {recursive: true});
      await book[Symbol.asyncDispose]();
    }
  };
}

const analyze = async (...args: string[]): Promise<Omit<Ended, "signal">> => inProcess(["analyze", ...args]);

export async function ask(query: string): Promise<Record<string, unknown>[]> {
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  try {
    const reader = await connection.runAndReadAll(query);
    const plain = (value: unknown): unknown => (typeof value === "bigint" ? Number(value) : value);
    return reader
      .getRowObjectsJS()
      .map(row => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plain(value)])));
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

/** Wilson's interval as the roots of (p̂ − p)² = z² p (1 − p) / n, z = 1.959964: another way to it than the code's. */
export function wilsonRoots(successes: number, n: number): [low: number, high: number] {
  const [z2, p] = [1.959963984540054 ** 2, successes / n];
  const [a, b, c] = [1 + z2 / n, -(2 * p + z2 / n), p * p];
  const root = Math.sqrt(b * b - 4 * a * c);
  return [Math.max(0, (-b - root) / (2 * a)), Math.min(1, (-b + root) / (2 * a))];
}

/** The interval of excess accuracy: Wilson's, with the mean guess chance g taken to 0. */
export function excessInterval(correct: number, n: number, guessSum: number): [low: number, high: number] {
  const g = guessSum / n;
  return wilsonRoots(correct, n).map(end => (end - g) / (1 - g)) as [number, number];
}
