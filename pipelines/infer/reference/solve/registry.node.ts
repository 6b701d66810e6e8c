// Registry of the solvers of simulated models, one for each kind of question. Questions that no solver reads get a general reply.
import {memoizeLongText} from "../../../book/memoizeLongText.js";
import {ASKS_CONFIDENCE} from "../../../generate/parts/confidence.js";
import {dates} from "./dates.js";
import {expandedSolver} from "./expanded.node.js";
import {arithmetic, boolean, brackets} from "./expressions.js";
import {facts} from "./facts.js";
import {listops} from "./listops.js";
import {letters, objects, sort} from "./lists.js";
import {jsonpath, tables} from "./lookups.js";
import {narratives} from "./narratives.js";
import {needles} from "./needles.js";
import {cars, movies, shuffle} from "./options.js";
import {reason} from "./reason.js";
import {rules} from "./rules.js";
import {sequence} from "./sequence.js";
import {shapes} from "./shapes.js";
import type {Solver} from "./solver.js";

// Solver of questions that ask for a confidence: works as on the bare question, and states how sure the model is by its own miscalibration.

/** A solver of questions that ask for a confidence, by those of the bare ones. */
const confidenceSolver = (questionIn: (prompt: string) => {question: string; solver: Solver} | null): Solver => ({
  read: prompt => (prompt.includes(ASKS_CONFIDENCE) ? prompt.replaceAll(`\n${ASKS_CONFIDENCE}`, "") : null),
  solve(prompt, mind) {
    const read = questionIn(prompt);
    if (!read) throw new SyntaxError("no solver reads the bare question");
    const solution = read.solver.solve(read.question, mind);
    return {...solution, confidence: mind.confidence(solution.chance ?? mind.certainty())};
  }
});

export const solvers: ReadonlyMap<string, Solver> = new Map([
  ["arithmetic", arithmetic],
  ["boolean", boolean],
  ["brackets", brackets],
  ["listops", listops],
  ["shapes", shapes],
  ["sort", sort],
  ["sequence", sequence],
  ["cars", cars],
  ["objects", objects],
  ["jsonpath", jsonpath],
  ["letters", letters],
  ["tables", tables],
  ["shuffle", shuffle],
  ["dates", dates],
  ["movies", movies],
  ["verbose-listops", narratives],
  ["facts", facts],
  ["needles", needles],
  ["zen-reason", reason],
  ["zen-rules", rules]
]);

/** Expanded questions are looked for first, since they hold the words of short ones. */
const expanded = expandedSolver(prompt => among(solvers.values(), prompt));

/** Before them all, questions that ask for a confidence besides. */
const confidence = confidenceSolver(prompt => among([expanded], prompt) ?? among(solvers.values(), prompt));

/**
 * The question in a prompt, with the solver that reads it; null where none does, or where it is longer than any question of a task. Of the
 * long prompts read last it is kept, since many models are asked the same.
 */
export const questionIn = memoizeLongText((prompt: string): {question: string; solver: Solver} | null => {
  return among([confidence, expanded], prompt) ?? among(solvers.values(), prompt);
});

function among(solvers: Iterable<Solver>, prompt: string): {question: string; solver: Solver} | null {
  for (const solver of solvers) {
    const question = solver.read(prompt);
    if (question !== null) return question.length <= (solver.longest ?? Number.POSITIVE_INFINITY) ? {question, solver} : null;
  }
  return null;
}
