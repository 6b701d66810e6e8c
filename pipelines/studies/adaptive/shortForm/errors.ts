// Errors of short forms, fixed anchors and random items against the score on all items, with intervals over models.
import {mean} from "../../../stats/mean.js";
import {overPersons} from "../comparison.js";
import {METHODS, type Method, type Replay} from "./replay.js";

/** Mean absolute error of a method that asks so many items, over all replayed models. Scores are fractions of 1. */
export interface ErrorRow {
  method: Method;
  /** number of asked items */
  asked: number;
  /** number of replayed models */
  models: number;
  error: number;
  low: number;
  high: number;
  /** intervals of 95 % that contain the score on all items, and their mean width; null for random items, which have none here */
  held: number | null;
  width: number | null;
}

/** Errors on the answers to one benchmark. */
export interface BenchmarkErrors {
  set: string;
  /** number of items of the benchmark */
  items: number;
  date: string;
  seed: string;
  rows: ErrorRow[];
}

/** The errors of a replay, by method and number of asked items. */
export function errorRows({truth, estimates, random}: Replay): ErrorRow[] {
  return METHODS.flatMap(method => {
    const replays =
      method === "random items"
        ? random.map(each => ({...each, held: null, width: null}))
        : estimates[method].map(({model, items, estimate, low, high}) => ({
            model,
            items,
            error: Math.abs(estimate - truth[model]!),
            held: low <= truth[model]! && truth[model]! <= high,
            width: high - low
          }));
    return [...new Set(replays.map(({items}) => items))].map(asked => {
      const ofLength = replays.filter(({items}) => items === asked);
      const {value, low, high} = overPersons(ofLength.length, chosen => mean(chosen.map(i => ofLength[i]!.error)));
      const widths = ofLength.flatMap(({width}) => (width === null ? [] : [width]));
      return {
        method,
        asked,
        models: ofLength.length,
        error: value,
        low,
        high,
        held: widths.length > 0 ? ofLength.filter(({held}) => held).length : null,
        width: widths.length > 0 ? mean(widths) : null
      };
    });
  });
}

/** Error of a method relative to random items' with as many items; NaN where one of them is missing. */
export function relativeError(rows: readonly ErrorRow[], method: Method, asked: number): number {
  const errorOf = (wanted: Method) => rows.find(row => row.method === wanted && row.asked === asked)?.error ?? Number.NaN;
  return errorOf(method) / errorOf("random items");
}
