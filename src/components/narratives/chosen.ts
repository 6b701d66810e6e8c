// Narratives that a reader chooses from: those of the store, or of a file of theirs.
import {select} from "npm:@observablehq/inputs";
import type {Input, Sql} from "../shared/charts.js";
import {rowChoice} from "../shared/page.js";
import {onFirstCall} from "../shared/worker.js";
import {byProblems, lineName, shownLine} from "./fileViews.js";
import {type Opened, openNarratives} from "./opened.js";
import type {ListedNarrative} from "./ownFile.js";
import {
  choosableSentence,
  type FoundNarrative,
  MAX_CHOSEN,
  narrativeName,
  narrativesIn,
  type StoredRow,
  storedNarrative
} from "./stored.js";

type Listed = StoredRow | ListedNarrative;
const isStored = (row: Listed): row is StoredRow => "item_id" in row;

interface NarrativeReader {
  /** the first narratives of the file, or else of the data set, those with the most problems first; `note` says that there are more */
  list(file: Opened | null, set: {data_set: string; n: number} | undefined): Promise<{rows: readonly Listed[]; note: string}>;
  /** one narrative with its text; undefined where it is not in the store */
  read(row: Listed | null, file: Opened | null): Promise<FoundNarrative | undefined>;
}

/** Opens narratives for reading; the worker that generates and validates them starts with the first and ends with the page. */
export function narrativeReader(sql: Sql, invalidation: Promise<unknown>): NarrativeReader {
  const worker = onFirstCall(openNarratives);
  invalidation.then(() => worker.end());
  return {
    async list(file, set) {
      const all = file?.file.narratives ?? [];
      if (file) return {rows: byProblems(all).slice(0, MAX_CHOSEN), note: choosableSentence(all.length)};
      return {rows: set ? await narrativesIn(sql, set.data_set) : [], note: choosableSentence(set?.n ?? 0)};
    },
    async read(row, file) {
      if (row === null) return undefined;
      if (isStored(row)) return storedNarrative(sql, row.item_id, worker);
      return file ? {shown: shownLine(await file.worker.call("story", {place: row.place}))} : undefined;
    }
  };
}

/** Returns the input for a narrative, whose value is its row; null for none. Lines of a file are not written into the address. */
export function narrativeInput(rows: readonly Listed[]): Input<Listed | null> {
  const label = "Narrative";
  const lines = rows.filter(row => !isStored(row));
  if (lines.length > 0) return select(lines, {label, format: lineName}) as Input<Listed>;
  return rowChoice("item", rows.filter(isStored), {label, key: ({item_id}) => item_id, name: narrativeName});
}
