// The project in one file: a book's YAML → tests → answers of the built-in server → samples → points → ReasonScore and item response theory.
// Every function called here is the one that `npm run run` and the studies call; test/examples/leaderboard.long.test.ts holds the numbers equal.
//   npx tsx docs/examples/leaderboard.ts
import {argv} from "node:process";
import {pathToFileURL} from "node:url";
import {from, lastValueFrom, mergeMap, toArray} from "rxjs";
import {readBook} from "../../pipelines/book/read.node.js";
import {drawsOf} from "../../pipelines/generate/draws.node.js";
import type {ManifoldPoint} from "../../pipelines/generate/manifold.node.js";
import type {Test} from "../../pipelines/generate/task.js";
import type {Completion} from "../../pipelines/infer/completion.js";
import {endpoint} from "../../pipelines/infer/endpoint.node.js";
import {startReferenceServer} from "../../pipelines/infer/reference/start.node.js";
import {type Evaluation, planOf, requestOf} from "../../pipelines/run/evaluation.js";
import {equalExpressions} from "../../pipelines/run/expressionEngine.js";
import {patternSearch} from "../../pipelines/run/patternSearch.js";
import {excessAccuracy, rescaledInterval} from "../../pipelines/score/accuracy.js";
import {addSample, type Counters, noCounters} from "../../pipelines/score/counters.js";
import {reasonScore, tiered} from "../../pipelines/score/reasonscore.js";
import {type Score, scoreTest} from "../../pipelines/score/score.node.js";
import {CORRECT, TRUNCATED} from "../../pipelines/score/status.js";
import {fit as fitModel} from "../../pipelines/studies/irt/estimate/fit.js";
import {MISSING, RIGHT, WRONG} from "../../pipelines/studies/irt/item.js";

/** A model's scored answer to a test. */
type Sample = {evaluation: Evaluation; point: ManifoldPoint; test: Test; completion: Completion; score: Score};

/** Row of the leaderboard. `low` and `high` are ends of 95 % intervals. */
export interface Entry {
  model: string;
  /** Samples that the token limit did not cut. */
  n: number;
  /** Excess accuracy: 0 guessing, 1 knowing. */
  accuracy: {value: number | null; low: number; high: number};
  reasonScore: {value: number | null; low: number | null; high: number | null};
  /** In logits; 0 is the mean of the models. */
  ability: {value: number; low: number; high: number};
}

/**
 * Evaluates a book's suite with some of its models, and ranks them.
 * @param book path of the book · @param models number of models, the first of the book · @param samples tests of each point
 */
export async function leaderboard({
  book: file = "data/book.yaml",
  suite = "starter",
  models = 4,
  samples = 4
} = {}): Promise<Entry[]> {
  // 1. YAML → points of the manifold, and evaluations: each model with each template and sampler
  const book = await readBook(file);
  const {evaluations, points, tasks} = planOf({
    ...book,
    suites: book.suites.filter(({suite: {id}}) => id === suite),
    models: book.models.slice(0, models)
  });

  // 2. points → tests, from seeds of the points' coordinates: the same on every machine
  const asked = evaluations.flatMap(evaluation =>
    points.flatMap(point => {
      const draws = drawsOf(point, tasks.get(point.base_task)!);
      return Array.from({length: samples}, (_, i) => ({evaluation, point, test: draws.test(i)}));
    })
  );

  // 3. tests → answers of an OpenAI-compatible server → scores
  await using server = await startReferenceServer();
  const client = endpoint({base: server.url, direct: true});
  const answered = await lastValueFrom(
    from(asked).pipe(
      mergeMap(async (each, order) => {
        const completion = await client.ask(requestOf(each.evaluation, each.test));
        const form = tasks.get(each.point.base_task)?.answer;
        const score = scoreTest(completion, each.test, {
          form,
          simulated: true,
          effects: {search: patternSearch, equal: equalExpressions}
        });
        return {...each, order, completion, score};
      }, 64),
      toArray()
    )
  );
  await client.close();
  const scored: Sample[] = answered
    .sort((a, b) => a.order - b.order)
    .flatMap(({order: _, score, ...each}) => ("unscored" in score ? [] : [{...each, score}]));

  // 4. samples → item response theory: abilities of models and difficulties of tests on one scale
  const ability = abilities(scored, evaluations);

  // 5. samples → points with their counters → scores
  return evaluations
    .map((evaluation): Entry => {
      const samplesOfModel = scored.filter(each => each.evaluation === evaluation);
      const counted = tiered(points.map(point => ({...point, params: point.params_json, ...countersOf(samplesOfModel, point)})));
      const score = (end?: "low" | "high") => reasonScore(counted, end && {end}).mean;
      const {correct, incorrect, guess_sum} = countersOf(samplesOfModel);
      const counts = {correct, total: correct + incorrect, guessSum: guess_sum};
      const {eap, lo, hi} = ability[evaluations.indexOf(evaluation)]!;
      return {
        model: evaluation.model.id,
        n: counts.total,
        accuracy: {value: excessAccuracy(counts), ...rescaledInterval(counts)},
        reasonScore: {value: score(), low: score("low"), high: score("high")},
        ability: {value: eap, low: lo, high: hi}
      };
    })
    .sort((a, b) => (b.reasonScore.value ?? 0) - (a.reasonScore.value ?? 0));
}

/** Returns the counters of samples, of one point or of all. */
function countersOf(samples: readonly Sample[], point?: ManifoldPoint): Counters {
  const sum = {...noCounters};
  for (const each of samples)
    if (point === undefined || each.point === point)
      addSample(sum, each.score, {...each.completion, guess_chance: each.test.guess_chance, cost: 0});
  return sum;
}

/** Fits the three-parameter model to first answers; cut answers are missing. */
function abilities(samples: readonly Sample[], evaluations: readonly Evaluation[]) {
  const whole = samples.filter(({score}) => score.status !== TRUNCATED);
  const tests = new Map(whole.map(({test}) => [test.item_id, test]));
  const items = [...tests.keys()].filter(id => whole.filter(({test}) => test.item_id === id).length >= 2);
  const cells = new Uint8Array(evaluations.length * items.length).fill(MISSING);
  const columns = new Map(items.map((id, column) => [id, column]));
  for (const {evaluation, test, score} of whole) {
    const column = columns.get(test.item_id);
    if (column === undefined) continue;
    cells[evaluations.indexOf(evaluation) * items.length + column] = score.status === CORRECT ? RIGHT : WRONG;
  }
  const guess = items.map(id => tests.get(id)!.guess_chance);
  const persons = evaluations.map(({key}) => key.eval_id);
  return fitModel({persons, items, cells}, {model: "3pl", estimate: "eb", guess}).ability;
}

if (argv[1] !== undefined && import.meta.url === pathToFileURL(argv[1]).href) {
  const text = (value: number | null, low: number | null, high: number | null) =>
    `${value?.toFixed(2)} [${low?.toFixed(2)}, ${high?.toFixed(2)}]`;
  for (const {model, n, accuracy: a, reasonScore: r, ability: t} of await leaderboard()) {
    const values = `accuracy ${text(a.value, a.low, a.high)}  ReasonScore ${text(r.value, r.low, r.high)}`;
    console.log(`${model} (simulated)  n ${n}  ${values}  ability ${text(t.value, t.low, t.high)}`);
  }
}
