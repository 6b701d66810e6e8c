// Counts the requests that tests take: one each, but for dialogues and for questions scored by log-probability.
import type {ManifoldPoint} from "../../generate/manifold.node.js";
import type {AnyTask, Test} from "../../generate/task.js";
import {isEchoed, requestsOf} from "../exchange.js";
import {type Bounds, COUNTED, range} from "./pointEstimate.js";

/** Fewest and most requests of some answers: of the fewest answers that may be asked for, and of the most. */
export interface Requests {
  low: Bounds;
  high: Bounds;
}

export interface RequestCounter {
  /** Share of the requests that ask for log-probabilities of a prompt, by the point's first tests. */
  echoed: number;
  /** Fewest and most requests of tests `from` to `end` − 1. */
  between(from: number, end: number): Bounds;
}

/** Counts one request for each test. */
export const singly: RequestCounter = {echoed: 0, between: (from, end) => range(Math.max(0, end - from))};

/** Returns a counter of a point's requests. Tests are made only where they may take several, each once. */
export function requestCounter(
  {base_task}: Pick<ManifoldPoint, "base_task">,
  {tasks, test, size}: {tasks: ReadonlyMap<string, AnyTask>; test: (index: number) => Test; size: number}
): RequestCounter {
  const {items} = tasks.get(base_task)!;
  if (!items || items.single) return singly;
  const low = [0];
  const high = [0];
  const upTo = (count: number): Bounds => {
    for (let index = low.length - 1; index < count; index++) {
      const own = requestsOf(test(index));
      low.push(low[index]! + own.low);
      high.push(high[index]! + own.high);
    }
    return range(low[count], high[count]);
  };
  const first = Array.from({length: Math.min(COUNTED, size)}, (_, i) => test(i));
  const most = (tests: readonly Test[]) => tests.reduce((sum, each) => sum + requestsOf(each).high, 0);
  return {
    echoed: most(first.filter(isEchoed)) / Math.max(1, most(first)),
    between(from, end) {
      if (end <= from) return range();
      const [before, all] = [upTo(from), upTo(end)];
      return range(all.low - before.low, all.high - before.high);
    }
  };
}
