// Damaged tables of a store: one sentence that names the file and a way out that works.
import {readFileSync, rmSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {expect, test} from "vitest";
import {workbook} from "../workbook.js";

test("a cut, empty, foreign or flipped points.parquet is one sentence, and deleting it and running again makes it anew without asking", async () => {
  await using book = await workbook();
  const run = ["run", "--limit", "8"];
  expect((await book.command(...run)).code).toBe(0);
  const whole = await book.tableHashes();
  const file = join(book.root, "data/store/points.parquet");
  const good = readFileSync(file);
  const damages = [
    Buffer.alloc(0),
    Buffer.from("no parquet here"),
    good.subarray(0, good.length >> 1),
    Buffer.from(good).fill(0x5a, 300, 420)
  ];
  for (const bytes of damages) {
    writeFileSync(file, bytes);
    const {code, stderr} = await book.command("analyze", "evals");
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^\S*points\.parquet is damaged; delete it, and npm run run recreates it from the cache without asking again\n$/
    );
  }
  rmSync(file);
  const again = await book.command(...run);
  expect(again.code, again.stderr).toBe(0);
  expect(again.stderr).toMatch(/ 0 asked/);
  expect(await book.tableHashes()).toEqual(whole);
});
