// Makes the study tables of the votes that the workbook ships with: votes, the ground truth of the simulation, and the results of the
// study.
import {existsSync} from "node:fs";
import {readFile} from "node:fs/promises";
import {join} from "node:path";
import {canonicalJson, sha256Hex} from "../../book/canonical.js";
import type {Report} from "../../infer/progress.js";
import {fileOf} from "../../store/publish.js";
import {openTables} from "../../store/sql.js";
import {openStage} from "../../store/writer.js";
import {voteAgreement} from "./agreement/agreement.js";
import {type Agreed, OVER_NAMES} from "./agreement/coefficient.js";
import {cohenPooled} from "./agreement/cohen.js";
import {type Correlation, correlationsOf} from "./benchmarks/against.js";
import {BENCHMARKS, type Published, readBenchmarks} from "./benchmarks/benchmarksFile.js";
import {type Leaderboard, scoresOf} from "./benchmarks/leaderboard.js";
import {shippedJudge, shippedPlan} from "./simulate/shipped.js";
import {simulateJudge} from "./simulate/simulateJudge.js";
import {groundTruthIn, recordOf, type SimulatedAnswers, simulateVotes} from "./simulate/simulateVotes.js";
import {humanStudy} from "./study.js";
import {preferencesTables} from "./tables.js";
import {type Votes, votesOf} from "./votes/votes.js";

const TABLES = ["votes", "judge_votes", "planted", "strengths", "agreement", "benchmarks", "correlations"] as const;
/** Name of the book's own scores beside published ones. */
const OWN = "this book";

/** What the tables depend on besides the store: the plan of the simulation and the published scores. */
export async function key(): Promise<string> {
  const published = existsSync(BENCHMARKS) ? await readFile(BENCHMARKS, "utf8") : "";
  return sha256Hex(
    canonicalJson({
      plan: shippedPlan(),
      judge: shippedJudge(),
      published,
      columns: Object.keys(preferencesTables.agreement.columns)
    })
  ).slice(0, 16);
}

export async function make(folder: string, {report}: {report: Report}): Promise<void> {
  const started = performance.now();
  const plan = shippedPlan();
  const answers: SimulatedAnswers = new Map();
  const list = simulateVotes(plan, answers);
  const judge = shippedJudge();
  const votes = votesOf(list);
  const own = await ownScores(folder);
  const published = existsSync(BENCHMARKS) ? await readBenchmarks() : null;
  const {strengths} = humanStudy(votes);
  await using stage = await openStage(Object.fromEntries(TABLES.map(name => [name, preferencesTables[name]])), {folder});
  for (const vote of list) stage.append("votes", recordOf(vote));
  for (const vote of simulateJudge(plan, judge, {people: list, answers})) stage.append("judge_votes", recordOf(vote));
  for (const kind of ["discrimination", "position", "length", "ties"] as const)
    stage.append("planted", {kind, name: judge.judge, value: judge[kind], simulated: true});
  for (const [name, value] of Object.entries(judge.favours))
    stage.append("planted", {kind: "favour", name, value, simulated: true});
  for (const row of groundTruthIn(plan)) stage.append("planted", {...row, simulated: true});
  for (const {model, votes: n, beta, elo, se, interval, ranks} of strengths.rows)
    stage.append("strengths", {
      model,
      votes: n,
      beta,
      elo,
      se_information: se.information,
      se_sandwich: se.votes,
      se_by_prompt: se.prompts,
      se_by_annotator: se.annotators,
      se_both: se.both,
      low: interval[strengths.ranksBy]?.[0] ?? null,
      high: interval[strengths.ranksBy]?.[1] ?? null,
      rank: ranks.rank,
      rank_lo: ranks.lo,
      rank_hi: ranks.hi,
      simulated: true
    });
  for (const row of agreementRows(votes)) stage.append("agreement", {...row, simulated: true});
  appendBenchmarks(own.table, {criteria: [], simulated: model => own.simulated.has(model)});
  if (published) appendBenchmarks(published, {criteria: published.criteria, simulated: () => false});
  const preference = new Map(strengths.rows.map(({model, beta}) => [model, beta]));
  const rows = [
    ...correlationsOf(preference, own.table).map(row => ({...row, criterion: "preference", simulated: true})),
    ...(published ? publishedRows(published) : [])
  ];
  for (const {lo, hi, bootstrap_lo, bootstrap_hi, without_lo, without_hi, benchmark_reliability: _, ...row} of rows)
    stage.append("correlations", {
      ...row,
      low: lo,
      high: hi,
      bootstrap_low: bootstrap_lo,
      bootstrap_high: bootstrap_hi,
      without_low: without_lo,
      without_high: without_hi
    });
  for (const name of TABLES) await stage.write(name, join(folder, fileOf(name)), {allowEmpty: true});
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  report.info(`human: ${votes.n} simulated judgments, ${rows.length / 3} correlated benchmarks, in ${seconds} s`);

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
}

/** The book's own scores: each tier, and the mean of tiers; several evaluations of one model are averaged. */
async function ownScores(folder: string): Promise<{table: Leaderboard; simulated: ReadonlySet<string>}> {
  const {connection, close} = await openTables(folder);
  try {
    const query = `select model, if(layer = 'mean', 'ReasonScore', 'ReasonScore ' || tier) as benchmark, avg(score)::double as score,
      bool_or(simulated) as simulated from scores where layer in ('mean', 'tier') and len(missing) = 0 group by all order by all`;
    const rows = (await connection.runAndReadAll(query)).getRowObjectsJson() as unknown as OwnScore[];
    const models = [...new Set(rows.map(({model}) => model))];
    const names = [...new Set(rows.map(({benchmark}) => benchmark))];
    const at = new Map(rows.map(({model, benchmark, score}) => [`${model} ${benchmark}`, score]));
    const benchmarks = names.map(name => ({name, values: models.map(model => at.get(`${model} ${name}`) ?? null)}));
    return {table: {models, benchmarks, notes: []}, simulated: new Set(rows.flatMap(row => (row.simulated ? [row.model] : [])))};
  } finally {
    close();
  }
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

function agreementRows(votes: Votes) {
  return [true, false].flatMap(ties => {
    const {fleiss, krippendorff} = voteAgreement(votes, {ties});
    const row = (coefficient: string, {value, lo, hi, n, over}: Agreed) => {
      return {coefficient, ties, value, low: lo, high: hi, over: lo === null ? null : OVER_NAMES[over!], n};
    };
    return [
      row("fleiss", fleiss),
      ...(["nominal", "ordinal", "interval"] as const).map(metric => row(`krippendorff ${metric}`, krippendorff[metric])),
      row("cohen", cohenPooled(votes, {ties}))
    ];
  });
}
