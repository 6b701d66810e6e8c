// A step of the pipeline from a book to its report: an operator that does its work, tells a line of progress, and hands the tables on.
import {concatMap, type MonoTypeOperatorFunction} from "rxjs";
import type {Book} from "../../book/types.js";
import type {Report} from "../../infer/progress.node.js";
import type {Status} from "../../store/manifest.node.js";
import type {Signals} from "../unanswered.js";

/** The steps in their order. */
export const STEPS = ["contamination", "inference", "extraction", "scoring", "irt", "report"] as const;
export type StepName = (typeof STEPS)[number];

/** What the steps work on. */
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

/** What the steps so far have done. */
export interface Progress {
  work: Work;
  /** The steps that are asked for. */
  asked: readonly StepName[];
  made: readonly (Made & {step: StepName})[];
  /** How the run ended; null where nothing was run. */
  status: Status | null;
}

/** What a step says when it is done. */
export interface Done {
  line: string;
  made?: readonly Made[];
  status?: Status;
  /** US dollars that it spent, which later steps have less. */
  cost?: number;
}

/** The operator of a step; it passes on what the steps before did, where it is not asked for. */
export const step = (name: StepName, act: (work: Work) => Promise<Done>): MonoTypeOperatorFunction<Progress> =>
  concatMap(async progress => {
    const {work, asked} = progress;
    if (!asked.includes(name)) return progress;
    const place = `${STEPS.indexOf(name) + 1}/${STEPS.length} ${name}`;
    work.stop?.throwIfAborted();
    work.report.info(`${place} …`);
    const {line, made = [], status = progress.status, cost = 0} = await act(work);
    work.report.info(`${place}: ${line}`);
    const left = work.maxCost === undefined ? undefined : Math.max(0, work.maxCost - cost);
    return {
      ...progress,
      work: {...work, maxCost: left},
      status,
      made: [...progress.made, ...made.map(each => ({...each, step: name}))]
    };
  });
