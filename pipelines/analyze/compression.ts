// The command `compression`: entropy of reasoning traces per byte, by outcome and by difficulty, with the shares of looping and garbled
// traces.

import {group} from "d3";
import {z} from "zod";
import {UserError} from "../rows/error.js";
import type {Evaluated} from "../store/evaluationName.js";
import {
  type Attempt,
  difficulties,
  type Entropy,
  entropyOf,
  loadOf,
  PARTS,
  type TraceCell,
  type TracePart
} from "../studies/traces/entropy.js";

import {traceCellsQuery} from "../studies/traces/traces.sql.js";
import {command} from "./command.js";
import {count, evaluationFields, numberOrNull, simulatedField} from "./fields.js";
import type {Store} from "./store.js";

const parts = Object.keys(PARTS) as [TracePart, ...TracePart[]];
const CHARTS = ["outcome", "load", "points"] as const;

const options = z.object({
  part: z.enum(parts).default(parts[0]).describe("bytes of traces that are compared: texts of equal length"),
  chart: z
    .enum(CHARTS)
    .default(CHARTS[0])
    .describe("which picture: outcome, load (slopes of all evaluations), points (of one evaluation)")
});

const KEYS = ["density", "incorrect", "truncated", "slope", "loops", "garbled"] as const;
const estimated = (name: (typeof KEYS)[number], description: string) => ({
  [name]: numberOrNull(description),
  [`${name}_low`]: numberOrNull("lower end of its 95 % interval"),
  [`${name}_high`]: numberOrNull("upper end")
});

type Cell = TraceCell & {eval_id: string; difficulty: number | null};
interface Found extends Evaluated, Entropy {
  cells: Cell[];
}

export const compression = command({
  name: "compression",
  description: "bits per byte of traces at matched length: by outcome, against difficulty; loops and garble",
  options,
  needs: ["traces"],
  row: z.object({
    ...evaluationFields,
    traces: count("traces: n of the rates"),
    matched: count("traces that are long enough for the part: n of the densities"),
    ...estimated("density", "mean bits per byte of the part; interval over points"),
    ...estimated("incorrect", "bits per byte of incorrect traces minus those of correct ones to the same point"),
    ...estimated("truncated", "bits per byte of truncated traces minus those of correct ones to the same point"),
    ...estimated(
      "slope",
      "change of bits per byte from a point that nobody else fails to one that everybody else fails, within tasks"
    ),
    ...estimated("loops", "share of traces that repeat one block"),
    ...estimated("garbled", "share of traces that are garbled somewhere"),
    ...simulatedField
  }),
  async rows(store, {part}) {
    return (await find(store, part)).map(({cells: _, ...row}) => ({
      ...row,
      ...Object.fromEntries(
        KEYS.flatMap(key => [
          [key, row[key]?.value ?? null],
          [`${key}_low`, row[key]?.low ?? null],
          [`${key}_high`, row[key]?.high ?? null]
        ])
      )
    })) as never;
  },
  async plot(_, {width, part, chart}, store) {
    const plots = await import("../charts/traces/plots.js");
    const rows = await named(await find(store, part));
    if (chart === "outcome") return plots.differencePlot(rows, {width, part});
    if (chart === "load") return plots.slopePlot(rows, {width, part});
    if (rows.length > 1) throw new UserError(`this picture shows one evaluation, ${rows.length} pass the filters; add --model`);
    const [row] = rows;
    return plots.loadPlot(loadOf(row!.cells, {part, difficulty: cell => (cell as Cell).difficulty}), {width, part, ...row!});
  },
  async sentence(_, {part}, store) {
    const sentences = await import("../charts/traces/sentences.js");
    const rows = await named(await find(store, part));
    return [sentences.outcomeSentence(rows), sentences.loadSentence(rows), sentences.flawSentence(rows)]
      .filter(Boolean)
      .join(" ");
  }
});

async function named(found: readonly Found[]): Promise<(Found & {name: string})[]> {
  const {evaluationLabels} = await import("../charts/shared/label.js");
  const label = evaluationLabels(found);
  return found.map(row => ({...row, name: label(row)}));
}

/** One row per evaluation, by name. The difficulty of a point is estimated from all evaluations of the store, whatever the filters. */
const find = (store: Store, part: TracePart): Promise<Found[]> =>
  store.once(async () => {
    const attempts = (await store.ask(
      "select eval_id, base_task, params, correct, incorrect, guess_sum from memory.main.points"
    )) as never as Attempt[];
    const difficulty = difficulties(attempts);
    const cells = ((await store.ask(traceCellsQuery(part))) as never as Cell[]).map(cell => ({
      ...cell,
      difficulty: difficulty(cell)
    }));
    const own = group(cells, ({eval_id}) => eval_id);
    const evaluations = (await store.ask(`select eval_id, model, template, sampler, bool_or(simulated) as simulated from picked
      group by eval_id, model, template, sampler order by model, template, sampler`)) as never as Omit<
      Found,
      keyof Entropy | "cells"
    >[];
    return evaluations.map(evaluation => {
      const cells = own.get(evaluation.eval_id) ?? [];
      return {...evaluation, cells, ...entropyOf(cells, {part, difficulty: cell => (cell as Cell).difficulty})};
    });
  });
