// Makes the study tables of benchmarks beside people's preferences: the book's own scores and published ones, and how far they agree with the
// strengths of the votes that the workbook ships with.
import {existsSync} from "node:fs";
import {readFile} from "node:fs/promises";
import {sha256Hex} from "../../../book/canonical.js";
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
  const published = existsSync(BENCHMARKS) ? await readBenchmarks() : null;
  appendBenchmarks(own.table, {criteria: [], simulated: model => own.simulated.has(model)});
  if (published) appendBenchmarks(published, {criteria: published.criteria, simulated: () => false});
  // strengths by model, strongest first
  const strengths = await store.connection.runAndReadAll("select model, beta from strengths order by beta desc, model");
  const preference = new Map(strengths.getRows() as [string, number][]);
  const rows = [
    ...correlationsOf(preference, own.table).map(row => ({...row, criterion: "preference", simulated: true})),
    ...(published ? publishedRows(published) : [])
  ];
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
  report.info(`human: ${rows.length / 3} correlated benchmarks`);

  function appendBenchmarks(
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
});

/** The book's own scores: each tier, and the mean of tiers; several evaluations of one model are averaged. */
async function ownScores({connection, tables}: StudyStore): Promise<{table: Leaderboard; simulated: ReadonlySet<string>}> {
  // a book of item banks alone has no scores
  if (!tables.includes("scores")) return {table: {models: [], benchmarks: [], notes: []}, simulated: new Set()};
  const query = `select model, 'ReasonScore' || if((select count(distinct suite) from scores) > 1, ' ' || suite, '') || if(layer = 'mean', '', ' ' || tier) as benchmark, avg(score)::double as score,
      bool_or(simulated) as simulated from scores where layer in ('mean', 'tier') and len(missing) = 0 group by all order by all`;
  const rows = (await connection.runAndReadAll(query)).getRowObjectsJson() as unknown as OwnScore[];
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
function publishedRows(published: Published): (Correlation & {criterion: string; simulated: boolean})[] {
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
