// A program that answers in place of a server: one JSON object per line on its standard input, one per line on its standard output.
import {type ChildProcessWithoutNullStreams, spawn} from "node:child_process";
import {readFileSync, statSync} from "node:fs";
import type {Readable} from "node:stream";
import {z} from "zod";
import {sha256Hex} from "../../book/canonical.js";
import {UserError} from "../../rows/error.js";
import {jsonOf} from "../../rows/json.js";
import {oneLine} from "../failure.js";

/** Begins the endpoint of a model that is a program; the program and its arguments follow, separated by blanks. */
export const COMMAND = "command:";
/** Whether an endpoint is a program. */
export const isProgram = (endpoint: string): boolean => endpoint.startsWith(COMMAND);
/** Milliseconds in which a program may end by itself before it is killed. */
const END_MS = 2_000;
/** Most characters of standard error that are kept to explain an end. */
const MAX_COMPLAINT = 4_000;

const replySchema = z.union([
  z.object({id: z.int().optional(), error: z.string()}),
  z.object({
    id: z.int().optional(),
    text: z.string(),
    reasoning: z.string().optional(),
    finish_reason: z.string().optional(),
    prompt_tokens: z.int().min(0).optional(),
    completion_tokens: z.int().min(0).optional()
  })
]);
export type ProgramReply = z.infer<typeof replySchema>;

/** A program that gave no answer. */
export class ProgramError extends Error {
  /** @param isHopeless whether no further request can succeed, because it never answered any */
  constructor(
    message: string,
    readonly isHopeless: boolean
  ) {
    super(message);
  }
}

/** Returns a program and its arguments. No shell reads them, so that quotes have no meaning. Throws `UserError`. */
export function wordsOf(endpoint: string): string[] {
  const text = endpoint.slice(COMMAND.length).trim();
  if (/["'`]/u.test(text))
    throw new UserError("a command is a program and its arguments separated by blanks, without quotes; put others into a script");
  const words = text.split(/\s+/u).filter(word => word !== "");
  if (words.length === 0) throw new UserError(`${COMMAND} names no program; expected one such as ${COMMAND}python app.py`);
  return words;
}

/**
 * Returns the identity of a program, which keys of the cache and of evaluations contain: its words and the SHA-256 of those that are files, since
 * an edited program may give other answers. Files that these load are not seen.
 */
export function programBase(endpoint: string): string {
  const words = wordsOf(endpoint);
  const digests = words.filter(isFile).map(word => sha256Hex(readFileSync(word)).slice(0, 16));
  return [`${COMMAND}${words.join(" ")}`, ...digests].join("#");
}

const isFile = (path: string): boolean => statSync(path, {throwIfNoEntry: false})?.isFile() ?? false;

interface Waiting {
  resolve(reply: ProgramReply): void;
  reject(error: ProgramError): void;
}

/** Reads a stream's lines. Line feeds end them, not U+2028, which JSON texts may contain and which ends a line of `readline` since Node 24. */
function readLines(stream: Readable, use: (line: string) => void): void {
  let line = "";
  const read = (text: string) => {
    const [first, ...others] = text.split("\n");
    line += first;
    for (const other of others) {
      use(line);
      line = other;
    }
  };
  stream.setEncoding("utf8").on("data", read);
  stream.on("end", () => use(line));
}

/** One program. It is started with the first request, and again after it has ended. */
export class Program {
  readonly #words: readonly string[];
  readonly #warn: (text: string) => void;
  readonly #waiting = new Map<number, Waiting>();
  #child: ChildProcessWithoutNullStreams | null = null;
  #ended: Promise<unknown> = Promise.resolve();
  #lastId = 0;
  #complaint = "";
  #hasAnswered = false;
  #hasWarned = false;
  readonly #killGroup = () => this.#signal("SIGKILL");

  /** @param warn called once, if the program writes lines that are no JSON objects */
  constructor(words: readonly string[], warn: (text: string) => void) {
    this.#words = words;
    this.#warn = warn;
    process.once("exit", this.#killGroup);
  }

  /** The program's reply to a message. Rejects with `ProgramError`. An aborted request restarts the program, since it may hang. */
  ask(message: object, signal: AbortSignal): Promise<ProgramReply> {
    this.#child ??= this.#start();
    const {stdin} = this.#child;
    const id = ++this.#lastId;
    const onAbort = () => this.#signal("SIGKILL");
    signal.addEventListener("abort", onAbort, {once: true});
    return new Promise<ProgramReply>((resolve, reject) => {
      this.#waiting.set(id, {resolve, reject});
      stdin.write(`${JSON.stringify({id, ...message})}\n`);
    }).finally(() => signal.removeEventListener("abort", onAbort));
  }

  /** Ends the program: its input closes, and what still runs after two seconds is killed. */
  async close(): Promise<void> {
    process.off("exit", this.#killGroup);
    this.#child?.stdin.end();
    const timer = setTimeout(this.#killGroup, END_MS);
    await this.#ended;
    clearTimeout(timer);
  }

  #start(): ChildProcessWithoutNullStreams {
    const [file, ...args] = this.#words;
    const child = spawn(file!, args, {detached: true, stdio: "pipe", windowsHide: true}); // detached: another process group than ours
    this.#complaint = "";
    child.stderr.on("data", (bytes: Buffer) => {
      this.#complaint = (this.#complaint + bytes).slice(-MAX_COMPLAINT);
    });
    child.stdin.on("error", () => {}); // its end is reported below
    readLines(child.stdout, line => this.#read(line));
    this.#ended = new Promise<void>(resolve => {
      const end = (how: string) => {
        if (this.#child === child) this.#child = null;
        const said = this.#complaint.trim().split("\n").at(-1)!;
        const reason = `${oneLine(this.#words.join(" "))} ${how}${said === "" ? "" : `: ${oneLine(said)}`}`;
        for (const [id, {reject}] of this.#waiting) {
          this.#waiting.delete(id);
          reject(new ProgramError(reason, !this.#hasAnswered));
        }
        resolve();
      };
      child.once("error", ({message}) => end(`cannot be started (${message})`));
      child.once("close", (code, signal) => end(signal ? `was ended by ${signal}` : `ended with code ${code}`));
    });
    return child;
  }

  #read(line: string): void {
    const reply = replySchema.safeParse(jsonOf(line));
    if (!reply.success) {
      if (line.trim() === "" || this.#hasWarned) return;
      this.#hasWarned = true;
      this.#warn(
        `${this.#words.join(" ")} writes lines that are no reply, such as ${oneLine(line)}; replies are {"id": 1, "text": "…"}`
      );
      return;
    }
    const [oldest] = this.#waiting.keys();
    const id = reply.data.id ?? oldest;
    const waiting = id === undefined ? undefined : this.#waiting.get(id);
    if (!waiting) return;
    this.#waiting.delete(id!);
    this.#hasAnswered = true;
    waiting.resolve(reply.data);
  }

  #signal(name: NodeJS.Signals): void {
    const pid = this.#child?.pid;
    if (pid === undefined) return;
    try {
      process.kill(-pid, name);
    } catch {
      // it has ended already
    }
  }
}
