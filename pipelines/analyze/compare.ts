// The command `compare`: compares two evaluations test by test.
import {z} from "zod";
import type {Evaluation} from "../studies/compare/answers.js";
import {commonQuery} from "../studies/compare/answers.sql.js";
import {compare as compareAll, flipped, type PairedTest} from "../studies/compare/compare.js";
import {command} from "./command.js";
import {simulatedField} from "./fields.js";
import {nameOf, pairOf, pairOptions} from "./paired.js";
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
    return {a, b, common, found: compareAll(common, chosen), simulated: a.simulated || b.simulated};
  });

const components = async () => ({
  ...(await import("../charts/compare/compare.js")),
  ...(await import("../charts/shared/label.js"))
});

export const compare = command({
  name: "compare",
  description: "two evaluations on the tests that both were asked: paired difference, McNemar's test, wins and losses, by task",
  options,
  row: z.object({
    a: z.string().describe("model, template and sampler of A"),
    b: z.string().describe("of B"),
    base_task: z.string().nullable().describe("the task; null for all tasks pooled"),
    value: z.number().nullable().describe("excess accuracy of A minus that of B, on the common tests"),
    low: z.number().nullable().describe("lower end of its paired 95 % interval; null where there is no error"),
    high: z.number().nullable().describe("upper end"),
    p: z.number().nullable().describe("two-sided, of no difference"),
    df: z.number().nullable().describe("degrees of freedom (Satterthwaite)"),
    n: z.int().describe("common tests that count"),
    points: z.int().describe("points that they lie in: the clusters of the error; a single one has an error over its tests"),
    a_accuracy: z.number().nullable().describe("excess accuracy of A on the common tests"),
    a_low: z.number().describe("lower end of its own 95 % interval"),
    a_high: z.number().describe("upper end"),
    b_accuracy: z.number().nullable().describe("excess accuracy of B on the common tests"),
    b_low: z.number().describe("lower end of its own 95 % interval"),
    b_high: z.number().describe("upper end"),
    wins: z.int().describe("tests that only A got right"),
    losses: z.int().describe("tests that only B got right"),
    exact: z.number().describe("McNemar's exact p: takes tests as independent"),
    mid: z.number().describe("its mid-p"),
    ...simulatedField
  }),
  async rows(store, chosen) {
    const {a, b, found, simulated} = await find(store, chosen);
    return [found.pooled, ...found.tasks].map(({a: ours, b: theirs, ...row}) => ({
      ...row,
      a: nameOf(a),
      b: nameOf(b),
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
    const {a, b, found, common} = await find(store, chosen);
    const name = evaluationNames([a, b]);
    const counts = await store.ask("select eval_id, sum(samples) as asked from picked group by eval_id");
    const of = ({eval_id}: Evaluation) => Number(counts.find(row => row.eval_id === eval_id)?.asked ?? 0);
    return comparisonSentence(found, {a: name(a), b: name(b)}, {asked: {a: of(a), b: of(b), common: common.length}, ...chosen});
  }
});

const STATUS = ["incorrect", "correct", "truncated"] as const;

export const flips = command({
  name: "flips",
  description: "the tests on which two evaluations ended differently",
  options: z.object({a: pairOptions.a, b: pairOptions.b}),
  row: z.object({
    a: z.string().describe("model, template and sampler of A"),
    b: z.string().describe("of B"),
    item_id: z.string().describe("identity of the test"),
    base_task: z.string(),
    params: z.record(z.string(), z.json()),
    index: z.int().describe("0-based position in the point's stream"),
    expected: z.string(),
    status_a: z.enum(STATUS),
    status_b: z.enum(STATUS),
    answer_a: z.string().nullable().describe("what A answered; null if no answer was found"),
    answer_b: z.string().nullable().describe("what B answered"),
    tokens_a: z.int().nullable().describe("completion tokens of A; null where they were not counted"),
    tokens_b: z.int().nullable().describe("of B"),
    ...simulatedField
  }),
  async rows(store, chosen) {
    const [a, b] = await pairOf(store, chosen);
    const common = await commonOf(store, [a, b]);
    const simulated = a.simulated || b.simulated;
    const names = {a: nameOf(a), b: nameOf(b), simulated};
    return flipped(common).map(({a: ours, b: theirs, params, ...row}) => ({
      ...row,
      ...names,
      params: JSON.parse(params) as Record<string, never>,
      status_a: STATUS[ours],
      status_b: STATUS[theirs]
    }));
  }
});
