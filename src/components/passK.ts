// Published pass^k on page Agents: data, sentences, chart and tables.
import * as Plot from "npm:@observablehq/plot";
import {html} from "npm:htl";
import {groupBy} from "../pipelines/stats/groupBy.js";
import {neededText, type PassDifference, passDifferences} from "../pipelines/studies/agents/passTable.js";
import {plainRows} from "./shared/answers.js";
import {
  type Column,
  formatCost,
  formatCount,
  formatDifference,
  formatRate,
  nameAxis,
  numberColumn,
  plotFigure,
  plural,
  type Sql,
  textColumn,
  tip
} from "./shared/charts.js";
import {tableBox} from "./shared/page.js";

interface Pass {
  k: number;
  value: number;
  low: number | null;
  high: number | null;
}

/** A submission in one domain. */
interface PassResult {
  submission: string;
  model: string;
  organization: string;
  domain: string;
  modality: string;
  tasks: number;
  trials: number;
  status: "recovered" | "several" | "incomplete" | "impossible";
  /** empty unless recovered */
  solved: number[];
  /** empty where figures are missing */
  needed: number[];
  unstable: number | null;
  unstable_low: number | null;
  unstable_high: number | null;
  rank: number | null;
  rank_low: number | null;
  rank_high: number | null;
  same_as: string[];
  released: string;
  user_simulator: string;
  cost: number | null;
  passes: Pass[];
}

/** The results of a domain and modality. */
interface PassDomain {
  /** `banking, voice` */
  name: string;
  modality: string;
  tasks: number;
  /** by rank */
  ranked: PassResult[];
  impossible: PassResult[];
  pairs: PassDifference[];
}

const DOMAIN_NAMES: Readonly<Record<string, string>> = {banking_knowledge: "banking"};
/** Most models of the chart; the table has all. */
const MAX_DRAWN = 60;

/** The domains with most recovered counts first. */
export async function passDomains(sql: Sql): Promise<Map<string, PassDomain>> {
  const rows = plainRows<PassResult & Pass>(await sql`select * from pass_k order by submission, k`, [
    "solved",
    "needed",
    "same_as"
  ]);
  const results = [...groupBy(rows, ({submission, domain}) => JSON.stringify([submission, domain])).values()].map(
    (figures): PassResult => ({...figures[0]!, passes: figures.map(({k, value, low, high}) => ({k, value, low, high}))})
  );
  const recovered = (domain: PassDomain) => domain.ranked.filter(({status}) => status === "recovered").length;
  const domains = [...groupBy(results, ({domain, modality}) => JSON.stringify([domain, modality])).values()].map(domainOf);
  return new Map(domains.sort((a, b) => recovered(b) - recovered(a)).map(domain => [domain.name, domain]));
}

function domainOf(results: readonly PassResult[]): PassDomain {
  const {domain, modality, tasks} = results[0]!;
  const ranked = results.filter(({rank}) => rank !== null).sort((a, b) => a.rank! - b.rank! || (a.model < b.model ? -1 : 1));
  return {
    name: `${DOMAIN_NAMES[domain] ?? domain}${modality === "voice" ? ", voice" : ""}`,
    modality,
    tasks,
    ranked,
    impossible: results.filter(({status}) => status === "impossible"),
    pairs: passDifferences(ranked.map(({model, passes}) => ({model, ...passes[0]!})))
  };
}

const rankText = ({rank, rank_low, rank_high}: PassResult): string =>
  rank === null ? "–" : `${rank} [${rank_low}, ${rank_high}]`;

const alikeIn = ({pairs}: PassDomain): number => pairs.filter(({differs}) => !differs).length;

/** Who leads in which domain and how sure that is, and how many pairs do not differ; voice is named only where there is nothing else. */
export function leadersSentence(domains: Iterable<PassDomain>): string {
  const all = [...domains].filter(({ranked}) => ranked.length > 0);
  if (all.length === 0) return "No submission has figures that follow from whole numbers of tasks.";
  const written = all.filter(({modality}) => modality !== "voice");
  const leaders = (written.length > 0 ? written : all).map(({name, ranked}) => {
    const [first] = ranked;
    const possible = ranked.filter(({rank_low}) => rank_low === 1).length;
    const others = possible === 1 ? "alone" : `${plural(possible - 1, "other")} may be first as well`;
    return `${first!.model} leads in ${name} (${others})`;
  });
  const pairs = all.reduce((sum, domain) => sum + domain.pairs.length, 0);
  const alike = all.reduce((sum, domain) => sum + alikeIn(domain), 0);
  return `${leaders.join("; ")}. ${formatCount(alike)} of ${formatCount(pairs)} pairs of submissions within a domain do not differ significantly.`;
}

/** The leader of a domain, the pairs, and the tasks that are solved in some trials only. */
export function domainSentence(domain: PassDomain): string {
  const {name, tasks, ranked, pairs} = domain;
  const [first] = ranked;
  if (!first) return `In ${name}, no figures follow from whole numbers of tasks.`;
  const alike = alikeIn(domain);
  const always = pairs.filter(({differsAlways}) => differsAlways).length;
  const flaky = ranked.filter(({unstable}) => unstable !== null).sort((a, b) => a.unstable! - b.unstable!);
  const flakyText = (row: PassResult) => `${row.model} ${unstableText(row)}`;
  const sometimes =
    flaky.length === 0
      ? ""
      : flaky.length === 1
        ? ` Solved in some trials only: ${flakyText(flaky[0]!)} of tasks.`
        : ` Solved in some trials only: from ${flakyText(flaky[0]!)} to ${flakyText(flaky.at(-1)!)} of tasks.`;
  const pairText =
    pairs.length === 0
      ? ""
      : ` Of ${plural(pairs.length, "pair")}, ${formatCount(alike)} ${alike === 1 ? "does" : "do"} not differ significantly; ${formatCount(always)} ${always === 1 ? "differs" : "differ"} under any pairing of tasks.`;
  return `In ${name}, ${first.model} solves ${passText(first, 1)} of the tasks in a single trial (pass^1, n = ${formatCount(tasks)} tasks), rank ${rankText(first)} of ${formatCount(ranked.length)}.${pairText}${sometimes}`;
}

function passText({passes}: PassResult, k: number): string {
  const pass = passes.find(each => each.k === k);
  if (!pass) return "–";
  const {value, low, high} = pass;
  return low === null || high === null ? `${(100 * value).toFixed(1)} %` : formatRate({value, low, high, n: 1});
}

const unstableText = ({unstable, unstable_low, unstable_high}: PassResult): string =>
  unstable === null ? "–" : formatRate({value: unstable, low: unstable_low!, high: unstable_high!, n: 1});

/** Shapes and colours of pass^1, pass^2, … */
const SYMBOLS = ["circle", "triangle", "square", "diamond", "star", "wye", "cross", "times"] as const;
const COLORS = ["var(--theme-blue)", "#e36209", "#a463f2", "#3ca951"];

/** pass^k of each model with its intervals, the best first. */
export function passPlot({name, tasks, ranked}: PassDomain, {width}: {width: number}): HTMLElement {
  const models = ranked.slice(0, MAX_DRAWN);
  const trials = Math.max(1, ...models.map(row => row.trials));
  const ks = Array.from({length: trials}, (_, i) => `pass^${i + 1}`);
  const dots = models.flatMap(row =>
    row.passes.map(({k, value, low, high}) => ({
      row,
      k,
      name: row.model,
      measure: `pass^${k}`,
      value: 100 * value,
      low: 100 * low!,
      high: 100 * high!
    }))
  );
  type Dot = (typeof dots)[number];
  const names = nameAxis(
    models.map(({model}) => model),
    width
  );
  const step = 6;
  const marks = ks.flatMap((measure, i) => {
    const ofMeasure = dots.filter(dot => dot.measure === measure);
    const place = {y: "name", dy: step * (i - (trials - 1) / 2)};
    return [
      Plot.ruleY(ofMeasure, {...place, x1: "low", x2: "high", stroke: "measure", strokeWidth: 1.2, strokeOpacity: 0.7}),
      Plot.dot(ofMeasure, {...place, x: "value", r: 3, symbol: "measure", stroke: "measure", fill: "measure"}),
      tip(ofMeasure, {
        y: "name",
        x: "value",
        maxRadius: 12,
        title: ({row, k, measure}: Dot) =>
          `${row.model}, ${measure}\n${passText(row, k)}\nn = ${formatCount(row.tasks)} tasks\n${row.status === "recovered" ? `${formatCount(row.trials)} trials` : "figures missing: the widest interval possible"}`
      })
    ];
  });
  const rest = ranked.length - models.length;
  return plotFigure({
    id: "pass-plot",
    title: `Tasks solved in k of k trials, ${name}`,
    caption: `pass^1: solved in a single trial; pass^2: in both of two; pass^k: in all of k. Bars are 95 % intervals over ${formatCount(tasks)} tasks, from the recovered counts; where only pass^1 is published, the widest possible.${rest > 0 ? ` ${formatCount(rest)} more are in the table.` : ""}`,
    width,
    height: 80 + models.length * (trials > 1 ? step * (trials + 1) : 15),
    marginLeft: names.margin,
    marginRight: 24,
    marginBottom: 40,
    x: {domain: [0, 100], grid: true, axis: "both", label: "% of tasks →"},
    y: {domain: models.map(({model}) => model), label: null, tickFormat: names.format, tickSize: 0},
    color: {domain: ks, range: ks.map((_, i) => COLORS[i % COLORS.length]!)},
    symbol: {domain: ks, range: ks.map((_, i) => SYMBOLS[i % SYMBOLS.length]!), legend: true},
    marks
  });
}

/** The ranked submissions of a domain, with a file of all. */
export const passTableBox = (domain: PassDomain): DocumentFragment =>
  tableBox("pass-table", domain.ranked, passColumns(domain), {
    sort: "rank",
    key: "pass-sort",
    csv: ["pass_k.csv", () => passCsv([...domain.ranked, ...domain.impossible])]
  });

function passColumns({ranked}: PassDomain): Column<PassResult>[] {
  const trials = Math.max(1, ...ranked.map(row => row.trials));
  return [
    textColumn("model", "Model", row => row.model),
    numberColumn("rank", "Rank", row => row.rank, rankText, "by pass^1, with its simultaneous 95 % interval"),
    ...Array.from({length: trials}, (_, i) =>
      numberColumn<PassResult>(
        `pass_${i + 1}`,
        `pass^${i + 1}`,
        row => row.passes.find(({k}) => k === i + 1)?.value ?? null,
        row => passText(row, i + 1),
        "share of tasks, with its 95 % interval over tasks"
      )
    ),
    numberColumn(
      "tasks",
      "n",
      row => row.tasks,
      row => formatCount(row.tasks),
      "tasks"
    ),
    numberColumn("unstable", "Solved sometimes", row => row.unstable, unstableText, "share of tasks solved in some trials only"),
    textColumn("solved", "Solved 0, 1, … times", row => (row.solved.length > 0 ? row.solved.join(", ") : row.status), {
      description: "tasks by the number of trials that solved them, recovered from the published figures"
    }),
    numberColumn(
      "cost",
      "Cost",
      row => row.cost,
      row => (row.cost === null ? "–" : formatCost(row.cost)),
      "US dollars per conversation, as submitted: a mean without an interval, over all trials"
    ),
    textColumn("released", "Released", row => row.released || "unknown"),
    textColumn("user", "User simulator", row => row.user_simulator || "unknown", {
      description: "the model that played the user; differences between simulators are part of every difference here"
    })
  ];
}

/** Differences of a chosen model from all others of its domain. */
export const differenceTable = (domain: PassDomain, model: string): DocumentFragment =>
  tableBox("pass-differences", differencesFrom(domain, model), differenceColumns(), {sort: "value", key: "differences-sort"});

const differenceColumns = (): Column<PassDifference>[] => [
  textColumn("other", "Model", row => row.other),
  numberColumn(
    "value",
    "Difference, points",
    row => row.value,
    formatDifference,
    "pass^1, with a 95 % interval that is simultaneous over all pairs of the domain and does not pair tasks"
  ),
  textColumn("differs", "Significant", row =>
    row.differsAlways ? "yes, under any pairing of tasks" : row.differs ? "yes" : "no"
  )
];

const differencesFrom = ({pairs}: PassDomain, model: string): PassDifference[] =>
  pairs.flatMap(pair => {
    if (pair.model === model) return [pair];
    if (pair.other !== model) return [];
    return [{...pair, model, other: pair.model, value: -pair.value, low: -pair.high, high: -pair.low}];
  });

/** Results that do not follow from the published data with the arithmetic, and results with the same figures. */
export function passDoubts(domains: Iterable<PassDomain>): HTMLElement | DocumentFragment {
  const all = [...domains];
  const impossible = all.flatMap(({name, impossible}) => impossible.map(row => ({name, ...row})));
  const same = all.flatMap(({name, ranked, impossible}) => {
    const sets = groupBy(
      [...ranked, ...impossible].filter(({same_as}) => same_as.length > 0),
      ({model, same_as}) => JSON.stringify([model, ...same_as].sort())
    );
    return [...sets.keys()].map(models => `${(JSON.parse(models) as string[]).join(" and ")}, ${name}`);
  });
  const reading = html`<p id="impossible-reading">${plural(impossible.length, "result")} ${impossible.length === 1 ? "does" : "do"} not follow from the published data, and ${impossible.length === 1 ? "has" : "have"} no rank: no whole numbers of tasks in complete trials give these percentages. Unequal numbers of trials, or tasks that were left out, could explain it.`;
  return html.fragment`${impossible.length === 0 ? "" : reading}
    ${tableBox("impossible", impossible, impossibleColumns, {key: null})}
    ${same.length === 0 ? "" : html`<p id="same-figures">The same figures to the last digit: ${same.join("; ")}.`}`;
}

const impossibleColumns: Column<PassResult & {name: string}>[] = [
  textColumn("model", "Model", row => row.model),
  textColumn("domain", "Domain", row => row.name),
  textColumn("published", "pass^1, pass^2, … as published, %", row =>
    row.passes.map(({value}) => (100 * value).toFixed(2)).join(", ")
  ),
  textColumn("needed", "These would need", row => neededText({tasks: row.tasks, exact: row.needed}))
];

/** Rows of the CSV file: one for each k. */
const passCsv = (rows: readonly PassResult[]): Record<string, unknown>[] =>
  rows.flatMap(({passes, solved, needed, same_as, ...row}) =>
    passes.map(pass => ({...row, ...pass, solved: solved.join(" "), needed: needed.join(" "), same_as: same_as.join("; ")}))
  );
