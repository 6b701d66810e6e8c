// Scores stored responses into a store, without sending any requests.
import {createHash} from "node:crypto";
import {createReadStream, existsSync} from "node:fs";
import {readFile} from "node:fs/promises";
import {join, resolve} from "node:path";
import {plural} from "../../book/plural.js";
import {readSuites} from "../../book/read.node.js";
import {tasksOf} from "../../generate/bankTask.node.js";
import {manifoldOf, slicesOf} from "../../generate/manifold.node.js";
import {savings, savingsSentence} from "../../generate/savings.js";
import {canonicalJson, sha256Hex} from "../../generate/seed.js";
import type {Report} from "../../infer/progress.node.js";
import {UserError} from "../../rows/error.js";
import {READER_VERSION} from "../../score/answer/version.js";
import {CutLengths} from "../../score/ended.js";
import {replayableTo} from "../../score/replay.js";
import {endOf} from "../../score/status.js";
import {applyCorrections} from "../../store/corrections/apply.node.js";
import {takeCorrections} from "../../store/corrections/edits.node.js";
import {suiteEntries} from "../../store/expected.js";
import {type GivenSource, openStore, openTranscripts, type ReadAhead, type StagedRow} from "../../store/given.node.js";
import {liveTable} from "../../store/live.node.js";
import {lockStore} from "../../store/lock.node.js";
import {changedTable, type Manifest, readManifest, writeManifest} from "../../store/manifest.node.js";
import type {PointRow} from "../../store/rows.node.js";
import {projectVersion} from "../../store/version.node.js";
import {openResultWarnings} from "../resultWarnings.js";
import {openTableWriter} from "../resultWriter.js";
import {withExecutions} from "../sandbox/execute.js";
import {openSandbox} from "../sandbox/sandbox.js";
import {totalsOf} from "../storeManifest.js";
import {openJudgements, type Replies, recordedJudges} from "./judgements.js";
import {countTokens, readAhead} from "./readAhead.js";
import {type SuiteFacets, scorer} from "./scorer.js";

/** Responses of other programs' files, as imports/ reads them. */
interface ImportedSource {
  open(folder: string, ahead: ReadAhead): Promise<GivenSource>;
  /** Hash of all that was read and of how. */
  hash(): Promise<string>;
  recorded: NonNullable<Manifest["imported"]>;
  /** The suites that its points are of: all ids in their order, and that of a task. */
  suites?: {ids: readonly string[]; suiteOf(base_task: string): string};
}

export interface RescoreOptions {
  /** The responses: one per row, one test with its answers per line, a store, or another program's files. */
  source: {dataset: string} | {interview: string} | {store: string} | {imported: ImportedSource};
  /** The store to write; that which is read where its answers are to be read again in place. */
  folder: string;
  /** Most responses of each point, taken from its first. */
  samples?: number | undefined;
  /** Scores as if the limit had been this many completion tokens. */
  context?: number | undefined;
  skipBad?: boolean | undefined;
  /** Files of suites whose tiers, surfaces and projections are given to the points that they contain. */
  suite?: readonly string[] | undefined;
  /** Judges' replies that are brought, or wanted, besides those of caches. */
  replies?: Replies | undefined;
  report: Report;
}

/**
 * Scores stored responses into a store like that of a run, or reads the answers of a store again in place. Throws UserError for input that
 * cannot be read, compared or replayed.
 */
export async function rescore(options: RescoreOptions): Promise<Manifest> {
  const {source, folder, samples, context, report} = options;
  const inPlace = isInPlace(options);
  if (!inPlace) await refuseOwnStore(folder);
  const started = new Date();
  await using _lock = await lockStore(folder, {
    onWait: report.info
  });
  const suite = options.suite === undefined ? null : await readSuites(options.suite);
  const origin = "store" in source ? await readManifest(source.store) : null;
  const imported = "imported" in source ? source.imported.recorded : origin?.imported;
  const cutLengths = new CutLengths(countTokens);
  const mayBeCut = imported?.truncated !== "scored";
  await using given = await open(options, mayBeCut ? cutLengths : null);
  for (const note of given.notes) report.warn(note);
  if (given.unscored > 0 && (samples !== undefined || context !== undefined))
    report.warn(`${plural(given.unscored, "answer")} of the store without a score left out: their length is not known`);
  if (context !== undefined) refuseLarger(given, context);
  if (inPlace) await refuseUnfit(folder, origin);
  await using writer = await openTableWriter(folder, {keeps: inPlace ? ["timings", "responses"] : []});
  await using judgements = await openJudgements(recordedJudges(origin), options.replies);
  const {judgementOf, missing} = judgements;
  await using sandbox = openSandbox();
  const warnings = openResultWarnings({kinds: !("store" in source)});
  if (mayBeCut && given.ends) for await (const response of given.ends()) cutLengths.add(response);
  const ofImported = "imported" in source ? source.imported.suites : undefined;
  const score = scorer({
    facets: ofImported ? suiteFacets(ofImported) : facetsOf(suite),
    samples,
    context,
    cutLengths,
    writer,
    warnings,
    judgementOf,
    verdict: imported?.verdict
  });
  for await (const {row, execution} of withExecutions(given.rows(), row => score.execution(row, sandbox.execute)))
    score.response(row, execution);
  const {points, prices} = score.finish();
  if (inPlace && missing() > 0)
    throw new UserError(
      `${plural(missing(), "answer")} of ${folder} would lose the grades of a judge, whose replies the caches lack; npm run run asks for them, and --out FOLDER scores the others`
    );
  const carried = "store" in source && samples === undefined && context === undefined;
  const unscored = carried ? await writer.carryUnscored(source.store) : 0;
  if (unscored > 0) report.info(`${plural(unscored, "answer")} without a score carried over as it was`);
  const before = new Map(origin?.evaluations.map(each => [each.eval_id, each]));
  const programs = new Set(points.filter(({simulated}) => simulated).map(({eval_id}) => eval_id));
  const evaluations = given.evaluations.map(({shortest_truncated: _, uncounted: __, ...each}) => ({
    ...each,
    ...(carried && before.get(each.eval_id)?.unscored && {unscored: before.get(each.eval_id)!.unscored}),
    reader: READER_VERSION,
    ...(before.get(each.eval_id)?.answer_format && {answer_format: before.get(each.eval_id)!.answer_format}),
    simulated: programs.has(each.eval_id),
    max_tokens: context ?? each.max_tokens,
    price: prices.get(each.eval_id) ?? {input: 0, output: 0},
    ...(prices.has(each.eval_id) ? {} : {unpriced: true})
  }));
  const asked = inPlace
    ? origin!
    : ofImported
      ? answeredSuites(ofImported.ids, {evaluations, points})
      : askedOf(suite, {evaluations, origin});
  const written = await writer.write(points, {asked, warn: report.warn, mayLackScores: inPlace || imported !== undefined});
  if (inPlace) {
    await writeManifest(folder, await rereadManifest(origin!, {points, written}));
    return corrected(folder, report);
  }
  if (samples !== undefined)
    reportShort(
      points.map(each => each.correct + each.incorrect + each.truncated),
      samples,
      report
    );
  if (!imported)
    report.info(
      savingsSentence(
        savings(points.map(each => ({sets: each.tiers, samples: each.correct + each.incorrect + each.truncated}))),
        "tier"
      )
    );
  for (const sentence of warnings.sentences()) report.warn(sentence);
  const manifest: Manifest = {
    ...(await projectVersion()),
    book_hash: await hashOf(options),
    suite:
      (suite?.suites.map(({suite}) => suite.id) ?? ofImported?.ids)?.join(", ") ??
      origin?.suite ??
      (imported ? "imported" : "given"),
    slices: suite ? slicesOf(suite.suites) : (origin?.slices ?? []),
    models: [...new Set(given.evaluations.map(({model}) => model))],
    ...asked,
    ...(origin?.judges && {judges: origin.judges}),
    ...(origin?.metrics && {metrics: origin.metrics}),
    ...(imported && {imported}),
    ...totalsOf(points),
    requests: 0,
    cached: 0,
    failed: given.skipped,
    status: "complete",
    started: started.toISOString(),
    finished: new Date().toISOString(),
    tables: written
  };
  await liveTable(folder, []); // an empty table, because without requests there is no progress to show
  await writeManifest(folder, manifest);
  if ("store" in source) await takeCorrections(source.store, folder);
  return corrected(folder, report);
}

/** Applies a store's corrections to the tables that have just been written; resolves with its manifest. */
async function corrected(folder: string, report: Report): Promise<Manifest> {
  const {warnings} = await applyCorrections(folder);
  for (const sentence of warnings) report.warn(sentence);
  return (await readManifest(folder))!;
}

/** The manifest of a store whose answers have been read again: of its last run it says what it said. */
async function rereadManifest(
  {corrections: _, ...origin}: Manifest,
  {points, written}: {points: readonly PointRow[]; written: Manifest["tables"]}
): Promise<Manifest> {
  const {version, git_commit} = await projectVersion();
  return {
    ...origin,
    version,
    git_commit,
    evaluations: origin.evaluations.map(({corrected: _, ...each}) => ({...each, reader: READER_VERSION})),
    ...totalsOf(points),
    tables: {...origin.tables, ...written}
  };
}

/** Opens the responses, whose scores are read ahead. @param cutLengths gets those without a finish reason */
async function open(
  {source, folder, context, skipBad = false}: RescoreOptions,
  cutLengths: CutLengths | null
): Promise<GivenSource> {
  const ahead: ReadAhead = rows => {
    const read = readAhead(rows, {context, rowOf: staged => ("row" in staged ? staged.row : null)});
    return cutLengths ? withEnds(read, cutLengths) : read;
  };
  if ("imported" in source) return source.imported.open(folder, ahead);
  if ("dataset" in source) return openTranscripts(source.dataset, {folder, skipBad, ahead});
  if ("interview" in source) return openTranscripts(source.interview, {folder, skipBad, ahead, interview: true});
  const store = await openStore(source.store);
  return {...store, rows: () => readAhead(store.rows(), {context, rowOf: row => row})};
}

/** The same rows, of which those without a finish reason are counted. */
async function* withEnds(rows: AsyncIterable<StagedRow>, cutLengths: CutLengths): AsyncGenerator<StagedRow> {
  for await (const staged of rows) {
    if ("row" in staged && !staged.row.simulated && endOf(staged.row.finish_reason) === "unknown") {
      const {eval_id, base_task, reasoning, completion_tokens: tokens} = staged.row;
      const text = reasoning ? reasoning + staged.row.text : staged.row.text;
      cutLengths.add({eval_id, base_task, tokens, text, bytes: Buffer.byteLength(text)});
    }
    yield staged;
  }
}

/** What evaluations were to be asked: the given suite, else what their store records. */
function askedOf(
  read: Awaited<ReturnType<typeof readSuites>> | null,
  {evaluations, origin}: {evaluations: Manifest["evaluations"]; origin: Manifest | null}
): Pick<Manifest, "evaluations" | "suites"> {
  if (read) {
    const suites = suiteEntries(read.suites, manifoldOf(read.suites, {tasks: tasksOf(read), seed: 0}));
    return {evaluations: evaluations.map(each => ({...each, suites: Object.keys(suites)})), suites};
  }
  if (!origin?.suites) return {evaluations};
  const known = new Map(origin.evaluations.map(({eval_id, suites}) => [eval_id, suites]));
  return {evaluations: evaluations.map(each => ({...each, suites: known.get(each.eval_id) ?? []})), suites: origin.suites};
}

/** Each evaluation was asked the suites of which it has points. */
function answeredSuites(
  ids: readonly string[],
  {evaluations, points}: {evaluations: Manifest["evaluations"]; points: readonly PointRow[]}
): Pick<Manifest, "evaluations" | "suites"> {
  const suites = suiteEntries(
    ids.map(id => ({suite: {id}})),
    points
  );
  const answered = new Set(points.flatMap(({eval_id, suites: ids}) => ids.map(id => `${eval_id} ${id}`)));
  const asked = (eval_id: string) => Object.keys(suites).filter(key => answered.has(`${eval_id} ${suites[key]!.id}`));
  return {evaluations: evaluations.map(each => ({...each, suites: asked(each.eval_id)})), suites};
}

/** Whether the store that is read is to be written. Throws a UserError where it would not be the same store afterwards. */
function isInPlace({source, folder, ...given}: RescoreOptions): boolean {
  if (!("store" in source) || resolve(source.store) !== resolve(folder)) return false;
  const changes = (["samples", "context", "suite"] as const).find(name => given[name] !== undefined);
  if (changes) throw new UserError(`--${changes} changes what the store ${folder} holds; choose another folder with --out`);
  return true;
}

/** Throws a UserError where the tables of a store cannot be replaced by ones that are read again. */
async function refuseUnfit(folder: string, origin: Manifest | null): Promise<void> {
  if (!origin) throw new UserError(`${join(folder, "manifest.json")} cannot be read; --out FOLDER scores into another store`);
  if (origin.datasets)
    throw new UserError(
      `${folder} was joined from ${origin.datasets.map(({store}) => store).join(", ")}; npm run score -- --store FOLDER reads their answers again`
    );
  const strange = await changedTable(folder, origin);
  if (strange) throw new UserError(strange);
}

/** Throws a UserError for a store that a run of a book has written, because the book's next run would overwrite the tables. */
async function refuseOwnStore(folder: string): Promise<void> {
  const ran = (await readManifest(folder))?.evaluations.some(({made_from}) => made_from !== undefined);
  if (ran || existsSync(join(folder, "cache")))
    throw new UserError(`--out ${folder} holds the results of a book, which a run would write over these; choose another folder`);
}

function refuseLarger({evaluations}: GivenSource, context: number): void {
  for (const each of evaluations) {
    if (each.uncounted > 0)
      throw new UserError(
        `--context needs completion_tokens, which ${each.uncounted.toLocaleString("en")} responses of ${each.model} (${each.template}, ${each.sampler}) do not have`
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

const suiteFacets =
  ({suiteOf}: NonNullable<ImportedSource["suites"]>): SuiteFacets =>
  base_task => ({tiers: [], surfaces: [], projections: [], suites: [suiteOf(base_task)], suite_tiers: []});

function facetsOf(read: Awaited<ReturnType<typeof readSuites>> | null): SuiteFacets {
  if (!read) return () => undefined;
  const all = manifoldOf(read.suites, {tasks: tasksOf(read), seed: 0});
  const points = new Map(all.map(point => [`${point.base_task} ${point.params_json}`, point]));
  return (base_task, params_json) => points.get(`${base_task} ${params_json}`);
}

/** Hash of everything that the tables depend on, in place of a book's hash. */
async function hashOf({source, samples, context, suite}: RescoreOptions): Promise<string> {
  if ("imported" in source) return source.imported.hash();
  const file = "store" in source ? join(source.store, "responses.parquet") : Object.values(source)[0]!;
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  const of = {responses: hash.digest("hex"), samples: samples ?? null, context: context ?? null};
  return sha256Hex(
    canonicalJson({
      ...of,
      suite: suite === undefined ? null : (await Promise.all(suite.map(file => readFile(file, "utf8")))).join("")
    })
  );
}
