// Makes the study tables of benchmarks beside people's preferences: the book's own scores and published ones, and how far they agree with the
// strengths of the votes that the workbook ships with.
import {existsSync} from "node:fs";
import {readFile} from "node:fs/promises";
import {sha256Hex} from "../../../book/canonical.js";
import {literal} from "../../../rows/literal.js";
import type {Stage} from "../../../store/writer.node.js";
import {maker, type StudyStore} from "../../maker.node.js";
import {type Correlation, correlationsOf} from "./against.js";
import {BENCHMARKS, type Published, readBenchmarks} from "./benchmarksFile.node.js";
import {type Leaderboard, scoresOf} from "./leaderboard.js";
import {benchmarksTables} from "./tables.js";

/** Name of the book's own scores beside published ones. */
const OWN = "this book";

/** What the tables depend on besides the store: the published scores. */
export const key = async (): Promise<string> =>
  sha256Hex(existsSync(BENCHMARKS) ? await readFile(BENCHMARKS, "utf8") : "").slice(0, 16);

export const make = maker(benchmarksTables, async ({report, stage, open}) => {
  const store = await open();
  const own = await ownScores(store);
  appendScores(stage, own.table, {criteria: [], simulated: model => own.simulated.has(model)});
  // strengths by model, strongest first
  const strengths = await store.connection.runAndReadAll("select model, beta from strengths order by beta desc, model");
  appendCorrelations(stage, preferenceRows(new Map(strengths.getRows() as [string, number][]), own.table, {simulated: true}));
  if (existsSync(BENCHMARKS)) appendPublished(stage, await readBenchmarks());
  report.info(`human: ${stage.rows("correlations") / 3} correlated benchmarks`);
});

/**
 * Appends published scores, and their correlations with published criteria and with the strengths of votes.
 * @param preference strengths in log-odds by model, strongest first
 */
export function appendPublished(
  stage: Pick<Stage, "append">,
  published: Published,
  preference: ReadonlyMap<string, number> = new Map()
): void {
  appendScores(stage, published, {criteria: published.criteria, simulated: () => false});
  appendCorrelations(stage, [
    ...(preference.size > 0 ? preferenceRows(preference, published, {simulated: false}) : []),
    ...publishedRows(published)
  ]);
}

function appendScores(
  stage: Pick<Stage, "append">,
  {models, benchmarks, aliases = {}}: Leaderboard,
  {criteria, simulated}: {criteria: readonly string[]; simulated: (model: string) => boolean}
): void {
  for (const {name, values, contains = [], source = OWN, date = ""} of benchmarks)
    values.forEach((score, i) => {
      const row = {model: models[i], benchmark: name, score, source, date, criterion: criteria.includes(name), contains};
      if (score !== null)
        stage.append("benchmarks", {...row, aliases: aliases[models[i]!] ?? [], simulated: simulated(models[i]!)});
    });
}

type CorrelationRow = Correlation & {criterion: string; simulated: boolean};

const preferenceRows = (
  preference: ReadonlyMap<string, number>,
  table: Leaderboard,
  {simulated}: {simulated: boolean}
): CorrelationRow[] => correlationsOf(preference, table).map(row => ({...row, criterion: "preference", simulated}));

function appendCorrelations(stage: Pick<Stage, "append">, rows: readonly CorrelationRow[]): void {
  for (const {lo, hi, bootstrap_lo, bootstrap_hi, without_lo, without_hi, ...row} of rows)
    stage.append("correlations", {
      ...row,
      low: lo,
      high: hi,
      bootstrap_low: bootstrap_lo,
      bootstrap_high: bootstrap_hi,
      without_low: without_lo,
      without_high: without_hi
    });
}

/** Measures of a whole text, 0 to 1, of which a model's mean over the items of a task is a benchmark. */
const TEXT_MEASURES = ["bleu", "chrf", "rouge_l"];

/** Queries of the book's own scores, with the tables that they need; several evaluations of one model are averaged. */
const OWN_SCORES: readonly {needs: readonly string[]; query: string}[] = [
  {
    needs: ["scores"],
    query: `select model, 'ReasonScore' || if((select count(distinct suite) from scores) > 1, ' ' || suite, '') || if(layer = 'mean', '', ' ' || tier) as benchmark,
      avg(score)::double as score, bool_or(simulated) as simulated from scores where layer in ('mean', 'tier') and len(missing) = 0 group by all order by all`
  },
  {
    needs: ["measures", "samples"],
    query: `select model, base_task || ' ' || name as benchmark, 100 * avg(value order by eval_id, item_id)::double as score, bool_or(simulated) as simulated
      from measures join (select eval_id, item_id, trial, base_task, simulated from samples) using (eval_id, item_id, trial)
      where trial = 0 and name in (${TEXT_MEASURES.map(literal).join(", ")}) group by model, base_task, name order by all`
  }
];

/** The book's own scores: each tier, the mean of tiers, and means of the measures of texts, 0 to 100. A book of other item banks has none. */
export async function ownScores({
  connection,
  tables
}: Pick<StudyStore, "connection" | "tables">): Promise<{table: Leaderboard; simulated: ReadonlySet<string>}> {
  const rows: OwnScore[] = [];
  for (const {needs, query} of OWN_SCORES)
    if (needs.every(table => tables.includes(table)))
      rows.push(...((await connection.runAndReadAll(query)).getRowObjectsJson() as unknown as OwnScore[]));
  const models = [...new Set(rows.map(({model}) => model))];
  const names = [...new Set(rows.map(({benchmark}) => benchmark))];
  const at = new Map(rows.map(({model, benchmark, score}) => [`${model} ${benchmark}`, score]));
  const benchmarks = names.map(name => ({name, values: models.map(model => at.get(`${model} ${name}`) ?? null)}));
  return {table: {models, benchmarks, notes: []}, simulated: new Set(rows.flatMap(row => (row.simulated ? [row.model] : [])))};
}
interface OwnScore {
  model: string;
  benchmark: string;
  score: number;
  simulated: boolean;
}

/** Correlations of each published benchmark with each published criterion. */
function publishedRows(published: Published): CorrelationRow[] {
  return published.criteria.flatMap(criterion => {
    const own = published.benchmarks.find(({name}) => name === criterion)!;
    const others = {...published, benchmarks: published.benchmarks.filter(({name}) => name !== criterion)};
    return correlationsOf(scoresOf(published, own), others, {criterion, parts: own.contains ?? []}).map(row => ({
      ...row,
      criterion,
      simulated: false
    }));
  });
}
