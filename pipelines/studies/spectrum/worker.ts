// One worker thread of the spectrum study: tokenizes every point's tests with its tokenizers, reports the longest length, and waits for the
// frame length.
import {parentPort, workerData} from "node:worker_threads";
import {gzipSync} from "node:zlib";
import type {Template} from "../../book/types.js";
import {type ManifoldPoint, testAt} from "../../generate/manifold.js";
import {tasks} from "../../generate/registry.js";
import {messagesOf} from "../../infer/template.js";
import {tokenizer} from "../../infer/tokenizer/tokenizer.js";
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
}
/** Messages of a worker, in this order: the longest prompt, then one message per tokenizer and point, then null. */
export type SpectrumMessage =
  | {longest: number}
  | {tokenizer: string; point: number; spectrum: PointSpectrum; example: string[]}
  | null;

interface Tokenised {
  tokenizer: string;
  size: number;
  /** The first test of each point as a list of tokens. */
  examples: string[][];
  /** Prompts by point. */
  prompts: Prompt[][];
}

const {tokenizers, points, template, tests, window} = workerData as SpectrumWork;
/** Curves change hands without a copy. */
const send = (message: SpectrumMessage) => {
  const {mean, sd, raw, raw_sd, shuffled, permuted} =
    message && "spectrum" in message ? message.spectrum : ({} as Partial<PointSpectrum>);
  parentPort!.postMessage(
    message,
    [mean, sd, raw, raw_sd, shuffled, permuted].flatMap(curve => (curve ? [curve.buffer as ArrayBuffer] : []))
  );
};

const questions = points.map(point => {
  const task = tasks.get(point.base_task)!;
  return Array.from({length: tests}, (_, index) => {
    const test = testAt(point, task, index);
    const bytes = Buffer.from(test.prompt);
    return {test, compression: gzipSync(bytes, {level: 6}).length / bytes.length};
  });
});

async function tokenise(name: string): Promise<Tokenised> {
  const {chat, size, bytes} = await tokenizer(name);
  const prompts = questions.map(of =>
    of.map(({test, compression}) => ({
      item_id: test.item_id,
      characters: test.prompt.length,
      compression,
      ids: Int32Array.from(chat(messagesOf(template, test)))
    }))
  );
  const examples = prompts.map(([first]) => Array.from(first!.ids, id => tokenText(bytes(id))));
  return {tokenizer: name, size, prompts, examples};
}

const tokenised: Tokenised[] = [];
for (const name of tokenizers) tokenised.push(await tokenise(name));
parentPort!.once("message", (frame: number) => {
  const transform = spectrumTransform(frame);
  for (const {tokenizer, size, prompts, examples} of tokenised) {
    const permutation = permutationOf(tokenizer, size);
    for (const [point, of] of prompts.entries())
      send({tokenizer, point, spectrum: pointSpectrum(of, {transform, permutation, window}), example: examples[point]!});
  }
  send(null);
});
send({longest: Math.max(...tokenised.flatMap(({prompts}) => prompts.flat().map(({ids}) => ids.length)))});
