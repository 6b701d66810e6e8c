// Reads votes, ratings and leaderboards from files of rows.
import {existsSync, statSync} from "node:fs";
import {UserError} from "../../rows/error.js";
import {didYouMean} from "../../rows/nearest.js";
import {rowBatches} from "../../rows/openRows.node.js";
import {readBenchmarks} from "./benchmarks/benchmarksFile.node.js";
import {type Leaderboard, readLeaderboard} from "./benchmarks/leaderboard.js";
import {type Ratings, ratingsOf, ratingsOfVotes} from "./ratings/ratings.js";
import {areRatings, readRatings} from "./ratings/read.js";
import {readVotes, type VotesRead, type VoteWarning, voteWarningLine} from "./votes/read.js";
import {recordOfRow, refuseOtherThanVotes, refuseWithout, simulatedAmong, type VoteRecord} from "./votes/records.js";
import type {Votes} from "./votes/votes.js";

export interface VotesFile {
  votes: Votes;
  read: VotesRead;
  simulated: boolean;
  /** warnings and assumptions, one line each, with their places */
  notes: string[];
}

/**
 * The votes of a file.
 * @throws UserError where a record is not a vote, unless `skipBad`, and where there are no votes at all
 */
export async function votesFrom(file: string, {skipBad = false}: {skipBad?: boolean} = {}): Promise<VotesFile> {
  const records = await recordsFrom(file);
  if (areRatings(records)) throw new UserError(`${file} holds ratings of single answers, not votes: name it with --ratings`);
  refuseOtherThanVotes(file, records);
  const read = readVotes(records);
  if (!skipBad) refuseBad(file, read.warnings);
  const notes = [...read.warnings.map(warning => voteWarningLine(warning, file)), ...read.notes.map(note => `${file}: ${note}`)];
  if (read.votes.n === 0) throw new UserError([`${file} holds no vote`, ...notes].join("; "));
  return {votes: read.votes, read, ...marked(file, records, notes)};
}

export interface RatingsFile {
  ratings: Ratings[];
  /** number of ratings in all aspects */
  n: number;
  simulated: boolean;
  notes: string[];
}

/** Whether any record is simulated; the notes then begin with that. */
function marked(file: string, records: readonly VoteRecord[], notes: string[]): {simulated: boolean; notes: string[]} {
  const n = simulatedAmong(records);
  const own = `${file}: ${n.toLocaleString("en")} of ${records.length.toLocaleString("en")} records are simulated`;
  return {simulated: n > 0, notes: n > 0 ? [own, ...notes] : notes};
}

/**
 * The ratings of a file: of single answers, or those in its votes.
 * @throws UserError as `votesFrom` does
 */
export async function ratingsFrom(
  file: string,
  {skipBad = false, scale}: {skipBad?: boolean; scale?: {min: number; max: number} | undefined} = {}
): Promise<RatingsFile> {
  const records = await recordsFrom(file);
  if (records.some(({value}) => value && ("model_a" in value || "cmp_key" in value))) {
    const {votes, ...rest} = await votesFrom(file, {skipBad});
    return found(ratingsOfVotes(votes), rest, "its votes carry no ratings");
  }
  refuseWithout(file, records, {required: ["model"], wanted: ["judge", "model", "question_id"]});
  const read = readRatings(records, {scale});
  if (!skipBad) refuseBad(file, read.warnings);
  const notes = [...read.warnings.map(warning => voteWarningLine(warning, file)), ...read.notes.map(note => `${file}: ${note}`)];
  const why = "expected a model and one or more columns of numbers in each record";
  return found(ratingsOf(read.ratings, read.scales), marked(file, records, notes), why);

  function found(ratings: Ratings[], {simulated, notes}: Pick<RatingsFile, "simulated" | "notes">, why: string): RatingsFile {
    if (ratings.length === 0) throw new UserError([`${file} holds no rating: ${why}`, ...notes].join("; "));
    return {ratings, n: ratings.reduce((sum, each) => sum + each.n, 0), simulated, notes};
  }
}

function refuseBad(file: string, warnings: readonly VoteWarning[]): void {
  const bad = warnings.find(({kind}) => kind === "bad");
  if (!bad) return;
  const {line, column} = bad.places[0]!;
  const total = warnings.reduce((sum, each) => sum + (each.kind === "bad" ? each.votes : 0), 0);
  const more = total > 1 ? ` (and ${total - 1} more; --skip-bad leaves them out)` : "; --skip-bad leaves it out";
  throw new UserError(`${file}:${line}${column === undefined ? "" : `:${column}`} ${bad.text}${more}`);
}

/** Whether a file holds ratings of single answers: records with a model, and a judge or a question_id. */
export async function isRatings(file: string): Promise<boolean> {
  return !/\.ya?ml$/u.test(file) && areRatings(await recordsFrom(file));
}

/** Reads a table of benchmarks by model from rows, or from a file of benchmarks with their sources (.yaml). */
export async function leaderboardFrom(
  file: string,
  {columns}: {columns?: readonly string[] | undefined} = {}
): Promise<Leaderboard> {
  if (/\.ya?ml$/u.test(file)) return named(await readBenchmarks(file), columns, file);
  try {
    return readLeaderboard(await recordsFrom(file), {columns});
  } catch (error) {
    if (error instanceof SyntaxError) throw new UserError(`${file}:${error.message}`);
    throw error;
  }
}

function named(table: Leaderboard, columns: readonly string[] | undefined, file: string): Leaderboard {
  if (!columns) return table;
  const names = table.benchmarks.map(({name}) => name);
  for (const name of columns)
    if (!names.includes(name)) throw new UserError(`${file} holds no benchmark "${name}"${didYouMean(name, names)}`);
  return {...table, benchmarks: table.benchmarks.filter(({name}) => columns.includes(name))};
}

/** Whether a file holds votes rather than a table: votes have a `model_a` or a `cmp_key`. */
export async function isVotes(file: string): Promise<boolean> {
  if (/\.ya?ml$/u.test(file)) return false;
  for await (const {value} of voteRows(file)) if (value) return "model_a" in value || "cmp_key" in value;
  return false;
}

/** The records of a file of votes or ratings, those that cannot be read included. Throws a UserError where it cannot be read at all. */
export async function recordsFrom(file: string): Promise<VoteRecord[]> {
  const records: VoteRecord[] = [];
  for await (const record of voteRows(file)) records.push(record);
  return records;
}

async function* voteRows(file: string): AsyncGenerator<VoteRecord> {
  if (file === "-")
    throw new UserError("votes, ratings and scores are read twice, which standard input cannot be: save it first");
  if (!existsSync(file)) throw new UserError(`no such file: ${file}`);
  if (!statSync(file).isFile())
    throw new UserError(`${file} is not a file that can be read twice (a pipe or a folder): save it first`);
  for await (const batch of rowBatches(file, {isTyped: true})) yield* batch.map(recordOfRow);
}
