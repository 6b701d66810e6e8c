// What a store holds when a run begins, and which of it stays beside what the run brings.
import {existsSync} from "node:fs";
import {join} from "node:path";
import {UserError} from "../book/error.js";
import type {Stopped} from "../score/precision.js";
import {type Manifest, readManifest} from "./manifest.js";
import {type Identity, identityOf, readPoints, UPSERTS} from "./points/overlay.js";
import type {EvaluationKey, PointRow} from "./rows.js";
import {literal} from "./sorted.js";
import {readRows} from "./sql.js";
import type {Stage} from "./writer.js";

/** Points of a store whose samples it has, and its manifest. */
export interface Standing {
  folder: string;
  manifest: Manifest | null;
  points: readonly PointRow[];
}

/** Reads what stands. Upserted points are no part of it: they are kept apart and laid over every run's points. */
export async function readStanding(folder: string): Promise<Standing> {
  const samples = join(folder, "samples.parquet");
  const counted = new Set<string>();
  if (existsSync(samples)) {
    const query = "select distinct model, template, sampler, base_task, params from t";
    for await (const row of readRows(samples, {query})) counted.add(identityOf(row as unknown as Identity));
  }
  const brought = new Set((await readPoints(folder, UPSERTS)).map(identityOf));
  const points = (await readPoints(folder)).filter(row => counted.has(identityOf(row)) || !brought.has(identityOf(row)));
  return {folder, manifest: await readManifest(folder), points};
}

/** What has left a store: whole evaluations, and single points of others. */
export interface Gone {
  evaluations: readonly Pick<EvaluationKey, "model" | "template" | "sampler">[];
  points: readonly Identity[];
}

export interface Merge {
  /** The point as it stands, if the new one competes with it: it is of the same evaluation. */
  rival(fresh: Identity & Pick<PointRow, "eval_id">): PointRow | undefined;
  /** Whether a point of the run takes the place of what stands; call it once for each. */
  takes(fresh: PointRow): boolean;
  /** Points of the run that did not. */
  readonly held: number;
  /** What stays. @param finished evaluations (`evaluationOf`) of which every point of the book is there: their other points go */
  rest(finished: ReadonlySet<string>): {points: PointRow[]; gone: Gone; others: number};
}

interface Own {
  /** Evaluations of the run. */
  evaluations: readonly EvaluationKey[];
  /** Whether the run asks just what the book says, rather than other points or fewer tests. */
  byBook: boolean;
  /** Version of each task's generator. */
  versions: ReadonlyMap<string, number>;
  warn: (text: string) => void;
}

/** Ends of sampling that the point's own precision brought about. */
const FINAL: readonly Stopped[] = ["width", "max", "truncation"];
/** Ends that nobody wished for. */
const BROKEN: readonly Stopped[] = ["failed", "budget", "interrupted"];

export const isFinal = ({stopped}: {stopped: Stopped}): boolean => FINAL.includes(stopped);

/**
 * Merges a run into what stands. Other evaluations stay. A point of the run takes the place of the same point of the same evaluation
 * where the book's own settings ended it, and otherwise only where it has more samples: a short run takes nothing away.
 * Throws UserError where points of two versions of a generator would have to stand together.
 */
export function openMerge({points}: Pick<Standing, "points">, {evaluations, byBook, versions, warn}: Own): Merge {
  const own = new Map(evaluations.map(key => [evaluationOf(key), key.eval_id]));
  const isComparable = (row: PointRow) => (versions.get(row.base_task) ?? row.generator_version) === row.generator_version;
  const comparable = points.filter(isComparable);
  const strange = points.find(row => !isComparable(row) && !(byBook && own.has(evaluationOf(row))));
  if (strange) {
    const {base_task, generator_version} = strange;
    const both = `${base_task} of generator version ${generator_version}, and this run asks version ${versions.get(base_task)}`;
    if (!byBook)
      throw new UserError(
        `the store holds ${both}; two versions are never mixed: run the whole book, add --only, or choose another store with --out`
      );
    warn(
      `the store holds ${both}; evaluations that are no part of this run lose such points, since two versions are never mixed`
    );
  }
  const standing = new Map(comparable.map(row => [identityOf(row), row]));
  const taken = new Set<string>();
  const renewed = new Set<string>();
  let held = 0;
  return {
    rival(fresh) {
      const old = standing.get(identityOf(fresh));
      return old?.eval_id === fresh.eval_id ? old : undefined;
    },
    takes(fresh) {
      const old = this.rival(fresh);
      const takes = !old || (byBook && isFinal(fresh)) || isOther(old, fresh) || larger(fresh, old);
      if (takes) taken.add(identityOf(fresh)) && renewed.add(evaluationOf(fresh));
      else held++;
      return takes;
    },
    get held() {
      return held;
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
      return {
        points: kept,
        gone: {
          evaluations: [...keys].filter(([id]) => !present.has(id)).map(([, key]) => key),
          points: points.filter(row => present.has(evaluationOf(row)) && !still.has(row))
        },
        others: [...present.keys()].filter(id => !own.has(id)).length
      };
    }
  };
}

/** The same point, but of other tests. */
const isOther = (old: PointRow, fresh: PointRow): boolean =>
  old.seed !== fresh.seed || old.generator_version !== fresh.generator_version;

function larger(fresh: PointRow, old: PointRow): boolean {
  const [now, before] = [samplesOf(fresh), samplesOf(old)];
  return now > before || (now === before && BROKEN.includes(old.stopped));
}

export const samplesOf = ({correct, incorrect, truncated}: Pick<PointRow, "correct" | "incorrect" | "truncated">): number =>
  correct + incorrect + truncated;

/** What makes two evaluations one in tables: their names. */
export const evaluationOf = ({model, template, sampler}: Pick<EvaluationKey, "model" | "template" | "sampler">): string =>
  JSON.stringify([model, template, sampler]);

const EVALUATION = ["model", "template", "sampler"] as const;
const POINT = [...EVALUATION, "base_task", "params"] as const;

/** Hands the rows of what stays to a stage: responses and tests as they stand, without those that are gone. Call it after the run's own rows. */
export async function carryRest(stage: Stage, folder: string, {evaluations, points}: Gone): Promise<void> {
  const file = (table: string) => join(folder, `${table}.parquet`);
  if (!existsSync(file("samples"))) return;
  await stage.prepare(listed("gone_evaluations", EVALUATION, evaluations));
  await stage.prepare(listed("gone_points", POINT, points));
  const old = (table: string) =>
    `(from read_parquet(${literal(file(table))}) each anti join gone_evaluations using (${EVALUATION.join(", ")}))`;
  // Their tables name no point, so that the samples must tell which responses were a point's.
  const response = "model, template, sampler, item_id, trial";
  await stage.prepare(
    `create table gone_responses as select ${response} from ${old("samples")} semi join gone_points using (${POINT.join(", ")})`
  );
  await stage.carry("samples", `from ${old("samples")} anti join gone_points using (${POINT.join(", ")})`);
  for (const table of ["timings", "responses"] as const)
    if (existsSync(file(table))) await stage.carry(table, `from ${old(table)} anti join gone_responses using (${response})`);
  if (existsSync(file("items")))
    await stage.carry(
      "items",
      `from read_parquet(${literal(file("items"))}) anti join (select item_id from items) new using (item_id) semi join (select item_id from samples) used using (item_id)`
    );
}

function listed<Key extends string>(name: string, columns: readonly Key[], rows: readonly Record<Key, string>[]): string {
  const empty = `select ${columns.map(column => `'' as ${column}`).join(", ")} where false`;
  const values = rows.map(row => `(${columns.map(column => literal(row[column])).join(", ")})`);
  const filled = values.length > 0 ? `union all (values ${values.join(", ")})` : "";
  return `create or replace table ${name} as ${empty} ${filled}`;
}
