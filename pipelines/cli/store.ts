// The commands `sql` and `cache`: query a store, and inspect and repair the response cache.
import {rmSync} from "node:fs";
import {join, resolve} from "node:path";
import type {Command} from "commander";
import {UserError} from "../book/error.js";
import {currentBookFile, readBook, readDataset} from "../book/read.node.js";
import {DATA, openCache} from "../infer/cache.node.js";
import {existingCaches} from "../infer/caches.node.js";
import {REMOVED, type Repair, rebuildCache, repairCache} from "../infer/repair.node.js";
import {SPARE} from "../infer/room.node.js";
import {STORE} from "../store/publish.node.js";
import {csvText, jsonText, tableText} from "../store/show.js";
import {query} from "../store/sql.node.js";
import {studyTables} from "../studies/registry.js";
import {readsStore} from "./options.js";
import {exportDatabase} from "./sqlExport.js";
import {sqlShell} from "./sqlShell.js";

/** Adds the commands to the program. */
export function storeCommands(program: Command): void {
  readsStore(program.command("sql"))
    .description("answer a query over the tables")
    .argument("[query]", 'for example "select model, avg(accuracy) from points group by 1 order by 2 desc"')
    .option(
      "--shell",
      "ask one query after the other: lines until a ;, .tables, .schema, .help; reads a file from < or a pipe too"
    )
    .option("--export <file>", "write all tables and macros into one DuckDB database, such as results.duckdb (docs/recipes.md)")
    .option("--csv", "as CSV")
    .option("--json", "as JSON")
    .option("--store <folder>", "the store, or a dataset's file", STORE)
    .option("--write", "let it write files and settings; without this it only reads")
    .option("--dataset <name>", "only the evaluations of data/datasets/<name>.yaml; the table dataset lists them")
    .action(async (text: string | undefined, {csv, json, store, dataset, write, shell, export: database}: SqlOptions) => {
      const ways = [text !== undefined && "a query", shell && "--shell", database !== undefined && "--export"].filter(Boolean);
      if (ways.length !== 1)
        throw new UserError(
          `give one of a query, --shell or --export${ways.length > 1 ? `, not ${ways.join(" and ")}` : ', such as npm run sql -- "from points limit 5"'}`
        );
      const folder = dataset === undefined ? store : (await readDataset(dataset)).file;
      const mode = json ? "json" : csv ? "csv" : "table";
      if (shell) return sqlShell({folder, write, absent: unmade, mode});
      if (database !== undefined) return void process.stdout.write(`${await exportDatabase(database, {folder})}\n`);
      if (text === undefined) return;
      const result = await query(text, {folder, write, absent: unmade});
      process.stdout.write(json ? jsonText(result) : csv ? csvText(result) : tableText(result));
    });

  const cache = program.command("cache").description("the response cache of all stores: every paid answer");
  const of = (command: Command): Command =>
    readsStore(command)
      .option("--book <file>", "the book, which may name another folder for the cache", currentBookFile())
      .option("--store <folder>", "a store in which an older version may have left a cache", STORE);
  of(cache.command("info", {isDefault: true}).description("how many answers it holds")).action(async (options: Of) => {
    for (const folder of await cachesOf(options)) {
      const open = openCache(folder);
      process.stdout.write(`${open.count().toLocaleString("en")} answers, ${(open.bytes() / 1e6).toFixed(1)} MB in ${folder}\n`);
      await open.close();
    }
  });
  of(cache.command("verify").description("check every answer against its checksum; exit code 1 if one is damaged")).action(
    async (options: Of) => {
      for (const folder of await cachesOf(options)) {
        let damaged = 0;
        const open = openCache(folder, {
          onCorrupt: key => {
            damaged++;
            process.stderr.write(`damaged: ${key}\n`);
          }
        });
        for (const key of open.keys()) open.get(key);
        process.stdout.write(`${open.count().toLocaleString("en")} answers, ${damaged} damaged in ${folder}\n`);
        await open.close();
        if (damaged > 0) process.exitCode = 1;
      }
    }
  );
  of(cache.command("repair").description("find answers that are damaged, or failures that older versions stored as answers"))
    .option("--yes", "move them into removed.jsonl beside the cache; they are asked again when they are needed")
    .option("--empty", "empty answers too, which a model may have given or a server may have caused")
    .action(async ({yes = false, empty = false, ...options}: Of & {yes?: boolean; empty?: boolean}) => {
      for (const folder of await cachesOf(options)) {
        if (yes) {
          const aside = await rebuildCache(folder);
          if (aside !== null)
            process.stdout.write(
              `${join(folder, DATA)} was damaged and is rebuilt from its pages; the old file is ${join(folder, aside)}\n`
            );
        }
        const found = await repairCache(folder, {remove: yes, alsoEmpty: empty});
        process.stdout.write(`${repairText(found, {folder, yes, empty})}\n`);
        if (found.removed > 0 && !yes) process.exitCode = 1;
      }
    });
  of(cache.command("clear").description("delete every answer; they will have to be paid for again"))
    .option("--yes", "do it")
    .action(async ({yes, ...options}: Of & {yes?: boolean}) => {
      if (!yes) throw new UserError("cache clear deletes answers that were paid for; add --yes to do it");
      for (const folder of await cachesOf(options))
        for (const name of [DATA, "lock.mdb", SPARE]) rmSync(join(folder, name), {force: true});
    });
}

/** Says of a study's table that it has not been made, and which command makes it. */
function unmade(table: string, store: string): string | null {
  if (!Object.hasOwn(studyTables, table)) return null;
  const command = resolve(store) === resolve(STORE) ? `refresh ${table}` : `refresh -- ${table} --store ${store}`;
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

interface SqlOptions {
  csv?: boolean;
  json?: boolean;
  store: string;
  dataset?: string;
  write?: boolean;
  shell?: boolean;
  export?: string;
}

interface Of {
  book: string;
  store: string;
}

/** Folders of all caches that a run into this store would read. */
async function cachesOf({book, store}: Of): Promise<string[]> {
  const place = await readBook(book);
  const folders = existingCaches(place, [store]);
  if (folders.length === 0) throw new UserError(`no cache in ${place.cache}; run npm run run first`);
  return folders;
}
