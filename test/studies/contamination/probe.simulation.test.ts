// Tests from log-probabilities over 200 seeded clean corpora and models, and their power where items or their order are known.
import {expect, test} from "vitest";
import {tasks} from "../../../pipelines/generate/registry.js";
import {pointKey, randomAt} from "../../../pipelines/generate/seed.js";
import {likeliest, likelihoods} from "../../../pipelines/infer/reference/likelihood.js";
import {isMemorized} from "../../../pipelines/infer/reference/memorized.js";
import {roster, type SimulatedModel} from "../../../pipelines/infer/reference/roster.js";
import {binomialCdf} from "../../../pipelines/stats/distributions.js";
import {minK, type ScoredToken} from "../../../pipelines/studies/contamination/probe.js";
import {shardsOf} from "../../../pipelines/studies/contamination/probeExchangeability.js";
import {membershipPower, powerRow} from "../../../pipelines/studies/contamination/probePower.js";
import {type ProbeReport, probeReport} from "../../../pipelines/studies/contamination/probeReport.js";

const NAMES = ["arithmetic", "boolean", "listops", "brackets"];
/** Items of a corpus, and controls. */
const ITEMS = 32;
/** Clean corpora and models. */
const RUNS = 200;

/** Bare questions of four tasks under one seed. */
const questionsOf = (seed: number, wanted: (text: string) => boolean = () => true) =>
  NAMES.flatMap(name => {
    const task = tasks.get(name)!;
    const params = task.params.parse({}) as Record<string, unknown>;
    const key = pointKey({task: name, version: task.version, params, seed});
    const found: {id: string; stratum: string; text: string}[] = [];
    for (let i = 0; found.length < ITEMS / NAMES.length; i++) {
      const text = task.generate(params, randomAt(key, i)).expression!;
      if (wanted(text)) found.push({id: `${name} ${seed} ${i}`, stratum: name, text});
    }
    return found;
  });

const tokens = (model: SimulatedModel, text: string): ScoredToken[] =>
  likelihoods(model, text, {planted: text})
    .slice(1)
    .map(piece => {
      const {[piece.token]: _, ...others} = likeliest(piece, 5);
      return {logprob: piece.logprob, others: Object.values(others)};
    });
const total = (model: SimulatedModel, text: string) =>
  likelihoods(model, text, {planted: text})
    .slice(1)
    .reduce((sum, {logprob}) => sum + logprob, 0);

/** A report on a model; `bonus` is what each pair of neighbours in canonical order adds to the log-probability, nats. */
function reportOf(
  run: number,
  {model, wanted, bonus = 0}: {model: SimulatedModel; wanted?: (text: string) => boolean; bonus?: number}
): ProbeReport {
  const items = questionsOf(2 * run, wanted);
  const controls = questionsOf(2 * run + 1, text => !isMemorized(text));
  const probed = (texts: typeof items) => texts.map(({text, ...item}) => ({...item, tokens: tokens(model, text)}));
  const plans = shardsOf(
    items.map(({text, stratum}) => ({length: text.length, stratum})),
    {shards: 8, permutations: 7, longest: 10_000, seed: run}
  );
  const shards = plans.map(plan => {
    const scored = (order: readonly number[]) =>
      total(model, order.map(i => items[i]!.text).join("\n\n")) +
      bonus * order.filter((place, i) => i > 0 && order[i - 1] === place - 1).length;
    return {canonical: scored(plan.items), permuted: plan.permuted.map(scored)};
  });
  return probeReport(
    {model: model.id, simulated: true, items: probed(items), controls: probed(controls), shards, left: 0, failed: 0},
    {seed: run}
  );
}
const clean = (run: number): SimulatedModel => {
  const model = roster[run % roster.length]!;
  return {...model, id: `${model.id} ${run}`, faculties: {...model.faculties, planted_memory_probability: 0}};
};

test("at most 5 % of 200 clean corpora and models count as contaminated, and each test keeps its size", () => {
  const counts = {contaminated: 0, items: 0, plain: 0, plus: 0, order: 0, published: 0};
  for (let run = 0; run < RUNS; run++) {
    const {contaminated, items, membership, order} = reportOf(run, {model: clean(run)});
    if (contaminated) counts.contaminated++;
    if (items.some(({q}) => q !== null && q <= 0.05)) counts.items++;
    if (membership[0]!.p! <= 0.05) counts.plain++;
    if (membership[1]!.p! <= 0.05) counts.plus++;
    if (order.p! <= 0.05) counts.order++;
    if (order.p_t! <= 0.05) counts.published++;
  }
  expect(counts.contaminated).toBeLessThanOrEqual(0.05 * RUNS);
  expect(counts.items).toBeLessThanOrEqual(0.05 * RUNS);
  // the single tests at 5 %: within what chance leaves, 1 in 1,000 at either end of Binomial(200, 0.05)
  for (const found of [counts.plain, counts.plus, counts.order, counts.published]) {
    expect(binomialCdf(found - 1, RUNS, 0.05)).toBeLessThan(0.999);
    expect(binomialCdf(found, RUNS, 0.05)).toBeGreaterThan(0.001);
  }
});

test("planted items are found in every model that knows them, and in no other", () => {
  const models = roster.filter(({faculties}) => faculties.planted_memory_probability > 0);
  const others = roster.filter(({faculties}) => faculties.planted_memory_probability === 0).slice(0, 16);
  const found = (each: readonly SimulatedModel[]) =>
    each.filter((model, i) => reportOf(1_000 + i, {model, wanted: isMemorized}).contaminated).length;
  expect([found(models), models.length]).toEqual([8, 8]);
  expect(found(others)).toBeLessThanOrEqual(1);
});

test("an order that a model knows is found the more often the better it knows it", () => {
  const rows = [1, 4, 12].map(bonus => {
    let found = 0;
    for (let run = 0; run < 30; run++) if (reportOf(2_000 + run, {model: clean(run), bonus}).order.p! <= 0.05) found++;
    return powerRow({items: ITEMS, share: bonus, sets: 30, found}); // share: nats for each pair of neighbours
  });
  const [weak, middle, strong] = rows.map(({power}) => power!);
  expect(middle!).toBeGreaterThan(weak!);
  expect(strong!).toBeGreaterThan(0.9);
});

test("power by number of items and share that is known, one model's scores resampled", () => {
  const model = roster.find(({id}) => id === "sim-quartz-03")!;
  const scoresOf = (wanted: (text: string) => boolean) =>
    [3_000, 3_001, 3_002, 3_003].flatMap(seed => questionsOf(seed, wanted).map(({text}) => minK(tokens(model, text))!));
  const [known, unknown] = [scoresOf(isMemorized), scoresOf(text => !isMemorized(text))];
  const rows = membershipPower({known, unknown}, {items: [16, 64], shares: [0, 0.125, 0.25, 1], sets: 100});
  const power = (items: number, share: number) => rows.find(each => each.items === items && each.share === share)!.power!;
  for (const items of [16, 64]) expect(binomialCdf(100 * power(items, 0) - 1, 100, 0.05)).toBeLessThan(0.999);
  expect(power(64, 0.25)).toBeGreaterThan(power(16, 0.25));
  expect(power(16, 1)).toBe(1);
});
