// Do intervals hold the truth 93 to 97 times in 100 where judges and prompts pull votes together, and are few or unequal? Seeded simulations.
import {describe, expect, test} from "vitest";
import {normal} from "../../../../pipelines/generate/normal.js";
import {randomOf} from "../../../../pipelines/generate/seed.js";
import {COEFFICIENTS, coefficientOf, zInterval} from "../../../../pipelines/stats/correlation.js";
import {tQuantile} from "../../../../pipelines/stats/distributions.js";
import {voteAgreement} from "../../../../pipelines/studies/preferences/agreement/agreement.js";
import {cohenPooled} from "../../../../pipelines/studies/preferences/agreement/cohen.js";
import {STANDARD} from "../../../../pipelines/studies/preferences/benchmarks/correlation.js";
import {controlled, POSITION} from "../../../../pipelines/studies/preferences/bradleyTerry/controlled.js";
import {sandwich, scoresOf} from "../../../../pipelines/studies/preferences/bradleyTerry/errors.js";
import {type ErrorKind, type Strength, strengths} from "../../../../pipelines/studies/preferences/bradleyTerry/strengths.js";
import {judgeEffects} from "../../../../pipelines/studies/preferences/judging/judges.js";
import {
  expectedStrengths,
  simulateVotes,
  type VotePlan
} from "../../../../pipelines/studies/preferences/simulate/simulateVotes.js";
import {type Vote, votesOf} from "../../../../pipelines/studies/preferences/votes/votes.js";
import {fullTest, leeway, MIN_TWIN, repetitions} from "../../../repetitions.js";
import {plain, plan, right, STRENGTHS} from "../planned.js";

const COUNT = STRENGTHS.length;

/** Judges of unequal diligence: the j-th casts 1 in 1 + 0.6 j of its votes. */
function thinned(list: readonly Vote[], seed: string): Vote[] {
  const random = randomOf(seed);
  return list.filter(({judge}) => random.chance(1 / (1 + 0.6 * Number(judge.slice(1)))));
}

interface Share {
  share: number;
  /** by the sandwich without leaving clusters out */
  plainScores: number;
}

function coverage(kind: ErrorKind, full: number, of: (run: number) => VotePlan, unequal = false): Share {
  const runs = repetitions(full);
  let [held, plainly] = [0, 0];
  for (let run = 0; run < runs; run++) {
    const each = of(run);
    const truth = expectedStrengths(each);
    const list = simulateVotes(each);
    const {rows, votes, fit, models} = strengths(votesOf(unequal ? thinned(list, each.seed) : list), {errors: [kind]});
    const old = sandwich(votes, fit!, votes.judge, {scores: scoresOf(votes, fit!), most: 0})!;
    for (const row of rows) {
      if (holds(row, kind, truth)) held++;
      const i = models.indexOf(row.model);
      const half = tQuantile(0.975, old.df) * Math.sqrt(old.matrix[i * old.size + i]!);
      if (Math.abs(row.beta - truth.get(row.model)!) <= half) plainly++;
    }
  }
  return {share: held / (runs * COUNT), plainScores: plainly / (runs * COUNT)};
}

const holds = ({model, interval}: Strength, kind: ErrorKind, truth: ReadonlyMap<string, number>): boolean =>
  interval[kind]![0] <= truth.get(model)! && truth.get(model)! <= interval[kind]![1];

describe("strengths, where each judge likes some models more", () => {
  const tasteful = (panelists: number) => (run: number) =>
    plan(`taste ${panelists} ${run}`, {taste: 0.6, panelists, prompts: 2_000, turns: 1, units: 600});

  for (const judges of [5, 10, 20])
    test(`by annotator, ${judges} judges`, () => right(coverage("annotators", 200, tasteful(judges)).share));

  test("over votes they hold it too rarely", () => {
    expect(coverage("votes", 60, tasteful(10)).share).toBeLessThan(0.85 + leeway(0.85, MIN_TWIN));
  });

  fullTest("20 judges of whom some vote much more than others: leaving each out mends what plain scores miss", () => {
    const unequal = (run: number) => plan(`unequal ${run}`, {taste: 0.6, prompts: 4_000, turns: 1, units: 2_000});
    const {share, plainScores} = coverage("annotators", 160, unequal, true);
    right(share);
    expect(plainScores).toBeLessThan(share - 0.005);
  });

  test("and answers are lucky or not for all who see them: over prompts and annotators at once", () => {
    const both = (run: number) =>
      plan(`both ${run}`, {luck: 1, taste: 0.6, prompts: 80, turns: 1, panel: 4, units: 240, panelists: 20});
    right(coverage("both", 200, both).share);
    expect(coverage("prompts", 80, both).share).toBeLessThan(0.94 + leeway(0.94, MIN_TWIN));
  });

  test("few of each: 5 judges and 20 prompts", () => {
    const few = (run: number) =>
      plan(`few ${run}`, {luck: 1, taste: 0.6, prompts: 20, turns: 1, panel: 3, units: 200, panelists: 5});
    right(coverage("both", 200, few).share);
  });
});

test("20 prompts alone", () => {
  const lucky = (run: number) => plan(`20 prompts ${run}`, {luck: 1, prompts: 20, turns: 1, panel: 4, units: 150, panelists: 30});
  right(coverage("prompts", 200, lucky).share);
});

test("all true ranks lie in their intervals at once at least 95 times in 100, near ties and few judges included", () => {
  let held = 0;
  const RUNS = repetitions(200);
  for (let run = 0; run < RUNS; run++) {
    const each = plan(`near ties ${run}`, {taste: 0.4, panelists: 6, prompts: 2_000, turns: 1, units: 400});
    const close = {...each, models: each.models.map((own, i) => ({...own, strength: -0.05 * i}))};
    const {rows} = strengths(votesOf(simulateVotes(close)), {ranksBy: "annotators"});
    if (rows.every(({model, ranks}) => ranks.lo <= 1 + Number(model.slice(1)) && 1 + Number(model.slice(1)) <= ranks.hi)) held++;
  }
  expect(held / RUNS).toBeGreaterThanOrEqual(0.95 - leeway(0.95, RUNS));
});

describe("models of ties: strengths and the ties' own parameter, of votes drawn from the model", () => {
  const mean = STRENGTHS.reduce((sum, value) => sum + value, 0) / COUNT;
  const win = {
    davidson: (d: number, nu: number) => [Math.exp(d / 2), nu, Math.exp(-d / 2)],
    "rao-kupper": (d: number, theta: number) => {
      const [won, lost] = [1 / (1 + theta * Math.exp(-d)), 1 / (1 + theta * Math.exp(d))];
      return [won, 1 - won - lost, lost];
    }
  };
  for (const [ties, parameter, onScale] of [
    ["davidson", 0.7, Math.log(0.7)],
    ["rao-kupper", 1.65, Math.log(Math.log(1.65))]
  ] as const)
    test(ties, () => {
      const RUNS = repetitions(300);
      const held = {strength: 0, tie: 0, byPrompt: 0};
      for (let run = 0; run < RUNS; run++) {
        const random = randomOf(`${ties} ${run}`);
        const list = Array.from({length: 400}, (_, v): Vote => {
          const a = random.integer(0, COUNT - 1);
          const b = (a + random.integer(1, COUNT - 1)) % COUNT;
          const odds = win[ties](STRENGTHS[a]! - STRENGTHS[b]!, parameter) as [number, number, number];
          const u = random.real() * (odds[0] + odds[1] + odds[2]);
          const winner = u < odds[0] ? "a" : u < odds[0] + odds[1] ? "tie" : "b";
          return {judge: `j${v % 30}`, model_a: `m${a}`, model_b: `m${b}`, question: `q${v % 80}`, turn: 1, winner};
        });
        const {rows, fit, covariances} = strengths(votesOf(list), {ties, errors: ["information", "prompts"]});
        for (const {model, interval} of rows) {
          const truth = STRENGTHS[Number(model.slice(1))]! - mean;
          if (interval.information![0] <= truth && truth <= interval.information![1]) held.strength += 1 / COUNT;
        }
        const off = Math.abs(fit!.parameters.at(-1)! - onScale);
        const reach = ({matrix, df}: {matrix: Float64Array; df: number}) => tQuantile(0.975, df) * Math.sqrt(matrix.at(-1)!);
        if (off <= reach(covariances.information![0]!)) held.tie++;
        if (off <= reach(covariances.prompts![0]!)) held.byPrompt++;
      }
      right(held.strength / RUNS);
      right(held.tie / RUNS);
      right(held.byPrompt / RUNS);
    });
});

describe("biases", () => {
  test("each judge's position, length and discrimination, strengths being estimated from the same votes", () => {
    const found = {position: [0, 0], length: [0, 0], discrimination: [0, 0]};
    for (let run = 0; run < repetitions(100); run++) {
      const judges = Array.from({length: 8}, (_, j) => ({
        judge: `j${j}`,
        ...plain,
        position: 0.2 * (j % 4),
        length: 0.3 * (j % 3),
        discrimination: j === 7 ? 0.3 : 1
      }));
      const votes = votesOf(simulateVotes({...plan(`judges ${run}`, {units: 800, prompts: 4_000}), judges}));
      const held = controlled(votes)!;
      const known = new Map(held.models.map((model, i) => [model, held.fit.parameters[i]!]));
      for (const row of judgeEffects(votes, known))
        for (const kind of ["position", "length", "discrimination"] as const) {
          const [truth, own] = [judges.find(({judge}) => judge === row.judge)![kind], row[kind]!];
          found[kind][0]! += own.lo <= truth && truth <= own.hi ? 1 : 0;
          found[kind][1]!++;
        }
    }
    for (const [held, all] of Object.values(found)) right(held! / all!);
  });

  test("judges' liking for their own family, which some have more than others, as a covariate that is 1 for an answer of it", () => {
    const [LIKING, RUNS] = [0.7, repetitions(300)];
    let held = 0;
    for (let run = 0; run < RUNS; run++) {
      const each = plan(`own family ${run}`, {prompts: 2_000, units: 600});
      const random = randomOf(`own family, judges ${run}`);
      const judges = each.judges.map((judge, j) => ({...judge, favours: {[`m${j % COUNT}`]: LIKING + 0.5 * normal(random)}}));
      const list = simulateVotes({...each, judges}).map(vote => {
        const own = Number(vote.judge.slice(1)) % COUNT;
        const is = (model: string) => Number(model === `m${own}`);
        return {...vote, covariates: {own: {a: is(vote.model_a), b: is(vote.model_b)}}};
      });
      const {effects} = controlled(votesOf(list), ["own"])!;
      if (effects[0]!.lo <= LIKING && LIKING <= effects[0]!.hi) held++;
    }
    right(held / RUNS);
  });

  test("position and length where judges differ in both: those of the average judge", () => {
    const RUNS = repetitions(250);
    const truth = {position: 0.3, length: 0.5};
    const held = {position: 0, length: 0};
    for (let run = 0; run < RUNS; run++) {
      const random = randomOf(`habits ${run}`);
      const each = plan(`habits ${run}`, {prompts: 1_000, units: 600, panelists: 12});
      const judges = each.judges.map(judge => ({
        ...judge,
        position: truth.position + 0.3 * normal(random),
        length: truth.length + 0.2 * normal(random)
      }));
      for (const {name, lo, hi} of controlled(votesOf(simulateVotes({...each, judges})), [POSITION, "length"])!.effects)
        if (lo <= truth[name as keyof typeof truth] && truth[name as keyof typeof truth] <= hi)
          held[name as keyof typeof truth]++;
    }
    right(held.position / RUNS);
    right(held.length / RUNS);
  });
});

test("agreement over units: Fleiss' κ, Krippendorff's α and Cohen's κ of 60 units and three judges each", () => {
  const of = (seed: string, changes: Partial<VotePlan> = {}) =>
    votesOf(
      simulateVotes({
        ...plan(seed, {judge: {ties: 0.4}, luck: 0.8, panelists: 12, prompts: 500, panel: 3, units: 60}),
        ...changes
      })
    );
  const endless = of("endless", {units: 40_000, prompts: 40_000});
  const value = (votes: ReturnType<typeof of>) => {
    const {fleiss, krippendorff} = voteAgreement(votes, {over: "units"});
    return [fleiss, krippendorff.nominal, krippendorff.ordinal, cohenPooled(votes, {over: "units"})];
  };
  const truths = value(endless).map(each => each.value!);
  const [RUNS, held] = [repetitions(400), [0, 0, 0, 0]];
  for (let run = 0; run < RUNS; run++)
    value(of(`agreement ${run}`)).forEach(({lo, hi}, k) => {
      if (lo! <= truths[k]! && truths[k]! <= hi!) held[k]!++;
    });
  // On the wide side, as the error is never taken for less than that of units which differ in nothing but chance.
  for (const each of held) {
    expect(each / RUNS).toBeGreaterThanOrEqual(0.93 - leeway(0.93, RUNS));
    expect(each / RUNS).toBeLessThanOrEqual(0.99 + leeway(0.99, RUNS));
  }
});

test("correlations of 10, 15 and 30 models: r by Fisher, ρ by Bonett and Wright, τ by Fieller, of normal pairs", () => {
  const rho = 0.6;
  const truth = {
    pearson: rho,
    spearman: (6 / Math.PI) * Math.asin(rho / 2),
    kendall: (2 / Math.PI) * Math.asin(rho)
  };
  for (const n of [10, 15, 30]) {
    const random = randomOf(`pairs ${n}`);
    const RUNS = repetitions(3_000);
    const held = {pearson: 0, spearman: 0, kendall: 0};
    for (let run = 0; run < RUNS; run++) {
      const x = Array.from({length: n}, () => normal(random));
      const y = x.map(own => rho * own + Math.sqrt(1 - rho * rho) * normal(random));
      for (const each of COEFFICIENTS) {
        const ends = zInterval(each, STANDARD[each], coefficientOf[each](x, y), n);
        if (ends && ends[0] <= truth[each] && truth[each] <= ends[1]) held[each]++;
      }
    }
    for (const each of COEFFICIENTS) right(held[each] / RUNS);
  }
});
