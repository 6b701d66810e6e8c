// The command `human`: studies of pairwise human judgments and their agreement with scores; labels of single answers are in humanCorrect.ts.
import {z} from "zod";
import {plural} from "../book/plural.js";
import {report} from "../infer/progress.node.js";
import {UserError} from "../rows/error.js";
import {agreedOver} from "../studies/preferences/agreement/coefficient.js";
import {type Correlation, tableStudy} from "../studies/preferences/benchmarks/against.js";
import type {Leaderboard} from "../studies/preferences/benchmarks/leaderboard.js";

import {TIES, type Ties} from "../studies/preferences/bradleyTerry/fit.js";
import {betas, ERRORS} from "../studies/preferences/bradleyTerry/strengths.js";
import {detailsOf} from "../studies/preferences/details.js";
import {isRatings, isVotes, leaderboardFrom, ratingsFrom, type VotesFile, votesFrom} from "../studies/preferences/files.node.js";
import {modelMeans} from "../studies/preferences/ratings/means.js";
import {
  recordOf,
  type SimulatedAnswers,
  sampleJudge,
  shippedPlan,
  simulateJudge,
  simulateVotes
} from "../studies/preferences/simulate/simulateVotes.js";

import {humanStudy, ratingsAlone, type Study} from "../studies/preferences/study.js";
import {command, option, printingCommand} from "./command.js";
import {correctCommand} from "./humanCorrect.js";
import {planCommand} from "./humanPlan.js";
import {flag, path, wholeNumber} from "./optionTypes.js";
import {checkOut, writeOut} from "./out.js";

/** A scale such as "1-10", "0..4" or "-2–2": two numbers, the smaller one first. */
const scale = z.string().transform((text, context): {min: number; max: number} => {
  const [, min, max] = (/^(-?[\d.]+)\s*(?:-|–|\.\.|:)\s*(-?[\d.]+)$/.exec(text.trim()) ?? []).map(Number);
  if (min !== undefined && max !== undefined && min < max) return {min, max};
  context.addIssue(`"${text}" is not a scale; expected one like 1-10`);
  return z.NEVER;
});

const listOfNames = z.string().transform(text =>
  text
    .split(",")
    .map(name => name.trim())
    .filter(Boolean)
);

const studyOptions = z.strictObject({
  votes: path("pairwise judgments: CSV, TSV, JSON lines, JSON, Parquet, Arrow or YAML").optional(),
  ratings: path(
    "ratings of single answers (judge, model, question_id, turn, a column for each aspect); alone or with votes"
  ).optional(),
  scale: option(scale.optional(), "the scale of these ratings, as in 1-10; values outside are left out and reported", {
    value: "from-to"
  }),
  against: path("other votes or ratings, or a table of scores by model, to correlate strengths and mean ratings with").optional(),
  scores: path("a table of scores by model, to correlate with the one given to --against, without votes").optional(),
  columns: option(
    listOfNames.optional(),
    "columns of the tables that are benchmarks, separated by commas; by default all but those whose names say interval, count or cost",
    {value: "names"}
  ),
  out: path("write the study there instead of to stdout").optional(),
  ties: option(z.enum(TIES).default("half"), "how ties count", {value: "model"}),
  over: option(
    z.enum(ERRORS).optional(),
    "error of the intervals and ranks of strengths, agreement and ratings (default: both, or the one that there is)",
    {value: "errors"}
  ),
  ranks: option(z.enum(ERRORS).optional(), "the same by its older name", {value: "errors", hidden: true}),
  replicates: wholeNumber("bootstrap replicates of strengths, which --details gives").optional(),
  skip_bad: flag("leave out records that are not votes or ratings, and report them"),
  details: flag(
    "add a key `details`: pairs, places, effects of position and length, judges, reliability; with votes under --against, how far they agree"
  )
});
type StudyOptions = z.infer<typeof studyOptions>;

const json = (study: object): string => `${JSON.stringify(study, null, 2)}\n`;

const study = printingCommand({
  name: "human study",
  summary: "study agreement, strengths and correlations of votes, means and severity of ratings, as JSON (docs/human.md)",
  options: studyOptions,
  examples: ["--votes votes.jsonl --out study.json", "--ratings ratings.csv --scale 1-10 --against scores.csv"],
  async run(options, io) {
    await checkOut(options.out);
    const result = options.scores === undefined ? await studyOf(options) : await compareTables(options.scores, options);
    if (options.out !== undefined) await writeOut(json(result), options.out, io);
    return result;
  },
  print: (result, {out}) => (out === undefined ? json(result) : "")
});

const simulate = command({
  name: "human simulate",
  summary: "write the judgments that the workbook ships with, simulated from the reference models, as JSON lines",
  options: z.strictObject({
    judge: flag("the votes of the judging model instead, in both orders, on the same answers and on others"),
    out: path("write there instead of to stdout").optional()
  }),
  examples: ["--out votes.jsonl", "--judge --out judge.jsonl"],
  async run({out, judge}, io) {
    await checkOut(out);
    const answers: SimulatedAnswers = new Map();
    const people = simulateVotes(shippedPlan(), answers);
    const votes = judge ? simulateJudge(shippedPlan(), sampleJudge(), {people, answers}) : people;
    const lines = votes.map(vote => JSON.stringify(recordOf(vote)));
    await writeOut(`${lines.join("\n")}\n`, out, io);
    report().info(`${plural(lines.length, "simulated judgment")}`);
  }
});

export const commands = [study, simulate, correctCommand, planCommand];

/** Returns the study of votes, of ratings, or of both. */
async function studyOf(options: StudyOptions) {
  const {
    votes: file,
    ratings: rated,
    scale,
    against,
    columns,
    out,
    ties,
    replicates,
    details,
    skip_bad: skipBad = false
  } = options;
  if (file === undefined && rated === undefined)
    throw new UserError(
      "--votes, --ratings or --scores is missing: a file of pairwise judgments, of ratings of single answers, or a table of scores"
    );
  if (options.over !== undefined && options.ranks !== undefined)
    throw new UserError("--ranks is the older name of --over: give one of them");
  const ranksBy = options.over ?? options.ranks;
  if (scale !== undefined && rated === undefined) throw new UserError("--scale goes with --ratings");
  const log = report();
  const own = file === undefined ? null : await votesFrom(file, {skipBad});
  const answers = rated === undefined ? null : await ratingsFrom(rated, {skipBad, scale});
  const other = against === undefined ? null : await againstOf(against, {ties, skipBad, columns});
  const simulated = [own, answers, other].some(each => each?.simulated);
  const shared = {simulated, against: other?.table ?? null, ...(ranksBy && {ranksBy})};
  const found =
    own && humanStudy(own.votes, {...shared, ties, others: other?.file?.votes ?? null, ratings: answers?.ratings ?? null});
  const study: Study = found ? found.study : ratingsAlone(answers!.ratings, shared);
  study.notes.unshift(...(own?.notes ?? []), ...(answers?.notes ?? []), ...(other?.notes ?? []));
  if (answers && own && Object.keys(own.votes.ratings).length > 0)
    study.notes.unshift(`the ratings in ${file} are ignored: those of ${rated} are studied`);
  for (const note of study.notes) log.warn(note);
  for (const {aspect, notes} of study.ratings) for (const note of notes) log.warn(`${aspect}: ${note}`);
  warnOf(study.correlations, "", log);
  for (const {aspect, correlations} of study.ratings) warnOf(correlations, `${aspect} and `, log);
  const whole =
    details && found
      ? {
          ...study,
          details: detailsOf(own.votes, found, {
            ties,
            against: other?.file ?? null,
            table: other?.table ?? null,
            over: agreedOver(ranksBy ?? "both"),
            ...(replicates && {replicates})
          })
        }
      : study;
  log.info(`${summaryOf(study)}${out ? `; ${out}` : ""}`);
  return whole;
}

/** Compares two tables of scores, or a table with the models' results from votes or ratings. */
async function compareTables(file: string, options: StudyOptions) {
  const {against, columns, out, ties, replicates, skip_bad: skipBad = false} = options;
  for (const other of ["votes", "ratings"] as const)
    if (options[other] !== undefined)
      throw new UserError(`--scores cannot be combined with --${other}: name the table with --against instead`);
  if (against === undefined) throw new UserError("--scores needs --against: another table of scores, or votes or ratings");
  if (await isVotes(file)) throw new UserError(`${file} holds votes: name it with --votes`);
  const log = report();
  // The tables have their own column names: a name that only the other table has does not apply here.
  const columnLists = await Promise.all([file, against].map(each => columnsIn(each, columns)));
  const missing = columns?.find(name => columnLists.every(list => !list?.includes(name)));
  if (missing !== undefined) throw new UserError(`--columns: neither table has a column of numbers called "${missing}"`);
  const one = await leaderboardFrom(file, {columns: columnLists[0]});
  const other = await againstOf(against, {ties, skipBad, columns: columnLists[1]});
  const study = tableStudy(one, other.table, {replicates, simulated: other.simulated});
  study.notes.unshift(...one.notes.map(note => `${file}: ${note}`), ...other.notes);
  for (const note of study.notes) log.warn(note);
  for (const {criterion, benchmark, coefficient, warnings} of study.correlations)
    if (coefficient === "pearson") for (const warning of warnings) log.warn(`${criterion} and ${benchmark}: ${warning}`);
  const {models, only} = study;
  log.info(
    `${plural(models.length, "model")} in both tables (${only.scores.length} only in ${file}, ${only.against.length} only in ${against}), ${plural(study.correlations.length / 3, "pair")} of columns${out ? `; ${out}` : ""}`
  );
  return study;
}

/**
 * Which of the named columns a table has; undefined where none was named or the table has none of them, so that columns are recognised by
 * their names.
 */
async function columnsIn(file: string, columns: readonly string[] | undefined): Promise<string[] | undefined> {
  if (!columns || (await isVotes(file)) || (await isRatings(file))) return undefined;
  const table = await leaderboardFrom(file);
  const names = table.columns ?? table.benchmarks.map(({name}) => name);
  const matches = columns.filter(name => names.includes(name));
  return matches.length > 0 ? matches : undefined;
}

function warnOf(correlations: readonly Correlation[], of: string, log: ReturnType<typeof report>): void {
  for (const {benchmark, coefficient, warnings} of correlations)
    if (coefficient === "pearson") for (const warning of warnings) log.warn(`${of}${benchmark}: ${warning}`);
}

function summaryOf({simulated, votes, judges, strengths, correlations, ratings}: Study): string {
  const parts: string[] = [];
  if (votes > 0)
    parts.push(
      `${plural(votes, "vote")} of ${plural(judges, "judge")} on ${plural(strengths.length, "model")}, ${plural(new Set(correlations.map(({benchmark}) => benchmark)).size, "benchmark")}`
    );
  for (const {aspect, n, judges: raters, models} of ratings)
    parts.push(`${plural(n, "rating")} (${aspect}) of ${plural(raters, "judge")} on ${plural(models.length, "model")}`);
  return `${simulated ? "simulated: " : ""}${parts.join("; ")}`;
}

/** A table of scores as it is; for votes, the strengths that they imply; for ratings, the models' means. */
async function againstOf(
  file: string,
  {ties, skipBad, columns}: {ties: Ties; skipBad: boolean; columns?: readonly string[] | undefined}
): Promise<{table: Leaderboard; file: VotesFile | null; simulated: boolean; notes: string[]}> {
  if (!(await isVotes(file)) && (await isRatings(file))) {
    const {ratings, simulated, notes} = await ratingsFrom(file, {skipBad});
    const means = ratings.map(each => ({name: `mean ${each.aspect} of ${file}`, rows: modelMeans(each).rows}));
    const models = [...new Set(means.flatMap(({rows}) => rows.map(({model}) => model)))];
    const benchmarks = means.map(({name, rows}) => {
      const at = new Map(rows.map(({model, mean}) => [model, mean]));
      return {name, values: models.map(model => at.get(model) ?? null)};
    });
    return {table: {models, benchmarks, notes: []}, file: null, simulated, notes};
  }
  if (!(await isVotes(file))) {
    const table = await leaderboardFrom(file, {columns});
    return {table, file: null, simulated: false, notes: table.notes.map(note => `${file}: ${note}`)};
  }
  const read = await votesFrom(file, {skipBad});
  const {votes, simulated, notes} = read;
  const strengths = betas(votes, {ties});
  const models = [...strengths.keys()];
  return {
    table: {models, benchmarks: [{name: `strengths of ${file}`, values: models.map(model => strengths.get(model)!)}], notes: []},
    file: read,
    simulated,
    notes
  };
}
