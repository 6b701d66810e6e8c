// A step of the pipeline from a book to its report.
import type {Book} from "../../book/types.js";
import type {Report} from "../../infer/progress.node.js";
import type {Status} from "../../store/manifest.node.js";
import type {Signals} from "../failures.js";

/** The steps in their order. */
export const STEPS = ["contamination", "inference", "extraction", "scoring", "irt", "report"] as const;
export type StepName = (typeof STEPS)[number];

/** Input of the steps. */
export interface Work extends Signals {
  book: Book;
  /** The store: its tables, and the files of the report. */
  folder: string;
  /** The folder in which the report's evaluations are recorded, simulated ones too; false for none, undefined as runs are. */
  history: string | false | undefined;
  /** A further folder that the files of the report are copied to. */
  out: string | undefined;
  /** Most US dollars to spend on new answers in all steps; without it only built-in models are asked. */
  maxCost: number | undefined;
  /** A book whose single model reads answers a third time, in the step extraction; undefined for none. */
  judge: Book | undefined;
  report: Report;
}

/** A table or file that a step has brought up to date. */
export interface Made {
  name: string;
  rows: number;
}

/** Result of the pipeline. */
export interface Progress {
  made: readonly (Made & {step: StepName})[];
  /** How the run ended; null where nothing was run. */
  status: Status | null;
}

/** Result of a step. */
export interface Done {
  line: string;
  made?: readonly Made[];
  status?: Status;
  /** US dollars that it spent, which later steps have less. */
  cost?: number;
}
