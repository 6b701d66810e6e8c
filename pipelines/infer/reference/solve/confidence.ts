// Solver of questions that ask for a confidence: works as on the bare question, and states how sure the model is by its own miscalibration.
import {ASKS_CONFIDENCE} from "../../../generate/parts/confidence.js";
import type {Solver} from "./solver.js";

/** A solver of questions that ask for a confidence, by those of the bare ones. */
export const confidenceSolver = (questionIn: (prompt: string) => {question: string; solver: Solver} | null): Solver => ({
  read: prompt => (prompt.includes(ASKS_CONFIDENCE) ? prompt.replaceAll(`\n${ASKS_CONFIDENCE}`, "") : null),
  solve(prompt, mind) {
    const read = questionIn(prompt);
    if (!read) throw new SyntaxError("no solver reads the bare question");
    const solution = read.solver.solve(read.question, mind);
    return {...solution, confidence: mind.confidence(solution.chance ?? mind.certainty())};
  }
});
