// Reallocation within a run: what an evaluation's points have saved is spent on those whose intervals are still too wide, round by round.
import {concat, defer, filter, from, type Observable} from "rxjs";
import type {Precision} from "../book/schemas.js";
import type {ManifoldPoint} from "../generate/manifold.node.js";
import {isOpen, type Measured, reallocate, unspent} from "../score/reallocation.js";
import {groupBy} from "../stats/groupBy.js";
import {evaluationOf, isBroken} from "../store/standing.node.js";
import type {Evaluation} from "./evaluation.js";

/** The result of a point. */
interface Ended extends Measured {
  evaluation: Evaluation;
  point: ManifoldPoint;
}

/** A point to sample. */
export interface Cell<R extends Ended> extends Pick<Ended, "evaluation" | "point"> {
  /** Most samples of the point. */
  limit: number;
  /** The point before, where it gets more samples. */
  earlier?: R | undefined;
}

/**
 * Samples points, then reallocates what they have saved within each evaluation. A round distributes all that is left and begins when the one
 * before has ended, so that the order in which answers arrive plays no part. Results of points that may get more come last. An evaluation
 * with a request that failed or was not sent reallocates nothing more, because what its points save is not known; points that could get more
 * end for the same reason, so that they do not count as complete before a later run has resumed them.
 */
export function withReallocation<R extends Ended, S extends object>(
  cells: readonly Cell<R>[],
  sample: (cells: readonly Cell<R>[]) => Observable<R | S>,
  precision: Precision
): Observable<R | S> {
  return defer(() => {
    const placeOf = new Map(cells.map((cell, i) => [idOf(cell), i]));
    const results: R[] = [];
    const keep = (each: R | S): boolean => {
      if (!isResult(each)) return false;
      results[placeOf.get(idOf(each))!] = each;
      return isOpen(each);
    };
    const round = (cells: readonly Cell<R>[]): Observable<R | S> =>
      concat(
        sample(cells).pipe(filter(each => !keep(each))),
        defer(() => {
          const more = further(results, precision);
          return more.length > 0 ? round(more) : from(heldBack(results));
        })
      );
    return round(cells);
  });
}

const isResult = <R extends Ended, S extends object>(each: R | S): each is R => "stopped" in each;
const idOf = ({evaluation, point}: Pick<Ended, "evaluation" | "point">): string => `${evaluationOf(evaluation.key)} ${point.key}`;
const byEvaluation = <R extends Ended>(results: readonly R[]): R[][] => [
  ...groupBy(results, ({evaluation}) => evaluationOf(evaluation.key)).values()
];

function further<R extends Ended>(results: readonly R[], precision: Precision): Cell<R>[] {
  return byEvaluation(results).flatMap(own => {
    if (own.some(isBroken)) return [];
    const given = reallocate(own, precision, unspent(own));
    return own.flatMap((earlier, i) => {
      const {evaluation, point, k} = earlier;
      return given[i]! > 0 ? [{evaluation, point, limit: k + given[i]!, earlier}] : [];
    });
  });
}

/** The results of points that could have got more. */
const heldBack = <R extends Ended>(results: readonly R[]): R[] =>
  byEvaluation(results).flatMap(own => {
    const stopped = own.find(isBroken)?.stopped;
    return own.filter(isOpen).map(result => (stopped ? {...result, stopped} : result));
  });
