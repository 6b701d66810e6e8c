// Parts of a page that are worked out after what stands above them is on the screen, one at a time and in reading order.
import {html} from "npm:htl";
import type {Input} from "../../pipelines/charts/shared/input.js";
import {permalink} from "./permalink.js";

/** Why a part was not worked out: what it was asked for has changed since. */
export class Overtaken extends Error {}

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
 * A value worked out in its turn, here or in a worker. From now until what follows from it is drawn, the element `part` is marked as busy, so that nobody reads
 * the old answer as the new one (style.css shows the mark). Once `invalidation` resolves, a job that has not begun is dropped: fast changes
 * of a filter do not pile up work.
 */
export function later<T>(part: string, compute: () => T | Promise<T>, invalidation: Promise<unknown>): Promise<T> {
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

/** Where a part stands among those of the page. */
const placeOf = (part: string): number => [...document.querySelectorAll(".rb-later")].findIndex(({id}) => id === part);

async function takeTurns(): Promise<void> {
  running = true;
  // Framework recomputes cells within a frame, so that a task of its own comes after that frame's paint; only at first it need not.
  if (!painted) await new Promise(requestAnimationFrame);
  painted = true;
  await task();
  for (let job = waiting.shift(); job; job = waiting.shift()) {
    await job.run();
    await task(); // cells that read the value draw now; the browser may paint, or hand over what the reader does
    mark(job.part, -1);
  }
  running = false;
}

/** The next task, without the pause that timers make. */
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

/** A function of one object that is worked out once for each: a reader who goes back to a selection need not wait again. */
export function once<K extends object, T>(of: (key: K) => T): (key: K) => T {
  const known = new WeakMap<K, T>();
  return key => {
    if (!known.has(key)) known.set(key, of(key));
    return known.get(key)!;
  };
}

/** A value computed once the browser has painted what it has: what stands further down a page need not hold up what stands above. */
export async function afterPaint<T>(compute: () => T): Promise<T> {
  await new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)));
  return compute();
}

/** Content that is made when a reader unfolds it: most never do. `key` keeps in the address whether it is open. */
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
