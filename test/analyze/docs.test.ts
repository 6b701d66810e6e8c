import {readFileSync} from "node:fs";
import {expect, test} from "vitest";
import {commands} from "../../pipelines/analyze/registry.js";

const sections = new Map(
  readFileSync("docs/analyze.md", "utf8")
    .split(/^## /m)
    .slice(1)
    .map(text => [text.slice(0, text.indexOf("\n")), text])
);

test("every word has its section, in the order of the help", () => {
  expect([...sections.keys()]).toEqual([...commands.keys()]);
});

test.each(
  [...commands.values()].map(word => [word.name, word] as const)
)("%s: the example has the columns of the output, and options that exist", (name, word) => {
  const text = sections.get(name)!;
  const [, example] = /^```\n([\s\S]*?)\n```$/m.exec(text)!;
  const [row] = JSON.parse(example!.replace(/, …\]$/, "]")) as object[];
  expect(Object.keys(row!)).toEqual(Object.keys(word.row.shape));
  const [prose, command] = text.split("    npm run -s analyze -- ");
  expect(command).toMatch(new RegExp(`^${name} .*--format json`));
  const flags = [...prose!.matchAll(/`--([a-z]+)/g)].map(match => match[1]!);
  const known = [...Object.keys(word.options.shape), "task", "suite", "tier", "surface", "projection"];
  for (const flag of flags) expect(known, flag).toContain(flag);
  if (text.includes("Options as for")) return;
  for (const option of Object.keys(word.options.shape)) expect(text, `--${option} is described`).toContain(`--${option}`);
});
