// Differential item functioning: is an item harder for one group of models than for another group of the same ability?

import {chiSquaredUpper, Z950, Z975} from "../../../stats/distributions.js";
import {falseDiscoveryRate} from "../../../stats/falseDiscovery.js";
import {screen} from "../estimate/fit.js";
import {fitStructure} from "../estimate/multidimensional/fit.js";
import {MISSING, partOf, type Responses, RIGHT, WRONG} from "../item.js";

/**
 * Effect-size categories of the Educational Testing Service: A negligible, B slight to moderate, C moderate to large (Zwick 2012, ETS
 * RR-12-08).
 */
type Size = "A" | "B" | "C";

export interface MantelHaenszel {
  /** persons who answered the item and whose stratum contains both groups */
  n: number;
  /** common odds ratio of a right answer, reference over focal */
  odds: number;
  /**
   * −2.35 ln(odds ratio) with its 95 % interval; below 0 the item is harder for the focal group. Infinite where in every stratum one group
   * is entirely right or the other entirely wrong: then the near end of the interval is exact (Clopper & Pearson 1934, applied to the most
   * extreme tables) and the far end is infinite.
   */
  delta: number;
  low: number;
  high: number;
  /** chi-squared with continuity correction, 1 df */
  chi2: number;
  p: number;
  /** p adjusted for the number of items tested (Benjamini & Hochberg 1995) */
  adjusted: number;
  size: Size;
}

/** The 2 × 2 table of one stratum: answers of both groups at one level of ability. */
export interface Stratum {
  referenceRight: number;
  referenceWrong: number;
  focalRight: number;
  focalWrong: number;
}

/** Factor from log odds ratios to the delta scale of the Educational Testing Service (Holland & Thayer 1988). */
const DELTA = -2.35;

/**
 * Common odds ratio and test of Mantel & Haenszel (1959), on the delta scale of Holland & Thayer (1988). The standard error is that of
 * Robins, Breslow & Greenland (1986, doi:10.2307/2531052), which equals that of Phillips & Holland (1987). Null where no stratum contains
 * both groups.
 */
export function mantelHaenszel(strata: readonly Stratum[]): Omit<MantelHaenszel, "adjusted"> | null {
  let [n, right, expected, variance, r, s, pr, ps, qs] = [0, 0, 0, 0, 0, 0, 0, 0, 0];
  for (const {referenceRight: a, referenceWrong: b, focalRight: c, focalWrong: d} of strata) {
    const total = a + b + c + d;
    if (a + b === 0 || c + d === 0) continue;
    n += total;
    right += a;
    expected += ((a + b) * (a + c)) / total;
    variance += ((a + b) * (c + d) * (a + c) * (b + d)) / (total * total * (total - 1));
    const [good, bad] = [(a * d) / total, (b * c) / total];
    r += good;
    s += bad;
    pr += ((a + d) / total) * good;
    ps += ((a + d) / total) * bad + ((b + c) / total) * good;
    qs += ((b + c) / total) * bad;
  }
  if (!(variance > 0)) return null;
  const odds = r / s;
  const delta = DELTA * Math.log(odds);
  const chi2 = Math.max(0, Math.abs(right - expected) - 0.5) ** 2 / variance;
  const p = chiSquaredUpper(chi2, 1);
  const found = {n, odds, delta, chi2, p};
  if (!Number.isFinite(delta)) {
    const near = (tail: number): number =>
      Math.sign(delta) * Math.abs(DELTA) * Math.max(0, nearestLogOdds(strata, s === 0, tail));
    const [low, high] = s === 0 ? [delta, near(0.025)] : [near(0.025), delta];
    return {...found, low, high, size: sizeOf({delta, nearEnd: Math.abs(near(0.05)), p})};
  }
  const se = Math.abs(DELTA) * Math.sqrt(pr / (2 * r * r) + ps / (2 * r * s) + qs / (2 * s * s));
  const nearEnd = Math.abs(delta) - Z950 * se;
  return {...found, low: delta - Z975 * se, high: delta + Z975 * se, size: sizeOf({delta, nearEnd, p})};
}

/** Category A: not significantly different from 0, or smaller than 1; C: at least 1.5 and significantly larger than 1; otherwise B. */
function sizeOf({delta, nearEnd, p}: {delta: number; nearEnd: number; p: number}): Size {
  const size = Math.abs(delta);
  if (p > 0.05 || size < 1) return "A";
  return size >= 1.5 && nearEnd > 1 ? "C" : "B";
}

/**
 * The log odds ratio, in the direction of tables that are all at one extreme, at which tables with these margins have the probability
 * `tail`. The count of each stratum follows the noncentral hypergeometric distribution (Fisher 1935), and strata are independent.
 * @param most whether the reference group has as many right answers as the margins allow; otherwise it has as few
 */
function nearestLogOdds(strata: readonly Stratum[], most: boolean, tail: number): number {
  const tables = strata.map(({referenceRight: a, referenceWrong: b, focalRight: c, focalWrong: d}) =>
    most ? [a, b, c, d] : [c, d, a, b]
  ) as [number, number, number, number][];
  const logChance = (logOdds: number): number =>
    tables.reduce((sum, [a, b, c, d]) => {
      // runs through the counts x from the largest, a, downwards: the weight of x relative to that of a
      let [weight, all] = [1, 1];
      for (let x = a; x > Math.max(0, a - d); x--) {
        weight *= (x * (d - a + x)) / ((a + b - x + 1) * (a + c - x + 1)) / Math.exp(logOdds);
        all += weight;
      }
      return sum - Math.log(all);
    }, 0);
  let [low, high] = [-50, 50];
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (logChance(middle) < Math.log(tail)) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** Fewest persons inside a group, and outside it. */
const FEWEST_OF_GROUP = 5;

/**
 * Groups that can be compared with the other persons, by name.
 * @param persons the groups of each
 */
export function comparableGroups(persons: readonly (readonly string[])[]): string[] {
  const sizes = new Map<string, number>();
  for (const groups of persons) for (const group of new Set(groups)) sizes.set(group, (sizes.get(group) ?? 0) + 1);
  const enough = (size: number) => size >= FEWEST_OF_GROUP && persons.length - size >= FEWEST_OF_GROUP;
  return [...sizes].flatMap(([group, size]) => (enough(size) ? [group] : [])).sort();
}

/**
 * Mantel–Haenszel test of each item between two groups of persons, matched by the share right or by `matching`, such as ability. Each
 * distinct score is a stratum of its own; where scores are many, strata are a quarter of a standard deviation wide. In wider strata the
 * abler group would still be abler, which looks like an item that favours it. Null where no stratum contains both groups.
 * The matching score includes the item itself, as Holland & Thayer (1988) advise. Items with differential functioning are removed from the
 * score of the others, and all items are tested again (purification). With a few dozen models only large differences can be detected: read
 * the interval.
 * @param focal whether each person belongs to the focal group
 */
export function differentialItems(
  responses: Responses,
  focal: ArrayLike<boolean>,
  {matching, purify = true}: {matching?: ArrayLike<number>; purify?: boolean} = {}
): (MantelHaenszel | null)[] {
  const all = new Set(responses.items.keys());
  if (matching) {
    const strata = strataOf(matching);
    return tested(responses, focal, () => strata);
  }
  const strata = strataOf(shareRight(responses, all));
  let found = tested(responses, focal, () => strata);
  if (!purify) return found;
  let before = "";
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const differing = found.flatMap((each, j) => (each && each.adjusted <= LEVEL && each.size !== "A" ? [j] : []));
    if (differing.join() === before || differing.length > responses.items.length / 2) break;
    before = differing.join();
    const clean = new Set([...all].filter(j => !differing.includes(j)));
    const common = strataOf(shareRight(responses, clean));
    found = tested(responses, focal, j => (clean.has(j) ? common : strataOf(shareRight(responses, new Set([...clean, j])))));
  }
  return found;
}
/** False discovery rate at which items are flagged. */
const LEVEL = 0.05;
/** Most rounds of purification; it usually settles after two or three. */
const MOST_ROUNDS = 5;

function tested(
  {persons, items, cells}: Responses,
  focal: ArrayLike<boolean>,
  strataFor: (item: number) => Int32Array
): (MantelHaenszel | null)[] {
  const found = items.map((_, item) => {
    const stratum = strataFor(item);
    const counts = new Map<number, Stratum>();
    for (let person = 0; person < persons.length; person++) {
      const cell = cells[person * items.length + item]!;
      if (cell === MISSING || stratum[person]! < 0) continue;
      const own = counts.get(stratum[person]!) ?? {referenceRight: 0, referenceWrong: 0, focalRight: 0, focalWrong: 0};
      own[`${focal[person] ? "focal" : "reference"}${cell === RIGHT ? "Right" : "Wrong"}`]++;
      counts.set(stratum[person]!, own);
    }
    return mantelHaenszel([...counts.values()]);
  });
  const adjusted = falseDiscoveryRate(
    found.map(each => each?.p ?? null),
    "BH"
  );
  return found.map((each, i) => each && {...each, adjusted: adjusted[i]!});
}

/** Share right of each person on the given items; NaN for a person without an answer to any of them. */
function shareRight({persons, items, cells}: Responses, some: ReadonlySet<number>): Float64Array {
  return Float64Array.from(persons, (_, person) => {
    let [right, n] = [0, 0];
    for (const item of some) {
      const cell = cells[person * items.length + item]!;
      if (cell !== MISSING) n++;
      if (cell === RIGHT) right++;
    }
    return right / n;
  });
}

/** Mean number of persons per distinct score from which each score is a stratum of its own. */
const FEW = 4;
/** Width of a stratum where scores are many, in standard deviations: groups that are 2 apart then differ by 0.01 within a stratum. */
const THIN = 0.25;

/** Stratum of each value, −1 where there is none. */
function strataOf(by: ArrayLike<number>): Int32Array {
  const values = Array.from(by).filter(value => !Number.isNaN(value));
  const distinct = [...new Set(values)].sort((a, b) => a - b);
  if (distinct.length * FEW <= values.length) {
    const place = new Map(distinct.map((value, k) => [value, k]));
    return Int32Array.from(by, value => place.get(value) ?? -1);
  }
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const sd = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length) || 1;
  return Int32Array.from(by, value => (Number.isNaN(value) ? -1 : Math.floor((value - distinct[0]!) / (THIN * sd))));
}

export interface LikelihoodRatio {
  /** twice the gain in log-likelihood when each group has its own parameters for the item */
  g2: number;
  df: number;
  p: number;
  /** both fits converged */
  converged: boolean;
}

/**
 * Likelihood-ratio test of one item (Thissen, Steinberg & Wainer 1993): the item is split into two, each answered by one group only, and
 * the other items anchor the scale. The abilities of the focal group have their own mean and standard deviation, so that a difference in
 * ability between the groups is not mistaken for one of the items. 2PL by marginal maximum likelihood; items that all persons answered
 * alike carry no information and are left out.
 * @param anchored log-likelihood without the split, from `anchoredFit`, where it is already known
 */
export function likelihoodRatio(
  responses: Responses,
  focal: ArrayLike<boolean>,
  {item, anchored = anchoredFit(responses, focal)}: {item: number; anchored?: AnchoredFit}
): LikelihoodRatio | null {
  const wider = anchoredFit(split(responses, focal, item), focal);
  const df = 2 * (wider.items - anchored.items);
  if (df <= 0) return null;
  const g2 = Math.max(0, 2 * (wider.loglik - anchored.loglik));
  return {g2, df, p: chiSquaredUpper(g2, df), converged: wider.converged && anchored.converged};
}

export interface AnchoredFit {
  loglik: number;
  /** number of items that carry information */
  items: number;
  converged: boolean;
}

/**
 * Fits a 2PL by maximum likelihood with two populations: the reference group's is standard normal, the focal group's mean and spread are
 * estimated.
 */
export function anchoredFit(responses: Responses, focal: ArrayLike<boolean>): AnchoredFit {
  const {kept} = screen(responses);
  const {loglik, converged} = fitStructure(partOf(responses, {columns: kept}), {
    structure: "one",
    group: new Int32Array(kept.length),
    estimate: "ml",
    second: focal,
    tolerance: 0.02,
    most: 150
  });
  return {loglik, converged, items: kept.length};
}

/**
 * The response matrix with one more item: the original column keeps the answers of the reference group, a copy at the end holds those of
 * the focal group.
 */
export function split({persons, items, cells}: Responses, focal: ArrayLike<boolean>, item: number): Responses {
  const width = items.length + 1;
  const wider = new Uint8Array(persons.length * width).fill(MISSING);
  for (let person = 0; person < persons.length; person++) {
    const row = cells.subarray(person * items.length, (person + 1) * items.length);
    wider.set(row, person * width);
    if (!focal[person]) continue;
    wider[person * width + item] = MISSING;
    wider[(person + 1) * width - 1] = row[item] === RIGHT ? RIGHT : row[item] === WRONG ? WRONG : MISSING;
  }
  return {persons, items: [...items, `${items[item]} (focal)`], cells: wider};
}
