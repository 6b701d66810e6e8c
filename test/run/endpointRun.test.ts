// A run against endpoints of other hands: what they refuse, what the command line may change, what the manifest says of it.
import {readFile, writeFile} from "node:fs/promises";
import {join} from "node:path";
import {expect, test} from "vitest";
import {bookHash, readBook, readSampler, readTemplate} from "../../pipelines/book/read.node.js";
import {modelSchema, samplerSchema} from "../../pipelines/book/schemas.js";
import {parseYaml} from "../../pipelines/book/yaml.js";
import {tokenLimit} from "../../pipelines/infer/limits.js";
import {samplingOf} from "../../pipelines/infer/template.node.js";
import {type Manifest, readManifest} from "../../pipelines/store/manifest.node.js";
import {stubServer, workbook} from "../workbook.js";

const FEW = {"suites/small.yaml": "tasks:\n  - {task: boolean, params: {length: 6}}\n"};
const sampler = {...samplerSchema.parse({max_tokens: 2048, temperature: 0, top_p: 0.9, extra: {min_tokens: 1}}), id: "s"};
const modelWith = (given: string) =>
  parseYaml(`{id: m, endpoint: "http://localhost:1/v1", sampler: ${given}}`, "m.yaml", modelSchema).value;

test.each([
  ["{}", {max_tokens: 2048, temperature: 0, top_p: 0.9, min_tokens: 1}],
  ["{max_tokens: null, temperature: null}", {top_p: 0.9, min_tokens: 1}],
  ["{max_tokens: 512, top_p: null}", {max_tokens: 512, temperature: 0, min_tokens: 1}],
  ["{extra: null}", {max_tokens: 2048, temperature: 0, top_p: 0.9}],
  [
    "{extra: {reasoning: {effort: low}}, seed: 3}",
    {max_tokens: 2048, temperature: 0, top_p: 0.9, seed: 3, reasoning: {effort: "low"}}
  ]
])("a model's sampler %s overrides the book's, null included", (given, expected) => {
  expect(samplingOf(sampler, modelWith(given))).toEqual(expected);
});

test("without a limit of ours the context window bounds the cost", () => {
  expect(tokenLimit(samplingOf(sampler, modelWith("{max_tokens: null}")))).toBeNull();
  expect(tokenLimit({max_output_tokens: 7})).toBe(7);
});

test("a reasoning model's run: asked as it wants, told once, written down, the same from the cache", async () => {
  await using place = await workbook(FEW);
  await using server = await stubServer((body, _, response) => {
    const refused = ["max_tokens", "temperature"].find(name => name in body);
    if (!refused) return "Answer: True";
    response.writeHead(400, {"content-type": "application/json"});
    const instead = refused === "max_tokens" ? " Use 'max_completion_tokens' instead." : "";
    const message = `Unsupported parameter: '${refused}' is not supported with this model.${instead}`;
    response.end(
      JSON.stringify({error: {message, type: "invalid_request_error", param: refused, code: "unsupported_parameter"}})
    );
    return undefined;
  });
  const run = () =>
    place.command(
      "run",
      "--base-url",
      server.url,
      "--model",
      "o-mini",
      "--samples",
      "16",
      "--retries",
      "0",
      "--price",
      "1,4",
      "--max-cost",
      "1"
    );
  const evaluations = async () => (await readManifest(join(place.root, "data/store/runs/o-mini")))!.evaluations;
  const first = await run();
  expect(first.stderr).toContain("o-mini takes max_completion_tokens instead of max_tokens");
  expect(first.stderr.match(/does not take temperature; asking without it/g)).toHaveLength(1);
  expect(first).toMatchObject({code: 0, stderr: expect.stringContaining("16 asked, 0 from the cache")});
  expect(first.stderr).not.toContain("failed");
  const adapted = {max_tokens: "max_completion_tokens", temperature: null};
  const written = await evaluations();
  expect(written).toMatchObject([{max_tokens: 2048, adapted}]);
  expect(server.requests.filter(body => !("max_tokens" in body) && !("temperature" in body))).toHaveLength(16);

  const before = server.requests.length;
  expect((await run()).stderr).toContain("0 asked, 16 from the cache");
  expect(server.requests.length).toBe(before);
  expect(await evaluations()).toEqual(written);
});

test("--sampler and --template take a name or a path, for an endpoint and for the book, in run and plan", async () => {
  await using place = await workbook({
    ...FEW,
    "samplers/free.yaml": "{max_tokens: null, temperature: 0.7}\n",
    "templates/brief.yaml": "system: Be brief.\n"
  });
  await writeFile(join(place.root, "mine.yaml"), "{id: mine, max_tokens: 7}\n");
  await using server = await stubServer(() => "Answer: True");
  const asked = ["--base-url", server.url, "--model", "m", "--samples", "2"];
  expect((await place.command("run", ...asked, "--sampler", "free", "--template", "brief")).code).toBe(0);
  expect(server.requests[0]).toMatchObject({
    temperature: 0.7,
    messages: [{role: "system", content: "Be brief."}, {role: "user"}]
  });
  expect(server.requests[0]).not.toHaveProperty("max_tokens");
  const manifest: Manifest = JSON.parse(await readFile(join(place.root, "data/store/runs/m/manifest.json"), "utf8"));
  expect(manifest.evaluations).toMatchObject([{sampler: "free", template: "brief", max_tokens: null}]);
  expect(manifest.evaluations[0]).not.toHaveProperty("adapted");

  expect((await place.command("run", ...asked, "--sampler", "mine.yaml", "--out", "elsewhere")).code).toBe(0);
  expect(server.requests.at(-1)).toMatchObject({max_tokens: 7});
  const planned = await place.command("plan", "--json", "--samples", "2", "--sampler", "free", "--model", "sim-cedar-01");
  expect(JSON.parse(planned.stdout).completion_tokens.high).toBe(2 * 32_768);
  expect(await place.command("plan", "--sampler", "fre")).toMatchObject({
    code: 2,
    stderr: 'no sampler "fre" in data/samplers; did you mean "free"?\n'
  });
});

test("a template or sampler that is not there is named, with what is", async () => {
  await using place = await workbook({"templates/brief.yaml": "system: Be brief.\n"});
  await expect(readTemplate("xyz", place)).rejects.toThrow('no template "xyz" in data/templates; there are brief, plain');
  await expect(readSampler("nowhere.yaml", place)).rejects.toThrow('cannot read "nowhere.yaml": no such file');
  await expect(readSampler("data/templates/brief.yaml", place)).rejects.toThrow(
    'data/templates/brief.yaml:1:1 unknown key "system"'
  );
  expect(await readTemplate("brief", place)).toMatchObject({id: "brief", system: "Be brief."});
});

test("retries of a model stand in the book, and change no hash", async () => {
  const book = (retries: string) => ({
    ...FEW,
    "models/reference.yaml": `{id: m, endpoint: "http://localhost:1/v1"${retries}}\n`
  });
  await using plain = await workbook(book(""));
  await using none = await workbook(book(", retries: 0"));
  const [first, second] = [await readBook(undefined, plain), await readBook(undefined, none)];
  expect([first.models[0]!.retries, second.models[0]!.retries]).toEqual([6, 0]);
  expect(bookHash(first)).toBe(bookHash(second));
  await using wrong = await workbook(book(", retries: -1"));
  await expect(readBook(undefined, wrong)).rejects.toThrow("data/models/reference.yaml:1");
});
