// Loaders are one text under the name of each published table.
import {readdirSync, readFileSync} from "node:fs";
import {join} from "node:path";
import {expect, test} from "vitest";
import {fileOf, LOADERS} from "../../pipelines/store/publish.js";
import {tables} from "../../pipelines/store/tables.js";
import {studyTables} from "../../pipelines/studies/registry.js";

test("every table has its loader, and all loaders are the same text", () => {
  const names = readdirSync(LOADERS);
  const published = [...Object.keys(tables), ...Object.keys(studyTables), "live", "manifest"];
  // the page Spectrum reads its curves as Arrow, without a detour through DuckDB
  const files = [...published.map(fileOf), "spectra.arrow"];
  expect(names.sort()).toEqual(files.map(file => `${file}.ts`).sort());
  expect(new Set(names.map(name => readFileSync(join(LOADERS, name), "utf8"))).size).toBe(1);
});
