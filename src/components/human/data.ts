// What the page on human judgments shows: the shipped judgments or a reader's own file, and a table of benchmarks.
import {z} from "zod";
import {type Benchmark, type Leaderboard, readLeaderboard} from "../../pipelines/study/human/leaderboard.js";
import {oddityLine, readVotes} from "../../pipelines/study/human/read.js";
import {recordsOf} from "../../pipelines/study/human/records.js";
import type {Planted} from "../../pipelines/study/human/simulate.js";
import {OUTCOMES, type Vote, type Votes, votesOf} from "../../pipelines/study/human/votes.js";
import type {Sql} from "../tables.js";
import {visible} from "../visible.js";

// The published pages allow no code made from strings.
z.config({jitless: true});

/** Votes with where they come from. */
export interface Judgments {
  name: string;
  votes: Votes;
  simulated: boolean;
  /** what is odd about the file, a line each */
  notes: string[];
  /** what was planted, of simulated votes */
  planted: Planted[];
}

/** A column that others are compared with, or that is compared. */
export interface Scored extends Benchmark {
  criterion: boolean;
  /** models that are simulated, among those with a score */
  simulated: boolean;
}
export interface Scores extends Leaderboard {
  benchmarks: Scored[];
  name: string;
}

/** The judgments that the workbook ships with. */
export async function shippedJudgments(sql: Sql): Promise<Judgments> {
  const rows = Array.from(await sql`select judge, model_a, model_b, question_id, turn, winner, length_a, length_b from votes`);
  const list = rows.map(
    (row): Vote => ({
      judge: String(row.judge),
      model_a: String(row.model_a),
      model_b: String(row.model_b),
      question: String(row.question_id),
      turn: Number(row.turn),
      winner: OUTCOMES[row.winner === "model_a" ? 0 : row.winner === "tie" ? 1 : 2]!,
      covariates: {length: {a: Number(row.length_a), b: Number(row.length_b)}}
    })
  );
  const planted = Array.from(await sql`select kind, name, value from planted`, row => ({
    kind: String(row.kind) as Planted["kind"],
    name: String(row.name),
    value: Number(row.value)
  }));
  return {name: "the shipped judgments", votes: votesOf(list), simulated: true, notes: [], planted};
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

/** A reader's file as judgments; throws an Error whose message says what is wrong and where. */
export function judgmentsOf(name: string, text: string): Judgments {
  const read = readVotes(recordsOf(text));
  const notes = [...read.oddities.map(oddity => oddityLine(oddity, name)), ...read.notes];
  if (read.votes.length === 0) throw new Error(`${name} holds no vote${notes.length > 0 ? `: ${notes[0]}` : ""}`);
  const shown = read.votes.map(vote => ({
    ...vote,
    judge: visible(vote.judge),
    model_a: visible(vote.model_a),
    model_b: visible(vote.model_b)
  }));
  const simulated = recordsOf(text.slice(0, 4_000).split("\n").slice(0, 2).join("\n")).some(
    each => each.value?.simulated === true
  );
  return {name, votes: votesOf(shown), simulated, notes: notes.map(visible), planted: []};
}

/** A reader's table of scores. */
export function scoresOfFile(name: string, text: string): Scores {
  const {models, benchmarks, notes} = readLeaderboard(text);
  return {
    name,
    models: models.map(visible),
    benchmarks: benchmarks.map(each => ({...each, name: visible(each.name), criterion: false, simulated: false})),
    notes: notes.map(visible)
  };
}
