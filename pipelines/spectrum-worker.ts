// One thread of the spectrum study: tokenises every point's tests with its tokenizers, says how long the longest is, and waits for the frame.
import {parentPort, workerData} from "node:worker_threads";
import {gzipSync} from "node:zlib";
import type {Template} from "./book/types.js";
import {type ManifoldPoint, testAt} from "./generate/manifold.js";
import {tasks} from "./generate/registry.js";
import {messagesOf} from "./infer/template.js";
import {tokenizer} from "./infer/tokenizer/tokenizer.js";
import {type PointSpectrum, type Prompt, permutationOf, pointSpectrum} from "./study/spectrum/point.js";
import {pairTransform, type Window} from "./study/spectrum/transform.js";

export interface SpectrumWork {
  tokenizers: string[];
  points: ManifoldPoint[];
  template: Template;
  /** Tests of each point. */
  tests: number;
  window: Window;
}
/** What a worker says, in this order: the longest prompt, then one message per tokenizer and point, then null. */
export type SpectrumWord = {longest: number} | {tokenizer: string; point: number; spectrum: PointSpectrum} | null;

interface Tokenised {
  tokenizer: string;
  size: number;
  /** By point. */
  prompts: Prompt[][];
}

const {tokenizers, points, template, tests, window} = workerData as SpectrumWork;
const say = (word: SpectrumWord) => parentPort!.postMessage(word);

const questions = points.map(point => {
  const task = tasks.get(point.base_task)!;
  return Array.from({length: tests}, (_, index) => {
    const test = testAt(point, task, index);
    const bytes = Buffer.from(test.prompt);
    return {test, compression: gzipSync(bytes, {level: 6}).length / bytes.length};
  });
});

async function tokenise(name: string): Promise<Tokenised> {
  const {chat, size} = await tokenizer(name);
  const prompts = questions.map(of =>
    of.map(({test, compression}) => ({
      item_id: test.item_id,
      characters: test.prompt.length,
      compression,
      ids: Int32Array.from(chat(messagesOf(template, test)))
    }))
  );
  return {tokenizer: name, size, prompts};
}

const tokenised: Tokenised[] = [];
for (const name of tokenizers) tokenised.push(await tokenise(name));
parentPort!.once("message", (frame: number) => {
  const transform = pairTransform(frame);
  for (const {tokenizer, size, prompts} of tokenised) {
    const permutation = permutationOf(tokenizer, size);
    for (const [point, of] of prompts.entries())
      say({tokenizer, point, spectrum: pointSpectrum(of, {frame, transform, permutation, window})});
  }
  say(null);
});
say({longest: Math.max(...tokenised.flatMap(({prompts}) => prompts.flat().map(({ids}) => ids.length)))});
