import {describe, expect, test} from "vitest";
import {comparisonsOf} from "../../../../pipelines/studies/preferences/bradleyTerry/cells.js";
import {controlled} from "../../../../pipelines/studies/preferences/bradleyTerry/controlled.js";
import {dropSensitivity} from "../../../../pipelines/studies/preferences/bradleyTerry/dropSensitivity.js";
import type {Covariance} from "../../../../pipelines/studies/preferences/bradleyTerry/errors.js";
import {elo, fit, REGULARISATION} from "../../../../pipelines/studies/preferences/bradleyTerry/fit.js";
import {leadOf, strengths, tieParameter} from "../../../../pipelines/studies/preferences/bradleyTerry/strengths.js";
import {where} from "../../../../pipelines/studies/preferences/votes/votes.js";
import {pairs, SMALL, votesIn} from "../fixture.js";

const near = (found: ArrayLike<number>, expected: readonly number[], digits = 6) => {
  expect(found.length).toBe(expected.length);
  for (const [i, value] of expected.entries()) expect(found[i]).toBeCloseTo(value, digits);
};
const byName = <T extends {model: string}>(rows: readonly T[]) => rows.toSorted((a, b) => (a.model < b.model ? -1 : 1));

test("four teams: strengths 0.640, 1.043, 0.660 and 2.270 with geometric mean 1, log-likelihood −13.42845", () => {
  // The worked example of Wikipedia's "Bradley–Terry model".
  const wins = [
    [0, 2, 0, 1],
    [3, 0, 5, 0],
    [0, 3, 0, 1],
    [4, 0, 3, 0]
  ];
  const counts = new Float64Array(4 * 4 * 3);
  for (let i = 0; i < 4; i++)
    for (let j = i + 1; j < 4; j++) {
      counts[(i * 4 + j) * 3] = wins[i]![j]!;
      counts[(i * 4 + j) * 3 + 2] = wins[j]![i]!;
    }
  // biome-ignore lint/suspicious/noFocusedTests: the fit of a model
  const {parameters, logLikelihood, converged} = fit(comparisonsOf(counts, 4), {models: 4});
  near(Array.from(parameters, Math.exp), [0.64, 1.043, 0.66, 2.27], 3);
  expect(logLikelihood).toBeCloseTo(-13.42845, 5);
  expect(converged).toBe(true);
});

describe("votes of test/fixtures/votes.csv, as R 4.2 has them (glm; vcovCR of clubSandwich 0.5, CR3 times (G−1)/G; nlm)", () => {
  const votes = votesIn(SMALL);

  test("ties as half: strengths and four kinds of error", () => {
    const rows = byName(strengths(votes).rows);
    near(
      rows.map(({beta}) => beta),
      [0.7069550628, 0.1468660853, 0.08166268173, -0.2068372273, -0.7286466025]
    );
    near(
      rows.map(({se}) => se.information!),
      [0.17659, 0.179519, 0.183425, 0.167576, 0.171295],
      5
    );
    near(
      rows.map(({se}) => se.votes!),
      [0.1637544804, 0.1651655476, 0.1719068947, 0.1653815142, 0.1532177764]
    );
    near(
      rows.map(({se}) => se.prompts!),
      [0.2194131726, 0.1523490187, 0.1801997062, 0.1814750721, 0.1571156801]
    );
    near(
      rows.map(({se}) => se.annotators!),
      [0.1121618182, 0.1841109948, 0.1885492852, 0.1705443202, 0.1952759756]
    );
    for (const {beta, elo: shown} of rows) expect(shown).toBeCloseTo(1000 + 173.7177927613 * beta, 6);
    expect(elo(Math.LN10)).toBe(1400);
  });

  test("how far ash is ahead, with the error of the difference", () => {
    // glm without ash's column: coefficients are distances from it. 12 prompts, 7 judges; qt(0.975, 11) and qt(0.975, 6).
    const errors = {
      information: [0.2824891611, 1.959963985],
      prompts: [0.2401866601, 2.20098516],
      annotators: [0.2365054976, 2.446911851]
    } as const;
    for (const kind of ["information", "prompts", "annotators"] as const) {
      const {value, lo, hi} = leadOf(strengths(votes, {ranksBy: kind}), "ash", "birch");
      expect(value).toBeCloseTo(0.5600889776, 6);
      const [error, t] = errors[kind];
      near([lo!, hi!], [0.5600889776 - t * error, 0.5600889776 + t * error], kind === "information" ? 3 : 6);
    }
  });

  test("clustered in both ways: prompts and annotators less their intersection, or whichever of the two alone has the wider interval", () => {
    const found = strengths(votes);
    const rows = byName(found.rows);
    const [{matrix, size}] = found.covariances.both as [Covariance];
    const at = rows.map(({model}) => found.models.indexOf(model));
    near(
      at.map(i => Math.sqrt(matrix[i * size + i]!)),
      [0.1922555101, 0.1718204398, 0.1776172019, 0.1870974721, 0.1939625128]
    );
    // Half widths by SciPy's t.ppf: both ways with Satterthwaite's degrees of freedom, prompts with 11, annotators with 6.
    const widths = [
      [0.4085176, 0.4829251, 0.2744501],
      [0.3696388, 0.3353179, 0.4505034],
      [0.3783714, 0.3966169, 0.4613635],
      [0.3965215, 0.3994239, 0.4173069],
      [0.4182182, 0.3458093, 0.4778231]
    ];
    const widest = ["prompts", "annotators", "annotators", "annotators", "annotators"] as const;
    for (const [i, {beta, se, interval}] of rows.entries()) {
      expect(se.both).toBeCloseTo(se[widest[i]!]!, 12);
      near(interval.both!, [beta - Math.max(...widths[i]!), beta + Math.max(...widths[i]!)], 5);
    }
  });

  test("Davidson", () => {
    const found = strengths(votes, {ties: "davidson"});
    const rows = byName(found.rows);
    near(
      rows.map(({beta}) => beta),
      [0.832684963, 0.1725134255, 0.09593538475, -0.2431065843, -0.858027189],
      5
    );
    near(
      rows.map(({se}) => se.information!),
      [0.1939737397, 0.194805621, 0.1989757587, 0.1819766463, 0.188347276],
      4
    );
    // NumPy with numerical derivatives, each judge left out by one Newton step; the last is ln ν.
    const [{matrix, size}] = found.covariances.annotators as [Covariance];
    near(
      Array.from({length: 6}, (_, i) => Math.sqrt(matrix[i * size + i]!)),
      [0.13127855, 0.219277193, 0.220958353, 0.199253863, 0.238267898, 0.203311248]
    );
    expect(tieParameter(found.fit!)).toBeCloseTo(0.3397136841, 5);
    expect(found.fit!.logLikelihood).toBeCloseTo(-219.2853218, 6);
  });

  test("Rao and Kupper", () => {
    const found = strengths(votes, {ties: "rao-kupper"});
    const rows = byName(found.rows);
    near(
      rows.map(({beta}) => beta),
      [0.728637516, 0.1133197533, 0.1078198509, -0.2193526683, -0.7304244519],
      5
    );
    near(
      rows.map(({se}) => se.information!),
      [0.1663380464, 0.1647423816, 0.1738144224, 0.1592046456, 0.1586265871],
      4
    );
    // As above; the last is ln ln θ.
    const [{matrix, size}] = found.covariances.prompts as [Covariance];
    near(
      Array.from({length: 6}, (_, i) => Math.sqrt(matrix[i * size + i]!)),
      [0.220614872, 0.152641359, 0.1892051, 0.187358536, 0.163338854, 0.100744472]
    );
    expect(tieParameter(found.fit!)).toBeCloseTo(1.362659013, 5);
    expect(found.fit!.logLikelihood).toBeCloseTo(-219.3353533, 6);
  });

  test("position and length held equal", () => {
    const found = controlled(votes)!;
    near(found.fit.parameters.subarray(0, 5), [0.7914605511, 0.1823009685, 0.05758289821, -0.2606810208, -0.770663397], 6);
    const [length, position] = ["length", "position"].map(name => found.effects.find(each => each.name === name)!);
    expect(position!.value).toBeCloseTo(0.3928593724, 6);
    expect(length!.value).toBeCloseTo(0.6132401086, 6);
    // NumPy, each cluster left out by one Newton step: over prompts 0.15210 and 0.16664, over judges 0.08260 and 0.20531; the wider counts.
    expect(position!.se).toBeCloseTo(0.152100573, 6);
    expect(length!.se).toBeCloseTo(0.205307193, 6);
    const [, overPrompts, overJudges] = found.covariances.map(({matrix, size}) =>
      ["position", "length"].map(name => {
        const i = 5 + found.effects.findIndex(each => each.name === name);
        return Math.sqrt(matrix[i * size + i]!);
      })
    );
    near(overPrompts!, [0.1521, 0.16664], 5);
    near(overJudges!, [0.0826, 0.20531], 5);
  });
});

describe("what cannot be fitted gets a finite answer that names its regularisation, or a refusal", () => {
  test("a model that always wins", () => {
    const {rows, regularisation, notes} = strengths(pairs(["a>b", "a>c", "b>c", "c>b", "a>b", "a>c"]));
    expect(rows.map(({model}) => model)[0]).toBe("a");
    for (const {beta, se} of rows) expect([beta, se.information].every(Number.isFinite)).toBe(true);
    expect(regularisation).toBe(REGULARISATION);
    expect(notes.join()).toContain(REGULARISATION);
  });

  test("against a phantom: one model, k wins of k, has the mode of half a win and half a loss more", () => {
    // Two models, 4 wins of 4. By symmetry β = ±x maximises 4 ln σ(2x) + ½·2·(ln σ(x) + ln σ(−x)); SciPy minimize_scalar: 1.2865453.
    const {rows} = strengths(pairs(["a>b", "a>b", "a>b", "b<a"]));
    expect(rows[0]!.beta).toBeCloseTo(1.2865453, 5);
  });

  test("a model never compared: it is left out and named", () => {
    const votes = {...pairs(["a>b", "b>a", "a>b"]), models: ["a", "b", "ghost"]};
    const {rows, leftOut} = strengths(votes);
    expect(rows.map(({model}) => model)).toEqual(["a", "b"]);
    expect(leftOut).toEqual([{model: "ghost", reason: "never compared"}]);
  });

  test("a disconnected graph: the group with most votes is ranked, the others are left out and named", () => {
    const {rows, leftOut, notes} = strengths(pairs(["a>b", "b>a", "a=b", "x>y", "y>x"]));
    expect(rows.map(({model}) => model).sort()).toEqual(["a", "b"]);
    expect(leftOut.map(({model}) => model)).toEqual(["x", "y"]);
    expect(notes.join("; ")).toContain("x is left out: never compared, directly or by way of others");
  });

  test("one judge and one prompt: no error over annotators or prompts, ranks rest on the votes", () => {
    const one = pairs(["a>b", "b>a", "a>b", "b>c", "c>b", "a>c", "c>a"], {question: "q"});
    const {rows, notes, ranksBy} = strengths(one);
    expect(rows[0]!.se.annotators).toBeNull();
    expect(rows[0]!.se.prompts).toBeNull();
    expect(notes).toContain("a single judge: no error over annotators");
    expect(notes).toContain("a single prompt: no error over prompts");
    expect(ranksBy).toBe("votes");
  });

  test("all ties: equal strengths, ranks that say nothing, and no model of ties", () => {
    const votes = pairs(["a=b", "b=c", "a=c", "a=b", "b=c"]);
    const {rows} = strengths(votes);
    for (const {beta, ranks} of rows) {
      expect(beta).toBeCloseTo(0, 12);
      expect(ranks).toMatchObject({lo: 1, hi: 3});
    }
    expect(strengths(votes, {ties: "davidson"})).toMatchObject({
      rows: [],
      notes: ["ties cannot be modelled: there is nothing else; count them as half a win each, which gives strengths"]
    });
    expect(strengths(pairs(["a>b", "b>a"]), {ties: "rao-kupper"}).notes).toContain(
      "ties cannot be modelled: there are none; count them as half a win each, which gives strengths"
    );
  });

  test("no votes", () => {
    const none = where(pairs(["a>b"]), () => false);
    expect(strengths(none)).toMatchObject({rows: [], fit: null});
  });
});

describe("who is first hangs on few votes", () => {
  test("the votes that are named do flip it, one fewer of them does not, and a search over all sets finds none smaller", () => {
    const texts = ["a>b", "a>b", "a>b", "b>a", "b>a", "a>c", "c>a", "a>c", "b>c", "b>c", "c>b"];
    const votes = pairs(texts);
    const {fit: base, votes: own} = strengths(votes);
    const flip = dropSensitivity(own, base!)!;
    expect([flip.first, flip.next]).toEqual(["a", "b"]);
    const firstWithout = (out: readonly number[]) => strengths(pairs(texts.filter((_, i) => !out.includes(i)))).rows[0]!;
    const subsets = (size: number, from = 0): number[][] =>
      size === 0 ? [[]] : texts.flatMap((_, i) => (i < from ? [] : subsets(size - 1, i + 1).map(rest => [i, ...rest])));
    const flips = (size: number) => subsets(size).some(out => firstWithout(out).model !== "a" && firstWithout(out).beta > 1e-9);
    expect(flips(flip.removed)).toBe(true);
    for (let fewer = 1; fewer < flip.removed; fewer++) expect(flips(fewer)).toBe(false);
    expect(flip.kinds.reduce((sum, {votes: n}) => sum + n, 0)).toBe(flip.removed);
  });
});
