// One worker thread of a fit: waits for a job, passes over its share of the items, and signals that it is finished.
import {parentPort, receiveMessageOnPort, workerData} from "node:worker_threads";
import {integrateItems} from "./estimate/integrate.js";
import {likelihoodPass, slopePass} from "./estimate/likelihoodPass.js";
import {meetUncertain} from "./estimate/refine.js";
import type {IrtJob, IrtWork} from "./threads.node.js";

const {port, signal, share, threads} = workerData as IrtWork;
parentPort!.postMessage("ready");
for (let turn = 0; ; turn++) {
  Atomics.wait(signal, 0, turn);
  const job = receiveMessageOnPort(port)?.message as IrtJob;
  if (job.kind === "end") break;
  run(job);
  Atomics.add(signal, 1, 1);
  Atomics.notify(signal, 1);
}
port.close();

function run(job: Exclude<IrtJob, {kind: "end"}>): void {
  if (job.kind === "integrate") {
    const {items, theta, population, sums, pass} = job;
    const {step, curved} = pass;
    integrateItems(items, theta, population, sums[share]!, {
      from: share * step,
      to: items.shape.items,
      step: threads * step,
      curved
    });
    return;
  }
  if (job.kind === "meet") {
    meetUncertain(job.work, {from: share, step: threads});
    return;
  }
  const {passInput, x} = job;
  const [from, to] = [share, share + 1].map(part => Math.floor((passInput.shape.items * part) / threads)) as [number, number];
  if (job.kind === "likelihood") likelihoodPass(passInput, x, job.sums[share]!.fill(0), from, to);
  else slopePass(passInput, x, job.gradient, job.information, from, to);
}
