// Merges a new run with the contents of its store: what the store holds when the run begins, and which of it is kept.

import {existsSync} from "node:fs";
import {join} from "node:path";
import {mixedVersions} from "../generate/versions.js";
import {UserError} from "../rows/error.js";
import {literal} from "../rows/literal.js";
import {parquetSource} from "../rows/parquet.js";
import type {Stopped} from "../score/precision.js";
import {UNSCORED} from "../score/score.node.js";
import {originalPoints, originalSamples} from "./corrections/apply.node.js";
import {type Manifest, readManifest} from "./manifest.node.js";
import {type Identity, identityOf, readPoints, UPSERTS} from "./points/overlay.node.js";
import {isOlderReader} from "./readerVersion.node.js";
import type {EvaluationKey, PointRow} from "./rows.node.js";
import {readRows} from "./sql.node.js";
import type {Stage} from "./writer.node.js";

/** The points of a store that have samples in it, and its manifest. */
export interface Standing {
  folder: string;
  manifest: Manifest | null;
  points: readonly PointRow[];
}

/** Reads the contents of a store, as its scorers alone would have them: corrections are applied to what is written. Upserted points are not part of it: they are stored separately and added to the points of every run. */
export async function readStanding(folder: string): Promise<Standing> {
  const samples = join(folder, "samples.parquet");
  const counted = new Set<string>();
  if (existsSync(samples)) {
    const query = "select distinct model, template, sampler, base_task, params from t";
    for await (const row of readRows(samples, {query})) counted.add(identityOf(row as unknown as Identity));
  }
  const brought = new Set((await readPoints(folder, UPSERTS)).map(identityOf));
  const points = (await originalPoints(folder)).filter(row => counted.has(identityOf(row)) || !brought.has(identityOf(row)));
  return {folder, manifest: await readManifest(folder), points};
}

/** Evaluations (`evaluationOf`) and number of samples of a store with a damaged part, by its manifest or else by a table that is whole. */
export async function readRemains(folder: string): Promise<{evaluations: Set<string>; samples: number}> {
  const manifest = await readManifest(folder);
  if (manifest) return {evaluations: new Set(manifest.evaluations.map(evaluationOf)), samples: manifest.samples};
  for (const table of ["samples", "responses", "timings"]) {
    const evaluations = new Set<string>();
    let samples = 0;
    try {
      const query = "select model, template, sampler, count(*) as samples from t group by all";
      for await (const row of readRows(join(folder, `${table}.parquet`), {query})) {
        evaluations.add(evaluationOf(row as unknown as EvaluationKey));
        samples += Number(row.samples);
      }
      return {evaluations, samples: table === "samples" ? samples : 0};
    } catch {} // damaged too
  }
  return {evaluations: new Set(), samples: 0};
}

/** What is removed from a store: whole evaluations, and single points of others. */
export interface AbsentStore {
  evaluations: readonly Pick<EvaluationKey, "model" | "template" | "sampler">[];
  points: readonly Identity[];
  /** Responses that the run has written again although no point names them, since they have no score. */
  responses?: readonly (Pick<EvaluationKey, "model" | "template" | "sampler"> & {item_id: string; trial: number})[];
}

export interface Merge {
  /** The stored point that competes with a new one of the same evaluation, if any. */
  rival(fresh: Identity & Pick<PointRow, "eval_id">): PointRow | undefined;
  /** Whether a point of the run replaces the stored one; must be called once for each point. */
  takes(fresh: PointRow): boolean;
  /** A point of the run with the suites that a stored one has besides, where the run asks only some of the book's. */
  joined(fresh: PointRow): PointRow;
  /** Number of points of the run that do not replace the stored ones. */
  readonly outweighed: number;
  /**
   * The points to keep.
   * @param finished evaluations (`evaluationOf`) of which every point of the book is present: their other points are removed
   */
  rest(finished: ReadonlySet<string>): {points: PointRow[]; gone: AbsentStore; others: number};
}

interface Own {
  /** Evaluations of the run. */
  evaluations: readonly EvaluationKey[];
  /** Whether the run asks exactly what the book says, rather than other points or fewer tests. */
  byBook: boolean;
  /** Whether the run asked again, or one was killed before it wrote the manifest, so that its points replace stored ones with as many samples. */
  isFresh?: boolean;
  /** Version of each task's generator. */
  versions: ReadonlyMap<string, number>;
  warn: (text: string) => void;
}

/** Reasons to stop that result from the point's own precision settings. */
const FINAL: readonly Stopped[] = ["width", "max", "exhausted", "truncation", "context", "unscored"];
/** Reasons to stop that are failures or interruptions. */
const BROKEN: readonly Stopped[] = ["failed", "budget", "interrupted"];

/** Whether sampling of a point ended because a request failed or was not sent. */
export const isBroken = ({stopped}: {stopped: Stopped}): boolean => BROKEN.includes(stopped);

/** Whether sampling of a point ended because of its own precision settings. */
export const isFinal = ({stopped}: {stopped: Stopped}): boolean => FINAL.includes(stopped);

/**
 * Merges a run into the contents of its store. Other evaluations are kept. A point of the run replaces the same point of the same
 * evaluation where the book's own settings ended its sampling, and otherwise only where it has more samples, or as many that an older reader
 * scored or that the run asked again, so that a short run removes no data. Throws a UserError where points of two versions of a generator would have to be combined.
 */
export function openMerge(
  {points, manifest = null}: Pick<Standing, "points"> & Partial<Pick<Standing, "manifest">>,
  {evaluations, byBook, isFresh = false, versions, warn}: Own
): Merge {
  const own = new Map(evaluations.map(key => [evaluationOf(key), key.eval_id]));
  const outdated = new Set(manifest?.evaluations.filter(isOlderReader).map(evaluationOf));
  const isComparable = (row: PointRow) => (versions.get(row.base_task) ?? row.generator_version) === row.generator_version;
  const comparable = points.filter(isComparable);
  const strange = points.find(row => !isComparable(row) && !(byBook && own.has(evaluationOf(row))));
  if (strange) {
    const {base_task, generator_version} = strange;
    const both = (wayOut: string) =>
      mixedVersions(base_task, [generator_version, versions.get(base_task)!], {where: " (in the store and in this run)", wayOut});
    if (!byBook) throw new UserError(both("run the whole book, add --only, or choose another store with --out"));
    warn(both("evaluations of the store that are not part of this run lose the former"));
  }
  const standing = new Map(comparable.map(row => [identityOf(row), row]));
  const taken = new Set<string>();
  /** Points of the run that the stored ones outweigh. */
  const asked = new Map<string, PointRow>();
  const renewed = new Set<string>();
  let outweighed = 0;
  return {
    rival(fresh) {
      const old = standing.get(identityOf(fresh));
      return old?.eval_id === fresh.eval_id ? old : undefined;
    },
    takes(fresh) {
      const old = this.rival(fresh);
      const isReread = old !== undefined && (isFresh || outdated.has(evaluationOf(old))) && samplesOf(fresh) >= samplesOf(old);
      const takes = !old || (byBook && isFinal(fresh)) || isOther(old, fresh) || larger(fresh, old) || isReread;
      if (takes) taken.add(identityOf(fresh)) && renewed.add(evaluationOf(fresh));
      else {
        outweighed++;
        asked.set(identityOf(fresh), fresh);
      }
      return takes;
    },
    joined(fresh) {
      const old = this.rival(fresh);
      if (byBook || !old || isOther(old, fresh)) return fresh;
      return withSuitesOf(fresh, old);
    },
    get outweighed() {
      return outweighed;
    },
    rest(finished) {
      const stays = (row: PointRow): boolean => {
        const evaluation = evaluationOf(row);
        if (!renewed.has(evaluation)) return true;
        return own.get(evaluation) === row.eval_id && !finished.has(evaluation) && !taken.has(identityOf(row));
      };
      const kept = comparable.filter(stays);
      const present = new Map(kept.map(row => [evaluationOf(row), row]));
      const keys = new Map(points.map(row => [evaluationOf(row), row]));
      const still = new Set(kept);
      const also = (row: PointRow): PointRow => {
        const fresh = asked.get(identityOf(row));
        if (!fresh) return row;
        return withSuitesOf(byBook ? {...row, suites: [], suite_tiers: []} : row, fresh);
      };
      return {
        points: kept.map(also),
        gone: {
          evaluations: [...keys].filter(([id]) => !present.has(id)).map(([, key]) => key),
          points: points.filter(row => present.has(evaluationOf(row)) && !still.has(row))
        },
        others: [...present.keys()].filter(id => !own.has(id)).length
      };
    }
  };
}

/** A point with the suites that another run asked it in, and their tiers. */
function withSuitesOf(point: PointRow, {suites, suite_tiers, tiers}: PointRow): PointRow {
  if (suites.every(name => point.suites.includes(name))) return point;
  if (point.suites.length === 0 && suites.length === 1) return {...point, suites, suite_tiers};
  const both = (one: readonly string[], other: readonly string[]) => [...new Set([...one, ...other])];
  return {
    ...point,
    tiers: both(point.tiers, tiers).sort(),
    suites: both(suites, point.suites),
    suite_tiers: both(point.suite_tiers, suite_tiers).sort()
  };
}

/** Whether two points with one identity have different tests. */
const isOther = (old: PointRow, fresh: PointRow): boolean =>
  old.seed !== fresh.seed || old.generator_version !== fresh.generator_version;

function larger(fresh: PointRow, old: PointRow): boolean {
  const [now, before] = [samplesOf(fresh), samplesOf(old)];
  return now > before || (now === before && BROKEN.includes(old.stopped));
}

/** Number of samples of a point. */
export const samplesOf = ({correct, incorrect, truncated}: Pick<PointRow, "correct" | "incorrect" | "truncated">): number =>
  correct + incorrect + truncated;

/** The identity of an evaluation in tables: its names. */
export const evaluationOf = ({model, template, sampler}: Pick<EvaluationKey, "model" | "template" | "sampler">): string =>
  JSON.stringify([model, template, sampler]);

const EVALUATION = ["model", "template", "sampler"] as const;
const POINT = [...EVALUATION, "base_task", "params"] as const;

/**
 * Copies the rows that are kept to a stage: responses and tests, without those that are removed. Must be called after the run's own rows
 * have been added.
 */
export async function carryRest(stage: Stage, folder: string, {evaluations, points, responses = []}: AbsentStore): Promise<void> {
  const file = (table: string) => join(folder, `${table}.parquet`);
  if (!existsSync(file("samples"))) return;
  await stage.prepare(listed("gone_evaluations", EVALUATION, evaluations));
  await stage.prepare(listed("gone_points", POINT, points));
  await using samples = await originalSamples(folder);
  const old = (table: string) =>
    `(from (${table === "samples" ? samples.query : `from ${parquetSource(file(table))}`}) each anti join gone_evaluations using (${EVALUATION.join(", ")}))`;
  // Tables of responses name no point, so the samples determine which responses belonged to a point.
  const response = "model, template, sampler, item_id, trial";
  await stage.prepare(
    `create table gone_responses as select ${response} from ${old("samples")} semi join gone_points using (${POINT.join(", ")})`
  );
  if (existsSync(file("measures")) && existsSync(file("items"))) {
    // Responses without a score have no row in samples: their tests say to which point they belonged.
    const unscored = `(from ${old("measures")} where name in (${UNSCORED.map(literal).join(", ")}))`;
    await stage.prepare(
      `insert into gone_responses select ${response} from ${unscored} join (select item_id, base_task, params from ${parquetSource(file("items"))}) using (item_id) semi join gone_points using (${POINT.join(", ")})`
    );
  }
  if (responses.length > 0) {
    const rows = responses.map(each => ({...each, trial: String(each.trial)}));
    await stage.prepare(listed("new_responses", [...EVALUATION, "item_id", "trial"], rows));
    await stage.prepare(`insert into gone_responses select model, template, sampler, item_id, trial::integer from new_responses`);
  }
  await stage.carry("samples", `from ${old("samples")} anti join gone_points using (${POINT.join(", ")})`);
  for (const table of ["timings", "responses", "measures"] as const)
    if (existsSync(file(table))) await stage.carry(table, `from ${old(table)} anti join gone_responses using (${response})`);
  if (existsSync(file("items")))
    await stage.carry(
      "items",
      `from ${parquetSource(file("items"))} anti join (select item_id from items) new using (item_id) semi join (select item_id from samples union select item_id from measures) used using (item_id)`
    );
}

/** Copies answers without a score, with their tests, from a store to a stage whose own rows have been added. Resolves with their number. */
export async function carryUnscored(stage: Stage, folder: string): Promise<number> {
  const from = (table: string) => parquetSource(join(folder, `${table}.parquet`));
  if (!existsSync(join(folder, "measures.parquet"))) return 0;
  const names = UNSCORED.map(literal).join(", ");
  await stage.prepare(
    `create table carried as select distinct eval_id, item_id, trial from ${from("measures")} where name in (${names})`
  );
  const before = stage.rows("responses");
  for (const table of ["timings", "responses", "measures"] as const)
    if (existsSync(join(folder, `${table}.parquet`)))
      await stage.carry(table, `from ${from(table)} semi join carried using (eval_id, item_id, trial)`);
  await stage.carry(
    "items",
    `from ${from("items")} anti join (select item_id from items) own using (item_id) semi join carried using (item_id)`
  );
  return stage.rows("responses") - before;
}

function listed<Key extends string>(name: string, columns: readonly Key[], rows: readonly Record<Key, string>[]): string {
  const empty = `select ${columns.map(column => `'' as ${column}`).join(", ")} where false`;
  const values = rows.map(row => `(${columns.map(column => literal(row[column])).join(", ")})`);
  const filled = values.length > 0 ? `union all (values ${values.join(", ")})` : "";
  return `create or replace table ${name} as ${empty} ${filled}`;
}
