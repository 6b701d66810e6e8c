// Stored responses → a store: scores what was answered elsewhere or before, without asking anybody.
import {createHash} from "node:crypto";
import {createReadStream, existsSync} from "node:fs";
import {readFile} from "node:fs/promises";
import {join, resolve} from "node:path";
import {UserError} from "../../book/error.js";
import {readSuite} from "../../book/read.js";
import {manifold, slicesOf} from "../../generate/manifold.js";
import {tasks} from "../../generate/registry.js";
import {savings, savingsSentence} from "../../generate/savings.js";
import {canonicalJson, sha256Hex} from "../../generate/seed.js";
import type {Report} from "../../infer/progress.js";
import {replayableTo} from "../../score/replay.js";
import {suiteEntry} from "../../store/expected.js";
import {type GivenSource, openStore, openTranscripts} from "../../store/given.js";
import {liveTable} from "../../store/live.js";
import {lockStore} from "../../store/lock.js";
import {type Manifest, readManifest, writeManifest} from "../../store/manifest.js";
import {projectVersion} from "../../store/version.js";
import {openTableWriter} from "../resultWriter.js";
import {type SuiteFacets, scorer} from "./scorer.js";

export interface RescoreOptions {
  /** One response a row (JSON lines or Parquet), one test a line with its answers, or a store. */
  source: {dataset: string} | {interview: string} | {store: string};
  /** The store to write. */
  folder: string;
  /** Only the first so many responses of each point. */
  samples?: number | undefined;
  /** As if the limit had been so many completion tokens. */
  context?: number | undefined;
  skipBad?: boolean | undefined;
  /** A suite whose tiers, surfaces and projections points get that stand in it. */
  suite?: string | undefined;
  report: Report;
}

/** Scores stored responses into a store like any other. Throws UserError for what cannot be read, compared or replayed. */
export async function rescore(options: RescoreOptions): Promise<Manifest> {
  const {source, folder, samples, context, report} = options;
  await refuseOwnStore(options);
  const started = new Date();
  await using _lock = await lockStore(folder, {
    onWait: report.info
  });
  const suite = options.suite === undefined ? null : await readSuite(options.suite);
  await using given = await open(options);
  for (const note of given.notes) report.warn(note);
  if (context !== undefined) refuseLarger(given, context);
  await using record = await openTableWriter(folder);
  const score = scorer({facets: facetsOf(suite), samples, context, record});
  for await (const row of given.rows()) score.response(row);
  const {points, tally} = score.finish();
  const origin = "store" in source ? await readManifest(source.store) : null;
  const programs = new Set(points.filter(({simulated}) => simulated).map(({eval_id}) => eval_id));
  const evaluations = given.evaluations.map(({shortest_truncated: _, ...each}) => ({
    ...each,
    simulated: programs.has(each.eval_id),
    max_tokens: context ?? each.max_tokens,
    price: tally.prices.get(each.eval_id) ?? {input: 0, output: 0}
  }));
  const asked = askedOf(suite, {evaluations, origin});
  const written = await record.write(points, {asked, warn: report.warn});
  if (samples !== undefined)
    reportShort(
      points.map(each => each.correct + each.incorrect + each.truncated),
      samples,
      report
    );
  report.info(
    savingsSentence(
      savings(points.map(each => ({sets: each.tiers, samples: each.correct + each.incorrect + each.truncated}))),
      "tier"
    )
  );
  const manifest: Manifest = {
    ...(await projectVersion()),
    book_hash: await hashOf(options),
    suite: suite?.suite.id ?? origin?.suite ?? "given",
    slices: suite ? slicesOf(suite.suite) : (origin?.slices ?? []),
    seed: tally.seeds.size === 1 ? [...tally.seeds][0]! : null,
    models: [...new Set(given.evaluations.map(({model}) => model))],
    ...asked,
    points: points.length,
    samples: tally.samples,
    requests: 0,
    cached: 0,
    failed: given.skipped,
    tokens: tally.tokens,
    cost: tally.cost,
    status: "complete",
    started: started.toISOString(),
    finished: new Date().toISOString(),
    simulated: points.some(({simulated}) => simulated),
    tables: written
  };
  await liveTable(folder, []); // nobody was asked, so there is no progress to show
  await writeManifest(folder, manifest);
  return manifest;
}

function open({source, folder, skipBad = false}: RescoreOptions): Promise<GivenSource> {
  if ("store" in source) return openStore(source.store);
  if ("dataset" in source) return openTranscripts(source.dataset, {folder, skipBad});
  return openTranscripts(source.interview, {folder, skipBad, interview: true});
}

/** What evaluations were to be asked: the suite that is given, else what their store knows. */
function askedOf(
  read: Awaited<ReturnType<typeof readSuite>> | null,
  {evaluations, origin}: {evaluations: Manifest["evaluations"]; origin: Manifest | null}
): Pick<Manifest, "evaluations" | "suites"> {
  if (read) {
    const {key, suites} = suiteEntry(read.suite.id, manifold(read.suite, {tasks, seed: 0, locate: read.locate}));
    return {evaluations: evaluations.map(each => ({...each, suites: [key]})), suites};
  }
  if (!origin?.suites) return {evaluations};
  const known = new Map(origin.evaluations.map(({eval_id, suites}) => [eval_id, suites]));
  return {evaluations: evaluations.map(each => ({...each, suites: known.get(each.eval_id) ?? []})), suites: origin.suites};
}

/** A store that a run has made belongs to a book: its tables are what its next run makes them. */
async function refuseOwnStore({folder, source}: RescoreOptions): Promise<void> {
  if ("store" in source && resolve(source.store) === resolve(folder))
    throw new UserError(`--out ${folder} is the store that is read; choose another folder`);
  const ran = (await readManifest(folder))?.evaluations.some(({made_from}) => made_from !== undefined);
  if (ran || existsSync(join(folder, "cache")))
    throw new UserError(`--out ${folder} holds the results of a book, which a run would write over these; choose another folder`);
}

function refuseLarger({evaluations}: GivenSource, context: number): void {
  for (const each of evaluations) {
    if (each.uncounted > 0)
      throw new UserError(
        `--context needs completion_tokens, which ${each.uncounted.toLocaleString("en")} responses of ${each.model} (${each.template}, ${each.sampler}) have not`
      );
    const most = replayableTo(each);
    if (context <= most) continue;
    const n = (value: number) => value.toLocaleString("en");
    throw new UserError(
      `--context ${n(context)} is above ${n(most)} tokens, the limit that ${each.model} (${each.template}, ${each.sampler}) ran under; how its truncated responses would have gone on is not known`
    );
  }
}

function reportShort(sizes: readonly number[], samples: number, report: Report): void {
  const short = sizes.filter(size => size < samples).length;
  if (short > 0)
    report.warn(`${short} of ${sizes.length} points have fewer than ${samples} responses; all of theirs were scored`);
}

function facetsOf(read: Awaited<ReturnType<typeof readSuite>> | null): SuiteFacets {
  if (!read) return () => undefined;
  const all = manifold(read.suite, {tasks, seed: 0, locate: read.locate});
  const points = new Map(all.map(point => [`${point.base_task} ${point.params_json}`, point]));
  return (base_task, params_json) => points.get(`${base_task} ${params_json}`);
}

/** What the tables rest on, in place of a book. */
async function hashOf({source, samples, context, suite}: RescoreOptions): Promise<string> {
  const file = "store" in source ? join(source.store, "responses.parquet") : Object.values(source)[0]!;
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  const of = {responses: hash.digest("hex"), samples: samples ?? null, context: context ?? null};
  return sha256Hex(canonicalJson({...of, suite: suite === undefined ? null : await readFile(suite, "utf8")}));
}
