// Edits of a store's points by users: tags and upserts, made under the store's lock, each table replaced atomically.

import {existsSync} from "node:fs";
import {rm} from "node:fs/promises";
import {join} from "node:path";
import {nameSchema} from "../../book/schemas.js";
import {mixedVersions} from "../../generate/versions.js";
import {UserError} from "../../rows/error.js";
import {expectedSuites} from "../expected.js";
import {lockStore} from "../lock.node.js";
import {readManifest, writeManifest} from "../manifest.node.js";
import type {Facet, PointRow} from "../rows.node.js";
import {scoredEvaluations, scoreRows} from "../scores.js";
import {type Table, tables} from "../tables.js";
import {openStage, type Stage, writeTogether} from "../writer.node.js";
import type {PointFilter} from "./filter.node.js";
import {identityOf, type Overlay, openOverlay, readPoints, UPSERTS} from "./overlay.node.js";
import {query} from "./queries.node.js";
import {incomingPoints} from "./upsert.node.js";

type Waiting = {onWait?: (text: string) => void};

interface Tagged {
  /** Number of points that the filter selects. */
  matched: number;
  /** Number of these whose tags have changed. */
  changed: number;
  /** Names of the tables that were written. */
  tables: string[];
}

/**
 * Adds tags of one facet to the points that pass a filter, or removes them. The change is kept in tags.json and applied again after reruns.
 * Where tiers change, ReasonScore is recomputed. Throws a UserError.
 */
export async function tag(
  folder: string,
  {
    facet,
    add = [],
    remove = [],
    filter = {},
    onWait
  }: {facet: Facet; add?: readonly string[]; remove?: readonly string[]; filter?: PointFilter} & Waiting
): Promise<Tagged> {
  for (const name of [...add, ...remove])
    if (!nameSchema.safeParse(name).success)
      throw new UserError(`"${name}" is not a tag; expected letters, digits and . _ : @ / + -`);
  if (!existsSync(join(folder, "points.parquet"))) throw new UserError(`no points in ${folder}; run npm run run first`);
  await using _lock = await lockStore(folder, {onWait});
  const meant = new Set(await identities(folder, filter));
  const overlay = await openOverlay(folder);
  const before = await readPoints(folder);
  for (const row of before) {
    if (!meant.has(identityOf(row))) continue;
    overlay.edit(row, facet, {add, remove: remove.filter(name => row[facet].includes(name))});
  }
  const after = before.map(overlay.tagged);
  const changed = after.filter((row, i) => String(row[facet]) !== String(before[i]![facet])).length;
  // The file that reruns read is written first: if a later step fails, the next rerun still applies the edit.
  await overlay.save();
  const written = changed > 0 ? await rewrite(folder, after, {overlay, scores: facet === "tiers"}) : [];
  return {matched: meant.size, changed, tables: written};
}

interface Upserted {
  added: number;
  replaced: number;
  /** Number of rows that a later row of the same file replaced. */
  repeated: number;
  tables: string[];
}

/**
 * Adds points from another store's points.parquet or from JSON lines of raw counters. A row with the identity of an existing point replaces
 * it. Throws a UserError that names the lines that cannot be read, or two versions of a generator.
 */
export async function upsert(folder: string, file: string, {onWait}: Waiting = {}): Promise<Upserted> {
  const {rows, repeated} = await incomingPoints(file);
  await using _lock = await lockStore(folder, {onWait});
  const overlay = await openOverlay(folder);
  const standing = await readPoints(folder);
  const kept = await readPoints(folder, UPSERTS);
  refuseMixture([...standing, ...kept], rows, {folder, file});
  const known = new Set(standing.map(identityOf));
  const replaced = [...rows.keys()].filter(identity => known.has(identity)).length;
  const merged = (old: readonly PointRow[]) => [...old.filter(row => !rows.has(identityOf(row))), ...rows.values()];
  const written = await rewrite(folder, merged(standing).map(overlay.tagged), {overlay, scores: true, upserts: merged(kept)});
  return {added: rows.size - replaced, replaced, repeated, tables: written};
}

async function identities(folder: string, filter: PointFilter): Promise<string[]> {
  const columns = ["model", "template", "sampler", "base_task", "params"];
  const {rows} = await query(folder, {filter, columns});
  return rows.map(([model, template, sampler, base_task, params]) =>
    identityOf({model, template, sampler, base_task, params} as Parameters<typeof identityOf>[0])
  );
}

function refuseMixture(
  standing: readonly PointRow[],
  incoming: ReadonlyMap<string, PointRow>,
  {folder, file}: {folder: string; file: string}
): void {
  const versions = new Map(standing.map(({base_task, generator_version}) => [base_task, generator_version]));
  for (const {base_task, generator_version} of incoming.values()) {
    const version = versions.get(base_task);
    if (version !== undefined && version !== generator_version)
      throw new UserError(mixedVersions(base_task, [version, generator_version], {where: ` (in ${folder} and in ${file})`}));
  }
}

/** Other tables that are written with the points. */
interface Beside {
  tables: Record<string, Table>;
  fill: (stage: Stage) => Promise<void>;
}

/**
 * Writes points, and on request upserted rows, scores and tables beside them; all of them are written before the first one replaces its old
 * file.
 */
export async function rewrite(
  folder: string,
  rows: readonly PointRow[],
  {
    overlay,
    scores = false,
    upserts = [],
    beside = {tables: {}, fill: async () => {}}
  }: {overlay: Overlay; scores?: boolean; upserts?: readonly PointRow[]; beside?: Beside}
): Promise<string[]> {
  const own = {[UPSERTS]: tables.points, points: tables.points, scores: tables.scores};
  await using stage = await openStage({...own, ...beside.tables}, {folder});
  await beside.fill(stage);
  for (const row of upserts) stage.append(UPSERTS, row);
  for (const row of rows) stage.append("points", row);
  const asked = (await readManifest(folder)) ?? {evaluations: []};
  const expected = expectedSuites(asked, {points: rows, overlay});
  if (scores) for (const row of scoreRows(scoredEvaluations(rows, {expected}))) stage.append("scores", row);
  // The users' rows come first: a crash between two renames must not lose them.
  const written = await writeTogether(stage, [UPSERTS, ...Object.keys(beside.tables), "points", "scores"], folder);
  const unscored = scores && stage.rows("scores") === 0;
  if (unscored) await rm(join(folder, "scores.parquet"), {force: true});
  const manifest = await readManifest(folder);
  if (manifest) {
    const {[UPSERTS]: _, ...published} = written;
    const {scores: before, ...others} = manifest.tables;
    await writeManifest(folder, {...manifest, tables: {...others, ...(before && !unscored && {scores: before}), ...published}});
  }
  return Object.keys(written);
}
