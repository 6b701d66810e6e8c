// Runs programs of models with their tests, several side by side, each in a process that none of them can harm for the next.
import {availableParallelism} from "node:os";
import {canonicalJson, sha256Hex} from "../../book/canonical.js";
import {
  type Executed,
  type Execution,
  type Failure,
  type Program,
  type Query,
  shortReason
} from "../../score/scorers/execution.js";
import {type SandboxProcess, startProcess} from "./process.js";
import {LIMITS, type Reply} from "./protocol.js";
import {openQueries} from "./queries.js";

const STOPPED = {
  time: (program: Program) => `stopped after ${program.milliseconds / 1000} s of processor time`,
  output: () => `stopped after ${LIMITS.output / 1e6} MB of output`
};

/** What came of a program by the sandbox's report. */
function judged(reply: Reply, program: Program): Executed {
  const tests = program.tests === "" ? program.cases.length : reply.kind === "tried" ? reply.results.length : 1;
  const failed = (failure: Failure, reason: string, passed = 0): Execution => ({
    passed,
    tests: Math.max(1, tests),
    failure,
    reason: shortReason(reason)
  });
  const stop = reply.stopped && ([reply.stopped === "time" ? "timed_out" : "stopped", STOPPED[reply.stopped](program)] as const);
  switch (reply.kind) {
    case "bad tests":
      return {missing: shortReason(`its tests are no Python: ${reply.reason}`)};
    case "syntax":
      return stop ? failed(...stop) : failed("syntax_error", reply.reason);
    case "undefined":
      return stop ? failed(...stop) : failed("no_function", `no function ${program.entry}`);
    case "broken":
      return stop ? failed(...stop) : failed("stopped", `the interpreter was ended: ${reply.reason}`);
    case "raised":
      return stop ? failed(...stop) : failed(kindOf(reply.reason), reply.reason);
    case "tried": {
      const outcomes = reply.results.map((result, i) => outcomeOf(result, program, i));
      const passed = outcomes.filter(outcome => outcome === null).length;
      if (stop) return failed(...stop, passed);
      const first = outcomes.find(outcome => outcome !== null);
      if (first) return failed(first.failure, first.reason, passed);
      if (passed === 0) return {missing: "it has no tests"};
      return {passed, tests: passed, failure: null, reason: `passed ${passed} of ${passed} tests`};
    }
  }
}

type Result = Extract<Reply, {kind: "tried"}>["results"][number];

/** Why one test failed; null where it passed. */
function outcomeOf(result: Result, program: Program, i: number): {failure: Failure; reason: string} | null {
  const given = program.tests === "" ? program.cases[i] : undefined;
  const asked = given
    ? `${program.entry}(${given.arguments.map(each => short(JSON.stringify(each))).join(", ")})`
    : (result.line ?? result.text ?? "");
  if (result.error !== undefined) {
    const failure = kindOf(result.error);
    return {failure, reason: failure === "wrong_result" ? `failed: ${asked}` : `${short(asked)} raised ${result.error}`};
  }
  if (!given) return null;
  const value = jsonOf(result.value);
  if (value !== undefined && equal(value, given.result)) return null;
  const said = result.value === undefined ? "nothing" : short(result.value);
  return {failure: "wrong_result", reason: `${asked} gave ${said} instead of ${short(JSON.stringify(given.result))}`};
}

/** The kind of an error by its last line, which begins with its class. */
function kindOf(error: string): Failure {
  if (/^AssertionError\b/u.test(error)) return "wrong_result";
  return /^(?:MemoryError|SystemExit|KeyboardInterrupt)\b/u.test(error) ? "stopped" : "raised_error";
}

/** Most characters of one value in a reason. */
const MOST_VALUE = 120;
const short = (text: string): string => (text.length <= MOST_VALUE ? text : `${text.slice(0, MOST_VALUE)}…`);

function jsonOf(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined; // NaN and Infinity are no JSON, and never the right result
  }
}

/** Equality as Python's: True is 1, a tuple of the same elements is written as a list; fractions agree to nine digits. */
function equal(a: unknown, b: unknown): boolean {
  const [x, y] = [typeof a === "boolean" ? Number(a) : a, typeof b === "boolean" ? Number(b) : b];
  if (typeof x === "number" && typeof y === "number")
    return Number.isInteger(y) ? x === y : Math.abs(x - y) <= 1e-9 * Math.max(1, Math.abs(y));
  if (Array.isArray(x) && Array.isArray(y)) return x.length === y.length && x.every((each, i) => equal(each, y[i]));
  if (x !== null && y !== null && typeof x === "object" && typeof y === "object" && !Array.isArray(x) && !Array.isArray(y)) {
    const keys = Object.keys(y);
    const [of, from] = [x as Record<string, unknown>, y as Record<string, unknown>];
    return Object.keys(of).length === keys.length && keys.every(key => Object.hasOwn(of, key) && equal(of[key], from[key]));
  }
  return x === y;
}

/** Fewest and most processes: with two, one goes on while another is replaced. */
const PROCESSES = {fewest: 2, most: 4};

export interface Sandbox extends AsyncDisposable {
  /** Runs a program or a query; the same one is run once. */
  execute(program: Program | Query): Promise<Executed>;
  /** Result of a program or query that was run; undefined of others. */
  known(program: Program | Query): Executed | undefined;
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
  const queries = openQueries();
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
  const resultOf = async (program: Program): Promise<Executed> => {
    const reply = await replyTo(program);
    return reply instanceof Error ? {missing: shortReason(reply.message)} : judged(reply, program);
  };
  const execute = async (program: Program | Query, key: string): Promise<Executed> => {
    const result = await ("query" in program ? queries.run(program) : resultOf(program));
    if (!("missing" in result)) executed.set(key, result);
    underWay.delete(key);
    return result;
  };
  const keyOf = (program: Program | Query) => sha256Hex(canonicalJson(program));

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
      queries.close();
    }
  };
}
