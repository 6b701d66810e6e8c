// Work of a simulated mind on a question whose right answer is known: each step may go wrong, and one that does spoils the answer.
import type {Mind} from "../mind.js";
import type {Solution} from "./solver.js";

/** Size of each step, and load on memory of each that has been worked out. */
interface Demands {
  load?: number;
  held?: number;
}

/** A solution with as many chances of an error as there are steps. A wrong number is a little off. */
export function boundedSolution(
  {answer, steps}: {answer: number; steps: readonly string[]},
  mind: Mind,
  {load = 1, held = 0.5}: Demands = {}
): Solution {
  const wrong = steps.findIndex((_, i) => mind.errs({load, remembered: 1 + i * held, depth: 1 + i * held}));
  const off = mind.random.pick([-10, -3, -2, -1, 1, 2, 3, 10]);
  return {
    steps: [...steps],
    answer: String(wrong < 0 ? answer : answer + off),
    chance: mind.certainty()
  };
}
