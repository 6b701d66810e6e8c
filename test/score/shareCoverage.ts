// Simulates repeated answers to tests with beta-distributed chances to be right, and counts how often the interval of accuracy holds the truth.
import {randomOf} from "../../pipelines/generate/seed.js";
import {type AnsweredTest, sharedAccuracy, sharesOfTests, singleAnswers} from "../../pipelines/score/testShares.js";
import {betaDraw} from "../../pipelines/stats/gamma.js";

/** Chances over tests: their mean, and a + b of the beta distribution; the smaller, the more tests are always right or always wrong. */
export interface ShareCell {
  mean: number;
  sum: number;
  tests: number;
  repeats: number;
}

/** Share of intervals that hold the mean chance, and their mean width, of all answers and of first ones. */
export interface ShareCoverage {
  all: {coverage: number; width: number};
  first: {coverage: number; width: number};
}

const seedOf = ({mean, sum, tests, repeats}: ShareCell): string => `repeats ${mean} ${sum} ${tests} ${repeats}`;

export function simulateShares(cell: ShareCell, repetitions: number): ShareCoverage {
  const {mean, sum, tests, repeats} = cell;
  const random = randomOf(seedOf(cell));
  const result = {all: {coverage: 0, width: 0}, first: {coverage: 0, width: 0}};
  const add = (side: "all" | "first", {low, high}: {low: number; high: number}) => {
    if (low <= mean && mean <= high) result[side].coverage += 1 / repetitions;
    result[side].width += (high - low) / repetitions;
  };
  for (let run = 0; run < repetitions; run++) {
    let correct = 0;
    const answered = Array.from({length: tests}, (): AnsweredTest => {
      const chance = betaDraw(mean * sum, (1 - mean) * sum, random);
      const answers = Array.from({length: repeats}, () => random.chance(chance));
      if (answers[0]) correct++;
      return {answers: repeats, right: answers.filter(Boolean).length, guess_chance: 0};
    });
    add("all", sharedAccuracy(sharesOfTests(answered)));
    add("first", sharedAccuracy(singleAnswers({correct, total: tests, guessSum: 0})));
  }
  return result;
}

/** The grid of docs/coverage.md. */
export const SHARE_GRID: readonly ShareCell[] = [5, 10, 20, 120].flatMap(tests =>
  [2, 3, 8].flatMap(repeats => [0.3, 1, 10].flatMap(sum => [0.1, 0.5, 0.9].map(mean => ({mean, sum, tests, repeats}))))
);

const HEADING = "## Accuracy from all repeats";
const HEADER = [
  "| tests | repeats | mean chance | a + b | all answers | first answers | width over that of first ones | repetitions | seeds | date |",
  `| ${new Array(10).fill("---").join(" | ")} |`
];

/** A row of the table. */
export function shareRow(cell: ShareCell, {repetitions, date}: {repetitions: number; date: string}): string {
  const {tests, repeats, mean, sum} = cell;
  const {all, first} = simulateShares(cell, repetitions);
  const text = ({coverage, width}: ShareCoverage["all"]) => `${(100 * coverage).toFixed(1)} %, ${width.toFixed(3)}`;
  const cells = [text(all), text(first), (all.width / first.width).toFixed(2)];
  return `| ${[tests, repeats, mean, sum, ...cells, repetitions, seedOf(cell), date].join(" | ")} |`;
}

/** The document with other rows in this table, which ends at the next heading. */
export function withShareRows(document: string, rows: readonly string[]): string {
  const start = document.indexOf(HEADING);
  const table = document.indexOf(HEADER[0]!, start);
  if (start < 0 || table < 0) throw new Error(`no table after ${HEADING}`);
  const next = document.indexOf("\n## ", table);
  return `${document.slice(0, table)}${[...HEADER, ...rows].join("\n")}\n${next < 0 ? "" : document.slice(next)}`;
}
