// The benchmark ZenCalib: questions of other categories that also ask how sure the answer is.
import type {Scorer} from "../../../book/scorers.js";
import {ASKS_CONFIDENCE} from "../../parts/confidence.js";
import {type Benchmark, type Cell, difficultiesOf} from "../benchmark.js";

/** Questions in all, as many as the suite asks. */
const SIZE = 3_000;

type Scored = NonNullable<Extract<Scorer, {kind: "confidence"}>["of"]>;

/** Reasons why a domain or a single benchmark is not asked; all others are. */
export const NOT_ASKED: Readonly<Record<string, string>> = {
  Multimodal: "a model that reads no images could only state the chance of a guess",
  "zen-agent": "a dialogue, whose outcome is the state of a database",
  "zen-data": "a dialogue, whose outcome is the state of a database",
  "zen-code": "a program, whose outcome is not in the text",
  "zen-small-functions": "a program, whose outcome is not in the text",
  "zen-repair": "a program, whose outcome is not in the text",
  "zen-sql": "a query, whose outcome is not in the text",
  "zen-knowledge-mix": "questions of categories that are asked themselves",
  "zen-safety": "a refusal is neither true nor false",
  "zen-injection": "a line that the question asks for could be one of those that its material asks for",
  "zen-rules": "the line with the confidence would break rules about the whole text",
  "zen-summary": "the line with the confidence would be part of a text whose words are counted"
};

/**
 * Returns ZenCalib over other benchmarks: as many questions of each to within one, and of each of its levels.
 * One more benchmark leaves fewer questions to each, so that the version rises with it.
 */
export function calibOf(benchmarks: readonly Benchmark[]): Benchmark {
  const asked = benchmarks.filter(({name, domain}) => !(name in NOT_ASKED || domain in NOT_ASKED));
  const startOf = (i: number): number => Math.floor((i * SIZE) / asked.length);
  return {
    name: "zen-calib",
    version: 6,
    summary: "Questions of other categories that also ask for the confidence in the answer, as a percentage.",
    domain: "Safety",
    category: "ZenCalib",
    facets: {of: "the category that the question is of"},
    single: true,
    cells: asked.map((benchmark, i) => ({
      facets: {of: benchmark.name},
      size: startOf(i + 1) - startOf(i),
      item: itemsOf(benchmark)
    }))
  };
}

/** Returns items of a benchmark with the question for the confidence. */
function itemsOf({cells}: Benchmark): Cell["item"] {
  const difficulties = difficultiesOf(cells);
  const chosenAt = choiceOfCells(cells, difficulties);
  return (k, random) => {
    const {index, number} = chosenAt(k);
    const {prompt, scorer, ...made} = cells[index]!.item(number, random);
    const difficulty = difficulties[index];
    return {
      ...made,
      prompt: `${prompt}\n${ASKS_CONFIDENCE}`,
      scorer: {kind: "confidence", ...(scorer && {of: scorer as Scored})},
      ...(difficulty !== undefined && {difficulty})
    };
  };
}

/** By how much the count of a level outweighs those of all other facets. */
const LEVEL_WEIGHT = 1e6;

/**
 * Returns a function that chooses the cell of the k-th item, and the item's number in it: always a cell whose level, then whose other facets have
 * been chosen least, so that the first items, however many, are of each level alike often, also where not every family has every level.
 */
function choiceOfCells(
  cells: readonly Cell[],
  difficulties: readonly (number | undefined)[]
): (k: number) => {index: number; number: number} {
  const counts = new Map<string, number>();
  const countOf = (key: string): number => counts.get(key) ?? 0;
  const keys = cells.map(({facets}, index) => [
    `difficulty ${difficulties[index]}`,
    `cell ${index}`,
    ...Object.entries(facets).map(([facet, value]) => `${facet} ${value}`)
  ]);
  const choices: {index: number; number: number}[] = [];
  return k => {
    while (choices.length <= k) {
      const costs = keys.map(([level, ...others]) =>
        others.reduce((sum, key) => sum + countOf(key), LEVEL_WEIGHT * countOf(level!))
      );
      const index = costs.indexOf(Math.min(...costs));
      choices.push({index, number: countOf(`cell ${index}`)});
      for (const key of keys[index]!) counts.set(key, countOf(key) + 1);
    }
    return choices[k]!;
  };
}
