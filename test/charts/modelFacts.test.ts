// Facts about models on pages: what is unknown reads so, what is known links to its source.
import {JSDOM} from "jsdom";
import {afterAll, beforeAll, expect, test, vi} from "vitest";
import type {ModelFacts} from "../../pipelines/charts/shared/modelFacts.js";

beforeAll(() => {
  const {window} = new JSDOM("");
  const {document, Node, NodeFilter, NodeList, HTMLCollection} = window;
  for (const [name, value] of Object.entries({window, document, Node, NodeFilter, NodeList, HTMLCollection}))
    vi.stubGlobal(name, value);
});
afterAll(() => {
  vi.unstubAllGlobals();
});
const load = () => import("../../pipelines/charts/shared/modelFacts.js");

const nothing = {
  developer: null,
  developer_source: null,
  parameters: null,
  parameters_source: null,
  weights: null,
  weights_source: null,
  released: null,
  released_source: null,
  price_input: null,
  price_output: null,
  price_month: null,
  price_source: null
};
const complete: ModelFacts = {
  ...nothing,
  model: "known",
  developer: "<b>Someone</b>",
  developer_source: "https://example.org/card#L5",
  parameters: 0.5,
  parameters_source: "https://example.org/size",
  weights: "open",
  weights_source: "https://example.org/licence",
  price_input: 0,
  price_output: 2.5,
  price_month: "2024-12",
  price_source: "https://example.org/prices"
};
const facts = new Map([complete, {...nothing, model: "unknown"}].map(each => [each.model, each]));
const textOf = (cell: string | Node) => (typeof cell === "string" ? cell : cell.textContent);

test("columns say unknown where a fact is missing, or a model has no row; those are sorted last", async () => {
  const {factColumns} = await load();
  const columns = factColumns<{model: string}>(facts);
  const cells = (model: string) => columns.map(({show}) => textOf(show({model})));
  expect(cells("known")).toEqual(["<b>Someone</b>", "0.5 billion", "open", "unknown"]);
  expect(cells("unknown")).toEqual(Array(4).fill("unknown"));
  expect(cells("not listed")).toEqual(Array(4).fill("unknown"));
  expect(columns.map(({by}) => by!({model: "unknown"}))).toEqual(Array(4).fill(null));
});

test("a store without facts gets no columns", async () => {
  const {factColumns} = await load();
  expect(factColumns(new Map())).toEqual([]);
});

test("each value of the filter by weights shows other models, and all shows every model", async () => {
  const {hasWeights, WEIGHTS_SHOWN} = await load();
  const models = WEIGHTS_SHOWN.map(weights =>
    ["known", "unknown", "not listed"].filter(model => hasWeights(facts, model, weights))
  );
  expect(models).toEqual([["known", "unknown", "not listed"], ["known"], [], ["unknown", "not listed"]]);
});

test("a model's facts link to their sources; a price of 0 is a price, and no text becomes markup", async () => {
  const {factList} = await load();
  const list = factList(complete);
  expect([...list.querySelectorAll("dd")].map(each => each.textContent)).toEqual([
    "<b>Someone</b>",
    "0.5 billion",
    "open",
    "unknown",
    "$0 per million prompt tokens, $2.5 per million completion tokens (list price, 2024-12)"
  ]);
  expect([...list.querySelectorAll("a")].map(each => each.getAttribute("href"))).toEqual([
    "https://example.org/card#L5",
    "https://example.org/size",
    "https://example.org/licence",
    "https://example.org/prices"
  ]);
  expect(list.querySelector("b")).toBeNull();
});
