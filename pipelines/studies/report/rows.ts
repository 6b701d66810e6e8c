// The rows of the report's tables, as code reads them.
import type {Scope} from "./tables.js";

interface Evaluated {
  eval_id: string;
  model: string;
  template: string;
  sampler: string;
  suite_id: string;
  simulated: boolean;
}

export interface ScoreRow extends Evaluated {
  number: number;
  scope: Scope;
  domain: string;
  category: string;
  score: number | null;
  low: number | null;
  high: number | null;
  n: number;
  categories: number;
  empty: number;
  scored: number;
  testable: number;
  contaminated: number;
  why: string;
}

export interface RankRow extends Evaluated {
  score: number | null;
  low: number | null;
  high: number | null;
  n: number;
  rank: number | null;
  rank_low: number | null;
  rank_high: number | null;
  among: number;
  all_score: number | null;
  all_low: number | null;
  all_high: number | null;
  all_n: number | null;
  difference: number | null;
  difference_low: number | null;
  difference_high: number | null;
  items: number;
  left_out: number;
  testable: number;
  contaminated: number;
  memoriser: boolean | null;
  ece: number | null;
  ece_low: number | null;
  ece_high: number | null;
  ece_n: number;
  ece_source: string;
  answers: number;
  truncated: number;
  cost: number;
  prompt_tokens: number | null;
  completion_tokens: number | null;
}

export interface ChangeRow extends Evaluated {
  since: string;
  before: number | null;
  before_low: number | null;
  before_high: number | null;
  before_n: number;
  after: number | null;
  after_low: number | null;
  after_high: number | null;
  after_n: number;
  change: number | null;
  change_low: number | null;
  change_high: number | null;
  kind: "new" | "gone" | "both";
}

/** The overall score of an evaluation in a report. */
export interface Overall extends Evaluated {
  score: number | null;
  low: number | null;
  high: number | null;
  n: number;
}

export interface ReportRows {
  scores: readonly ScoreRow[];
  ranks: readonly RankRow[];
  changes: readonly ChangeRow[];
}
