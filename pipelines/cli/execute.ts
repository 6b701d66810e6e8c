// Runs one command: loads its module, reads its options, and turns errors into messages and exit codes.
import {Command, CommanderError} from "commander";
import {namesSecret} from "../book/secret.js";
import {loadUserExtensions} from "../extend/own.node.js";
import {oneLine} from "../infer/failure.js";
import {redacted} from "../infer/redact.js";
import type {Io} from "../io/io.js";
import {UserError} from "../rows/error.js";
import {didYouMean} from "../rows/nearest.js";
import {errorsInOrder} from "../rows/suppressed.js";
import {Interrupted} from "../run/interrupt.js";
import {damagedFile} from "../store/damaged.js";
import {type CatalogEntry, catalog} from "./catalog.js";
import type {AnyCommand} from "./command.js";
import {brokenLinks} from "./links.js";

/** Runs the command that `argv` names. Returns the exit code. */
export async function execute(argv: readonly string[], io: Io): Promise<number> {
  let code = 0;
  try {
    const entry = catalog.find(({name}) => name === argv[0]);
    if (!entry) {
      const name = argv[0] ?? "";
      const names = catalog.map(each => each.name);
      throw new UserError(
        `unknown command '${name}'${didYouMean(name, names) || "; reasonbook --help --all lists the commands"}`
      );
    }
    const broken = brokenLinks();
    if (broken !== null && entry.needsSite) throw new UserError(broken);
    if (broken !== null) io.stderr.write(`warning: ${broken}\n`);
    const program = await programOf(entry, io, ended => {
      code = ended;
    });
    program.hook("preAction", async () => {
      // Golden vectors are not checked for `tests`: a user who changes a question reads it there.
      if (!entry.isIndependent) await loadUserExtensions({golden: entry.name !== "tests"});
    });
    await program.parseAsync([...argv], {from: "user"});
    return code;
  } catch (error) {
    return failureCode(error, io);
  }
}

async function programOf(entry: CatalogEntry, io: Io, end: (code: number) => void): Promise<Command> {
  const program = new Command("reasonbook").configureOutput({
    writeOut: text => io.stdout.write(text),
    writeErr: text => io.stderr.write(text),
    // the value of an unknown option may be a key: "--api-key=…"
    outputError: (text, write) =>
      write(
        text
          .replace(/^error: /, "")
          .replace(/(unknown option '[^'=]*)=[^']*'/, "$1'")
          .replace(/\n\(Did you mean (.+?)\?\)/, "; did you mean $1?")
      )
  });
  program.exitOverride().showSuggestionAfterError();
  const {commands} = await entry.load();
  addCommands(program, {entry, commands, io, end});
  return program;
}

/** Adds the commands of an entry: itself, or those of two or three words under it. */
function addCommands(
  program: Command,
  {entry, commands, io, end}: {entry: CatalogEntry; commands: readonly AnyCommand[]; io: Io; end: (code: number) => void}
): void {
  const groups = new Map([["", program]]);
  const groupOf = (words: readonly string[]): Command => {
    const key = words.join(" ");
    const known = groups.get(key);
    if (known) return known;
    const made = groupOf(words.slice(0, -1))
      .command(words.at(-1)!)
      .description(words.length === 1 ? entry.summary : "");
    groups.set(key, made);
    return made;
  };
  for (const each of commands.filter(({name}) => name.split(" ")[0] === entry.name))
    each.addTo(groupOf(each.name.split(" ").slice(0, -1)), io, end);
  const defaults = commands.filter(each => each.isDefault).map(({name}) => name.split(" ").slice(0, -1).join(" "));
  for (const [key, group] of groups) if (key !== "" && !defaults.includes(key)) refuseOthers(key, group);
}

/** Makes a command that has only subcommands name them where the word after it is none of them. */
function refuseOthers(name: string, group: Command): void {
  group
    .usage("<subcommand> [options]")
    .argument("[subcommand]")
    .allowUnknownOption()
    .allowExcessArguments()
    .action((word?: string) => {
      const names = group.commands.map(each => each.name());
      if (word === undefined || word.startsWith("-")) throw new UserError(`${name} needs a subcommand: ${names.join(", ")}`);
      throw new UserError(`unknown subcommand "${word}"${didYouMean(word, names) || `; expected one of: ${names.join(", ")}`}`);
    });
}

/** Prints an error, then those of the disposal that it led to, each in one line. Returns the exit code of the first. */
async function failureCode(failure: unknown, io: Io): Promise<number> {
  const [first, ...others] = errorsInOrder(failure);
  const {code, text} = await failureOf(first, io);
  if (text !== null) io.stderr.write(`${text}\n`);
  const disposalTexts = new Set(await Promise.all(others.map(async error => (await failureOf(error, io)).text)));
  for (const each of disposalTexts) if (each !== null && each !== text) io.stderr.write(`also, while ending: ${each}\n`);
  if (io.env.REASONBOOK_DEBUG && failure instanceof Error && code === 1) io.stderr.write(`${failure.stack}\n`);
  return code;
}

/** The exit code and message of an error; a message of null is printed already. */
async function failureOf(error: unknown, io: Io): Promise<{code: number; text: string | null}> {
  if (error instanceof CommanderError) return {code: error.exitCode === 0 ? 0 : 2, text: null};
  if (error instanceof Interrupted) return {code: 130, text: error.message};
  if (error instanceof UserError) return {code: 2, text: error.message};
  const message = error instanceof Error ? error.message : String(error);
  const damaged = damagedFile(message);
  if (damaged !== null) return {code: 2, text: await (await import("../store/mending.node.js")).damagedText(damaged)};
  return {code: 1, text: oneLine(keysIn(io.env).reduce(redacted, message), {longest: 2_000})};
}

/** Values of environment variables whose names suggest that they are keys. */
const keysIn = (env: Io["env"]): string[] =>
  Object.entries(env).flatMap(([name, value]) => (value && namesSecret(name) ? [value] : []));
