// Buttons and a slider that step through a session. The position is kept in the address.
import {html} from "npm:htl";
import {
  defer,
  EMPTY,
  finalize,
  fromEvent,
  ignoreElements,
  interval,
  map,
  merge,
  type Observable,
  startWith,
  switchMap,
  takeWhile,
  tap
} from "rxjs";
import type {Input} from "../../pipelines/charts/shared/input.js";
import {permalink} from "../shared/permalink.js";

/** Time between steps while playing, in milliseconds. */
const PLAY_MS = 700;

export interface Player {
  node: HTMLElement;
  /** The step that is shown, from 1. Buttons work while there is a subscriber. */
  step: Observable<number>;
}

/** @param steps number of steps */
export function player(steps: number): Player {
  const slider = permalink(
    "step",
    html`<input type="range" min="1" max=${steps} step="1" value="1" aria-label="Step">` as unknown as Input<string>
  );
  const [previous, play, next] = ["Previous", "Play", "Next"].map(
    label => html`<button type="button" class="rb-button">${label}` as HTMLButtonElement
  ) as [HTMLButtonElement, HTMLButtonElement, HTMLButtonElement];
  const place = html`<span class="rb-field">` as HTMLElement;
  const at = () => Math.min(steps, Math.max(1, Number(slider.value)));
  const go = (step: number) => {
    slider.value = String(Math.min(steps, Math.max(1, step)));
    slider.dispatchEvent(new Event("input", {bubbles: true}));
  };
  const name = (text: string) => {
    play.textContent = text;
  };
  const playing = defer(() => {
    name("Pause");
    if (at() >= steps) go(1);
    return interval(PLAY_MS).pipe(
      tap(() => go(at() + 1)),
      takeWhile(() => at() < steps),
      finalize(() => name("Play"))
    );
  });
  const commands = merge(
    fromEvent(previous, "click").pipe(tap(() => go(at() - 1))),
    fromEvent(next, "click").pipe(tap(() => go(at() + 1))),
    fromEvent(play, "click").pipe(
      map(() => play.textContent === "Play"),
      switchMap(start => (start ? playing : EMPTY))
    )
  ).pipe(ignoreElements());
  const step = merge(fromEvent(slider, "input"), commands).pipe(
    startWith(null),
    map(at),
    tap(shown => {
      place.textContent = `${shown} of ${steps}`;
      previous.disabled = shown <= 1;
      next.disabled = shown >= steps;
    })
  );
  const node = html`<div id="player" class="rb-bar">${previous}${play}${next}${slider}${place}</div>`;
  return {node, step};
}
