// Writes the results of a run or a rescoring: scored responses and points become rows of the published tables, which are written together.
import {mkdir} from "node:fs/promises";
import {join} from "node:path";
import type {ManifoldPoint} from "../generate/manifold.node.js";
import {referenceTruth} from "../infer/reference/roster.js";
import {expectedSuites} from "../store/expected.js";
import type {Manifest} from "../store/manifest.node.js";
import {openOverlay, readPoints, UPSERTS, withUpserts} from "../store/points/overlay.node.js";
import {fileOf} from "../store/publish.node.js";
import {
  type EvaluationKey,
  itemRow,
  type PointRow,
  pointRow,
  type ResponseWithoutScore,
  responseRows,
  type ScoredResponse,
  unscoredRows
} from "../store/rows.node.js";
import {scoredEvaluations, scoreRows} from "../store/scores.js";
import {type AbsentStore, carryRest, carryUnscored, type Merge, samplesOf} from "../store/standing.node.js";
import {tables} from "../store/tables.js";
import {openStage, type Row, writeTogether} from "../store/writer.node.js";
import type {PointResult, Sample, UnscoredResponse} from "./evaluate.js";
import type {Evaluation} from "./evaluation.js";

const {samples, timings, responses, measures, items, points, scores, reference_models} = tables;
const RECORDED = {samples, timings, responses, measures, items, points, scores, reference_models};

/** The part of a manifest that states what evaluations were to be asked. */
type Asked = Pick<Manifest, "evaluations" | "suites">;

interface WriteOptions {
  asked: Asked;
  /** Called with upserted points that were left out. */
  warn: (reason: string) => void;
  /** What is removed from the store; its other responses and tests are kept. */
  gone?: AbsentStore | undefined;
  /** Whether no answer at all may have a score: the tables of scores are then written without rows. */
  mayLackScores?: boolean | undefined;
}

export interface TableWriter extends AsyncDisposable {
  /** Adds a scored response; `item` makes the row of a test that is new. */
  response(scored: ScoredResponse, item: () => Row): void;
  /** Adds a response that is neither right nor wrong. */
  unscored(response: ResponseWithoutScore, item: () => Row): void;
  /** Adds further measures of a response. */
  measures(of: EvaluationKey & {item_id: string; trial: number}, measures: Readonly<Record<string, number>>): void;
  /** Adds another store's answers without a score as they are, once all others have been added; resolves with their number. */
  carryUnscored(store: string): Promise<number>;
  /** Writes all tables, with the store's own tags and upserted points applied to the points. */
  write(rows: readonly PointRow[], options: WriteOptions): Promise<Manifest["tables"]>;
  /** Writes the points so far into another folder. */
  writePoints(rows: readonly PointRow[], folder: string): Promise<void>;
}

/**
 * Opens a writer whose rows are held in memory and spill into `folder`.
 * @param keeps tables of the store that stay as they are
 */
export async function openTableWriter(
  folder: string,
  {keeps = []}: {keeps?: readonly ("timings" | "responses")[]} = {}
): Promise<TableWriter> {
  const overlay = await openOverlay(folder);
  const upserted = await readPoints(folder, UPSERTS);
  const stage = await openStage(RECORDED, {folder});
  const known = new Set<string>();
  const standing = (rows: readonly PointRow[], leaveOut: (reason: string) => void): PointRow[] =>
    withUpserts(rows, upserted, {leaveOut}).map(overlay.tagged);

  const addItem = ({test: {item_id}}: Pick<ScoredResponse, "test">, item: () => Row) => {
    if (known.has(item_id)) return;
    known.add(item_id);
    stage.append("items", item());
  };
  const exchanged = (rows: Record<"timings" | "responses", Row>) => {
    for (const name of ["timings", "responses"] as const) if (!keeps.includes(name)) stage.append(name, rows[name]);
  };
  const withoutScore: NonNullable<AbsentStore["responses"]>[number][] = [];

  return {
    response(scored, item) {
      const rows = responseRows(scored);
      stage.append("samples", rows.samples);
      exchanged(rows);
      for (const row of rows.measures) stage.append("measures", row);
      addItem(scored, item);
    },
    unscored(response, item) {
      const rows = unscoredRows(response);
      exchanged(rows);
      for (const row of rows.measures) stage.append("measures", row);
      addItem(response, item);
      const {key, test, trial} = response;
      withoutScore.push({model: key.model, template: key.template, sampler: key.sampler, item_id: test.item_id, trial});
    },
    measures(of, measures) {
      for (const [name, value] of Object.entries(measures)) stage.append("measures", {...of, name, value});
    },
    carryUnscored: store => carryUnscored(stage, store),
    async write(rows, {asked, warn, gone, mayLackScores = false}) {
      const all = standing(rows, warn);
      if (gone) await carryRest(stage, folder, {...gone, responses: withoutScore});
      for (const row of all) stage.append("points", row);
      const expected = expectedSuites(asked, {points: all, overlay});
      for (const row of scoreRows(scoredEvaluations(all, {expected}))) stage.append("scores", row);
      if (rows.some(({simulated}) => simulated)) for (const row of referenceTruth()) stage.append("reference_models", row);
      // Pages always request these tables; without simulated models, or measures, they are written without rows.
      const written = Object.keys(RECORDED).filter(name => !(keeps as readonly string[]).includes(name));
      return writeTogether(stage, written, folder, {
        mayBeEmpty: ["measures", "reference_models", ...(mayLackScores ? ["samples", "points", "scores"] : [])]
      });
    },
    async writePoints(rows, target) {
      await mkdir(target, {recursive: true});
      await using sofar = await openStage({points}, {folder: target});
      for (const row of standing(rows, () => {})) sofar.append("points", row);
      await sofar.write("points", join(target, fileOf("points")));
    },
    [Symbol.asyncDispose]: () => stage[Symbol.asyncDispose]()
  };
}

export interface ResultWriter extends AsyncDisposable {
  sample(sample: Sample): void;
  unscored(response: UnscoredResponse): void;
  /** Ends a point, after its samples. */
  point(result: PointResult): void;
  /** Points of the run that will be in the tables. */
  readonly points: readonly PointRow[];
  write(rows: readonly PointRow[], options: WriteOptions): Promise<Manifest["tables"]>;
  /** Writes the points so far, for a workbook that is open during the run. */
  writePoints(folder: string): Promise<void>;
}

/** The writer of a run's results. Samples of a point that competes with a stored one are held back until the point has ended. */
export async function openResultWriter(folder: string, merge: Merge): Promise<ResultWriter> {
  const writer = await openTableWriter(folder);
  const points: PointRow[] = [];
  type AnyResponse = Sample | UnscoredResponse;
  const waiting = new Map<Evaluation, Map<ManifoldPoint, AnyResponse[] | null>>();
  const queueOf = ({evaluation, point}: Pick<Sample, "evaluation" | "point">): AnyResponse[] | null => {
    let own = waiting.get(evaluation);
    if (!own) waiting.set(evaluation, (own = new Map()));
    let queue = own.get(point);
    if (queue === undefined) {
      const {base_task, params_json: params} = point;
      own.set(point, (queue = merge.rival({...evaluation.key, base_task, params}) ? [] : null));
    }
    return queue;
  };
  const keep = (response: AnyResponse) => {
    const {evaluation, test, point} = response;
    const item = () => itemRow(test, point);
    if ("score" in response) writer.response({...response, key: evaluation.key}, item);
    else writer.unscored({...response, key: evaluation.key}, item);
  };
  const add = (response: AnyResponse) => {
    const queue = queueOf(response);
    if (queue) queue.push(response);
    else keep(response);
  };
  return {
    points,
    sample: add,
    unscored: add,
    point(result) {
      const queue = waiting.get(result.evaluation)?.get(result.point) ?? [];
      waiting.get(result.evaluation)?.delete(result.point);
      if (samplesOf(result.counters) === 0) return;
      const row = rowOf(result);
      if (!merge.takes(row)) return;
      points.push(merge.joined(row));
      for (const sample of queue) keep(sample);
    },
    write: writer.write,
    writePoints: target => writer.writePoints([...points, ...merge.rest(new Set()).points], target),
    [Symbol.asyncDispose]: () => writer[Symbol.asyncDispose]()
  };
}

function rowOf({evaluation, point, counters, testShares, stopped, simulated}: PointResult): PointRow {
  const {key: _, ...facts} = point;
  const {key, model} = evaluation;
  return pointRow({...facts, ...key, groups: model.groups, tags: [], counters, testShares, stopped, simulated});
}
