// Runs a command in this process, with streams that keep its output.

import {join} from "node:path";
import {Readable, Writable} from "node:stream";
import type {Io} from "../pipelines/io/io.js";
import {processIo} from "../pipelines/io/node.process.js";

/** Returns `main` of what test/compiled.ts has compiled, whose threads start in a fraction of the time, or of the source. */
const commandLine = (
  compiled = process.env.REASONBOOK_COMPILED
): Promise<{main: (words: readonly string[], io: Io) => Promise<number>}> =>
  compiled ? import(join(compiled, "pipelines/cli/main.js")) : import("../pipelines/cli/main.js");

export interface Result {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs a command: `inProcess(["irt", "fit", "--responses", file])`. @param surroundings in place of those of this process */
export async function inProcess(words: readonly string[], surroundings: Partial<Io> = {}): Promise<Result> {
  const texts = {stdout: "", stderr: ""};
  const stream = (name: keyof typeof texts) =>
    new Writable({
      decodeStrings: false,
      write(chunk: string | Buffer, _, done) {
        texts[name] += String(chunk);
        done();
      }
    });
  const io: Io = {
    ...processIo(),
    env: {...process.env},
    stdin: Readable.from([]),
    stdout: stream("stdout"),
    stderr: stream("stderr"),
    isTTY: false,
    ...surroundings
  };
  const {main} = await commandLine();
  const code = await main(words, io);
  return {code, ...texts};
}
