// The commands `start`, `dev`, `build` and `refresh`: show results as pages.
import type {Command} from "commander";
import {currentBook} from "../book/read.node.js";
import {report} from "../infer/progress.node.js";
import {results, warnIfBehind} from "../run/results.js";
import {buildSite, openWorkbook} from "../site/build.js";
import {refresh} from "../site/refresh.js";
import {type TextsAddress, textsAddress} from "../site/texts.js";
import {shownStore} from "../store/joined.node.js";

const STORES = [
  "--store <path>",
  "show a finished store, or a dataset's file, in the place of the book's results; give it again to show several side by side",
  (path: string, paths: string[]) => [...paths, path],
  [] as string[]
] as const;

/** Whether texts of responses are published, or where pages find them. Throws a UserError for an address that cannot be taken. */
const textsWanted = (which: string): boolean | TextsAddress =>
  which === "all" || which === "none" ? which === "all" : textsAddress(which);

/** Adds the commands to the program. */
export function siteCommands(program: Command): void {
  program
    .command("start")
    .description("evaluate the book, then open the live workbook")
    .option("--no-open", "do not open a browser")
    .option("--port <n>", "port of the workbook")
    .action(async ({open, port}: {open: boolean; port?: string}) => {
      await results(await currentBook());
      process.exitCode = await openWorkbook([...(open ? [] : ["--no-open"]), ...(port ? ["--port", port] : [])]);
    });
  program
    .command("dev")
    .description("open the live workbook: pages redraw as files and tables change")
    .allowUnknownOption()
    .argument("[options...]", "passed on to Framework's preview")
    .option(...STORES)
    .action(async (options: string[], {store}: {store: string[]}) => {
      await show(store);
      if (store.length === 0) await warnIfBehind(report());
      process.exitCode = await openWorkbook(options);
    });
  program
    .command("build")
    .description("refresh what is stale and publish the static site in dist/")
    .option(...STORES)
    .option(
      "--responses <which>",
      "whether texts of responses are published: all, none, or the address of a partitioned export from which pages fetch the one that a reader opens (default: up to 1 GB)"
    )
    .action(async ({store, responses}: {store: string[]; responses?: string}) => {
      const texts = responses === undefined ? undefined : textsWanted(responses);
      await show(store);
      await buildSite({report: report(), texts});
    });
  program
    .command("refresh")
    .description("bring tables up to date, re-asking only what is new, and publish them to the pages")
    .argument("[tables...]", "tables to rerun with what rests on them (default: all)")
    .option(...STORES)
    .action(async (names: string[], {store}: {store: string[]}) => {
      await show(store);
      await refresh(names, {report: report()});
    });
}

/** Makes loaders of this process and of its children publish these stores; without any, the book's results. */
async function show(paths: readonly string[]): Promise<void> {
  if (paths.length > 0) process.env.REASONBOOK_STORE = await shownStore(paths, {report: report()});
}
