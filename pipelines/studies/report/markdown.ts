// The report as markdown: report.md from its document.
import {leftOutSentence} from "../../store/leftOut.js";
import type {ReportDocument, ReportedEvaluation} from "./schema.js";

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
    `Seed ${seed ?? "—"}. report.json, version ${document.schema_version}, has the categories of all evaluations; docs/report.md says how each number is made.`
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
    `Summary: ${summaryOf(suite).map(cell).join(" ")}`,
    `Scores are 0 for guessing and 100 for knowing, with 95 % intervals and answers n. The overall score is the mean over domains of the mean over their scored categories; its interval comes from ${draws.toLocaleString("en")} draws.`,
    ...leftOutText(suite),
    table(["evaluation", "rank", "Overall", ...columns.map(({label}) => cell(label))], rows),
    ...(reasons.length > 0 ? [`A dash means no score: ${reasons.map(cell).join("; ")}.`] : []),
    ...domainTables(suite, names),
    "### Beside the score",
    table(
      [
        "evaluation",
        "item-weighted",
        `full, people ${(100 * human_weight).toFixed(0)} %`,
        "over all items",
        "without those left out − all",
        "contaminated",
        "ECE",
        "answers",
        "cost"
      ],
      evaluations.map((each, i) => [marked(names[i]!, each.simulated), ...besideCells(each).map(cell)])
    )
  ].join("\n\n");
}

/** Evaluations that a table of categories has as columns. */
const MAX_COLUMNS = 8;

/** A table of each domain with a score: its categories as rows, and the first evaluations as columns. */
function domainTables({domains, evaluations}: ReportDocument["suites"][number], names: readonly string[]): string[] {
  const shown = evaluations.slice(0, MAX_COLUMNS);
  const tables = domains.flatMap(({domain, categories: all}) => {
    const own = shown.flatMap(({scores}) => scores.filter(each => each.domain === domain && each.scope === "category"));
    const categories = [...new Set(own.map(({category}) => category))];
    if (own.every(({score}) => score === null)) return [];
    const cells = (scope: Score["scope"], category?: string) =>
      shown.map(each => partText(scoreOf(each, scope, domain, category)));
    return [
      `#### ${cell(domain)}`,
      table(
        ["category", ...shown.map((each, i) => marked(names[i]!, each.simulated))],
        [
          [`mean of ${categories.length} of ${all} categories`, ...cells("domain")],
          ...categories.map(category => [cell(category), ...cells("category", category)])
        ]
      )
    ];
  });
  if (tables.length === 0) return [];
  const part = evaluations.length > MAX_COLUMNS ? `The first ${MAX_COLUMNS} of ${evaluations.length} evaluations. ` : "";
  const contaminated = "Contaminated items, where a category has any, are counted among those that could be looked for.";
  return ["### Domains and categories", `${part}${contaminated}`, ...tables];
}

/** A score of a domain or a category, with its contaminated items where there are any. */
function partText(score: Score | undefined): string {
  if (!score) return "—";
  const {contaminated, testable} = score;
  return cell(`${scoreText(score)}${contaminated > 0 ? `; ${contaminated} of ${testable} items contaminated` : ""}`);
}

/** How many items the scores of a suite leave out, as a sentence; none where nothing was looked for. */
export function leftOutText({evaluations}: ReportDocument["suites"][number]): string[] {
  const counts = evaluations.flatMap(({all_items, simulated}) =>
    all_items
      ? [{items: all_items.items, audited: all_items.items, left_out: all_items.left_out, not_testable: 0, simulated}]
      : []
  );
  const sentence = leftOutSentence(counts);
  return sentence === "" ? [] : [sentence];
}

/** What stands beside an evaluation's overall score, as texts. */
export function besideCells(evaluation: ReportedEvaluation): string[] {
  const {all_items, contamination, calibration, cost} = evaluation;
  const [items, full] = [scoreOf(evaluation, "item-weighted"), scoreOf(evaluation, "full")];
  const gains = contamination.memoriser === true ? "; memoriser (whole store)" : "";
  return [
    items ? scoreText(items) : "—",
    full ? scoreText(full) : "—",
    all_items ? scoreText(all_items) : "—",
    all_items ? boundedText(all_items.difference) : "—",
    all_items ? `${contamination.contaminated} of ${contamination.testable} items${gains}` : "not looked for",
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

// The words of a report: scores with interval and n, and what a report says of itself.

type Score = ReportedEvaluation["scores"][number];
type Bounded = Pick<Score, "score" | "low" | "high">;

/** Domains that a published table of such a suite has as columns, in its order, with what it calls them. */
const PUBLISHED = new Map([
  ["Reasoning", "Reasoning"],
  ["Mathematics", "Mathematics"],
  ["Code generation", "Code"],
  ["Safety", "Safety"]
]);

/** The columns of a suite's table: the domains that the published table has first, then the others as the suite has them. */
export function columnsOf(domains: readonly {domain: string}[]): {domain: string; label: string}[] {
  const names = domains.map(({domain}) => domain);
  const first = [...PUBLISHED.keys()].filter(domain => names.includes(domain));
  return [...first, ...names.filter(domain => !PUBLISHED.has(domain))].map(domain => ({
    domain,
    label: PUBLISHED.get(domain) ?? domain
  }));
}

const fixed = (value: number): string => {
  const text = value.toFixed(1);
  return (text === "-0.0" ? "0.0" : text).replace("-", "−");
};

/** `61.2 [55.0, 67.1]`; without brackets where it has no interval, and a dash where it has no value. */
export function boundedText({score, low, high}: Bounded): string {
  if (score === null) return "—";
  return low === null || high === null ? fixed(score) : `${fixed(score)} [${fixed(low)}, ${fixed(high)}]`;
}

/** The same with the number of answers behind it. */
export const scoreText = (score: Bounded & {n: number}): string =>
  score.score === null ? "—" : `${boundedText(score)} n ${score.n.toLocaleString("en")}`;

/** `3 [1, 5] of 64` */
export const rankText = (rank: ReportedEvaluation["rank"]): string =>
  rank === null ? "—" : `${rank.rank} [${rank.low}, ${rank.high}] of ${rank.among}`;

/** The evaluation's score on the whole, a domain or a category; undefined where it has no row. */
export const scoreOf = ({scores}: ReportedEvaluation, scope: Score["scope"], domain = "", category = ""): Score | undefined =>
  scores.find(each => each.scope === scope && each.domain === domain && each.category === category);

/** A name that tells an evaluation from others of the same model. */
export function namesOf(evaluations: readonly Pick<ReportedEvaluation, "model" | "template" | "sampler">[]): string[] {
  const several = (of: "template" | "sampler") => new Set(evaluations.map(each => each[of])).size > 1;
  const [templates, samplers] = [several("template"), several("sampler")];
  return evaluations.map(({model, template, sampler}) =>
    [model, ...(templates ? [template] : []), ...(samplers ? [sampler] : [])].join(", ")
  );
}

/** The number of categories of a suite, all or those that nothing fills. */
const sumOf = (domains: ReportDocument["suites"][number]["domains"], of: "categories" | "empty"): number =>
  domains.reduce((sum, each) => sum + each[of], 0);

/** What a suite has and lacks, as a sentence. */
function emptySentence(domains: ReportDocument["suites"][number]["domains"]): string {
  const [categories, empty] = [sumOf(domains, "categories"), sumOf(domains, "empty")];
  return empty === 0
    ? categories === 1
      ? "Its one category is filled."
      : `All ${categories} categories are filled.`
    : `${empty} of ${categories} categories are empty: nothing fills them, and they are left out of every mean.`;
}

/** Numbers of scored categories of a suite's evaluations, as a sentence: `Overall of 31 of 52 categories.` */
function coverageSentence({domains, evaluations}: ReportDocument["suites"][number]): string {
  const counts = evaluations.flatMap(each => scoreOf(each, "overall")?.scored ?? []);
  if (counts.length === 0) return "";
  const all = sumOf(domains, "categories");
  const [min, max] = [Math.min(...counts), Math.max(...counts)];
  return `Overall of ${min === max ? min : `${min} to ${max}`} of ${all} ${all === 1 ? "category" : "categories"}.`;
}

/** Categories with a score, as text that is equal where evaluations are ranked together. */
const scoredCategories = ({scores}: ReportedEvaluation): string =>
  JSON.stringify(
    scores.filter(each => each.scope === "category" && each.score !== null).map(each => [each.domain, each.category])
  );

/** A summary of a suite in sentences: who leads, who may lead as well, and what the overall score covers. */
export function summaryOf(suite: ReportDocument["suites"][number]): string[] {
  const {suite_id, domains, evaluations} = suite;
  const names = namesOf(evaluations).map((name, i) => `${name}${evaluations[i]!.simulated ? " (simulated)" : ""}`);
  const [first] = evaluations;
  const [overall, rank] = [first && scoreOf(first, "overall"), first?.rank ?? null];
  const tied = names.filter((_, i) => {
    const other = evaluations[i]!;
    return i > 0 && other.rank?.low === 1 && scoredCategories(other) === scoredCategories(first!);
  });
  const blank = domains
    .map(({domain}) => domain)
    .filter(domain => evaluations.every(each => (scoreOf(each, "domain", domain)?.score ?? null) === null));
  const ranked = overall && rank !== null;
  const ahead = overall ? scoreText(overall).replace(" n ", " of 100, n = ") : "—";
  return [
    ranked
      ? `${names[0]} has the highest overall score, ${ahead}, in suite ${suite_id}: rank ${rankText(rank)}.`
      : `Suite ${suite_id} ranks no evaluation.`,
    ranked && tied.length > 0 ? `Not significantly worse, by ranks with 95 % intervals: ${tied.join("; ")}.` : "",
    coverageSentence(suite),
    emptySentence(domains),
    blank.length > 0 ? `Domains without a score: ${blank.join(", ")}.` : ""
  ].filter(Boolean);
}

/** Why the whole or domains have no score, once each: `Mathematics: all 9 categories are empty`. */
export function reasonsOf({domains, evaluations}: ReportDocument["suites"][number]): string[] {
  const reasons = (scope: "overall" | "domain", label: string, domain = ""): string[] => {
    const why = new Map<string, number>();
    for (const evaluation of evaluations) {
      const score = scoreOf(evaluation, scope, domain);
      if (score && score.score === null) why.set(score.why, (why.get(score.why) ?? 0) + 1);
    }
    return [...why].map(([reason, count]) =>
      count === evaluations.length ? `${label}: ${reason}` : `${label}: ${reason} (${count} of ${evaluations.length} evaluations)`
    );
  };
  return [...reasons("overall", "Overall"), ...domains.flatMap(({domain}) => reasons("domain", domain, domain))];
}

const SIMULATED_SENTENCE = {
  all: "All evaluations are of simulated reference models: programs that calibrate the workbook, not language models.",
  some: "Evaluations marked “simulated” are of reference models: programs that calibrate the workbook, not language models.",
  none: ""
} as const;
