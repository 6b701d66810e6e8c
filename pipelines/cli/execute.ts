// Runs one command: loads its module, reads its options, and turns errors into messages and exit codes.
import {Command, CommanderError} from "commander";
import {UserError} from "../book/error.js";
import {didYouMean} from "../book/nearest.js";
import {namesSecret} from "../book/secret.js";
import {bringOwn} from "../extend/own.node.js";
import {oneLine} from "../infer/failure.js";
import {redacted} from "../infer/redact.js";
import type {Io} from "../io/io.js";
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
      if (!entry.isIndependent) await bringOwn({golden: entry.name !== "tests"});
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

function failureCode(error: unknown, io: Io): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof Interrupted || error instanceof UserError) {
    io.stderr.write(`${error.message}\n`);
    return error instanceof Interrupted ? 130 : 2;
  }
  const damaged = damagedFile(error instanceof Error ? error.message : String(error));
  if (damaged !== null) {
    io.stderr.write(
      `${damaged || "a table"} is damaged; delete it, and npm run run recreates it from the cache without asking again\n`
    );
    return 1;
  }
  const message = keysIn(io.env).reduce(redacted, error instanceof Error ? error.message : String(error));
  io.stderr.write(`${oneLine(message, {longest: 2_000})}\n`);
  if (io.env.REASONBOOK_DEBUG && error instanceof Error) io.stderr.write(`${error.stack}\n`);
  return 1;
}

/** Values of environment variables whose names suggest that they are keys. */
const keysIn = (env: Io["env"]): string[] =>
  Object.entries(env).flatMap(([name, value]) => (value && namesSecret(name) ? [value] : []));
