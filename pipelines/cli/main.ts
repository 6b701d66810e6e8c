// The command line. Exit codes: 0 done, 1 failed, 2 the user's mistake, 3 stopped by a budget, 130 interrupted.
import {resolve} from "node:path";
import {withIo} from "../io/current.node.js";
import type {Io} from "../io/io.js";
import {catalog} from "./catalog.js";
import {helpText} from "./helpText.js";

/** Commands of another folder wait for this, since a process has one working folder. */
let folderInUse: Promise<unknown> = Promise.resolve();

/**
 * Runs a command: `main(["run", "--limit", "10"], io)`. Relative paths are paths in `io.cwd`, which becomes the working folder of the process
 * for that time; commands of different folders therefore run one after the other.
 * @returns the exit code
 */
export async function main(argv: readonly string[], io: Io): Promise<number> {
  const rest = argv.filter(word => word !== "--all");
  if (rest.length === 0 || (rest.length === 1 && ["--help", "-h", "help"].includes(rest[0]!))) {
    io.stdout.write(helpText(catalog, {all: rest.length < argv.length}));
    return 0;
  }
  const execute = async () => (await import("./execute.js")).execute(argv, io);
  return withIo(io, () => (io.cwd === resolve(".") ? execute() : inFolder(io.cwd, execute)));
}

async function inFolder(folder: string, work: () => Promise<number>): Promise<number> {
  const turn = folderInUse.then(async () => {
    const before = resolve(".");
    process.chdir(folder);
    try {
      return await work();
    } finally {
      process.chdir(before);
    }
  });
  folderInUse = turn.catch(() => {});
  return turn;
}
