// Makes the tests of generators and generated benchmarks again from task, parameters, seed and index.
import {type Spelt, testOf} from "../generate/coordinates.node.js";
import type {AnyTask, Test} from "../generate/task.js";

/** A test as tables hold it: parameters, scorer and steps as JSON. */
export type TableTest = Omit<Test, "params" | "seed" | "scorer" | "steps"> & {
  params_json: string;
  seed: number | null;
  scorer: string | null;
  steps: string | null;
  /** Set for items of a generated benchmark. */
  bank?: true;
};

/** Most characters of tests that are kept. */
const MAX_CHARACTERS = 2 ** 25;

/** Tests by task, parameters, seed and index. A test is kept for a while, since rows of several models ask for it. */
export class GeneratedTests {
  readonly #tests = new Map<string, TableTest>();
  #characters = 0;

  /** Returns a test, or the reason why the task has none of this index. @param seed global seed · @param index position, from 0 */
  test(task: AnyTask, spelt: Spelt, {seed, index}: {seed: number; index: number}): {row: TableTest} | {bad: string} {
    const key = JSON.stringify([task.name, spelt.params_json, seed, index]);
    const stored = this.#tests.get(key);
    if (stored) return {row: stored};
    const result = testOf(task, spelt, {seed, index});
    if (!("test" in result))
      return {
        bad: `index: ${task.name} ${spelt.params_json} has ${result.available.toLocaleString("en")} items, numbered from 0; got ${index}`
      };
    const {params: _, scorer, steps, ...test} = result.test;
    const row: TableTest = {
      ...test,
      params_json: spelt.params_json,
      scorer: scorer ? JSON.stringify(scorer) : null,
      steps: steps ? JSON.stringify(steps) : null,
      ...(task.items && {bank: true})
    };
    this.#keep(key, row);
    return {row};
  }

  #keep(key: string, row: TableTest): void {
    this.#characters += row.prompt.length + (row.scorer?.length ?? 0) + (row.steps?.length ?? 0);
    if (this.#characters > MAX_CHARACTERS) {
      this.#tests.clear();
      this.#characters = 0;
    }
    this.#tests.set(key, row);
  }
}
