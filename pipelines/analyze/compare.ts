// The command `compare`: compares two evaluations test by test.
import {z} from "zod";
import {fullName} from "../store/evaluationName.js";
import type {Evaluation} from "../studies/compare/answers.js";
import {commonQuery} from "../studies/compare/answers.sql.js";
import {compare as compareAll, flipped, type PairedTest} from "../studies/compare/compare.js";
import {passesOf} from "../studies/compare/passes.js";
import {command} from "./command.js";
import {count, countOrNull, number, numberOrNull, simulatedField, text, textOrNull} from "./fields.js";
import {pairOf, pairOptions} from "./paired.js";
import type {Store} from "./store.js";

interface CommonTest extends PairedTest {
  index: number;
  tiers: string[];
  tokens_a: number | null;
  tokens_b: number | null;
  expected: string;
  answer_a: string | null;
  answer_b: string | null;
}

const commonOf = async (store: Store, [a, b]: readonly [Evaluation, Evaluation]): Promise<CommonTest[]> =>
  (await store.ask(commonQuery, [a.eval_id, b.eval_id])) as never as CommonTest[];

const options = z.object(pairOptions);

const find = (store: Store, chosen: z.infer<typeof options>) =>
  store.once(async () => {
    const [a, b] = await pairOf(store, chosen);
    const common = await commonOf(store, [a, b]);
    const wrong = compareAll(common, {...chosen, truncated: "wrong"});
    return {a, b, common, found: compareAll(common, chosen), wrong, simulated: a.simulated || b.simulated};
  });

const components = async () => ({
  ...(await import("../charts/compare/compare.js")),
  ...(await import("../charts/shared/label.js"))
});

export const compare = command({
  name: "compare",
  description:
    "two evaluations on the tests that both were asked, with all repeats: paired difference and its noise, wins and losses, by task",
  options,
  row: z.object({
    a: text("model, template and sampler of A"),
    b: text("of B"),
    base_task: textOrNull("the task; null for all tasks pooled"),
    value: numberOrNull("excess accuracy of A minus that of B, on the common tests"),
    low: numberOrNull("lower end of its paired 95 % interval; null where there is no error"),
    high: numberOrNull("upper end"),
    p: numberOrNull("two-sided, of no difference"),
    df: numberOrNull("degrees of freedom (Satterthwaite)"),
    n: count("common tests that count"),
    wrong_value: numberOrNull("the same difference where cut answers count as wrong, as in published figures"),
    wrong_low: numberOrNull("lower end of its paired 95 % interval"),
    wrong_high: numberOrNull("upper end"),
    wrong_n: count("common tests"),
    points: count("points that they lie in: the clusters of the error; a single one has an error over its tests"),
    a_accuracy: numberOrNull("excess accuracy of A on the common tests"),
    a_low: number("lower end of its own 95 % interval"),
    a_high: number("upper end"),
    b_accuracy: numberOrNull("excess accuracy of B on the common tests"),
    b_low: number("lower end of its own 95 % interval"),
    b_high: number("upper end"),
    se: numberOrNull("standard error of the difference"),
    noise_data: numberOrNull("part of that error because the tests are a sample; null where no test was answered twice by both"),
    noise_prediction: numberOrNull("part because answers to the same test differ; more answers to each test reduce it"),
    repeats_a: number("answers of A per common test of all tasks"),
    repeats_b: number("of B"),
    wins: count("tests that A answered better: of single answers, those that only A got right"),
    losses: count("tests that B answered better"),
    exact: number("McNemar's exact p: takes tests as independent"),
    mid: number("its mid-p"),
    ...simulatedField
  }),
  async rows(store, chosen) {
    const {a, b, found, wrong, simulated} = await find(store, chosen);
    const others = [wrong.pooled, ...wrong.tasks];
    return [found.pooled, ...found.tasks].map(({a: ours, b: theirs, noise, ...row}, i) => ({
      ...row,
      noise_data: noise && Math.sqrt(noise.data),
      noise_prediction: noise && Math.sqrt(noise.prediction),
      repeats_a: found.repeats.a,
      repeats_b: found.repeats.b,
      wrong_value: others[i]!.value,
      wrong_low: others[i]!.low,
      wrong_high: others[i]!.high,
      wrong_n: others[i]!.n,
      a: fullName(a),
      b: fullName(b),
      a_accuracy: ours.value,
      a_low: ours.low,
      a_high: ours.high,
      b_accuracy: theirs.value,
      b_low: theirs.low,
      b_high: theirs.high,
      simulated
    }));
  },
  async plot(_, {width, ...chosen}, store) {
    const {differencePlot, evaluationNames} = await components();
    const {a, b, found, simulated} = await find(store, chosen);
    const name = evaluationNames([a, b]);
    return differencePlot(found, {a: name(a), b: name(b)}, {width, simulated});
  },
  async sentence(_, chosen, store) {
    const {comparisonSentence, evaluationNames} = await components();
    const {a, b, found, wrong, common} = await find(store, chosen);
    const name = evaluationNames([a, b]);
    const counts = await store.ask("select eval_id, sum(samples) as asked from picked group by eval_id");
    const of = ({eval_id}: Evaluation) => Number(counts.find(row => row.eval_id === eval_id)?.asked ?? 0);
    return comparisonSentence(
      found,
      {a: name(a), b: name(b)},
      {asked: {a: of(a), b: of(b), common: common.length}, wrong, ...chosen}
    );
  }
});

export const passes = command({
  name: "passes",
  description: "two evaluations on tests that both answered several times: how often k answers are all right, or one of them",
  options: z.object({a: pairOptions.a, b: pairOptions.b}),
  empty: "no test has repeated answers of both; trials in a sampler asks each test several times",
  row: z.object({
    a: text("model, template and sampler of A"),
    b: text("of B"),
    kind: z.enum(["pass_hat", "pass_at"]).describe("pass_hat: k answers are all right; pass_at: at least one of them is"),
    k: count("answers to a test"),
    a_pass: number("share of tests of A; a cut answer is not right"),
    a_low: number("lower end of its 95 % interval over tests (bootstrap)"),
    a_high: number("upper end"),
    b_pass: number("share of B"),
    b_low: number("lower end of its 95 % interval"),
    b_high: number("upper end"),
    value: number("A minus B, paired by test"),
    low: numberOrNull("lower end of its 95 % interval over tests; null of one test"),
    high: numberOrNull("upper end"),
    p: numberOrNull("two-sided, of no difference"),
    n: count("tests with at least k answers of both"),
    left_out: count("common tests with fewer"),
    ...simulatedField
  }),
  async rows(store, chosen) {
    const [a, b] = await pairOf(store, chosen);
    const names = {a: fullName(a), b: fullName(b)};
    return passesOf(await commonOf(store, [a, b])).map(({a: ours, b: theirs, kind, k, value, low, high, p, items, left_out}) => ({
      ...names,
      kind,
      k,
      a_pass: ours.value,
      a_low: ours.low,
      a_high: ours.high,
      b_pass: theirs.value,
      b_low: theirs.low,
      b_high: theirs.high,
      value,
      low,
      high,
      p,
      n: items,
      left_out,
      simulated: a.simulated || b.simulated
    }));
  }
});

const STATUS = ["incorrect", "correct", "truncated"] as const;

export const flips = command({
  name: "flips",
  description: "the tests on which two evaluations ended differently",
  options: z.object({a: pairOptions.a, b: pairOptions.b}),
  row: z.object({
    a: text("model, template and sampler of A"),
    b: text("of B"),
    item_id: text("identity of the test"),
    base_task: z.string(),
    params: z.record(z.string(), z.json()),
    index: count("0-based position in the point's stream"),
    expected: z.string(),
    status_a: z.enum(STATUS),
    status_b: z.enum(STATUS),
    answer_a: textOrNull("what A answered; null if no answer was found"),
    answer_b: textOrNull("what B answered"),
    tokens_a: countOrNull("completion tokens of A; null where they were not counted"),
    tokens_b: countOrNull("of B"),
    ...simulatedField
  }),
  async rows(store, chosen) {
    const [a, b] = await pairOf(store, chosen);
    const common = await commonOf(store, [a, b]);
    const simulated = a.simulated || b.simulated;
    const names = {a: fullName(a), b: fullName(b), simulated};
    return flipped(common).map(({a: ours, b: theirs, params, ...row}) => ({
      ...row,
      ...names,
      params: JSON.parse(params) as Record<string, never>,
      status_a: STATUS[ours],
      status_b: STATUS[theirs]
    }));
  }
});
