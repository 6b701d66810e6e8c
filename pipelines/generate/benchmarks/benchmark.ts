// The interface of generated benchmarks: item banks whose items are made instead of read. They stand beside ReasonScore, not in it.
import {z} from "zod";
import {canonicalJson, sha256Hex} from "../../book/canonical.js";
import {editionMade, isQuarter} from "../../book/editions.js";
import {getOrAdd} from "../../book/getOrAdd.js";
import {pointKey, type Random, randomAt} from "../seed.js";
import type {BankTask, DrawnItem, Shot} from "../task.js";

/** An item of a benchmark; domain, category and identity come from the benchmark. */
export type MadeItem = Omit<DrawnItem, "content" | "domain" | "category"> & {
  /** A text that no other item has, of which the identity is then made: for items whose contents are long, since hashing them takes longest. */
  distinct?: string;
};

/** The items of a benchmark that are alike in all its facets. */
export interface Cell {
  /** A value for each facet of the benchmark. */
  facets: Readonly<Record<string, string | number>>;
  /** Category of its items where it is not the benchmark's own: what is asked as a baseline is no part of a category's accuracy. */
  category?: string;
  /** How many different items there are. */
  size: number;
  /**
   * Item k of the cell, k from 0. Pure; items of different k must differ.
   * @param random the stream of this item under its edition; the same in cells that differ in paired facets alone
   */
  item(k: number, random: Random): MadeItem;
}

/** A benchmark is one file, or one folder, and one line in `registry.ts`. */
export interface Benchmark {
  /** As suites and tables name it. */
  name: string;
  /** Increased whenever the same edition, facets and number would make a different item. */
  version: number;
  /** One sentence for the documentation. */
  summary: string;
  /** Of all its items. */
  domain: string;
  category: string;
  /** What each facet is, by its name; suites choose items by facets, and tables keep those of a point. */
  facets: Readonly<Record<string, string>>;
  /** Facets in which the same is asked in several ways: items that differ in these alone have one `pair_id`. Their cells have one size. */
  paired?: readonly string[];
  cells: readonly Cell[];
  /** Whether each item is one request: none is a dialogue or scored by log-probability. */
  single: boolean;
}

/** Where each cell's items begin, and how many there are in all. */
export function placesOf(cells: readonly Pick<Cell, "size">[]): {starts: number[]; size: number} {
  const starts: number[] = [];
  let size = 0;
  for (const cell of cells) {
    starts.push(size);
    size += cell.size;
  }
  return {starts, size};
}

/** The key of a cell's streams, which is without paired facets. */
export function streamKeyOf({name, version, paired = []}: Benchmark, {facets}: Cell, edition: number): string {
  const own = Object.entries(facets).filter(([facet]) => !paired.includes(facet));
  return pointKey({task: name, version, params: {...Object.fromEntries(own), edition}, seed: 0});
}

/**
 * Returns the number of each cell's first item among all streams, by which a quarter chooses what it renews: consecutive over all cells, so that
 * a benchmark of many small cells renews an eighth, too. Cells that differ in paired facets alone renew together.
 */
function streamStarts(benchmark: Benchmark): number[] {
  const starts = new Map<string, number>();
  let size = 0;
  return benchmark.cells.map(cell => {
    const key = streamKeyOf(benchmark, cell, 1);
    const start = getOrAdd(starts, key, () => size);
    if (start === size) size += cell.size;
    return start;
  });
}

/** Counts the items that differ between two editions. */
export function countRenewed(benchmark: Benchmark, from: number, to: number): number {
  let renewed = 0;
  const starts = streamStarts(benchmark);
  for (const [i, cell] of benchmark.cells.entries())
    for (let k = 0; k < cell.size; k++) if (editionMade(from, starts[i]! + k) !== editionMade(to, starts[i]! + k)) renewed++;
  return renewed;
}

/** Identity of what item k of a cell asks about: the same in cells that differ in paired facets alone. */
export const askedOf = (streamKey: string, k: number): string => `${streamKey.slice(0, 8)}${k.toString(16).padStart(8, "0")}`;

/** Facets whose numbers are difficulties. */
const LEVELS = ["level", "hops", "errands", "objects", "marks"];

/** Returns the difficulty of each cell, 0 for the easiest to 1 for the hardest; undefined where no facet has levels. */
export function difficultiesOf(cells: readonly Cell[]): (number | undefined)[] {
  const levels = cells.map(({facets}) => LEVELS.map(facet => facets[facet]).find(value => typeof value === "number"));
  const values = levels.filter(level => level !== undefined);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return levels.map(level => (level === undefined || high === low ? undefined : (level - low) / (high - low)));
}

/** Worked examples before each question, by domain, as the published policy puts imported categories of knowledge. */
const SHOTS: Readonly<Record<string, number>> = {"Academic knowledge": 5};
/** The edition that examples are from: users ask those from 1 on. */
const EXAMPLE_EDITION = 0;

/**
 * Returns the worked examples of each cell: questions of the cells that differ from it in level alone, in turn from the easiest, with
 * their steps where they ask for thought. They are the same for all items of these cells, and made when first asked for.
 */
function examplesOf(benchmark: Benchmark): (cell: Cell) => readonly Shot[] | undefined {
  const count = SHOTS[benchmark.domain];
  const made = new Map<string, Shot[]>();
  const familyOf = ({facets}: Cell): string =>
    canonicalJson(Object.fromEntries(Object.entries(facets).filter(([facet]) => !LEVELS.includes(facet))));
  return cell => {
    if (count === undefined) return undefined;
    const family = familyOf(cell);
    return getOrAdd(made, family, () => {
      const cells = benchmark.cells.filter(each => familyOf(each) === family);
      return Array.from({length: count}, (_, i) => {
        const [source, k] = [cells[i % cells.length]!, Math.floor(i / cells.length)];
        return exampleOf(source.item(k, randomAt(streamKeyOf(benchmark, source, EXAMPLE_EDITION), k)));
      });
    });
  };
}

function exampleOf({prompt, expected, choices, steps = [], think}: MadeItem): Shot {
  const working = think ? `${steps.map(({name, value}) => `${name} = ${value}\n`).join("")}\n` : "";
  return {question: prompt, answer: `${working.trimStart()}Answer: ${choices ? `(${expected})` : expected}`};
}

/** A benchmark as a task that suites can ask. Its parameters are the edition, and each facet where only one of its values is wanted. */
export function benchmarkTask(benchmark: Benchmark): BankTask {
  const {name, version, summary, domain, category, paired = [], cells, single} = benchmark;
  const {starts, size} = placesOf(cells);
  const difficulties = difficultiesOf(cells);
  const examples = examplesOf(benchmark);
  const cellAt = (place: number): number => {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle]! <= place) low = middle;
      else high = middle - 1;
    }
    return low;
  };
  const keys = new Map<number, string[]>();
  const keyOf = (at: number, edition: number): string => {
    let own = keys.get(edition);
    if (!own) keys.set(edition, (own = []));
    return (own[at] ??= streamKeyOf(benchmark, cells[at]!, edition));
  };
  let numbers: readonly number[] | undefined;
  const numberOf = (at: number, k: number): number => (numbers ??= streamStarts(benchmark))[at]! + k;
  return {
    name,
    version,
    summary,
    params: paramsOf(benchmark),
    ...(paired.length > 0 && {paired}),
    items: {
      single,
      generated: true,
      places(params) {
        const chosen = cells.map(({facets}) =>
          Object.entries(facets).every(([facet, value]) => params[facet] === undefined || params[facet] === value)
        );
        if (chosen.every(Boolean)) return size;
        return Uint32Array.from(
          cells.flatMap((cell, i) => (chosen[i] ? Array.from({length: cell.size}, (_, k) => starts[i]! + k) : []))
        );
      },
      at(place, {edition = 1} = {}) {
        const at = cellAt(place);
        const k = place - starts[at]!;
        const wanted = edition as number;
        const key = keyOf(at, isQuarter(wanted) ? editionMade(wanted, numberOf(at, k)) : wanted);
        const {distinct, ...item} = cells[at]!.item(k, randomAt(key, k));
        const {prompt, choices, expected, scorer, images, tools, turns} = item;
        const shots = examples(cells[at]!);
        const told = distinct ?? canonicalJson({prompt, choices, expected, scorer, images, tools, turns});
        const content = sha256Hex(told).slice(0, 16);
        return {
          ...item,
          domain,
          category: cells[at]!.category ?? category,
          content,
          ...(shots && {shots}),
          ...(difficulties[at] !== undefined && {difficulty: difficulties[at]}),
          ...(paired.length > 0 && {pair: askedOf(key, k)})
        };
      }
    }
  };
}

function paramsOf({facets, cells}: Benchmark): z.ZodType<unknown> {
  const chosen = Object.entries(facets).map(([facet, description]) => {
    const values = [...new Set(cells.map(cell => cell.facets[facet]!))];
    return [facet, z.literal(values).optional().describe(`${description}; absent = all`)];
  });
  return z.strictObject({
    ...Object.fromEntries(chosen),
    edition: z
      .int()
      .min(1)
      .default(1)
      .describe(
        "another edition has other items, as hard as these; 20271, the first quarter of 2027, renews an eighth of those of 2026"
      )
  });
}
