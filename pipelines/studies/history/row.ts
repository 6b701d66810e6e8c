// A row of the history of runs: what one evaluation of one suite came to on one date.
import {z} from "zod";
import {isTruncationUnknown} from "../../score/pool.js";

const nullableNumber = z.number().nullable();
const estimate = (what: string) =>
  z.object({value: z.number(), low: nullableNumber, high: nullableNumber}).nullable().describe(what);
const spread = {
  n: z.int().describe("answers of which it is known"),
  mean: z.number(),
  sd: z.number().describe("standard deviation, 0 for one answer")
};

export const historyRowSchema = z.object({
  schema: z.literal(1).describe("version of this form"),
  date: z.iso.datetime().describe("end of the run"),
  version: z.string().describe("version of reasonbook"),
  git_commit: z.string().nullable(),
  book: z.string().describe("SHA-256 of everything that the store's tables depend on"),
  made_from: z
    .string()
    .nullable()
    .describe("SHA-256 of everything that the evaluation's rows depend on; null where no run made them"),
  suite: z.string().describe("the suite's id; empty where none is known"),
  eval_id: z.string(),
  model: z.string(),
  template: z.string(),
  sampler: z.string(),
  claimed: z.string().describe("the name that the endpoint was asked for"),
  served: z
    .array(z.string())
    .describe("other names, and fingerprints, under which it said that it answered; empty where it said none"),
  simulated: z.boolean(),
  status: z.string().describe("how the evaluation's last run ended"),
  n: z.int().describe("tests answered, the first answer of each"),
  correct: z.int(),
  truncated: z.int(),
  ended_unknown: z
    .int()
    .optional()
    .describe("answers of which nothing is known of their end; absent: all that were not truncated"),
  refused: z.int().describe("answers that refuse, as the server marks or a scorer reads it"),
  unscored: z.int().describe("first answers of the evaluation without a score, of all suites"),
  accuracy: estimate("excess accuracy over untruncated answers with its 95 % interval; null without any"),
  score: estimate("formula score of the suite, mean of its tiers; null where it has none"),
  reasonscore: estimate("ReasonScore as published, 0–1000"),
  cost: z.object({...spread, total: z.number()}).describe("US dollars at list price: of an answer, and in all"),
  latency: z
    .object({
      n: spread.n,
      p50: z.number(),
      p90: z.number(),
      p99: z.number(),
      p50_low: nullableNumber.describe("lower end of the median's 95 % interval by order statistics; null for few answers"),
      p50_high: nullableNumber
    })
    .nullable()
    .describe("milliseconds; null where nobody measured"),
  items: z.string().describe("first 16 digits of SHA-256 of the identities of its tests"),
  content: z.string().describe("the same of its tests with what became of each and how long it took: two rows of one differ"),
  outcomes: z.record(z.string(), z.string()).describe("what became of each test (docs/history.md); no text of a model"),
  repeats: z
    .record(z.string(), z.string())
    .optional()
    .describe(
      "right, all, truncated and refusing answers to each test, such as 3/4/1/0 (docs/history.md); absent where each had one"
    )
});
export type HistoryRow = z.infer<typeof historyRowSchema>;

/** Whether a row has no share of truncated answers, since nothing is known of any end. */
export const hasUnknownTruncation = ({n, truncated, ended_unknown = n - truncated}: HistoryRow): boolean =>
  isTruncationUnknown({samples: n, truncated, ended_unknown});

/** Identity of a series: what is asked again from date to date. */
export const seriesOf = ({eval_id, suite}: Pick<HistoryRow, "eval_id" | "suite">): string => `${eval_id} ${suite}`;

/** Rows by date, then in a stable order. */
export const inOrder = (rows: readonly HistoryRow[]): HistoryRow[] => {
  const place = ({date, model, template, sampler, suite, content}: HistoryRow) =>
    [date, model, template, sampler, suite, content].join("\u0000");
  return rows
    .map(row => [place(row), row] as const)
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([, row]) => row);
};
