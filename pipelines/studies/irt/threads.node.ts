// Worker threads for long fits. The passes over the answers are divided by items, and the arrays lie in shared memory, so that only a
// signal is exchanged. The caller blocks while they work, so that a fit remains a synchronous function.
import {once} from "node:events";
import {extname} from "node:path";
import {MessageChannel, type MessagePort} from "node:worker_threads";
import {startThread} from "../../book/thread.node.js";
import type {Threads} from "./estimate/fit.js";
import type {Items, Pass, PersonSums} from "./estimate/integrate.js";
import type {PassInput} from "./estimate/likelihoodPass.js";
import {PAIRS, WIDTH} from "./estimate/parameters.js";
import type {Population} from "./estimate/population.js";
import type {UncertainWork} from "./estimate/refine.js";
import type {Responses} from "./item.js";

export interface IrtWork {
  port: MessagePort;
  /** Number of jobs started so far, and whether the last is finished. */
  signal: Int32Array;
  /** Index of this thread's share of the items, and the number of shares. */
  share: number;
  threads: number;
}
export type IrtJob =
  | {kind: "likelihood"; passInput: PassInput; x: Float64Array; sums: Float64Array[]}
  | {kind: "slope"; passInput: PassInput; x: Float64Array; gradient: Float64Array; information: Float64Array}
  | {kind: "integrate"; items: Items; theta: Float64Array; population: Population; sums: PersonSums[]; pass: Pass}
  | {kind: "meet"; work: UncertainWork}
  | {kind: "end"};

const WORKER = new URL(`fit.worker${extname(import.meta.url)}`, import.meta.url).href;

const doubles = (length: number) => new Float64Array(new SharedArrayBuffer(8 * length));
const bytes = (length: number) => new Uint8Array(new SharedArrayBuffer(length));

/** Number of answers from which a fit takes long enough for threads. */
const LONG = 500_000;

/** Threads for fits to a matrix of answers; null where it is so small that they would be done before threads had started. */
export const threadsFor = async ({cells}: Responses): Promise<(Threads & AsyncDisposable) | null> =>
  cells.length >= LONG ? irtThreads() : null;

/** Starts threads for fits; dispose of them with `await using`. */
async function irtThreads(count = 2): Promise<Threads & AsyncDisposable> {
  const signals = Array.from({length: count}, () => new Int32Array(new SharedArrayBuffer(8)));
  const ports: MessagePort[] = [];
  const workers = signals.map((signal, share) => {
    const {port1, port2} = new MessageChannel();
    ports.push(port1);
    const workerData: IrtWork = {port: port2, signal, share, threads: count};
    return startThread(WORKER, {workerData, transferList: [port2]});
  });
  // waits until each worker reports once that it is ready; rejects with the worker's own error if it fails
  await Promise.all(workers.map(worker => once(worker, "message")));
  const given = (job: IrtJob) => {
    for (const [share, signal] of signals.entries()) {
      ports[share]!.postMessage(job);
      Atomics.store(signal, 1, 0);
      Atomics.add(signal, 0, 1);
      Atomics.notify(signal, 0);
    }
  };
  const run = (job: IrtJob) => {
    given(job);
    for (const signal of signals) while (Atomics.load(signal, 1) === 0) Atomics.wait(signal, 1, 0);
  };
  return {
    bytes,
    doubles,
    passes: passInput => passesOn(passInput, {run, count}),
    integrate(items, theta, population, into, pass) {
      const own = doubles(theta.length);
      own.set(theta);
      const sums = signals.map(() => sumsFor(theta.length));
      run({kind: "integrate", items, theta: own, population, sums, pass});
      for (const part of sums) addSums(into, part);
    },
    meet: work => run({kind: "meet", work}),
    async [Symbol.asyncDispose]() {
      const ended = workers.map(worker => once(worker, "exit"));
      given({kind: "end"});
      await Promise.all(ended);
      for (const port of ports) port.close();
    }
  };
}

function passesOn(passInput: PassInput, {run, count}: {run(job: IrtJob): void; count: number}): ReturnType<Threads["passes"]> {
  const {items} = passInput.shape;
  const x = doubles(items * WIDTH);
  const gradient = doubles(items * WIDTH);
  const information = doubles(items * PAIRS);
  const parts = Array.from({length: count}, () => doubles(passInput.theta.length));
  return {
    likelihood(at, sums) {
      x.set(at);
      run({kind: "likelihood", passInput, x, sums: parts});
      sums.fill(0);
      for (const part of parts) for (let n = 0; n < sums.length; n++) sums[n]! += part[n]!;
    },
    slope(at, toGradient, toInformation) {
      x.set(at);
      run({kind: "slope", passInput, x, gradient, information});
      toGradient.set(gradient);
      toInformation.set(information);
    }
  };
}

const sumsFor = (persons: number): PersonSums => ({
  loglik: doubles(1),
  slope: doubles(persons),
  information: doubles(persons),
  lost: doubles(persons * persons)
});

function addSums(into: PersonSums, part: PersonSums): void {
  for (const name of ["loglik", "slope", "information", "lost"] as const) {
    const [to, from] = [into[name], part[name]];
    for (let i = 0; i < to.length; i++) to[i]! += from[i]!;
  }
}
