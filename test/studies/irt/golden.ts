// Fits of mirt 1.47 to classic sets, and the responses they rest on. Absent data skip a test, saying so.
import {existsSync, readFileSync} from "node:fs";
import {normalGrid} from "../../../pipelines/studies/irt/estimate/quadrature.js";
import type {Item, Responses} from "../../../pipelines/studies/irt/item.js";
import {MISSING, probability} from "../../../pipelines/studies/irt/item.js";
import {readResponses} from "../../../pipelines/studies/irt/readResponses.node.js";

const DATA = "../shared/data/irt";
const GOLDEN = "../shared/golden/irt";
export const absent = !existsSync(DATA) || !existsSync(GOLDEN);
if (absent) console.warn(`skipped: ${DATA} or ${GOLDEN} is absent`);

export interface Golden {
  N: number;
  npar: number;
  loglik: number;
  AIC: number;
  BIC: number;
  items: {item: string; a: number; d: number; c: number}[];
  patterns: number[][];
  scores: {EAP: {theta: number[]; se: number[]}};
  empirical_rxx: number;
  marginal_rxx: number;
  itemfit_sx2: {S_X2: number | null; "df.S_X2": number; "p.S_X2": number | null; "RMSEA.S_X2": number | null}[];
  itemfit_infit: MirtFit[];
  itemfit_Zh: {Zh: number}[];
  personfit: (MirtFit & {Zh: number})[];
  Q3: number[][];
  M2: {M2: number; df: number; p: number; RMSEA: number; RMSEA_5: number; RMSEA_95: number}[] | null;
}
interface MirtFit {
  outfit: number;
  "z.outfit": number;
  infit: number;
  "z.infit": number;
}

/** The golden fit, its items as ours, the responses, and mirt's EAP of each person. */
export async function golden(
  name: string
): Promise<{golden: Golden; items: Item[]; responses: Responses; theta: number[]; se: number[]}> {
  const fit = JSON.parse(readFileSync(`${GOLDEN}/${name}.json`, "utf8")) as Golden;
  const items = fit.items.map(({item, a, d, c}) => ({id: item, a, d, c, u: 1}));
  const responses = complete(await readResponses(`${DATA}/${name.split("_")[0]}.csv`));
  const at = new Map(fit.patterns.map((pattern, i) => [pattern.join(), i]));
  const pattern = responses.persons.map(
    (_, i) => at.get(responses.cells.slice(i * items.length, (i + 1) * items.length).join())!
  );
  return {
    golden: fit,
    items,
    responses,
    theta: pattern.map(i => fit.scores.EAP.theta[i]!),
    se: pattern.map(i => fit.scores.EAP.se[i]!)
  };
}

function complete(responses: Responses): Responses {
  if (responses.cells.includes(MISSING)) throw new Error("a golden set has missing responses");
  return responses;
}

/**
 * mirt's Rasch has slopes of 1 and a free population variance, which the golden files do not hold; ours has a standard normal population
 * and a common slope. It is the slope that brings the log-likelihood back to the golden one.
 */
export function commonSlope(items: readonly Item[], responses: Responses): Item[] {
  let [low, high] = [0.1, 8];
  const at = (a: number): Item[] => items.map(item => ({...item, a}));
  for (let step = 0; step < 100; step++) {
    const [left, right] = [low + (high - low) / 3, high - (high - low) / 3];
    if (logLikelihood(at(left), responses) < logLikelihood(at(right), responses)) low = left;
    else high = right;
  }
  return at((low + high) / 2);
}

/** Marginal log-likelihood on mirt's grid. */
export function logLikelihood(items: readonly Item[], {persons, cells}: Responses): number {
  const {nodes, weights} = normalGrid();
  const patterns = new Map<string, number>();
  for (let i = 0; i < persons.length; i++) {
    const key = cells.slice(i * items.length, (i + 1) * items.length).join("");
    patterns.set(key, (patterns.get(key) ?? 0) + 1);
  }
  let sum = 0;
  for (const [pattern, count] of patterns) {
    const chance = nodes.reduce(
      (all, theta, node) =>
        all +
        weights[node]! * items.reduce((p, item, j) => p * Math.abs(Number(pattern[j] === "0") - probability(item, theta)), 1),
      0
    );
    sum += count * Math.log(chance);
  }
  return sum;
}

/** A 2PL test that was simulated, fitted and diagnosed by NumPy and SciPy: oracles/twoParameter.py says how. */
export interface TwoParameter {
  answers: string[];
  loglik: number;
  a: number[];
  d: number[];
  b: number[];
  se_a: number[];
  se_d: number[];
  se_b: number[];
  eap: number[];
  eap_se: number[];
  items: Record<"outfit" | "infit" | "zh", number[]>;
  persons: Record<"outfit" | "infit" | "zh", number[]>;
  /** below the diagonal, row by row */
  q3: number[];
  m2: {m2: number; df: number; p: number};
}

export function twoParameter(): {expected: TwoParameter; items: Item[]; responses: Responses; theta: Float64Array} {
  const expected = JSON.parse(readFileSync("test/studies/irt/oracles/twoParameter.json", "utf8")) as TwoParameter;
  const items = expected.a.map((a, j): Item => ({id: `i${j}`, a, d: expected.d[j]!, c: 0, u: 1}));
  const cells = Uint8Array.from([...expected.answers.join("")].map(Number));
  const responses = {persons: expected.answers.map((_, i) => `p${i}`), items: items.map(({id}) => id), cells};
  return {expected, items, responses, theta: Float64Array.from(expected.eap)};
}
