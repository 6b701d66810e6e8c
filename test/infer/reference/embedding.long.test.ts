// The built-in models of /v1/embeddings, asked by the official client.
import {createRequire} from "node:module";
import type {AddressInfo} from "node:net";
import fc from "fast-check";
import OpenAI from "openai";
import {afterAll, beforeAll, describe, expect, test} from "vitest";
import {embedders, lexical} from "../../../pipelines/infer/reference/embedding.node.js";
import {roster} from "../../../pipelines/infer/reference/roster.js";
import {referenceServer} from "../../../pipelines/infer/reference/server.node.js";

const server = referenceServer();
let client: OpenAI;
beforeAll(async () => {
  await new Promise<void>(resolve => server.listen(0, "127.0.0.1", resolve));
  const {port} = server.address() as AddressInfo;
  client = new OpenAI({dangerouslyAllowBrowser: true, baseURL: `http://127.0.0.1:${port}/v1`, apiKey: "none", maxRetries: 0});
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const LEXICAL = "lexical-trigrams-768";
const ENCODER = "universal-sentence-encoder-lite-512";
const embed = async (model: string, input: string[]) =>
  (await client.embeddings.create({model, input, encoding_format: "float"})).data.map(({embedding}) => embedding);
const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, value, i) => sum + value * b[i]!, 0);
const isLoaded = () => Object.keys(createRequire(import.meta.url).cache).some(file => file.includes("@energetic-ai"));

// First of all tests: nothing before may load the encoder.
test("the encoder is loaded when it is asked for, not before", async () => {
  expect(isLoaded()).toBe(false);
  await embed(LEXICAL, ["a text"]);
  expect((await client.models.list()).data.map(({id}) => id)).toContain(ENCODER);
  expect(isLoaded()).toBe(false);
  await embed(ENCODER, ["a text"]);
  expect(isLoaded()).toBe(true);
});

describe.each([
  [LEXICAL, 768],
  [ENCODER, 512]
])("%s", (model, dimension) => {
  test("gives unit vectors of its length for whatever is written, the same for the same request", async () => {
    const input = [
      "the sum of two numbers",
      " ",
      "\n\n",
      "x",
      "你好，世界",
      "Wie geht es dir?",
      "مرحبا",
      "😹😹",
      "\ud800",
      "\u0000",
      "ab ".repeat(100_000)
    ];
    const vectors = await embed(model, input);
    expect(vectors).toHaveLength(input.length);
    for (const vector of vectors) {
      expect(vector).toHaveLength(dimension);
      expect(dot(vector, vector)).toBeCloseTo(1, 9);
    }
    expect(await embed(model, input)).toEqual(vectors);
    // Alone, or in another group, a text has the same vector but for rounding.
    for (const [i, vector] of (await embed(model, input.toReversed())).toReversed().entries())
      for (const [k, value] of vector.entries()) expect(value).toBeCloseTo(vectors[i]![k]!, 5);
  });

  test("floats and base64 say the same", async () => {
    const input = ["the sum of two numbers", "a heron stands in water"];
    const packed = await client.embeddings.create({model, input});
    const floats = await embed(model, input);
    for (const [k, {embedding}] of packed.data.entries())
      for (const [i, value] of embedding.entries()) expect(value).toBeCloseTo(floats[k]![i]!, 6);
  });

  test("an empty text or list is refused", async () => {
    await expect(embed(model, ["a", ""])).rejects.toThrow(/400 input.*an empty text has no embedding/);
    await expect(embed(model, [])).rejects.toThrow(/400 input/);
  });
});

test("by wording: shared words are near, paraphrases without them are not", async () => {
  const [age, old, copy] = await embed(LEXICAL, ["What is your age?", "How old are you?", "What is your aged cheese?"]);
  expect(dot(age!, copy!)).toBeGreaterThan(dot(age!, old!) + 0.3);
});

test("by meaning: paraphrases without shared words are nearer than all else", async () => {
  // The sentences of the encoder's own demonstration: three pairs.
  const texts = [
    "I like my phone.",
    "Your cellphone looks great.",
    "How old are you?",
    "What is your age?",
    "An apple a day, keeps the doctors away.",
    "Eating strawberries is healthy."
  ];
  const vectors = await embed(ENCODER, texts);
  for (const [i, vector] of vectors.entries()) {
    const others = [...vectors.keys()].filter(k => k !== i).sort((a, b) => dot(vector, vectors[b]!) - dot(vector, vectors[a]!));
    expect(texts[others[0]!]).toBe(texts[i % 2 === 0 ? i + 1 : i - 1]);
  }
});

test("the encoder's values are those published in TensorFlow Hub's tutorial of the lite encoder", async () => {
  const vectors = await embed(ENCODER, [
    "Elephant",
    "I am a sentence for which I would like to get its embedding.",
    "Universal Sentence Encoder embeddings also support short paragraphs. There is no hard limit on how long the paragraph is. Roughly, the longer the more 'diluted' the embedding will be."
  ]);
  const published = [
    [0.05338749, 0.05319438, -0.05235602],
    [0.03533298, -0.04714978, 0.01230555],
    [-0.00408167, -0.08954868, 0.03737197]
  ];
  for (const [k, values] of published.entries())
    for (const [i, value] of values.entries()) expect(vectors[k]![i]).toBeCloseTo(value, 5);
});

test("a long text is read from its beginning, in time that does not grow with its length", async () => {
  const start = "A heron stands in the water and waits for fish. ".repeat(100);
  const [short, long] = await embed(ENCODER, [start, start + "Prices rose. ".repeat(80_000)]);
  expect(dot(short!, long!)).toBeCloseTo(1, 9);
});

test("wording has a unit vector whatever the text", () => {
  fc.assert(
    fc.property(fc.string({unit: "binary", minLength: 1}), text => {
      const vector = lexical(text);
      expect(dot(vector, vector)).toBeCloseTo(1, 9);
    })
  );
});

test("models that chat give no embeddings, and the refusal names those that do", async () => {
  await expect(embed(roster[0]!.id, ["a"])).rejects.toThrow(
    `404 ${roster[0]!.id} gives no embeddings; there are ${LEXICAL}, ${ENCODER}`
  );
  expect((await client.models.retrieve(ENCODER)).owned_by).toContain("Universal Sentence Encoder lite");
  expect(embedders.map(({id}) => id)).toEqual([LEXICAL, ENCODER]);
});
