// One line of progress that is drawn over itself on a terminal, and is a plain line now and then elsewhere; messages stand above it.
import {currentIo} from "../io/current.node.js";

/** Least time between two lines of progress, and between two updates of the live line. */
const PLAIN_EVERY_MS = 5_000;
const LIVE_EVERY_MS = 100;

export interface LiveLine {
  /** Shows the progress if the last one is old enough, or at once. */
  show(text: () => string, options?: {now?: boolean}): void;
  /** A message, on a line of its own. */
  line(text: string): void;
  /** Ends the line, which stays. */
  done(): void;
}

export function liveLine({stream = currentIo().stderr} = {}): LiveLine {
  const live = stream.isTTY;
  let last = performance.now(); // short work shows no progress
  let drawn = false;
  const line = (text: string) => {
    if (drawn) stream.write("\r\u001b[K");
    drawn = false;
    stream.write(`${text}\n`);
  };
  return {
    show(text, {now = false} = {}) {
      const at = performance.now();
      if (!now && at - last < (live ? LIVE_EVERY_MS : PLAIN_EVERY_MS)) return;
      last = at;
      if (!live) return line(text());
      stream.write(`${drawn ? "\r\u001b[K" : ""}${text().slice(0, (stream.columns ?? 120) - 1)}`);
      drawn = true;
    },
    line,
    done() {
      if (drawn) stream.write("\n");
      drawn = false;
    }
  };
}
