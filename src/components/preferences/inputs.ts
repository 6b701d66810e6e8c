// Inputs of the page on preferences: files and filters.
import {html} from "npm:htl";
import type {Input} from "../../pipelines/charts/shared/input.js";
import type {Ties} from "../../pipelines/studies/preferences/bradleyTerry/likelihood.js";
import type {ErrorKind} from "../../pipelines/studies/preferences/bradleyTerry/strengths.js";
import {occurrences, type Votes, where} from "../../pipelines/studies/preferences/votes/votes.js";
import {choice, choices} from "../shared/choices.js";
import {once} from "../shared/deferred.js";
import {openReading} from "../shared/reading/read.js";
import type {ReadingTasks} from "../shared/reading/tasks.js";
import {contentOf} from "../shared/uploaded.js";
import type {Working} from "../shared/worker.js";

/** Kinds of files that a reader can bring. */
type Kind = "votes" | "ratings" | "scores";

/**
 * Input for a file, which a worker reads in the same tab; null until one is chosen. A file that cannot be read changes nothing, and a later
 * choice cancels the reading of an earlier one. The file is not sent anywhere.
 */
export function fileInput<K extends Kind>(
  kind: K,
  label: string,
  {id, accept}: {id: string; accept: string}
): Input<ReturnType<ReadingTasks[K]> | null> {
  type T = ReturnType<ReadingTasks[K]>;
  const status = html`<span class="rb-muted" role="status"></span>`;
  const chooser = html`<input type="file" id=${id} accept=${accept}>` as HTMLInputElement;
  const back = html`<button type="button" class="rb-button" hidden>Show the example data</button>` as HTMLButtonElement;
  const cancel = html`<button type="button" class="rb-button" hidden>Cancel</button>` as HTMLButtonElement;
  const root = html`<div class="rb-bar rb-field"><label for=${id}>${label}</label> ${chooser} ${back} ${status} <span>${cancel}</span></div>`;
  let [value, shown]: [T | null, string] = [null, ""];
  let worker: Working<ReadingTasks> | null = null;
  const stop = () => {
    worker?.end();
    worker = null;
    cancel.hidden = true;
  };
  const report = (text: string, failed = false) => {
    status.textContent = text;
    status.className = failed ? "rb-error" : "rb-muted";
  };
  const set = (next: T | null, name = "") => {
    [value, shown] = [next, name];
    report(name === "" ? "" : `${name} is shown; it stays in this tab`);
    back.hidden = next === null;
    root.dispatchEvent(new Event("input", {bubbles: true}));
  };
  for (const kind of ["input", "change"]) chooser.addEventListener(kind, event => event.stopPropagation());
  chooser.addEventListener("change", async () => {
    const [file] = chooser.files ?? [];
    if (!file) return;
    stop();
    const own = (worker = openReading());
    cancel.hidden = false;
    report(`reading ${file.name} …`);
    const kept = (why: string) => (shown === "" ? why : `${why}. ${shown} is still shown.`);
    cancel.onclick = () => {
      stop();
      chooser.value = "";
      report(kept(`reading ${file.name} was cancelled`));
    };
    try {
      const read = await own.call(kind, await contentOf(file));
      if (own === worker) set(read as T, file.name);
    } catch (error) {
      if (own === worker) report(kept(error instanceof Error ? error.message : String(error)), true);
    }
    if (own === worker) stop();
  });
  back.addEventListener("click", () => {
    stop();
    chooser.value = "";
    set(null);
  });
  return Object.defineProperty(root, "value", {get: () => value}) as Input<T | null>;
}

const TIES_AS = ["half", "left out", "davidson", "rao-kupper"] as const;
const ERROR_NAMES: Record<ErrorKind, string> = {
  both: "prompts and judges",
  prompts: "prompts",
  annotators: "judges",
  votes: "votes (sandwich)",
  information: "the model's own (information)"
};

/** Inputs for filters and for what intervals generalise to. */
export function humanInputs({judges, judge, turn, n}: Votes) {
  const counts = occurrences(judge, judges.length);
  const named = judges.map((name, j) => ({name, votes: counts[j]!})).sort((x, y) => y.votes - x.votes);
  const turns = [...new Set(turn.subarray(0, n))].sort((x, y) => x - y).map(String);
  return choices({
    judge: choice("judge", ["all", ...named.map(({name}) => name)], {label: "Judge"}),
    turn: choice("turn", ["all", ...turns], {label: "Turn"}),
    ties: choice("ties", TIES_AS, {
      label: "Ties",
      names: {half: "half a win each", davidson: "modelled (Davidson)", "rao-kupper": "modelled (Rao and Kupper)"}
    }),
    errors: choice("errors", Object.keys(ERROR_NAMES) as ErrorKind[], {label: "Intervals over", names: ERROR_NAMES})
  });
}

export interface HumanFilters {
  judge: string;
  turn: string;
  ties: (typeof TIES_AS)[number];
  errors: ErrorKind;
}

/** The votes that pass the filters, and the treatment of their ties. */
export function chosen(votes: Votes, {judge, turn, ties}: HumanFilters): {votes: Votes; ties: Ties} {
  const asked = `${judge} ${turn} ${ties === "left out"}`;
  const known = selections(votes);
  const own = known.get(asked) ?? select();
  known.delete(asked);
  known.set(asked, own);
  if (known.size > MOST_SELECTIONS) known.delete(known.keys().next().value!);
  return {votes: own, ties: ties === "left out" ? "half" : ties};

  function select(): Votes {
    const j = judge === "all" ? -1 : votes.judges.indexOf(judge);
    const t = turn === "all" ? null : Number(turn);
    const passes = (v: number) =>
      (judge === "all" || votes.judge[v] === j) &&
      (t === null || votes.turn[v] === t) &&
      (ties !== "left out" || votes.outcome[v] !== 1);
    return where(votes, passes);
  }
}

/** Cache of recent selections, so that results for one are reused when the reader returns to it. */
const selections = once((_: Votes) => new Map<string, Votes>());
const MOST_SELECTIONS = 8;

export const errorName = (kind: ErrorKind): string => ERROR_NAMES[kind];
