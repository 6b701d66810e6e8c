// Texts of the user's own as backgrounds: what is read, what is refused in one line, what identifies a test.
import {mkdir, mkdtemp, rm, symlink, truncate, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {dirname, join} from "node:path";
import {encode} from "gpt-tokenizer/encoding/o200k_base";
import {afterAll, beforeAll, describe, expect, test} from "vitest";
import {bookHash, readBook} from "../../../pipelines/book/read.node.js";
import type {Book} from "../../../pipelines/book/types.js";
import {backgroundOf, leftOutOf} from "../../../pipelines/generate/background/sources.node.js";
import {passagesIn} from "../../../pipelines/generate/background/split.js";
import {manifoldOf, testAt} from "../../../pipelines/generate/manifold.node.js";
import {tasks} from "../../../pipelines/generate/registry.node.js";
import type {Test} from "../../../pipelines/generate/task.js";

/** English prose of so many sentences without a word of any question, each of which says its number. */
const prose = (sentences: number, {ends = "\n"} = {}): string =>
  Array.from(
    {length: sentences},
    (_, i) =>
      `The clerk wrote down entry ${i} of the long register, and nobody who lived by the river asked why.${i % 5 === 4 ? ends + ends : ends}`
  ).join("");

let root: string;
const data = (name: string) => join(root, "data", name);
async function write(name: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(data(name)), {recursive: true});
  await writeFile(data(name), content);
}
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "backgrounds-"));
  await write(
    "book.yaml",
    "suite: suites/s.yaml\nmodels: [models/m.yaml]\ntemplate: templates/t.yaml\nsampler: samplers/g.yaml\n"
  );
  await write("models/m.yaml", 'id: m\nendpoint: "reference:"\n');
  await write("templates/t.yaml", "{}\n");
  await write("samplers/g.yaml", "{}\n");
  await write("backgrounds/register.txt", prose(400));
});
afterAll(() => rm(root, {recursive: true}));

const bookWith = async (params: string, more = ""): Promise<Book> => {
  await write("suites/s.yaml", `tasks:\n  - task: facts\n    params: ${params}\n${more}`);
  return readBook(undefined, {root});
};
const pointsIn = ({suites, seed}: Book) => manifoldOf(suites, {seed});
/** The first tests of each point. */
async function testsOf(params: string): Promise<Test[]> {
  return pointsIn(await bookWith(params)).flatMap(point => [0, 1].map(i => testAt(point, tasks.get("facts")!, i)));
}

describe("a text as background", () => {
  test("surrounds the facts within the length that is asked for, from its beginning", async () => {
    for (const {prompt} of await testsOf("{background: backgrounds/register.txt, context_tokens: [1500, 6000]}"))
      expect(prompt).toContain("The clerk wrote down entry 0 of the long register");
    for (const {prompt, params} of await testsOf("{background: backgrounds/register.txt, context_tokens: [1500, 6000]}")) {
      const wanted = params.context_tokens as number;
      expect(Math.abs(encode(prompt).length - wanted)).toBeLessThanOrEqual(0.02 * wanted);
    }
  });

  test("is identified by what it says: equal text elsewhere gives the same tests, a changed one others about the same facts", async () => {
    const params = (file: string) => `{background: ${file}, context_tokens: 2000}`;
    const here = await testsOf(params("backgrounds/register.txt"));
    await write("other/copy.md", `\uFEFF${prose(400, {ends: "\r\n"})}`);
    expect(await testsOf(params("other/copy.md"))).toEqual(here);
    const before = bookHash(await bookWith(params("backgrounds/register.txt")));
    await write("other/copy.md", prose(400).replace("entry 7 ", "entry seven "));
    const changed = await testsOf(params("other/copy.md"));
    expect(bookHash(await bookWith(params("other/copy.md")))).not.toBe(before);
    for (const [i, each] of changed.entries()) {
      expect(each.item_id).not.toBe(here[i]!.item_id);
      expect(each.pair_id).toBe(here[i]!.pair_id);
      expect(each.expected).toBe(here[i]!.expected);
    }
  });

  test("may be several files, an axis beside built-in ones, and named by a tier", async () => {
    await write("many/a.txt", prose(3));
    await write("many/b.txt", `${prose(300)}The end of the second file came late in the evening of that day.`);
    const book = await bookWith(
      "{background: [stories, many/*.txt], context_tokens: 2000}",
      "    tiers: {own: {background: many/*.txt}, built-in: {background: [stories, king-james]}}\n"
    );
    expect(pointsIn(book).map(({params, tiers}) => [String(params.background).slice(0, 5), tiers])).toEqual([
      ["stori", ["built-in"]],
      ["text-", ["own"]]
    ]);
    expect(book.backgrounds!.map(({name}) => name)).toEqual(["many/*.txt"]);
    const {passages} = backgroundOf(book.backgrounds![0]!.id, {tokens: Infinity, tokenizer: "o200k"});
    expect(passages.at(-1)).toBe("The end of the second file came late in the evening of that day.");
  });

  test("leaves out passages with a word or a code of questions, and says how many", async () => {
    const filler = `${"The rain fell on the roofs of the old town, and the carts stood in the yard until the morning. ".repeat(2)}\n\n`;
    const named = ["Zofia went to the cinema.", "An Umbrella stood there.", "The code KD2041 was on it."];
    await write("named.txt", named.map(sentence => `${filler}${sentence} ${filler}`).join(""));
    const {backgrounds = []} = await bookWith("{background: named.txt}");
    const {passages} = backgroundOf(backgrounds[0]!.id, {tokens: Infinity, tokenizer: "o200k"});
    expect(passages.join(" ")).not.toMatch(/Zofia|Umbrella|KD2041/u);
    expect(leftOutOf(backgrounds)).toEqual([
      `background named.txt: 3 of ${passages.length + 3} passages left out, which hold an answer, a name or a code of questions`
    ]);
    expect(leftOutOf((await bookWith("{background: backgrounds/register.txt}")).backgrounds!)).toEqual([]);
  });

  test("is read no further than is asked for", async () => {
    await write("long.txt", prose(30_000));
    const {backgrounds = []} = await bookWith("{background: long.txt}");
    const {passages} = backgroundOf(backgrounds[0]!.id, {tokens: 1_000, tokenizer: "cl100k"});
    expect(passages.length).toBeLessThan(1_000);
    expect(backgroundOf(backgrounds[0]!.id, {tokens: 300_000, tokenizer: "cl100k"}).passages.slice(0, 100)).toEqual(
      passages.slice(0, 100)
    );
  });
});

describe("what is refused, in one line with its place", () => {
  const place = "data/suites/s.yaml:3:";
  const refusal = async (params: string): Promise<string> => {
    const error = await bookWith(params)
      .then(pointsIn)
      .catch((error: Error) => error);
    expect((error as Error).name).toBe("UserError");
    expect((error as Error).message).not.toContain("\n");
    return (error as Error).message;
  };

  test.each([
    [
      "broken.txt",
      Buffer.concat([Buffer.from("Good mörning. "), Buffer.from([0xe9, 0x20])]),
      /is not UTF-8: byte 15 \(0xe9\) belongs to no character/
    ],
    ["cut.txt", Buffer.from("Good mörning ö").subarray(0, -1), /is not UTF-8: byte 14 \(0xc3\)/],
    ["first.txt", Buffer.from([0xff, 0x41]), /is not UTF-8: byte 0 \(0xff\)/],
    ["utf16.txt", Buffer.from("\uFEFFGood morning.", "utf16le"), /is UTF-16; save it as UTF-8$/],
    ["picture.txt", Buffer.from([0x50, 0x4e, 0, 0x47]), /is not text: byte 2 is 0$/],
    ["empty.txt", Buffer.from("\uFEFF \r\n"), /background "empty.txt" has no text$/]
  ])("%s", async (name, bytes, message) => {
    await write(name, bytes);
    const told = await refusal(`{background: ${name}, context_tokens: 2000}`);
    expect(told).toMatch(message);
    expect(told.startsWith(`${place}26 background `)).toBe(true);
  });

  test("a text that is shorter than what is asked for", async () => {
    await write("short.txt", `${prose(30)}\n\nKwame left.`);
    expect(await refusal("{background: short.txt, context_tokens: [0, 4000]}")).toMatch(
      /^data\/suites\/s\.yaml:2:5 the background short\.txt has \d+ tokens by o200k, 1 passage with words of questions left out; give fewer, or background: stories /
    );
  });

  test("files that are not there, outside of the data, or too large", async () => {
    await writeFile(join(root, "secret.txt"), prose(10));
    await symlink(join(root, "secret.txt"), data("link.txt"));
    await write("large.txt", "A word. ");
    await truncate(data("large.txt"), 2 ** 30);
    expect(await refusal("{background: backgrounds/registre.txt}")).toBe(
      `${place}26 no file "backgrounds/registre.txt"; did you mean "register.txt"?`
    );
    expect(await refusal("{background: ../secret.txt}")).toMatch(/path "\.\.\/secret\.txt" leads outside/);
    expect(await refusal("{background: /etc/passwd.}")).toMatch(/leads outside/);
    expect(await refusal("{background: link.txt}")).toMatch(/leads outside/);
    expect(await refusal("{background: large.txt}")).toBe(
      `${place}26 background "large.txt" has 1024 MB, and may have 64; name fewer or smaller files`
    );
    expect(await refusal("{background: backgrounds/}")).toMatch(/no file "backgrounds\/"/);
  });

  test("names of no background, and ids of texts that no suite names", async () => {
    expect(await refusal("{background: storys}")).toBe(`${place}26 background: no background "storys"; did you mean "stories"?`);
    expect(await refusal("{background: walden}")).toMatch(/there are stories, king-james, and text files such as \.\/name\.txt$/);
    expect(await refusal("{background: text-0123456789abcdef}")).toMatch(
      /the text text-0123456789abcdef is not at hand; name its file in a suite of the book/
    );
  });
});

describe("passages", () => {
  test("end where sentences do, whatever breaks the lines, and lose nothing", () => {
    const text = `THE FIRST\nCHAPTER\n\n${prose(50)}"Is it late?" he asked. «Oui.» And so on\n\nuntil the end…\n\nof all`;
    const passages = passagesIn(text);
    expect(passages.join(" ")).toBe(text.replace(/\s+/gu, " "));
    for (const passage of passages.slice(0, -1)) expect(passage).toMatch(/[.!?…]["»]?$/u);
  });

  test("of a text without any sentence are cut at blanks, else between characters", () => {
    const words = "lorem ".repeat(2_000).trim();
    expect(passagesIn(words).join(" ")).toBe(words);
    const faces = "😀".repeat(3_000);
    const cut = passagesIn(`x${faces}`);
    expect(cut.join("")).toBe(`x${faces}`);
    for (const passage of [...cut, ...passagesIn(words)]) {
      expect(passage.length).toBeLessThanOrEqual(1_000);
      expect(Buffer.from(passage).toString()).toBe(passage);
    }
    expect(passagesIn(" \n\n ")).toEqual([]);
  });
});
