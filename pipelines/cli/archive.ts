// The command `archive`: packs responses with all that scores them anew, and verifies such an archive (docs/archive.md).
import {existsSync} from "node:fs";
import {join} from "node:path";
import type {Command} from "commander";
import {UserError} from "../book/error.js";
import {plural} from "../book/plural.js";
import {currentBookFile, FOLDER} from "../book/read.node.js";
import {report} from "../infer/progress.node.js";
import type {Compared} from "../run/archive/compare.js";
import {pack} from "../run/archive/pack.js";
import {verify} from "../run/archive/verify.js";
import {STORE} from "../run/results.js";
import {readsStore} from "./options.js";
import {checkOut} from "./out.js";

/** Adds the command with its subcommands to the program. */
export function archiveCommands(program: Command): void {
  const archive = program
    .command("archive")
    .description(
      "pack a store's responses with their digests and all that is needed to score them again, without API keys (docs/archive.md)"
    );

  readsStore(archive.command("pack", {isDefault: true}))
    .description("write an archive; equal stores and books give equal bytes")
    .argument("<file>", "the archive to write, a .tar")
    .option("--store <folder>", "the store", STORE)
    .option("--book <file>", "the book whose files are packed too", currentBookFile())
    .option("--no-book", "pack the store alone")
    .action(async (file: string, {store, book}: {store: string; book: string | false}) => {
      await checkOut(file, {endings: [".tar"], option: "--out"});
      if (book && !existsSync(book)) throw new UserError(`no such book: ${book}; --no-book packs the store alone`);
      const own = book ? {file: book, folder: FOLDER} : null;
      const {listing, bytes, sha256} = await pack(file, {folder: store, book: own, onWait: report().info});
      const simulated = listing.simulated ? " (with simulated responses)" : "";
      report().info(
        `${plural(listing.files.length, "file")} of ${store}${own ? ` and ${book}` : ""} in ${file}${simulated}: ${bytes.toLocaleString("en")} bytes`
      );
      process.stdout.write(`${sha256}  ${file}\n`);
    });

  archive
    .command("verify")
    .description(
      "check every file of an archive against its digest, score its responses again, and report for each table whether it is the same; exit code 1 where one is not"
    )
    .argument("<file>", "the archive")
    .option("--out <folder>", "keep the store of the responses scored again")
    .option("--json", "as JSON")
    .action(async (file: string, {out, json}: {out?: string; json?: boolean}) => {
      if (out !== undefined && existsSync(join(out, "manifest.json")))
        throw new UserError(`--out ${out} holds a store; choose another folder`);
      const {listing, tables, same} = await verify(file, {out, report: report()});
      if (json) process.stdout.write(`${JSON.stringify({same, tables, listing}, null, 2)}\n`);
      else process.stdout.write(tables.map(each => `${lineOf(each)}\n`).join(""));
      report().info(
        `${plural(listing.files.length, "file")} as listed; ${same ? "all tables are the same" : "not all tables are the same"}${listing.simulated ? " (with simulated responses)" : ""}`
      );
      if (!same) process.exitCode = 1;
    });
}

/** What the comparison of a table found, as a line. */
function lineOf({table, rows, only, differing, same}: Compared): string {
  const n = (value: number | null) => (value === null ? "no table" : plural(value, "row"));
  const head = `${table.padEnd(18)}`;
  if (same) return `${head}same: ${n(rows.after ?? rows.before ?? 0)}`;
  const parts = [
    `${n(rows.before)} in the archive, ${n(rows.after)} when scored again`,
    ...(only.before > 0 ? [`${plural(only.before, "row")} only in the archive`] : []),
    ...(only.after > 0 ? [`${plural(only.after, "row")} only when scored again`] : []),
    ...differing.map(({column, rows}) => `${column} differs in ${plural(rows, "row")}`)
  ];
  return `${head}differs: ${parts.join("; ")}`;
}
