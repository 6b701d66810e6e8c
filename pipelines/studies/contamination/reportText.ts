// The report on an audit as markdown: every share with its interval and n, simulated models marked.
import {formatBytes} from "../../book/bytes.js";
import {plural} from "../../book/plural.js";
import type {WilsonShare} from "../../stats/intervals.js";
import {markdownText} from "../../store/show.js";
import type {AuditReport, EffectLine} from "./report.js";

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
  const {n, exact, near, not_testable} = contaminated;
  const unread = files.filter(({read}) => !read).length;
  const open =
    unread > 0
      ? ` ${plural(unread, "file")} of ${files.length} could not be read completely, so that no item is called clean.`
      : "";
  if (n === 0)
    return `None of ${plural(items, "item")} could be tested, so that nothing can be said about contamination.${open} ${where}`;
  return `Of ${plural(n, "item")} that could be tested, ${count(exact)} ${exact === 1 ? "was" : "were"} found as exact copies and ${count(near)} as near copies: ${shareText(contaminated)}, n = ${count(n)}. ${plural(not_testable, "item")} could not be tested, and are not called clean.${open} ${where}`;
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
          ["order", difference(probe.order), `${probe.order.shards} shards`, small(probe.order.q), probe.order.why]
        ]
      })
    ];
  });
}
