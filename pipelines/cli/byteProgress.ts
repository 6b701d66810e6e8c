// Progress by bytes: how much has been read, how fast, and how long the rest is likely to take.
import {formatBytes} from "../book/bytes.js";
import {oneLine} from "../infer/failure.js";
import {liveLine} from "../infer/liveLine.node.js";
import {duration, type Report} from "../infer/progress.node.js";

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

/** Reports above a progress by bytes. @param secrets what must not appear */
export function reportAbove({line, done}: ByteProgress, secrets: readonly string[] = []): Report {
  const clean = (text: string) =>
    secrets.reduce((kept, secret) => oneLine(kept, {secret, longest: 2_000}), oneLine(text, {longest: 2_000}));
  return {progress() {}, info: text => line(clean(text)), warn: text => line(`warning: ${clean(text)}`), done};
}
