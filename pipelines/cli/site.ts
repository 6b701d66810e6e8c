// `start`, `dev`, `build`, `refresh`: from results to pages.
import type {Command} from "commander";
import {currentBook} from "../book.js";
import {report} from "../progress.js";
import {refresh} from "../refresh.js";
import {results} from "../results.js";
import {buildSite, framework} from "../site.js";

export function wordsOfSite(program: Command): void {
  program
    .command("start")
    .description("evaluate the book, then open the live workbook")
    .option("--no-open", "do not open a browser")
    .option("--port <n>", "port of the workbook")
    .action(async ({open, port}: {open: boolean; port?: string}) => {
      await results(await currentBook());
      process.exitCode = await framework("preview", [...(open ? [] : ["--no-open"]), ...(port ? ["--port", port] : [])]);
    });
  program
    .command("dev")
    .description("open the live workbook: pages redraw as files and tables change")
    .allowUnknownOption()
    .argument("[options...]", "passed on to Framework's preview")
    .action(async (options: string[]) => {
      process.exitCode = await framework("preview", options);
    });
  program
    .command("build")
    .description("refresh what is stale and publish the static site in dist/")
    .action(() => buildSite({report: report()}));
  program
    .command("refresh")
    .description("bring tables up to date, re-asking only what is new, and hand them to the pages")
    .argument("[tables...]", "tables to rerun with what rests on them (default: all)")
    .action((names: string[]) => refresh(names, {report: report()}));
}
