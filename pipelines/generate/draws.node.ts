// The tests of a point in the order in which they are asked: generated ones as they come or without repetition, items of a bank in a seeded
// order. A smaller number of tests is always the beginning of a larger one.
import {withFormat} from "../book/answerFormat.js";
import {type ManifoldPoint, testAt} from "./manifold.node.js";
import {pointKey, randomAt} from "./seed.js";
import type {AnyTask, Items, Task, Test} from "./task.js";

export interface Draws {
  /** The k-th test, k from 0. Throws a RangeError where there is none. */
  test(k: number): Test;
  /** How many tests there are, counted no further than `most`. */
  available(most: number): number;
}

/** Questions in a row that have occurred before, after which a point is taken to have no further ones. */
export const MOST_REPEATED = 1_000;

const known = new WeakMap<ManifoldPoint, Draws>();

/** The draws of a point; they are kept with it. */
export function drawsOf(point: ManifoldPoint, task: AnyTask): Draws {
  let draws = known.get(point);
  if (!draws)
    known.set(
      point,
      (draws = task.items ? itemDraws(point, task.items) : point.distinct ? distinctDraws(point, task) : plainDraws(point, task))
    );
  return draws;
}

const plainDraws = (point: ManifoldPoint, task: Task): Draws => ({test: k => testAt(point, task, k), available: most => most});

/** A generator's questions without those that occurred before. A test keeps its index in the generator's stream, so that it is made anew from that alone. */
function distinctDraws(point: ManifoldPoint, task: Task): Draws {
  const tests: Test[] = [];
  const seen = new Set<string>();
  let next = 0;
  let used = false;
  const upTo = (count: number): number => {
    for (let repeated = 0; tests.length < count && !used; ) {
      const test = testAt(point, task, next++);
      if (seen.has(test.prompt)) used = ++repeated >= MOST_REPEATED;
      else {
        seen.add(test.prompt);
        tests.push(test);
        repeated = 0;
      }
    }
    return Math.min(count, tests.length);
  };
  return {
    test(k) {
      if (upTo(k + 1) <= k)
        throw new RangeError(`${point.base_task} ${point.params_json} has ${tests.length} different tests, no number ${k}`);
      return tests[k]!;
    },
    available: upTo
  };
}

/** Items of a bank, shuffled by the point's key (Fisher–Yates from the front: the first k places depend on the first k draws alone). */
function itemDraws(point: ManifoldPoint, items: Items): Draws {
  const {base_task, params, generator_version, seed, key, stream} = point;
  const all = items.places(params);
  const size = typeof all === "number" ? all : all.length;
  // Generated items that ask the same may also stand in one point, which then chooses no paired facet and has no stream. Those of a bank
  // stand in points of other categories, too.
  const pairedWithin = (): string =>
    items.generated ? (stream ?? key) : pointKey({task: base_task, version: generator_version, params: {}, seed});
  let order: Uint32Array | undefined;
  let shuffled = 0;
  const random = randomAt(stream ?? key, 0);
  const place = (k: number): number => {
    order ??= typeof all === "number" ? Uint32Array.from({length: size}, (_, i) => i) : Uint32Array.from(all);
    for (; shuffled <= k; shuffled++) {
      const other = random.integer(shuffled, size - 1);
      [order[shuffled], order[other]] = [order[other]!, order[shuffled]!];
    }
    return order[k]!;
  };
  return {
    test(k) {
      if (k >= size) throw new RangeError(`${base_task} ${point.params_json} has ${size} items, no number ${k}`);
      const {content, pair: asks, ...item} = items.at(place(k), params);
      const within = asks === undefined ? stream : pairedWithin();
      const pair = within === undefined ? {} : {pair_id: `${within.slice(0, 16)}-${asks ?? content}`};
      const written = point.guess === "published" && !item.choices;
      const identity = {item_id: `${key.slice(0, 16)}-${content}`, base_task, params, generator_version, seed, index: k};
      return withFormat({...identity, ...item, ...pair, ...(written && {guess_chance: 0})}, point.answer_format);
    },
    available: most => Math.min(most, size)
  };
}
