// Solver of the task "jsonpath".
import type {Mind} from "../mind.js";
import {block} from "./block.js";
import type {Solver} from "./solver.js";

const OPENING = "Follow the path through this JSON document.";
const STEP = /\.(\w+)|\[(\d+)\]/g;

export const jsonpath: Solver = {
  read(prompt) {
    const text = block(prompt, OPENING);
    const start = text?.indexOf("\n\n{") ?? -1;
    return start < 0 ? null : text!.slice(start).trim();
  },
  solve(question, mind) {
    const split = question.lastIndexOf("\n\nPath: ");
    if (split < 0) throw new SyntaxError("no path");
    const root: unknown = JSON.parse(question.slice(0, split));
    const size = question.slice(0, split).split(/[{[,]/).length;
    const steps: string[] = [];
    let path = question.slice(split + "\n\nPath: ".length);
    for (let hop = 0; hop < 20; hop++) {
      const value = follow(path, root, {hop, size}, mind);
      steps.push(`At ${path} stands ${String(value)}`);
      if (typeof value !== "string" || !value.startsWith("$")) return {steps, answer: String(value)};
      path = value;
    }
    throw new SyntaxError("a circle of references");
  }
};

/**
 * Follows a path.
 * @param size number of members and elements in the whole document
 * @param hop number of references followed so far
 */
function follow(path: string, root: unknown, {hop, size}: {hop: number; size: number}, mind: Mind): string | number {
  let at: unknown = root;
  let depth = 0;
  for (const [, name, index] of path.matchAll(STEP)) {
    depth++;
    if (typeof at !== "object" || at === null) break; // after an error the path may lead beyond the document
    const members = Object.keys(at);
    let key = name ?? index!;
    // The path does not fit because an earlier step went wrong, or this step ends at a neighbour.
    const lost = !members.includes(key);
    if (lost || mind.errs({load: 0.3 + members.length / 16 + Math.log2(size) / 8, remembered: hop + 3, depth: 1 + depth / 6})) {
      const others = members.filter(member => member !== key);
      key = mind.random.pick(others.length > 0 ? others : members);
    }
    at = (at as Record<string, unknown>)[key];
  }
  while (typeof at === "object" && at !== null) at = mind.random.pick(Object.values(at) as unknown[]);
  return at as string | number;
}
