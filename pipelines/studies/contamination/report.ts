// The report on an audit: items by verdict, by task and by domain, what was read, what contamination does to scores, embeddings and probes.
import {z} from "zod";
import {groupBy} from "../../stats/groupBy.js";
import {shareOf} from "../../stats/intervals.js";
import {type EmbeddedItem, type EmbeddingsRun, embeddingsRunSchema} from "./embeddings.js";
import {type ProbeReport, probeReportSchema} from "./probeReport.js";
import {contaminationRate} from "./rates.js";
import {VERDICTS, type Verdict} from "./settings.js";

const share = {
  n: z.int().describe("number of cases that the share is of"),
  value: z.number().nullable().describe("the share, 0–1; null without cases"),
  low: z.number().describe("lower end of Wilson's 95 % interval"),
  high: z.number().describe("upper end")
};
const counts = {exact: z.int(), near: z.int(), clean: z.int(), not_testable: z.int()};
const nullable = z.number().nullable();

const effectSchema = z.object({
  name: z.string().describe("model, and where it was asked in several ways template and sampler"),
  simulated: z.boolean(),
  clean_answers: z.int(),
  clean_accuracy: nullable.describe("excess accuracy on clean tests, 0 guessing, 1 knowing"),
  clean_low: nullable,
  clean_high: nullable,
  contaminated_answers: z.int(),
  contaminated_accuracy: nullable,
  contaminated_low: nullable,
  contaminated_high: nullable,
  compared_contaminated: z.int().describe("contaminated tests that the gain rests on"),
  gain: nullable.describe("right answers on contaminated minus on clean tests of the same point, each minus the other models'"),
  gain_low: nullable,
  gain_high: nullable,
  q: nullable.describe("p-value adjusted over models (Benjamini and Hochberg)"),
  memoriser: z.boolean().nullable().describe("whether q is at most 0.05; null where there was no test"),
  why: z.string().describe("why there is no gain, interval or test")
});
export type EffectLine = z.infer<typeof effectSchema>;

const fileSchema = z.object({
  corpus: z.string(),
  source: z.string().nullable().describe("where its texts come from; null if nobody said"),
  file: z.string(),
  bytes: z.number(),
  documents: z.number(),
  read: z.boolean().describe("whether all of its text was read"),
  problems: z.array(z.string())
});
export type ReadLine = z.infer<typeof fileSchema>;

export const auditReportSchema = z.object({
  source: z.string().describe("the folder of the audit, or the store"),
  items: z.int(),
  verdicts: z
    .array(z.object({verdict: z.enum(VERDICTS), items: z.int(), ...share}))
    .describe("items by verdict, each a share of all items"),
  contaminated: z.object({...counts, ...share}).describe("exact and near items, a share of those that could be tested"),
  groups: z.array(
    z.object({by: z.enum(["task or bank", "domain"]), name: z.string(), ...counts, ...share}).describe("the same of one group")
  ),
  reasons: z
    .array(z.object({reason: z.string(), items: z.int()}))
    .describe("why items could not be tested, the most frequent reasons first"),
  files: z.array(fileSchema),
  effects: z
    .object({tested: z.int(), gaining: z.int().describe("evaluations with q at most 0.05"), models: z.array(effectSchema)})
    .nullable()
    .describe("what contamination does to scores; null for an audit of files, which holds no answers"),
  embeddings: z
    .object({...embeddingsRunSchema.omit({files: true, items_sha256: true}).shape, near: z.object(share), unread: z.int()})
    .nullable()
    .describe("items with a window within the distance, a share of those compared; null where there are none"),
  probes: z.array(probeReportSchema.omit({items: true}).extend({items: z.int(), known: z.int()}))
});
export type AuditReport = z.infer<typeof auditReportSchema>;

/** What a report is made of. */
export interface ReportParts {
  source: string;
  items: readonly {group: string; domain?: string; verdict: Verdict; reason: string}[];
  files: readonly ReadLine[];
  effects: readonly EffectLine[] | null;
  embeddings: {run: EmbeddingsRun; items: readonly EmbeddedItem[]} | null;
  probes: readonly ProbeReport[];
}

/** Most reasons that are listed. */
const MOST_REASONS = 8;

export function auditReport({source, items, files, effects, embeddings, probes}: ReportParts): AuditReport {
  const rate = (own: readonly {verdict: Verdict}[]) => contaminationRate(own.map(({verdict}) => verdict));
  const groups = (by: "task or bank" | "domain", of: (item: ReportParts["items"][number]) => string) =>
    [...groupBy(items, of)]
      .filter(([name]) => name !== "")
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, own]) => ({by, name, ...rate(own)}));
  const all = rate(items);
  // numbers differ from item to item, the reason is the same
  const reasons = groupBy(
    items.filter(({verdict}) => verdict === "not_testable"),
    ({reason}) => reason.replace(/^\d+ (?=words|characters)/u, "").replace(/ of \d\.\d bits each/u, "")
  );
  return {
    source,
    items: items.length,
    verdicts: VERDICTS.map(verdict => ({verdict, items: all[verdict], ...shareOf(all[verdict], items.length)})),
    contaminated: all,
    groups: [...groups("task or bank", ({group}) => group), ...groups("domain", ({domain = ""}) => domain)],
    reasons: [...reasons]
      .map(([reason, own]) => ({reason, items: own.length}))
      .sort((a, b) => b.items - a.items || (a.reason < b.reason ? -1 : 1))
      .slice(0, MOST_REASONS),
    files: [...files],
    effects: effects && {
      tested: effects.filter(({memoriser}) => memoriser !== null).length,
      gaining: effects.filter(({memoriser}) => memoriser === true).length,
      models: [...effects].sort((a, b) => (b.gain ?? -2) - (a.gain ?? -2) || (a.name < b.name ? -1 : 1))
    },
    embeddings: embeddings && embeddingsPart(embeddings),
    probes: probes.map(({items, ...probe}) => ({
      ...probe,
      items: items.length,
      known: items.filter(({q}) => q !== null && q <= 0.05).length
    }))
  };
}

function embeddingsPart({run, items}: NonNullable<ReportParts["embeddings"]>): NonNullable<AuditReport["embeddings"]> {
  const {files, items_sha256: _, ...rest} = run;
  const near = items.filter(({distance}) => distance !== null).length;
  return {...rest, near: shareOf(near, run.compared), unread: files.filter(({read}) => !read).length};
}
