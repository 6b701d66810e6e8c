// Jobs and reports of the processes of the sandbox, and their limits.
import type {Failure, Query, SqlValue} from "../../score/scorers/execution.js";

/** Limits of one program. */
export const LIMITS = {
  /** Memory of Python, of which it takes 30 itself. */
  megabytes: 256,
  /** Bytes that may be printed. */
  output: 1_000_000
} as const;

/** A program to be run. It holds no result that is compared outside. */
export interface Job {
  source: string;
  entry: string | null;
  tests: string;
  /** Arguments of each call as JSON. */
  cases: string[];
  milliseconds: number;
}

/** What a test gave. */
interface Result {
  /** JSON of a call's result; undefined for tests that return nothing. */
  value?: string | undefined;
  error?: string;
  /** The line of the tests that failed, where it is known. */
  line?: string | undefined;
  /** The test itself. */
  text?: string;
}

export type Report =
  | {kind: "tried"; results: Result[]}
  | {kind: "syntax" | "raised" | "broken" | "bad tests"; reason: string}
  | {kind: "undefined"};

/** A report with what stopped the program, if anything did, and whether the process can run another. */
export type Reply = Report & {stopped: "time" | "output" | null; reusable: boolean};

/** A query to be run. It holds no right row. */
export type QueryJob = Omit<Query, "rows">;

/** The rows of a query, why it is wrong, or why its tables cannot be made. */
export type QueryReply = ({rows: SqlValue[][]} | {failure: Failure; reason: string} | {missing: string}) & {
  /** Set where the process ends after it. */
  isLast?: true;
};

/** Limits of one query. */
export const QUERY_LIMITS = {
  /** Megabytes that DuckDB may take for tables and results, and the process in all, past which it is ended. */
  database: 128,
  process: 1_024,
  rows: 10_000,
  /** Characters of all texts in its rows. */
  characters: 1_000_000
} as const;
