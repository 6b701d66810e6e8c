// Items of environments: what those of all categories of agents share.
import type {Random} from "../../seed.js";
import type {MadeItem} from "../benchmark.js";
import {type Environment, some} from "./world.js";

/** What the answer of a task is called whose end state is that of the goal. */
export const REACHED = "reached";
/** Requests that a model may take beyond one for each call of the plan and each fault: detours, and the last message. */
const SPARE_TURNS = 4;

/** The faults of so many calls of a plan, at random places; each counts the faults before it among the calls. */
export function faultsOf(plan: Environment["plan"], count: number, random: Random): Environment["faults"] {
  const places = some(
    plan.map((_, i) => i + 1),
    Math.min(count, plan.length),
    random
  ).sort((a, b) => a - b);
  return places.map((call, i) => ({call: call + i, status: random.chance(0.5) ? 500 : 504}));
}

/** An item whose answer is the end state of its environment. */
export const environmentItem = (prompt: string, scorer: Environment, tools: MadeItem["tools"]): MadeItem => ({
  prompt,
  expected: REACHED,
  guess_chance: 0,
  scorer,
  tools,
  distinct: `${prompt}\n${JSON.stringify(scorer.plan)}`,
  max_turns: scorer.plan.length + scorer.faults.length + SPARE_TURNS
});

/** The size of the i-th of several cells among which items are divided evenly. */
export const cellSize = (i: number, cells: number, items: number): number =>
  Math.floor(((i + 1) * items) / cells) - Math.floor((i * items) / cells);
