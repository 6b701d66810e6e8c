// Agreement and means of ratings, against published values and R; intervals and severities against what was planted.
import {describe, expect, test} from "vitest";
import {normal} from "../../../../pipelines/generate/normal.js";
import {randomOf} from "../../../../pipelines/generate/seed.js";
import {tQuantile} from "../../../../pipelines/stats/distributions.js";
import {errorAt, panelOf} from "../../../../pipelines/studies/preferences/agreement/coefficient.js";
import {pooled} from "../../../../pipelines/studies/preferences/agreement/cohen.js";
import {onLine} from "../../../../pipelines/studies/preferences/agreement/disagreement.js";

import {type MeanError, modelMeans, ratingAgreement} from "../../../../pipelines/studies/preferences/ratings/means.js";

import {type Rating, type Ratings, ratingsOf} from "../../../../pipelines/studies/preferences/ratings/ratings.js";
import {severities} from "../../../../pipelines/studies/preferences/ratings/severity.js";
import {aspectCorrelation, ratingPreference} from "../../../../pipelines/studies/preferences/ratings/study.js";
import {votesOf} from "../../../../pipelines/studies/preferences/votes/votes.js";

/** Each judge's ratings of the same answers as a row of digits, a dot for none; one model, an answer a question. */
const grid = (rows: readonly string[]): Ratings =>
  ratingsOf(
    rows.flatMap((row, j) =>
      [...row].flatMap((value, u): Rating[] =>
        value === "." ? [] : [{judge: `j${j}`, model: "m", question: `q${u}`, turn: 1, aspect: "rating", value: Number(value)}]
      )
    )
  )[0]!;

interface World {
  models: number;
  judges: number;
  prompts: number;
  /** answers that each judge rates, drawn at random */
  each: number;
  severity: number;
  prompt: number;
  luck: number;
  noise: number;
}

/** Ratings without rounding: model + prompt + luck of the answer − severity + noise. Severities and prompts are drawn anew each time. */
function world(seed: string, of: World): {ratings: Ratings; truth: number[]; severity: number[]} {
  const random = randomOf(seed);
  const truth = Array.from({length: of.models}, (_, k) => 3 + 0.3 * k);
  const severity = Array.from({length: of.judges}, () => of.severity * normal(random));
  const prompts = Array.from({length: of.prompts}, () => of.prompt * normal(random));
  const luck = Array.from({length: of.prompts * of.models}, () => of.luck * normal(random));
  const list: Rating[] = [];
  for (let j = 0; j < of.judges; j++)
    for (let i = 0; i < of.each; i++) {
      const [p, k] = [random.integer(0, of.prompts - 1), random.integer(0, of.models - 1)];
      const value = truth[k]! + prompts[p]! + luck[p * of.models + k]! - severity[j]! + of.noise * normal(random);
      list.push({judge: `j${j}`, model: `m${k}`, question: `q${p}`, turn: 1, aspect: "rating", value});
    }
  return {ratings: ratingsOf(list)[0]!, truth, severity};
}

describe("agreement", () => {
  test("Krippendorff's α of his own example: 0.815 ordinal, 0.849 interval, 0.743 nominal", () => {
    // Krippendorff (2011), "Computing Krippendorff's Alpha-Reliability": 4 observers, 12 units, values missing.
    const found = ratingAgreement(
      grid(["12332141 2...", "1233224 125.3", ".3332342 2 51.", "1233244 1 251."].map(row => row.replaceAll(" ", "")))
    );
    expect(found.alpha.ordinal).toMatchObject({value: expect.closeTo(0.815, 3), n: 11});
    expect(found.alpha.interval.value).toBeCloseTo(0.849, 3);
    expect(found.alpha.nominal.value).toBeCloseTo(0.743, 3);
  });

  test("values are what interval α takes, their order what ordinal α takes: half points, or 1, 10, 100", () => {
    const digits = ["12345123451", "12344123352", "22345113451"];
    const of = (value: (digit: number) => number) => {
      const {value: values, ...rest} = grid(digits);
      return ratingAgreement({...rest, value: values.map(value)}).alpha;
    };
    const [plain, halves, powers] = [of(x => x), of(x => 1 + x / 2), of(x => 10 ** x)];
    expect(halves.interval.value).toBeCloseTo(plain.interval.value!, 12);
    for (const metric of ["ordinal", "nominal"] as const) expect(powers[metric].value).toBeCloseTo(plain[metric].value!, 12);
    expect(Math.abs(powers.interval.value! - plain.interval.value!)).toBeGreaterThan(0.01);
  });

  test("weighted κ of two raters of anxiety, squared weights: 0.297, with Fleiss, Cohen and Everitt's error", () => {
    // irr's example kappa2(anxiety[, 1:2], "squared"); its error by Fleiss, Cohen & Everitt (1969), computed in R from their formula.
    const given = grid(["33345523522615221243", "36462424332333221334"]);
    const {kappa} = ratingAgreement(given, {over: "units"});
    expect(kappa.n).toBe(20);
    expect(kappa.value).toBeCloseTo(0.29676511955, 10);
    expect(kappa.value).toBeCloseTo(0.297, 3);
    const panel = panelOf(given, r => given.value[r]! - 1, {categories: 6});
    expect(errorAt(pooled(panel, onLine([1, 2, 3, 4, 5, 6])), "units")).toBeCloseTo(0.157006460654 * Math.sqrt(20 / 19), 8);
  });

  test("a judge's second rating of an answer counts for means, not for agreement; one value only has no agreement", () => {
    const list = (values: [string, string, number][]) =>
      ratingsOf(values.map(([judge, question, value]) => ({judge, model: "m", question, turn: 1, aspect: "rating", value})))[0]!;
    const once = list([
      ["x", "1", 2],
      ["y", "1", 2],
      ["x", "2", 5],
      ["y", "2", 4]
    ]);
    const again = list([
      ["x", "1", 2],
      ["y", "1", 2],
      ["x", "2", 5],
      ["y", "2", 4],
      ["x", "1", 5]
    ]);
    expect(ratingAgreement(again).repeated).toBe(1);
    expect(ratingAgreement(again).alpha.ordinal.value).toBe(ratingAgreement(once).alpha.ordinal.value);
    expect(modelMeans(again).rows[0]).toMatchObject({n: 5, mean: 3.6});
    const same = ratingAgreement(
      list([
        ["x", "1", 3],
        ["y", "1", 3]
      ])
    );
    expect(same.alpha.ordinal).toMatchObject({value: null, why: "only one category was ever chosen"});
    expect(same.kappa.value).toBeNull();
    expect(
      ratingAgreement(
        list([
          ["x", "1", 3],
          ["y", "2", 4]
        ])
      ).alpha.interval
    ).toMatchObject({value: null, n: 0});
  });
});

/** Six questions of two turns, three models, five judges of whom each leaves out a third of the answers. */
const made = ratingsOf(
  Array.from({length: 6 * 2 * 3 * 5}, (_, i) => ({
    j: i % 5,
    k: Math.floor(i / 5) % 3,
    turn: 1 + (Math.floor(i / 15) % 2),
    q: Math.floor(i / 30)
  }))
    .filter(({j, k, turn, q}) => (q + 2 * j + k + turn) % 3 !== 0)
    .map(({j, k, turn, q}) => ({
      judge: `j${j}`,
      model: `m${k}`,
      question: `q${q}`,
      turn,
      aspect: "rating",
      value: 1 + ((q * 7 + j * 5 + k * 3 + turn * 2 + ((q * j) % 4) + ((j * k) % 3)) % 5)
    }))
)[0]!;

describe("means of models", () => {
  /** (Σn)² ÷ Σn² over the questions on which a model was rated: a little less than six. */
  const promptsOf = (model: string) => {
    const n = new Array<number>(6).fill(0);
    made.model.forEach((k, r) => {
      if (made.models[k] === model) n[made.question[r]!]!++;
    });
    return n.reduce((sum, own) => sum + own, 0) ** 2 / n.reduce((sum, own) => sum + own * own, 0);
  };
  const byModel = (kind: MeanError) =>
    [...modelMeans(made).rows].sort((x, y) => (x.model < y.model ? -1 : 1)).map(({se}) => se[kind]);

  test("R's lm and sandwich::vcovCL: over prompts, over judges and over both", () => {
    // vcovCL(lm(y ~ 0 + model), cluster, type = "HC0", cadjust = TRUE, multi0 = FALSE) of sandwich, R 4.2.2.
    const close = (found: (number | null)[], known: number[]) => {
      for (const [k, se] of known.entries()) expect(found[k]).toBeCloseTo(se, 10);
    };
    expect(new Map(modelMeans(made).rows.map(({model, mean}) => [model, mean]))).toEqual(
      new Map([
        ["m1", expect.closeTo(3.1, 12)],
        ["m0", expect.closeTo(3.05, 12)],
        ["m2", expect.closeTo(2.725, 12)]
      ])
    );
    close(byModel("prompts"), [0.343769544899, 0.172510869223, 0.204329696814]);
    close(byModel("annotators"), [0.128695376762, 0.294215057398, 0.169558249578]);
    // Two ways at once: R's 0.303…, 0.265… and 0.172… are less than one way alone, which is what stands then.
    close(byModel("both"), [0.343769544899, 0.294215057398, 0.204329696814]);
  });

  test("with judges and prompts taken out: R's lm with sum contrasts, its predictions averaged, vcovCL by question", () => {
    const found = severities(made);
    if ("why" in found) throw new Error(found.why);
    const known = {
      j0: [0.125, 0.166726401141],
      j1: [-0.1666666666667, 0.214325264727],
      j2: [-0.2083333333333, 0.250552878091],
      j3: [0.2916666666667, 0.155723193647],
      j4: [-0.0416666666667, 0.16039633963]
    };
    const T5 = 2.57058183564; // qt(.975, 5): each judge rated on all six questions alike
    for (const {judge, severity, lo, hi} of found.judges) {
      const [value, se] = known[judge as keyof typeof known] as [number, number];
      expect(severity).toBeCloseTo(value, 10);
      expect((hi! - lo!) / 2).toBeCloseTo(T5 * se, 8);
    }
    const models = {m0: [3.04166666667, 0.25637007502], m1: [3.10984848485, 0.103289280388], m2: [2.72348484848, 0.212172051457]};
    for (const [model, [value, se]] of Object.entries(models)) {
      const {value: own, lo, hi} = found.adjusted.get(model)!;
      expect(own).toBeCloseTo(value!, 10);
      expect((hi! - lo!) / 2).toBeCloseTo(tQuantile(0.975, promptsOf(model) - 1) * se!, 8);
    }
  });

  test("judges who share neither prompt nor model cannot be told from them; one judge has no severity", () => {
    const apart = ratingsOf(
      [0, 1].flatMap(group =>
        [1, 2, 3].flatMap(q =>
          ["x", "y"].map((judge, j) => ({
            judge: judge + group,
            model: `m${group}${q % 2}`,
            question: `${group} ${q}`,
            turn: 1,
            aspect: "a",
            value: (q * (j + 2)) % 5
          }))
        )
      )
    )[0]!;
    expect(severities(apart)).toMatchObject({why: expect.stringContaining("share no prompt or model")});
    expect(severities(grid(["1234"]))).toMatchObject({why: "fewer than two judges"});
  });

  test("a model rated once, or always alike, has a mean without interval or rank", () => {
    const list = [
      ["a", 1, 5],
      ["a", 2, 5],
      ["b", 1, 2],
      ["b", 2, 3],
      ["b", 3, 4],
      ["c", 1, 1],
      ["c", 2, 3],
      ["c", 3, 1]
    ] as const;
    const {rows, notes} = modelMeans(
      ratingsOf(list.map(([model, q, value]) => ({judge: "j", model, question: `q${q}`, turn: 1, aspect: "a", value})))[0]!
    );
    expect(rows[0]).toMatchObject({model: "a", mean: 5, ranks: null, interval: {prompts: null}});
    expect(rows[1]!.ranks).toMatchObject({rank: 1});
    expect(notes.join()).toContain("a: too few ratings");
  });
});

describe("intervals hold the truth 93 to 97 times in 100", () => {
  const right = (held: number, of: number) => {
    expect(held / of).toBeGreaterThanOrEqual(0.93);
    expect(held / of).toBeLessThanOrEqual(0.97);
  };
  const RUNS = 300;
  const usual: World = {models: 5, judges: 25, prompts: 60, each: 40, severity: 0.4, prompt: 0.4, luck: 0.3, noise: 0.5};

  test("means over both prompts and judges, where prompts and severities are drawn; over ratings they hold it too rarely", () => {
    const held = {both: 0, ratings: 0};
    for (let run = 0; run < RUNS; run++) {
      const {ratings, truth} = world(`both ${run}`, usual);
      for (const {model, interval} of modelMeans(ratings).rows)
        for (const kind of ["both", "ratings"] as const) {
          const [lo, hi] = interval[kind]!;
          if (lo <= truth[Number(model.slice(1))]! && truth[Number(model.slice(1))]! <= hi) held[kind]++;
        }
    }
    right(held.both, RUNS * usual.models);
    expect(held.ratings / RUNS / usual.models).toBeLessThan(0.8);
  });

  test("means over prompts, where judges are alike", () => {
    let held = 0;
    for (let run = 0; run < RUNS; run++) {
      const {ratings, truth} = world(`prompts ${run}`, {...usual, severity: 0});
      for (const {model, interval} of modelMeans(ratings).rows) {
        const [lo, hi] = interval.prompts!;
        if (lo <= truth[Number(model.slice(1))]! && truth[Number(model.slice(1))]! <= hi) held++;
      }
    }
    right(held, RUNS * usual.models);
  });

  test("severities and adjusted means; the means over prompts alone, as severities are taken out", () => {
    let [judges, models] = [0, 0];
    const mean = (list: readonly number[]) => list.reduce((sum, each) => sum + each, 0) / list.length;
    for (let run = 0; run < RUNS; run++) {
      const {ratings, truth, severity} = world(`severity ${run}`, usual);
      const found = severities(ratings);
      if ("why" in found) throw new Error(found.why);
      for (const {judge, lo, hi} of found.judges) {
        const planted = severity[Number(judge.slice(1))]! - mean(severity);
        if (lo! <= planted && planted <= hi!) judges++;
      }
      const level = mean([...found.adjusted.values()].map(({value}) => value)) - mean(truth);
      for (const [model, {lo, hi}] of found.adjusted) {
        const planted = truth[Number(model.slice(1))]! + level;
        if (lo! <= planted && planted <= hi!) models++;
      }
    }
    right(judges, RUNS * usual.judges);
    right(models, RUNS * usual.models);
  });

  test("aspects that share half of what varies between answers, prompts included", () => {
    let held = 0;
    // Each aspect: prompt (variance ½) and answer (½), half of either shared: r = ½.
    for (let run = 0; run < RUNS; run++) {
      const random = randomOf(`aspects ${run}`);
      const draw = () => normal(random) / 2;
      const list: Rating[] = Array.from({length: 60}, (_, q) => q).flatMap(q => {
        const [all, ...own] = [draw(), draw(), draw()];
        return [0, 1, 2, 3].flatMap(k => {
          const shared = draw() + all;
          return ["x", "y"].map((aspect, i) => ({
            judge: "j",
            model: `m${k}`,
            question: `q${q}`,
            turn: 1,
            aspect,
            value: shared + own[i]! + draw()
          }));
        });
      });
      const [x, y] = ratingsOf(list) as [Ratings, Ratings];
      const {lo, hi, n} = aspectCorrelation(x, y);
      expect(n).toBe(240);
      if (lo! <= 0.5 && 0.5 <= hi!) held++;
    }
    right(held, RUNS);
  });
});

test("the answer rated higher is preferred in three of four votes that tell; ties are named", () => {
  const cases: [a: number | null, b: number | null, winner: "a" | "b" | "tie"][] = [
    [5, 3, "a"],
    [2, 4, "b"],
    [4, 1, "a"],
    [3, 5, "a"],
    [3, 3, "a"],
    [4, 2, "tie"],
    [1, 4, "tie"],
    [2, 2, "tie"],
    [null, 4, "b"]
  ];
  const votes = votesOf(
    cases.map(([a, b, winner], i) => ({
      judge: "j",
      model_a: "m",
      model_b: "n",
      question: `q${i}`,
      turn: 1,
      winner,
      ratings: {fluency: {a, b}}
    }))
  );
  // Wilson's interval of 3 of 4 is [0.301, 0.954]; with Student's t in place of z it is wider.
  const found = ratingPreference(votes, "fluency")!;
  expect(found).toMatchObject({share: 0.75, n: 4, equal_ratings: 1, tied_votes: 2, both_tied: 1});
  expect(found.lo!).toBeLessThan(0.301);
  expect(found.hi!).toBeGreaterThan(0.954);
  expect(ratingPreference(votes, "helpfulness")).toBeNull();
});
