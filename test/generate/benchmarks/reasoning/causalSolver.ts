// Second solver of ZenCausal: adds effects over all directed paths, lets rules settle from darkness, and weighs people by their chance of treatment.
import {CAUSAL_OPENING} from "../../../../pipelines/generate/benchmarks/reasoning/causal.js";
import {methodSolver, type Worked} from "../quality/methodSolver.js";

/** The value changes by the change of the cause times its total effect, the sum over paths of the products of their factors. */
function counterfactual(question: string): Worked {
  const edges = [...question.matchAll(/^(\w) = (.+) \+ u_\w$/gmu)].flatMap(([, name, sum]) =>
    [...sum!.replaceAll(" ", "").matchAll(/([+-]?)(\d*)([A-Z])/gu)].map(([, sign, size, cause]) => ({
      from: cause!,
      to: name!,
      factor: (sign === "-" ? -1 : 1) * Number(size || 1)
    }))
  );
  const observed = new Map([...question.matchAll(/(\w) was (-?\d+)/gu)].map(([, name, value]) => [name!, Number(value)]));
  const [, cause, set] = /(?:Had (?=\w been)|set )(\w) (?:been|to) (-?\d+)/u.exec(question)!;
  const target = /what would (\w) have been/iu.exec(question)![1]!;
  const effect = (from: string): number =>
    from === target ? 1 : edges.reduce((sum, edge) => sum + (edge.from === from ? edge.factor * effect(edge.to) : 0), 0);
  return {
    answer: observed.get(target)! + effect(cause!) * (Number(set) - observed.get(cause!)!),
    steps: edges.length + observed.size
  };
}

/** Whether a condition holds, from its words. */
function holds(condition: string, lit: ReadonlySet<number>): boolean {
  const numbers = [...condition.matchAll(/\d+/gu)].map(Number);
  const count = numbers.filter(each => lit.has(each)).length;
  if (condition.startsWith("both")) return count === 2;
  if (condition.startsWith("at least two")) return count >= 2;
  if (condition.startsWith("exactly one")) return count === 1;
  if (condition.endsWith("or both are")) return count >= 1;
  if (condition.endsWith("is off")) return lit.has(numbers[0]!) && !lit.has(numbers[1]!);
  throw new SyntaxError(`unknown rule: ${condition}`);
}

interface Net {
  rules: ReadonlyMap<number, string>;
  on: number[];
}

function netIn(question: string): Net {
  const rules = new Map(
    [...question.matchAll(/^Lamp (\d+) is on exactly if (.+)\.$/gmu)].map(([, id, text]) => [Number(id), text!])
  );
  const switches = /have switches: (.+?)\./u.exec(question)![1]!;
  return {rules, on: [...switches.matchAll(/lamp (\d+) on/gu)].map(([, id]) => Number(id))};
}

/** Applies all rules at once, from darkness, until nothing changes. */
function settle({rules, on}: Net, forced: ReadonlyMap<number, boolean> = new Map()): Set<number> {
  let lit = new Set(on);
  for (;;) {
    const next = new Set(on);
    for (const [id, text] of rules) if (forced.get(id) ?? holds(text, lit)) next.add(id);
    if (next.size === lit.size && [...next].every(each => lit.has(each))) return lit;
    lit = next;
  }
}

const sumOf = (values: Iterable<number>): number => [...values].reduce((sum, each) => sum + each, 0);

function lamps(question: string): Worked {
  const net = netIn(question);
  const forced = /rewires lamp (\d+), so that it is always (on|off)/u.exec(question);
  if (forced)
    return {
      answer: sumOf(settle(net, new Map([[Number(forced[1]), forced[2] === "on"]]))),
      steps: net.rules.size
    };
  const target = Number(/necessary if lamp (\d+)/u.exec(question)![1]);
  const isNecessary = (id: number) => !settle({...net, on: net.on.filter(each => each !== id)}).has(target);
  return {answer: sumOf(net.on.filter(isNecessary)), steps: net.rules.size + net.on.length};
}

/** Weighs each person by the inverse of the chance of having been treated as he was. */
function adjusted(question: string): Worked {
  const groups = [...question.matchAll(/^Of (\d+) (\w+) who .+, (\d+) .+; of (\d+) \w+ who did not, (\d+) /gmu)].map(
    ([, treated, , well, others, wellOthers]) =>
      [treated, well, others, wellOthers].map(Number) as [number, number, number, number]
  );
  const isTreated = question.includes("If all of");
  const weighted = groups.map(([treated, well, others, wellOthers]) => {
    const chance = (isTreated ? treated : others) / (treated + others);
    return (isTreated ? well : wellOthers) / chance;
  });
  return {answer: Math.round(1e6 * sumOf(weighted)) / 1e6, steps: 3 * groups.length};
}

/** Solves a question from its text; null where it is none of ZenCausal. */
export const solveCausal = methodSolver(CAUSAL_OPENING, [
  [/^In a causal model/u, counterfactual],
  [/^Some lamps/u, lamps],
  [/^Within each group/u, adjusted]
]);
