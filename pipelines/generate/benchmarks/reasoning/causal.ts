// The benchmark ZenCausal: counterfactuals of linear models, interventions and decisive events in networks, and effects adjusted by group.
import {type Problem, signed} from "../../parts/expressions.js";
import {type Family, levelCells} from "../../parts/levels.js";
import {type Random, severalOf} from "../../seed.js";
import type {Step} from "../../task.js";
import type {Benchmark} from "../benchmark.js";

const QUANTITIES = [..."ABCDEFGHJKLMNPQRSTVWXYZ"];

/** A linear model whose background terms follow from what was observed; asked is a value had another one been set. */
function counterfactual(level: number, random: Random): Problem {
  const count = [3, 4, 6, 8, 11][level - 1]!;
  const names = severalOf(QUANTITIES, count, random);
  const models = names.map((name, i) => {
    const causes = i === 0 ? [] : [...new Set([i - 1, random.integer(Math.max(0, i - 4), i - 1)])];
    return {
      name,
      causes: causes.map(cause => [cause, signed(random, level < 4 ? 4 : 2)] as const),
      background: signed(random, 30)
    };
  });
  const valuesWith = (set?: number): number[] => {
    const values: number[] = [];
    for (const {causes, background} of models) {
      const isSet = values.length === 0 && set !== undefined;
      values.push(isSet ? set : causes.reduce((sum, [cause, factor]) => sum + factor * values[cause]!, background));
    }
    return values;
  };
  const observed = valuesWith();
  const set = observed[0]! + signed(random, 12);
  const values = valuesWith(set);
  const equations = models.map(({name, causes}) => {
    const terms = causes.map(([cause, factor], k) => {
      const sign = factor < 0 ? (k === 0 ? "-" : " - ") : k === 0 ? "" : " + ";
      return `${sign}${Math.abs(factor) === 1 ? "" : Math.abs(factor)}${names[cause]}`;
    });
    return causes.length === 0 ? `${name} = u_${name}` : `${name} = ${terms.join("")} + u_${name}`;
  });
  const facts = names.map((name, i) => `${name} was ${observed[i]}`);
  const last = names.at(-1)!;
  const steps = models.slice(1).flatMap(({name, background}, i) => [
    {name: `u_${name}`, value: background},
    {name: `${name} if ${names[0]} is set`, value: values[i + 1]!}
  ]);
  return {
    question: `In a causal model, each quantity is computed from its causes and from a background term u, which nothing in the model changes:\n${random.shuffle(equations).join("\n")}\nIn one case, ${random.shuffle(facts).join(", ")}.\n${random.pick([`Had ${names[0]} been ${set} in this case, what would ${last} have been?`, `What would ${last} have been in this case if somebody had set ${names[0]} to ${set}?`])}`,
    answer: values.at(-1)!,
    steps
  };
}

/** Rules of a network: text of the condition, and whether it holds. @param inputs numbers of nodes */
const RULES: readonly (readonly [text: (inputs: readonly number[]) => string, holds: (values: readonly boolean[]) => boolean])[] =
  [
    [([a, b]) => `both ${a} and ${b} are on`, ([a, b]) => a! && b!],
    [([a, b]) => `${a} or ${b} is on, or both are`, ([a, b]) => a! || b!],
    [inputs => `at least two of ${inputs.join(", ")} are on`, values => values.filter(Boolean).length >= 2],
    [([a, b]) => `${a} is on and ${b} is off`, ([a, b]) => a! && !b!],
    [([a, b]) => `exactly one of ${a} and ${b} is on`, ([a, b]) => a !== b]
  ];

interface Lamp {
  id: number;
  inputs: readonly number[];
  rule: (typeof RULES)[number];
}

/** Lamps with switches, and lamps that depend on others, in an order in which they can be decided. */
function network(level: number, random: Random): {sources: number[]; lamps: Lamp[]} {
  const [switches, gates] = [
    [3, 3],
    [4, 5],
    [5, 8],
    [6, 12],
    [8, 16]
  ][level - 1] as [number, number];
  const ids = severalOf(
    Array.from({length: 88}, (_, i) => i + 11),
    switches + gates,
    random
  );
  const lamps = ids.slice(switches).map((id, i) => {
    const before = ids.slice(0, switches + i);
    const near = [before.at(-1)!, ...severalOf(before.slice(0, -1), 2, random)];
    return {id, inputs: random.shuffle(near), rule: random.pick(RULES)};
  });
  return {sources: ids.slice(0, switches), lamps};
}

/** State of every lamp. @param forced states that no rule decides */
function light(lamps: readonly Lamp[], on: ReadonlySet<number>, forced: ReadonlyMap<number, boolean> = new Map()): Set<number> {
  const lit = new Set(on);
  for (const {id, inputs, rule} of lamps) if (forced.get(id) ?? rule[1](inputs.map(input => lit.has(input)))) lit.add(id);
  return lit;
}

const rulesText = (lamps: readonly Lamp[], random: Random): string =>
  random
    .shuffle(lamps)
    .map(({id, inputs, rule}) => `Lamp ${id} is on exactly if ${rule[0](inputs)}.`)
    .join("\n");

/** Somebody forces a lamp; asked is which lamps are on then. */
function intervention(level: number, random: Random): Problem {
  const {sources, lamps} = network(level, random);
  const on = new Set(sources.filter(() => random.chance(0.6)));
  const {id} = random.pick(lamps.slice(0, -1));
  const isOn = !light(lamps, on).has(id);
  const lit = light(lamps, on, new Map([[id, isOn]]));
  const answer = [...lit].reduce((sum, each) => sum + each, 0);
  const switches = random.shuffle(sources).map(each => `lamp ${each} ${on.has(each) ? "on" : "off"}`);
  const steps: Step[] = lamps.map(lamp => ({name: `lamp ${lamp.id}`, value: lit.has(lamp.id) ? "on" : "off"}));
  return {
    question: `Some lamps have switches: ${switches.join(", ")}. The others follow rules:\n${rulesText(lamps, random)}\nNow somebody rewires lamp ${id}, so that it is always ${isOn ? "on" : "off"}, regardless of its rule. All other rules still hold. What is the sum of the numbers of all lamps that are on?`,
    answer,
    steps: [...steps, {name: "sum", value: answer}]
  };
}

/** Asked is which switches were necessary for the last lamp, each alone. */
function necessary(level: number, random: Random): Problem {
  const {sources, lamps} = network(level, random);
  const on = new Set(sources.filter(() => random.chance(0.75)));
  const {id} = lamps.at(-1)!;
  const isLit = (lit: ReadonlySet<number>) => light(lamps, lit).has(id);
  const decisive = [...on].filter(each => !isLit(new Set([...on].filter(other => other !== each))));
  if (!isLit(on) || decisive.length < 2) return necessary(level, random);
  const switches = random.shuffle(sources).map(each => `lamp ${each} ${on.has(each) ? "on" : "off"}`);
  const answer = decisive.reduce((sum, each) => sum + each, 0);
  const steps: Step[] = [...on].map(each => ({
    name: `lamp ${id} without lamp ${each}`,
    value: decisive.includes(each) ? "off" : "on"
  }));
  const states = lamps.map(lamp => ({name: `lamp ${lamp.id}`, value: light(lamps, on).has(lamp.id) ? "on" : "off"}));
  return {
    question: `Some lamps have switches: ${switches.join(", ")}. The others follow rules:\n${rulesText(lamps, random)}\nLamp ${id} is on. A lamp that was switched on is necessary if lamp ${id} would have been off had this one alone been switched off. What is the sum of the numbers of the necessary lamps?`,
    answer,
    steps: [...states, ...steps, {name: "sum", value: answer}]
  };
}

/** What people did, the same after "had", and a result. */
const EFFECTS = [
  ["took a course", "taken a course", "passed the test"],
  ["took the medicine", "taken the medicine", "recovered"],
  ["got a reminder", "got a reminder", "answered"],
  ["used the new tool", "used the new tool", "finished early"],
  ["drank the tonic", "drunk the tonic", "slept well"]
] as const;
const GROUPS = ["beginners", "returners", "experts", "guests", "members", "students", "teachers", "veterans"];

/** Groups of different size in which chance decided who was treated; asked is the result had all been treated, or had nobody. */
function adjusted(level: number, random: Random): Problem {
  const groups = severalOf(GROUPS, [2, 3, 4, 6, 8][level - 1]!, random).map(name => {
    const [treated, scale] = [random.integer(2, 9) * 5, random.integer(2, 6)];
    const all = treated * scale;
    const others = all - treated;
    // Untreated people are a whole multiple of 5 as well, so that shares of fifths give whole numbers.
    const [well, wellOthers] = [(treated / 5) * random.integer(1, 5), (others / 5) * random.integer(1, 5)];
    return {name, all, treated, others, well, wellOthers};
  });
  const [cause, participle, result] = random.pick(EFFECTS);
  const isTreated = random.chance(0.5);
  const expected = groups.map(({all, treated, others, well, wellOthers}) =>
    isTreated ? (all * well) / treated : (all * wellOthers) / others
  );
  const answer = expected.reduce((sum, each) => sum + each, 0);
  const lines = groups.map(
    ({name, treated, well, others, wellOthers}) =>
      `Of ${treated} ${name} who ${cause}, ${well} ${result}; of ${others} ${name} who did not, ${wellOthers} ${result}.`
  );
  return {
    question: `Within each group, chance alone decided who ${cause}; groups differ in many ways.\n${random.shuffle(lines).join("\n")}\nIf ${isTreated ? "all" : "none"} of these people had ${participle}, how many of them would be expected to have ${result}? Take the shares within each group as exact.`,
    answer,
    steps: [...groups.map(({name}, i) => ({name: `expected ${name}`, value: expected[i]!})), {name: "sum", value: answer}]
  };
}

const FAMILIES: Readonly<Record<string, Family>> = {counterfactual, intervention, necessary, adjusted};

/** The words that begin every question. */
export const CAUSAL_OPENING = "Answer this question about causes and effects.";

export const causal: Benchmark = {
  name: "zen-causal",
  version: 1,
  summary: "Counterfactuals in linear models, forced and necessary lamps in networks of rules, and effects adjusted by group.",
  domain: "Reasoning",
  category: "Causal and counterfactual",
  facets: {family: "kind of problem", level: "difficulty, 1 to 5"},
  single: true,
  cells: levelCells(FAMILIES, {size: 240, opening: CAUSAL_OPENING})
};
