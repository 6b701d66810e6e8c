// The commands `clusters` and `pairs`: evaluations that do not differ significantly, as a compact letter display, and all pairwise
// differences.
import {z} from "zod";
import {differenceInterval} from "../stats/paired.js";
import {fullName} from "../store/evaluationName.js";
import {type ComparedPair, clusters as clustersOf} from "../studies/compare/clusters.js";
import {command} from "./command.js";
import {count, evaluationFields, number, numberOrNull, simulatedField, text} from "./fields.js";
import {answersOf, clusterOptions} from "./paired.js";
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
    rank: count("by the mean paired difference to all others; by accuracy, where intervals decide"),
    ...evaluationFields,
    letters: text("evaluations that share one do not differ significantly"),
    accuracy: numberOrNull("excess accuracy over its own tests: 0 guessing, 1 knowing"),
    low: number("lower end of its 95 % interval (rescaled Wilson)"),
    high: number("upper end"),
    n: count("its tests that count"),
    better: count("evaluations that it is significantly better than"),
    tied: count("evaluations from which it does not differ significantly"),
    worse: count("evaluations that it is significantly worse than"),
    ...simulatedField
  }),
  async rows(store, chosen) {
    const {found, evaluations} = await find(store, chosen);
    return found.members.map((member, i) => ({...evaluations[member.evaluation]!, ...member, rank: i + 1}));
  },
  async plot(_, {width, ...chosen}, store) {
    const {namedMembers} = await charted();
    const {pairMatrix} = await import("../charts/clusters/clusters.js");
    const {evaluationNames} = await import("../charts/shared/label.js");
    const {found, evaluations} = await find(store, chosen);
    return pairMatrix(found, namedMembers(found, evaluations, evaluationNames(evaluations)), {width, method: chosen.method});
  },
  async sentence(_, chosen, store) {
    const {found, asked} = await find(store, chosen);
    const {clustersSentence, methodSentence} = await charted();
    return `${clustersSentence(found, chosen)} ${methodSentence(found, chosen, asked)}`.trim();
  }
});

export const pairs = command({
  name: "pairs",
  description:
    "every pair of evaluations on their common tests: paired difference, interval, p, and whether they differ significantly",
  options,
  row: z.object({
    a: text("model, template and sampler of the one that ranks higher"),
    b: text("of the other"),
    a_eval_id: evaluationFields.eval_id,
    b_eval_id: evaluationFields.eval_id,
    value: numberOrNull("excess accuracy of a minus that of b, on the common tests"),
    low: numberOrNull("lower end of its paired 95 % interval; null where there is no error"),
    high: numberOrNull("upper end"),
    p: numberOrNull("two-sided, of no difference"),
    adjusted: numberOrNull("p after false-discovery control"),
    differ: z.boolean().describe("whether the difference is significant"),
    n: count("common tests that count"),
    points: count("points that they lie in"),
    ...simulatedField
  }),
  async rows(store, chosen) {
    const {found, evaluations} = await find(store, chosen);
    const of = (rank: number) => evaluations[found.members[rank]!.evaluation]!;
    return found.pairs.map((pair: ComparedPair) => {
      const [a, b] = [of(pair.a), of(pair.b)];
      const ends = differenceInterval(pair) ?? {low: null, high: null};
      const names = {a: fullName(a), b: fullName(b), a_eval_id: a.eval_id, b_eval_id: b.eval_id};
      return {...pair, ...ends, ...names, simulated: a.simulated || b.simulated};
    });
  }
});
