// Simulates trials of items with beta-distributed chances of success, and counts how often intervals of pass^k hold its true mean over items.
import {type Random, randomOf} from "../../pipelines/generate/seed.js";
import {betaDraw} from "../../pipelines/stats/gamma.js";
import {meanOverItems, passDifference, passHatK} from "../../pipelines/stats/passK.js";

/** Chances of success over items: their mean, and a + b of the beta distribution; the smaller, the more items always or never succeed. */
export interface PassCell {
  mean: number;
  sum: number;
  items: number;
  trials: number;
}

export interface PassCoverage {
  /** share of intervals that hold the truth, and their mean width, for k = 1, 2, … */
  coverage: number[];
  width: number[];
  /** shares of intervals that lie above, and below, the truth */
  above: number[];
  below: number[];
  /** coverage and mean width of the difference to a second side, whose chance is 0.8 of the first one's on every item */
  differenceCoverage: number[];
  differenceWidth: number[];
}

const MAX_K = 4;
/** Chance of the second side to succeed where the first does. */
const FOLLOWS = 0.8;

/** Mean of chance^k: the k-th moment of the beta distribution. */
export function truePassHat({mean, sum}: Pick<PassCell, "mean" | "sum">, k: number): number {
  let product = 1;
  for (let i = 0; i < k; i++) product *= (mean * sum + i) / (sum + i);
  return product;
}

function successes(chance: number, trials: number, random: Random): number {
  let count = 0;
  for (let trial = 0; trial < trials; trial++) if (random.chance(chance)) count++;
  return count;
}

/** Coverage and width over so many simulated sets of items. @param differences whether the second side is simulated too */
export function simulatePass({mean, sum, items, trials}: PassCell, repetitions: number, {differences = true} = {}): PassCoverage {
  const random = randomOf(`pass^k ${mean} ${sum} ${items} ${trials}`);
  const zeros = () => new Array<number>(MAX_K).fill(0);
  const result = {
    coverage: zeros(),
    width: zeros(),
    above: zeros(),
    below: zeros(),
    differenceCoverage: zeros(),
    differenceWidth: zeros()
  };
  for (let run = 0; run < repetitions; run++) {
    const counts = new Array<number>(trials + 1).fill(0);
    const pairs = Array.from({length: items}, () => {
      const chance = betaDraw(mean * sum, (1 - mean) * sum, random);
      const c = successes(chance, trials, random);
      counts[c]!++;
      return {a: {n: trials, c}, b: {n: trials, c: differences ? successes(FOLLOWS * chance, trials, random) : 0}};
    });
    for (let k = 1; k <= MAX_K; k++) {
      const truth = truePassHat({mean, sum}, k);
      const {low, high} = meanOverItems(
        counts.map((_, c) => passHatK(trials, c, k)),
        counts
      );
      if (truth < low) result.above[k - 1]! += 1 / repetitions;
      else if (truth > high) result.below[k - 1]! += 1 / repetitions;
      else result.coverage[k - 1]! += 1 / repetitions;
      result.width[k - 1]! += (high - low) / repetitions;
      if (!differences) continue;
      const ends = differenceEnds(pairs, k);
      if (ends.low <= truth * (1 - FOLLOWS ** k) && truth * (1 - FOLLOWS ** k) <= ends.high)
        result.differenceCoverage[k - 1]! += 1 / repetitions;
      result.differenceWidth[k - 1]! += (ends.high - ends.low) / repetitions;
    }
  }
  return result;
}

function differenceEnds(pairs: Parameters<typeof passDifference>[0], k: number): {low: number; high: number} {
  const {low, high} = passDifference(pairs, {kind: "pass_hat", k})!;
  return {low: low!, high: high!};
}

/** The grid of docs/coverage.md. */
export const PASS_GRID: readonly PassCell[] = [20, 50, 200].flatMap(items =>
  [4, 8].flatMap(trials => [1, 10].flatMap(sum => [0.1, 0.5, 0.9].map(mean => ({mean, sum, items, trials}))))
);

const HEADING = "## pass^k and pass@k";
const SIZES = Array.from({length: MAX_K}, (_, i) => i + 1);
const HEADER = [
  `| items | trials | mean chance | a + b | ${SIZES.map(k => `pass^${k}`).join(" | ")} | ${SIZES.map(k => `difference ^${k}`).join(" | ")} | repetitions | seeds | date |`,
  `| ${new Array(4 + 2 * MAX_K + 3).fill("---").join(" | ")} |`
];

/** A row of the table: coverage and mean width for each k, of one side and of the difference. */
export function passRow(cell: PassCell, {repetitions, date}: {repetitions: number; date: string}): string {
  const {items, trials, mean, sum} = cell;
  const {coverage, width, differenceCoverage, differenceWidth} = simulatePass(cell, repetitions);
  const text = (share: number, i: number, widths: readonly number[]) => `${(100 * share).toFixed(1)} %, ${widths[i]!.toFixed(3)}`;
  const cells = [
    ...coverage.map((share, i) => text(share, i, width)),
    ...differenceCoverage.map((share, i) => text(share, i, differenceWidth))
  ];
  return `| ${[items, trials, mean, sum, ...cells, repetitions, `pass^k ${mean} ${sum} ${items} ${trials}`, date].join(" | ")} |`;
}

/** The document with other rows in the table of pass^k, which ends at the next heading. */
export function withPassRows(document: string, rows: readonly string[]): string {
  const start = document.indexOf(HEADING);
  const table = document.indexOf(HEADER[0]!, start);
  if (start < 0 || table < 0) throw new Error(`no table after ${HEADING}`);
  const next = document.indexOf("\n## ", table);
  return `${document.slice(0, table)}${[...HEADER, ...rows].join("\n")}\n${next < 0 ? "" : document.slice(next)}`;
}
