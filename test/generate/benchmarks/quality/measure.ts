// Quality of a generated benchmark, measured: keys against a second solver, duplicates, shortcuts, levels and speed.
import {type Benchmark, benchmarkTask} from "../../../../pipelines/generate/benchmarks/benchmark.js";
import {canonicalJson, randomOf} from "../../../../pipelines/generate/seed.js";
import type {DrawnItem} from "../../../../pipelines/generate/task.js";
import {mindOf, unlimited} from "../../../../pipelines/infer/reference/mind.js";
import {roster} from "../../../../pipelines/infer/reference/roster.js";
import {questionIn} from "../../../../pipelines/infer/reference/solve/registry.node.js";
import {hasSameRows, rowsIn} from "../../../../pipelines/score/scorers/query.js";
import {verdictOf} from "../../../../pipelines/score/scorers/registry.js";
import {groupBy} from "../../../../pipelines/stats/groupBy.js";
import {shortcutAnswers, wordsOf} from "./shortcuts.js";

/** A question that has been solved. */
export interface Solved {
  answer: string;
  /** operations that the answer takes, each of which a bounded solver may get wrong */
  steps: number;
}

/** A benchmark and how its quality is measured. */
export interface Measured {
  benchmark: Benchmark;
  /** Solves a question by another method than its generator, from the text alone. Null where it reads no question. */
  solve(prompt: string): Solved | null;
  /** Whether an answer is right, where it has to be run. */
  isRight?(item: DrawnItem, answer: string): Promise<boolean>;
  /** Steps to the key that each need one before, where an item does not name them. */
  steps?(item: DrawnItem): Promise<number>;
  /** Items a second that are to be made: 200 where a key takes a search, a program or a database. */
  least_rate: number;
}

const EFFECTS = {search: () => null, equal: () => null};
/** An answer as a response states it: after its label, or as the whole text where rules for a text are scored. */
const responseTo = (item: DrawnItem, answer: string): string =>
  ["instructions", "summary", "sql", "environment"].includes(item.scorer!.kind) ? answer : `Answer: ${answer}`;
/** Whether a text is a right answer by the item's own scorer; of a query and of errands, whether its rows are, as JSON. */
export const isRight = (item: DrawnItem, text: string): boolean => {
  const scorer = item.scorer!;
  if (scorer.kind === "sql") return hasSameRows(rowsIn(text)!, rowsIn(item.expected)!);
  if (scorer.kind === "environment") return text === canonicalJson(scorer.goal);
  return verdictOf(text, item, scorer, EFFECTS).right === true;
};

export interface Placed {
  item: DrawnItem;
  level: number;
  cell: string;
}

/** Items of an edition, spread over the whole benchmark: as many as there are where that is fewer. */
export function placedItems({cells, ...benchmark}: Benchmark, {count = Number.POSITIVE_INFINITY, edition = 1} = {}): Placed[] {
  const {items} = benchmarkTask({cells, ...benchmark});
  const size = items.places({}) as number;
  const asked = Math.min(count, size);
  const starts = cells.map((_, i) => cells.slice(0, i).reduce((sum, cell) => sum + cell.size, 0));
  return Array.from({length: asked}, (_, i) => {
    const place = Math.floor((i * size) / asked);
    const {facets} = cells[starts.findLastIndex(start => start <= place)]!;
    return {item: items.at(place, {edition}), level: Number(facets.level), cell: Object.values(facets).join(" ")};
  });
}

/** Writes a text that follows the rules of a question of ZenRules, each of which is a step. */
export function solveRules(prompt: string): Solved | null {
  const read = questionIn(prompt);
  if (!read) return null;
  const {answer, steps} = read.solver.solve(read.question, mindOf(unlimited, randomOf("")));
  return {answer, steps: steps.length};
}

/** Items whose key the second solver does not find. */
export async function disagreements(measured: Pick<Measured, "solve" | "isRight">, placed: readonly Placed[]): Promise<Placed[]> {
  const isFound = async ({item}: Placed): Promise<boolean> => {
    const solved = measured.solve(item.prompt);
    if (solved === null) return false;
    return measured.isRight ? measured.isRight(item, solved.answer) : isRight(item, responseTo(item, solved.answer));
  };
  const outcomes = await Promise.all(placed.map(isFound));
  return placed.filter((_, i) => !outcomes[i]);
}

/** Number of items whose content another one has. */
export const duplicates = (placed: readonly Placed[]): number =>
  placed.length - new Set(placed.map(({item}) => `${item.prompt}\n${item.choices?.join("\n") ?? ""}`)).size;

/** Shares of words that an item has in common with the nearest other one (Jaccard), ascending. */
export function nearest(placed: readonly Placed[], count = 200): number[] {
  const bags = placed.map(({item}) => [...new Set(wordsOf(item.prompt))]);
  const having = new Map<string, number[]>();
  for (const [i, bag] of bags.entries())
    for (const word of bag) {
      const list = having.get(word);
      if (list) list.push(i);
      else having.set(word, [i]);
    }
  const step = Math.max(1, Math.floor(bags.length / count));
  return Array.from({length: Math.floor((bags.length - 1) / step) + 1}, (_, k) => {
    const shared = new Uint16Array(bags.length);
    for (const word of bags[k * step]!) for (const i of having.get(word)!) shared[i]!++;
    const size = bags[k * step]!.length;
    return bags.reduce(
      (best, bag, i) => (i === k * step ? best : Math.max(best, shared[i]! / (size + bag.length - shared[i]!))),
      0
    );
  }).sort((a, b) => a - b);
}

/** Share of items that a classifier by words and length answers right, and the mean chance of a guess. */
export function shortcutShare(
  {benchmark, solve}: Measured,
  {train, ask}: {train: number; ask: number}
): {share: number; guessing: number; n: number} {
  const asked = placedItems(benchmark, {count: ask});
  // Of rules and summaries, the training answers are texts that are right for those items; of errands, the rows of their goals.
  const trained = placedItems(benchmark, {count: train, edition: 2}).map(({item}) => {
    const scorer = item.scorer!;
    if (scorer.kind === "instructions" || scorer.kind === "summary") return {...item, expected: solve(item.prompt)!.answer};
    return scorer.kind === "environment" ? {...item, expected: canonicalJson(scorer.goal)} : item;
  });
  const answers = shortcutAnswers(
    trained,
    asked.map(({item}) => item)
  );
  const right = asked.filter(({item}, i) => isRight(item, responseTo(item, answers[i]!))).length;
  const guessing = asked.reduce((sum, {item}) => sum + item.guess_chance, 0) / asked.length;
  return {share: right / asked.length, guessing, n: asked.length};
}

/** Simulated models whose faculties bound a solver, from weak to strong. */
const BOUNDS = roster.toSorted((a, b) => a.ability - b.ability).filter((_, i) => i % 13 === 6);
/** Additional load of each step on memory and depth. */
const HELD = 0.1;

/** Mean accuracy by level of a solver that gets each step wrong as often as one of five simulated models does, which no luck then mends. */
export function accuracyByLevel(
  {solve}: Pick<Measured, "solve">,
  placed: readonly Placed[]
): {level: number; accuracy: number; n: number}[] {
  const chances = new Map<number, number>(); // by the number of steps
  const chance = (steps: number): number => {
    const sum = BOUNDS.reduce((total, {faculties}) => {
      const mind = mindOf(faculties, randomOf(""));
      for (let i = 0; i < steps; i++) mind.errs({load: 1, remembered: 1 + i * HELD, depth: 1 + i * HELD});
      return total + mind.certainty();
    }, 0);
    return sum / BOUNDS.length;
  };
  return [...groupBy(placed, ({level}) => level)]
    .sort(([a], [b]) => a - b)
    .map(([level, items]) => {
      const sum = items.reduce((total, {item}) => {
        const steps = solve(item.prompt)?.steps ?? 0;
        if (!chances.has(steps)) chances.set(steps, chance(steps));
        return total + chances.get(steps)!;
      }, 0);
      return {level, accuracy: sum / items.length, n: items.length};
    });
}

/** Items made in a second of processor time, the best of some rounds. */
export function itemRate(benchmark: Benchmark, {count = 1_000, rounds = 3} = {}): number {
  const rates = Array.from({length: rounds}, (_, round) => {
    const from = process.cpuUsage();
    const made = placedItems(benchmark, {count, edition: round + 3}).length;
    const {user, system} = process.cpuUsage(from);
    return (made * 1e6) / (user + system);
  });
  return Math.max(...rates);
}
