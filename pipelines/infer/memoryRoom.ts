// Bounds what is in memory at once by its size rather than its number, since a thousand short prompts are less than one long one.

/** Most characters of tests under way, of all models together. One under way takes about four times its length in memory. */
export const MAX_CHARACTERS = 48 * 2 ** 20;

export interface MemoryRoom {
  /** Waits until there is room for more; null where there is. First come, first served; there is always room for one, however large. */
  enter(): Promise<void> | null;
  /** Counts the size of what has come in. */
  hold(size: number): void;
  /** Counts it as gone. */
  release(size: number): void;
}

/** @param most what may be held, in the unit of all sizes; the last that comes in may exceed it */
export function openMemoryRoom(most: number): MemoryRoom {
  let occupied = 0;
  let entering = false; // one that was let in has not been counted yet
  const waiting: (() => void)[] = [];
  const next = () => {
    if (entering || occupied >= most || waiting.length === 0) return;
    entering = true;
    waiting.shift()!();
  };
  return {
    enter() {
      if (occupied < most && waiting.length === 0 && !entering) return null;
      return new Promise(resolve => waiting.push(resolve));
    },
    hold(size) {
      occupied += size;
      entering = false;
      next();
    },
    release(size) {
      occupied -= size;
      entering = false; // where nothing came in after all, there was nothing to count
      next();
    }
  };
}
