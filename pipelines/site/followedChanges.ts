// States of an open workbook: its files are checked at first and after each change, and what follows from them is brought up to date.
import {concatMap, from, map, merge, mergeScan, Observable, type OperatorFunction, scan, share, startWith} from "rxjs";
import type {Book} from "../book/types.js";
import type {WorkbookState} from "../store/workbookState.js";
import type {Checked} from "./checkedFiles.js";

type Patch = Partial<WorkbookState>;

/** A book without mistakes, and the files that have changed since the last one. */
export interface GoodBook {
  book: Book;
  files: readonly string[];
}

interface Effects {
  check(files: readonly string[]): Promise<Checked>;
  /** Brings results up to date; ends early, but stores what it has, where the signal is aborted. */
  work(good: GoodBook, signal: AbortSignal): Observable<Patch>;
  /** Whether work on a book goes on where the book has changed: whether it is evaluated alike. */
  isSame(before: GoodBook, next: GoodBook): boolean;
}

/** The state of a workbook that has just been opened. */
export const NOTHING: WorkbookState = {work: null, mistake: null, plan: null, change: null, isComplete: false};
const FIRST = {files: [] as readonly string[], faulty: [] as readonly string[], checked: null as Checked | null};

/** Checks the files at first and after each change, works on each good state, and emits the state of the workbook. */
export function followChanges(changes: Observable<readonly string[]>, {check, work, isSame}: Effects): Observable<WorkbookState> {
  const checks = changes.pipe(
    startWith([]),
    // Files since the last good state are checked again: a correction of one says nothing of the others.
    mergeScan(
      (before, files) => {
        const open = [...new Set([...before.faulty, ...files])];
        return from(check(open)).pipe(map(checked => ({files: open, faulty: "mistake" in checked ? open : [], checked})));
      },
      FIRST,
      1
    ),
    share()
  );
  return merge(
    checks.pipe(map(({checked}): Patch => ({mistake: checked && "mistake" in checked ? checked.mistake : null}))),
    checks.pipe(
      concatMap(({files, checked}): GoodBook[] => (checked && "book" in checked ? [{book: checked.book, files}] : [])),
      workOnLatest(work, isSame)
    )
  ).pipe(scan((state, patch) => ({...state, ...patch}), NOTHING));
}

/**
 * Works on the latest value. A newer one waits until the work before it has ended, which it ends early unless both are the same work; of
 * several that wait, the newest is worked on.
 */
export const workOnLatest =
  <Value, Result>(
    work: (value: Value, signal: AbortSignal) => Observable<Result>,
    isSame: (before: Value, next: Value) => boolean
  ): OperatorFunction<Value, Result> =>
  source =>
    new Observable(subscriber => {
      let current: {value: Value; stop: AbortController} | null = null;
      let waiting: {value: Value} | null = null;
      let isComplete = false;
      const begin = (value: Value): void => {
        const stop = new AbortController();
        current = {value, stop};
        subscriber.add(
          work(value, stop.signal).subscribe({
            next: result => subscriber.next(result),
            error: error => subscriber.error(error),
            complete() {
              current = null;
              const next = waiting;
              waiting = null;
              if (next) begin(next.value);
              else if (isComplete) subscriber.complete();
            }
          })
        );
      };
      subscriber.add(() => current?.stop.abort());
      subscriber.add(
        source.subscribe({
          next(value) {
            if (!current) return begin(value);
            waiting = {value};
            if (!isSame(current.value, value)) current.stop.abort();
          },
          error: error => subscriber.error(error),
          complete() {
            isComplete = true;
            if (!current) subscriber.complete();
          }
        })
      );
    });
