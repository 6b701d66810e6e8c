// Says why a run waits, and for how long: seldom enough to be read.
import {plural} from "../book/plural.js";
import type {EndpointError} from "../infer/completion.js";
import {duration} from "../infer/progress.js";

/** Between two lines about one model. */
const EVERY_MS = 10_000;
/** A first retry this soon is not worth a line. */
const SHORT_MS = 5_000;
/** Silence of a server that is told first; each further line takes twice as long. */
const SILENCE_MS = 30_000;

export interface WaitNotices {
  /** A request of a model will be asked again. */
  retry(model: string, wait: {error: EndpointError; retry: number; retries: number; delayMs: number}): void;
  /** A request of a model has left. */
  sent(model: string, timeoutMs: number): void;
  /** One of them has ended. */
  ended(model: string): void;
  /** The budget lets no more through until what is in flight has come back. */
  budget(model: string, wait: {inFlight: number; worst: number; left: number}): void;
  close(): void;
}

interface Model {
  reportedAt: number;
  /** Retries that were not told since. */
  quiet: number;
  flying: number;
  /** Since when nothing has come back. */
  since: number;
  patience: number;
  timeoutMs: number;
  held: boolean;
}

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
        held: false
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
      if (model.held) return;
      model.held = true;
      report(
        `the budget holds ${name} to ${plural(inFlight, "request")} at a time: each could cost $${worst.toPrecision(2)} of the $${left.toPrecision(3)} that is left; a smaller limit of tokens or a larger --max-cost lets more through`
      );
    },
    close: () => clearInterval(timer)
  };
}
