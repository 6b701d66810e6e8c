// Progress and messages of a command: one live line on a terminal, plain lines elsewhere, JSON events for programs.

import pino from "pino";
import {z} from "zod";
import {formatBytes} from "../book/bytes.js";
import {currentIo} from "../io/current.node.js";
import {control} from "../io/terminal.js";
import {type CostKind, costText} from "./costText.js";
import {oneLine} from "./failure.js";

/** Minimum time between two plain lines of progress, and between two updates of the live line. */
const PLAIN_EVERY_MS = 5_000;
const LIVE_EVERY_MS = 100;
const ERASE = `${control("[G")}${control("[K")}`;
/** Most characters of a message. */
const MAX_MESSAGE_LENGTH = 2_000;

/** A line of progress that is drawn over itself on a terminal, and printed as a plain line now and then elsewhere. */
export class LiveLine {
  readonly #stream: ReturnType<typeof currentIo>["stderr"];
  #lastMs = performance.now(); // short work shows no progress
  #isDrawn = false;

  constructor(stream = currentIo().stderr) {
    this.#stream = stream;
  }

  /** Shows the progress if the last one is old enough, or at once. */
  show(text: () => string, {now = false} = {}): void {
    const {isTTY, columns = 120} = this.#stream;
    const ms = performance.now();
    if (!now && ms - this.#lastMs < (isTTY ? LIVE_EVERY_MS : PLAIN_EVERY_MS)) return;
    this.#lastMs = ms;
    if (isTTY) {
      this.#stream.write(`${this.#isDrawn ? ERASE : ""}${text().slice(0, columns - 1)}`);
      this.#isDrawn = true;
    } else this.line(text());
  }

  /** Prints a message above the live line. */
  line(text: string): void {
    this.clear();
    this.#stream.write(`${text}\n`);
  }

  /** Erases the live line. */
  clear(): void {
    if (this.#isDrawn) this.#stream.write(ERASE);
    this.#isDrawn = false;
  }

  /** Ends the live line, which stays on the terminal. */
  done(): void {
    if (this.#isDrawn) this.#stream.write("\n");
    this.#isDrawn = false;
  }
}

/** Progress by bytes: the bytes read so far, their speed, and the time left. */
export class ByteProgress extends LiveLine {
  readonly #total: number;
  readonly #also: (() => string) | undefined;
  readonly #started = performance.now();
  #bytes = 0;

  /** @param total bytes in all @param also another measure of the work, such as its number of windows */
  constructor(total: number, also?: () => string) {
    super();
    this.#total = total;
    this.#also = also;
  }

  readonly add = (bytes: number): void => {
    this.#bytes += bytes;
    this.show(() => this.#text());
  };

  #text(): string {
    const [bytes, total] = [this.#bytes, this.#total];
    const perSecond = bytes / ((performance.now() - this.#started) / 1000);
    const left = bytes > 0 ? `${duration((total - bytes) / perSecond)} left` : "estimating";
    return [
      `${formatBytes(bytes)} of ${formatBytes(total)}`,
      ...(this.#also ? [this.#also()] : []),
      `${formatBytes(perSecond)}/s`,
      left
    ].join(", ");
  }
}

/** Time between two updates of the time left while one part of a work is under way. */
const TICK_MS = 1_000;

/**
 * Progress of a work in parts on the live line: `table 47 of 89, irt_fit, about 4 min left`. The time left supposes that the other parts take
 * as long as those so far.
 */
export class PartProgress {
  readonly #started = performance.now();
  readonly #timer: NodeJS.Timeout;
  #done = 0;
  #names: string[] = [];

  /** @param part the noun of a part @param total parts in all */
  constructor(report: Report, {part, total}: {part: string; total: number}) {
    const text = () => {
      const seconds = (performance.now() - this.#started) / 1000;
      const left = this.#done > 0 ? `, about ${duration((seconds / this.#done) * (total - this.#done))} left` : "";
      return `${part} ${number.format(Math.min(total, this.#done + 1))} of ${number.format(total)}, ${this.#names.join(" and ")}${left}`;
    };
    this.#timer = setInterval(() => report.show?.(text), TICK_MS).unref();
  }

  /** Names the part while `work` is under way, and counts it afterwards. */
  async during<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    this.#names.push(name);
    try {
      return await work();
    } finally {
      this.#names = this.#names.filter(each => each !== name);
      this.#done++;
    }
  }

  /** Names the next part, which ends those before it: for parts that are read one after the other. */
  begin(name: string): void {
    this.#done += this.#names.length;
    this.#names = [name];
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }
}

/** The state of a run at one time. Field names are those of the `live` table. */
const snapshotSchema = z.object({
  seconds: z.number().describe("since the start"),
  done: z.number().describe("samples so far"),
  total: z
    .number()
    .describe("samples expected in all; an estimate until the end, since points stop when they are precise enough"),
  samples_per_second: z.number(),
  accuracy: z.number().describe("excess accuracy over all untruncated samples so far, 0 guessing, 1 knowing"),
  accuracy_low: z
    .number()
    .describe("lower end of its 95 % confidence sequence over samples, which holds at every look; 0 before the first one"),
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
  /** @param costKind known prices if absent */
  progress(snapshot: Snapshot, costKind?: CostKind): void;
  /** Shows other progress than a run's on the live line; absent where there is none. */
  show?(text: () => string): void;
  info(text: string): void;
  warn(text: string): void;
  /** Ends the live line. */
  done(): void;
}

/** Returns a text in one line of limited length without secrets and control characters. */
const cleaned = (text: string, secrets: readonly string[]): string =>
  secrets.reduce((rest, secret) => oneLine(rest, {secret, longest: MAX_MESSAGE_LENGTH}), text);

/** Reports as lines on stderr, or as JSON events on stdout. Control characters are removed from texts that may contain a server's words. */
export function report({json = false, stream = currentIo().stderr, secrets = [] as string[]} = {}): Report {
  const clean = (text: string) => cleaned(text, secrets);
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
  const live = new LiveLine(stream);
  let done = -1;
  return {
    progress(snapshot, costKind = "priced") {
      // A run that was stopped has nothing left to do for as long as answers are in flight: its last line is shown at once, and once.
      const now = snapshot.done >= snapshot.total && snapshot.done !== done;
      if (now) ({done} = snapshot);
      live.show(() => progressLine(snapshot, costKind), {now});
    },
    ...messagesAbove(live, clean)
  };
}

const messagesAbove = (live: LiveLine, clean: (text: string) => string): Omit<Report, "progress"> => ({
  show: text => live.show(text),
  info: text => live.line(clean(text)),
  warn: text => live.line(`warning: ${clean(text)}`),
  done: () => live.done()
});

/** Milliseconds after which warnings are shown at once, since a person should not wait without a word. */
const HELD_MS = 5_000;

/** A report that holds warnings until the first sample, so that a run without any answer can end with their text as its error. */
export interface HeldReport extends Report {
  /** The warnings that are held; they are not shown any more. */
  takeWarnings(): string[];
}

/** Returns a report that holds warnings until the first sample, or until 5 seconds after the first of them. */
export function holdWarnings(log: Report): HeldReport {
  const warnings: string[] = [];
  let firstMs = Number.POSITIVE_INFINITY;
  let isOpen = false;
  const open = () => {
    isOpen = true;
    for (const text of warnings.splice(0)) log.warn(text);
  };
  return {
    ...log,
    progress(snapshot, costKind) {
      if (snapshot.done > 0 && !isOpen) open();
      if (isOpen) log.progress(snapshot, costKind);
    },
    warn(text) {
      firstMs = Math.min(firstMs, performance.now());
      if (!isOpen && performance.now() - firstMs > HELD_MS) open();
      if (isOpen) log.warn(text);
      else warnings.push(text);
    },
    takeWarnings: () => warnings.splice(0)
  };
}

/** Reports messages above a live line that shows other progress. @param secrets what must not appear */
export const reportAbove = (live: LiveLine, secrets: readonly string[] = []): Report => ({
  progress() {},
  ...messagesAbove(live, text => cleaned(oneLine(text, {longest: MAX_MESSAGE_LENGTH}), secrets))
});

const number = new Intl.NumberFormat("en");
const percent = (x: number) => `${(100 * x).toFixed(1)} %`;

/**
 * The text of the progress line: `12,340/40,000 samples, 9,100/s, 3 s left, excess accuracy 61.2 % [60.3, 62.1] (n 12,081), truncated
 * 2.1 %, $0.0123, 64 in flight`. Truncated samples do not count in the accuracy, nor in its n.
 */
function progressLine(snapshot: Snapshot, costKind: CostKind): string {
  const {done, total, samples_per_second, truncated, cost, concurrency} = snapshot;
  const left = samples_per_second > 0 ? `${duration((total - done) / samples_per_second)} left` : "estimating";
  return [
    `${number.format(done)}/${number.format(total)} samples`,
    `${number.format(Math.round(samples_per_second))}/s`,
    left,
    `excess accuracy ${accuracyText(snapshot)}`,
    `truncated ${percent(truncated)}`,
    costText(cost, costKind),
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
