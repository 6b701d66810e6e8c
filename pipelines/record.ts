// What a run or a rescoring leaves behind: scored responses and points as rows of the published tables, written together.
import {join} from "node:path";
import type {PointResult, Sample} from "./evaluate.js";
import {referenceTruth} from "./infer/reference/roster.js";
import type {Manifest} from "./store/manifest.js";
import {openOverlay, readPoints, UPSERTS, withUpserts} from "./store/overlay.js";
import {fileOf} from "./store/publish.js";
import {itemRow, type PointRow, pointRow, responseRows, type ScoredResponse} from "./store/rows.js";
import {scoredEvaluations, scoreRows} from "./store/scores.js";
import {tables} from "./store/tables.js";
import {openStage, type Row, writeTogether} from "./store/writer.js";

const {samples, timings, responses, items, points, scores, reference_models} = tables;
const RECORDED = {samples, timings, responses, items, points, scores, reference_models};

type Warn = {warn: (reason: string) => void};

export interface TableRecord extends AsyncDisposable {
  /** `item` makes the row of a test that was not met before. */
  response(scored: ScoredResponse, item: () => Row): void;
  /** Writes every table, that of points with the store's own tags and upserted points. `warn` hears which of these were left out. */
  write(rows: readonly PointRow[], options: Warn): Promise<Manifest["tables"]>;
  /** The points so far. */
  writePoints(rows: readonly PointRow[]): Promise<void>;
}

/** Rows wait in memory and spill into `folder`. */
export async function openTableRecord(folder: string): Promise<TableRecord> {
  const overlay = await openOverlay(folder);
  const upserted = await readPoints(folder, UPSERTS);
  const stage = await openStage(RECORDED, {folder});
  const known = new Set<string>();
  const standing = (rows: readonly PointRow[], leaveOut: (reason: string) => void): PointRow[] =>
    withUpserts(rows, upserted, {leaveOut}).map(overlay.tagged);

  return {
    response(scored, item) {
      const rows = responseRows(scored);
      stage.append("samples", rows.samples);
      stage.append("timings", rows.timings);
      stage.append("responses", rows.responses);
      if (known.has(scored.test.item_id)) return;
      known.add(scored.test.item_id);
      stage.append("items", item());
    },
    async write(rows, {warn}) {
      const all = standing(rows, warn);
      for (const row of all) stage.append("points", row);
      for (const row of scoreRows(scoredEvaluations(all))) stage.append("scores", row);
      if (rows.some(({simulated}) => simulated)) for (const row of referenceTruth()) stage.append("reference_models", row);
      // Pages ask for this table whatever the models are; without simulated ones it says so by having no row.
      return writeTogether(stage, Object.keys(RECORDED), folder, {mayBeEmpty: ["reference_models"]});
    },
    async writePoints(rows) {
      await using sofar = await openStage({points}, {folder});
      for (const row of standing(rows, () => {})) sofar.append("points", row);
      await sofar.write("points", join(folder, fileOf("points")));
    },
    [Symbol.asyncDispose]: () => stage[Symbol.asyncDispose]()
  };
}

export interface RunRecord extends AsyncDisposable {
  sample(sample: Sample): void;
  write(results: readonly PointResult[], options: Warn): Promise<Manifest["tables"]>;
  /** The points so far, for a workbook that is open while the run goes on. */
  writePoints(results: readonly PointResult[]): Promise<void>;
}

/** The record of a run. */
export async function openRecord(folder: string): Promise<RunRecord> {
  const record = await openTableRecord(folder);
  const rowsOf = (results: readonly PointResult[]): PointRow[] => results.filter(isSampled).map(rowOf);
  return {
    sample(sample) {
      const {evaluation, test, point, request} = sample;
      const prompt = request.messages.at(-1)!.content;
      const scored = {...sample, key: evaluation.key, trial: 0, prompt, simulated: evaluation.simulated};
      record.response(scored, () => itemRow(test, point));
    },
    write: (results, options) => record.write(rowsOf(results), options),
    writePoints: results => record.writePoints(rowsOf(results)),
    [Symbol.asyncDispose]: () => record[Symbol.asyncDispose]()
  };
}

const isSampled = ({counters: {correct, incorrect, truncated}}: PointResult): boolean => correct + incorrect + truncated > 0;

function rowOf({evaluation, point, counters, stopped}: PointResult): PointRow {
  const {key: _, ...facts} = point;
  const {key, model, simulated} = evaluation;
  return pointRow({...facts, ...key, groups: model.groups, tags: [], counters, stopped, simulated});
}
