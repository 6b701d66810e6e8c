// What a sandbox is asked to run, and what it reports: the interface between scorers of kind code and the process that runs programs.
import type {ScorerOf} from "../../book/scorers.js";

/** A program of a model with its tests. */
export interface Program {
  source: string;
  /** The function that the program must define; null where any will do. */
  entry: string | null;
  /** A program that fails where the answer is wrong; empty = none. */
  tests: string;
  /** Calls of the function; their results are compared outside the sandbox. */
  cases: ScorerOf<"code">["cases"];
  /** Processor time that all tests may take together. */
  milliseconds: number;
}

/** A value of a result, or null. Dates are texts. */
export type SqlValue = number | string | boolean | null;

/** A query of a model, with the statements that make its tables and the rows that it must return. */
export interface Query {
  query: string;
  setup: string;
  rows: SqlValue[][];
  milliseconds: number;
}

/** Why an answer is wrong. */
export const FAILURES = [
  "no_program",
  "syntax_error",
  "no_function",
  "timed_out",
  "stopped",
  "raised_error",
  "wrong_result"
] as const;
export type Failure = (typeof FAILURES)[number];

/** What came of a program and its tests. */
export interface Execution {
  /** Tests passed, of all that there are. */
  passed: number;
  tests: number;
  /** Null where all passed. */
  failure: Failure | null;
  /** The first test that failed and what it gave, or what stopped the program: a short text. */
  reason: string;
}

/** An execution, or why the program could not be run. */
export type Executed = Execution | {missing: string};

/** Most characters of a reason. */
const MOST_REASON = 600;
/** A reason in one line of bounded length. */
export const shortReason = (text: string): string => {
  const line = text.replace(/\s+/gu, " ").trim();
  return line.length <= MOST_REASON ? line : `${line.slice(0, MOST_REASON)} …`;
};
