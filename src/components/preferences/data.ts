// Loads the data of the page on human judgments: the shipped votes or a reader's file, and a table of benchmarks.
import {z} from "zod";
import {formatCount} from "../../pipelines/charts/shared/interval.js";
import type {Sql} from "../../pipelines/charts/shared/sql.js";
import {type Benchmark, type Leaderboard, readLeaderboard} from "../../pipelines/studies/preferences/benchmarks/leaderboard.js";
import {type Ratings, ratingsOf, ratingsOfVotes} from "../../pipelines/studies/preferences/ratings/ratings.js";
import {areRatings, readRatings} from "../../pipelines/studies/preferences/ratings/read.js";
import type {GroundTruth} from "../../pipelines/studies/preferences/simulate/simulateVotes.js";
import {RATINGS, readVotes, voteWarningLine} from "../../pipelines/studies/preferences/votes/read.js";
import {
  refuseOtherThanVotes,
  refuseWithout,
  simulatedAmong,
  type VoteRecord
} from "../../pipelines/studies/preferences/votes/records.js";
import {OUTCOMES, type Vote, type Votes, votesOf} from "../../pipelines/studies/preferences/votes/votes.js";
import {type Content, placed, recordsIn} from "../shared/content.js";
import {visible} from "../shared/visible.js";

// The published pages allow no code from strings.
z.config({jitless: true});

/** Votes with their source. */
export interface Judgments {
  name: string;
  votes: Votes;
  simulated: boolean;
  /** warnings of the file, one line each */
  notes: string[];
  /** ground truth of simulated votes */
  groundTruth: GroundTruth[];
  /** indices of the inconsistent ties of a judge that was asked in both orders; null where no vote says so */
  inconsistent: readonly number[] | null;
}

/** A column of scores, as a benchmark or as a criterion. */
export interface Scored extends Benchmark {
  criterion: boolean;
  /** whether any model with a score is simulated */
  simulated: boolean;
}
export interface Scores extends Leaderboard {
  benchmarks: Scored[];
  /** numeric columns that are not benchmarks by their names */
  aside?: Scored[];
  name: string;
}

/** A table in which some of the columns kept aside are treated as benchmarks. */
export const withColumns = (scores: Scores, taken: readonly string[]): Scores =>
  taken.length === 0
    ? scores
    : {...scores, benchmarks: [...scores.benchmarks, ...(scores.aside ?? []).filter(({name}) => taken.includes(name))]};

/** The votes that the workbook ships with: people's on MT-Bench, or simulated ones. */
export async function shippedJudgments(sql: Sql): Promise<Judgments> {
  const rows = await sql`select judge, model_a, model_b, question_id, turn, winner, length_a, length_b,
      helpfulness_a, helpfulness_b, correctness_a, correctness_b, fluency_a, fluency_b, simulated from votes`;
  return storedJudgments(sql, rows, {
    simulated: "the shipped judgments",
    real: "people on MT-Bench (Zheng and others 2023, CC-BY-4.0)"
  });
}

/** A judging model's votes on the same questions, for comparison. */
export async function sampleJudge(sql: Sql): Promise<Judgments> {
  const rows =
    await sql`select judge, model_a, model_b, question_id, turn, winner, length_a, length_b, simulated from judge_votes`;
  return storedJudgments(sql, rows, {
    simulated: "the shipped judge",
    real: "GPT-4 on MT-Bench (Zheng and others 2023, CC-BY-4.0)"
  });
}

async function storedJudgments(
  sql: Sql,
  rows: Iterable<Record<string, unknown>>,
  names: {simulated: string; real: string}
): Promise<Judgments> {
  const one = (value: unknown) => (value === null || value === undefined ? null : Number(value));
  const rated = (row: Record<string, unknown>) => {
    const all = RATINGS.map(aspect => [aspect, {a: one(row[`${aspect}_a`]), b: one(row[`${aspect}_b`])}] as const);
    return all.some(([, {a, b}]) => a !== null || b !== null) ? {ratings: Object.fromEntries(all)} : {};
  };
  let simulated = false;
  const inconsistent: number[] = [];
  const list = Array.from(rows, (row, v): Vote => {
    simulated ||= Boolean(row.simulated);
    if (row.winner === "tie (inconsistent)") inconsistent.push(v);
    const [a, b] = [one(row.length_a), one(row.length_b)];
    return {
      judge: String(row.judge),
      model_a: String(row.model_a),
      model_b: String(row.model_b),
      question: String(row.question_id),
      turn: Number(row.turn),
      winner: OUTCOMES[row.winner === "model_a" ? 0 : row.winner === "model_b" ? 2 : 1]!,
      ...(a !== null && b !== null && {covariates: {length: {a, b}}}),
      ...rated(row)
    };
  });
  const groundTruth = Array.from(await sql`select kind, name, value from planted`, row => ({
    kind: String(row.kind) as GroundTruth["kind"],
    name: String(row.name),
    value: Number(row.value)
  }));
  return {
    name: simulated ? names.simulated : names.real,
    votes: votesOf(list),
    simulated,
    notes: [],
    groundTruth,
    inconsistent: inconsistent.length > 0 ? inconsistent : null
  };
}

/** Names of the file inputs, so that a message about one can mention another. */
export const FILES = {
  votes: "Votes of your own",
  ratings: "Ratings of your own",
  others: "Other votes to compare with",
  scores: "Scores of your own",
  criterion: "Other scores to compare with"
};

const areVotes = (records: readonly VoteRecord[]): boolean =>
  records.some(({value}) => value && ("model_a" in value || "cmp_key" in value));

function tableIn(records: readonly VoteRecord[]): Leaderboard | null {
  if (areVotes(records)) return null;
  try {
    const table = readLeaderboard(records);
    return table.benchmarks.length > 0 ? table : null;
  } catch {
    return null;
  }
}

const texts = (list: unknown): string[] => Array.from(list as Iterable<unknown>, String);

/** The published scores and the book's own. */
export async function shippedScores(sql: Sql): Promise<Scores> {
  const rows = Array.from(
    await sql`select model, benchmark, score, source, date, criterion, contains, aliases, simulated from benchmarks order by benchmark, model`
  );
  const models = [...new Set(rows.map(row => String(row.model)))];
  const names = [...new Set(rows.map(row => String(row.benchmark)))];
  const benchmarks = names.map((name): Scored => {
    const own = rows.filter(row => row.benchmark === name);
    const at = new Map(own.map(row => [String(row.model), Number(row.score)]));
    return {
      name,
      values: models.map(model => at.get(model) ?? null),
      source: String(own[0]!.source),
      date: String(own[0]!.date),
      criterion: Boolean(own[0]!.criterion),
      contains: texts(own[0]!.contains),
      simulated: own.some(row => Boolean(row.simulated))
    };
  });
  const aliases = Object.fromEntries(rows.map(row => [String(row.model), texts(row.aliases)]));
  return {name: "the shipped table", models, benchmarks, aliases, notes: []};
}

/**
 * A reader's file of votes.
 * @throws Error whose message says what is wrong and where
 */
export function judgmentsOf(content: Content): Judgments {
  const {name} = content;
  const records = recordsIn(content);
  if (areRatings(records)) throw new Error(`${name} holds ratings of single answers: load it under "${FILES.ratings}"`);
  const table = tableIn(records);
  if (table)
    throw new Error(
      `${name} is a table of scores (${formatCount(table.models.length)} models): load it under "${FILES.scores}"; votes have model_a, model_b and winner`
    );
  refuseOtherThanVotes(name, records);
  const read = readVotes(records, {shown: visible});
  const notes = [...read.warnings.map(warning => voteWarningLine(warning, name)), ...read.notes];
  if (read.votes.n === 0) throw new Error(`${name} holds no vote${notes.length > 0 ? `: ${notes[0]}` : ""}`);
  const simulated = simulatedAmong(records) > 0;
  return {name, votes: read.votes, simulated, notes: notes.map(visible), groundTruth: [], inconsistent: read.inconsistent};
}

/** Ratings with their source: votes whose judges rated both answers, or a file of ratings alone. */
export interface Rated {
  name: string;
  ratings: Ratings[];
  /** the votes that contain them */
  votes: Votes | null;
  simulated: boolean;
  notes: string[];
}

/** The ratings contained in votes, collected when they are asked for. */
export const ratingsFromVotes = ({name, simulated}: Judgments, votes: Votes): Rated => ({
  name,
  get ratings() {
    return ratingsOfVotes(votes);
  },
  votes,
  simulated,
  notes: []
});

/** A reader's ratings of single answers, or the ratings of a reader's votes. */
export function ratedOfFile(content: Content): Rated {
  const {name} = content;
  const records = recordsIn(content);
  if (records.some(({value}) => value && "model_a" in value)) {
    const judgments = judgmentsOf(content);
    const rated = ratingsFromVotes(judgments, judgments.votes);
    if (rated.ratings.length === 0) throw new Error(`${name} holds votes without ratings: load it under "${FILES.votes}"`);
    return {...rated, notes: judgments.notes};
  }
  refuseWithout(name, records, {required: ["model"], wanted: ["judge", "model", "question_id"]});
  const read = readRatings(records);
  const notes = [...read.warnings.map(warning => voteWarningLine(warning, name)), ...read.notes];
  if (read.ratings.length === 0)
    throw new Error(
      `${name} holds no rating: ${notes[0] ?? "expected a model and one or more columns of numbers in each record"}`
    );
  const shown = read.ratings.map(({judge, model, aspect, ...rest}) => ({
    judge: visible(judge),
    model: visible(model),
    aspect: visible(aspect),
    ...rest
  }));
  const scales = Object.fromEntries(Object.entries(read.scales).map(([aspect, scale]) => [visible(aspect), scale]));
  const simulated = simulatedAmong(records) > 0;
  return {name, ratings: ratingsOf(shown, scales), votes: null, simulated, notes: notes.map(visible)};
}

/** A reader's table of scores; any of its columns may be the criterion. */
export function scoresOfFile(content: Content): Scores {
  const {name} = content;
  const records = recordsIn(content);
  if (areVotes(records))
    throw new Error(
      `${name} holds votes: load it under "${FILES.votes}"; a table has a column "model" and one for each benchmark`
    );
  if (areRatings(records)) throw new Error(`${name} holds ratings of single answers: load it under "${FILES.ratings}"`);
  const {models, benchmarks, aside, notes} = placed(name, () => readLeaderboard(records));
  if (benchmarks.length === 0)
    throw new Error(`${name} holds no score: beside "model" it needs a column of numbers for each benchmark`);
  const shown = (each: Benchmark): Scored => ({...each, name: visible(each.name), criterion: true, simulated: false});
  return {
    name,
    models: models.map(visible),
    benchmarks: benchmarks.map(shown),
    ...(aside && {aside: aside.map(shown)}),
    notes: notes.map(visible)
  };
}
