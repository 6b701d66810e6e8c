// Archives: the three ways of compression, what is damaged or cut off, and an entry that was written twice.
import {mkdtemp, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {deflateRawSync} from "node:zlib";
import {afterAll, beforeAll, expect, test} from "vitest";
import {openZip} from "../../../pipelines/run/imports/zip.js";
import {write, zip} from "./layouts.js";

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "reasonbook-zip-"));
});
afterAll(() => rm(root, {recursive: true, force: true}));

/** `{"a": "xxx…"}` with 3,000 x as the program zstd packs it at level 3. */
const PACKED = Buffer.from("KLUv/WTBCo0AAFB7ImEiOiAieCJ9AQC08wEXLCCqvA==", "base64");
const TEXT = `{"a": "${"x".repeat(3000)}"}`;

test("stored, deflated and zstandard entries are read as they were", async () => {
  const pack = (bytes: Buffer, name: string) =>
    name === "stored"
      ? {method: 0, packed: bytes}
      : name === "zstandard"
        ? {method: 93, packed: PACKED}
        : {method: 8, packed: deflateRawSync(bytes)};
  const file = await write(root, "three.zip", zip({stored: TEXT, deflated: TEXT, zstandard: TEXT}, pack));
  await using archive = await openZip(file);
  expect(archive.names).toEqual(["stored", "deflated", "zstandard"]);
  for (const name of archive.names) expect((await archive.bytes(name)).toString()).toBe(TEXT);
});

test("what cannot be read is named in one line", async () => {
  const whole = zip({one: TEXT, two: TEXT});
  await expect(openZip(await write(root, "cut.zip", whole.subarray(0, whole.length - 30)))).rejects.toThrow(
    /^\S+cut\.zip is damaged, or was not written to its end: [^\n]+$/u
  );
  await expect(openZip(await write(root, "none.zip", "no archive"))).rejects.toThrow(/none\.zip is damaged/u);
  const flipped = Buffer.from(whole);
  flipped[40]! ^= 0xff;
  await using archive = await openZip(await write(root, "flipped.zip", flipped));
  await expect(archive.bytes("one")).rejects.toThrow(/flipped\.zip: one is damaged/u);
  expect((await archive.bytes("two")).toString()).toBe(TEXT);
  await using other = await openZip(
    await write(
      root,
      "other.zip",
      zip({one: TEXT}, bytes => ({method: 12, packed: bytes}))
    )
  );
  await expect(other.bytes("one")).rejects.toThrow("one is compressed by method 12; stored, deflate and zstandard can be read");
});
