// Work of a page that waits: until its section is open, for its turn, or for its element.
import {html} from "npm:htl";
import type {Input} from "../../pipelines/charts/shared/input.js";
import {permalink} from "./permalink.js";
import {whenOpen} from "./sections.js";

// Computes parts of a page after the parts above them have been painted, one at a time and in reading order.

/** Error of a part that was not computed because its inputs have changed since. */
class Overtaken extends Error {}

interface Job {
  part: string;
  place: number;
  run(): Promise<void>;
}

const waiting: Job[] = [];
const asked = new Map<string, number>();
let running = false;
let painted = false;

/**
 * A value that is computed in its turn, here or in a worker; in a closed section (sections.ts), once that is open. Until the content that
 * depends on it is drawn, the element `part` is marked as busy, so that nobody takes the old result for the new one (style.css shows the
 * mark). Once `invalidation` resolves, a job that has not started is dropped, so that fast changes of a filter do not accumulate work.
 */
export async function later<T>(part: string, compute: () => T | Promise<T>, invalidation: Promise<unknown>): Promise<T> {
  if (!(await whenOpen(part, invalidation))) throw new Overtaken(part);
  return inTurn(part, compute, invalidation);
}

function inTurn<T>(part: string, compute: () => T | Promise<T>, invalidation: Promise<unknown>): Promise<T> {
  mark(part, 1);
  return new Promise<T>((resolve, reject) => {
    const run = async () => {
      try {
        resolve(await compute());
      } catch (error) {
        reject(error as Error);
      }
    };
    const job = {part, place: placeOf(part), run};
    const before = waiting.findIndex(({place}) => place > job.place);
    waiting.splice(before < 0 ? waiting.length : before, 0, job);
    invalidation.then(() => {
      const at = waiting.indexOf(job);
      if (at < 0) return;
      waiting.splice(at, 1);
      mark(part, -1);
      reject(new Overtaken(part));
    });
    if (!running) takeTurns();
  });
}

/** Position of a part among those of the page. */
const placeOf = (part: string): number => [...document.querySelectorAll(".rb-later")].findIndex(({id}) => id === part);

async function takeTurns(): Promise<void> {
  running = true;
  // Framework recomputes cells within a frame, so that a later task runs after that frame has been painted; only the first time a frame is
  // awaited.
  if (!painted) await new Promise(requestAnimationFrame);
  painted = true;
  await task();
  for (let job = waiting.shift(); job; job = waiting.shift()) {
    await job.run();
    await task(); // cells that read the value draw now, and the browser may paint or handle input
    mark(job.part, -1);
  }
  running = false;
}

/** Waits for the next task, without the delay of timers. */
const task = (): Promise<void> =>
  new Promise(resolve => {
    const {port1, port2} = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });

function mark(part: string, more: number): void {
  const count = (asked.get(part) ?? 0) + more;
  asked.set(part, count);
  document.getElementById(part)?.setAttribute("aria-busy", String(count > 0));
}

/** Caches a function of one object, so that a reader who returns to a selection need not wait again. */
export function once<K extends object, T>(of: (key: K) => T): (key: K) => T {
  const known = new WeakMap<K, T>();
  return key => {
    if (!known.has(key)) known.set(key, of(key));
    return known.get(key)!;
  };
}

/** Computes a value after the browser has painted, so that lower parts of a page do not delay the upper ones. */
export async function afterPaint<T>(compute: () => T): Promise<T> {
  await new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)));
  return compute();
}

/**
 * Content that is created when a reader unfolds it.
 * @param key key of the address that keeps whether it is open
 */
export function onceOpen(summary: string, content: () => readonly Node[], {key}: {key: string}): HTMLElement {
  const node = html`<details class="rb-details"><summary>${summary}</summary></details>` as HTMLElement & HTMLDetailsElement;
  let made = false;
  const make = () => {
    if (made || !node.open) return;
    made = true;
    node.append(...content());
  };
  const value = {
    get: () => (node.open ? "open" : ""),
    set: (state: string) => {
      node.open = state === "open";
      make();
    }
  };
  node.addEventListener("toggle", () => {
    make();
    node.dispatchEvent(new Event("input", {bubbles: true}));
  });
  return permalink(key, Object.defineProperty(node, "value", value) as unknown as Input<string>, {among: ["", "open"]});
}

/** Resolves once an element is part of the page, which is necessary before measuring it or showing it as a modal dialog. */
export async function connected(element: HTMLElement): Promise<void> {
  while (!element.isConnected) await new Promise(requestAnimationFrame);
}
