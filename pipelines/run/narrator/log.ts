// A log of what a narrator was asked and what it said: JSON lines in files that rotate by size.
import {mkdir} from "node:fs/promises";
import {finished} from "node:stream/promises";
import {createStream} from "rotating-file-stream";
import type {Message} from "../../infer/completion.js";
import {redacted} from "../../infer/redact.js";
import {UserError} from "../../rows/error.js";

/** One exchange, or a request that had no reply. */
interface LogEntry {
  narrative: string;
  part: string;
  operation?: number | undefined;
  /** 0-based. */
  attempt: number;
  model: string;
  messages: readonly Message[];
  reply?: string;
  finish_reason?: string;
  cached?: boolean;
  /** What was wrong with the reply; empty where it was accepted. */
  faults?: readonly string[];
  /** Why there is no reply. */
  error?: string;
}

export interface NarratorLog extends AsyncDisposable {
  write(entry: LogEntry): void;
}

const FILE = "narrator.jsonl";

interface LogOptions {
  folder: string | undefined;
  size: string;
  files: number;
  /** Keys that never stand in a file. */
  secrets: readonly string[];
  warn: (text: string) => void;
  now?: () => Date;
}

/** Opens the log; without a folder nothing is written. A log that fails later is reported once, and asking goes on. */
export async function openNarratorLog({
  folder,
  size,
  files,
  secrets,
  warn,
  now = () => new Date()
}: LogOptions): Promise<NarratorLog> {
  if (folder === undefined) return {write() {}, async [Symbol.asyncDispose]() {}};
  await mkdir(folder, {recursive: true}).catch((error: NodeJS.ErrnoException) => {
    throw new UserError(`log_folder ${folder}: cannot be made (${error.code})`);
  });
  let failed = false;
  const fail = (error: Error) => {
    if (!failed) warn(`the log in ${folder} is not written any more: ${error.message}`);
    failed = true;
  };
  const stream = createStream(FILE, {path: folder, size, rotate: files, mode: 0o600});
  stream.on("error", fail);
  stream.on("warning", fail);
  return {
    write(entry) {
      if (failed) return;
      const line = JSON.stringify({time: now().toISOString(), ...entry});
      stream.write(`${secrets.reduce((kept, secret) => redacted(kept, secret), line)}\n`);
    },
    async [Symbol.asyncDispose]() {
      if (failed) return void stream.destroy();
      const ended = finished(stream).catch(fail);
      stream.end();
      await ended;
    }
  };
}
