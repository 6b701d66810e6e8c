// Tasks of the worker of narratives: a reader's file, and texts that take long to validate or to tell anew.

import {askedList} from "../../pipelines/generate/narratives/make.js";
import type {NarrativeLine} from "../../pipelines/generate/narratives/narrative.js";
import {NARRATIVE_TASK, narrativeParams, PAIRED} from "../../pipelines/generate/narratives/settings.js";
import {type Validated, validateLine} from "../../pipelines/generate/narratives/validate.js";
import {streamKey} from "../../pipelines/generate/question.js";
import {randomAt} from "../../pipelines/generate/seed.js";
import {type VocabularyName, vocabulary} from "../../pipelines/tokenizer/openai.js";
import type {GivenFile} from "../shared/content.js";
import {type FileProgress, textOf} from "../shared/fileText.js";
import {type OpenFile, type ReadFile, readNarratives} from "./ownFile.js";

/** Longest file that is read in a tab, bytes when unpacked: with its narratives it fills what a tab may have. */
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
  async open(input: GivenFile, report: (progress: FileProgress) => void): Promise<ReadFile> {
    let last = 0;
    const {name} = input;
    const most = {bytes: MOST_BYTES, instead: `npm run narratives -- shortcuts ${name} reads files of any size`};
    const content = "arrow" in input ? input : {name, text: await textOf(input.file, {report, isStrict: true, most})};
    open = readNarratives(content, progress => {
      const now = performance.now();
      if (now - last < REPORT_MS) return;
      last = now;
      report({unit: "records", ...progress});
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
