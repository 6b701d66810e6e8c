// Words of `irt`, run in this process: what they print, and how they end.
import {mkdtempSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {Command} from "commander";
import {vi} from "vitest";
import {irtCommands} from "../../../pipelines/cli/irt.js";
import type {Responses} from "../../../pipelines/studies/irt/item.js";

/** What the command writes to stdout; what it throws is thrown on. */
export async function irt(...args: string[]): Promise<string> {
  const program = new Command();
  irtCommands(program);
  const quiet = {writeOut() {}, writeErr() {}, outputError() {}};
  for (const command of [program, ...program.commands, ...program.commands.flatMap(each => each.commands)])
    command.exitOverride().configureOutput(quiet);
  let text = "";
  const out = vi.spyOn(process.stdout, "write").mockImplementation(chunk => {
    text += String(chunk);
    return true;
  });
  const err = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  try {
    await program.parseAsync(["irt", ...args], {from: "user"});
  } finally {
    out.mockRestore();
    err.mockRestore();
  }
  return text;
}

/** A folder for a test's files, which goes when the test file ends. */
export function folderOf(name: string, after: (end: () => void) => void) {
  const folder = mkdtempSync(join(tmpdir(), `${name}-`));
  after(() => rmSync(folder, {recursive: true}));
  const given = (file: string, text: string): string => {
    writeFileSync(join(folder, file), text);
    return join(folder, file);
  };
  return {folder, given};
}

/** A matrix as CSV; 2 is missing. */
export const csvOf = ({persons, items, cells}: Responses): string =>
  [
    ["model", ...items],
    ...persons.map((id, i) => [
      id,
      ...Array.from(cells.subarray(i * items.length, (i + 1) * items.length), c => (c > 1 ? "" : c))
    ])
  ]
    .map(line => line.join())
    .join("\n");
