// Finds the tests of a book's item banks by the ids of their items.
import {drawsOf} from "../../generate/draws.node.js";
import type {Test} from "../../generate/task.js";
import {groupBy} from "../../stats/groupBy.js";
import type {Plan} from "../evaluation.js";

/** The part of a point's key with which the ids of its items begin. */
const pointOf = (key: string): string => key.slice(0, 16);

/**
 * The tests of the plan's banks that have these ids, as a run asks them: with worked examples, images and tools, of which a store's table of
 * items holds nothing. Ids of tasks, and of banks that the plan does not ask, are left out.
 */
export function bankTests({points, tasks}: Pick<Plan, "points" | "tasks">, ids: readonly string[]): Map<string, Test> {
  const wanted = groupBy(ids, pointOf);
  const found = new Map<string, Test>();
  for (const point of points) {
    const left = new Set(wanted.get(pointOf(point.key)));
    if (!point.bank) continue;
    const draws = drawsOf(point, tasks.get(point.base_task)!);
    const size = draws.available(Number.POSITIVE_INFINITY);
    for (let k = 0; k < size && left.size > 0; k++) {
      const test = draws.test(k);
      if (left.delete(test.item_id)) found.set(test.item_id, test);
    }
  }
  return found;
}
