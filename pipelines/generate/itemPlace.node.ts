// Places of items of generated benchmarks. The built-in server makes an item again from its place, and so has the right answer.
import {z} from "zod";
import {benchmarkTasks} from "./benchmarks/registry.js";
import {spellParams, testOf} from "./coordinates.node.js";
import type {Test} from "./task.js";

/** Header of requests to the built-in server that holds the place of the question's item. */
export const ITEM_HEADER = "x-reasonbook-item";

const placeSchema = z.strictObject({
  task: z.string(),
  version: z.int(),
  params: z.record(z.string(), z.json()),
  seed: z.int(),
  index: z.int().min(0)
});
export type ItemPlace = z.infer<typeof placeSchema>;

/** Returns the place of a generated test. */
export const itemPlaceOf = ({base_task, generator_version, params, seed, index}: Test): ItemPlace => ({
  task: base_task,
  version: generator_version,
  params: params as ItemPlace["params"],
  seed,
  index
});

/** Writes a place as the value of a header, in ASCII. */
export const placeHeader = (place: ItemPlace): string => encodeURIComponent(JSON.stringify(place));

/** Returns the test at the place that a header names; null where it names none of a generated benchmark of this version. */
export function testInHeader(value: string | undefined): Test | null {
  if (value === undefined) return null;
  const parsed = placeSchema.safeParse(jsonIn(value));
  if (!parsed.success) return null;
  const {task: name, version, params, seed, index} = parsed.data;
  const task = benchmarkTasks.get(name);
  if (task?.version !== version) return null;
  const spelt = spellParams(params, {base_task: name, version, tasks: benchmarkTasks});
  if ("bad" in spelt) return null;
  const result = testOf(task, spelt, {seed, index});
  return "test" in result ? result.test : null;
}

function jsonIn(value: string): unknown {
  try {
    return JSON.parse(decodeURIComponent(value));
  } catch {
    return undefined;
  }
}
