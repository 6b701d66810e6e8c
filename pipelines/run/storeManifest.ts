// Builds the manifest of a store after a run. It describes the whole store, not only the run.

import type {Book} from "../book/types.js";
import {slicesOf} from "../generate/manifold.node.js";
import {canonicalJson, sha256Hex} from "../generate/seed.js";
import {FREE} from "../infer/budget.js";
import {tokenLimit} from "../infer/limits.js";
import {READER_VERSION} from "../score/answer/version.js";
import {plus} from "../score/counters.js";
import {suiteEntries} from "../store/expected.js";
import {type Manifest, readManifest, type Status, worstOf} from "../store/manifest.node.js";
import {isOlderReader, olderReader, readerOf} from "../store/readerVersion.node.js";
import type {PointRow} from "../store/rows.node.js";
import {evaluationOf, type Standing, samplesOf} from "../store/standing.node.js";
import {unpriced} from "./budget.js";
import {evaluationsOf, madeFrom, type Plan} from "./evaluation.js";
import {isOwn, judgeOf} from "./judge/grade.js";
import type {RunStats} from "./runStats.js";

type Entry = Manifest["evaluations"][number];

/** Most names of an endpoint's model that are kept: some servers have a fingerprint for each machine. */
const MOST_NAMES = 8;

/** The parts of a manifest that state which evaluations a store holds and what they were to be asked. */
export type Contents = Pick<Manifest, "evaluations" | "suites">;

/**
 * The contents of a store after a run.
 * @param fresh the run's points
 * @param kept the store's other points
 * @param statuses how each of the run's evaluations ended, by `evaluationOf`
 * @param adapted the parameters of them that endpoints refused
 * @param served the names under which endpoints said that they answered
 * @param left what of them has no score or was not asked
 */
export function contentsOf(
  {book, evaluations, points}: Plan,
  {
    standing,
    fresh,
    kept,
    statuses,
    adapted,
    served,
    left
  }: {
    standing: Standing;
    fresh: readonly PointRow[];
    kept: readonly PointRow[];
    statuses: ReadonlyMap<string, Status>;
    adapted: RunStats["adapted"];
    served: RunStats["served"];
    left: ReturnType<RunStats["left"]>;
  }
): Contents {
  const asked = suiteEntries(book.suites, points);
  const before = new Map((standing.manifest?.evaluations ?? []).map(each => [evaluationOf(each), each]));
  const [renewed, remaining] = [fresh, kept].map(rows => new Map(rows.map(row => [evaluationOf(row), row])));
  const entries = new Map<string, Entry>();
  const stays = [...before.keys()].filter(id => remaining!.has(id) || renewed!.has(id));
  for (const id of new Set([...stays, ...remaining!.keys()])) entries.set(id, before.get(id) ?? unknown(remaining!.get(id)!));
  for (const evaluation of evaluations) {
    const {key, model, template, sampling} = evaluation;
    const id = evaluationOf(key);
    if (!renewed!.has(id)) continue;
    const mixed = remaining!.has(id);
    const {unscored = 0, unasked = 0} = left.get(id) ?? {};
    const refused = {...(mixed ? before.get(id)?.adapted : {}), ...adapted.get(id)};
    const names = [...new Set([...(mixed ? (before.get(id)?.served ?? []) : []), ...(served.get(id) ?? [])])]
      .sort()
      .slice(0, MOST_NAMES);
    entries.set(id, {
      ...key,
      max_tokens: tokenLimit(sampling),
      ...(Object.keys(refused).length > 0 && {adapted: refused}),
      ...(names.length > 0 && {served: names}),
      ...(unscored > 0 && {unscored}),
      ...(unasked > 0 && {unasked}),
      price: model.price ?? FREE,
      ...(unpriced([model]).length > 0 && {unpriced: true}),
      made_from: madeFrom(book, evaluation),
      reader: mixed ? readerOf(before.get(id)) : READER_VERSION,
      ...(template.answer_format && {answer_format: template.answer_format}),
      simulated: evaluation.simulated,
      status: worstOf([statuses.get(id), ...(mixed ? (["limited"] as const) : [])]),
      suites: [...new Set([...(mixed ? (before.get(id)?.suites ?? []) : []), ...Object.keys(asked)])]
    });
  }
  const all = [...entries.values()];
  const used = new Set(all.flatMap(({suites = []}) => suites));
  const suites = {...standing.manifest?.suites, ...asked};
  return {evaluations: all, suites: Object.fromEntries(Object.entries(suites).filter(([key]) => used.has(key)))};
}

/** Entry of an evaluation that an older store's manifest does not list. */
const unknown = ({eval_id, model, template, sampler, simulated}: PointRow): Entry => ({
  eval_id,
  model,
  template,
  sampler,
  simulated,
  max_tokens: null,
  price: FREE
});

/** The manifest for all points that are now in the store, and for the last run. */
export function manifestOf(
  book: Book,
  {
    contents,
    standing,
    fresh,
    kept,
    runStats,
    plan: {judges, evaluations}
  }: {
    plan: Pick<Plan, "judges" | "evaluations">;
    contents: Contents;
    standing: Standing;
    fresh: readonly PointRow[];
    kept: readonly PointRow[];
    runStats: RunStats;
  }
): Omit<Manifest, "version" | "git_commit" | "started" | "finished" | "tables"> {
  const rows = [...fresh, ...kept];
  const ids = [...new Set(Object.values(contents.suites ?? {}).map(({id}) => id))];
  const {requests, cached, failed} = runStats.summary();
  return {
    book_hash: hashOf(contents),
    suite: ids.length > 0 ? ids.join(", ") : (standing.manifest?.suite ?? book.suites.map(({suite}) => suite.id).join(", ")),
    slices: slicesOfBoth(kept.length > 0 ? (standing.manifest?.slices ?? []) : [], slicesOf(book.suites)),
    ...metricsIn(book, {standing, rows}),
    ...judgesIn({judges, evaluations}, {standing, rows}),
    models: [...new Set(contents.evaluations.map(({model}) => model))],
    ...contents,
    ...totalsOf(rows),
    requests,
    cached,
    failed,
    status: worstOf(contents.evaluations.map(({status}) => status))
  };
}

/** What the store's banks are read by where that is not accuracy. */
function metricsIn(
  {banks = []}: Book,
  {standing, rows}: {standing: Standing; rows: readonly PointRow[]}
): Pick<Manifest, "metrics"> {
  const there = new Set(rows.map(({base_task}) => base_task));
  const metrics = {
    ...standing.manifest?.metrics,
    ...Object.fromEntries(banks.map(({name, definition}) => [name, definition.metric]))
  };
  const found = Object.entries(metrics).filter(([bank, metric]) => there.has(bank) && metric !== "accuracy");
  return found.length > 0 ? {metrics: Object.fromEntries(found)} : {};
}

/** Who graded the answers to banks that the store holds, in the last run that asked them. */
function judgesIn(
  {judges, evaluations}: Pick<Plan, "judges" | "evaluations">,
  {standing, rows}: {standing: Standing; rows: readonly PointRow[]}
): Pick<Manifest, "judges"> {
  const there = new Set(rows.map(({base_task}) => base_task));
  const known = standing.manifest?.judges ?? [];
  const before = known.filter(({bank}) => !judges.has(bank));
  const now = [...judges].map(([bank, judge]) => ({
    bank,
    own: evaluations.filter(each => isOwn(judgeOf(judge), each)).map(({key}) => key.eval_id),
    ...judgeOf(judge),
    sampling: judge.sampling as NonNullable<Manifest["judges"]>[number]["sampling"],
    simulated: judge.simulated
  }));
  const all = [...before, ...now].filter(({bank}) => there.has(bank));
  return all.length > 0 ? {judges: all} : {};
}

/** What a manifest says of all points of a store together. */
export function totalsOf(
  rows: readonly PointRow[]
): Pick<Manifest, "seed" | "points" | "samples" | "tokens" | "cost" | "simulated"> {
  const sum = (of: (row: PointRow) => number) => rows.reduce((total, row) => total + of(row), 0);
  const seeds = new Set(rows.map(({seed}) => seed));
  return {
    seed: seeds.size === 1 ? [...seeds][0]! : null,
    points: rows.length,
    samples: sum(samplesOf),
    tokens: {
      prompt: rows.map(row => row.prompt_tokens).reduce(plus, 0),
      completion: rows.map(row => row.completion_tokens).reduce(plus, 0)
    },
    cost: sum(row => row.cost),
    simulated: rows.some(({simulated}) => simulated)
  };
}

const hashOf = ({evaluations}: Pick<Contents, "evaluations">): string =>
  sha256Hex(canonicalJson(evaluations.map(({eval_id, made_from = ""}) => `${eval_id} ${made_from}`).sort()));

type Slices = NonNullable<Manifest["slices"]>;

/** The named slices of a store and of a run; of two with one name in one task, the run's. */
function slicesOfBoth(before: Slices, now: Slices): Slices {
  const nameOf = ({task, kind, name}: Slices[number]) => `${task} ${kind} ${name}`;
  return [...new Map([...before, ...now].map(slice => [nameOf(slice), slice])).values()];
}

/**
 * The store's manifest if it holds every evaluation of the present book, scored by the present reader where it has texts, whatever else it
 * holds and however the evaluations ended; else null.
 * @param anyReader whether older readers count as present
 */
export async function manifestIfCurrent(
  book: Book,
  folder: string,
  {anyReader = false} = {}
): Promise<{manifest: Manifest; status: Status} | null> {
  const manifest = await readManifest(folder);
  if (!manifest) return null;
  const isOutdated = !anyReader && (await olderReader(folder, manifest)) !== null;
  const before = new Map(manifest.evaluations.map(each => [each.eval_id, each]));
  const entries = evaluationsOf(book).map(evaluation => {
    const entry = before.get(evaluation.key.eval_id);
    return entry?.made_from === madeFrom(book, evaluation) && !(isOutdated && isOlderReader(entry)) ? entry : null;
  });
  if (entries.includes(null)) return null;
  return {manifest, status: worstOf(entries.map(entry => entry!.status))};
}
