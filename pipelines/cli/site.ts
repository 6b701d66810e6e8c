// The commands `start`, `dev`, `build` and `refresh`: show results as pages.
import {z} from "zod";
import {currentBook} from "../book/read.node.js";
import {report} from "../infer/progress.node.js";
import type {Io} from "../io/io.js";
import {UserError} from "../rows/error.js";
import {assembleSite} from "../site/assemble.js";
import {openWorkbook} from "../site/liveWorkbook.js";
import {WITH_PUBLISHED} from "../site/sources.js";
import {type TextsAddress, textsAddress} from "../site/texts.js";
import {shownStore} from "../store/joined.node.js";
import {command, option, positional} from "./command.js";
import {flag, wholeNumber} from "./optionTypes.js";

const store = option(
  z.array(z.string()).default([]),
  "show a finished store, or a dataset's file, in the place of the book's results; give it again to show several side by side",
  {value: "path"}
);

const with_published = option(z.boolean().default(false), "with --store, also show the published answers of real models");

/** Options of commands that open pages. */
export const openOptions = {
  open: option(z.boolean().default(true), "do not open a browser"),
  port: wholeNumber("port of the workbook (default: the first free one from 3000 on)", {min: 0}).optional()
};

/** Returns Framework's options for them. */
export const openArguments = ({open, port}: {open: boolean; port?: number | undefined}): string[] => [
  ...(open ? [] : ["--no-open"]),
  ...(port === undefined ? [] : ["--port", String(port)])
];

const previewOptions = {
  ...openOptions,
  host: option(z.string().default("127.0.0.1"), "address to answer at; 0.0.0.0 lets other machines open the workbook", {
    value: "address"
  }),
  verbose: flag("print each request"),
  options: positional(z.array(z.string()).default([]), "further options of Framework's preview, after --")
};

const start = command({
  name: "start",
  summary: "open the live workbook, and evaluate the book while it is open",
  options: z.strictObject(previewOptions),
  examples: ["", "--port 3001"],
  run: open
});

const dev = command({
  name: "dev",
  summary: "open the live workbook: pages redraw as files and tables change",
  options: z.strictObject({...previewOptions, store, with_published}),
  examples: ["", "--store results/may --store results/june"],
  async run({store, with_published, ...options}, io) {
    await showStores(store, io, {withPublished: with_published});
    return open(options);
  }
});

/** Opens the workbook; a mistake in the book ends the command, since no page can be shown without it. */
async function open({
  open,
  host,
  port,
  verbose,
  options
}: {
  open: boolean;
  host: string;
  port?: number | undefined;
  verbose?: boolean | undefined;
  options: readonly string[];
}): Promise<number> {
  await currentBook();
  return openWorkbook([...openArguments({open, port}), "--host", host, ...options], {host, isVerbose: verbose ?? false});
}

const build = command({
  name: "build",
  summary: "refresh what is stale and publish the static site in dist/",
  options: z.strictObject({
    store,
    with_published,
    responses: option(
      z.string().optional(),
      "whether texts of responses are published: all, none, or the address of a partitioned export from which pages fetch the one that a reader opens (default: up to 1 GB)",
      {value: "which"}
    )
  }),
  examples: ["", "--store results/may --responses none"],
  async run({store, with_published, responses}, io) {
    const texts = responses === undefined ? undefined : textsWanted(responses);
    await showStores(store, io, {withPublished: with_published});
    const {buildSite} = await import("../site/build.js"); // imported here because the workbook opens faster without it
    await buildSite({report: report(), texts});
  }
});

const refreshTables = command({
  name: "refresh",
  summary: "bring tables up to date, re-asking only what is new, and publish them to the pages",
  options: z.strictObject({
    tables: positional(z.array(z.string()).default([]), "tables to rerun with those that depend on them (default: all)"),
    only: flag("leave out tables that depend on the named ones"),
    store
  }),
  examples: ["", "points --only"],
  async run({tables, only = false, store}, io) {
    if (only && tables.length === 0) throw new UserError("--only needs a table: npm run refresh -- points --only");
    await showStores(store, io);
    await assembleSite();
    const {refresh} = await import("../site/refresh.js");
    await refresh(tables, {report: report(), only});
  }
});

export const commands = [start, dev, build, refreshTables];

/** Whether texts of responses are published, or where pages find them. Throws `UserError` for an address that cannot be used. */
const textsWanted = (which: string): boolean | TextsAddress =>
  which === "all" || which === "none" ? which === "all" : textsAddress(which);

/** Makes loaders of this process and of its children publish these stores; without any, the book's results. */
export async function showStores(paths: readonly string[], io: Io, {withPublished = false} = {}): Promise<void> {
  if (withPublished) io.env[WITH_PUBLISHED] = "1";
  if (paths.length > 0) io.env.REASONBOOK_STORE = await shownStore(paths, {report: report()});
}
