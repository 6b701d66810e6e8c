// The commands `start`, `dev`, `build` and `refresh`: show results as pages.
import {z} from "zod";
import {currentBook} from "../book/read.node.js";
import {report} from "../infer/progress.node.js";
import type {Io} from "../io/io.js";
import {results, warnIfBehind} from "../run/results.js";
import {buildSite, openWorkbook} from "../site/build.js";
import {refresh} from "../site/refresh.js";
import {type TextsAddress, textsAddress} from "../site/texts.js";
import {shownStore} from "../store/joined.node.js";
import {command, option, positional} from "./command.js";

const store = option(
  z.array(z.string()).default([]),
  "show a finished store, or a dataset's file, in the place of the book's results; give it again to show several side by side",
  {value: "path"}
);

const start = command({
  name: "start",
  summary: "evaluate the book, then open the live workbook",
  options: z.strictObject({
    open: option(z.boolean().default(true), "do not open a browser"),
    port: option(z.string().optional(), "port of the workbook", {value: "n"})
  }),
  examples: ["", "--port 3001"],
  async run({open, port}) {
    await results(await currentBook());
    return openWorkbook([...(open ? [] : ["--no-open"]), ...(port ? ["--port", port] : [])]);
  }
});

const dev = command({
  name: "dev",
  summary: "open the live workbook: pages redraw as files and tables change",
  options: z.strictObject({options: positional(z.array(z.string()).default([]), "passed on to Framework's preview"), store}),
  passesOn: true,
  async run({options, store}, io) {
    await show(store, io);
    if (store.length === 0) await warnIfBehind(report());
    return openWorkbook(options);
  }
});

const build = command({
  name: "build",
  summary: "refresh what is stale and publish the static site in dist/",
  options: z.strictObject({
    store,
    responses: option(
      z.string().optional(),
      "whether texts of responses are published: all, none, or the address of a partitioned export from which pages fetch the one that a reader opens (default: up to 1 GB)",
      {value: "which"}
    )
  }),
  async run({store, responses}, io) {
    const texts = responses === undefined ? undefined : textsWanted(responses);
    await show(store, io);
    await buildSite({report: report(), texts});
  }
});

const refreshTables = command({
  name: "refresh",
  summary: "bring tables up to date, re-asking only what is new, and publish them to the pages",
  options: z.strictObject({
    tables: positional(z.array(z.string()).default([]), "tables to rerun with those that depend on them (default: all)"),
    store
  }),
  async run({tables, store}, io) {
    await show(store, io);
    await refresh(tables, {report: report()});
  }
});

export const commands = [start, dev, build, refreshTables];

/** Whether texts of responses are published, or where pages find them. Throws `UserError` for an address that cannot be used. */
const textsWanted = (which: string): boolean | TextsAddress =>
  which === "all" || which === "none" ? which === "all" : textsAddress(which);

/** Makes loaders of this process and of its children publish these stores; without any, the book's results. */
async function show(paths: readonly string[], io: Io): Promise<void> {
  if (paths.length > 0) io.env.REASONBOOK_STORE = await shownStore(paths, {report: report()});
}
