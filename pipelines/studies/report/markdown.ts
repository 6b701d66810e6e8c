// The report as markdown: report.md from its document.
import type {ReportDocument, ReportedEvaluation} from "./schema.js";
import {
  boundedText,
  columnsOf,
  emptySentence,
  namesOf,
  rankText,
  reasonsOf,
  SIMULATED_SENTENCE,
  scoreOf,
  scoreText
} from "./words.js";

/** A cell of a table, without what markdown would read as more than text. */
const cell = (text: string): string =>
  text.replace(/[\p{Cc}]/gu, " ").replace(/[\\`*_{}[\]<>|#~!$&]/gu, character => `\\${character}`);

const table = (columns: readonly string[], rows: readonly (readonly string[])[]): string =>
  [columns, columns.map(() => "---"), ...rows].map(row => `| ${row.join(" | ")} |`).join("\n");

/** The text of report.md. */
export function reportMarkdown(document: ReportDocument): string {
  const {date, reasonbook, git_commit, digest, book_hash, status, simulated, suites, changes, tables, seed} = document;
  const parts = [
    "# Report",
    `Store of ${date}, reasonbook ${cell(reasonbook)}${git_commit ? `, commit ${cell(git_commit)}` : ""}. Run: ${cell(status)}.`,
    ...(simulated === "none" ? [] : [SIMULATED_SENTENCE[simulated]]),
    ...correctedText(suites),
    ...(suites.length === 0 ? ["No evaluation of this store was asked anything that a report counts."] : []),
    ...suites.map(suite => suiteText(suite, document)),
    ...(changes ? [changesText(changes)] : []),
    "## Made from",
    table(
      ["what", "SHA-256"],
      [
        ["report", digest],
        ["book", book_hash],
        ...Object.entries(tables).map(([name, {rows, sha256}]) => [`${cell(name)}, ${rows} rows`, sha256 ?? "—"])
      ]
    ),
    `Seed ${seed ?? "—"}. report.json, version ${document.schema_version}, has every category; docs/report.md says how each number is made.`
  ];
  return `${parts.join("\n\n")}\n`;
}

/** How many samples of which models people have corrected, in all; nothing where none was. */
function correctedText(suites: ReportDocument["suites"]): string[] {
  const all = new Map(suites.flatMap(({evaluations}) => evaluations.map(each => [each.eval_id, each] as const)));
  const some = [...all.values()].filter(({corrected}) => corrected > 0);
  if (some.length === 0) return [];
  const named = some.map(({model, corrected}) => `${corrected.toLocaleString("en")} of ${cell(model)}`);
  return [`Samples corrected by hand, against what their scorer says: ${named.join(", ")}.`];
}

const marked = (name: string, simulated: boolean): string => `${cell(name)}${simulated ? " (simulated)" : ""}`;

function suiteText(suite: ReportDocument["suites"][number], {human_weight, draws}: ReportDocument): string {
  const {suite_id, domains, evaluations} = suite;
  const names = namesOf(evaluations);
  const columns = columnsOf(domains);
  const of = (score: ReturnType<typeof scoreOf>) => (score ? cell(scoreText(score)) : "—");
  const rows = evaluations.map((each, i) => [
    ...[marked(names[i]!, each.simulated), cell(rankText(each.rank))],
    ...[of(scoreOf(each, "overall")), ...columns.map(({domain}) => of(scoreOf(each, "domain", domain)))]
  ]);
  const reasons = reasonsOf(suite);
  return [
    `## ${cell(suite_id)}`,
    `${emptySentence(domains)} Scores are 0 for guessing and 100 for knowing, with 95 % intervals and answers n. The overall score is the mean over domains of the mean over their scored categories; its interval comes from ${draws.toLocaleString("en")} draws.`,
    table(["evaluation", "rank", "Overall", ...columns.map(({label}) => cell(label))], rows),
    ...(reasons.length > 0 ? [`A dash means no score: ${reasons.map(cell).join("; ")}.`] : []),
    "### Beside the score",
    table(
      [
        "evaluation",
        "item-weighted",
        `full, people ${(100 * human_weight).toFixed(0)} %`,
        "without contaminated items",
        "contaminated",
        "ECE",
        "answers",
        "cost"
      ],
      evaluations.map((each, i) => [marked(names[i]!, each.simulated), ...besideCells(each).map(cell)])
    )
  ].join("\n\n");
}

/** What stands beside an evaluation's overall score, as texts. */
export function besideCells(evaluation: ReportedEvaluation): string[] {
  const {clean, contamination, calibration, cost} = evaluation;
  const [items, full] = [scoreOf(evaluation, "item-weighted"), scoreOf(evaluation, "full")];
  const gains = contamination.memoriser === true ? "; memoriser (whole store)" : "";
  return [
    items ? scoreText(items) : "—",
    full ? scoreText(full) : "—",
    clean ? scoreText(clean) : "—",
    clean ? `${contamination.contaminated} of ${contamination.testable} items${gains}` : "not looked for",
    calibration ? eceText(calibration) : "—",
    `${cost.answers.toLocaleString("en")}${cost.truncated > 0 ? `, ${cost.truncated.toLocaleString("en")} truncated` : ""}`,
    cost.dollars === 0 && cost.answers > 0 ? "$0: free, or no price known" : `$${cost.dollars.toFixed(4)}`
  ];
}

function eceText({ece, low, high, n, source}: NonNullable<ReportedEvaluation["calibration"]>): string {
  if (ece === null) return "—";
  const bounds = low === null || high === null ? "" : ` [${low.toFixed(3)}, ${high.toFixed(3)}]`;
  return `${ece.toFixed(3)}${bounds} n ${n.toLocaleString("en")}, ${source}`;
}

function changesText({since, evaluations}: NonNullable<ReportDocument["changes"]>): string {
  const names = namesOf(evaluations);
  return [
    `## Since the report of ${since}`,
    table(
      ["evaluation", "before", "now", "change"],
      evaluations.map(({simulated, before, after, change, kind}, i) => [
        marked(names[i]!, simulated),
        ...[scoreText(before), scoreText(after)].map(cell),
        kind === "both" ? cell(boundedText(change)) : kind
      ])
    )
  ].join("\n\n");
}
