// Page SQL opens every table that is published as Parquet.
import {readdirSync, readFileSync} from "node:fs";
import {expect, test} from "vitest";

test("every loader of a Parquet table has its line, and every line its loader", () => {
  const published = readdirSync("loaders").flatMap(name => /^(\w+)\.parquet\.ts$/.exec(name)?.[1] ?? []);
  const lines = readFileSync("src/components/sql/everyTable.ts", "utf8").matchAll(
    /^ {2}(\w+): FileAttachment\("\.\.\/\.\.\/data\/(\w+)\.parquet"\)/gm
  );
  const listed = [...lines].map(([, name, file]) => {
    expect(name).toBe(file);
    return name;
  });
  expect(listed.toSorted()).toEqual(published.toSorted());
});
