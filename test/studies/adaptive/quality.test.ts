import {expect, test} from "vitest";
import {normal} from "../../../pipelines/generate/normal.js";
import {randomOf} from "../../../pipelines/generate/seed.js";
import {spearman} from "../../../pipelines/stats/correlation.js";
import {bankOf, indexOf} from "../../../pipelines/studies/adaptive/bank.js";
import {
  closePairs,
  compareConcordance,
  concordance,
  overPersons,
  pairsOf,
  rmse,
  rocOf
} from "../../../pipelines/studies/adaptive/comparison.js";

import {
  randomOrder,
  replayForm,
  replayForms,
  simulatedAnswer,
  TRUNCATED_ANSWER
} from "../../../pipelines/studies/adaptive/replay.js";

import {MISSING, RIGHT, WRONG} from "../../../pipelines/studies/irt/item.js";
import {simulatedItems} from "./simulatedItems.js";

test("rank correlation with ties and RMSE are SciPy's and NumPy's", () => {
  const a = [1.5, 0.2, 0.2, 3.1, -1, 0.9, 2.2, 0.2];
  const b = [0.9, 0.1, -0.4, 1.9, -1.2, 1.9, 0.8, 0];
  // scipy.stats.spearmanr(a, b).statistic, np.sqrt(np.mean((a - b) ** 2)), SciPy 1.17.1
  expect(spearman(a, b)).toBeCloseTo(0.8467691965873324, 12);
  expect(rmse(a, b)).toBeCloseTo(0.8070006195784487, 12);
  expect(spearman([1, 1, 1], [1, 2, 3])).toBeNaN();
});

const truth = [0, 0.1, 0.25, 0.3, 0.7, 1, 1.05, 1.6];
const scores = [0.2, 0.05, 0.4, 0.4, 0.6, 1.3, 0.9, 1.5];

test("the closest quarter of pairs, its concordance, and the area under its ROC", () => {
  const pairs = pairsOf(truth);
  expect([pairs.length, closePairs(pairs)]).toEqual([28, 7]);
  // counted by hand: gaps 0, −.4, −.15, .35, .35, .2, .2 → 4 right and a tie of 7
  expect(concordance(scores, pairs)).toBeCloseTo(4.5 / 7, 12);
  // scipy.stats.mannwhitneyu(gaps, −gaps).statistic / 7²
  expect(rocOf(scores, pairs).area).toBeCloseTo(0.6632653061224489, 12);
  const roc = rocOf(scores, pairs);
  expect([roc.falsePositive.at(-1), roc.truePositive.at(-1)]).toEqual([1, 1]);
  expect(rocOf(truth, pairs).area).toBe(1);
});

test("weights of persons count as copies of them: thrice everybody changes nothing, a person of weight 0 is not there", () => {
  expect(concordance(scores, pairsOf(truth), Array(8).fill(3))).toBeCloseTo(concordance(scores, pairsOf(truth)), 12);
  const without = (values: readonly number[]) => values.filter((_, i) => i !== 2);
  const rest = concordance(without(scores), pairsOf(without(truth)));
  expect(concordance(scores, pairsOf(truth), [1, 1, 0, 1, 1, 1, 1, 1])).toBeCloseTo(rest, 12);
});

test("intervals over persons cover what they should, differences are of the same persons", () => {
  const random = randomOf("auc coverage");
  const abilities = Array.from({length: 40}, () => normal(random));
  const noisy = (sd: number) => abilities.map(theta => theta + sd * normal(random));
  const [none, better, worse] = compareConcordance([noisy(0), noisy(0.1), noisy(0.8)], abilities, {random, replicates: 300});
  expect(none!.auc).toEqual({value: 1, low: 1, high: 1});
  expect(better!.auc.value).toBeGreaterThan(worse!.auc.value);
  expect(worse!.against.value).toBeCloseTo(worse!.auc.value - 1, 12);
  expect(worse!.against.high).toBeLessThan(0);
  // mean of 30 normals: ± 1.96/√30 = ± 0.36
  const sample = Array.from({length: 30}, () => normal(random));
  const {low, high} = overPersons(30, chosen => chosen.reduce((sum, i) => sum + sample[i]!, 0) / 30);
  expect(high - low).toBeGreaterThan(0.5);
  expect(high - low).toBeLessThan(0.95);
});

const random = randomOf("replay");
const bank = bankOf(simulatedItems(600, random));
const index = indexOf(bank);
const abilities = Array.from({length: 80}, () => normal(random));
const answersOf = (theta: number) => {
  const answer = simulatedAnswer(bank, theta, random);
  return Uint8Array.from(bank.ids, (_, i) => (answer(i) ? RIGHT : WRONG));
};

test("replay: adaptive beats random at equal length, fixed forms are the same for all, all agree once all is asked", () => {
  const persons = abilities.map(answersOf);
  const at = [20, 100, 600];
  const forms = replayForms(index, persons, {at, fixed: randomOrder(600, random), random: randomOf("forms")});
  const error = (form: keyof typeof forms, k: number) =>
    rmse(
      forms[form].map(moments => moments[k]!.theta),
      abilities
    );
  for (const k of [0, 1]) expect(error("adaptive", k)).toBeLessThan(0.8 * error("random", k));
  expect(error("informative", 0)).toBeLessThan(error("random", 0));
  for (const person of persons.keys()) {
    const last = (["adaptive", "informative", "fixed", "random"] as const).map(form => forms[form][person]![2]!);
    for (const {theta, se, items, share} of last) {
      expect(theta).toBeCloseTo(last[0]!.theta, 6);
      expect(se).toBeCloseTo(last[0]!.se, 6);
      expect([items, share]).toEqual([600, persons[person]!.filter(cell => cell === RIGHT).length / 600]);
    }
  }
});

test("replay asks only what was answered; a cut answer counts as asked and says nothing; the last moment lasts", () => {
  const cells = answersOf(0.5).map((cell, i) => (i % 3 === 0 ? MISSING : i % 3 === 1 ? TRUNCATED_ANSWER : cell));
  for (const order of ["adaptive", Int32Array.from(bank.ids, (_, i) => i)] as const) {
    const [early, late, beyond] = replayForm(index, order, {at: [50, 400, 500], cells});
    expect([early!.items, late!.items, beyond!.items]).toEqual([50, 400, 400]);
    expect(beyond!.theta).toBe(late!.theta);
    const answered = cells.filter(cell => cell === RIGHT || cell === WRONG);
    expect(late!.share).toBeCloseTo(answered.filter(cell => cell === RIGHT).length / answered.length, 12);
  }
});
