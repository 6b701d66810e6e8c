// Recomputes published statistics from the tables of the published store.
import {literal} from "../../rows/literal.js";
import {CORRECT} from "../../score/status.js";
import {clusteredProportion, sumClusters} from "../../stats/clustered.js";
import {tQuantile} from "../../stats/distributions.js";
import {groupBy} from "../../stats/groupBy.js";
import {shareOf, wilsonInterval} from "../../stats/intervals.js";
import {leaveOneOutError} from "../../stats/leaveOneOut.js";
import {mean} from "../../stats/mean.js";
import {meanOverItems, passEstimate, passSizes} from "../../stats/passK.js";
import type {StudyStore} from "../maker.node.js";
import {type Recipe, SEPARATOR} from "./schema.js";
import type {Recomputed} from "./verdict.js";

type Values = Map<string, Recomputed>;
type Store = Pick<StudyStore, "rows" | "has">;
type RecipeOf<Kind extends Recipe["kind"]> = Extract<Recipe, {kind: Kind}>;

/** The values that the store's tables give, by the names of figures; none where the store has no such table. */
export async function recompute(store: Store, recipe: Recipe): Promise<Values> {
  switch (recipe.kind) {
    case "accuracy":
      return accuracies(store, recipe);
    case "accuracy-with-guesses":
      return guessedAccuracies(store, recipe);
    case "accuracy-by-task":
      return taskAccuracies(store, recipe);
    case "mean-score":
      return meanScores(store, recipe);
    case "pass":
      return passes(store, recipe);
    case "agreement":
      return agreements(store);
    case "win-rate":
      return winRates(store);
    case "solved":
      return solvedShares(store, recipe);
  }
}

/** A share of independent answers, tasks or the like, with Wilson's interval. */
const shareRow = (right: number, n: number, n_of: string): Recomputed => {
  const {value, low, high} = shareOf(right, n);
  return {value: value!, low, high, n, n_of};
};

interface Counted {
  name: string;
  right: number;
  n: number;
}

const isScored = (store: Store) => store.has("samples", "model", "base_task", "item_id", "status");
const hasMeasures = (store: Store) => store.has("measures", "model", "item_id", "name", "value");

/** Answers that could not be scored, as rows of `columns`; they count as wrong. */
async function unscored(store: Store, columns: string, task: string): Promise<string> {
  if (!((await hasMeasures(store)) && (await store.has("items", "item_id", "base_task")))) return "";
  return `union all select ${columns} from measures join items using (item_id) where name = 'not_scored' and ${task}`;
}

async function accuracies(store: Store, {task}: RecipeOf<"accuracy">): Promise<Values> {
  if (!(await isScored(store))) return new Map();
  const ofTask = `base_task = ${literal(task)}`;
  const rows = await store.rows<Counted>(
    `select model as name, sum(is_right)::integer as "right", count(*)::integer as n from (
      select model, (status = ${CORRECT})::integer as is_right from samples where ${ofTask}
      ${await unscored(store, "measures.model, 0", ofTask)}) group by model`
  );
  return new Map(rows.map(({name, right, n}) => [name, shareRow(right, n, "answers")]));
}

async function taskAccuracies(store: Store, {model, prefix}: RecipeOf<"accuracy-by-task">): Promise<Values> {
  if (!(await isScored(store))) return new Map();
  const rows = await store.rows<Counted>(
    `select substr(base_task, ${prefix.length + 1}) as name, count(*) filter (status = ${CORRECT})::integer as "right", count(*)::integer as n
      from samples where model = ${literal(model)} and starts_with(base_task, ${literal(prefix)}) group by all`
  );
  return new Map(rows.map(({name, right, n}) => [name, shareRow(right, n, "answers")]));
}

/** Answers of which the authors read no letter count as 1 ÷ options, the expected share of right draws. */
async function guessedAccuracies(store: Store, {task, options}: RecipeOf<"accuracy-with-guesses">): Promise<Values> {
  if (!((await isScored(store)) && (await hasMeasures(store)))) return new Map();
  const ofTask = `base_task = ${literal(task)}`;
  const rows = await store.rows<Counted & {read: number}>(
    `select model as name, sum(n)::integer as n, sum("read")::integer as "read", sum("right")::integer as "right" from (
      select model, count(*) as n, 0 as "read", 0 as "right" from samples where ${ofTask} group by model
      union all select measures.model, 0, count(*), sum(value) from measures join items using (item_id)
        where name = 'reported_right' and ${ofTask} group by all) group by model`
  );
  return new Map(
    rows
      .filter(({n, read}) => read > 0 && n >= read)
      .map(({name, n, read, right}) => {
        const counts = [right, read - right, n - read];
        return [name, {...meanOverItems([1, 0, 1 / options], counts), n, n_of: "answers"}];
      })
  );
}

/** Scores of single answers: verdicts, and scores between 0 and 1 of items that have some. Names of models in lower case. */
async function meanScores(store: Store, {prefix}: RecipeOf<"mean-score">): Promise<Values> {
  if (!((await isScored(store)) && (await hasMeasures(store)))) return new Map();
  const ofTask = `starts_with(base_task, ${literal(prefix)})`;
  const rows = await store.rows<{name: string; score: number; n: number}>(
    `select lower(model) || ${literal(SEPARATOR)} || substr(base_task, ${prefix.length + 1}) as name, score, count(*)::integer as n from (
      select model, base_task, (status = ${CORRECT})::double as score from samples where ${ofTask}
      union all select measures.model, base_task, value from measures join items using (item_id)
        where name = 'reported:score' and ${ofTask}) group by all order by name, score`
  );
  const values: Values = new Map();
  for (const [name, scores] of groupBy(rows, row => row.name)) {
    const counts = scores.map(({n}) => n);
    const over = meanOverItems(
      scores.map(({score}) => score),
      counts
    );
    values.set(name, {...over, n: counts.reduce((sum, n) => sum + n, 0), n_of: "answers"});
  }
  return values;
}

async function passes(store: Store, {model, task}: RecipeOf<"pass">): Promise<Values> {
  if (!(await isScored(store))) return new Map();
  const trials = await store.rows<{n: number; c: number}>(
    `select count(*)::integer as n, count(*) filter (status = ${CORRECT})::integer as c from samples
      where model = ${literal(model)} and base_task = ${literal(task)} group by item_id`
  );
  const values: Values = new Map();
  for (const k of passSizes(Math.max(0, ...trials.map(({n}) => n)))) {
    const {value, low, high, items} = passEstimate(trials, {kind: "pass_hat", k})!;
    values.set(`pass^${k}`, {value, low, high, n: items, n_of: "tasks"});
  }
  return values;
}

/** Votes with the models of each pair in the order of their names; inconsistent verdicts count as ties, as the authors count them. */
const VOTES = (table: string) =>
  `(select judge, question_id, turn, least(model_a, model_b) as one, greatest(model_a, model_b) as other,
    case when winner not in ('model_a', 'model_b') then 'tie' when (winner = 'model_a') = (model_a < model_b) then 'one' else 'other' end as winner
    from ${table})`;
const EXPERTS = `(select * from ${VOTES("votes")} where starts_with(judge, 'expert'))`;
const SAME = "using (question_id, turn, one, other)";
const TURNS: Readonly<Record<number, string>> = {1: "first turn", 2: "second turn"};

/** Shares of pairs of votes on the same two answers that agree, with all pairs and with those of two votes for a side. Questions are the clusters. */
async function agreements(store: Store): Promise<Values> {
  const columns = ["judge", "question_id", "turn", "model_a", "model_b", "winner"];
  if (!((await store.has("votes", ...columns)) && (await store.has("judge_votes", ...columns)))) return new Map();
  const compared = (judges: string, from: string, where = "true") =>
    `select ${literal(judges)} as judges, turn, question_id, a.winner = b.winner as agree, a.winner <> 'tie' and b.winner <> 'tie' as decided from ${from} where ${where}`;
  const rows = await store.rows<{judges: string; turn: number; all: number; agree: number; decided: number; same: number}>(
    `select judges, turn, question_id, count(*)::integer as "all", count(*) filter (agree)::integer as agree,
      count(*) filter (decided)::integer as decided, count(*) filter (agree and decided)::integer as same from (
        ${compared("GPT-4 and expert", `${EXPERTS} a join ${VOTES("judge_votes")} b ${SAME}`)}
        union all ${compared("two experts", `${EXPERTS} a join ${EXPERTS} b ${SAME}`, "a.judge < b.judge")}) group by all`
  );
  const values: Values = new Map();
  for (const [name, questions] of groupBy(rows, ({judges, turn}) => `${judges}, ${TURNS[turn] ?? `turn ${turn}`}`)) {
    values.set(`${name}${SEPARATOR}with ties`, agreementOver(questions.map(({all, agree}) => ({n: all, k: agree}))));
    values.set(`${name}${SEPARATOR}without ties`, agreementOver(questions.map(({decided, same}) => ({n: decided, k: same}))));
  }
  return values;
}

function agreementOver(questions: readonly {n: number; k: number}[]): Recomputed {
  const sums = sumClusters(questions.filter(({n}) => n > 0).map(({n, k}) => ({y: k, x: n})));
  const {value, low, high} = clusteredProportion(sums);
  return {value, low, high, n: sums.n, n_of: "pairs of votes"};
}

/** First question of MT-Bench, and the categories of its 80 questions, ten each in this order. */
const FIRST_QUESTION = 81;
const CATEGORIES = ["writing", "roleplay", "reasoning", "math", "coding", "extraction", "stem", "humanities"];
const QUESTIONS_OF_CATEGORY = 10;

interface Wins {
  model: string;
  opponent: string;
  question: number;
  wins: number;
  n: number;
}

/** Rates of wins in experts' votes, a tie being no win, averaged over opponents; the interval is by leaving out one question at a time. */
async function winRates(store: Store): Promise<Values> {
  if (!(await store.has("votes", "judge", "question_id", "turn", "model_a", "model_b", "winner"))) return new Map();
  const rows = await store.rows<Wins>(
    `select model, opponent, question_id::integer as question, count(*) filter (won)::integer as wins, count(*)::integer as n from (
      select one as model, other as opponent, question_id, winner = 'one' as won from ${EXPERTS}
      union all select other, one, question_id, winner = 'other' from ${EXPERTS})
      where try_cast(question_id as integer) is not null group by all order by all`
  );
  const values: Values = new Map();
  for (const [name, votes] of groupBy(rows, ({model, question}) => `${model}${SEPARATOR}${categoryOf(question)}`))
    values.set(name, winRate(votes));
  return values;
}

const categoryOf = (question: number): string =>
  CATEGORIES[Math.floor((question - FIRST_QUESTION) / QUESTIONS_OF_CATEGORY)] ?? "other";

/**
 * The mean over opponents of the rate of wins; its jackknife interval over questions is cut at 0 and 1. If all questions are alike, each counts
 * as one trial of Wilson's interval.
 */
export function winRate(votes: readonly Wins[]): Recomputed {
  const rateOf = (some: readonly Wins[]) => {
    const sumOf = (part: readonly Wins[], field: "wins" | "n") => part.reduce((sum, each) => sum + each[field], 0);
    return mean([...groupBy(some, ({opponent}) => opponent).values()].map(each => sumOf(each, "wins") / sumOf(each, "n")));
  };
  const questions = [...new Set(votes.map(({question}) => question))];
  const value = rateOf(votes);
  const error = leaveOneOutError(questions.map(omitted => rateOf(votes.filter(({question}) => question !== omitted))));
  const half = tQuantile(0.975, Math.max(1, questions.length - 1)) * error;
  const ends = Number.isFinite(half)
    ? {low: Math.max(0, value - half), high: Math.min(1, value + half)}
    : {low: null, high: null};
  return {
    value,
    ...(error === 0 ? wilsonInterval(value, questions.length) : ends),
    n: votes.reduce((sum, {n}) => sum + n, 0),
    n_of: "votes"
  };
}

/** Shares of tasks that runs solved after two tries. A model with several runs is named with their dates. */
async function solvedShares(store: Store, {benchmark}: RecipeOf<"solved">): Promise<Values> {
  if (!(await store.has("aider_runs", "benchmark", "model", "date", "tasks", "solved_2"))) return new Map();
  const rows = await store.rows<{model: string; date: string; tasks: number; solved: number}>(
    `select model, date, tasks, solved_2 as solved from aider_runs where benchmark = ${literal(benchmark)} order by run`
  );
  const byModel = groupBy(rows, ({model}) => model);
  return new Map(
    rows.map(({model, date, tasks, solved}) => {
      const label = byModel.get(model)!.length > 1 ? `${model}, ${date}` : model;
      return [label, shareRow(solved, tasks, "tasks")];
    })
  );
}
