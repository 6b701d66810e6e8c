// Connects Observables to the cells of a page.
import {Generators} from "observablehq:stdlib";
import type {Observable} from "rxjs";

/** Makes every value of an Observable a value of the cell, and unsubscribes when the cell is redrawn. */
export const observe = <T>(source: Observable<T>): AsyncGenerator<T> =>
  Generators.observe<T>(change => {
    const subscription = source.subscribe(change);
    return () => subscription.unsubscribe();
  });
