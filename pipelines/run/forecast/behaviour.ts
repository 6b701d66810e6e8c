// Predicts a model's tokens per answer and number of requests on points that it has not been asked yet, from the answers of an observed
// model.

import type {Precision} from "../../book/schemas.js";
import {randomOf} from "../../generate/seed.js";
import {noCounters} from "../../score/counters.js";
import {nextSize} from "../../score/precision.js";
import {isReallocated, type Measured, wanted} from "../../score/reallocation.js";
import {mean} from "../../stats/mean.js";
import type {Cell, KnownCounters, Observed, Replayed} from "./replay.js";

/** Fewest answers with which a point is used by itself; with fewer its task's answers are pooled. */
export const FEW = 4;
/** Fewest settled points from which a model's own stopping behaviour is estimated. */
const SETTLED = 5;

/** What is still to be asked of an evaluation. */
interface Missing {
  cells: ReadonlyMap<string, Replayed>;
  saved?: number | undefined;
}
type Counts = Measured["counters"];

/** The two predicted quantities, on scales on which models vary about equally. */
export interface Behaviour {
  /** Natural logarithm of the mean completion tokens of a request, of those whose completion is more than an echo. */
  tokens: number;
  /** Logit of the position of the number of requests between its minimum and maximum. */
  share: number;
}

/** Behaviour on the missing answers of a target if they were like an observed model's answers. */
export function behaviour(model: Observed, target: Missing, precision: Precision): Behaviour {
  const typical = typicalOf(model);
  let [tokens, requests] = [0, 0];
  const {share} = requestsBy(target, precision, (id, cell) => {
    const size = sizeOf(model, id, {typical, cell: model.cells === target.cells ? cell : null, precision, most: cell.most});
    const free = asked(cell, size[0]) * freeRequests(cell);
    requests += free;
    tokens += free * typical(id).tokens;
    return size;
  });
  return {tokens: Math.log(Math.max(1, requests > 0 ? tokens / requests : 0)), share};
}

/** Standard errors of the behaviour predicted from a target's own answers: both the present and the future answers are samples. */
export function ownErrors(target: Observed & Missing, precision: Precision): Behaviour {
  const typical = typicalOf(target);
  let [total, variance, scattered] = [0, 0, 0];
  const {requests, share, room} = requestsBy(target, precision, (id, cell) => {
    const [size, wants, spread] = sizes(typical(id), {precision, most: cell.most, start: cell.known}, id);
    const {samples, counters} = cell;
    const more = asked(cell, size);
    total += more * freeRequests(cell) * typical(id).tokens;
    scattered += spread ** 2;
    if (samples >= FEW && cell.echoed < 1) {
      const mean = counters.completion_tokens / samples;
      const scatter = Math.max(0, counters.tokens_squared / samples - mean ** 2) * (samples / (samples - 1));
      variance += scatter * (more + more ** 2 / samples);
    }
    return [size, wants];
  });
  const place = shareAt(share);
  return {
    tokens: requests > 0 ? Math.sqrt(variance) / Math.max(1, total) : 0,
    share: room > 0 ? Math.sqrt(scattered) / room / Math.max(0.05, place * (1 - place)) : 0
  };
}

/** Difference in behaviour between a target and a model, on points where both were observed. */
export function difference(target: {cells: ReadonlyMap<string, Replayed>}, model: Observed, precision: Precision): Behaviour {
  const typical = typicalOf(model);
  let [own, their] = [0, 0];
  const settled = {points: 0, own: 0, their: 0, room: 0};
  for (const [id, cell] of target.cells) {
    const {size, most} = cell;
    const free = freeOf(cell);
    own += free.tokens;
    their += free.requests * typical(id).tokens;
    const least = Math.min(precision.min, most);
    if (size === null || most === least) continue;
    settled.points++;
    settled.own += size - least;
    settled.their += sizeOf(model, id, {typical, cell: null, precision, most})[0] - least;
    settled.room += most - least;
  }
  const {points, room} = settled;
  return {
    tokens: own > 0 && their > 0 ? Math.log(own / their) : 0,
    share: points >= SETTLED ? logit(settled.own / room) - logit(settled.their / room) : 0
  };
}

/** Logit of the position of the number of requests that the stopping rule leads to where nothing is known about the answers. */
export function shareOfAnything(target: Missing, precision: Precision): number {
  const known = new Map<number, Size>();
  const unknown = {correct: 0, incorrect: 0, truncated: 0, guess_sum: 0, worth: 0};
  return requestsBy(target, precision, (_, {most}) => {
    let size = known.get(most);
    if (size === undefined) known.set(most, (size = sizes(unknown, {precision, most}, "anything")));
    return size;
  }).share;
}

/** Requests of an observed cell whose completions are more than an echo, and the tokens of these. */
const freeOf = ({requests, echoed, counters}: Cell) => ({
  requests: requests * (1 - echoed),
  tokens: Math.max(0, counters.completion_tokens - requests * echoed)
});

/** The same requests of one missing answer: half of a dialogue's range. */
const freeRequests = ({lacking: {high}, missing, echoed}: Replayed): number =>
  missing.high > 0 ? ((high.low + high.high) / 2 / missing.high) * (1 - echoed) : 0;

const asked = ({missing, samples}: Replayed, size: number) => Math.min(missing.high, Math.max(missing.low, size - samples));

/** Tests of a point when its stopping rule ends, and further ones that it would take if others had saved them. */
type Size = readonly [size: number, wants: number, ...rest: number[]];

function requestsBy({cells, saved}: Missing, precision: Precision, sizeOf: (id: string, cell: Replayed) => Size) {
  let [requests, low, high, wishes] = [0, 0, 0, 0];
  for (const [id, cell] of cells) {
    if (cell.missing.high === 0) {
      wishes += wantsOf({k: cell.known.samples, counters: cell.known.counters, precision, most: cell.most});
      continue;
    }
    const [size, wants] = sizeOf(id, cell);
    requests += asked(cell, size);
    low += cell.missing.low;
    high += cell.missing.high;
    wishes += wants;
  }
  if (saved !== undefined) {
    requests += Math.min(wishes, high + saved - requests);
    high += saved;
  }
  return {requests, room: high - low, share: logit(high > low ? (requests - low) / (high - low) : 0.5)};
}

/** Tests that a model's point takes: the observed number, or the expected one if further samples are like the present ones. */
function sizeOf(
  model: Observed,
  id: string,
  {typical, cell, precision, most}: {typical: Typical; cell: Replayed | null; precision: Precision; most: number}
): Size {
  const known = model.cells.get(id);
  if (known?.size != null) {
    const size = Math.min(known.size, most);
    return [size, wantsOf({k: size, counters: known.counters, precision, most})];
  }
  return sizes(typical(id), {precision, most, start: cell?.known}, id);
}

interface Rule {
  precision: Precision;
  most: number;
  /** Samples with which the rule has already decided. */
  start?: Replayed["known"] | undefined;
}

/** Number of simulated continuations of a point, each followed until it stops. */
const PATHS = 24;
/** Prior counts of each outcome: all accuracies are equally likely, and truncated answers are rarer. */
const BEFORE = {right: 1, wrong: 1, truncated: 0.05};

/**
 * Mean and standard deviation of the number of samples at which the rule stops, and the mean number of those wanted beyond. Each further sample is drawn from the samples so far and
 * then counted among them (Pólya's urn), which is the predictive distribution where rates are unknown and estimated from few samples.
 */
function sizes(
  {worth, ...rates}: Rates & {worth: number},
  {precision, most, start}: Rule,
  seed: string
): [mean: number, wants: number, deviation: number] {
  // A fixed number of samples needs no simulation, of which a bank of a million items would take some.
  if (Math.min(precision.min, most) === most && !isReallocated(precision, {})) return [most, 0, 0];
  const rule = most > precision.max ? {...precision, max: most} : precision; // beyond the maximum after reallocation
  let wants = 0;
  const random = randomOf(seed);
  const guess = rates.guess_sum / Math.max(1e-9, rates.correct + rates.incorrect);
  const ends = Array.from({length: PATHS}, () => {
    let [right, wrong, truncated] = [
      rates.correct * worth + BEFORE.right,
      rates.incorrect * worth + BEFORE.wrong,
      rates.truncated * worth + BEFORE.truncated
    ];
    const counters = {...(start?.counters ?? noCounters)};
    for (let size = start?.samples ?? 0; ; ) {
      const next = nextSize(size, counters, rule, {limit: most});
      if (typeof next === "string") {
        wants += wantsOf({k: size, counters, precision, most}) / PATHS;
        return size;
      }
      for (; size < next; size++) {
        const drawn = random.real() * (right + wrong + truncated);
        if (drawn < truncated) {
          truncated++;
          counters.truncated++;
          continue;
        }
        counters.guess_sum += guess;
        if (drawn < truncated + right) {
          right++;
          counters.correct++;
        } else {
          wrong++;
          counters.incorrect++;
        }
      }
    }
  });
  const average = mean(ends);
  return [average, wants, Math.sqrt(mean(ends.map(size => (size - average) ** 2)))];
}

/** Most further samples of a point that are worth forecasting, in multiples of its maximum. */
const FURTHER = 64;

/** Number of samples that a point would take beyond its most, where samples are reallocated. */
function wantsOf({k, counters, precision, most}: {k: number; counters: Counts; precision: Precision; most: number}): number {
  if (!isReallocated(precision, {}) || k < most) return 0;
  return wanted({counters, stopped: "max"}, precision, FURTHER * most);
}

/** Rates of outcomes and of guess chances per answer. */
interface Rates {
  correct: number;
  incorrect: number;
  truncated: number;
  guess_sum: number;
}
/** Rates and mean tokens by point; `worth` is the number of answers from which they were estimated. */
type Typical = (id: string) => Rates & {tokens: number; worth: number};
const SUMS = ["correct", "incorrect", "truncated", "guess_sum"] as const;
interface Pool {
  samples: number;
  counters: Pick<KnownCounters, (typeof SUMS)[number]>;
  free: {requests: number; tokens: number};
}

/** A point's own means where it has enough answers, else those of its task, else those of all points. */
function typicalOf({cells}: Observed): Typical {
  const pools = new Map<string, Pool>();
  const taskOf = (id: string) => id.slice(0, id.indexOf(" "));
  for (const [id, cell] of cells) {
    const {samples, counters} = cell;
    const free = freeOf(cell);
    for (const name of [taskOf(id), ""]) {
      const pool = pools.get(name) ?? {
        samples: 0,
        counters: {correct: 0, incorrect: 0, truncated: 0, guess_sum: 0},
        free: {requests: 0, tokens: 0}
      };
      pool.samples += samples;
      pool.free.requests += free.requests;
      pool.free.tokens += free.tokens;
      for (const sum of SUMS) pool.counters[sum] += counters[sum];
      pools.set(name, pool);
    }
  }
  return id => {
    const cell = cells.get(id);
    const own = cell && {...cell, free: freeOf(cell)};
    const from = [own, pools.get(taskOf(id)), pools.get("")].find(each => each && each.samples >= FEW)!;
    const per = (sum: (typeof SUMS)[number]) => from.counters[sum] / from.samples;
    const {free} = [from, pools.get("")!].find(each => each.free.requests > 0) ?? from;
    return {
      correct: per("correct"),
      incorrect: per("incorrect"),
      truncated: per("truncated"),
      guess_sum: per("guess_sum"),
      tokens: free.requests > 0 ? free.tokens / free.requests : 1,
      worth: from === own ? own.samples : FEW // other points of the task may differ a lot
    };
  };
}

/** Shares are moved away from 0 and 1 by this, because the logits of those are infinite. */
const EDGE = 0.02;
const logit = (share: number) => {
  const kept = EDGE + (1 - 2 * EDGE) * Math.min(1, Math.max(0, share));
  return Math.log(kept / (1 - kept));
};
/** The share with a given logit. */
export const shareAt = (value: number): number => Math.min(1, Math.max(0, (1 / (1 + Math.exp(-value)) - EDGE) / (1 - 2 * EDGE)));
