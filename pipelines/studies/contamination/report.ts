// The report on an audit: items by verdict, by task and by domain, what was read, what contamination does to scores, embeddings and probes.
import {z} from "zod";
import {formatBytes} from "../../book/bytes.js";
import {plural} from "../../book/plural.js";
import {groupBy} from "../../stats/groupBy.js";
import {shareOf, type WilsonShare} from "../../stats/intervals.js";
import {markdownText} from "../../store/show.js";
import {type EmbeddedItem, type EmbeddingsRun, embeddingsRunSchema} from "./embeddings.js";
import {type ProbeReport, probeReportSchema} from "./probe.js";
import {contaminationRate, VERDICTS, type Verdict} from "./settings.js";

// The report on an audit as markdown: every share with its interval and n, simulated models marked.

const points = (value: number): string => (100 * value).toFixed(1);

/** `12.3 % [9.8, 15.2]`, or that there is nothing to take a share of. */
export const shareText = ({value, low, high}: Omit<WilsonShare, "n">): string =>
  value === null ? "–" : `${points(value)} % [${points(low)}, ${points(high)}]`;
/** The same for a cell of a table, in which markdown has brackets escaped. */
const shareCell = ({value, low, high}: Omit<WilsonShare, "n">): string =>
  value === null ? "–" : `${points(value)} % (${points(low)} to ${points(high)})`;
const differenceText = ({gain, gain_low, gain_high}: EffectLine): string => {
  if (gain === null) return "–";
  const ends = gain_low === null || gain_high === null ? "–" : `${points(gain_low)} to ${points(gain_high)}`;
  return `${gain < 0 ? "" : "+"}${points(gain)} (${ends})`;
};
/** `0.52 [0.45, 0.58]` */
export const areaText = ({area, area_low, area_high}: {area: number | null; area_low: number; area_high: number}): string =>
  area === null ? "–" : `${area.toFixed(2)} [${area_low.toFixed(2)}, ${area_high.toFixed(2)}]`;
const count = (value: number): string => value.toLocaleString("en-US");
const small = (p: number | null): string => (p === null ? "–" : p.toPrecision(2));

/** Most models and files that are listed one by one; the JSON holds all. */
const MOST_LISTED = 40;

export function reportText(report: AuditReport): string {
  return [
    ["# Contamination", summary(report), verdicts(report)],
    section("By task or bank", groups(report, "task or bank")),
    section("By domain", groups(report, "domain")),
    section("What was read", reading(report)),
    section("Effect on scores", effects(report)),
    section("Embeddings", embeddings(report)),
    section("Log-probabilities", probes(report))
  ]
    .flat()
    .map(part => `${part.trimEnd()}\n`)
    .join("\n");
}

const section = (title: string, parts: readonly string[]): string[] => (parts.length === 0 ? [] : [`## ${title}`, ...parts]);

function summary({items, contaminated, source, files}: AuditReport): string {
  const where = `Source: ${code(source)}.`;
  const {n, exact, near, by_passage, not_testable} = contaminated;
  const unread = files.filter(({read}) => !read).length;
  const open =
    unread > 0
      ? ` ${plural(unread, "file")} of ${files.length} could not be read completely, so that no item is called clean.`
      : "";
  if (n === 0)
    return `None of ${plural(items, "item")} could be tested, so that nothing can be said about contamination.${open} ${where}`;
  const shared =
    by_passage > 0 ? ` Of ${count(by_passage)} of these only a passage was found that they share with other items.` : "";
  return `Of ${plural(n, "item")} that could be tested, ${count(exact)} ${exact === 1 ? "was" : "were"} found as exact copies and ${count(near)} as near copies: ${shareText(contaminated)}, n = ${count(n)}.${shared} ${plural(not_testable, "item")} could not be tested, and are not called clean.${open} ${where}`;
}

/** A text between back-quotes, which it cannot end. */
const code = (text: string): string => `\`${text.replace(/[`\s]+/gu, " ")}\``;

function verdicts({verdicts, reasons}: AuditReport): string {
  const table = markdownText({
    columns: ["verdict", "items", "share of all (95 %)"],
    rows: verdicts.map(row => [row.verdict, row.items, shareCell(row)])
  });
  if (reasons.length === 0) return table;
  return `${table}\n${markdownText({columns: ["not testable, since", "items"], rows: reasons.map(({reason, items}) => [reason, items])})}`;
}

function groups({groups}: AuditReport, by: AuditReport["groups"][number]["by"]): string[] {
  const own = groups.filter(group => group.by === by);
  if (own.length === 0) return [];
  return [
    markdownText({
      columns: [by, "contaminated (95 %)", "n", "exact", "near", "clean", "not testable"],
      rows: own.map(row => [row.name, shareCell(row), row.n, row.exact, row.near, row.clean, row.not_testable])
    })
  ];
}

function reading({files}: AuditReport): string[] {
  if (files.length === 0) return ["There was no file to read."];
  const whole = files.filter(({read}) => read);
  const sum = (of: (file: AuditReport["files"][number]) => number) => files.reduce((total, file) => total + of(file), 0);
  const left = files.length - whole.length;
  const text = `${plural(
    sum(({documents}) => documents),
    "document"
  )} of ${plural(files.length, "file")}, ${formatBytes(sum(({bytes}) => bytes))}; ${count(whole.length)} read to their end, ${count(left)} not.`;
  // what was not read comes first, since it is what the verdicts leave open
  const sorted = [...files].sort((a, b) => Number(a.read) - Number(b.read));
  const table = markdownText({
    columns: ["corpus", "source", "file", "size", "documents", "read", "problems"],
    rows: sorted
      .slice(0, MOST_LISTED)
      .map(({corpus, source, file, bytes, documents, read, problems}) => [
        ...[corpus, source ?? "not stated", file, formatBytes(bytes), documents, read ? "to its end" : "not to its end"],
        problems.join("; ")
      ])
  });
  return [text, table, ...more(files.length)];
}

const more = (all: number): string[] => (all > MOST_LISTED ? [`And ${count(all - MOST_LISTED)} more; --json lists all.`] : []);

function effects({effects}: AuditReport): string[] {
  if (effects === null)
    return ["An audit of files holds no answers of models: the report without a folder shows those of the book."];
  const {models, tested, gaining} = effects;
  if (models.length === 0) return ["No answers to audited tests."];
  const simulated = models.filter(model => model.simulated).length;
  const of =
    simulated === 0
      ? ""
      : simulated === models.length
        ? " All of them are simulated."
        : ` ${count(simulated)} of them are simulated.`;
  const found =
    tested === 0
      ? `None of ${plural(models.length, "evaluation")} could be tested.`
      : `${count(gaining)} of ${plural(tested, "evaluation")} gain where tests are contaminated, at a false discovery rate of 5 %.`;
  return [
    `${found}${of} The gain is in percentage points: contaminated minus clean tests of the same point or category, each answer minus the other models' on the same test.`,
    markdownText({
      columns: ["evaluation", "clean (95 %)", "n", "contaminated (95 %)", "n", "gain (95 %)", "tests", "q", "gains"],
      rows: models
        .slice(0, MOST_LISTED)
        .map(model => [
          `${model.name}${model.simulated ? " (simulated)" : ""}`,
          accuracy(model, "clean"),
          model.clean_answers,
          accuracy(model, "contaminated"),
          model.contaminated_answers,
          differenceText(model),
          model.compared_contaminated,
          small(model.q),
          model.memoriser === null ? `not tested: ${model.why}` : model.memoriser ? "yes" : "no sign"
        ])
    }),
    ...more(models.length)
  ];
}

const accuracy = (model: EffectLine, group: "clean" | "contaminated"): string =>
  shareCell({value: model[`${group}_accuracy`], low: model[`${group}_low`] ?? 0, high: model[`${group}_high`] ?? 1});

function embeddings({embeddings}: AuditReport): string[] {
  if (embeddings === null) return [];
  const {model, described, distance, near, windows, documents, unread, calibration: known} = embeddings;
  const open = unread > 0 ? ` ${plural(unread, "file")} could not be read completely.` : "";
  return [
    `${code(model)} (${code(described)}): ${shareText(near)} of the items have a window within a cosine distance of ${distance}, n = ${count(near.n)} items, ${plural(windows, "window")} of ${plural(documents, "document")}.${open}`,
    markdownText({
      columns: ["planted pairs", "within that distance (95 %)", "n"],
      rows: [
        ["paraphrases", shareCell({value: known.recall, low: known.recall_low, high: known.recall_high}), known.paraphrases],
        [
          "other questions of the same template",
          shareCell({value: known.false_positive_rate, low: known.false_low, high: known.false_high}),
          known.negatives
        ]
      ]
    }),
    `Precision ${shareText({value: known.precision, low: known.precision_low, high: known.precision_high})} of n = ${count(known.found + known.wrong)} found pairs, area under the ROC ${areaText(known)}.`,
    "A hit by embedding alone only shows that a document has a question of this kind, unless the second share is far below the first."
  ];
}

function probes({probes}: AuditReport): string[] {
  return probes.flatMap(probe => {
    const name = `${code(probe.model)}${probe.simulated ? " (simulated)" : ""}`;
    if (!probe.available) return [`${name}: no log-probabilities of a prompt, so that nothing is scored.`];
    const number = (value: number | null) => (value === null ? "–" : value.toPrecision(3));
    const difference = ({difference, low, high}: {difference: number | null; low: number | null; high: number | null}) =>
      difference === null ? "–" : `${number(difference)} (${number(low)} to ${number(high)})`;
    const decided =
      probe.contaminated === null
        ? "nothing could be tested"
        : probe.contaminated
          ? "contaminated"
          : "no contamination found, which does not show that there is none";
    return [
      `${name}: ${decided}; ${count(probe.known)} of ${plural(probe.items, "item")} individually identified as known (false discovery rate 5 %).`,
      markdownText({
        columns: ["test", "difference (95 %)", "n", "q", "remark"],
        rows: [
          ...probe.membership.map(test => [
            `${test.method}${test.approximate ? " (approximate)" : ""}`,
            difference(test),
            `${test.items} items, ${test.controls} controls`,
            small(test.q),
            test.why
          ]),
          ["order", difference(probe.order), `${probe.order.shards} shards`, small(probe.order.q), probe.order.why],
          ...(probe.context ? [contextRow(probe.context)] : [])
        ]
      })
    ];
  });
}

/** Shares of texts whose log-probability falls after examples, as a row of the tests. */
function contextRow({examples, items, controls, difference, low, high, q, why}: NonNullable<ProbeReport["context"]>): string[] {
  const percent = (value: number | null) => (value === null ? "–" : (100 * value).toFixed(1));
  return [
    `in context of ${plural(examples, "example")}`,
    difference === null ? "–" : `${percent(difference)} (${percent(low)} to ${percent(high)}) points`,
    `${items.n} items, ${controls.n} controls`,
    small(q),
    `falls for ${shareText(items)} of items, ${shareText(controls)} of controls${why ? `; ${why}` : ""}`
  ];
}

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
  contaminated: z
    .object({
      ...counts,
      by_passage: z
        .int()
        .describe("of the exact and near ones, items of which only a passage was found that they share with others"),
      ...share
    })
    .describe("exact and near items, a share of those that could be tested"),
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
  items: readonly {group: string; domain?: string; verdict: Verdict; reason: string; by_passage: boolean}[];
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
    ({reason}) => reason.replace(/^\d+ (?=words|characters)/u, "").replace(/ of \d\.\d\d bits each/u, "")
  );
  return {
    source,
    items: items.length,
    verdicts: VERDICTS.map(verdict => ({verdict, items: all[verdict], ...shareOf(all[verdict], items.length)})),
    contaminated: {...all, by_passage: items.filter(({by_passage}) => by_passage).length},
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
