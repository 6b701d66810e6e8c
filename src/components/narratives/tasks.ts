// Tasks of the worker of narratives: a reader's file, and texts that take long to validate or to tell anew.

import {askedList} from "../../pipelines/generate/narratives/make.js";
import type {NarrativeLine} from "../../pipelines/generate/narratives/narrative.js";
import {NARRATIVE_TASK, narrativeParams, PAIRED} from "../../pipelines/generate/narratives/settings.js";
import {type Validated, validateLine} from "../../pipelines/generate/narratives/validate.js";
import {streamKey} from "../../pipelines/generate/question.js";
import {randomAt} from "../../pipelines/generate/seed.js";
import {type VocabularyName, vocabulary} from "../../pipelines/tokenizer/openai.js";
import {type OpenFile, type Progress, type ReadFile, readNarratives} from "./ownFile.js";

/** Longest file that is read in a tab, bytes when unpacked: a browser's text has half a gigabyte at most. */
const MOST_BYTES = 400e6;
/** Time between two reports of progress, milliseconds. */
const REPORT_MS = 100;
/** Tokenizers that pages can load. */
const LOADABLE: readonly string[] = ["o200k", "cl100k"] satisfies VocabularyName[];

let open: OpenFile | undefined;

export interface TaskItem {
  params: string;
  generator_version: number;
  seed: number;
  index: number;
}

export const tasks = {
  /** Reads a file, and keeps it for `story`. */
  async open({file}: {file: File}, report: (progress: Progress) => void): Promise<ReadFile> {
    let last = 0;
    open = readNarratives({name: file.name, text: await textOf(file)}, progress => {
      const now = performance.now();
      if (now - last < REPORT_MS) return;
      last = now;
      report(progress);
    });
    return open.read;
  },
  /** A narrative of the file that is open, with what the validator says. */
  story({place}: {place: number}): {line: NarrativeLine} & Validated {
    const line = open!.lines[place]!;
    return {line, ...validateLine(line)};
  },
  /** What the validator says of a narrative of the store. */
  validate: (line: NarrativeLine): Validated => validateLine(line),
  /** The text of a test whose prompt is shortened in the store, told anew; null where this page cannot count its tokens, or tells another. */
  async retell({params: json, generator_version: version, seed, index}: TaskItem): Promise<string | null> {
    const params = narrativeParams.parse(JSON.parse(json));
    if (!LOADABLE.includes(params.tokenizer)) return null;
    const {encode} = await vocabulary(params.tokenizer as VocabularyName);
    const key = streamKey({name: NARRATIVE_TASK, version, paired: PAIRED}, {params, seed});
    return askedList(params, {id: "", random: randomAt(key, index), count: text => encode(text).length}).text;
  }
};
export type NarrativeTasks = typeof tasks;

/** A file's text, unpacked where it is gzipped. Throws an Error that names the file. */
async function textOf(file: File): Promise<string> {
  const [a, b] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  const isPacked = a === 0x1f && b === 0x8b;
  const bytes = isPacked ? file.stream().pipeThrough(new DecompressionStream("gzip")) : file.stream();
  const decoder = new TextDecoder("utf-8", {fatal: true});
  const [texts, reader]: [string[], ReadableStreamDefaultReader<Uint8Array>] = [[], bytes.getReader()];
  let [length, lines] = [0, 1];
  for (;;) {
    const {done, value} = await reader.read().catch(() => {
      throw new Error(`${file.name} is damaged: it cannot be unpacked to its end`);
    });
    if (done) break;
    length += value.length;
    if (length > MOST_BYTES)
      throw new Error(`${file.name} is longer than 400 MB: npm run narratives -- shortcuts ${file.name} reads files of any size`);
    try {
      texts.push(decoder.decode(value, {stream: true}));
    } catch {
      throw new Error(`${file.name} is not text in UTF-8, from about line ${lines} on`);
    }
    for (const byte of value) if (byte === 0x0a) lines++;
  }
  return texts.join("");
}
