// The command `surface`: excess accuracy over two params of one task.

import {z} from "zod";
import {UserError} from "../rows/error.js";
import {groupBy} from "../stats/groupBy.js";
import {compareValues, type Value} from "../studies/manifold/surface.js";
import {command} from "./command.js";
import {textOrNull} from "./fields.js";
import {cellFields, cellRows, sliceOf, yFields} from "./slice.js";

const {x_name, x, ...others} = cellFields;
const row = z.object({
  surface: textOrNull("the surface's name; null for axes given by --x and --y"),
  x_name,
  x,
  ...yFields,
  ...others
});
type Row = z.infer<typeof row>;

export const surface = command({
  name: "surface",
  description: "excess accuracy over two params: a named surface (--surface), or any two of a task (--task, --x, --y)",
  options: z.object({
    x: z.string().optional().describe("a param across, instead of a named surface"),
    y: z.string().optional().describe("a param down")
  }),
  row,
  async rows(store, options) {
    const slice = await sliceOf(store, "surface", options);
    const cells = await cellRows(store, slice, "surface");
    const named = {surface: slice.name, base_task: slice.base_task, x_name: slice.x, y_name: slice.y!};
    return cells.map(cell => ({...cell, ...named}));
  },
  async plot(rows, {width}) {
    const {manifoldHeat} = await import("../charts/manifold/heat.js");
    const {evaluationLabels} = await import("../charts/shared/label.js");
    const evaluations = new Set(rows.map(({eval_id}) => eval_id)).size;
    if (evaluations > 1) throw new UserError(`a picture shows one evaluation, ${evaluations} pass the filters; add --model`);
    const {x_name: x, y_name: y, base_task, simulated} = rows[0]!;
    const pooled = Math.max(...rows.map(({points}) => points));
    return manifoldHeat(
      rows.map(cell => ({...cell, params: []})),
      {
        x,
        y,
        columns: distinct(rows.map(cell => cell.x)),
        rows: distinct(rows.map(cell => cell.y)),
        width,
        simulated,
        title: `${evaluationLabels(rows)(rows[0]!)}: ${base_task} over ${x} and ${y}`,
        caption: `Excess accuracy: 0 % is guessing, 100 % knowing; in brackets its 95 % interval; n counts untruncated samples.${pooled > 1 ? ` A cell pools up to ${pooled} points.` : ""}`
      }
    );
  },
  markdown(rows) {
    return [...groupBy(rows, ({eval_id}) => eval_id).values()].map(grid).join("\n");
  }
});

const distinct = (values: readonly Value[]): Value[] => [...new Set(values)].sort(compareValues);

/** One evaluation's cells as a markdown grid with estimate, interval and n in each. */
function grid(rows: readonly Row[]): string {
  const {model, template, sampler, base_task, surface, x_name, y_name} = rows[0]!;
  const columns = distinct(rows.map(cell => cell.x));
  const percent = (share: number) => (100 * share).toFixed(1);
  const show = (cell: Row | undefined) => {
    if (!cell) return "";
    if (cell.accuracy === null) return `all ${cell.samples} truncated`;
    return `${percent(cell.accuracy)} % [${percent(cell.low)}, ${percent(cell.high)}] n = ${cell.n}`;
  };
  const line = (cells: readonly unknown[]) =>
    `| ${cells.map(each => String(each ?? "none").replaceAll("|", "\\|")).join(" | ")} |`;
  const body = distinct(rows.map(cell => cell.y)).map(y =>
    line([y, ...columns.map(x => show(rows.find(cell => cell.x === x && cell.y === y)))])
  );
  const head = `${model} · ${template} · ${sampler}: excess accuracy in ${base_task}${surface === null ? "" : `, surface ${surface}`}; 95 % intervals\n`;
  return [head, line([`${y_name} ↓ ${x_name} →`, ...columns]), line(["---", ...columns.map(() => "---")]), ...body, ""].join(
    "\n"
  );
}
