// Keeps a model's limiter busy: the next point is started as soon as the open points request less than the model may be asked at a time.
import {Observable, Subscription} from "rxjs";

/** Number of waiting requests for each one that may be in flight, so that a free slot is taken at once. */
const WAITING = 0.5;
/** Longest work without a turn of the event loop: answers from the cache arrive at once, and progress and signals must still be handled. */
const TURN_MS = 50;

/** Keeps count of one model's requests that are under way. */
export interface Queue {
  /** Number of requests under way, including those that wait for a slot or for their next attempt. */
  readonly asked: number;
  /** Whether the model can take more requests. */
  open(): boolean;
  enter(): void;
  leave(): void;
  /** Waits for a place among the requests under way and takes it, first come, first served; null where there is room, and no place is taken. */
  place(): Promise<void> | null;
  /** Called whenever a request has ended and nobody waits for its place. */
  onLeave: () => void;
}

/** @param concurrency most requests to the model in flight */
export function openQueue(concurrency: number): Queue {
  const most = Math.ceil(concurrency * (1 + WAITING));
  let asked = 0;
  const waiting: (() => void)[] = [];
  const queue: Queue = {
    get asked() {
      return asked;
    },
    open: () => asked < most,
    enter: () => void asked++,
    leave() {
      const next = waiting.shift();
      if (next) return next(); // its place is taken at once
      asked--;
      queue.onLeave();
    },
    place: () => (asked < most ? null : new Promise(resolve => void waiting.push(resolve))),
    onLeave: () => {}
  };
  return queue;
}

/** Does the work of each item, in order, starting the next item whenever the queue can take more. Completes with the last one. */
export function withBackpressure<T, R>(items: readonly T[], work: (item: T) => Observable<R>, queue: Queue): Observable<R> {
  return new Observable(subscriber => {
    const working = new Subscription();
    let next = 0;
    let active = 0;
    let feeding = false;
    let turn: NodeJS.Immediate | null = null;

    const start = (item: T) => {
      active++;
      const one = work(item).subscribe({
        next: value => subscriber.next(value),
        error: error => subscriber.error(error),
        complete: () => {
          active--;
          feed();
        }
      });
      working.add(one);
      one.add(() => working.remove(one));
    };
    const feed = () => {
      if (feeding || turn) return; // a point that is answered at once calls this again while the loop is running
      feeding = true;
      const began = performance.now();
      while (next < items.length && queue.open() && !subscriber.closed) {
        if (performance.now() - began > TURN_MS) {
          turn = setImmediate(() => {
            turn = null;
            feed();
          });
          break;
        }
        start(items[next++]!);
      }
      feeding = false;
      if (next === items.length && active === 0 && !turn) subscriber.complete();
    };
    queue.onLeave = feed;
    feed();
    return () => {
      if (turn) clearImmediate(turn);
      working.unsubscribe();
    };
  });
}
