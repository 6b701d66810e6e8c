// The command `samples`: shows a sample, corrects its status with a reason, lists and reverts corrections (docs/corrections.md).
import {execFileSync} from "node:child_process";
import {type Command, Option} from "commander";
import {UserError} from "../book/error.js";
import {plural} from "../book/plural.js";
import {report} from "../infer/progress.node.js";
import {publishTables, STORE} from "../run/results.js";
import type {Applied} from "../store/corrections/apply.node.js";
import {apply, correct, listed, revert, sampleOf, wishesIn} from "../store/corrections/edits.node.js";
import {STATUS_WORDS, type StatusWord} from "../store/corrections/log.node.js";
import {tableText} from "../store/show.js";
import {readsStore} from "./options.js";
import {sampleText} from "./sampleText.js";

interface Common {
  store: string;
  by?: string;
}

/** Adds the command with its subcommands to the program. */
export function samplesCommands(program: Command): void {
  const samples = program.command("samples").description("read single samples, and correct their scores (docs/corrections.md)");
  const of = (command: Command): Command => readsStore(command.option("--store <folder>", "the store", STORE));
  const signed = (command: Command): Command =>
    of(command).option("--by <name>", "who makes the correction; default: git's user.name");

  of(samples.command("show"))
    .description("a sample with its question, its response and its score")
    .argument("<key>", "EVALUATION/ITEM or EVALUATION/ITEM/TRIAL: eval_id (or the model, if it has one evaluation) and item_id")
    .action(async (key: string, {store}: Common) => {
      process.stdout.write(`${sampleText(await sampleOf(store, key), {inverse: process.stdout.isTTY && hasColors()})}\n`);
    });

  signed(samples.command("correct"))
    .description(
      "correct the outcome of a sample, with a reason; pages then count the corrected outcome, and report how many were corrected"
    )
    .argument("[key]", "as for show; or a file with --file")
    .addOption(new Option("--status <name>", "what the sample is").choices(STATUS_WORDS))
    .option("--reason <text>", "why")
    .option(
      "--file <file>",
      "corrections of a file: key, status, reason, and where known by, at; JSON lines, JSON, CSV, TSV or Parquet"
    )
    .action(
      async (
        key: string | undefined,
        {store, file, ...options}: Common & {status?: StatusWord; reason?: string; file?: string}
      ) => {
        const wishes = file !== undefined ? await fromFile(key, file, options) : [fromOptions(key, options)];
        const {added, repeated, ...applied} = await correct(store, wishes, {onWait: report().info});
        const before = repeated > 0 ? `, ${repeated} known before` : "";
        await done(store, applied, `${plural(added, "correction")} added${before}`);
      }
    );

  signed(samples.command("revert"))
    .description("revert a correction; both stay in the log")
    .argument("<id>", "as samples -- corrections lists it")
    .option("--reason <text>", "why")
    .action(async (id: string, {store, by, reason}: Common & {reason?: string}) => {
      const line = {by: author(by), at: now(), reason: needed(reason, "--reason")};
      await done(store, await revert(store, id, {...line, onWait: report().info}), `correction ${id} reverted`);
    });

  of(samples.command("corrections"))
    .description("list all corrections with who, when, why and what has become of each")
    .option("--json", "as JSON lines")
    .action(async ({store, json}: Common & {json?: boolean}) => {
      const rows = await listed(store);
      if (json) return void process.stdout.write(rows.map(row => `${JSON.stringify(row)}\n`).join(""));
      if (rows.length === 0) return report().info(`no sample of ${store} was corrected`);
      const columns = ["id", "state", "model", "item_id", "trial", "original_status", "status", "by", "at", "reason"];
      process.stdout.write(tableText({columns, rows: rows.map(row => columns.map(column => row[column]))}));
    });

  of(samples.command("apply"))
    .description("apply a log of corrections that was copied here or edited by hand")
    .action(async ({store}: Common) => done(store, await apply(store, {onWait: report().info}), "the log is applied"));
}

/** Whether the terminal shows inverse text; people switch colours off with NO_COLOR. */
const hasColors = (): boolean => process.stdout.hasColors?.() ?? false;

const now = (): string => new Date().toISOString();

function needed(text: string | undefined, option: string): string {
  if (text?.trim()) return text.trim();
  throw new UserError(`${option} is missing: a correction is of no use to others without it`);
}

function fromOptions(key: string | undefined, {status, reason, by}: {status?: StatusWord; reason?: string; by?: string}) {
  if (key === undefined) throw new UserError("name a sample, EVALUATION/ITEM, or give --file FILE");
  if (status === undefined) throw new UserError(`--status is missing; expected one of: ${STATUS_WORDS.join(", ")}`);
  return {key, status, reason: needed(reason, "--reason"), by: author(by), at: now()};
}

async function fromFile(
  key: string | undefined,
  file: string,
  {status, reason, by}: {status?: StatusWord; reason?: string; by?: string}
) {
  if (key !== undefined || status !== undefined || reason !== undefined)
    throw new UserError("--file brings keys, statuses and reasons; leave out KEY, --status and --reason");
  return wishesIn(file, {by: () => author(by), at: now()});
}

/** Who corrects: --by, else the name that git knows. Throws a UserError where nobody is named. */
function author(by: string | undefined): string {
  if (by?.trim()) return by.trim();
  try {
    const name = execFileSync("git", ["config", "user.name"], {encoding: "utf8", stdio: ["ignore", "pipe", "ignore"]}).trim();
    if (name) return name;
  } catch {
    // no git, or no name in it
  }
  throw new UserError("who corrects this? add --by NAME, or set git config user.name");
}

/** Reports what was done, and publishes changed tables of the book's own store to an open workbook. */
async function done(folder: string, {tables, corrected, told}: Applied, text: string): Promise<void> {
  for (const sentence of told) report().warn(sentence);
  if (folder === STORE) await publishTables(folder, [...tables, "manifest"]);
  report().info(`${text}; ${plural(corrected, "sample")} of ${folder} ${corrected === 1 ? "is" : "are"} now corrected`);
}
