// Scores and tests from log-probabilities: against values computed apart, and every case in which nothing can be said.
import fc from "fast-check";
import {describe, expect, test} from "vitest";
import {likeliest} from "../../../pipelines/infer/reference/likelihood.node.js";
import {shareOf} from "../../../pipelines/stats/intervals.js";
import {
  exchangeability,
  itemFamiliarity,
  type MembershipScore,
  membershipTest,
  minK,
  minKPlusPlus,
  placeMoments,
  probeReport,
  probeReportSchema,
  shardsOf,
  tokensOf,
  unavailable
} from "../../../pipelines/studies/contamination/probe.js";

const tokens = (...logprobs: number[]) => logprobs.map(logprob => ({logprob}));

describe("scores of a text", () => {
  test("Min-K % is the mean of the fifth of the tokens that are least likely", () => {
    // the two lowest of eleven: (−7 − 5.5) ÷ 2
    expect(minK(tokens(-0.1, -2.5, -0.3, -7, -1.2, -0.05, -3.3, -0.9, -0.4, -5.5, -0.02))).toBe(-6.25);
    expect(minK(tokens(-3))).toBe(-3);
    expect(minK([])).toBeNull();
  });

  test("moments of a place are exact where the whole vocabulary is listed", () => {
    // p = ½, ¼, ⅛, ⅛: entropy 1.75 ln 2; standard deviation by Python
    const others = [Math.log(0.25), Math.log(0.125), Math.log(0.125)];
    const {mean, sd, covered} = placeMoments({logprob: Math.log(0.5), others});
    expect(mean).toBeCloseTo(-1.75 * Math.LN2, 12);
    expect(sd).toBeCloseTo(0.5747272806025162, 12);
    expect(covered).toBeCloseTo(1, 12);
    expect(minKPlusPlus([{logprob: Math.log(0.5), others}])!.score).toBeCloseTo(0.9045340337332909, 12);
  });

  test("a list of the likeliest approaches the moments of the toy vocabulary, p and (1 − p) by halves", () => {
    // the infinite sums for p = 0.3, by Python
    const logprob = Math.log(0.3);
    const momentsOf = (most: number) => {
      const {own, ...others} = likeliest({token: "own", logprob}, most);
      expect(own).toBe(logprob);
      return placeMoments({logprob, others: Object.values(others)});
    };
    expect(momentsOf(40).mean).toBeCloseTo(-1.5812703548388167, 9);
    expect(momentsOf(40).sd).toBeCloseTo(0.8565295309117605, 9);
    const five = momentsOf(5);
    expect(five.covered).toBeCloseTo(1 - 0.7 / 16, 9);
    expect(five.mean).toBeGreaterThan(-1.5812703548388167); // as its description says: too high, by little
    expect(five.mean).toBeLessThan(-1.5);
  });

  test("a certain token, a list that sums to more than 1, tokens of probability 0", () => {
    expect(minKPlusPlus([{logprob: 0, others: [-40]}])!.score).toBeCloseTo(0, 6);
    expect(placeMoments({logprob: Math.log(0.9), others: [Math.log(0.2)]}).covered).toBe(1);
    expect(placeMoments({logprob: Number.NEGATIVE_INFINITY, others: [0]})).toMatchObject({mean: 0, sd: 0});
    expect(minKPlusPlus(tokens(-1, -2))).toBeNull();
    expect(minKPlusPlus([])).toBeNull();
  });

  test("scores of any tokens are numbers, and Min-K % never exceeds the mean", () => {
    const place = fc.record({
      logprob: fc.double({min: -50, max: 0, noNaN: true}),
      others: fc.array(fc.double({min: -50, max: 0, noNaN: true}), {maxLength: 5})
    });
    fc.assert(
      fc.property(fc.array(place, {minLength: 1, maxLength: 40}), places => {
        const mean = places.reduce((sum, {logprob}) => sum + logprob, 0) / places.length;
        expect(minK(places)!).toBeLessThanOrEqual(mean + 1e-9);
        const found = minKPlusPlus(places);
        expect(found === null).toBe(places.every(({others}) => others.length === 0));
        if (found) expect(Number.isFinite(found.score) && found.covered >= 0 && found.covered <= 1).toBe(true);
      })
    );
  });
});

describe("tokens of an echoed text", () => {
  test("the first token and what was generated are left out", () => {
    const echoed = {values: [null, -1, -2, -9], lengths: [2, 3, 3, 1], others: [[], [-3], [], [-4]]};
    expect(tokensOf(echoed, 8)).toEqual({
      tokens: [
        {logprob: -1, others: [-3], start: 2},
        {logprob: -2, others: [], start: 5}
      ]
    });
  });
  test("an endpoint that ignores echo, and one that gives no values, are found out", () => {
    expect(tokensOf({values: [-0.5], lengths: [3]}, 400)).toEqual({
      why: "log-probabilities of 3 characters came for a text of 400: echo is ignored, or the text was cut"
    });
    expect(tokensOf({values: [null, null], lengths: [4, 4]}, 8)).toEqual({why: "no token has a log-probability"});
    expect(tokensOf({values: [], lengths: []}, 8)).toHaveProperty("why");
  });
  test("a log-probability above 0, as rounding gives it, counts as certain", () => {
    expect(tokensOf({values: [null, 1e-6], lengths: [1, 1]}, 2)).toEqual({tokens: [{logprob: 0, others: undefined, start: 1}]});
  });
});

const scores = (values: readonly number[], stratum = "s"): MembershipScore[] =>
  values.map((score, i) => ({id: `${i}`, stratum, score}));

describe("membership", () => {
  test("an item's p-value is its rank among the controls of its stratum", () => {
    const controls = [...scores([1, 2, 3, 4, 5, 6, 7, 8, 9]), ...scores([100], "other")];
    const found = itemFamiliarity(scores([9.5, 9, 4.5, 0]), controls);
    expect(found.map(({p}) => p)).toEqual([0.1, 0.2, 0.6, 1]);
    expect(found[0]!.q).toBeCloseTo(0.4, 12); // Benjamini–Hochberg: 0.1 × 4 ÷ 1
    expect(itemFamiliarity(scores([1], "alone"), controls)[0]).toMatchObject({controls: 0, p: null, q: null});
  });

  test("the set's p-value is the share of assignments that are as extreme", () => {
    // 5 of 10 values on top: 1 of C(10, 5) = 252 assignments
    const {p, difference} = membershipTest(scores([6, 7, 8, 9, 10]), scores([1, 2, 3, 4, 5]), {most: 99_999});
    expect(difference).toBe(5);
    expect(p! * 252).toBeGreaterThan(0.5);
    expect(p! * 252).toBeLessThan(1.7);
  });

  test.each([
    ["there are no controls to compare with", scores([1, 2, 3, 4, 5, 6]), []],
    ["4 items and 9 controls can be compared; a test needs 5 of each", scores([1, 2, 3, 4]), scores([1, 2, 3, 4, 5, 6, 7, 8, 9])],
    [
      "0 items and 0 controls can be compared; a test needs 5 of each",
      scores([1, 2, 3, 4, 5, 6], "a"),
      scores([1, 2, 3, 4, 5], "b")
    ],
    ["all scores of a stratum are alike", scores([1, 1, 1, 1, 1]), scores([1, 1, 1, 1, 1])],
    ["there are no controls to compare with", [], []]
  ])("%s", (why, items, controls) => {
    expect(membershipTest(items, controls)).toMatchObject({why, p: null, low: null});
  });
});

describe("exchangeability", () => {
  test("Student's t over shards, and all choices of an order within them", () => {
    // Leads 3, 1, 4, −1, 5, 2: t = 2.6457513, one-sided p by Simpson's rule over the density with 5 degrees of freedom (Python)
    const shards = [3, 1, 4, -1, 5, 2].map(lead => ({canonical: lead - 100, permuted: [-99, -101]}));
    const {t, p_t, difference, shards: n} = exchangeability(shards);
    expect(difference).toBeCloseTo(7 / 3, 12);
    expect(t).toBeCloseTo(2.6457513110645903, 12);
    expect(p_t).toBeCloseTo(0.02282956189070562, 9);
    expect(n).toBe(6);
    // 3 of the 3⁵ choices of one order a shard have a sum as large
    const rows = [
      [5, 1, 2],
      [3, 4, 1],
      [6, 2, 2],
      [4, 0, 1],
      [2, 1, 0]
    ] as const;
    const {p} = exchangeability(
      rows.map(([canonical, ...permuted]) => ({canonical, permuted})),
      {most: 99_999}
    );
    expect(Math.abs(p! / (3 / 243) - 1)).toBeLessThan(0.5);
  });

  test.each([
    ["0 shards with more than one order; a test needs 5", []],
    ["4 shards with more than one order; a test needs 5", Array(4).fill({canonical: 1, permuted: [0]})],
    ["0 shards with more than one order; a test needs 5", Array(9).fill({canonical: 1, permuted: []})],
    ["all shards are alike: the order does not change the log-probability", Array(9).fill({canonical: -5, permuted: [-5, -5]})]
  ])("%s", (why, shards) => {
    expect(exchangeability(shards)).toMatchObject({why, p: null, p_t: null});
  });

  test("shards keep the canonical order, share out all items, and none is longer than allowed", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({min: 1, max: 50}), {maxLength: 60}),
        fc.integer({min: 1, max: 12}),
        fc.integer({min: 10, max: 200}),
        (lengths, count, longest) => {
          const plans = shardsOf(
            lengths.map((length, i) => ({length, stratum: `${i % 3}`})),
            {shards: count, permutations: 3, longest}
          );
          const places = plans.flatMap(({items}) => items);
          expect(places).toEqual([...new Set(places)].sort((a, b) => a - b));
          for (const {items, permuted} of plans) {
            expect(items.length).toBeGreaterThan(1);
            expect(items.reduce((sum, i) => sum + lengths[i]!, 0)).toBeLessThanOrEqual(longest);
            for (const order of permuted) {
              expect([...order].sort((a, b) => a - b)).toEqual(items);
              expect(order.map(i => i % 3)).toEqual(items.map(i => i % 3)); // only within strata
            }
          }
        }
      )
    );
    expect(shardsOf([], {shards: 5, permutations: 2, longest: 100})).toEqual([]);
    expect(shardsOf([{length: 5, stratum: ""}], {shards: 1, permutations: 2, longest: 100})).toEqual([]);
  });
});

describe("the report", () => {
  const texts = (shift: number) =>
    Array.from({length: 20}, (_, i) => ({
      id: `i${i}`,
      stratum: "s",
      tokens: Array.from({length: 10}, (_, k) => ({logprob: -((i * 7 + k * 3) % 11) / 3 + shift - 4}))
    }));
  const none = {model: "m", simulated: false, items: [], controls: [], shards: [], left: 0, failed: 0};

  test("items that are more familiar than controls are found, and a missing list is said", () => {
    const found = probeReport({...none, items: texts(2), controls: texts(0)});
    expect(probeReportSchema.parse(found)).toEqual(found);
    expect(found).toMatchObject({contaminated: true, available: true});
    expect(found.membership[0]).toMatchObject({method: "min-k", items: 20, controls: 20, why: "", approximate: false});
    expect(found.membership[0]!.difference).toBeCloseTo(2, 9);
    expect(found.membership[1]).toMatchObject({
      p: null,
      covered: null,
      why: "the endpoint lists no likeliest tokens, without which min-k++ is not available"
    });
    expect(probeReport({...none, items: texts(0), controls: texts(0)}).contaminated).toBe(false);
  });

  test("where nothing can be tested nothing is called clean", () => {
    expect(probeReport(none)).toMatchObject({contaminated: null, available: true});
    expect(probeReport({...none, items: texts(0)})).toMatchObject({contaminated: null});
    const refused = unavailable({...none, left: 7}, "404 Not Found");
    expect(refused).toMatchObject({available: false, why: "404 Not Found", left: 7, contaminated: null, items: []});
    expect(probeReportSchema.parse(refused)).toEqual(refused);
  });
});

test("shares carry Wilson's interval and n; without runs nothing is known", () => {
  // 45 of 50, Wilson 1927 with z = 1.959964: [0.786, 0.957]
  const {low, high} = shareOf(45, 50);
  expect(low).toBeCloseTo(0.786, 3);
  expect(high).toBeCloseTo(0.957, 3);
  expect(shareOf(0, 0)).toEqual({n: 0, value: null, low: 0, high: 1});
  expect(shareOf(0, 7).low).toBe(0);
  expect(shareOf(7, 7).high).toBe(1);
});
