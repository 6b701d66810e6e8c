// Work of a simulated mind on a question whose right answer is known: each step may go wrong, and one that does spoils the answer.
import type {Mind} from "../mind.js";
import type {Solution} from "./solver.js";

/** Load on memory of each step that has been worked out. */
const HELD_PER_STEP = 0.5;

/** A solution with as many chances of an error as there are steps. A wrong number is a little off. */
export function boundedSolution({answer, steps}: {answer: number; steps: readonly string[]}, mind: Mind): Solution {
  const wrong = steps.findIndex((_, i) => mind.errs({load: 1, remembered: 1 + i * HELD_PER_STEP, depth: 1 + i / 2}));
  const off = mind.random.pick([-10, -3, -2, -1, 1, 2, 3, 10]);
  return {
    steps: [...steps],
    answer: String(wrong < 0 ? answer : answer + off),
    chance: mind.certainty()
  };
}
