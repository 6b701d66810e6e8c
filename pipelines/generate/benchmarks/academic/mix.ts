// The benchmark ZenKnowledgeMix: questions of all generated categories of knowledge, as many of each and of each level.
import {type Benchmark, type Cell, placesOf} from "../benchmark.js";

const SIZE = 6_000;
const LEVELS = [1, 2, 3, 4, 5];

/**
 * Returns the mix of other benchmarks. Their items are made from streams of the mix, so that none of them is asked elsewhere; one more benchmark
 * leaves fewer items to each, so that the version rises with it.
 */
export function knowledgeMixOf(benchmarks: readonly Benchmark[]): Benchmark {
  const parts = benchmarks.flatMap(benchmark => LEVELS.map(level => ({benchmark, level})));
  const startOf = (i: number): number => Math.floor((i * SIZE) / parts.length);
  return {
    name: "zen-knowledge-mix",
    version: 1,
    summary: "New questions of all generated categories of knowledge in equal shares; each answer is an integer.",
    domain: "Academic knowledge",
    category: "Knowledge mix",
    facets: {family: "benchmark of the category that the question is of", level: "difficulty, 1 to 5"},
    single: true,
    cells: parts.map(({benchmark, level}, i) => ({
      facets: {family: benchmark.name, level},
      size: startOf(i + 1) - startOf(i),
      item: itemsOf(benchmark.cells.filter(({facets}) => facets.level === level))
    }))
  };
}

/** Returns items of cells in turn; their numbers go on where those of the cells end. */
const itemsOf =
  (cells: readonly Cell[]): Cell["item"] =>
  (k, random) =>
    cells[k % cells.length]!.item(placesOf(cells).size + k, random);
