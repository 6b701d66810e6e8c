// The commands `clusters` and `pairs`: evaluations that do not differ significantly, as a compact letter display, and all pairwise
// differences.
import {z} from "zod";
import {differenceInterval} from "../stats/paired.js";
import {type ComparedPair, clusters as clustersOf} from "../studies/compare/clusters.js";
import {command} from "./command.js";
import {evaluationFields, simulatedField} from "./fields.js";
import {answersOf, clusterOptions, nameOf} from "./paired.js";
import type {Store} from "./store.js";

const options = z.object(clusterOptions);
type Options = z.infer<typeof options>;

const find = (store: Store, chosen: Options) =>
  store.once(async () => {
    const {tests, evaluations, answers} = await answersOf(store, chosen);
    return {found: clustersOf(tests, answers, chosen), evaluations, asked: tests.room.length};
  });

const charted = () => import("../charts/clusters/clusters.js");

export const clusters = command({
  name: "clusters",
  description: "which evaluations do not differ significantly: those that share a letter",
  options,
  row: z.object({
    rank: z.int().describe("by the mean paired difference to all others; by accuracy, where intervals decide"),
    ...evaluationFields,
    letters: z.string().describe("evaluations that share one do not differ significantly"),
    accuracy: z.number().nullable().describe("excess accuracy over its own tests: 0 guessing, 1 knowing"),
    low: z.number().describe("lower end of its 95 % interval (rescaled Wilson)"),
    high: z.number().describe("upper end"),
    n: z.int().describe("its tests that count"),
    better: z.int().describe("evaluations that it is significantly better than"),
    tied: z.int().describe("evaluations from which it does not differ significantly"),
    worse: z.int().describe("evaluations that it is significantly worse than"),
    ...simulatedField
  }),
  async rows(store, chosen) {
    const {found, evaluations} = await find(store, chosen);
    return found.members.map((member, i) => ({...evaluations[member.evaluation]!, ...member, rank: i + 1}));
  },
  async plot(_, {width, ...chosen}, store) {
    const {namedMembers} = await charted();
    const {pairMatrix} = await import("../charts/clusters/matrix.js");
    const {evaluationNames} = await import("../charts/shared/label.js");
    const {found, evaluations} = await find(store, chosen);
    return pairMatrix(found, namedMembers(found, evaluations, evaluationNames(evaluations)), {width, method: chosen.method});
  },
  async sentence(_, chosen, store) {
    const {found, asked} = await find(store, chosen);
    return (await charted()).clustersSentence(found, chosen, asked);
  }
});

export const pairs = command({
  name: "pairs",
  description:
    "every pair of evaluations on their common tests: paired difference, interval, p, and whether they differ significantly",
  options,
  row: z.object({
    a: z.string().describe("model, template and sampler of the one that ranks higher"),
    b: z.string().describe("of the other"),
    a_eval_id: evaluationFields.eval_id,
    b_eval_id: evaluationFields.eval_id,
    value: z.number().nullable().describe("excess accuracy of a minus that of b, on the common tests"),
    low: z.number().nullable().describe("lower end of its paired 95 % interval; null where there is no error"),
    high: z.number().nullable().describe("upper end"),
    p: z.number().nullable().describe("two-sided, of no difference"),
    adjusted: z.number().nullable().describe("p after false-discovery control"),
    differ: z.boolean().describe("whether the difference is significant"),
    n: z.int().describe("common tests that count"),
    points: z.int().describe("points that they lie in"),
    ...simulatedField
  }),
  async rows(store, chosen) {
    const {found, evaluations} = await find(store, chosen);
    const of = (rank: number) => evaluations[found.members[rank]!.evaluation]!;
    return found.pairs.map((pair: ComparedPair) => {
      const [a, b] = [of(pair.a), of(pair.b)];
      const ends = differenceInterval(pair) ?? {low: null, high: null};
      const names = {a: nameOf(a), b: nameOf(b), a_eval_id: a.eval_id, b_eval_id: b.eval_id};
      return {...pair, ...ends, ...names, simulated: a.simulated || b.simulated};
    });
  }
});
