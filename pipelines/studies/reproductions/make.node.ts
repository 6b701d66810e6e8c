// Makes the table of reproductions: published figures next to the values that the published answers give.
import {existsSync} from "node:fs";
import {readFile} from "node:fs/promises";
import {join} from "node:path";
import {sha256Hex} from "../../book/canonical.js";
import {shareOf} from "../../stats/intervals.js";
import {digestOf} from "../../store/files.node.js";
import {publishedFolder} from "../../store/places.node.js";
import {fileOf} from "../../store/publish.node.js";
import {maker, type StudyStore, withStore} from "../maker.node.js";
import {recompute} from "./recompute.js";
import {figuresOf, type PublishedSet, readPublishedSets} from "./schema.js";
import {reproductionsTables} from "./tables.js";
import {type Comparison, compare, type Recomputed} from "./verdict.js";

/** File of the published figures, next to the published answers. */
const figuresFile = (): string => join(publishedFolder(), "..", "claims", "reproductions.json");

/** A row of the table. */
export interface Reproduction extends Comparison {
  set: string;
  title: string;
  position: number;
  statistic: string;
  part: string;
  source: string;
  printed: string;
  unit: string;
  n: number;
  n_of: string;
  explanation: string;
  carried: boolean;
}

/** Recomputed figures, and the number of published ones that the store's tables cannot give. */
interface Reproductions {
  rows: Reproduction[];
  missing: number;
}

/** Compares the figures of sets with what the tables of a store give. */
export async function reproduce(store: Pick<StudyStore, "rows" | "has">, sets: readonly PublishedSet[]): Promise<Reproductions> {
  const rows: Reproduction[] = [];
  let missing = 0;
  for (const set of sets) {
    const values = await recompute(store, set.recompute);
    const {id, title, statistic, unit, explanations} = set;
    for (const {part, key, printed, source} of figuresOf(set)) {
      const carried = factOf(set, part);
      const value = carried ?? values.get(key);
      if (value === undefined) {
        missing++;
        continue;
      }
      const {n, n_of} = value;
      const named = {set: id, title, position: rows.length, statistic, part, source, printed, unit};
      const explanation = explanations[part] ?? "";
      rows.push({...named, ...compare(printed, value, unit), n, n_of, explanation, carried: carried !== undefined});
    }
  }
  return {rows, missing};
}

/** A share by counts that were taken from texts. */
function factOf({facts}: PublishedSet, part: string): Recomputed | undefined {
  const fact = facts[part];
  if (fact === undefined) return undefined;
  const {value, low, high, n} = shareOf(fact.right, fact.n);
  return {value: value!, low, high, n, n_of: "answers"};
}

/** The figures of data/claims/reproductions.json by the tables of a store; none without the file or the store. */
export async function readReproductions(folder: string = publishedFolder()): Promise<Reproductions> {
  const file = figuresFile();
  if (!existsSync(file) || !existsSync(join(folder, fileOf("manifest")))) return {rows: [], missing: 0};
  const sets = readPublishedSets(await readFile(file, "utf8"), file);
  return withStore(folder, store => reproduce(store, sets));
}

/** Digests of the files that the table depends on. */
export async function key(): Promise<string> {
  const files = [figuresFile(), join(publishedFolder(), fileOf("manifest"))].filter(file => existsSync(file));
  return sha256Hex(JSON.stringify(await Promise.all(files.map(digestOf))));
}

/** Writes the table into a store. */
export const make = maker(reproductionsTables, async ({stage}) => {
  for (const row of (await readReproductions()).rows) stage.append("reproductions", {...row});
});
