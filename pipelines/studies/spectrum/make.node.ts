// Makes the study tables `spectra` and `spectrum_features`: token-frequency spectra of every point's tests under several tokenizers.
import {extname} from "node:path";
import {canonicalJson, sha256Hex} from "../../book/canonical.js";
import {ownTexts} from "../../book/ownTexts.js";
import {plural} from "../../book/plural.js";
import {currentBook} from "../../book/read.node.js";
import {Thread} from "../../book/thread.node.js";
import type {Book, Template} from "../../book/types.js";
import {pointAt, spellParams} from "../../generate/coordinates.node.js";
import {type ManifoldPoint, manifold, testAt} from "../../generate/manifold.node.js";
import {tasks} from "../../generate/registry.node.js";
import type {Row} from "../../store/writer.node.js";
import {installedTokenizers} from "../../tokenizer/tokenizer.node.js";
import {maker, withStore} from "../maker.node.js";
import type {PointSpectrum} from "./point.js";
import type {SpectrumMessage, SpectrumWork} from "./spectrum.worker.js";
import {spectrumTables} from "./tables.js";
import {frameLength, type Window} from "./transform.js";

const WORKERS = 2;
const WORKER = new URL(`spectrum.worker${extname(import.meta.url)}`, import.meta.url).href;

/** The spectrum of one point under one tokenizer. */
export interface Spectrum {
  tokenizer: string;
  point: ManifoldPoint;
  spectrum: PointSpectrum;
  /** The first test of the point as a list of tokens. */
  example: string[];
}

export interface Spectra {
  /** M, the length of the transform; 0 without a spectrum. */
  frame: number;
  /** Points that are left out because a question of theirs is longer than `longest`. */
  left: ManifoldPoint[];
}

interface SpectraOptions {
  template: Template;
  tokenizers?: readonly string[];
  tests?: number;
  window?: Window;
  /** Characters of a question; Infinity = any. */
  longest?: number;
  workers?: number;
}

/**
 * Hands over the spectra of points under tokenizers, in any order; `take` is called with the length of the transform. They are computed by
 * worker threads that divide the tokenizers among them, so that each vocabulary is loaded once.
 */
export async function spectraOf(
  points: readonly ManifoldPoint[],
  {
    template,
    tokenizers = installedTokenizers(),
    tests = 128,
    window = "none",
    longest = Infinity,
    workers = WORKERS
  }: SpectraOptions,
  take: (found: Spectrum, frame: number) => void
): Promise<Spectra> {
  if (points.length === 0) return {frame: 0, left: []};
  const shares = Array.from({length: Math.min(workers, tokenizers.length)}, (_, i) =>
    tokenizers.filter((_, k) => k % workers === i)
  );
  const named = new Set(points.flatMap(({params}) => [params.background, params.genre]));
  const backgrounds = ownTexts().filter(({id}) => named.has(id));
  const work: Omit<SpectrumWork, "tokenizers"> = {points: [...points], template, tests, window, longest, backgrounds};
  const threads = shares.map(
    tokenizers =>
      new Thread<SpectrumMessage>(WORKER, {...work, tokenizers}, code => `a thread of the spectra ended with exit code ${code}`)
  );
  try {
    const read = (await Promise.all(threads.map(thread => thread.next()))) as {longest: number; left: number[]}[];
    const left = read[0]!.left.map(i => points[i]!); // all threads leave out the same
    if (left.length === points.length) return {frame: 0, left};
    const frame = frameLength(Math.max(...read.map(({longest}) => longest)));
    await Promise.all(
      threads.map(thread => finish(thread, frame, ({point, ...rest}) => take({...rest, point: points[point]!}, frame)))
    );
    return {frame, left};
  } finally {
    for (const thread of threads) await thread[Symbol.asyncDispose]();
  }
}

type Computed = Extract<SpectrumMessage, {spectrum: PointSpectrum}>;

async function finish(thread: Thread<SpectrumMessage>, frame: number, take: (found: Computed) => void): Promise<void> {
  thread.send(frame);
  for (let message = await thread.next(); message !== null; message = await thread.next())
    if ("spectrum" in message) take(message);
}

/** Everything that the study depends on besides the store's points. */
export async function key(): Promise<string> {
  const {spectrum, templates, seed, models} = await currentBook();
  const {suites, ...rest} = spectrum;
  const generators = [...tasks.values()].map(({name, version}) => [name, version]);
  const own = {
    ...rest,
    suites: suites.map(({suite}) => suite),
    template: templates[0],
    seed,
    tokenizers: tokenizersOf({models, spectrum}),
    generators,
    columns: Object.keys(spectrumTables.spectra.columns) // a store made before a column was added does not have it
  };
  return sha256Hex(canonicalJson(own)).slice(0, 16);
}

const tokenizersOf = ({models, spectrum}: Pick<Book, "models" | "spectrum">): string[] => [
  ...new Set([...installedTokenizers(), ...spectrum.tokenizers, ...models.map(({tokenizer}) => tokenizer)])
];

/**
 * Writes the study's tables into a store: for the points of its table `points` whose generator versions are current and, if there are any,
 * for the points of the book's spectrum suites.
 */
export const make = maker(spectrumTables, async ({folder, report, stage, seconds}) => {
  const book = await currentBook();
  const {tests, window, longest, suites} = book.spectrum;
  const stored = await storedPoints(folder);
  // A store whose questions were not made by a generator of the workbook has no spectra; those of the suites would be mistaken for its own.
  const shown = stored.length > 0 ? suites.flatMap(({suite, locate}) => manifold(suite, {seed: book.seed, locate})) : [];
  const points = distinctPoints([...stored, ...shown]);
  const tokenizers = tokenizersOf(book);
  const template = book.templates[0]!;
  const {frame, left} = await spectraOf(points, {template, tokenizers, tests, window, longest}, (found, frame) => {
    const {tokenizer, point, spectrum, example} = found;
    const key = keyOf(point, tokenizer);
    const {mean, sd, raw, raw_sd, shuffled, permuted, n} = spectrum;
    stage.append("spectra", {...key, frame, n, mean, sd, raw, raw_sd, shuffled, permuted});
    stage.append("spectrum_features", {...key, frame, n, tiers: point.tiers, ...featureRow(spectrum)});
    stage.append("token_examples", {...key, item_id: testAt(point, tasks.get(point.base_task)!, 0).item_id, tokens: example});
  });
  report.info(
    `spectra: ${points.length - left.length} points under ${tokenizers.length} tokenizers, ${tests} tests each, frame ${frame}, in ${seconds()} s`
  );
  if (left.length > 0)
    report.warn(
      `spectra: ${plural(left.length, "point")} left out, with questions of more than ${longest.toLocaleString("en")} characters: ${nameOf(left[0]!)}${left.length > 1 ? " and others" : ""}`
    );
});

const nameOf = ({base_task, params_json}: ManifoldPoint): string => `${base_task} ${params_json}`;

function distinctPoints(points: readonly ManifoldPoint[]): ManifoldPoint[] {
  return [...new Map(points.toReversed().map(point => [point.key, point])).values()].reverse();
}

const keyOf = ({base_task, params_json, generator_version, seed}: ManifoldPoint, tokenizer: string): Row => ({
  base_task,
  params: params_json,
  generator_version,
  seed,
  tokenizer
});

function featureRow({tokens, tokens_per_character, compression, features, shuffled_bandwidth90, peaks}: PointSpectrum): Row {
  const row: Row = {tokens_min: tokens.min, tokens_max: tokens.max};
  for (const [name, {mean, sd}] of Object.entries({
    tokens,
    tokens_per_character,
    compression,
    ...features,
    shuffled_bandwidth90
  })) {
    row[name] = Number.isFinite(mean) ? mean : null;
    row[`${name}_sd`] = Number.isFinite(sd) ? sd : null;
  }
  return {
    ...row,
    peak_periods: peaks.map(({period}) => period),
    peak_prominences: peaks.map(({prominence}) => Math.min(prominence, 1e6))
  };
}

const storedPoints = (folder: string): Promise<ManifoldPoint[]> =>
  withStore(folder, async ({connection}) => {
    const query = `select base_task, params, generator_version, seed::double as seed, flatten(list(tiers)) as tiers
      from points where seed is not null group by all order by all`;
    const rows = (await connection.runAndReadAll(query)).getRowObjectsJson() as unknown as StoredPoint[];
    return rows.flatMap(({base_task, params, generator_version, seed, tiers}) => {
      const task = tasks.get(base_task);
      if (task?.version !== generator_version) return [];
      const spelt = spellParams(JSON.parse(params) as Record<string, unknown>, {base_task, version: generator_version});
      return "bad" in spelt ? [] : [{...pointAt(task, spelt, seed), tiers: [...new Set(tiers)].sort()}];
    });
  });

interface StoredPoint {
  base_task: string;
  params: string;
  generator_version: number;
  seed: number;
  tiers: string[];
}
