// Agreement of named judges: Cohen's κ of two judges, pooled over all pairs of judges, and between groups of judges.

import {shareOf, type WilsonShare} from "../../../stats/intervals.js";
import {grouped} from "../bradleyTerry/errors.js";
import {byName, type Vote, type Votes, votesOf} from "../votes/votes.js";
import {ONE_CATEGORY, panelOfVotes} from "./agreement.js";
import {betweenOf, type Side, type SidedUnit} from "./between.js";
import {
  type Agreed,
  type AgreedOver,
  agreedOf,
  type Disagreement,
  nothing,
  overOfNamed,
  type RatingPanel
} from "./coefficient.js";
import {type Contributions, squaresBy} from "./contributions.js";
import {addTo, apartFrom, apartIn, baseOf, clear, corners, modelOf, noSums, type Places, totalsOf} from "./disagreement.js";
import {repeatFlags, selfConsistency} from "./repeats.js";

const CATEGORIES = 3;

/**
 * Observed disagreement of pairs of judges, and the one expected from each judge's own base rates, both added up over the units that the
 * judges of a pair have in common. With places on a line this is Cohen's weighted κ (1968, doi:10.1037/h0026256) with quadratic weights.
 */
export function pooled(panel: RatingPanel, places: Places): Disagreement {
  const {units, starts, category, judge, judges} = panel;
  const {dim, place} = places;
  const own = judgesOf(panel, places);
  const means: Places = {dim, place: own.mean};
  const [unit, rates] = [noSums(dim), noSums(dim)];
  const partners = {n: new Float64Array(judges), sum: new Float64Array(judges * dim), square: new Float64Array(judges)};
  const shares = (size: number) => ({
    weight: new Float64Array(size),
    observed: new Float64Array(size),
    expected: new Float64Array(size)
  });
  const [ofUnits, ofRatings] = [shares(units), shares(category.length)];
  // The expected squared distance of two judges' ratings is the squared distance of their means plus both variances.
  const spread = own.square.map((square, j) => square - squareAt(means, j));
  for (let u = 0; u < units; u++) {
    clear(unit);
    clear(rates);
    let [spreads, squares] = [0, 0];
    for (let r = starts[u]!; r < starts[u + 1]!; r++) {
      addTo(unit, places, category[r]!);
      addTo(rates, means, judge[r]!);
      spreads += spread[judge[r]!]!;
      squares += own.square[judge[r]!]!;
    }
    ofUnits.weight[u] = pairsIn(unit.m);
    ofUnits.observed[u] = apartIn(unit);
    ofUnits.expected[u] = apartIn(rates) + (unit.m - 1) * spreads;
    for (let r = starts[u]!; r < starts[u + 1]!; r++) {
      const j = judge[r]!;
      ofRatings.weight[r] = unit.m - 1;
      ofRatings.observed[r] = apartFrom(unit, places, category[r]!);
      ofRatings.expected[r] = apartFrom(rates, means, j) + (unit.m - 2) * spread[j]! + spreads;
      partners.n[j] = partners.n[j]! + unit.m - 1;
      partners.square[j] = partners.square[j]! + squares - own.square[j]!;
      for (let k = 0; k < dim; k++)
        partners.sum[j * dim + k] = partners.sum[j * dim + k]! + rates.sum[k]! - own.mean[j * dim + k]!;
    }
  }
  const [pairs, observed, expected] = [ofUnits.weight, ofUnits.observed, ofUnits.expected].map(column =>
    column.reduce((sum, each) => sum + each, 0)
  ) as [number, number, number];
  // The contribution of a rating to chance agreement through its judge's base rates.
  const lift = Float64Array.from(category, (c, r) => {
    const j = judge[r]!;
    let along = 0;
    for (let k = 0; k < dim; k++) along += (place[c * dim + k]! - own.mean[j * dim + k]!) * partners.sum[j * dim + k]!;
    const moved = (partners.n[j]! * (squareAt(places, c) - own.square[j]!) - 2 * along) / own.n[j]!;
    return (moved * category.length) / pairs;
  });
  const parts: Contributions = {
    panel,
    units: ofUnits,
    ratings: ofRatings,
    bases: {observed: null, expected: lift}
  };
  return {
    n: units,
    observed: observed / pairs,
    expected: expected / pairs,
    most: 2,
    model: modelOf(baseOf(totalsOf(panel), places), panel, {weightOf: pairsIn}),
    squares: over => squaresBy(parts, over)
  };
}

const pairsIn = (m: number): number => (m * (m - 1)) / 2;

function squareAt({dim, place}: Places, c: number): number {
  let sum = 0;
  for (let k = 0; k < dim; k++) sum += place[c * dim + k]! ** 2;
  return sum;
}

/** Each judge's ratings: their number, mean place and mean square. */
function judgesOf({category, judge, judges}: RatingPanel, {dim, place}: Places) {
  const [n, mean, square] = [new Float64Array(judges), new Float64Array(judges * dim), new Float64Array(judges)];
  judge.forEach((j, r) => {
    n[j] = n[j]! + 1;
    for (let k = 0; k < dim; k++) {
      const value = place[category[r]! * dim + k]!;
      mean[j * dim + k] = mean[j * dim + k]! + value;
      square[j] = square[j]! + value * value;
    }
  });
  for (let j = 0; j < judges; j++) {
    for (let k = 0; k < dim; k++) mean[j * dim + k] = mean[j * dim + k]! / (n[j]! || 1);
    square[j] = square[j]! / (n[j]! || 1);
  }
  return {n, mean, square};
}

/** Pooled κ of pairs of judges, or the reason why there is none. */
export function pooledAgreed(panel: RatingPanel, places: Places, over?: AgreedOver): Agreed {
  const found = pooled(panel, places);
  const largest = places.place.reduce((most, value) => Math.max(most, value * value), 0);
  return found.expected > 1e-12 * largest ? agreedOf(found, over) : nothing(ONE_CATEGORY, panel.units);
}

export interface CohenOptions {
  ties?: boolean;
  /** what the intervals generalise to; by default other prompts and other judges */
  over?: AgreedOver | undefined;
}

/**
 * Cohen's κ (1960, doi:10.1177/001316446002000104) pooled over all pairs of judges: shares of agreement, observed and by chance, are added
 * up over the units that a pair has in common before κ is computed (de Vries et al. 2008, doi:10.1177/1525822X08317166). Base rates are
 * each judge's own over all units with at least two judges; with two judges this is Cohen's κ. Only a judge's first vote on a unit counts.
 */
export function cohenPooled(votes: Votes, {ties = true, over}: CohenOptions = {}): Agreed {
  const panel = panelOfVotes(votes, {ties});
  if (panel.units > 0) return pooledAgreed(panel, corners(CATEGORIES), over);
  return nothing(new Set(votes.judge).size < 2 ? "fewer than two judges" : "no unit that two judges judged");
}

/**
 * κ between two groups of judges, for example a model and people: only pairs with one judge of each group count, and base rates are those
 * of the groups. With one judge in each group it is Cohen's κ. Intervals are over prompts, or units: they generalise to other questions,
 * not to other judges.
 */
export function cohenBetween(
  votes: Votes,
  first: (judge: number) => boolean,
  second: (judge: number) => boolean,
  {ties = true, over = "prompts"}: CohenOptions = {}
): Agreed {
  const units = new Map<number, SidedUnit>();
  const repeats = repeatFlags(votes);
  for (let v = 0; v < votes.n; v++) {
    if (repeats[v] === 1 || (!ties && votes.outcome[v] === 1)) continue;
    const side: Side | null = first(votes.judge[v]!) ? "one" : second(votes.judge[v]!) ? "other" : null;
    if (side === null) continue;
    let unit = units.get(votes.unit[v]!);
    if (!unit) units.set(votes.unit[v]!, (unit = {prompt: votes.question[v]!, one: [0, 0, 0], other: [0, 0, 0]}));
    unit[side][byName(votes, v)]!++;
  }
  return betweenOf([...units.values()], {over});
}

/**
 * κ between two sets of votes, for example of a model and of people, or of the same judges at two times: judges with one name in both count
 * as two.
 */
export function cohenAcross(first: readonly Vote[], second: readonly Vote[], options: CohenOptions = {}): Agreed {
  const mark = "first ";
  const both = votesOf([
    ...first.map(vote => ({...vote, judge: mark + vote.judge})),
    ...second.map(vote => ({...vote, judge: `second ${vote.judge}`}))
  ]);
  const isFirst = (judge: number) => both.judges[judge]!.startsWith(mark);
  return cohenBetween(both, isFirst, judge => !isFirst(judge), options);
}

/** A judge's share of ties and of votes for the first position, and its agreement with all others. */
export interface JudgeRow {
  judge: string;
  votes: number;
  /** share of ties, and share of votes for the answer shown first among the other votes */
  ties: number;
  firstShown: number | null;
  /** κ between this judge and all others on common units */
  kappa: Agreed;
  /** share of the units that it judged again on which it kept to its verdict */
  consistent: WilsonShare;
}

/** Diagnostics of each judge, most votes first. */
export function judgeRows(votes: Votes, {over = "prompts", most = 200}: {over?: AgreedOver; most?: number} = {}): JudgeRow[] {
  const own = votes.judges.map(() => ({votes: 0, ties: 0, first: 0}));
  for (let v = 0; v < votes.n; v++) {
    const row = own[votes.judge[v]!]!;
    row.votes++;
    if (votes.outcome[v] === 1) row.ties++;
    else if (votes.outcome[v] === 0) row.first++;
  }
  const order = own.map((_, j) => j).filter(j => own[j]!.votes > 0);
  order.sort((x, y) => own[y]!.votes - own[x]!.votes || (votes.judges[x]! < votes.judges[y]! ? -1 : 1));
  const totals = new Float64Array(votes.units * CATEGORIES);
  const repeats = repeatFlags(votes);
  const {byJudge: consistency} = selfConsistency(votes);
  for (let v = 0; v < votes.n; v++) {
    if (repeats[v] === 1) continue;
    const at = votes.unit[v]! * CATEGORIES + byName(votes, v);
    totals[at] = totals[at]! + 1;
  }
  const unitAt = new Int32Array(votes.units).fill(-1);
  const byJudge = grouped(votes.judge, votes.n);
  const place = new Map(Array.from(byJudge.starts.subarray(0, -1), (start, g) => [votes.judge[byJudge.order[start]!]!, g]));
  return order.slice(0, most).map(j => {
    const g = place.get(j)!;
    const mine = byJudge.order.subarray(byJudge.starts[g]!, byJudge.starts[g + 1]!).filter(v => repeats[v] === 0);
    return {
      judge: votes.judges[j]!,
      votes: own[j]!.votes,
      ties: own[j]!.ties / own[j]!.votes,
      firstShown: own[j]!.votes > own[j]!.ties ? own[j]!.first / (own[j]!.votes - own[j]!.ties) : null,
      kappa: betweenOf(againstRest(votes, mine, {totals, place: unitAt}), {over: overOfNamed(over)}),
      consistent: consistency.get(j)?.consistent ?? shareOf(0, 0)
    };
  });
}

/** κ of one judge's votes with all others on the same units; `place` holds −1 for each unit before and after the call. */
function againstRest(votes: Votes, mine: Int32Array, {totals, place}: {totals: Float64Array; place: Int32Array}): SidedUnit[] {
  const units: SidedUnit[] = [];
  for (const v of mine) {
    const at = votes.unit[v]!;
    if (place[at]! < 0) {
      const [first, ties, second] = [totals[at * CATEGORIES]!, totals[at * CATEGORIES + 1]!, totals[at * CATEGORIES + 2]!];
      place[at] = units.push({prompt: votes.question[v]!, one: [0, 0, 0], other: [first, ties, second]}) - 1;
    }
    const unit = units[place[at]!]!;
    const c = byName(votes, v) as 0 | 1 | 2;
    unit.one[c]++;
    unit.other[c]--;
  }
  for (const v of mine) place[votes.unit[v]!] = -1;
  return units;
}
