// Estimation held to mirt 1.47 and to exact posterior modes (../shared/golden/irt says how they were computed), and to what must hold.
import {existsSync, readFileSync} from "node:fs";
import {describe, expect, test} from "vitest";
import {fit as estimated, type FitOptions} from "../../../../pipelines/studies/irt/estimate/fit.js";
import {probability, type Responses} from "../../../../pipelines/studies/irt/item.js";
import {responsesOfText} from "../../../../pipelines/studies/irt/responseReader.js";
import {twoParameter} from "../golden.js";

const SHARED = "../shared";
const there = existsSync(`${SHARED}/golden/irt`);
if (!there) process.stderr.write(`${SHARED}/golden/irt is not here: tests against it are skipped\n`);

const matrix = (name: string): Responses => {
  const file = `${SHARED}/data/irt/${name}.csv`;
  return responsesOfText(readFileSync(file, "utf8"), file);
};
const golden = <T>(name: string): T => JSON.parse(readFileSync(`${SHARED}/golden/irt/${name}.json`, "utf8")) as T;

interface Mirt {
  loglik: number;
  items: {a: number; b: number; d: number}[];
  se_abg: Record<string, {SE: (number | null)[]}>;
  se_slopeint: Record<string, {SE: (number | null)[]}>;
  patterns: number[][];
  scores: Record<"EAP" | "MAP" | "ML" | "WLE", {theta: (number | null)[]; se: (number | null)[]}>;
}
interface Mode {
  loglik: number;
  logprior: number;
  a: number[];
  b: number[];
  c: number[];
}

const PRIORS: FitOptions["priors"] = {a: {mean: 0, sd: 0.5}, c: {alpha: 5, beta: 17}};
const SETS = ["LSAT6", "LSAT7", "WIRS", "Abortion"];

test("a simulated 2PL: likelihood, items, errors and abilities are SciPy's", () => {
  const {expected, responses} = twoParameter();
  const {items, ability, loglik, converged} = estimated(responses, {model: "2pl", estimate: "ml"});
  expect(converged).toBe(true);
  expect(Math.abs(loglik - expected.loglik)).toBeLessThan(1e-5);
  for (const [j, {a, b, se_a, se_b, se_d}] of items.entries()) {
    expect(Math.abs(a - expected.a[j]!)).toBeLessThan(1e-4);
    expect(Math.abs(b - expected.b[j]!)).toBeLessThan(1e-4);
    for (const [own, other] of [
      [se_a, expected.se_a[j]!],
      [se_b, expected.se_b[j]!],
      [se_d, expected.se_d[j]!]
    ] as const)
      expect(own / other).toBeCloseTo(1, 3);
  }
  for (const [i, {eap, eap_se}] of ability.entries()) {
    expect(Math.abs(eap - expected.eap[i]!)).toBeLessThan(1e-4);
    expect(eap_se / expected.eap_se[i]!).toBeCloseTo(1, 3);
  }
});

describe.skipIf(!there)("against published fits", () => {
  // mirt integrates Rasch abilities of Abortion over ±6 although their standard deviation there exceeds 4
  const cases = [...SETS.map(name => [name, "2pl"] as const), ...SETS.slice(0, 3).map(name => [name, "rasch"] as const)];
  test.each(cases)("%s, %s: likelihood, items, errors and abilities are mirt's", (name, model) => {
    const expected = golden<Mirt>(`${name}_${model === "2pl" ? "2PL" : "Rasch"}`);
    const responses = matrix(name);
    const {items, ability, loglik, converged} = estimated(responses, {model, estimate: "ml"});
    expect(converged).toBe(true);
    expect(Math.abs(loglik - expected.loglik)).toBeLessThan(1e-5);
    const [abg, slopes] = [Object.values(expected.se_abg), Object.values(expected.se_slopeint)];
    for (const [j, {a, b, se_a, se_b, se_d}] of items.entries()) {
      expect(a).toBeCloseTo(expected.items[j]!.a, 4);
      expect(Math.abs(b - expected.items[j]!.b)).toBeLessThan(1e-4);
      if (model === "2pl") expect(se_a / abg[j]!.SE[0]!).toBeCloseTo(1, 3);
      expect(se_b / abg[j]!.SE[1]!).toBeCloseTo(1, 3);
      expect(se_d / slopes[j]!.SE[1]!).toBeCloseTo(1, 3);
    }
    const width = responses.items.length;
    for (const [p, pattern] of expected.patterns.entries()) {
      const who = responses.persons.findIndex((_, i) => pattern.every((x, j) => responses.cells[i * width + j] === x));
      const {eap, eap_se, map, map_se, ml, ml_se, wle, wle_se, lo, hi} = ability[who]!;
      for (const [kind, theta, se] of [
        ["EAP", eap, eap_se],
        ["MAP", map, map_se],
        ["ML", ml, ml_se],
        ["WLE", wle, wle_se]
      ] as const) {
        const [want, wantSe] = [expected.scores[kind].theta[p]!, expected.scores[kind].se[p]!];
        if (want === null) expect(theta).toBeNull();
        else {
          expect(Math.abs(theta! - want)).toBeLessThan(1e-4);
          expect(se! / wantSe).toBeCloseTo(1, 3);
        }
      }
      expect(hi - lo).toBeGreaterThan(2 * 1.95 * eap_se);
    }
  });

  test.each(SETS)("%s: the posterior mode of the 3PL is the exact one", name => {
    const expected = golden<Mode>(`${name}_refMAP`);
    const {loglik, logprior, converged, items, bounds} = estimated(matrix(name), {model: "3pl", estimate: "map", priors: PRIORS});
    // the mode of WIRS has an item whose curve is its guessing chance alone: without a prior on d, its intercept has no end
    expect(converged).toBe(bounds.length === 0);
    expect(bounds.every(({parameter}) => parameter === "d")).toBe(true);
    expect(loglik + logprior).toBeGreaterThan(expected.loglik + expected.logprior - 1e-6);
    for (const [j, item] of items.entries()) {
      const [a, b, c] = [expected.a[j]!, expected.b[j]!, expected.c[j]!];
      expect(Math.abs(item.a - a)).toBeLessThan(1e-4);
      expect(Math.abs(item.c - c)).toBeLessThan(1e-4);
      // WIRS's first item is flat, so that its intercept may be anywhere far out: curves are compared
      for (const theta of [-3, -1.5, 0, 1.5, 3])
        expect(Math.abs(probability(item, theta) - probability({a, d: -a * b, c, u: 1}, theta))).toBeLessThan(1e-5);
    }
  });

  test("A, 2,000 × 100: mode and likelihood of the 3PL", () => {
    const expected = golden<Mode>("A_refMAP");
    const responses = matrix("A_resp");
    const mode = estimated(responses, {model: "3pl", estimate: "map", priors: PRIORS});
    expect(mode.converged).toBe(true);
    expect(mode.loglik + mode.logprior).toBeGreaterThan(expected.loglik + expected.logprior - 1e-6);
    const likeliest = estimated(responses, {model: "3pl", estimate: "ml"});
    expect(likeliest.converged).toBe(true);
    expect(likeliest.loglik).toBeGreaterThan(-117566);
  });

  test("B, 60 × 2,000: the mode on nodes of each model's own is that of 401 shared nodes", () => {
    const expected = golden<Mode & {keep: number[]; eap: number[]; se: number[]}>("B_refMAP");
    const {loglik, logprior, converged, items, left_out, ability} = estimated(matrix("B_resp"), {
      model: "3pl",
      estimate: "map",
      // as the exact mode was sought
      sign: "positive",
      priors: {...PRIORS, d: {mean: 0, sd: 2}}
    });
    expect(converged).toBe(true);
    expect(left_out.map(({id}) => id)).toEqual(["1317"]);
    expect(items.map(({id}) => Number(id))).toEqual(expected.keep);
    expect(loglik + logprior).toBeGreaterThan(expected.loglik + expected.logprior - 1e-3);
    for (const [i, {eap, eap_se}] of ability.entries()) {
      expect(Math.abs(eap - expected.eap[i]!)).toBeLessThan(2e-3);
      expect(eap_se / expected.se[i]!).toBeCloseTo(1, 2);
    }
  });
});
