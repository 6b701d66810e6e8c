// Runs a command in this process, with streams that keep its output.
import {Writable} from "node:stream";
import {main} from "../pipelines/cli/main.js";
import type {Io} from "../pipelines/io/io.js";
import {processIo} from "../pipelines/io/node.process.js";

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
    stdout: stream("stdout"),
    stderr: stream("stderr"),
    isTTY: false,
    ...surroundings
  };
  const code = await main(words, io);
  return {code, ...texts};
}
