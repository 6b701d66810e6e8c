// A bounded number of things that many want: each is used by one at a time, first come, first served.

export interface Pool<T> {
  /** Works with one of the things once it is free. */
  use<R>(work: (thing: T) => R | Promise<R>): Promise<R>;
}

/** @param make makes a thing when it is first needed, at most `most` times */
export function pool<T>(most: number, make: () => T): Pool<T> {
  const free: T[] = [];
  const waiting: ((thing: T) => void)[] = [];
  let made = 0;
  const taken = (): T | Promise<T> => {
    if (free.length > 0) return free.pop()!;
    if (made >= most) return new Promise(resolve => waiting.push(resolve));
    made++;
    return make();
  };
  return {
    async use(work) {
      const thing = await taken();
      try {
        return await work(thing);
      } finally {
        const next = waiting.shift();
        if (next) next(thing);
        else free.push(thing);
      }
    }
  };
}
