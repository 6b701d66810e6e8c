// Stores of answers that were collected elsewhere, and every question that a command can be asked about them.
import {createHash} from "node:crypto";
import {existsSync} from "node:fs";
import {cp, mkdir, mkdtemp, rename, rm, writeFile} from "node:fs/promises";
import {join} from "node:path";
import type {Format} from "../../pipelines/analyze/command.js";
import {filterSchema} from "../../pipelines/analyze/filter.js";
import {commands} from "../../pipelines/analyze/registry.js";
import {rendered} from "../../pipelines/analyze/render.js";
import {openStore, type Store} from "../../pipelines/analyze/store.js";
import {UserError} from "../../pipelines/rows/error.js";
import {rescore} from "../../pipelines/run/rescore/rescore.js";
import type {StudyTable} from "../../pipelines/studies/registry.js";
import {silent} from "../silent.js";
import {jsonLines} from "./data.js";

/** Scores rows into `<root>/<name>`. */
export async function storeOf(root: string, name: string, rows: readonly object[]): Promise<string> {
  const file = join(root, `${name}.jsonl`);
  await writeFile(file, jsonLines(rows));
  await rescore({source: {dataset: file}, folder: join(root, name), report: silent});
  return join(root, name);
}

/**
 * The same, copied from a store that an earlier file of tests has made of the same rows by the same code, where there is one: to score tens of
 * thousands of answers takes ten seconds of a processor, to copy them none.
 */
export async function sharedStoreOf(root: string, name: string, rows: readonly object[]): Promise<string> {
  const compiled = process.env.REASONBOOK_COMPILED; // its name changes with the code
  if (compiled === undefined) return storeOf(root, name, rows);
  const digest = createHash("sha256").update(jsonLines(rows)).digest("hex").slice(0, 16);
  const kept = join(compiled, "stores", `${name}-${digest}`);
  if (!existsSync(kept)) {
    await mkdir(join(compiled, "stores"), {recursive: true});
    const making = await mkdtemp(join(compiled, "stores", "making-"));
    const made = await storeOf(making, name, rows);
    await rename(made, kept).catch(error => {
      if (!existsSync(kept)) throw error; // otherwise another file has made the same
    });
    await rm(making, {recursive: true});
  }
  await cp(kept, join(root, name), {recursive: true});
  return join(root, name);
}

export interface Asked {
  format?: Format;
  filter?: object;
  options?: object;
}

/** The store that was opened last, for the next question about the same: opening one takes longer than most answers. */
let last: {key: string; store: Store} | undefined;

/** Opens a store with what a command needs. What a command has computed once is not kept for the next. */
async function opened(folder: string, filter: object, needs: readonly StudyTable[] = []): Promise<Store> {
  const key = JSON.stringify([folder, filter, needs]);
  if (last?.key !== key) {
    closeStore();
    last = {key, store: await openStore(folder, filterSchema.parse(filter), {needs})};
  }
  let computed: Promise<unknown> | undefined;
  return {...last.store, once: make => (computed ??= make()) as ReturnType<typeof make>};
}

/** Closes the store that the last question was about: before its folder is removed, or made anew. */
export function closeStore(): void {
  last?.store.close();
  last = undefined;
}

/** What `npm run analyze -- <word>` prints. */
async function answer(folder: string, name: string, {format = "json", filter = {}, options = {}}: Asked = {}): Promise<string> {
  const command = commands.get(name)!;
  const store = await opened(folder, filter, command.needs);
  return String(await rendered(command, {store, options: command.options.parse(options), format, width: 800}));
}

export const rowsOf = async <Row = Record<string, unknown>>(folder: string, name: string, asked: Asked = {}): Promise<Row[]> =>
  JSON.parse(await answer(folder, name, asked)) as Row[];

/** The answer, or the one line that says why there is none; anything else that is thrown fails the test. */
export async function answerOrReason(
  folder: string,
  name: string,
  asked: Asked = {}
): Promise<{text: string; reason: string | null}> {
  try {
    return {text: await answer(folder, name, asked), reason: null};
  } catch (error) {
    if (!(error instanceof UserError) || error.message.includes("\n")) throw error;
    return {text: "", reason: error.message};
  }
}

/** What no reader should see of a number that is not there. */
export const UNREADABLE = /\b(?:NaN|undefined|Infinity|\[object)\b/u;
