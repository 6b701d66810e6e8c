// Runs programs of models with their tests, several side by side, each in a process that none of them can harm for the next.
import {availableParallelism} from "node:os";
import {canonicalJson, sha256Hex} from "../../book/canonical.js";
import {type Executed, type Program, shortReason} from "../../score/scorers/execution.js";
import {type SandboxProcess, startProcess} from "./process.js";
import type {Reply} from "./protocol.js";
import {judged} from "./results.js";

/** Fewest and most processes: with two, one goes on while another is replaced. */
const PROCESSES = {fewest: 2, most: 4};

export interface Sandbox extends AsyncDisposable {
  /** Runs a program; the same program is run once. */
  execute(program: Program): Promise<Executed>;
  /** What is known of a program without running it. */
  known(program: Program): Executed | undefined;
}

/** A sandbox; its processes are started when the first program comes. */
export function openSandbox({
  processes = Math.min(PROCESSES.most, Math.max(PROCESSES.fewest, availableParallelism())),
  start = startProcess
} = {}): Sandbox {
  const executed = new Map<string, Executed>();
  const underWay = new Map<string, Promise<Executed>>();
  const idle: SandboxProcess[] = [];
  const waiting: ((process: SandboxProcess | Error) => void)[] = [];
  let running = 0;
  const starting = new AbortController();
  let closed = false;

  const grow = () => {
    running++;
    start(starting.signal).then(
      process => (closed ? process.close() : free(process)),
      (error: Error) => {
        running--;
        // Without any process nobody else can serve those who wait.
        if (running === 0) for (const resolve of waiting.splice(0)) resolve(error);
      }
    );
  };
  const free = (process: SandboxProcess) => {
    const next = waiting.shift();
    if (next) next(process);
    else idle.push(process);
  };
  const take = (): Promise<SandboxProcess | Error> => {
    const process = idle.pop();
    if (process) return Promise.resolve(process);
    const free = new Promise<SandboxProcess | Error>(resolve => waiting.push(resolve));
    if (running < processes) grow();
    return free;
  };
  const replyTo = async (program: Program): Promise<Reply | Error> => {
    const process = await take();
    if (process instanceof Error) return process;
    const {source, entry, tests, cases, milliseconds} = program;
    const reply = await process.run({
      source,
      entry,
      tests,
      cases: cases.map(each => JSON.stringify(each.arguments)),
      milliseconds
    });
    if (reply.reusable) free(process);
    else {
      process.close();
      running--;
      if (!closed) grow();
    }
    return reply;
  };
  const execute = async (program: Program, key: string): Promise<Executed> => {
    const reply = await replyTo(program);
    const result: Executed = reply instanceof Error ? {missing: shortReason(reply.message)} : judged(reply, program);
    if (!(reply instanceof Error)) executed.set(key, result);
    underWay.delete(key);
    return result;
  };
  const keyOf = (program: Program) => sha256Hex(canonicalJson(program));

  return {
    known: program => executed.get(keyOf(program)),
    execute(program) {
      const key = keyOf(program);
      const found = executed.get(key);
      if (found) return Promise.resolve(found);
      let own = underWay.get(key);
      if (!own) underWay.set(key, (own = execute(program, key)));
      return own;
    },
    async [Symbol.asyncDispose]() {
      closed = true;
      await Promise.allSettled(underWay.values());
      starting.abort();
      for (const process of idle) process.close();
    }
  };
}
