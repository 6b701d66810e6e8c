// One worker thread of the spectrum study: tokenizes every point's tests with its tokenizers, reports the longest length, and waits for the
// frame length. Token ids that would take too much memory meanwhile are made again afterwards.
import {parentPort, workerData} from "node:worker_threads";
import {gzipSync} from "node:zlib";
import {keepText} from "../../book/ownTexts.js";
import type {BackgroundText, Template} from "../../book/types.js";
import {loadUserExtensions} from "../../extend/own.node.js";
import {type ManifoldPoint, testAt} from "../../generate/manifold.node.js";
import {tasks} from "../../generate/registry.node.js";
import {messagesOf} from "../../infer/template.node.js";
import {tokenizer} from "../../tokenizer/tokenizer.node.js";
import type {Tokenizer} from "../../tokenizer/types.js";
import {type PointSpectrum, type Prompt, permutationOf, pointSpectrum} from "./point.js";
import {tokenText} from "./text.js";
import {spectrumTransform, type Window} from "./transform.js";

export interface SpectrumWork {
  tokenizers: string[];
  points: ManifoldPoint[];
  template: Template;
  /** Number of tests per point. */
  tests: number;
  window: Window;
  /** Characters of a question; points with a longer one are left out. */
  longest: number;
  /** Texts of the user's own that questions may stand in or play in. */
  backgrounds: BackgroundText[];
}
/**
 * Messages of a worker, in this order: the longest prompt, with the numbers of the points that are left out; then one message per tokenizer
 * and point; then null.
 */
export type SpectrumMessage =
  | {longest: number; left: number[]}
  | {tokenizer: string; point: number; spectrum: PointSpectrum; example: string[]}
  | null;

/** Most bytes of token ids that a thread keeps between its two passes. */
const KEPT_BYTES = 256 * 2 ** 20;

/** The tests of a point under one tokenizer. */
interface Tokenised {
  prompts: Prompt[];
  /** The first test as a list of tokens. */
  example: string[];
}

const {tokenizers: names, points, template, tests, window, longest: mostCharacters, backgrounds} = workerData as SpectrumWork;
await loadUserExtensions({golden: false}); // the command that started this thread has looked
for (const text of backgrounds) keepText(text);
const tokenizers: Tokenizer[] = [];
for (const name of names) tokenizers.push(await tokenizer(name));

/** Curves change hands without a copy. */
const send = (message: SpectrumMessage) => {
  const {mean, sd, raw, raw_sd, shuffled, permuted} =
    message && "spectrum" in message ? message.spectrum : ({} as Partial<PointSpectrum>);
  parentPort!.postMessage(
    message,
    [mean, sd, raw, raw_sd, shuffled, permuted].flatMap(curve => (curve ? [curve.buffer as ArrayBuffer] : []))
  );
};

/** A point's tests under each tokenizer; null where one of them is too long. */
function tokenised(point: ManifoldPoint): Tokenised[] | null {
  const task = tasks.get(point.base_task)!;
  const found = tokenizers.map((): Tokenised => ({prompts: [], example: []}));
  for (let index = 0; index < tests; index++) {
    const test = testAt(point, task, index);
    if (test.prompt.length > mostCharacters) return null;
    const bytes = Buffer.from(test.prompt);
    const of = {
      item_id: test.item_id,
      characters: test.prompt.length,
      compression: gzipSync(bytes, {level: 6}).length / bytes.length
    };
    const messages = messagesOf(template, test);
    for (const [i, {chat, bytes: bytesOf}] of tokenizers.entries()) {
      const ids = Int32Array.from(chat(messages));
      found[i]!.prompts.push({...of, ids});
      if (index === 0) found[i]!.example = Array.from(ids, id => tokenText(bytesOf(id)));
    }
  }
  return found;
}

const idsOf = (of: readonly Tokenised[]) => of.flatMap(({prompts}) => prompts.map(({ids}) => ids));

const kept = new Map<number, Tokenised[]>();
const left: number[] = [];
let [longest, bytes] = [0, 0];
for (const [i, point] of points.entries()) {
  const of = tokenised(point);
  if (!of) {
    left.push(i);
    continue;
  }
  const ids = idsOf(of);
  longest = ids.reduce((most, {length}) => Math.max(most, length), longest);
  bytes += ids.reduce((sum, {byteLength}) => sum + byteLength, 0);
  if (bytes <= KEPT_BYTES) kept.set(i, of);
}

parentPort!.once("message", (frame: number) => {
  const transform = spectrumTransform(frame);
  const permutations = tokenizers.map(({size}, i) => permutationOf(names[i]!, size));
  for (const [i, point] of points.entries()) {
    if (left.includes(i)) continue;
    for (const [k, {prompts, example}] of (kept.get(i) ?? tokenised(point)!).entries()) {
      const spectrum = pointSpectrum(prompts, {transform, permutation: permutations[k]!, window});
      send({tokenizer: names[k]!, point: i, spectrum, example});
    }
    kept.delete(i);
  }
  send(null);
});
send({longest, left});
