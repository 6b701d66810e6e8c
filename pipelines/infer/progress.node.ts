// Reports a run's progress: one live line on a terminal, plain lines elsewhere, JSON events for programs.

import pino from "pino";
import {z} from "zod";
import {currentIo} from "../io/current.node.js";
import {oneLine} from "./failure.js";
import {liveLine} from "./liveLine.node.js";

/** The state of a run at one time. Field names are those of the `live` table. */
const snapshotSchema = z.object({
  seconds: z.number().describe("since the start"),
  done: z.number().describe("samples so far"),
  total: z
    .number()
    .describe("samples expected in all; an estimate until the end, since points stop when they are precise enough"),
  samples_per_second: z.number(),
  accuracy: z.number().describe("excess accuracy over all untruncated samples so far, 0 guessing, 1 knowing"),
  accuracy_low: z.number().describe("lower end of its 95 % interval over samples; 0 before the first one"),
  accuracy_high: z.number().describe("upper end; 1 before the first one"),
  truncated: z.number().describe("truncated ÷ all samples so far"),
  cost: z.number().describe("US dollars at list price"),
  concurrency: z.number().describe("requests that have been sent and are not answered yet")
});
export type Snapshot = z.infer<typeof snapshotSchema>;

/** One line of the output of `run --json`. */
export const eventSchema = z.union([
  z.object({level: z.number(), time: z.number(), event: z.literal("progress"), ...snapshotSchema.shape}),
  z.object({level: z.number(), time: z.number(), event: z.enum(["info", "warning"]), msg: z.string()})
]);

export interface Report {
  progress(snapshot: Snapshot): void;
  info(text: string): void;
  warn(text: string): void;
  /** Ends the live line. */
  done(): void;
}

/** Reports as lines on stderr, or as JSON events on stdout. Control characters are removed from texts that may contain a server's words. */
export function report({json = false, stream = currentIo().stderr, secrets = [] as string[]} = {}): Report {
  const clean = (text: string) => secrets.reduce((kept, secret) => oneLine(kept, {secret, longest: 2_000}), text);
  if (json) {
    const {stdout} = currentIo();
    const log = pino({base: null, redact: ["api_key", "authorization", "headers"]}, {write: line => void stdout.write(line)});
    return {
      progress: snapshot => log.info({event: "progress", ...snapshot}),
      info: text => log.info({event: "info"}, clean(text)),
      warn: text => log.warn({event: "warning"}, clean(text)),
      done() {}
    };
  }
  const {show, line, done} = liveLine({stream});
  return {
    progress: snapshot => show(() => progressLine(snapshot), {now: snapshot.done >= snapshot.total}),
    info: text => line(clean(text)),
    warn: text => line(`warning: ${clean(text)}`),
    done
  };
}

const number = new Intl.NumberFormat("en");
const percent = (x: number) => `${(100 * x).toFixed(1)} %`;

/**
 * The text of the progress line: `12,340/40,000 samples, 9,100/s, 3 s left, excess accuracy 61.2 % [60.3, 62.1] (n 12,081), truncated
 * 2.1 %, $0.0123, 64 in flight`. Truncated samples do not count in the accuracy, nor in its n.
 */
function progressLine(snapshot: Snapshot): string {
  const {done, total, samples_per_second, truncated, cost, concurrency} = snapshot;
  const left = samples_per_second > 0 ? `${duration((total - done) / samples_per_second)} left` : "estimating";
  return [
    `${number.format(done)}/${number.format(total)} samples`,
    `${number.format(Math.round(samples_per_second))}/s`,
    left,
    `excess accuracy ${accuracyText(snapshot)}`,
    `truncated ${percent(truncated)}`,
    `$${cost.toFixed(cost < 1 ? 4 : 2)}`,
    `${concurrency} in flight`
  ].join(", ");
}

/** `61.2 % [60.3, 62.1] (n 12,081)` */
function accuracyText({done, truncated, accuracy, accuracy_low, accuracy_high}: Snapshot): string {
  const n = Math.round(done * (1 - truncated));
  if (n === 0) return "–";
  const points = (x: number) => (100 * x).toFixed(1).replace("-", "−");
  return `${points(accuracy)} % [${points(accuracy_low)}, ${points(accuracy_high)}] (n ${number.format(n)})`;
}

/** A duration in words. */
export function duration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 90) return `${whole} s`;
  return whole < 5_400 ? `${Math.round(whole / 60)} min` : `${(whole / 3_600).toFixed(1)} h`;
}
