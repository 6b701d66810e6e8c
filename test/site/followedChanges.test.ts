import fc from "fast-check";
import {Observable, timer} from "rxjs";
import {TestScheduler} from "rxjs/testing";
import {expect, test} from "vitest";
import {workOnLatest} from "../../pipelines/site/followedChanges.js";

const scheduler = () => new TestScheduler((actual, expected) => expect(actual).toEqual(expected));
/** Work of three frames that ends one frame after it is stopped, and emits its value at its end, in capitals if it was stopped. */
const work = (value: string, signal: AbortSignal): Observable<string> =>
  new Observable(subscriber => {
    const end = (result: string) => () => {
      subscriber.next(result);
      subscriber.complete();
    };
    const whole = timer(3).subscribe(end(value));
    signal.addEventListener("abort", () => {
      whole.unsubscribe();
      timer(1).subscribe(end(value.toUpperCase()));
    });
  });

test("a newer value stops the work, waits for its end, and is worked on; what waits is replaced", () => {
  scheduler().run(({cold, expectObservable}) => {
    expectObservable(cold("a-------|").pipe(workOnLatest(work, () => false))).toBe("---a----|");
    expectObservable(cold("ab------|").pipe(workOnLatest(work, () => false))).toBe("--A--b--|");
    expectObservable(cold("a(bc)---|").pipe(workOnLatest(work, () => false))).toBe("--A--c--|");
  });
});

test("the same work is not stopped, and runs again after it", () => {
  scheduler().run(({cold, expectObservable}) => {
    expectObservable(cold("ab------|").pipe(workOnLatest(work, () => true))).toBe("---a--b-|");
  });
});

test("the end of the source waits for the work", () => {
  scheduler().run(({cold, expectObservable}) => {
    expectObservable(cold("a|").pipe(workOnLatest(work, () => false))).toBe("---(a|)");
  });
});

test("of any values at any times, the last is worked on to its end, and never two at once", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.integer({min: 0, max: 9}), fc.boolean()), {minLength: 1, maxLength: 12}), values => {
      let [underWay, most] = [0, 0];
      const ended: number[] = [];
      scheduler().run(({flush}) => {
        const source = new Observable<{index: number; isSame: boolean}>(subscriber => {
          let time = 0;
          values.forEach(([delay, isSame], index) => {
            time += delay;
            timer(time).subscribe(() => subscriber.next({index, isSame}));
          });
          timer(time).subscribe(() => subscriber.complete());
        });
        const counted = ({index}: {index: number; isSame: boolean}, signal: AbortSignal) =>
          new Observable<number>(subscriber => {
            most = Math.max(most, ++underWay);
            const end = () => {
              underWay--;
              if (!signal.aborted) subscriber.next(index);
              subscriber.complete();
            };
            const whole = timer(3).subscribe(end);
            signal.addEventListener("abort", () => {
              whole.unsubscribe();
              timer(1).subscribe(end);
            });
          });
        source.pipe(workOnLatest(counted, (_, next) => next.isSame)).subscribe(index => ended.push(index));
        flush();
      });
      expect(most).toBe(1);
      expect(underWay).toBe(0);
      expect(ended.at(-1)).toBe(values.length - 1);
      expect(ended).toEqual(ended.toSorted((a, b) => a - b));
    })
  );
});
