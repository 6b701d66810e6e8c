import {Generators} from "observablehq:stdlib";
import type {Observable} from "rxjs";

/** A cell that follows an Observable: it redraws at each value and unsubscribes when the cell is invalidated. An error becomes the cell's error. */
export async function* observe<T>(source: Observable<T>): AsyncGenerator<T> {
  type Note = {value: T} | {error: unknown};
  const notes = Generators.observe<Note>(change => {
    const subscription = source.subscribe({next: value => change({value}), error: error => change({error})});
    return () => subscription.unsubscribe();
  });
  for await (const note of notes) {
    if ("error" in note) throw note.error;
    yield note.value;
  }
}
