// Agreement of named judges: Cohen's κ of two, and pooled over all pairs of judges.
import {type Random, randomOf} from "../../generate/seed.js";
import {type Agreed, keyOf, percentiles, REPLICATES} from "./agreement.js";
import {grouped} from "./errors.js";
import {resampler} from "./resample.js";
import {byName, type Vote, type Votes, votesOf} from "./votes.js";

export const CATEGORIES = 3;
/** Pairs of votes × replicates beyond which the interval is by the infinitesimal jackknife: the same to first order, in one pass. */
const MOST_WORK = 6e6;

/** Units as lists of (judge, category); one vote of a judge on a unit: the first, if it voted twice. */
export interface Panel {
  starts: Int32Array;
  judge: Int32Array;
  category: Uint8Array;
  judges: number;
  pairs: number;
}

/** Units that at least two judges judged. */
export function panelOf(votes: Votes, ties: boolean): Panel {
  const {order, starts: all} = grouped(votes.unit, votes.n);
  const starts = new Int32Array(all.length);
  const [judge, category] = [new Int32Array(votes.n), new Uint8Array(votes.n)];
  const seen = new Int32Array(votes.judges.length).fill(-1);
  let [units, filled, pairs] = [0, 0, 0];
  for (let g = 0; g + 1 < all.length; g++) {
    if (all[g + 1]! - all[g]! < 2) continue;
    const before = filled;
    for (let at = all[g]!; at < all[g + 1]!; at++) {
      const v = order[at]!;
      const own = votes.judge[v]!;
      if (seen[own] === g || (!ties && votes.outcome[v] === 1)) continue;
      seen[own] = g;
      judge[filled] = own;
      category[filled++] = byName(votes, v);
    }
    const size = filled - before;
    if (size < 2) filled = before;
    else {
      starts[++units] = filled;
      pairs += (size * (size - 1)) / 2;
    }
  }
  const columns = {starts: starts.slice(0, units + 1), judge: judge.slice(0, filled), category: category.slice(0, filled)};
  return {...columns, judges: votes.judges.length, pairs};
}

/** κ of units that count `weight` times each; with the influence of each unit if `influence` is given. */
function pooledKappa({starts, judge, category, judges}: Panel, weight: ArrayLike<number>, influence?: Float64Array): number {
  const units = starts.length - 1;
  const rates = new Float64Array(judges * CATEGORIES);
  const ratings = new Float64Array(judges);
  for (let u = 0; u < units; u++)
    for (let r = starts[u]!; r < starts[u + 1]!; r++) {
      const at = judge[r]! * CATEGORIES + category[r]!;
      rates[at] = rates[at]! + weight[u]!;
      ratings[judge[r]!] = ratings[judge[r]!]! + weight[u]!;
    }
  for (let at = 0; at < rates.length; at++) rates[at] = rates[at]! / (ratings[Math.floor(at / CATEGORIES)]! || 1);
  const byChance = (j: number, k: number) => {
    const [x, y] = [j * CATEGORIES, k * CATEGORIES];
    return rates[x]! * rates[y]! + rates[x + 1]! * rates[y + 1]! + rates[x + 2]! * rates[y + 2]!;
  };
  let [pairs, same, chance] = [0, 0, 0];
  const partners = new Float64Array(judges * CATEGORIES); // Σ over partners of their rates: how chance moves with a judge's own
  for (let u = 0; u < units; u++)
    for (let r = starts[u]!; r < starts[u + 1]!; r++)
      for (let s = r + 1; s < starts[u + 1]!; s++) {
        const [j, k, w] = [judge[r]!, judge[s]!, weight[u]!];
        pairs += w;
        if (category[r] === category[s]) same += w;
        chance += w * byChance(j, k);
        if (influence)
          for (let c = 0; c < CATEGORIES; c++) {
            partners[j * CATEGORIES + c] = partners[j * CATEGORIES + c]! + w * rates[k * CATEGORIES + c]!;
            partners[k * CATEGORIES + c] = partners[k * CATEGORIES + c]! + w * rates[j * CATEGORIES + c]!;
          }
      }
  const kappa = (same - chance) / (pairs - chance);
  if (influence) influences();
  return kappa;

  function influences(): void {
    for (let u = 0; u < units; u++) {
      let [ownPairs, ownSame, ownChance] = [0, 0, 0];
      for (let r = starts[u]!; r < starts[u + 1]!; r++) {
        const j = judge[r]!;
        for (let c = 0; c < CATEGORIES; c++) {
          const off = (category[r] === c ? 1 : 0) - rates[j * CATEGORIES + c]!;
          ownChance += (off / ratings[j]!) * partners[j * CATEGORIES + c]!;
        }
        for (let s = r + 1; s < starts[u + 1]!; s++) {
          ownPairs++;
          if (category[r] === category[s]) ownSame++;
          ownChance += byChance(j, judge[s]!);
        }
      }
      influence![u] = (ownSame - ownChance - kappa * (ownPairs - ownChance)) / (pairs - chance);
    }
  }
}

export interface CohenOptions {
  ties?: boolean;
  replicates?: number;
  random?: Random;
}

/**
 * Cohen's κ (1960, doi:10.1177/001316446002000104) pooled over all pairs of judges: shares of agreement, observed and by chance, are added
 * up over the pairs' common units before κ is taken (de Vries et al. 2008, doi:10.1177/1525822X08317166). Base rates are each judge's own
 * over all units with two judges or more; with two judges this is Cohen's κ.
 */
export function cohenPooled(votes: Votes, options: CohenOptions = {}): Agreed {
  return kappaOf(panelOf(votes, options.ties ?? true), votes, options);
}

/**
 * κ between two groups of judges (a model against people, say): only pairs with one judge of each group count, and base rates are those of
 * the groups. Groups of one are Cohen's κ of two judges.
 */
export function cohenBetween(
  votes: Votes,
  first: (judge: number) => boolean,
  second: (judge: number) => boolean,
  {ties = true, replicates = REPLICATES, random = randomOf("agreement of groups")}: CohenOptions = {}
): Agreed {
  const units = new Map<number, Float64Array>();
  for (let v = 0; v < votes.n; v++) {
    if (!ties && votes.outcome[v] === 1) continue;
    const side = first(votes.judge[v]!) ? 0 : second(votes.judge[v]!) ? CATEGORIES : -1;
    if (side < 0) continue;
    let both = units.get(votes.unit[v]!);
    if (!both) units.set(votes.unit[v]!, (both = new Float64Array(2 * CATEGORIES)));
    both[side + byName(votes, v)]!++;
  }
  const alike = sides();
  for (const both of units.values()) alike.add(both);
  return betweenOf(alike, {replicates, random});
}

/** κ between two sets of votes, of a model and of people say, or of the same judges at two times: judges of one name in both are two. */
export function cohenAcross(first: readonly Vote[], second: readonly Vote[], options: CohenOptions = {}): Agreed {
  const mark = "first ";
  const both = votesOf([
    ...first.map(vote => ({...vote, judge: mark + vote.judge})),
    ...second.map(vote => ({...vote, judge: `second ${vote.judge}`}))
  ]);
  const isFirst = (judge: number) => both.judges[judge]!.startsWith(mark);
  return cohenBetween(both, isFirst, judge => !isFirst(judge), options);
}

/** Units by their counts on both sides, (first's three, second's three): those with the same counts are alike. */
export interface Sides {
  cells: number[];
  units: number[];
  add(both: ArrayLike<number>): void;
}

/** Units that only one side judged do not count. */
export function sides(): Sides {
  const [cells, units]: [number[], number[]] = [[], []];
  const at = new Map<number | string, number>();
  const add = (both: ArrayLike<number>) => {
    if (both[0]! + both[1]! + both[2]! === 0 || both[3]! + both[4]! + both[5]! === 0) return;
    const key = keyOf(both);
    const known = at.get(key);
    if (known !== undefined) units[known] = units[known]! + 1;
    else {
      at.set(key, units.length);
      units.push(1);
      for (let c = 0; c < 2 * CATEGORIES; c++) cells.push(both[c]!);
    }
  };
  return {cells, units, add};
}

export function betweenOf({cells, units}: Sides, {replicates, random}: {replicates: number; random: Random}): Agreed {
  if (units.length === 0) return {value: null, lo: null, hi: null, n: 0, why: "no unit that both judged"};
  return bootstrapped(units, betweenKappa(cells, units.length), {replicates, random});
}

/** κ of weighted units; what does not depend on the weights is worked out once. */
function betweenKappa(cells: readonly number[], kinds: number): (weights: ArrayLike<number>) => number {
  const [pairs, same] = [new Float64Array(kinds), new Float64Array(kinds)];
  const rates = new Float64Array(kinds * 2 * CATEGORIES);
  for (let i = 0; i < kinds; i++) {
    const [x0, x1, x2, y0, y1, y2] = cells.slice(i * 6, i * 6 + 6) as [number, number, number, number, number, number];
    const [nx, ny] = [x0 + x1 + x2, y0 + y1 + y2];
    pairs[i] = nx * ny;
    same[i] = x0 * y0 + x1 * y1 + x2 * y2;
    rates.set([x0 * ny, x1 * ny, x2 * ny, y0 * nx, y1 * nx, y2 * nx], i * 6);
  }
  return weights => {
    let [all, agreed, x0, x1, x2, y0, y1, y2] = [0, 0, 0, 0, 0, 0, 0, 0];
    for (let i = 0; i < kinds; i++) {
      const w = weights[i]!;
      if (w === 0) continue;
      all += w * pairs[i]!;
      agreed += w * same[i]!;
      x0 += w * rates[i * 6]!;
      x1 += w * rates[i * 6 + 1]!;
      x2 += w * rates[i * 6 + 2]!;
      y0 += w * rates[i * 6 + 3]!;
      y1 += w * rates[i * 6 + 4]!;
      y2 += w * rates[i * 6 + 5]!;
    }
    const chance = (x0 * y0 + x1 * y1 + x2 * y2) / (all * all);
    return (agreed / all - chance) / (1 - chance);
  };
}

function kappaOf(panel: Panel, votes: Votes, {replicates = REPLICATES, random = randomOf("cohen")}: CohenOptions): Agreed {
  const n = panel.starts.length - 1;
  if (n === 0) {
    const one = new Set(votes.judge).size < 2;
    return {value: null, lo: null, hi: null, n, why: one ? "fewer than two judges" : "no unit that two judges judged"};
  }
  if ((panel.pairs + panel.judge.length) * replicates > MOST_WORK) return linearised(panel, n);
  return bootstrapped(new Array<number>(n).fill(1), weights => pooledKappa(panel, weights), {replicates, random});
}

/** The interval by the infinitesimal jackknife over units (Jaeckel 1972; Efron 1982, ch. 6). */
function linearised(panel: Panel, n: number): Agreed {
  const influence = new Float64Array(n);
  const value = pooledKappa(panel, new Float64Array(n).fill(1), influence);
  if (!Number.isFinite(value)) return {value: null, lo: null, hi: null, n, why: "only one category was ever chosen"};
  const half = 1.96 * Math.sqrt(influence.reduce((sum, each) => sum + each * each, 0));
  return {value, lo: value - half, hi: value + half, n};
}

function bootstrapped(
  counts: readonly number[],
  statistic: (weights: ArrayLike<number>) => number,
  {replicates, random}: {replicates: number; random: Random}
): Agreed {
  const n = counts.reduce((sum, units) => sum + units, 0);
  const value = statistic(counts);
  if (!Number.isFinite(value)) return {value: null, lo: null, hi: null, n, why: "only one category was ever chosen"};
  const drawn: number[] = [];
  const weights = new Float64Array(counts.length);
  const draw = resampler(counts);
  for (let r = 0; r < replicates; r++) {
    const each = statistic(draw(random, weights));
    if (Number.isFinite(each)) drawn.push(each);
  }
  return {value, ...percentiles(drawn, {value, n}), n};
}

/** How one judge votes, and how it agrees with all others. */
export interface JudgeRow {
  judge: string;
  votes: number;
  /** share of ties, and of the answer shown first among the rest */
  ties: number;
  firstShown: number | null;
  /** κ between this judge and all others on common units */
  kappa: Agreed;
}

/** Diagnostics of each judge, most votes first. */
export function judgeRows(votes: Votes, {replicates = 200, most = 200}: {replicates?: number; most?: number} = {}): JudgeRow[] {
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
  for (let v = 0; v < votes.n; v++) {
    const at = votes.unit[v]! * CATEGORIES + byName(votes, v);
    totals[at] = totals[at]! + 1;
  }
  const byJudge = grouped(votes.judge, votes.n);
  const place = new Map(Array.from(byJudge.starts.subarray(0, -1), (start, g) => [votes.judge[byJudge.order[start]!]!, g]));
  const spare = new Float64Array(votes.units * CATEGORIES);
  return order.slice(0, most).map(j => {
    const g = place.get(j)!;
    const mine = byJudge.order.subarray(byJudge.starts[g]!, byJudge.starts[g + 1]!);
    return {
      judge: votes.judges[j]!,
      votes: own[j]!.votes,
      ties: own[j]!.ties / own[j]!.votes,
      firstShown: own[j]!.votes > own[j]!.ties ? own[j]!.first / (own[j]!.votes - own[j]!.ties) : null,
      kappa: againstRest(votes, mine, {totals, own: spare}, replicates)
    };
  });
}

/** κ between some votes, one judge's, and all others on the same units; `own` holds zeros, and does again afterwards. */
function againstRest(
  votes: Votes,
  mine: Int32Array,
  {totals, own}: {totals: Float64Array; own: Float64Array},
  replicates: number
): Agreed {
  const alike = sides();
  const both = new Float64Array(2 * CATEGORIES);
  for (const v of mine) own[votes.unit[v]! * CATEGORIES + byName(votes, v)]!++;
  for (const v of mine) {
    const at = votes.unit[v]! * CATEGORIES;
    for (let c = 0; c < CATEGORIES; c++) {
      both[c] = own[at + c]!;
      both[CATEGORIES + c] = totals[at + c]! - own[at + c]!;
      own[at + c] = 0; // a second vote on the unit finds nothing left to count
    }
    alike.add(both);
  }
  return betweenOf(alike, {replicates, random: randomOf("agreement of groups")});
}
