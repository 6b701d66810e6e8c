// Corrections that a reader marks on page Samples: kept in the browser, saved as a file that `npm run samples` takes.
import {html} from "npm:htl";
import {recordsOf, type VoteRecord} from "../../pipelines/studies/preferences/votes/records.js";
import {saveText} from "../shared/download.js";

const STATUS_WORDS = ["incorrect", "correct", "truncated"] as const;
type StatusWord = (typeof STATUS_WORDS)[number];

/** A line of the file, as docs/corrections.md describes it. */
export interface Mark {
  eval_id: string;
  item_id: string;
  trial: number;
  status: StatusWord;
  reason: string;
  by?: string;
  at: string;
}

export interface Marks {
  get(key: string): Mark | undefined;
  put(mark: Mark): void;
  remove(key: string): void;
  all(): Mark[];
}

const keyOf = ({eval_id, item_id, trial}: Mark): string => `${eval_id}/${item_id}/${trial}`;
const STORED = "reasonbook corrections";

/** The marks of this browser. Where it refuses storage, they last as long as the page. */
export function openMarks(changed: () => void): Marks {
  const marks = new Map(marksIn(recordsOf(recall(), "corrections.jsonl")).marks.map(mark => [keyOf(mark), mark]));
  const keep = () => {
    try {
      localStorage.setItem(STORED, linesOf([...marks.values()]));
    } catch {
      // the page still has them
    }
    changed();
  };
  return {
    get: key => marks.get(key),
    put(mark) {
      marks.set(keyOf(mark), mark);
      keep();
    },
    remove(key) {
      marks.delete(key);
      keep();
    },
    all: () => [...marks.values()]
  };
}

function recall(): string {
  try {
    return localStorage.getItem(STORED) ?? "";
  } catch {
    return "";
  }
}

/** Marks as JSON lines. */
export const linesOf = (marks: readonly Mark[]): string => marks.map(mark => `${JSON.stringify(mark)}\n`).join("");

/** Reads records of corrections, as this page and `samples -- corrections --json` write them; `faults` names lines that are none. */
export function marksIn(records: readonly VoteRecord[]): {marks: Mark[]; faults: string[]} {
  const marks: Mark[] = [];
  const faults: string[] = [];
  for (const row of records) {
    const mark = row.bad ?? markOf(row);
    if (typeof mark === "string") faults.push(`line ${row.line}: ${mark}`);
    else marks.push(mark);
  }
  return {marks, faults};
}

function markOf(row: VoteRecord): Mark | string {
  const value = row.value!;
  const text = (name: string) => row.written?.(name) ?? (typeof value[name] === "string" ? (value[name] as string).trim() : "");
  const [, ...named] = /^([^/]+)\/(.+)\/(\d+)$/.exec(text("key")) ?? [];
  const eval_id = text("eval_id") || (named[0] ?? "");
  const item_id = text("item_id") || (named[1] ?? "");
  const trial = Number(value.trial ?? named[2] ?? 0);
  const status = text("status") as StatusWord;
  if (!eval_id || !item_id || !Number.isInteger(trial) || trial < 0)
    return "no sample: expected eval_id, item_id and trial, or a key";
  if (!STATUS_WORDS.includes(status)) return `status "${status}" is none of ${STATUS_WORDS.join(", ")}`;
  if (!text("reason")) return "no reason";
  return {
    eval_id,
    item_id,
    trial,
    status,
    reason: text("reason"),
    ...(text("by") && {by: text("by")}),
    at: text("at") || new Date().toISOString()
  };
}

/** Form for one sample: what it is, and why. */
export function markForm(sample: Pick<Mark, "eval_id" | "item_id" | "trial">, status: number, marks: Marks): HTMLElement {
  const key = keyOf(sample as Mark);
  const known = marks.get(key);
  const words = STATUS_WORDS.filter((_, code) => code !== status);
  const select =
    html`<select aria-label="what the sample is">${words.map(word => html`<option value=${word} selected=${word === known?.status}>${word}`)}</select>` as HTMLSelectElement;
  const reason =
    html`<input type="text" size="40" placeholder="why, for others to check" aria-label="reason" value=${known?.reason ?? ""}>` as HTMLInputElement;
  const note = html`<span class="rb-muted" role="status">${known ? `marked as ${known.status}` : ""}`;
  const mark = (event: Event) => {
    event.preventDefault();
    if (reason.value.trim() === "") {
      note.className = "rb-error";
      note.textContent = "a correction is of no use to others without a reason";
      return;
    }
    marks.put({...sample, status: select.value as StatusWord, reason: reason.value.trim(), at: new Date().toISOString()});
    note.className = "rb-muted";
    note.textContent = `marked as ${select.value}`;
  };
  const remove = () => {
    marks.remove(key);
    note.className = "rb-muted";
    note.textContent = "not marked";
  };
  return html`<details class="rb-details" open=${known !== undefined}><summary>The scorer is wrong about it</summary>
    <form class="rb-bar" id="mark" onsubmit=${mark}><label class="rb-field">It is ${select}</label> ${reason}
    <button class="rb-button">Mark</button><button type="button" class="rb-button" onclick=${remove}>Remove mark</button>${note}</form></details>`;
}

/** Saves all marks as the file that the command takes. */
export const saveMarks = (marks: Marks): void =>
  saveText(linesOf(marks.all()), {name: "corrections.jsonl", type: "application/x-ndjson"});
