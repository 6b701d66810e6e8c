// The task and the scorer of docs/add-a-task.md, as a reader would copy them.
import {readFileSync} from "node:fs";

const document = readFileSync(new URL("../../docs/add-a-task.md", import.meta.url), "utf8");

/** A block of code of the document, by the file that its first line names. */
function exampleOf(file: string): string {
  const found = [...document.matchAll(/^```ts\n(\/\/ (\S+?): [^\n]*\n[\s\S]*?)^```/gm)].find(([, , name]) => name === file);
  if (!found) throw new Error(`docs/add-a-task.md has no ${file}`);
  return found[1]!;
}

export const ROMAN = exampleOf("data/tasks/roman.ts");
export const NUMERAL = exampleOf("data/scorers/numeral.ts");
