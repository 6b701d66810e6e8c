// The command `projection`: excess accuracy along one param of one task.
import {z} from "zod";
import {UserError} from "../rows/error.js";
import {command} from "./command.js";
import {textOrNull} from "./fields.js";
import {cellFields, cellRows, sliceOf} from "./slice.js";

const {x_name, x, ...others} = cellFields;

export const projection = command({
  name: "projection",
  description: "excess accuracy along one param: a named projection (--projection), or any of a task (--task, --x)",
  options: z.object({x: z.string().optional().describe("a param, instead of a named projection")}),
  row: z.object({
    projection: textOrNull("the projection's name; null for a param given by --x"),
    x_name,
    x,
    ...others
  }),
  async rows(store, options) {
    const slice = await sliceOf(store, "projection", options);
    const cells = await cellRows(store, slice, "projection");
    return cells.map(({y: _, ...cell}) => ({...cell, projection: slice.name, base_task: slice.base_task, x_name: slice.x}));
  },
  async plot(rows, {width}) {
    const {curvePlot, MAX_CURVES} = await import("../charts/manifold/curves.js");
    const {evaluationLabels} = await import("../charts/shared/label.js");
    const evaluations = new Set(rows.map(({eval_id}) => eval_id)).size;
    if (evaluations > MAX_CURVES)
      throw new UserError(`a picture shows at most ${MAX_CURVES} evaluations, ${evaluations} pass the filters; add --model`);
    const label = evaluationLabels(rows);
    const pooled = rows.some(({points}) => points > 1) ? ["other params"] : [];
    const curves = rows.map(row => ({...row, y: null, params: [], evaluation: label(row)}));
    return curvePlot(curves, {x: rows[0]!.x_name, pooled, held: {}, points: []}, {width});
  }
});
