// A bank of a test's own questions, imported by the command, and asked by a suite beside one built-in task.
import {writeFileSync} from "node:fs";
import {join} from "node:path";
import {expect} from "vitest";
import type {Ended, Workbook} from "./workbook.js";

/** One small point of a built-in task, since a book of banks alone has no score. */
const TASK = "  - {task: boolean, params: {length: 6}, tiers: {easy: {length: 6}}}\n";

/** A suite of the built-in task and banks. */
export const suiteOf = (...banks: string[]): string => `tasks:\n${TASK}${banks.map(name => `  - bank: ${name}\n`).join("")}`;

/** Imports questions, in MMLU's layout unless another is named, which must succeed. @param more further options of the command */
export async function importQuestions(
  book: Pick<Workbook, "root" | "command">,
  {
    name,
    questions,
    layout = "mmlu",
    more = []
  }: {name: string; questions: readonly object[]; layout?: string; more?: readonly string[]}
): Promise<Ended> {
  writeFileSync(join(book.root, `${name}.jsonl`), questions.map(each => JSON.stringify(each)).join("\n"));
  const imported = await book.command("items", "import", `${name}.jsonl`, "--layout", layout, "--name", name, ...more);
  expect(imported.code, imported.stderr).toBe(0);
  return imported;
}
