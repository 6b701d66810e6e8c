// Differential item functioning: is an item harder for one group of models than for another of the same ability?

import {chiSquaredUpper} from "../../score/distributions.js";
import {adjust} from "../discovery.js";
import {MISSING, type Responses, RIGHT, WRONG} from "./item.js";

/** Letters of the Educational Testing Service: A negligible, B slight to moderate, C moderate to large (Zwick 2012, ETS RR-12-08). */
export type Size = "A" | "B" | "C";

export interface MantelHaenszel {
  /** persons who answered and stand in a stratum with both groups */
  n: number;
  /** common odds ratio of a right answer, reference over focal */
  odds: number;
  /** −2.35 ln odds: below 0 the item is harder for the focal group; with its 95 % interval */
  delta: number;
  low: number;
  high: number;
  /** chi-squared with continuity correction, 1 df */
  chi2: number;
  p: number;
  /** p among all items tested (Benjamini & Hochberg 1995) */
  adjusted: number;
  size: Size;
}

/** Counts of one stratum. */
export interface Stratum {
  referenceRight: number;
  referenceWrong: number;
  focalRight: number;
  focalWrong: number;
}

const Z95 = 1.959963984540054;
const DELTA = -2.35;

/**
 * Common odds ratio and test of Mantel & Haenszel (1959), on the delta scale of Holland & Thayer (1988), its standard error after
 * Robins, Breslow & Greenland (1986, doi:10.2307/2531052), which is that of Phillips & Holland (1987). Null without a stratum of both groups.
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
  const se = Math.abs(DELTA) * Math.sqrt(pr / (2 * r * r) + ps / (2 * r * s) + qs / (2 * s * s));
  const chi2 = Math.max(0, Math.abs(right - expected) - 0.5) ** 2 / variance;
  const p = chiSquaredUpper(chi2, 1);
  return {n, odds, delta, low: delta - Z95 * se, high: delta + Z95 * se, chi2, p, size: sizeOf(delta, se, p)};
}

/** A: not surely other than 0, or less than 1; C: at least 1.5 and surely more than 1; else B. */
function sizeOf(delta: number, se: number, p: number): Size {
  const size = Math.abs(delta);
  if (p > 0.05 || size < 1) return "A";
  return size >= 1.5 && size - ONE_SIDED * se > 1 ? "C" : "B";
}
const ONE_SIDED = 1.6448536269514722;

/**
 * Mantel–Haenszel of each item between two groups of persons, matched by total score (or by `matching`, such as ability), in at most
 * `strata` equally filled strata; null where an item's strata do not hold both groups.
 * The score holds the item itself, as Holland & Thayer advise. With a few dozen models only large differences can be found: read the interval.
 * @param focal whether each person is of the focal group
 */
export function differentialItems(
  {persons, items, cells}: Responses,
  focal: ArrayLike<boolean>,
  {matching, strata = 10}: {matching?: ArrayLike<number>; strata?: number} = {}
): (MantelHaenszel | null)[] {
  const by = matching ?? shareRight({persons, items, cells});
  const stratum = strataOf(by, strata);
  const found = items.map((_, item) => {
    const counts: Stratum[] = [];
    for (let person = 0; person < persons.length; person++) {
      const cell = cells[person * items.length + item]!;
      if (cell === MISSING) continue;
      const at = stratum[person]!;
      counts[at] ??= {referenceRight: 0, referenceWrong: 0, focalRight: 0, focalWrong: 0};
      counts[at][`${focal[person] ? "focal" : "reference"}${cell === RIGHT ? "Right" : "Wrong"}`]++;
    }
    return mantelHaenszel(counts.filter(Boolean));
  });
  const adjusted = adjust(
    found.map(each => each?.p ?? null),
    "BH"
  );
  return found.map((each, i) => each && {...each, adjusted: adjusted[i]!});
}

function shareRight({persons, items, cells}: Responses): Float64Array {
  return Float64Array.from(persons, (_, person) => {
    let [right, n] = [0, 0];
    for (let item = 0; item < items.length; item++) {
      const cell = cells[person * items.length + item]!;
      if (cell !== MISSING) n++;
      if (cell === RIGHT) right++;
    }
    return right / n;
  });
}

/** Stratum of each value: the values themselves where they are few, else equally filled; equal values stay together. */
function strataOf(by: ArrayLike<number>, most: number): Int32Array {
  const values = [...new Set(Array.from(by))].sort((a, b) => a - b);
  const sorted = Float64Array.from(by).sort();
  const edges =
    values.length <= most ? values : Array.from({length: most}, (_, k) => sorted[Math.floor((k * sorted.length) / most)]!);
  const distinct = [...new Set(edges)];
  return Int32Array.from(by, value => distinct.findLastIndex(edge => value >= edge));
}

export interface LikelihoodRatio {
  /** twice the gain in log-likelihood when the item has own parameters in each group */
  g2: number;
  df: number;
  p: number;
}

/**
 * Likelihood-ratio test of one item (Thissen, Steinberg & Wainer 1993): the item is split in two, each answered by one group alone,
 * and the other items anchor the scale. The population is one standard normal for both groups, so a large difference between the groups'
 * abilities is borne by the anchors; many anchors make that harmless.
 * @param calibrate maximum likelihood of a response matrix · @param df parameters of an item: 1 for Rasch, 2 for 2PL, 3 for 3PL
 */
export function likelihoodRatio(
  responses: Responses,
  focal: ArrayLike<boolean>,
  {item, df, calibrate}: {item: number; df: number; calibrate: (responses: Responses) => {loglik: number}}
): LikelihoodRatio {
  const g2 = Math.max(0, 2 * (calibrate(split(responses, focal, item)).loglik - calibrate(responses).loglik));
  return {g2, df, p: chiSquaredUpper(g2, df)};
}

/** The matrix with one more item: the given one keeps the reference group's answers, its twin at the end the focal group's. */
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
