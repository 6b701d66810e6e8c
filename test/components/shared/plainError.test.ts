import {expect, test} from "vitest";
import {hasCrashed, plainError} from "../../../src/components/shared/plainError.js";

/** DuckDB's words for files that were cut, overwritten or have flipped bits. */
const DAMAGED = [
  "Invalid Input Error: File 'data/points.parquet' too small to be a Parquet file",
  "Invalid Input Error: No magic bytes found at end of file 'points.parquet'\nLINE 1: create view",
  'Invalid Input Error: Failed to read file "points.parquet": ZSTD Decompression failure',
  "TProtocolException: Invalid data"
];

test.each(DAMAGED)("a damaged table is one sentence with one way out: %s", message => {
  expect(plainError(message)).toMatch(
    /^the file of (?:the table points|a table) is damaged or incomplete: reload the page; if that does not help, npm run build publishes it anew$/
  );
});

test.each([
  "[object WebAssembly.Exception]",
  "RuntimeError: table index is out of bounds",
  "WebAssembly.Exception: wasm exception"
])("%s is one clear line", message => {
  expect(plainError(message)).toMatch(/^DuckDB failed in this browser tab, .*reload the page/);
});

test.each([
  "null function",
  "RuntimeError: null function or function signature mismatch",
  "Maximum call stack size exceeded"
])("a stack that is at an end is no damaged table, and a reason to open DuckDB anew: %s", message => {
  expect(plainError(message)).toBe(
    "DuckDB failed in this browser tab: the query joins or nests too much for it; ask in several parts"
  );
  expect(hasCrashed(message)).toBe(true);
});
