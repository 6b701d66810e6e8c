#!/usr/bin/env node
// The commands of the workbook. Exit codes: 0 done, 1 failed, 2 the user's mistake, 3 stopped by a budget, 130 interrupted.
import {Command, CommanderError} from "commander";
import {UserError} from "../book/error.js";
import {namesSecret} from "../book/secret.js";
import {bringOwn} from "../extend/own.node.js";
import {oneLine} from "../infer/failure.js";
import {redacted} from "../infer/redact.js";
import {Interrupted, underWay} from "../run/interrupt.js";
import {damagedFile} from "../store/damaged.js";
import {brokenLinks} from "./links.js";

/** Commands that know no tasks or scorers, so that a mistake in one of the user's own does not stop them. */
const WITHOUT_OWN = ["new", "sql", "cache", "docs"];

/** Commands that cannot do without the links in src/. */
const SITE = ["start", "dev", "build", "refresh"];

/**
 * Commands by the module that defines them. Only the module of the requested command is loaded, since loading takes most of a short
 * command's time.
 */
const GROUPS: readonly (readonly [names: readonly string[], group: () => Promise<(program: Command) => void>])[] = [
  [["run", "plan"], async () => (await import("./run.js")).runCommands],
  [["batches"], async () => (await import("./batches.js")).batchesCommands],
  [["worker", "redis"], async () => (await import("./cluster.js")).clusterCommands],
  [["items"], async () => (await import("./items.js")).itemsCommands],
  [["narratives"], async () => (await import("./narratives.js")).narrativesCommands],
  [["tests"], async () => (await import("./tests.js")).testsCommands],
  [["sql", "cache"], async () => (await import("./store.js")).storeCommands],
  [["points"], async () => (await import("./points.js")).pointsCommands],
  [["samples"], async () => (await import("./samples.js")).samplesCommands],
  [["export"], async () => (await import("./export.js")).exportCommands],
  [["archive"], async () => (await import("./archive.js")).archiveCommands],
  [["import"], async () => (await import("./importResults.js")).importCommands],
  [["score"], async () => (await import("./score.js")).scoreCommands],
  [["analyze"], async () => (await import("./analyze.js")).analyzeCommands],
  [["irt"], async () => (await import("./irt.js")).irtCommands],
  [["adaptive"], async () => (await import("./adaptive.js")).adaptiveCommands],
  [["human"], async () => (await import("./human.js")).humanCommands],
  [["claims"], async () => (await import("./claims.js")).claimsCommands],
  [["contamination"], async () => (await import("./contamination.js")).contaminationCommands],
  [["gate"], async () => (await import("./gate.js")).gateCommands],
  [["judge"], async () => (await import("./judge.js")).judgeCommands],
  [["extraction"], async () => (await import("./extraction.js")).extractionCommands],
  [SITE, async () => (await import("./site.js")).siteCommands],
  [["report", "zen"], async () => (await import("./report.js")).reportCommands],
  [["new"], async () => (await import("./new.js")).newCommands],
  [["docs"], async () => (await import("./docs.js")).docsCommands]
];

const program = new Command("reasonbook")
  .description("A workbook for people who measure how well language models reason.")
  .exitOverride()
  .showSuggestionAfterError()
  .configureOutput({
    // the value of an unknown option may be a key: "--api-key=…"
    outputError: (text, write) =>
      write(
        text
          .replace(/^error: /, "")
          .replace(/(unknown option '[^'=]*)=[^']*'/, "$1'")
          .replace(/\n\(Did you mean (.+?)\?\)/, "; did you mean $1?")
      )
  });
const asked = GROUPS.find(([names]) => names.includes(process.argv[2] ?? ""));
for (const [, group] of asked ? [asked] : GROUPS) (await group())(program);
for (const command of program.commands) command.exitOverride().showSuggestionAfterError();

// A reader that closes the pipe (`| head`) ends other commands, but not a run, whose answers are paid for.
process.stdout.on("error", error => {
  if (underWay()) return;
  if ((error as NodeJS.ErrnoException).code === "EPIPE") process.exit(0);
  throw error;
});
process.stderr.on("error", () => {}); // stderr has been closed, so that nothing can be reported

try {
  const broken = brokenLinks();
  if (broken !== null && SITE.includes(process.argv[2] ?? "")) throw new UserError(broken);
  if (broken !== null) process.stderr.write(`warning: ${broken}\n`);
  program.hook("preAction", async () => {
    const command = process.argv[2] ?? "";
    if (!WITHOUT_OWN.includes(command)) await bringOwn({golden: command !== "tests"}); // whoever changes a question looks at it there
  });
  await program.parseAsync();
} catch (error) {
  process.exitCode = fail(error);
}

function fail(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof Interrupted) {
    process.stderr.write(`${error.message}\n`);
    return 130;
  }
  if (error instanceof UserError) {
    process.stderr.write(`${error.message}\n`);
    return 2;
  }
  const damaged = damagedFile(error instanceof Error ? error.message : String(error));
  if (damaged !== null) {
    process.stderr.write(
      `${damaged || "a table"} is damaged; delete it, and npm run run recreates it from the cache without asking again\n`
    );
    return 1;
  }
  const message = keysIn(process.env).reduce(redacted, error instanceof Error ? error.message : String(error));
  process.stderr.write(`${oneLine(message, {longest: 2_000})}\n`);
  if (process.env.REASONBOOK_DEBUG && error instanceof Error) process.stderr.write(`${error.stack}\n`);
  return 1;
}

/** Values of environment variables whose names suggest that they are keys. */
function keysIn(env: NodeJS.ProcessEnv): string[] {
  return Object.entries(env).flatMap(([name, value]) => (value && namesSecret(name) ? [value] : []));
}
