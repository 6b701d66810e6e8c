import {mkdir, rename} from "node:fs/promises";
import {join} from "node:path";
import {expect, test} from "vitest";
import {workbook} from "../workbook.js";

test("a store is the same in any folder: written, written again, asked, exported and scored", async () => {
  await using book = await workbook();
  const plain = "plain";
  const named = "model=abc/base_task=x/template=y/sampler=z/q[1] {a}*b? 'c' #%41/s";
  await mkdir(join(book.root, "model=abc/base_task=x/template=y/sampler=z/q1 {a}xbx 'c' #%41"), {recursive: true});
  const run = async (...words: string[]) => {
    const {code, stdout, stderr} = await book.command(...words);
    expect(code, stderr).toBe(0);
    return stdout.replaceAll(named, plain);
  };
  for (const samples of ["16", "24"]) {
    for (const store of [plain, named]) await run("run", "--out", store, "--samples", samples, "--no-history");
    expect(await book.tableHashes(named)).toEqual(await book.tableHashes(plain));
  }
  const asked = ["sql", "--json", "select model, base_task, template, count(*) n from points group by all order by all"];
  expect(await run(...asked, "--store", named)).toBe(await run(...asked, "--store", plain));
  expect(await run(...asked, "--store", named)).not.toContain("abc");
  for (const store of [plain, named]) {
    await run("score", "--store", store, "--out", `${store}-scored`);
    await run("export", "--store", store, "--format", "parquet", "--out", `${store}-exported`);
    await run("export", "--store", store, "--partitioned", `${store}-parts`);
  }
  expect(await book.tableHashes(`${named}-scored`)).toEqual(await book.tableHashes(`${plain}-scored`));
  await rename(join(book.root, "model=abc"), join(book.root, "moved"));
  expect(await book.tableHashes(named.replace("model=abc", "moved"))).toEqual(await book.tableHashes(plain));
});
