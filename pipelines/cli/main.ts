// The command line. Exit codes: 0 done, 1 failed, 2 the user's mistake, 3 stopped by a budget, 130 interrupted.
import {resolve} from "node:path";
import {withIo} from "../io/current.node.js";
import type {Io} from "../io/io.js";
import {guardTerminal} from "../io/terminal.js";
import {catalog} from "./catalog.js";
import {helpText} from "./helpText.js";

/** The working folder while commands run, and how many of them: a process has one, so that commands of other folders wait. */
const inUse = {folder: "", commands: 0, ended: Promise.resolve(), leave() {}};

/**
 * Runs a command: `main(["run", "--limit", "10"], io)`. Relative paths are paths in `io.cwd`, which becomes the working folder of the process
 * for that time; commands of different folders therefore run one after the other.
 * @returns the exit code
 */
export async function main(argv: readonly string[], surroundings: Io): Promise<number> {
  const io = {...surroundings, stdout: guardTerminal(surroundings.stdout), stderr: guardTerminal(surroundings.stderr)};
  const rest = argv.filter(word => word !== "--all");
  if (rest.length === 0 || (rest.length === 1 && ["--help", "-h", "help"].includes(rest[0]!))) {
    io.stdout.write(helpText(catalog, {all: rest.length < argv.length}));
    return 0;
  }
  if (argv.length === 1 && ["--version", "-V"].includes(argv[0]!)) {
    io.stdout.write(`${(await (await import("../store/version.node.js")).projectVersion()).version}\n`);
    return 0;
  }
  return withIo(io, () => inFolder(io.cwd, async () => (await import("./execute.js")).execute(argv, io)));
}

async function inFolder(folder: string, work: () => Promise<number>): Promise<number> {
  while (inUse.commands > 0 && inUse.folder !== folder) await inUse.ended;
  if (inUse.commands === 0) enter(folder);
  inUse.commands++;
  try {
    return await work();
  } finally {
    inUse.commands--;
    if (inUse.commands === 0) inUse.leave();
  }
}

/** Makes the folder the working folder until `inUse.leave` is called. */
function enter(folder: string): void {
  const before = resolve(".");
  if (folder !== before) process.chdir(folder);
  inUse.folder = folder;
  inUse.ended = new Promise(ended => {
    inUse.leave = () => {
      if (folder !== before) process.chdir(before);
      ended();
    };
  });
}
