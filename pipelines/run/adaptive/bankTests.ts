// Finds the tests of a book's item banks by the ids of their items.
import {drawsOf} from "../../generate/draws.js";
import type {Test} from "../../generate/task.js";
import type {Plan} from "../evaluation.js";

/**
 * The tests of the plan's banks that have these ids, as a run asks them: with worked examples, images and tools, of which a store's table of
 * items holds nothing. Ids of tasks, and of banks that the plan does not ask, are left out.
 */
export function bankTests({points, tasks}: Pick<Plan, "points" | "tasks">, ids: readonly string[]): Map<string, Test> {
  const wanted = new Set(ids);
  const found = new Map<string, Test>();
  for (const point of points) {
    const left = ids.filter(id => id.startsWith(`${point.key.slice(0, 16)}-`)).length;
    if (!point.bank || left === 0) continue;
    const draws = drawsOf(point, tasks.get(point.base_task)!);
    const size = draws.available(Number.POSITIVE_INFINITY);
    for (let k = 0, of = left; k < size && of > 0; k++) {
      const test = draws.test(k);
      if (!wanted.has(test.item_id)) continue;
      found.set(test.item_id, test);
      of--;
    }
  }
  return found;
}
