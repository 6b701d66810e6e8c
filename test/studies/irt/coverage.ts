// How often 95 % intervals of items and abilities by empirical Bayes hold the truth, and the table of it in docs/coverage.md.
import {join} from "node:path";
import {randomOf} from "../../../pipelines/generate/seed.js";
import {Z975} from "../../../pipelines/stats/distributions.js";
import {fit as fitted} from "../../../pipelines/studies/irt/estimate/fit.js";
import {type Item, slopeInterval} from "../../../pipelines/studies/irt/item.js";
import {answers, guessingItems, normal} from "./simulated.js";

export const COVERAGE_FILE = join(import.meta.dirname, "../../../docs/coverage.md");
const PARAMETERS = ["a", "b", "c", "d", "ability"] as const;
export type Parameter = (typeof PARAMETERS)[number];

interface Sizes {
  persons: number;
  /** number of items */
  size: number;
  repetitions: number;
}

export interface Coverage {
  /** shares of intervals that hold the truth */
  shares: Record<Parameter, number>;
  /** items and abilities of all repetitions */
  items: number;
  abilities: number;
  converged: number;
  /** means of the population's estimated spreads over the true ones: log a, d, logit c */
  spreads: number[];
}

interface Scale {
  mean: number;
  sd: number;
}
function scaleOf(values: readonly number[]): Scale {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return {mean, sd: Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length)};
}

/** Repetition `r` of `persons` and `size` has the seed `coverage PERSONS SIZE r`. */
export function coverageOf({persons, size, repetitions}: Sizes): Coverage {
  const hits: Record<Parameter, number> = {a: 0, b: 0, c: 0, d: 0, ability: 0};
  const ratios: number[][] = [];
  let [items, abilities, converged] = [0, 0, 0];
  for (let r = 0; r < repetitions; r++) {
    const random = randomOf(`coverage ${persons} ${size} ${r}`);
    const theta = Array.from({length: persons}, () => normal(random));
    const curves = guessingItems(size, random);
    const fit = fitted(
      answers(theta, () => curves, `coverage answers ${persons} ${size} ${r}`),
      {model: "3pl", estimate: "eb"}
    );
    // with items integrated out, the scale is that of the simulated persons
    const {mean, sd} = fit.quadrature === "items" ? scaleOf(theta) : {mean: 0, sd: 1};
    const truth = new Map(curves.map(({id, a, d, c}) => [id, {a: a * sd, d: d + a * mean, c}]));
    for (const {id, a, b, c, d, se_a, se_b, se_c, se_d} of fit.items) {
      const real = truth.get(id)!;
      items++;
      const {low, high} = slopeInterval({a, se_a});
      hits.a += Number(low <= real.a && real.a <= high);
      hits.b += Number(Math.abs(b + real.d / real.a) <= Z975 * se_b);
      hits.c += Number(Math.abs(c - real.c) <= Z975 * se_c);
      hits.d += Number(Math.abs(d - real.d) <= Z975 * se_d);
    }
    for (const [i, {lo, hi}] of fit.ability.entries()) {
      abilities++;
      hits.ability += Number(lo <= (theta[i]! - mean) / sd && (theta[i]! - mean) / sd <= hi);
    }
    converged += Number(fit.converged);
    ratios.push(spreadRatios(fit.population!, [...truth.values()]));
  }
  const shareOf = (name: Parameter) => hits[name] / (name === "ability" ? abilities : items);
  return {
    shares: Object.fromEntries(PARAMETERS.map(name => [name, shareOf(name)])) as Record<Parameter, number>,
    items,
    abilities,
    converged,
    spreads: [0, 1, 2].map(k => ratios.reduce((sum, row) => sum + row[k]!, 0) / ratios.length)
  };
}

function spreadRatios(
  {mean, sd, power}: {mean: number[]; sd: number[]; power: number},
  truth: readonly Pick<Item, "a" | "c" | "d">[]
): number[] {
  const real = [truth.map(({a}) => Math.log(a)), truth.map(({d}) => d), truth.map(({c}) => Math.log(c / (1 - c)))].map(
    values => scaleOf(values).sd
  );
  // d = z (a ÷ ā)^κ with log a normal: its moments are those of a product of independent factors
  const grow = Math.exp(power ** 2 * sd[0]! ** 2);
  const d = Math.sqrt(grow * (grow * (sd[1]! ** 2 + mean[1]! ** 2) - mean[1]! ** 2));
  return [sd[0]! / real[0]!, d / real[1]!, sd[2]! / real[2]!];
}

export interface CoverageRow extends Sizes, Pick<Coverage, "shares" | "items" | "abilities"> {
  date: string;
}

/** A line of the table. */
export function coverageRow({persons, size, repetitions, shares, items, abilities, date}: CoverageRow): string {
  const percents = PARAMETERS.map(name => `${(100 * shares[name]).toFixed(2)} %`);
  const seeds = `coverage ${persons} ${size} 0…${repetitions - 1}`;
  return `| ${[persons, size, ...percents, items, abilities, repetitions, seeds, date].join(" | ")} |`;
}

const sizesOf = (line: string): string => line.split("|").slice(1, 3).join("|");

/** The document with rows of a table in place of those of the same sizes, in the order of persons and items. */
export function withRows(text: string, rows: readonly string[]): string {
  const lines = text.trimEnd().split("\n");
  const start = lines.findIndex(line => line.startsWith("| ---")) + 1;
  const length = lines.slice(start).findIndex(line => !line.startsWith("|"));
  const end = length < 0 ? lines.length : start + length;
  const kept = lines.slice(start, end).filter(line => !rows.some(row => sizesOf(row) === sizesOf(line)));
  const order = (line: string) => sizesOf(line).split("|").map(Number) as [number, number];
  const sorted = [...kept, ...rows].sort((x, y) => order(x)[0] - order(y)[0] || order(x)[1] - order(y)[1]);
  return `${[...lines.slice(0, start), ...sorted, ...lines.slice(end)].join("\n")}\n`;
}

/** The rows of the document's first table. */
export function readRows(text: string): CoverageRow[] {
  const lines = text
    .slice(0, text.indexOf("\n## "))
    .split("\n")
    .filter(line => /^\| \d+ \|/u.test(line));
  return lines.map(line => {
    const cells = line.split("|").map(cell => cell.trim());
    const [persons, size, a, b, c, d, ability, items, abilities, repetitions] = cells
      .slice(1)
      .map(cell => Number.parseFloat(cell));
    const share = (percent: number | undefined) => percent! / 100;
    return {
      persons: persons!,
      size: size!,
      shares: {a: share(a), b: share(b), c: share(c), d: share(d), ability: share(ability)},
      items: items!,
      abilities: abilities!,
      repetitions: repetitions!,
      date: cells[12]!
    };
  });
}
