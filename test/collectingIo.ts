// The surroundings of a command that runs in this process: what it writes is collected, and nothing of the process but its folder is used.
import {Readable, Writable} from "node:stream";
import type {Io} from "../pipelines/io/io.js";

export interface CollectingIo {
  io: Io;
  stdout(): Buffer;
  stderr(): Buffer;
}

/** @param stdin text of standard input */
export function collectingIo({
  cwd = process.cwd(),
  env = process.env,
  stdin = "",
  signal = new AbortController().signal
}: Partial<Pick<Io, "cwd" | "env" | "signal">> & {stdin?: string} = {}): CollectingIo {
  const collector = () => {
    const chunks: Buffer[] = [];
    const stream = new Writable({
      write(chunk: Buffer, _, done) {
        chunks.push(chunk);
        done();
      }
    });
    return {stream, bytes: () => Buffer.concat(chunks)};
  };
  const [out, err] = [collector(), collector()];
  const io: Io = {
    stdout: out.stream,
    stderr: err.stream,
    stdin: Readable.from([stdin]),
    cwd,
    env: {...env},
    now: Date.now,
    signal,
    isTTY: false
  };
  return {io, stdout: out.bytes, stderr: err.bytes};
}
