// The table of docs/coverage.md about scores from short forms: replays of the published answers.
import {randomOf} from "../../../pipelines/generate/seed.js";
import {type BenchmarkErrors, errorRows, relativeError} from "../../../pipelines/studies/adaptive/shortForm/errors.js";
import {readAnswers} from "../../../pipelines/studies/adaptive/shortForm/readAnswers.node.js";
import {replayShortForms} from "../../../pipelines/studies/adaptive/shortForm/replay.js";

const PUBLISHED = "data/published";
/** Page Adaptive shows these errors. */
export const SHORT_FORMS_FILE = "src/shortForms.json";
export const BENCHMARKS = ["mmlu-pro", "gsm8k", "livebench"] as const;
type Benchmark = (typeof BENCHMARKS)[number];
const LENGTHS = [20, 50, 100, 200, 300] as const;

/** Replays all models of a benchmark, each without its family. */
export async function shortFormErrors(set: Benchmark, date: string): Promise<BenchmarkErrors> {
  const answers = await readAnswers(PUBLISHED, set);
  const seed = `short forms ${set}`;
  const replay = replayShortForms(answers, {lengths: LENGTHS, random: randomOf(seed)});
  return {set, items: answers.items.length, date, seed, rows: errorRows(replay)};
}

const points = (share: number): string => (100 * share).toFixed(2);

/** Rows of the table: one for each number of asked items. */
export const shortFormRows = ({set, items, date, seed, rows}: BenchmarkErrors): string[] =>
  LENGTHS.map(asked => {
    const rowOf = (method: string) => rows.find(row => row.method === method && row.asked === asked)!;
    const error = (method: string) =>
      `${points(rowOf(method).error)} [${points(rowOf(method).low)}, ${points(rowOf(method).high)}]`;
    const {models, held, width} = rowOf("short form");
    const cells = [
      set,
      models,
      items.toLocaleString("en"),
      asked,
      error("short form"),
      error("fixed anchors"),
      error("random items"),
      relativeError(rows, "short form", asked).toFixed(2),
      `${((100 * held!) / models).toFixed(1)} % of ${models}`,
      points(width!),
      seed,
      date
    ];
    return `| ${cells.join(" | ")} |`;
  });

const HEADING = "## Scores from short forms";
const HEADER = [
  "| set | models | items | asked | short form | fixed anchors | random items | short form ÷ random | intervals that hold | mean width | seed | date |",
  `| ${"--- | ".repeat(12).trim()}`
];

/** The document with other rows in the table of short forms, which ends at the next heading. */
export function withShortFormRows(document: string, rows: readonly string[]): string {
  const start = document.indexOf(HEADING);
  const table = document.indexOf("| set |", start);
  if (start < 0 || table < 0) throw new Error(`no table after ${HEADING}`);
  const next = document.indexOf("\n## ", table);
  return `${document.slice(0, table)}${[...HEADER, ...rows].join("\n")}\n${next < 0 ? "" : document.slice(next)}`;
}
