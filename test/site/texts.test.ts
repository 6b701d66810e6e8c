// Texts that a site leaves out: which addresses a build takes, of which stores, and what it writes into the site.
import {mkdir, readFile, rm, writeFile} from "node:fs/promises";
import {join} from "node:path";
import {afterAll, beforeAll, expect, test} from "vitest";
import {withPolicy} from "../../pipelines/site/policy.js";
import {readList, textsAddress, textsOf, writeTextsPlace} from "../../pipelines/site/texts.js";
import type {TextPart} from "../../pipelines/store/textParts.js";
import {exportedTexts, NAMES, storeOf} from "./exportedTexts.js";

let root: string;
let dist: string;
let store: string;
beforeAll(async () => {
  ({root, dist, store} = await exportedTexts());
});
afterAll(() => rm(root, {recursive: true, force: true}));

test.each([
  ["https://bucket.example.org/prefix", "https://bucket.example.org/prefix/"],
  ["https://bucket.example.org", "https://bucket.example.org/"],
  ["HTTPS://Bucket.Example.org:8443/a%20b//", "https://bucket.example.org:8443/a%20b/"],
  ["http://localhost:9000/bucket", "http://localhost:9000/bucket/"],
  ["http://127.0.0.1/x", "http://127.0.0.1/x/"],
  ["../results", "../results/"],
  ["../../shared/our results/", "../../shared/our results/"]
])("%s is an address of texts", (text, address) => {
  expect(textsAddress(text)).toEqual({address, isRelative: text.startsWith("../")});
});

test.each([
  ["s3://bucket/prefix", /browsers do not read s3:\/\//],
  ["http://bucket.example.org/prefix", /expected https:\/\//],
  ["ftp://example.org/x", /expected all, none, an https:\/\/ address/],
  ["some", /expected all, none, an https:\/\/ address/],
  ["results", /expected all, none, an https:\/\/ address/],
  ["/results", /expected all, none, an https:\/\/ address/],
  ["https://", /expected all, none, an https:\/\/ address/],
  ["https://a;script-src/x", /expected a host's name/],
  ["https://a'b/x", /expected a host's name/],
  ["https://[::1]/x", /expected a host's name/],
  ["..", /expected all, none/],
  ["../", /expected a folder beside the site's/],
  ["../a/../..", /expected a folder beside the site's/],
  ["../a//b", /expected a folder beside the site's/],
  ["../a%2fb", /expected a folder beside the site's/]
])("%s is refused", (text, why) => {
  expect(() => textsAddress(text)).toThrow(why);
});

test.each([
  "https://user:secret@bucket.example.org/prefix",
  "https://secret@bucket.example.org/prefix",
  "https://bucket.example.org/prefix?X-Amz-Signature=secret",
  "https://bucket.example.org/prefix#secret",
  "https://user:secret@bad host/",
  "../results?token=secret"
])("an address that may hold a secret is refused, and the error does not repeat it: %s", text => {
  let message = "";
  try {
    textsAddress(text);
  } catch (error) {
    ({message} = error as Error);
  }
  expect(message).toMatch(/^--responses.*(publish|expected)/);
  expect(message).not.toContain("secret");
  expect(message).not.toContain("\n");
});

test("a relative address is read from the folder that stands to the site's as it will on the server", async () => {
  const at = textsAddress("../results");
  const {folder, parts, isRelative} = await textsOf(at, await readList(at, dist), store);
  expect([folder.slice(0, 13), isRelative, parts.length]).toEqual(["../results/v-", true, 2 * (NAMES.length - 1)]);
  await expect(readList(textsAddress("../nothing"), dist)).rejects.toThrow(
    /^--responses \.\.\/nothing\/: there is no .*manifest\.json/
  );
});

test("an export of another store, of an earlier state, or of an older version is refused", async () => {
  const other = await storeOf(join(root, "other"), "other words");
  const at = textsAddress("../results");
  const found = await readList(at, dist);
  await expect(textsOf(at, found, other)).rejects.toThrow(
    /was exported from another store than .*other, or before its responses changed: npm run export -- --partitioned TARGET --tables responses --store .*other$/
  );
  const {responses} = found.list.tables;
  const older = {...found.list, tables: {responses: {rows: responses!.rows, files: responses!.files}}};
  await expect(textsOf(at, {...found, list: older}, store)).rejects.toThrow(/was exported by an older version/);
  await expect(textsOf(at, found, join(root, "no store"))).rejects.toThrow(/holds no texts/);
});

test("pages that show texts, and no others, know where these lie, and may ask that origin alone", async () => {
  const page = (cell: string) =>
    `<!DOCTYPE html>\n<html><head>\n<meta charset="utf-8">\n</head><body><script type="module">${cell}</script></body></html>`;
  const site = join(root, "site");
  await mkdir(join(site, "models"), {recursive: true});
  const shows = page('FileAttachment("./data/responses.parquet")');
  await writeFile(join(site, "samples.html"), shows);
  await writeFile(join(site, "models", "m.html"), shows);
  await writeFile(join(site, "sql.html"), page('registerFile("./data/responses.parquet", {})'));
  const part: TextPart = {model: "m", base_task: "t", address: "x.parquet", rows: 1, bytes: 1, sha256: "0"};
  const policies = async () =>
    Promise.all(
      ["samples.html", "models/m.html", "sql.html"].map(async name => {
        const html = await readFile(join(site, name), "utf8");
        return [/connect-src[^;]*/.exec(withPolicy(html))![0], /id="rb-texts">(.*?)<\/script>/.exec(html)?.[1]];
      })
    );
  expect(await writeTextsPlace({folder: "https://b.example.org:8443/p/v-0/", isRelative: false, parts: [part]}, site)).toBe(2);
  const [samples, model, sql] = await policies();
  expect(samples![0]).toBe("connect-src 'self' https://b.example.org:8443");
  expect(model![0]).toBe(samples![0]);
  expect(sql).toEqual(["connect-src 'self'", undefined]);
  const place = JSON.parse(model![1]!) as {folder: string; list: string};
  expect(place.folder).toBe("https://b.example.org:8443/p/v-0/");
  expect(place.list).toMatch(/^\.\.\/_file\/texts\.[0-9a-f]{8}\.json$/);
  expect(JSON.parse(await readFile(join(site, "models", place.list), "utf8"))).toEqual([part]);

  await writeFile(join(site, "samples.html"), shows);
  await writeFile(join(site, "models", "m.html"), shows);
  await writeTextsPlace({folder: "../our results/v-0/", isRelative: true, parts: [part]}, site);
  const [own, below] = await policies();
  expect(own![0]).toBe("connect-src 'self'");
  expect(JSON.parse(own![1]!)).toMatchObject({folder: "./../our%20results/v-0/"});
  expect(JSON.parse(below![1]!)).toMatchObject({folder: "../../our%20results/v-0/"});
});
