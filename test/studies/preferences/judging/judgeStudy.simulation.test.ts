// A judge held against people: published agreement of GPT-4 with people, numbers from NumPy, and what was planted in simulated votes.
import {readFileSync} from "node:fs";
import {expect, test} from "vitest";
import {randomOf} from "../../../../pipelines/generate/seed.js";
import {keptIn, keptOf} from "../../../../pipelines/studies/preferences/bradleyTerry/controlled.js";
import {calibration, consensusOf, leading} from "../../../../pipelines/studies/preferences/judging/calibration.js";
import {type JointUnit, jointUnits} from "../../../../pipelines/studies/preferences/judging/joint.js";
import {judgeStudy} from "../../../../pipelines/studies/preferences/judging/judgeStudy.js";
import {gainOf, winRates, worth} from "../../../../pipelines/studies/preferences/judging/predictionPowered.js";
import {favours, relationOf} from "../../../../pipelines/studies/preferences/judging/selfPreference.js";
import {
  type JudgePlan,
  type SimulatedAnswers,
  simulateJudge,
  simulateVotes,
  type VotePlan
} from "../../../../pipelines/studies/preferences/simulate/simulateVotes.js";

import {readVotes} from "../../../../pipelines/studies/preferences/votes/read.js";
import {recordsOf} from "../../../../pipelines/studies/preferences/votes/records.js";
import {listOf, type Votes, votesOf, where} from "../../../../pipelines/studies/preferences/votes/votes.js";
import {leeway, repetitions} from "../../../repetitions.js";
import {pairs, votesIn, withReal} from "../fixture.js";

const only = (votes: Votes, passes: (judge: string, turn: number) => boolean) =>
  where(votes, v => passes(votes.judges[votes.judge[v]!]!, votes.turn[v]!));

withReal(
  "MT-Bench: GPT-4 with experts as published (Zheng et al. 2023, Table 5), pair for pair",
  ["mtbench_human.jsonl", "mtbench_gpt4_pair.jsonl"],
  ([people, gpt4]) => {
    const experts = (turn: number) => only(votesIn(people!), (judge, own) => judge.startsWith("expert") && own === turn);
    const first = calibration(jointUnits(experts(1), votesIn(gpt4!)));
    // "G4-Pair – Human", first turn: S1 66 %, 1343 pairs of votes; S2 (neither tied) 85 %, 859. "Human – Human": 63 %, 721; 81 %, 479.
    const published: [keyof typeof first & ("judge" | "people"), "all" | "decided", number, number][] = [
      ["judge", "all", 66, 1343],
      ["judge", "decided", 85, 859],
      ["people", "all", 63, 721],
      ["people", "decided", 81, 479]
    ];
    for (const [whom, setup, percent, n] of published) {
      const {value, lo, hi, n: found} = first[whom][setup];
      expect([Math.round(100 * value!), found]).toEqual([percent, n]);
      expect(lo!).toBeLessThan(value!);
      expect(hi!).toBeGreaterThan(value!);
    }
  }
);

withReal(
  "MT-Bench, all votes: κ, majority, win rates and worth by NumPy",
  ["mtbench_human.jsonl", "mtbench_gpt4_pair.jsonl"],
  ([people, gpt4]) => {
    const torn = readVotes(recordsOf(readFileSync(gpt4!, "utf8"))).inconsistent!;
    const {
      calibration: found,
      favours: liked,
      winRates: rates,
      worth: value,
      ...rest
    } = judgeStudy(votesIn(people!), votesIn(gpt4!), {
      merged: keptOf(votesIn(gpt4!), torn)
    });
    // κ over 3,355 pairs of votes; the jackknife over 80 prompts by leaving each out in NumPy, t on Kish's effective number.
    expect(found.judge.kappa).toMatchObject({n: 3355});
    expect(found.judge.kappa.value).toBeCloseTo(0.48272086576409995, 12);
    expect(found.judge.kappa.lo).toBeCloseTo(0.43980826048766186, 6);
    expect(found.judge.kappa.hi).toBeCloseTo(0.525633471040538, 6);
    expect(found.majority).toMatchObject({n: 1612});
    expect(found.majority.value).toBeCloseTo(1149 / 1612, 12);
    expect(found.consensus[0]).toMatchObject({consensus: "unanimous", units: 575});
    const strong = rates.find(({model}) => model === "gpt-4")!;
    expect(strong).toMatchObject({n: 578, more: 222});
    expect(strong.people.value).toBeCloseTo(0.733246828143022, 12);
    expect(strong.lambda).toBeCloseTo(0.10262213895540367, 12);
    expect(strong.corrected.value).toBeCloseTo(0.7352526288576652, 12);
    const weak = rates.find(({model}) => model === "llama-13b")!;
    expect(weak.lambda).toBeCloseTo(0.11523942138036748, 12);
    expect(weak.corrected.value).toBeCloseTo(0.1799365443949362, 12);
    expect(value.judge.value).toBeCloseTo(0.4548848175693685, 12);
    // GPT-4 favours itself (Zheng et al. § 3.3 suspect it); it is gpt-4, of gpt-3.5-turbo's family, and related to no other.
    expect(liked.own).toMatchObject({models: ["gpt-4"], favour: {n: 578}});
    expect(liked.own!.favour.value).toBeCloseTo(0.11882929642445214, 12);
    expect(liked.own!.favour.lo!).toBeGreaterThan(0);
    expect(liked.family!.models).toEqual(["gpt-3.5-turbo"]);
    // Asked in both orders, one vote made of them: no position, and consistency from the ties.
    expect(rest.effects.find(({name}) => name === "position")!.judge).toBeNull();
    // In NumPy: prompts as clusters give 2.017 times the variance of independent pairs; n = 2400 ÷ 2.01687 × (1.96 ÷ t₇₉)² = 1153.8 in Wilson's.
    expect(rest.swaps).toMatchObject({n: 2400, consistent: 2020});
    expect(rest.swaps.lo).toBeCloseTo(0.8194733, 5);
    expect(rest.swaps.hi).toBeCloseTo(0.8615925, 5);
    expect(keptIn(keptOf(votesIn(gpt4!), torn, {turn: 2})).n).toBe(1200);
    expect(rest.correlations[0]).toMatchObject({coefficient: "pearson", n: 6});
  }
);

test("agreement by hand: units are matched by name, whatever the order of models and of files", () => {
  const people = votesOf([
    ...listOf(pairs(["a>b", "a=b", "b<a"], {question: "q"})).map((vote, i) => ({...vote, judge: `p${i}`})),
    ...listOf(pairs(["c>a", "a<c"], {question: "r"})).map((vote, i) => ({...vote, judge: `p${i}`}))
  ]);
  const judge = votesOf([...listOf(pairs(["b<a"], {question: "q"})), ...listOf(pairs(["c=a"], {question: "r"}))]);
  const found = calibration(jointUnits(people, judge));
  // q: people say a, tie, a; the judge a. r: people say c, c; the judge tie. Of 5 pairs 2 agree, both decided pairs do.
  expect(found).toMatchObject({units: 2, prompts: 2, judge: {all: {value: 2 / 5, n: 5}, decided: {value: 1, n: 2}}});
  expect(found.people.all).toMatchObject({value: 2 / 4, n: 4});
  // κ: p(judge) = (3, 2, 0) / 5, p(people) = (2, 1, 2) / 5 → chance 8/25; (10 − 8) / (25 − 8).
  expect(found.judge.kappa.value).toBeCloseTo(2 / 17, 12);
  expect(found.confusion).toEqual([
    [2, 1, 0],
    [0, 0, 2],
    [0, 0, 0]
  ]);
  expect(found.consensus.map(({consensus, units}) => [consensus, units])).toEqual([
    ["unanimous", 1],
    ["majority", 1],
    ["split", 0],
    ["one vote", 0]
  ]);
  expect([leading([2, 2, 0]), leading([0, 0, 0]), leading([0, 1, 0])]).toEqual([null, null, 1]);
  expect(consensusOf([1, 0, 1])).toBe("split");
});

test("nothing in common, one prompt, one judge: an answer that says why", () => {
  const none = judgeStudy(pairs(["a>b"], {question: "q"}), pairs(["a>b"], {question: "other"}));
  expect(none.calibration).toMatchObject({units: 0, judge: {all: {value: null, why: "no unit that both judged"}}});
  expect(none.worth.judge.value).toBeNull();
  const one = judgeStudy(pairs(["a>b"], {question: "q"}), pairs(["a>b"], {question: "q"}));
  expect(one.calibration.judge.all).toMatchObject({value: 1, lo: null, why: "one prompt shows no spread"});
  expect(one.calibration.people.all).toMatchObject({value: null, why: "no unit that two people judged"});
});

test("a judge's kind is told by its name alone", () => {
  const told = (model: string, judge: string) => relationOf(model, [judge]);
  expect([told("gpt-4", "gpt4_pair"), told("gpt-3.5-turbo", "gpt4_pair"), told("claude-v1", "gpt4_pair")]).toEqual([
    "own",
    "family",
    null
  ]);
  expect([told("gpt-4", "gpt-4o"), told("gpt-4", "gpt-41"), told("sim-tundra-08", "sim-tundra-08")]).toEqual([
    "own",
    "family",
    "own"
  ]);
  expect([told("sim-tundra-07", "sim-tundra-08"), told("sim-heron-08", "sim-tundra-08"), told("expert-1", "anna")]).toEqual([
    "family",
    null,
    null
  ]);
});

test("prediction-powered win rates cover the truth as often as they say with a judge that is off, and are narrower by what ρ says", () => {
  const random = randomOf("prediction-powered coverage");
  const studies = 400;
  let covered = 0;
  let narrower = 0;
  for (let study = 0; study < studies; study++) {
    const units: JointUnit[] = [];
    for (let prompt = 0; prompt < 80; prompt++) {
      // Each prompt is easier or harder for the model; the judge sees who is better, but likes the model by 0.15 too much.
      const ease = 0.6 + 0.4 * (random.real() - 0.5);
      for (let u = 0; u < 8; u++) {
        const win = random.chance(ease);
        const judged = random.chance(win ? 0.95 : 0.35);
        const people: JointUnit["people"] = random.chance(0.25) ? (win ? [1, 0, 0] : [0, 0, 1]) : [0, 0, 0];
        units.push({prompt, first: "m", second: "x", people, judge: judged ? [1, 0, 0] : [0, 0, 1]});
      }
    }
    const {corrected, people, judge} = winRates(units).find(({model}) => model === "m")!;
    if (corrected.lo! <= 0.6 && 0.6 <= corrected.hi!) covered++;
    narrower += (corrected.hi! - corrected.lo!) / (people.hi! - people.lo!) / studies;
    if (study === 0) expect(judge).toBeGreaterThan(0.65); // at its word it is off: .6 · .95 + .4 · .35 = .71
  }
  expect(covered / studies).toBeGreaterThan(0.92);
  expect(covered / studies).toBeLessThan(0.98);
  // ρ² = (.6 · .4 · .6)² / (.6 · .4 · .71 · .29) = 0.4196, three other units for each: √(1 − ρ² · ¾) = 0.828.
  expect(narrower).toBeGreaterThan(0.79);
  expect(narrower).toBeLessThan(0.87);
  expect(gainOf(Math.sqrt(0.4196), 3) ** -0.5).toBeCloseTo(0.828, 3);
});

const PLAN: VotePlan = {
  models: ["ann-1", "ann-2", "bob-1", "cid-1", "dan-1", "eve-1", "fay-1", "gus-1"].map((model, i) => ({
    model,
    strength: 0.35 * (i - 3.5),
    length: 6
  })),
  judges: Array.from({length: 12}, (_, j) => ({judge: `p${j}`, discrimination: 1, position: 0.2, length: 0.3, ties: 0.4})),
  prompts: 60,
  turns: 1,
  units: 900,
  panel: 2,
  luck: 0.6,
  lengthSd: 0.4,
  swapped: 0,
  seed: ""
};
const JUDGE: JudgePlan = {judge: "ann-2", discrimination: 1.3, position: 0.5, length: 0.8, ties: 0.3, favours: {}, more: 100};

test("planted likings of a judge are found, and none where none is", () => {
  const studies = repetitions(60);
  const least = (share: number) => (share - leeway(share, studies)) * studies;
  const found = {covered: 0, own: 0, family: 0, position: 0, length: 0};
  for (let study = 0; study < studies; study++) {
    const plan = {...PLAN, seed: `judge ${study}`};
    const answers: SimulatedAnswers = new Map();
    const people = simulateVotes(plan, answers);
    const given = (judge: JudgePlan) => judgeStudy(votesOf(people), votesOf(simulateJudge(plan, judge, {people, answers})));
    const fair = given(JUDGE).favours.own!.beyond;
    if (fair.lo! <= 0 && 0 <= fair.hi!) found.covered++;
    const partial = given({...JUDGE, favours: {"ann-2": 1, "ann-1": 1}});
    if (partial.favours.own!.beyond.lo! > 0) found.own++;
    if (partial.favours.family!.beyond.lo! > 0) found.family++;
    const [position, length] = partial.effects;
    if (position!.difference!.lo > 0) found.position++;
    if (length!.difference!.lo > 0) found.length++;
  }
  // 95 % of 60 is 57; fewer than 52 has chance 0.7 %.
  expect(found.covered).toBeGreaterThanOrEqual(least(52 / 60));
  for (const kind of ["own", "family"] as const) expect(found[kind], kind).toBeGreaterThan(least(54 / 60));
  for (const kind of ["position", "length"] as const) expect(found[kind], kind).toBeGreaterThan(least(36 / 60));
});

test("votes of the judge on answers that people judged, and the number beside them, each in both orders", () => {
  const answers: SimulatedAnswers = new Map();
  const people = simulateVotes({...PLAN, seed: "orders"}, answers);
  const judge = votesOf(simulateJudge({...PLAN, seed: "orders"}, JUDGE, {people, answers}));
  expect(judge.n).toBe(2 * (900 + 100));
  expect(judgeStudy(votesOf(people), judge)).toMatchObject({swaps: {n: 1000}, merged: false, calibration: {units: 900}});
  expect(favours(jointUnits(votesOf(people), judge), ["ann-2"]).models).toHaveLength(8);
  expect(worth(jointUnits(votesOf(people), judge)).judge.n).toBe(2 * people.length);
});
