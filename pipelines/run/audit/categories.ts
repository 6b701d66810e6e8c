// The items of a category as the audit reads them: of a generated benchmark, or of an item bank.
import type {Bank} from "../../book/banks/types.js";
import {bankTask} from "../../generate/bankTask.node.js";
import {type Benchmark, benchmarkTask} from "../../generate/benchmarks/benchmark.js";
import {randomOf} from "../../generate/seed.js";
import type {BankTask, DrawnItem} from "../../generate/task.js";

/** Items of one category, all of them or a sample. */
export interface AuditedCategory {
  /** Name of the benchmark or bank. */
  name: string;
  domain: string;
  category: string;
  generated: boolean;
  items: DrawnItem[];
  /** How many the category has. */
  size: number;
}

/** @param count most items, drawn at random from all parts of the category; absent = all. @param edition of generated items */
export interface Sampled {
  count?: number | undefined;
  edition?: number | undefined;
}

/** The category of a generated benchmark. */
export const categoryOfBenchmark = (benchmark: Benchmark, {count, edition = 1}: Sampled = {}): AuditedCategory => {
  const {name, domain, category} = benchmark;
  return {name, domain, category, generated: true, ...sampled(benchmarkTask(benchmark), {count, params: {edition}})};
};

/** The categories of an item bank, each with its domain. */
export function categoriesOfBank(bank: Bank, {count}: Sampled = {}): AuditedCategory[] {
  const task = bankTask(bank);
  return bank.categories.map(category => {
    const {items, size} = sampled(task, {count, params: {category}});
    return {name: bank.name, domain: items[0]!.domain!, category, generated: false, items, size};
  });
}

function sampled(
  {name, items}: BankTask,
  {count, params}: {count: number | undefined; params: Record<string, unknown>}
): {items: DrawnItem[]; size: number} {
  const places = items.places(params);
  const size = typeof places === "number" ? places : places.length;
  const wanted = Math.min(count ?? size, size);
  const random = randomOf(`audit ${name}`);
  // One of each stretch of neighbours, so that kinds of items, which stand together, are in a sample as often as in all.
  const chosen = Array.from({length: wanted}, (_, i) => {
    const [first, next] = [Math.floor((i * size) / wanted), Math.floor(((i + 1) * size) / wanted)];
    const place = random.integer(first, next - 1);
    return typeof places === "number" ? place : places[place]!;
  });
  return {items: chosen.map(place => items.at(place, params)), size};
}
