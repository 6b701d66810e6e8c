// Writes files of narratives by the built-in narrator.
import {once} from "node:events";
import {createWriteStream} from "node:fs";
import {finished} from "node:stream/promises";
import {setImmediate} from "node:timers/promises";
import {canonicalJson, sha256Hex} from "../book/canonical.js";
import {UserError} from "../book/error.js";
import {makeNarrative} from "../generate/narratives/make.js";
import {lineOf, type Narrative} from "../generate/narratives/narrative.js";
import type {NarrativeSettings} from "../generate/narratives/settings.js";
import {randomAt} from "../generate/seed.js";
import {replaceFile} from "../store/files.js";
import {tokenCounter} from "../tokenizer/counter.js";

/** Increased whenever equal settings and seeds would give other narratives; a part of their ids. */
const NARRATOR_VERSION = 2;

/**
 * Writes `count` narratives as JSON lines. The file appears when all of them are told; number i is the same whatever the count. Each is
 * validated. Throws a UserError where the settings cannot be told.
 */
export async function writeNarratives(
  out: string,
  {count, seed, ...settings}: NarrativeSettings & {count: number; seed: number},
  {progress}: {progress?: (done: number) => void} = {}
): Promise<{narratives: number; tokens: number}> {
  const key = sha256Hex(canonicalJson({settings, seed, version: NARRATOR_VERSION}));
  const counter = tokenCounter(settings.tokenizer);
  let tokens = 0;
  await replaceFile(out, async temporary => {
    const file = createWriteStream(temporary);
    try {
      await once(file, "open"); // or a file that is opened later than it is removed would stay
      for (let index = 0; index < count; index++) {
        const narrative = told(index);
        tokens += narrative.tokens;
        if (!file.write(`${JSON.stringify(lineOf(narrative))}\n`)) await once(file, "drain");
        progress?.(index + 1);
        if (index % 64 === 0) await setImmediate(); // so that an interrupt is heard
      }
      file.end();
      await finished(file);
    } finally {
      file.destroy();
    }
  });
  return {narratives: count, tokens};

  function told(index: number): Narrative {
    try {
      return makeNarrative(settings, {id: `${key.slice(0, 16)}-${index}`, random: randomAt(key, index), count: counter});
    } catch (error) {
      if (error instanceof RangeError) throw new UserError(`narrative ${index + 1}: ${error.message}`);
      throw error;
    }
  }
}
