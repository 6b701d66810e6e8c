// `sql` and `cache`: what the store holds.
import {existsSync, readdirSync, rmSync} from "node:fs";
import {join} from "node:path";
import type {Command} from "commander";
import {UserError} from "../book/error.js";
import {readDataset} from "../book.js";
import {openCache} from "../infer/cache.js";
import {STORE} from "../results.js";
import {csvText, jsonText, tableText} from "../store/show.js";
import {query} from "../store/sql.js";

export function wordsOfStore(program: Command): void {
  program
    .command("sql")
    .description("answer a query over the tables")
    .argument("<query>", 'for example "select model, avg(accuracy) from points group by 1 order by 2 desc"')
    .option("--csv", "as CSV")
    .option("--json", "as JSON")
    .option("--out <folder>", "the store, or a dataset's file", STORE)
    .option("--dataset <name>", "only the evaluations of data/datasets/<name>.yaml; the table dataset lists them")
    .action(async (text: string, {csv, json, out, dataset}: {csv?: boolean; json?: boolean; out: string; dataset?: string}) => {
      const result = await query(text, {folder: dataset === undefined ? out : (await readDataset(dataset)).file});
      process.stdout.write(json ? jsonText(result) : csv ? csvText(result) : tableText(result));
    });

  const cache = program.command("cache").description("the response cache: every paid answer");
  cache
    .command("info", {isDefault: true})
    .description("how many answers it holds")
    .option("--out <folder>", "the store", STORE)
    .action(async ({out}: {out: string}) => {
      const open = openExisting(out, () => {});
      process.stdout.write(
        `${open.count().toLocaleString("en")} answers, ${(open.bytes() / 1e6).toFixed(1)} MB in ${join(out, "cache")}\n`
      );
      await open.close();
    });
  cache
    .command("verify")
    .description("check every answer against its checksum; exit code 1 if one is damaged")
    .option("--out <folder>", "the store", STORE)
    .action(async ({out}: {out: string}) => {
      let damaged = 0;
      const open = openExisting(out, key => {
        damaged++;
        process.stderr.write(`damaged: ${key}\n`);
      });
      for (const key of open.keys()) open.get(key);
      process.stdout.write(`${open.count().toLocaleString("en")} answers, ${damaged} damaged\n`);
      await open.close();
      if (damaged > 0) process.exitCode = 1;
    });
  cache
    .command("clear")
    .description("delete every answer; they will have to be paid for again")
    .option("--out <folder>", "the store", STORE)
    .option("--yes", "do it")
    .action(({out, yes}: {out: string; yes?: boolean}) => {
      if (!yes) throw new UserError("cache clear deletes answers that were paid for; add --yes to do it");
      for (const name of existsSync(out) ? readdirSync(out) : [])
        if (name === "cache") rmSync(join(out, name), {recursive: true});
    });
}

function openExisting(out: string, onCorrupt: (key: string) => void) {
  const folder = join(out, "cache");
  if (!existsSync(folder)) throw new UserError(`no cache in ${out}; run npm run run first`);
  return openCache(folder, {onCorrupt});
}
