// Reports why a run is waiting and for how long, at intervals long enough to be readable.
import {plural} from "../book/plural.js";
import type {EndpointError} from "../infer/completion.js";
import {duration} from "../infer/progress.node.js";

/** Least time between two lines about one model. */
const EVERY_MS = 10_000;
/** A first retry that comes sooner than this is not reported. */
const SHORT_MS = 5_000;
/** Silence of a server after which a first line is printed; the time to each further line doubles. */
const SILENCE_MS = 30_000;

export interface WaitNotices {
  /** Reports that a request of a model will be repeated. */
  retry(model: string, wait: {error: EndpointError; retry: number; retries: number; delayMs: number}): void;
  /** Reports that a request of a model has been sent. */
  sent(model: string, timeoutMs: number): void;
  /** Reports that a request of a model has ended. */
  ended(model: string): void;
  /** Reports that the budget allows no further requests until those in flight have returned. */
  budget(model: string, wait: {inFlight: number; worst: number; left: number}): void;
  close(): void;
}

interface Model {
  reportedAt: number;
  /** Number of retries since the last line. */
  quiet: number;
  flying: number;
  /** Time since which no request has returned. */
  since: number;
  patience: number;
  timeoutMs: number;
  announced: boolean;
}

/** Returns functions that record waits and print them through `report`. */
export function openWaitNotices(report: (text: string) => void, {clock = () => performance.now()} = {}): WaitNotices {
  const models = new Map<string, Model>();
  const of = (model: string): Model => {
    let known = models.get(model);
    if (!known) {
      known = {
        reportedAt: Number.NEGATIVE_INFINITY,
        quiet: 0,
        flying: 0,
        since: 0,
        patience: SILENCE_MS,
        timeoutMs: 0,
        announced: false
      };
      models.set(model, known);
    }
    return known;
  };
  const watch = () => {
    for (const [name, model] of models) {
      const silent = clock() - model.since;
      if (model.flying === 0 || silent < model.patience) continue;
      model.patience *= 2;
      report(
        `${name} has answered nothing for ${duration(silent / 1000)}; ${plural(model.flying, "request")} in flight, each given up after ${duration(model.timeoutMs / 1000)} (timeout_seconds)`
      );
    }
  };
  const timer = setInterval(watch, 1_000);
  timer.unref();
  return {
    retry(name, {error, retry, retries, delayMs}) {
      const model = of(name);
      const now = clock();
      Object.assign(model, {since: now, patience: SILENCE_MS});
      if ((retry === 1 && delayMs < SHORT_MS) || now - model.reportedAt < EVERY_MS) {
        model.quiet++;
        return;
      }
      const others = model.quiet > 0 ? `; so were ${plural(model.quiet, "request")} since the last such line` : "";
      Object.assign(model, {reportedAt: now, quiet: 0});
      report(`${error.message}; asked again in ${duration(delayMs / 1000)} (${retry} of ${retries})${others}`);
    },
    sent(name, timeoutMs) {
      const model = of(name);
      if (model.flying++ === 0) Object.assign(model, {since: clock(), patience: SILENCE_MS, timeoutMs});
    },
    ended(name) {
      const model = of(name);
      Object.assign(model, {flying: model.flying - 1, since: clock(), patience: SILENCE_MS});
    },
    budget(name, {inFlight, worst, left}) {
      const model = of(name);
      if (model.announced) return;
      model.announced = true;
      report(
        `the budget holds ${name} to ${plural(inFlight, "request")} at a time: each could cost $${worst.toPrecision(2)} of the $${left.toPrecision(3)} that is left; a smaller limit of tokens or a larger --max-cost lets more through`
      );
    },
    close: () => clearInterval(timer)
  };
}
