// The common form of other programs' results: runs of one model on one task, and the samples of a run.
import type {AnswerSettings} from "../../book/answerFormat.js";
import type {Reported} from "../../store/reported.js";
import type {Notes} from "./notes.js";

/** Formats that can be read. */
export const FORMATS = ["inspect", "lm-eval", "promptfoo", "helm", "lighteval", "openai-evals", "mt-bench", "tau-bench"] as const;
export type Format = (typeof FORMATS)[number];

/** Where a sample stood in a store of ours that was exported. */
export interface OwnPlace {
  base_task: string;
  params: Record<string, unknown>;
  generator_version: number;
  seed: number | null;
  index: number;
  item_id: string;
  trial: number;
  guess_chance: number;
  choices: string[];
  reading?: AnswerSettings | undefined;
  simulated: boolean;
}

/** One answer of a model, with what the program said of it. */
export interface ForeignSample {
  /** File and line, or entry. */
  place: string;
  /** Identity of the item within its task. */
  id: string | number;
  /** Name of the task; absent: the run's. */
  task?: string | undefined;
  /** The model; absent: the run's. */
  model?: string | undefined;
  /** What sets apart parts of a task that are points of their own. */
  params?: Record<string, string | number> | undefined;
  /** The question without what a prompt template puts around it. */
  question: string;
  /** The prompt as it was sent. */
  prompt: string;
  /** The right answer; empty where there is none to compare with. */
  expected: string;
  /** Options from which the answer was chosen. */
  choices?: readonly string[] | undefined;
  /** 0-based repetition. */
  trial?: number | undefined;
  text: string;
  reasoning?: string | null | undefined;
  /** `length` where the token limit ended the response. */
  finish_reason?: string | undefined;
  prompt_tokens?: number | null | undefined;
  completion_tokens?: number | null | undefined;
  cached_prompt_tokens?: number | null | undefined;
  /** Whether the tokens of its text are to be counted by o200k, since it has no counts. */
  uncounted?: boolean | undefined;
  max_tokens?: number | null | undefined;
  /** US dollars. */
  cost?: number | null | undefined;
  latency_ms?: number | null | undefined;
  category?: string | undefined;
  /** Identity of what the item asks, where its question or right answer differs between runs. */
  pair_id?: string | undefined;
  /** The scorer that reads its answer, as JSON; absent: our rules by the form of the right answer. */
  scorer?: string | undefined;
  /** The name under which the endpoint was asked, where the model has another one. */
  asked?: string | undefined;
  reported: Reported;
  own?: OwnPlace | undefined;
}

/** What one program asked one model with one configuration, usually on one task. */
export interface ForeignRun {
  /** `raw`: answers of the published store, which no user imports by name */
  format: Format | "raw";
  file: string;
  model: string;
  task: string;
  /** How the task was asked, if that is known: enters the evaluation's name where one model was asked in several ways. */
  template: string | null;
  /** How answers were decoded, if that is known: enters the evaluation's name likewise. */
  sampler: string | null;
  /** Identity of the run, by which two copies of one log are recognised; null where a log has none. */
  identity: string | null;
  samples(): AsyncIterable<ForeignSample | {place: string; bad: string}>;
}

/** What a reader is told by the user. */
export interface ReadOptions {
  notes: Notes;
  /** Name of the score that says right or wrong; absent: by the format's own order. */
  score?: string | undefined;
  /** Graded scores from this share of their scale on count as right; absent: full marks only. */
  pass?: number | undefined;
}
