// Brings what is the user's own into a command, a thread or a loader: where there is nothing, nothing is loaded.
import {readdir} from "node:fs/promises";
import {join, resolve} from "node:path";
import {FOLDER} from "../book/folder.js";
import {knowOwnScorers} from "../book/ownScorers.js";

/** Whether this process has brought any before, which another folder need not have. */
let brought = false;

/**
 * Finds the tasks and scorers of data/tasks and data/scorers, checks them and registers them, in place of those that were there. To be called
 * before the book is read. Throws a UserError that names file and fault.
 * @param golden whether tasks must still be what their golden vectors say
 */
export async function loadUserExtensions({folder = resolve(FOLDER), golden = true} = {}): Promise<void> {
  const [tasks, scorers] = await Promise.all(["tasks", "scorers"].map(name => filesIn(join(folder, name))));
  if (tasks!.length + scorers!.length === 0 && !brought) return knowOwnScorers(new Map());
  brought = true;
  const {registerOwn} = await import("./load.node.js");
  await registerOwn({tasks: tasks!, scorers: scorers!}, {golden});
}

/** Files of TypeScript in a folder, sorted. Tests are none, nor are files with `_` in front, which others may import. */
async function filesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [] as string[]);
  return names
    .filter(name => name.endsWith(".ts") && !/\.(?:test|d)\.ts$|^[._]/u.test(name))
    .sort()
    .map(name => join(folder, name));
}
