import {Generators} from "observablehq:stdlib";
import type {Observable} from "rxjs";

/** A cell that takes every value of an Observable as its own, and unsubscribes when it is redrawn. */
export const observe = <T>(source: Observable<T>): AsyncGenerator<T> =>
  Generators.observe<T>(change => {
    const subscription = source.subscribe(change);
    return () => subscription.unsubscribe();
  });
