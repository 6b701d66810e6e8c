// The rows of the table `scores`: ReasonScore's layers above the point, whose own row is in `points`.
import {randomOf} from "../generate/seed.js";
import {bootstrapScores} from "../score/bootstrap.js";
import {type PointCounters, reasonScore, suiteOf, tiered} from "../score/reasonscore.js";
import type {EvaluationKey, PointRow} from "./rows.js";
import type {Row} from "./writer.js";

export interface ScoredEvaluation {
  key: EvaluationKey;
  points: readonly PointCounters[];
  simulated: boolean;
}

/** Points gathered by evaluation, each group in the order of its points' identity: sums of fractions must not depend on arrival. */
export function scoredEvaluations(points: readonly PointRow[]): ScoredEvaluation[] {
  const groups = new Map<string, PointRow[]>();
  for (const point of points) {
    const id = JSON.stringify([point.model, point.template, point.sampler]);
    const group = groups.get(id);
    if (group) group.push(point);
    else groups.set(id, [point]);
  }
  const place = ({base_task, params}: PointRow) => `${base_task} ${params}`;
  return [...groups.values()].map(group => {
    const {eval_id, model, template, sampler} = group[0]!;
    return {
      key: {eval_id, model, template, sampler},
      simulated: group.some(({simulated}) => simulated),
      points: group.sort((a, b) => (place(a) < place(b) ? -1 : 1))
    };
  });
}

/** Layers task, tier, mean and token of each evaluation. The bootstrap is seeded by the evaluation, so that equal counters give equal rows. */
export function* scoreRows(given: readonly ScoredEvaluation[]): Generator<Row> {
  const all = tiered(given.flatMap(({points}) => points));
  let from = 0;
  const evaluations = given.map(each => ({...each, points: all.slice(from, (from += each.points.length))}));
  const suite = suiteOf(evaluations.flatMap(({points}) => points));
  for (const {key, points, simulated} of evaluations) {
    const scores = reasonScore(points, {suite});
    const low = reasonScore(points, {suite, conservative: true});
    const spread = bootstrapScores(points, {random: randomOf(`scores ${key.eval_id}`), suite});
    const row = (layer: string, tier: string, base_task: string, rest: Row): Row => {
      const own = points.filter(point => (!tier || point.tiers.includes(tier)) && (!base_task || point.base_task === base_task));
      return {
        ...key,
        layer,
        tier,
        base_task,
        n: own.reduce((n, each) => n + each.correct + each.incorrect + each.truncated, 0),
        missing: [],
        simulated,
        ...rest
      };
    };
    for (const [tier, byTask] of scores.tasks) {
      for (const [task, score] of byTask) yield row("task", tier, task, {score, conservative: low.tasks.get(tier)!.get(task)!});
      const partial = scores.partial.get(tier);
      if (partial)
        yield row("tier", tier, "", {score: partial.score, conservative: low.partial.get(tier)!.score, missing: partial.missing});
      else if (scores.tiers.has(tier)) {
        yield row("tier", tier, "", {
          score: scores.tiers.get(tier),
          conservative: low.tiers.get(tier),
          ...spread.tiers.get(tier)
        });
      }
    }
    if (scores.mean !== null) yield row("mean", "", "", {score: scores.mean, conservative: low.mean, ...spread.mean});
    if (scores.perToken !== null)
      yield row("token", "", "", {score: scores.perToken, conservative: low.perToken, ...spread.perToken});
  }
}
