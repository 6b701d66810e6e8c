// Facts about models: every one has an address, and the table is what the file says.
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterAll, describe, expect, test} from "vitest";
import {parse} from "yaml";
import {addModelFacts, readModelFacts} from "../../../pipelines/run/published/modelFacts.js";
import {manifestSchema} from "../../../pipelines/store/manifest.node.js";
import {PUBLISHED} from "../../../pipelines/store/publish.node.js";
import {query} from "../../../pipelines/store/sql.node.js";

const home = mkdtempSync(join(tmpdir(), "facts-"));
afterAll(() => rmSync(home, {recursive: true}));
const manifest = manifestSchema.parse(JSON.parse(readFileSync(join(PUBLISHED, "manifest.json"), "utf8")));
const rows = async (sql: string) => (await query(sql, {folder: PUBLISHED})).rows;
const FACTS = {developer: "developer", parameters: "parameters", weights: "weights", released: "released", price: "price_input"};

describe("the published facts", () => {
  const written = parse(readFileSync(join(PUBLISHED, "models.yaml"), "utf8")) as {
    models: Record<string, Record<string, {value?: unknown; input?: number; source: string}>>;
  };

  test("are about models of the store, and the table has a row for each of them", async () => {
    const models = (await rows("select distinct model from samples order by 1")).flat();
    expect(Object.keys(written.models).filter(model => !models.includes(model))).toEqual([]);
    expect((await rows("select model from models order by 1")).flat()).toEqual(models);
  });

  test("each have an address, and no address is without a fact", async () => {
    for (const [fact, column] of Object.entries(FACTS)) {
      const [[facts, addresses, mixed]] = (await rows(
        `select count(${column})::int, count(*) filter (starts_with(${fact}_source, 'https://'))::int,
          count(*) filter ((${column} is null) <> (${fact}_source is null))::int from models`
      )) as [[number, number, number]];
      const named = Object.values(written.models).filter(each => fact in each).length;
      expect([facts, addresses, mixed], fact).toEqual([named, named, 0]);
    }
  });

  test("have months as YYYY-MM, weights that are open or closed, and prices with both parts and a month", async () => {
    const months = (await rows("select released from models union select price_month from models")).flat();
    expect(months.filter(month => month !== null && !/^20\d\d-(0[1-9]|1[0-2])$/u.test(String(month)))).toEqual([]);
    expect((await rows("select distinct weights from models order by 1")).flat()).toEqual(["closed", "open", null]);
    const halves = "(price_input is null) <> (price_output is null) or (price_input is null) <> (price_month is null)";
    expect(await rows(`select count(*)::int from models where ${halves}`)).toEqual([[0]]);
  });

  test("agree with the parameters that names of models state", async () => {
    const stated = new Map(manifest.evaluations.map(({model, stated: facts}) => [model, facts?.parameters]));
    const stored = (await rows("select model, parameters from models where parameters is not null")) as [string, number][];
    const compared = stored.flatMap(([model, parameters]) => {
      const billions = Number(/^([\d.]+)B$/u.exec(stated.get(model) ?? "")?.[1]);
      return billions ? [{model, ratio: parameters / billions}] : [];
    });
    expect(compared.length).toBeGreaterThan(30);
    expect(compared.filter(({ratio}) => ratio < 0.9 || ratio > 1.1)).toEqual([]);
  });

  test("give the table of the manifest byte for byte, and the notices name each source", async () => {
    const again = await addModelFacts({...manifest, figures: []}, {folder: home});
    expect(again.tables.models).toEqual(manifest.tables.models);
    const notices = readFileSync(join(PUBLISHED, "NOTICES"), "utf8");
    const sources = again.figures!.map(({source, address, licence}) => `[${source}](${address}) | ${licence}`);
    expect(sources.filter(line => !notices.includes(line))).toEqual([]);
    expect(manifest.figures!.filter(({set}) => set === "model facts")).toEqual(again.figures);
  });
});

const SOURCES = "sources:\n  card: {title: A card, address: https://example.org/card, licence: MIT}\n";
const read = (models: string) => {
  const file = join(home, "models.yaml");
  writeFileSync(file, `${SOURCES}models:\n  one: {${models}}\n`);
  return readModelFacts(file);
};

test("a fact that is not given is null, and an address is that of its source with the remainder", async () => {
  const {rows: facts} = await read('developer: {value: Someone, source: "card#L5"}');
  expect(facts.get("one")).toMatchObject({
    developer: "Someone",
    developer_source: "https://example.org/card#L5",
    weights: null,
    weights_source: null
  });
});

test.each([
  [
    "a source that is not listed",
    "released: {value: 2024-05, source: car#L1}",
    /:4:\d+ unknown source "car"; did you mean "card"\?/u
  ],
  ["no source", "developer: {value: Someone}", /source/u],
  ["no value", "developer: {source: card}", /value/u],
  ["a day for a month", "released: {value: 2024-05-06, source: card}", /expected a month like 2024-05/u],
  ["a month that does not exist", "released: {value: 2024-13, source: card}", /expected a month like 2024-05/u],
  ["weights of a third kind", "weights: {value: leaked, source: card}", /expected one of open, closed/u],
  ["a price without a month", "price: {input: 1, output: 2, source: card}", /month/u]
])("%s is an error that names the place", async (_, facts, message) => {
  await expect(read(facts)).rejects.toThrow(message);
});
