// Counts the progress of a run, for its progress line and its manifest.

import {plural} from "../book/plural.js";
import type {Adapted} from "../infer/adapt.js";
import type {Snapshot} from "../infer/progress.node.js";
import {PROMPT_CUT} from "../infer/promptCut.js";
import {excessAccuracy, rescaledSequence} from "../score/accuracy.js";
import {FILTERED} from "../score/score.node.js";
import {type Manifest, type Status, worstOf} from "../store/manifest.node.js";
import {evaluationOf, isFinal} from "../store/standing.node.js";
import type {PointResult, Sample, UnscoredResponse} from "./evaluate.js";
import {isAsked, type Plan} from "./evaluation.js";

export interface RunStats {
  sample(sample: Sample): void;
  unscored(response: UnscoredResponse): void;
  point(result: PointResult): void;
  failure(): void;
  /** Counts the answers of a test that had come when one of its requests failed. */
  onPartialFailure(requests: NonNullable<Sample["requests"]>): void;
  readonly points: readonly PointResult[];
  readonly samples: number;
  /** Parameters that endpoints refused by name, with what was sent instead, by `evaluationOf`. */
  readonly adapted: ReadonlyMap<string, Adapted>;
  /** Other names and fingerprints under which endpoints said that they answered, by `evaluationOf`. */
  readonly served: ReadonlyMap<string, ReadonlySet<string>>;
  /**
   * The progress so far.
   * @param now seconds since the run began, and number of requests in flight
   */
  snapshot(now: {seconds: number; inFlight: number}): Snapshot;
  /**
   * How each evaluation ended, by `evaluationOf`: complete where all its points are present and their precision settings ended each of
   * them.
   */
  statuses(): Map<string, Status>;
  /** What has no score and what was not asked, one sentence for each reason. */
  withoutScore(): string[];
  /** Models whose servers seem to have cut prompts, one sentence for each. */
  cutPrompts(): string[];
  /** Models that graded answers of their own. */
  selfJudged(): string[];
  /** First answers without a score and tests that were not asked, by `evaluationOf`. */
  left(): Map<string, {unscored: number; unasked: number}>;
  /** Totals of the run for the manifest. */
  /** List cost of the answers that were asked for now, US dollars. */
  readonly askedCost: number;
  summary(): Pick<Manifest, "points" | "samples" | "requests" | "cached" | "failed" | "tokens" | "cost" | "status">;
}

/** @param limit most samples of each evaluation */
export function openRunStats(plan: Plan, {limit}: {limit?: number | undefined}): RunStats {
  const {book, evaluations} = plan;
  const expectedPoints = new Map(
    evaluations.map(evaluation => [
      evaluationOf(evaluation.key),
      plan.points.filter(point => isAsked(evaluation, point, plan)).length
    ])
  );
  const cells = [...expectedPoints.values()].reduce((sum, own) => sum + own, 0);
  const points: PointResult[] = [];
  const adapted = new Map<string, Adapted>();
  const served = new Map<string, Set<string>>();
  const tokens = {prompt: 0, completion: 0};
  let [samples, correct, truncated, guess, cost, askedCost, cached, failed] = [0, 0, 0, 0, 0, 0, 0, 0];
  /** Answers without a score and judges' replies that were asked for, and that the cache held. */
  let [requests, fromCache] = [0, 0];
  /** Counts the requests behind one answer beyond the first, which counts with the answer. */
  const addFurther = ({requests: own, cached: known}: Pick<Sample, "requests" | "cached">) => {
    if (!own) return;
    requests += own.asked - (known ? 0 : 1);
    fromCache += own.cached - (known ? 1 : 0);
  };
  const reasons = new Map<string, number>();
  /** Answers to prompts that were cut, by model. */
  const cuts = new Map<string, number>();
  const addCut = ({evaluation: {model}, cut}: Pick<Sample, "evaluation" | "cut">) => {
    if (cut !== undefined) cuts.set(model.id, (cuts.get(model.id) ?? 0) + 1);
  };
  /** Tests that broke off after some answers, and these answers. */
  const broken = {tests: 0, answers: 0};
  /** Models that graded answers of their own. */
  const own = new Set<string>();
  const addJudged = (judged: Sample["judged"]) => {
    if (!judged) return;
    requests += judged.cached ? 0 : 1;
    fromCache += judged.cached ? 1 : 0;
    cost += judged.cost;
    askedCost += judged.cached ? 0 : judged.cost;
  };

  /**
   * Expected total number of samples. It is an estimate until the last point has stopped, because points stop when they are precise enough.
   */
  const expected = (): number => {
    if (points.length === cells) return samples;
    const perPoint = points.length > 0 ? samples / points.length : book.precision.min;
    const total = Math.max(samples, Math.round(Math.min(perPoint, book.precision.max) * cells));
    return limit === undefined ? total : Math.min(total, limit * evaluations.length);
  };

  return {
    points,
    get samples() {
      return samples;
    },
    adapted,
    served,
    sample(sample) {
      const {evaluation, completion, score, test, cost: price, cached: known, judged, requests: several} = sample;
      samples++;
      addCut(sample);
      addJudged(judged);
      addFurther({requests: several, cached: known});
      if (score.measures?.self_judged) own.add(evaluation.model.id);
      if (completion.adapted) {
        const id = evaluationOf(evaluation.key);
        adapted.set(id, {...adapted.get(id), ...completion.adapted});
      }
      if (completion.served !== undefined) {
        const id = evaluationOf(evaluation.key);
        served.set(id, (served.get(id) ?? new Set()).add(completion.served));
      }
      cached += known ? 1 : 0;
      cost += price;
      askedCost += known ? 0 : price;
      tokens.prompt += completion.prompt_tokens;
      tokens.completion += completion.completion_tokens;
      if (score.status === 2) truncated++;
      else {
        correct += score.status;
        guess += test.guess_chance;
      }
    },
    unscored(response) {
      const {completion, cost: price, cached: known, reason, judged, requests: several} = response;
      addCut(response);
      addJudged(judged);
      addFurther({requests: several, cached: known});
      requests += known ? 0 : 1;
      fromCache += known ? 1 : 0;
      cost += price;
      askedCost += known ? 0 : price;
      tokens.prompt += completion.prompt_tokens;
      tokens.completion += completion.completion_tokens;
      if (reason !== FILTERED) reasons.set(reason, (reasons.get(reason) ?? 0) + 1); // resultWarnings.ts reports those
    },
    point(result) {
      points.push(result);
    },
    withoutScore: () => [
      ...[...reasons].map(([reason, n]) => `${plural(n, "answer")} without a score: ${reason}`),
      ...(broken.tests > 0
        ? [
            `${plural(broken.tests, "test")} of several requests broke off after ${plural(broken.answers, "answer")}, which the cache keeps: the next run goes on from there`
          ]
        : [])
    ],
    cutPrompts: () =>
      [...cuts].map(
        ([model, n]) =>
          `${model}: ${plural(n, "answer")} to prompts that its server seems to have cut; they count like others and have the measure ${PROMPT_CUT}`
      ),
    selfJudged: () => [...own],
    left() {
      const found = new Map<string, {unscored: number; unasked: number}>();
      for (const {evaluation, unscored, unasked} of points) {
        const id = evaluationOf(evaluation.key);
        const sum = found.get(id) ?? {unscored: 0, unasked: 0};
        found.set(id, {unscored: sum.unscored + unscored, unasked: sum.unasked + unasked});
      }
      return found;
    },
    failure() {
      failed++;
    },
    onPartialFailure({asked, cached: known}) {
      broken.tests++;
      broken.answers += asked + known;
      requests += asked;
      fromCache += known;
    },
    snapshot({seconds, inFlight}) {
      const counts = {correct, total: samples - truncated, guessSum: guess};
      const {low, high} = rescaledSequence(counts);
      return {
        seconds,
        done: samples,
        total: expected(),
        samples_per_second: seconds > 0 ? samples / seconds : 0,
        accuracy: excessAccuracy(counts) ?? 0,
        accuracy_low: low,
        accuracy_high: high,
        truncated: samples > 0 ? truncated / samples : 0,
        cost,
        concurrency: inFlight
      };
    },
    statuses() {
      const ended = new Map<string, PointResult[]>(evaluations.map(({key}) => [evaluationOf(key), []]));
      for (const point of points) ended.get(evaluationOf(point.evaluation.key))!.push(point);
      return new Map([...ended].map(([id, own]) => [id, statusOf(own, expectedPoints.get(id)!)]));
    },
    get askedCost() {
      return askedCost;
    },
    summary: () => ({
      points: points.length,
      samples,
      requests: samples - cached + requests,
      cached: cached + fromCache,
      failed,
      tokens,
      cost,
      status: worstOf([...points.map(brokenBy), limit === undefined ? "complete" : "limited"])
    })
  };
}

function statusOf(points: readonly PointResult[], expected: number): Status {
  const whole = points.length === expected && points.every(isFinal);
  return worstOf([...points.map(brokenBy), whole ? "complete" : "limited"]);
}

/** The status of a point that was ended early by anything but a limit. */
const brokenBy = ({stopped}: PointResult): Status =>
  stopped === "interrupted" || stopped === "budget" || stopped === "failed" ? stopped : "complete";
