// List prices: exact names at their providers' addresses, the user's price first, and the date of the installed list.
import {readFileSync} from "node:fs";
import {expect, test} from "vitest";
import {LIST_PRICE_DATE, withListPrices} from "../../pipelines/book/listPrice.js";
import {modelSchema} from "../../pipelines/book/schemas.js";
import {listPriceLines} from "../../pipelines/run/budget.js";
import {outcomeLines} from "../../pipelines/run/outcomes.js";

const priceOf = async (endpoint: string, id: string, more: object = {}) =>
  (await withListPrices([modelSchema.parse({id, endpoint, ...more})]))[0]!.price;

test("an exact name at its provider has the published price with its date; aliases that the list names count", async () => {
  // OpenAI's price list: GPT-4o mini $0.15, cached $0.075, $0.60; Anthropic's: Claude Haiku 4.5 $1, $0.10, $5 per million tokens.
  expect(await priceOf("https://api.openai.com/v1", "gpt-4o-mini")).toEqual({
    input: 0.15,
    output: 0.6,
    cached_input: 0.075,
    list_date: LIST_PRICE_DATE
  });
  expect(await priceOf("https://api.anthropic.com", "claude-haiku-4-5")).toMatchObject({input: 1, output: 5, cached_input: 0.1});
  expect(await priceOf("https://api.openai.com/v1", "mine", {model: "gpt-4o-mini"})).toMatchObject({input: 0.15});
});

test.each([
  ["a server of this machine", "http://127.0.0.1:8000/v1", "gpt-4o-mini"],
  ["another host", "https://models.example.org/v1", "gpt-4o-mini"],
  ["a name that the list only guesses", "https://api.openai.com/v1", "gpt-4o-mini-of-mine"],
  ["a simulated model", "reference:", "gpt-4o-mini"],
  ["a program", "command:python gpt-4o-mini.py", "gpt-4o-mini"]
])("%s has none", async (_, endpoint, id) => {
  expect(await priceOf(endpoint, id)).toBeUndefined();
});

test("the user's price wins; a price by length of the prompt holds only for contexts without room for long ones", async () => {
  const price = {input: 1, output: 2};
  expect(await priceOf("https://api.openai.com/v1", "gpt-4o-mini", {price})).toEqual(price);
  const gemini = "https://generativelanguage.googleapis.com/v1beta/openai";
  expect(await priceOf(gemini, "gemini-2.5-pro")).toMatchObject({input: 1.25, output: 10});
  expect(await priceOf(gemini, "gemini-2.5-pro", {context_tokens: 1_000_000})).toBeUndefined();
});

test("the date is that of the installed version", () => {
  const {dependencies} = JSON.parse(readFileSync("package.json", "utf8")) as {dependencies: Record<string, string>};
  expect([dependencies["@pydantic/genai-prices"], LIST_PRICE_DATE]).toEqual(["0.1.8", "2026-09-23"]);
});

test("a run says before it starts that it counts at a list price, and the result names its date", async () => {
  const models = await withListPrices([modelSchema.parse({id: "gpt-4o-mini", endpoint: "https://api.openai.com/v1"})]);
  expect(listPriceLines(models)).toEqual([
    expect.stringMatching(/^gpt-4o-mini: counted at the list price of 2026-09-23, \$0\.15 and \$0\.6 per million/)
  ]);
  const key = {eval_id: "e", model: "gpt-4o-mini", template: "plain", sampler: "greedy"};
  const counts = {right: 0.5, low: 0.1, high: 0.9, n: 4, truncated: 0, unread: 0, simulated: false};
  const lines = (list_date: string | null) => outcomeLines({models: [{...key, ...counts, cost: 0.5, list_date}], pairs: []});
  expect(lines("2026-09-23")[0]).toMatch(/cost \$0\.5000 \(list price of 2026-09-23\)$/);
  expect(lines(null)[0]).toMatch(/cost \$0\.5000$/);
});
