// An export on a server, as a build reads it: its parts with addresses that lead to them, and why it is refused.
import {readFile, rm, writeFile} from "node:fs/promises";
import {createServer, type Server} from "node:http";
import type {AddressInfo} from "node:net";
import {join} from "node:path";
import {afterAll, beforeAll, expect, test} from "vitest";
import {readList, textsAddress, textsOf} from "../../pipelines/site/texts.js";
import {partsOf} from "../../pipelines/store/textParts.js";
import {command} from "../workbook.js";
import {exportedTexts} from "./exportedTexts.js";

let server: Server;
let url: string;
/** What the server answers in the place of a file. */
let answers: Record<string, {status: number; text?: string; location?: string}> = {};
let root: string;
let dist: string;
let store: string;
beforeAll(async () => {
  ({root, dist, store} = await exportedTexts());
  server = createServer(async (request, response) => {
    const answer = answers[request.url ?? ""];
    if (answer) return response.writeHead(answer.status, answer.location ? {location: answer.location} : {}).end(answer.text);
    const bytes = await readFile(join(root, decodeURIComponent(request.url ?? ""))).catch(() => null);
    response.writeHead(bytes ? 200 : 404).end(bytes ?? undefined);
  });
  await new Promise<void>(resolve => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.close();
  await rm(root, {recursive: true, force: true});
});

test("the parts of an export are listed with addresses that lead to them, whatever is in the names of models and tasks", async () => {
  const at = textsAddress(`${url}/results`);
  const {folder, parts} = await textsOf(at, await readList(at, dist), store);
  expect(folder).toMatch(new RegExp(`^${url}/results/v-[0-9a-f]{16}/$`));
  const addresses = parts.map(({address}) => address);
  expect(addresses).toContain("responses/model=org%252Fname/base_task=a%252Fb%20c/part-0.parquet");
  expect(addresses).toContain("responses/model=100%2525/base_task=__HIVE_DEFAULT_PARTITION__/part-0.parquet");
  expect(addresses).toContain("responses/model=a%253Db%26c/base_task=a%252Fb%20c/part-0.parquet");
  expect(addresses).toContain("responses/model=__HIVE_DEFAULT_PARTITION__/base_task=a%252Fb%20c/part-0.parquet");
  for (const {address, bytes, rows} of parts) {
    const response = await fetch(folder + address);
    expect([response.status, (await response.arrayBuffer()).byteLength], address).toEqual([200, bytes]);
    expect(rows).toBeGreaterThan(0);
  }
  expect(partsOf(parts, {model: "org/name", base_task: "a/b c"})).toHaveLength(1);
  expect(partsOf(parts, {model: "org/name", base_task: "unknown"})[0]!.base_task).toBe("");
  expect(partsOf(parts, {model: "nobody", base_task: "a/b c"})).toEqual([]);
});

test("an address without the list of a partitioned export of responses is refused in one line", async () => {
  await writeFile(join(root, "manifest.json"), '{"version": "0.1.0"}');
  const list = JSON.parse(await readFile(join(root, "results", "manifest.json"), "utf8")) as {tables: Record<string, unknown>};
  const changed = (tables: object) => ({status: 200, text: JSON.stringify({...list, tables})});
  const responses = list.tables.responses as {files: {path: string}[]};
  answers = {
    "/closed/manifest.json": {status: 403},
    "/moved/manifest.json": {status: 301, location: "/results/manifest.json"},
    "/text/manifest.json": {status: 200, text: "<html>"},
    "/samples/manifest.json": changed({samples: {rows: 1, files: []}}),
    "/none/manifest.json": changed({}),
    "/empty/manifest.json": changed({responses: {rows: 0, files: []}}),
    "/out/manifest.json": changed({responses: {...responses, files: [{...responses.files[0], path: "../x.parquet"}]}})
  };
  for (const [name, why] of [
    ["nothing", /manifest\.json is not to be had there, the server answered 404$/],
    ["closed", /the server answered 403$/],
    ["moved", /the server leads elsewhere \(301\); give the address that it leads to$/],
    ["text", /manifest\.json is not the list of a partitioned export; npm run export/],
    ["samples", /holds no table responses, only samples; npm run export/],
    ["none", /holds no table responses; npm run export/],
    ["empty", /table responses has no rows there; npm run export/],
    ["out", /names \.\.\/x\.parquet, which leads out of the folder$/]
  ] as const)
    await expect(readList(textsAddress(`${url}/${name}`), dist), name).rejects.toThrow(why);
  await expect(readList(textsAddress(url), dist), "a store's manifest").rejects.toThrow(
    /is not the list of a partitioned export/
  );
  await expect(readList(textsAddress("http://127.0.0.1:1/x"), dist)).rejects.toThrow(
    /^--responses http:\/\/127\.0\.0\.1:1\/x\/: manifest\.json could not be fetched: ECONNREFUSED$/
  );
});

test.each([
  ["some", "--responses some: expected all, none, an https:// address, or a relative one such as ../results"],
  [
    "https://user:secret@bucket.example.org/x",
    "--responses: the address holds a user's name or password, which pages would publish; leave it out"
  ]
])("npm run build -- --responses %s ends in one line before anything is built", async (text, line) => {
  const {code, stderr} = await command(["build", "--responses", text]);
  expect({code, stderr}).toEqual({code: 2, stderr: `${line}\n`});
});
