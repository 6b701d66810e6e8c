// Writes files of narratives, whoever tells them, and tells them by the built-in narrator.
import {once} from "node:events";
import {createWriteStream} from "node:fs";
import {finished} from "node:stream/promises";
import {setImmediate} from "node:timers/promises";
import {canonicalJson, sha256Hex} from "../book/canonical.js";
import {makeNarrative} from "../generate/narratives/make.js";
import {lineOf, type Narrative} from "../generate/narratives/narrative.js";
import type {NarrativeSettings} from "../generate/narratives/settings.js";
import {randomAt} from "../generate/seed.js";
import {UserError} from "../rows/error.js";
import {replaceFile} from "../store/files.node.js";
import {tokenCounter} from "../tokenizer/counter.node.js";

/** Increased whenever equal settings and seeds would give other narratives; a part of their ids. */
const NARRATOR_VERSION = 3;

/** Tells the narrative of a number; equal settings give equal ones, whatever is told besides. */
export type Narrator = (index: number) => Narrative | Promise<Narrative>;

/** What lists and streams of a set are drawn from, whoever tells them. */
export const setKey = (settings: NarrativeSettings, seed: number): string =>
  sha256Hex(canonicalJson({settings, seed, version: NARRATOR_VERSION}));

/**
 * Writes narratives as JSON lines. The file appears when `fill`, which hands over one after the other, has ended; where it throws, an
 * earlier file stays.
 */
export async function writeNarratives(
  out: string,
  fill: (add: (narrative: Narrative) => Promise<void>) => Promise<void>
): Promise<{narratives: number; tokens: number}> {
  const written = {narratives: 0, tokens: 0};
  await replaceFile(out, async temporary => {
    const file = createWriteStream(temporary);
    try {
      await once(file, "open"); // or a file that is opened later than it is removed would stay
      await fill(async narrative => {
        written.narratives++;
        written.tokens += narrative.tokens;
        if (!file.write(`${JSON.stringify(lineOf(narrative))}\n`)) await once(file, "drain");
      });
      file.end();
      await finished(file);
    } finally {
      file.destroy();
    }
  });
  return written;
}

/** Writes `count` narratives of the built-in narrator; number i is the same whatever the count. Throws as the narrator does. */
export const writeByGrammar = (
  out: string,
  {count, seed, ...settings}: NarrativeSettings & {count: number; seed: number},
  {progress}: {progress?: (done: number) => void} = {}
): Promise<{narratives: number; tokens: number}> => {
  const tell = grammarNarrator(settings, seed);
  return writeNarratives(out, async add => {
    for (let index = 0; index < count; index++) {
      await add(await tell(index));
      progress?.(index + 1);
      if (index % 64 === 0) await setImmediate(); // so that an interrupt is heard
    }
  });
};

/** The built-in narrator. Each narrative is validated; a UserError is thrown where the settings cannot be told. */
function grammarNarrator(settings: NarrativeSettings, seed: number): Narrator {
  const key = setKey(settings, seed);
  const counter = tokenCounter(settings.tokenizer);
  return index => {
    try {
      return makeNarrative(settings, {id: `${key.slice(0, 16)}-${index}`, random: randomAt(key, index), count: counter});
    } catch (error) {
      if (error instanceof RangeError) throw new UserError(`narrative ${index + 1}: ${error.message}`);
      throw error;
    }
  };
}
