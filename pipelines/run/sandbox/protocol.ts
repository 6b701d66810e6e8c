// What the sandbox's process is told and reports, and its limits.

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
