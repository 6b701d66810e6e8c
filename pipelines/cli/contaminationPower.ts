// The command `contamination power`: simulated false positives and power of the tests by log-probabilities.
import {z} from "zod";
import {plural} from "../book/plural.js";
import {report} from "../infer/progress.node.js";
import {jsonText, tableText} from "../store/show.js";
import {CASES, falsePositives, power, type SimulationRow} from "../studies/contamination/probeSimulation.node.js";
import {printingCommand} from "./command.js";
import {path, wholeNumber} from "./optionTypes.js";
import {checkOut, writeOut} from "./out.js";

/** The first run of the published figures: none below was looked at when the adjustment of the p-values was chosen (docs/contamination-probes.md). */
const FIRST = 10_000;
/** Between the first clean run and the first run with something known. */
const APART = 10_000;

/** Every field of the rows as JSON. */
function rowsText(rows: readonly SimulationRow[]): string {
  const all = rows.map(row => ({...row, simulated: true}));
  const columns = Object.keys(all[0]!);
  return jsonText({columns, rows: all.map(row => Object.values(row))});
}

export const powerCommand = printingCommand({
  name: "contamination power",
  summary:
    "simulate the probe: how often clean corpora and models count as contaminated, and how often items or an order that a model has seen are found",
  options: z.strictObject({
    clean: wholeNumber("clean corpora and models").default(400),
    sets: wholeNumber("simulated contaminated models for each row; 0 = none", {min: 0}).default(100),
    first: wholeNumber("number of the first run, which decides its corpus, model and permutations", {min: 0}).default(FIRST),
    out: path("the rows as JSON, instead of a table on stdout").optional()
  }),
  examples: ["--clean 20 --sets 0", "--out power.json"],
  async run({clean, sets, first, out}, io) {
    await checkOut(out);
    report().info(
      `simulated: ${plural(clean, "clean run")} from ${first}, ${plural(sets, "set")} for each row of power from ${first + APART}`
    );
    const rows = [...falsePositives({runs: clean, first}), ...(sets > 0 ? power(CASES, {runs: sets, first: first + APART}) : [])];
    if (out !== undefined) await writeOut(rowsText(rows), out, io);
    return rows;
  },
  print: (rows, {out}) => (out === undefined ? simulationText(rows) : ""),
  json: rowsText
});

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

/** The rows as a table, each share with its n and interval. */
export function simulationText(rows: readonly SimulationRow[]): string {
  const columns = ["what is known", "items", "of", "found", "n", "share", "95 % interval"];
  return tableText(
    {
      columns,
      rows: rows.map(row => [
        ...[knownText(row), row.items, row.of, row.found, row.n],
        row.value === null ? "" : percent(row.value),
        `[${percent(row.low)}, ${percent(row.high)}]`
      ])
    },
    {count: false}
  );
}

function knownText({share, surprisal, order}: SimulationRow): string {
  if (share > 0) return `${percent(share)} of the items, ${surprisal} times as surprising`;
  return order > 0 ? `the order, ${order} nats a pair` : "nothing";
}
