// Second solvers of benchmarks of linked quantities: each line is read, its names are replaced by values, and the value is found by a method
// that the benchmark's solver has for the phrase.
import {block} from "../../../../pipelines/infer/reference/solve/block.js";
import type {Solved} from "./measure.js";

/** A phrase, # for a number and @ for other text; its value from the numbers and the other texts; and the operations that it takes. */
export type Method = readonly [phrase: string, work: (numbers: number[], texts: string[]) => number, steps?: number];

const DEFINITION = /^(?:Let )?([A-Z]) (?:is|be|stands for) (.+)\.$/u;
const QUESTION = /^(?:What is|Find|Work out) (.+)[?.]$/u;
const REFERENCE = /\((\d*)([A-Z])(?: ([+-]) (\d+))?\)|\b([B-Z])\b(?![a-z])/gu;

/** Returns a solver of the questions with an opening; it returns null for others and where no method reads a line. */
export function chainedSolver(opening: string, methods: readonly Method[]): (prompt: string) => Solved | null {
  const patterns = methods.map(([phrase, work, steps = 2]) => {
    const escaped = phrase.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`);
    const pattern = escaped.replaceAll("#", String.raw`(-?\d+(?:\.\d+)?)`).replaceAll("@", "(.+?)");
    return {pattern: new RegExp(`^${pattern}$`, "u"), work, steps};
  });
  const evaluate = (text: string): {value: number; steps: number} | null => {
    for (const {pattern, work, steps} of patterns) {
      const parts = pattern.exec(text)?.slice(1);
      if (!parts) continue;
      const numbers = parts.map(Number).filter(each => !Number.isNaN(each));
      const texts = parts.filter(each => Number.isNaN(Number(each)));
      return {value: work(numbers, texts), steps};
    }
    return null;
  };
  return prompt => {
    const lines = (block(prompt, opening) ?? "").split("\n");
    const asked = QUESTION.exec(lines.at(-1)!)?.[1];
    if (asked === undefined) return null;
    if (lines.length === 1) return solvedOf(evaluate(asked));
    const values = new Map<string, number>();
    let left = lines.slice(0, -1).map(line => DEFINITION.exec(line)!.slice(1) as [string, string]);
    let total = 0;
    while (left.length > 0) {
      const open = new Set(left.map(([name]) => name));
      const [name, text] = left.find(([, text]) =>
        [...text.matchAll(REFERENCE)].every(([, , one, , , other]) => !open.has(one ?? other!))
      )!;
      const replaced = text.replaceAll(REFERENCE, (whole, factor: string, one = "", sign = "+", by = "0", other = "") => {
        const value = values.get(one || other);
        if (value === undefined) return whole;
        return String((factor ? Number(factor) : 1) * value + (sign === "-" ? -1 : 1) * Number(by));
      });
      const result = evaluate(replaced);
      if (!result) return null;
      values.set(name, result.value);
      total += result.steps + 1;
      left = left.filter(([each]) => each !== name);
    }
    return solvedOf({value: values.get(asked)!, steps: total});
  };
}

const solvedOf = (result: {value: number; steps: number} | null): Solved | null =>
  result && {answer: String(result.value), steps: result.steps};
