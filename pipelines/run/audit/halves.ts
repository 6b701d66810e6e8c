// Two halves of the items of a category, of which answerers learn from one and answer the other.
import {randomOf} from "../../generate/seed.js";
import type {DrawnItem} from "../../generate/task.js";

/** Items that put the same in several ways stand in one half, so that nobody learns an item's answer from its like. */
export function halvesOf(items: readonly DrawnItem[]): [DrawnItem[], DrawnItem[]] {
  const alike = new Map<string, DrawnItem[]>();
  for (const item of items) {
    const key = item.pair ?? item.content;
    const same = alike.get(key);
    if (same) same.push(item);
    else alike.set(key, [item]);
  }
  const halves: [DrawnItem[], DrawnItem[]] = [[], []];
  for (const [i, same] of randomOf("audit: halves")
    .shuffle([...alike.values()])
    .entries())
    halves[i % 2 === 0 ? 0 : 1].push(...same);
  return halves;
}
