import {existsSync} from "node:fs";
import {mkdtemp, readFile, rm, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {expect, onTestFinished, test} from "vitest";
import {readBook} from "../../pipelines/book/read.node.js";
import {command, stubServer} from "../workbook.js";

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "reasonbook-init-"));
  onTestFinished(() => rm(folder, {recursive: true, force: true}));
  return folder;
}

test("a workbook is made with a book that is read, in a folder whose package.json keeps its fields", async () => {
  const folder = await emptyFolder();
  const manifest = join(folder, "mine", "package.json");
  expect((await command(["init", "mine"], folder)).stdout).toMatch(
    /next:\n {4}cd mine\n {4}npm install --ignore-scripts\n {4}npx reasonbook start\n$/u
  );
  expect(JSON.parse(await readFile(manifest, "utf8"))).toMatchObject({name: "mine", private: true, type: "module"});
  const {models, suites} = await readBook(undefined, {root: join(folder, "mine")});
  expect([models.length, suites.length]).toEqual([3, 1]);
  await writeFile(join(folder, "package.json"), JSON.stringify({name: "other", version: "1.2.3", scripts: {build: "make"}}));
  expect((await command(["init"], folder)).code).toBe(0);
  expect(JSON.parse(await readFile(join(folder, "package.json"), "utf8"))).toMatchObject({
    name: "other",
    version: "1.2.3",
    scripts: {build: "make", start: "reasonbook start"}
  });
});

test("nothing is overwritten, and nothing is written if a file is there", async () => {
  const folder = await emptyFolder();
  await writeFile(join(folder, ".gitignore"), "mine\n");
  expect(await command(["init"], folder)).toMatchObject({
    code: 2,
    stderr: ".gitignore: there already; init overwrites nothing; name another folder\n"
  });
  expect(existsSync(join(folder, "package.json"))).toBe(false);
});

test("an ask of a folder without a workbook is taken over with its answers, which are not asked again", async () => {
  await using stub = await stubServer(() => "Answer: 4");
  const folder = await emptyFolder();
  await writeFile(join(folder, "sums.csv"), "question,answer\nWhat is 2 + 2?,4\nWhat is 1 + 2?,3\n");
  const words = ["ask", "sums.csv", "--base-url", stub.url, "--model", "m"];
  const before = await command(words, folder);
  expect(before.code, before.stderr).toBe(0);
  expect((await command(["init"], folder)).stdout).toContain("npx reasonbook init --from reasonbook-asks/sums");
  expect((await command(["init", "--from", "reasonbook-asks/sums"], folder)).code).toBe(0);
  const repeated = await command(words, folder);
  expect(repeated.code, repeated.stderr).toBe(0);
  const resultOf = (text: string) => text.split("\n")[0];
  expect(resultOf(repeated.stdout)).toBe(resultOf(before.stdout));
  expect(repeated.stdout).toContain("data/store/asks/sums");
  expect(stub.requests.length).toBe(2);
  expect((await command(["init", "--from", "reasonbook-asks/sums"], folder)).code).toBe(2);
});
