// Disagreements with published readings that somebody has read: ids and verdicts, no texts.
import {readFileSync} from "node:fs";
import {join} from "node:path";
import {z} from "zod";
import {CAUSES, type Cause} from "./publishedCauses.js";
import type {Disagreement} from "./publishedReadings.js";

const ids = z.array(
  z
    .string()
    .regex(/^[^/]+\/[^/]+$/u)
    .describe("model and id of the answer")
);
const verdicts = z.strictObject({
  ours: ids.describe("a careful person reads what this project reads, or no answer where it reads none"),
  theirs: ids.describe("a careful person reads what the published reader reads, or no answer where it reads none"),
  unclear: ids.describe("careful people could disagree, or both are wrong")
});
type Verdict = keyof z.infer<typeof verdicts>;
const SETS = ["gsm", "math-l5", "mmlu-pro"] as const;
export type PublishedSet = (typeof SETS)[number];
const causes = z.enum(Object.keys(CAUSES) as [Cause, ...Cause[]]);
const file = z.record(z.enum(SETS), z.partialRecord(causes, verdicts));

interface Judged {
  /** Answers that were read. */
  read: number;
  /** Of these, answers on which both readers agree by now, or for another cause. */
  resolved: number;
  ours: number;
  theirs: number;
  unclear: number;
}

const judgements = file.parse(JSON.parse(readFileSync(join(import.meta.dirname, "publishedJudged.json"), "utf8")));

/** Counts the verdicts on disagreements of one cause. */
export function judgedCauses(set: PublishedSet, cause: Cause, disagreements: readonly Disagreement[]): Judged {
  const open = new Set(disagreements.map(({model, id}) => `${model}/${id}`));
  const known = judgements[set][cause] ?? {ours: [], theirs: [], unclear: []};
  const count = (verdict: Verdict): number => known[verdict].filter(id => open.has(id)).length;
  const [ours, theirs, unclear] = [count("ours"), count("theirs"), count("unclear")];
  const read = known.ours.length + known.theirs.length + known.unclear.length;
  return {read, resolved: read - ours - theirs - unclear, ours, theirs, unclear};
}
