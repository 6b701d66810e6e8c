// The command `archive`: packs responses with all that scores them again, and verifies such an archive (docs/archive.md).
import {existsSync} from "node:fs";
import {join} from "node:path";
import {z} from "zod";
import {plural} from "../book/plural.js";
import {currentBookFile, FOLDER} from "../book/read.node.js";
import {report} from "../infer/progress.node.js";
import {UserError} from "../rows/error.js";
import type {Compared} from "../run/archive/compare.js";
import {pack} from "../run/archive/pack.js";
import {verify} from "../run/archive/verify.js";
import {command, option, positional, printingCommand} from "./command.js";
import {path, STORE_IS_NOT_OUT, storeOption} from "./optionTypes.js";
import {checkOut} from "./out.js";

const packCommand = command({
  name: "archive pack",
  summary: "write an archive; equal stores and books give equal bytes",
  isDefault: true,
  options: z.strictObject({
    file: positional(z.string(), "the archive to write, a .tar"),
    store: storeOption(),
    book: option(z.union([z.string(), z.literal(false)]).default(currentBookFile), "the book whose files are packed too", {
      value: "file",
      negatable: true
    })
  }),
  examples: ["results.tar", "results.tar --store data/store/runs/my-model --no-book"],
  former: STORE_IS_NOT_OUT,
  async run({file, store, book}, io) {
    await checkOut(file, {endings: [".tar"], option: "--out"});
    if (book && !existsSync(book)) throw new UserError(`no such book: ${book}; --no-book packs the store alone`);
    const packed = book ? {file: book, folder: FOLDER} : null;
    const {listing, bytes, sha256} = await pack(file, {folder: store, book: packed, onWait: report().info});
    const simulated = listing.simulated ? " (with simulated responses)" : "";
    report().info(
      `${plural(listing.files.length, "file")} of ${store}${packed ? ` and ${book}` : ""} in ${file}${simulated}: ${bytes.toLocaleString("en")} bytes`
    );
    io.stdout.write(`${sha256}  ${file}\n`);
  }
});

const verifyCommand = printingCommand({
  name: "archive verify",
  summary:
    "check every file of an archive against its digest, score its responses again, and report for each table whether it is the same; exit code 1 where one is not",
  options: z.strictObject({
    file: positional(z.string(), "the archive"),
    out: path("keep the store of the responses scored again", {value: "folder"}).optional()
  }),
  examples: ["results.tar", "results.tar --json"],
  async run({file, out}) {
    if (out !== undefined && existsSync(join(out, "manifest.json")))
      throw new UserError(`--out ${out} holds a store; choose another folder`);
    const {listing, tables, same} = await verify(file, {out, report: report()});
    report().info(
      `${plural(listing.files.length, "file")} as listed; ${same ? "all tables are the same" : "not all tables are the same"}${listing.simulated ? " (with simulated responses)" : ""}`
    );
    return {same, tables, listing};
  },
  print: ({tables}) => tables.map(each => `${lineOf(each)}\n`).join(""),
  exitCode: ({same}) => (same ? 0 : 1)
});

export const commands = [packCommand, verifyCommand];

/** The comparison of a table as a line. */
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
