// The commands `sql` and `cache`: query a store, and inspect and repair the response cache.
import {rmSync} from "node:fs";
import {join, resolve} from "node:path";
import {z} from "zod";
import {plural} from "../book/plural.js";
import {readBook, readDataset} from "../book/read.node.js";
import type {Book} from "../book/types.js";
import {DATA, openCache} from "../infer/cache.node.js";
import {existingCaches} from "../infer/caches.node.js";
import {REMOVED, type Repair, rebuildCache, repairCache} from "../infer/repair.node.js";
import {SPARE} from "../infer/room.node.js";
import {readSpill, removeSpill} from "../infer/spill.node.js";
import {UserError} from "../rows/error.js";
import {ESTIMATES, estimateTables} from "../store/estimates.sql.js";
import {STORE} from "../store/publish.node.js";
import {csvText, jsonText, tableText} from "../store/show.js";
import {query} from "../store/sql.node.js";
import {studyTables} from "../studies/registry.js";
import {command, option, positional} from "./command.js";
import {bookOption, flag, path, STORE_IS_NOT_OUT, storeOption} from "./optionTypes.js";
import {exportDatabase} from "./sqlExport.js";
import {sqlShell} from "./sqlShell.js";

const sql = command({
  name: "sql",
  summary: "answer a query over the tables",
  options: z.strictObject({
    query: positional(z.string().optional(), 'for example "select model, avg(accuracy) from points group by 1 order by 2 desc"'),
    shell: flag("ask one query after the other: lines until a ;, .tables, .schema, .help; reads a file from < or a pipe too"),
    export: path("write all tables and macros into one DuckDB database, such as results.duckdb (docs/recipes.md)").optional(),
    csv: flag("print CSV"),
    json: flag("print JSON"),
    store: storeOption("the store, or a dataset's file"),
    write: flag("let it write files and settings; without this it only reads"),
    dataset: option(z.string().optional(), "only the evaluations of data/datasets/<name>.yaml; the table dataset lists them", {
      value: "name"
    })
  }),
  examples: ['"from points limit 5"', "--shell"],
  former: STORE_IS_NOT_OUT,
  async run({query: text, csv, json, store, dataset, write, shell, export: database}, io) {
    const ways = [text !== undefined && "a query", shell && "--shell", database !== undefined && "--export"].filter(Boolean);
    if (ways.length !== 1)
      throw new UserError(
        `give one of a query, --shell or --export${ways.length > 1 ? `, not ${ways.join(" and ")}` : ', such as npm run sql -- "from points limit 5"'}`
      );
    const folder = dataset === undefined ? store : (await readDataset(dataset)).file;
    const mode = json ? "json" : csv ? "csv" : "table";
    if (shell) return sqlShell({folder, write, absent: unmade, mode}, io);
    if (database !== undefined) io.stdout.write(`${await exportDatabase(database, {folder, io})}\n`);
    if (text !== undefined) {
      const result = await query(text, {folder, write, absent: unmade});
      io.stdout.write(json ? jsonText(result) : csv ? csvText(result) : tableText(result));
    }
    return 0;
  }
});

const cacheOptions = {
  book: bookOption("the book, which may name another folder for the cache"),
  store: storeOption("a store in which an older version may have left a cache")
};

const info = command({
  name: "cache info",
  summary: "print how many answers the cache holds",
  isDefault: true,
  options: z.strictObject(cacheOptions),
  examples: [""],
  former: STORE_IS_NOT_OUT,
  async run(options, io) {
    for (const folder of await cachesOf(options)) {
      const open = openCache(folder);
      io.stdout.write(`${open.count().toLocaleString("en")} answers, ${(open.bytes() / 1e6).toFixed(1)} MB in ${folder}\n`);
      await open.close();
    }
  }
});

const verify = command({
  name: "cache verify",
  summary: "check every answer against its checksum; exit code 1 if one is damaged",
  options: z.strictObject(cacheOptions),
  examples: [""],
  former: STORE_IS_NOT_OUT,
  async run(options, io) {
    let all = 0;
    for (const folder of await cachesOf(options)) {
      let damaged = 0;
      const open = openCache(folder, {
        onCorrupt: key => {
          damaged++;
          io.stderr.write(`damaged: ${key}\n`);
        }
      });
      for (const key of open.keys()) open.get(key);
      io.stdout.write(`${open.count().toLocaleString("en")} answers, ${damaged} damaged in ${folder}\n`);
      await open.close();
      all += damaged;
    }
    return all > 0 ? 1 : 0;
  }
});

const repair = command({
  name: "cache repair",
  summary: "find answers that are damaged, or failures that older versions stored as answers",
  options: z.strictObject({
    ...cacheOptions,
    yes: flag("move them into removed.jsonl in the cache's folder; they are asked again when they are needed"),
    empty: flag("empty answers too, which a model may have given or a server may have caused")
  }),
  examples: ["", "--yes"],
  former: STORE_IS_NOT_OUT,
  async run({yes = false, empty = false, ...options}, io) {
    let code = 0;
    for (const folder of await cachesOf(options)) {
      if (yes) {
        const aside = await rebuildCache(folder);
        if (aside !== null)
          io.stdout.write(
            `${join(folder, DATA)} was damaged and is rebuilt from its pages; the old file is ${join(folder, aside)}\n`
          );
      }
      const repaired = await repairCache(folder, {remove: yes, alsoEmpty: empty});
      io.stdout.write(`${repairText(repaired, {folder, yes, empty})}\n`);
      if (repaired.removed > 0 && !yes) code = 1;
    }
    return code;
  }
});

const HOURS: Record<string, number> = {h: 1, d: 24, w: 168};

const clear = command({
  name: "cache clear",
  summary: "delete answers, all or some; they will have to be paid for again",
  options: z.strictObject({
    ...cacheOptions,
    model: option(z.string().optional(), "only answers of this model: its id in the book, or the name by which it was asked", {
      value: "name"
    }),
    older_than: option(
      z
        .string()
        .regex(/^\d{1,6}[hdw]$/)
        .optional(),
      "only answers that were stored longer ago; those of older versions, which have no time, are among them",
      {value: "30d", expects: "a number of hours, days or weeks such as 12h, 30d or 4w"}
    ),
    yes: flag("do it")
  }),
  examples: ["--yes", "--model my-model --older-than 30d --yes"],
  former: STORE_IS_NOT_OUT,
  async run({yes, model, older_than: age, book, store}, io) {
    const {models, ...place} = await readBook(book);
    const folders = foldersOf(place, store);
    if (model === undefined && age === undefined) {
      if (!yes) throw new UserError("cache clear deletes answers that were paid for; add --yes to do it");
      for (const folder of folders) {
        removeSpill(readSpill(folder, place.spill).files);
        for (const name of [DATA, "lock.mdb", SPARE]) rmSync(join(folder, name), {force: true});
      }
      return;
    }
    const bookModel = models.find(({id}) => id === model);
    const names = new Set([model, bookModel?.model]);
    const before = age === undefined ? null : Date.now() - Number(age.slice(0, -1)) * HOURS[age.at(-1)!]! * 3_600_000;
    for (const folder of folders) {
      const cache = openCache(folder, {spill: place.spill, onSpill: sentence => void io.stderr.write(`${sentence}\n`)});
      try {
        await cache.settled();
        let unnamed = 0;
        const chosen = [...cache.keys()].filter(key => {
          const origin = cache.originOf(key);
          if (model !== undefined && origin?.model === undefined) unnamed++;
          const isOfModel = model === undefined || (origin?.model !== undefined && names.has(origin.model));
          return isOfModel && (before === null || (origin?.time ?? 0) < before);
        });
        const all = cache.count();
        if (yes) await Promise.all(chosen.map(key => cache.remove(key)));
        io.stdout.write(
          `${plural(chosen.length, "answer")} of ${all.toLocaleString("en")} in ${folder} ${yes ? "deleted" : "would be deleted; add --yes to do it"}${
            unnamed > 0 ? `; ${plural(unnamed, "answer")} of older versions name no model and stay` : ""
          }\n`
        );
      } finally {
        await cache.close();
      }
    }
  }
});

export const commands = [sql, info, verify, repair, clear];

/** Says of a study's table that it has not been made, and which command makes it. */
function unmade(table: string, store: string): string | null {
  const made = Object.hasOwn(estimateTables, table) ? ESTIMATES : table;
  if (!Object.hasOwn(studyTables, made)) return null;
  const command = resolve(store) === resolve(STORE) ? `refresh ${made}` : `refresh -- ${made} --store ${store}`;
  return `table ${table} of ${store} has not been made yet; npm run ${command} makes it`;
}

function repairText({answers, damaged, broken, empty, removed}: Repair, done: {folder: string; yes: boolean; empty: boolean}) {
  const n = (value: number) => value.toLocaleString("en");
  const reasons = Object.entries(broken).map(([reason, count]) => `${reason} ${n(count)}`);
  const failures = Object.values(broken).reduce((sum, count) => sum + count, 0);
  return [
    `${n(answers)} answers in ${done.folder}`,
    `${n(damaged)} damaged`,
    `${n(failures)} failures of a server${failures > 0 ? ` (${reasons.join(", ")})` : ""}`,
    `${n(empty)} empty${empty > 0 && !done.empty ? " (--empty includes them)" : ""}`,
    removed === 0
      ? "nothing to remove"
      : done.yes
        ? `${n(removed)} moved into ${join(done.folder, REMOVED)}`
        : `--yes removes ${n(removed)}, to be asked again`
  ].join("; ");
}

/** Folders of all caches that a run into this store would read. */
async function cachesOf({book, store}: {book: string; store: string}): Promise<string[]> {
  return foldersOf(await readBook(book), store);
}

function foldersOf(place: Pick<Book, "cache" | "store" | "spill">, store: string): string[] {
  const folders = existingCaches(place, [store]);
  if (folders.length === 0) throw new UserError(`no cache in ${place.cache}; run npm run run first`);
  return folders;
}
