// What a run leaves behind: its samples and points as rows of the published tables, written together.
import {join} from "node:path";
import type {PointResult, Sample} from "./evaluate.js";
import {referenceTruth} from "./infer/reference/roster.js";
import type {Manifest} from "./store/manifest.js";
import {openOverlay, readPoints, UPSERTS, withUpserts} from "./store/overlay.js";
import {fileOf} from "./store/publish.js";
import {itemRow, type PointRow, pointRow, responseRows} from "./store/rows.js";
import {scoredEvaluations, scoreRows} from "./store/scores.js";
import {tables} from "./store/tables.js";
import {openStage, writeTogether} from "./store/writer.js";

const {samples, timings, responses, items, points, scores, reference_models} = tables;
const RECORDED = {samples, timings, responses, items, points, scores, reference_models};

export interface RunRecord extends AsyncDisposable {
  sample(sample: Sample): void;
  /** Writes every table, that of points with the store's own tags and upserted points. `warn` hears which of these were left out. */
  write(results: readonly PointResult[], {warn}: {warn: (reason: string) => void}): Promise<Manifest["tables"]>;
  /** The points so far, for a workbook that is open while the run goes on. */
  writePoints(results: readonly PointResult[]): Promise<void>;
}

/** Rows wait in memory and spill into `folder`. */
export async function openRecord(folder: string): Promise<RunRecord> {
  const overlay = await openOverlay(folder);
  const upserted = await readPoints(folder, UPSERTS);
  const stage = await openStage(RECORDED, {folder});
  const known = new Set<string>();
  const pointRows = (results: readonly PointResult[], leaveOut: (reason: string) => void): PointRow[] =>
    withUpserts(results.filter(isSampled).map(rowOf), upserted, {leaveOut}).map(overlay.tagged);

  return {
    sample(sample) {
      const {evaluation, test, request} = sample;
      const prompt = request.messages.at(-1)!.content;
      const rows = responseRows({...sample, key: evaluation.key, trial: 0, prompt, simulated: evaluation.simulated});
      stage.append("samples", rows.samples);
      stage.append("timings", rows.timings);
      stage.append("responses", rows.responses);
      if (known.has(test.item_id)) return;
      known.add(test.item_id);
      stage.append("items", itemRow(test, sample.point));
    },
    async write(results, {warn}) {
      const rows = pointRows(results, warn);
      for (const row of rows) stage.append("points", row);
      for (const row of scoreRows(scoredEvaluations(rows))) stage.append("scores", row);
      if (results.some(({evaluation}) => evaluation.simulated))
        for (const row of referenceTruth()) stage.append("reference_models", row);
      return writeTogether(stage, Object.keys(RECORDED), folder);
    },
    async writePoints(results) {
      await using sofar = await openStage({points}, {folder});
      for (const row of pointRows(results, () => {})) sofar.append("points", row);
      await sofar.write("points", join(folder, fileOf("points")));
    },
    [Symbol.asyncDispose]: () => stage[Symbol.asyncDispose]()
  };
}

const isSampled = ({counters: {correct, incorrect, truncated}}: PointResult): boolean => correct + incorrect + truncated > 0;

function rowOf({evaluation, point, counters, stopped}: PointResult): PointRow {
  const {key: _, ...facts} = point;
  const {key, model, simulated} = evaluation;
  return pointRow({...facts, ...key, groups: model.groups, tags: [], counters, stopped, simulated});
}
