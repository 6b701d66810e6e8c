// Second solvers of benchmarks of several kinds of questions, each of which is known by its beginning and has a method.
import {block} from "../../../../pipelines/infer/reference/solve/block.js";
import type {Solved} from "./measure.js";

/** An answer as a number, and the operations that it takes. */
export interface Worked {
  answer: number;
  steps: number;
}

/** The beginning of a kind of questions, or a pattern of it, and its method. */
export type Method = readonly [start: string | RegExp, work: (question: string) => Worked];

/** Returns a solver of the questions with an opening; it returns null for others and where no method is for their beginning. */
export const methodSolver =
  (opening: string, methods: readonly Method[]) =>
  (prompt: string): Solved | null => {
    const question = block(prompt, opening) ?? "";
    const method = methods.find(([start]) =>
      typeof start === "string" ? question.startsWith(start) : start.test(question)
    )?.[1];
    if (!method) return null;
    const {answer, steps} = method(question);
    return {answer: String(answer), steps};
  };
