// Progress by bytes: how much has been read, how fast, and how long the rest is likely to take.
import {formatBytes} from "../book/bytes.js";
import {liveLine} from "../infer/liveLine.js";
import {duration} from "../infer/progress.js";

export interface ByteProgress {
  add(bytes: number): void;
  /** A message that stands above the progress. */
  line(text: string): void;
  done(): void;
}

/** @param total bytes in all @param also what else is reported of the work, such as the number of windows */
export function byteProgress(total: number, {also}: {also?: () => string} = {}): ByteProgress {
  const {show, line, done} = liveLine();
  const started = performance.now();
  let bytes = 0;
  return {
    add(more) {
      bytes += more;
      show(() => {
        const perSecond = bytes / ((performance.now() - started) / 1000);
        const left = bytes > 0 ? `${duration((total - bytes) / perSecond)} left` : "estimating";
        return [
          `${formatBytes(bytes)} of ${formatBytes(total)}`,
          ...(also ? [also()] : []),
          `${formatBytes(perSecond)}/s`,
          left
        ].join(", ");
      });
    },
    line,
    done
  };
}
