// Prompts that servers cut in silence are found by the servers' own counts; other tokenizers, short prompts and servers that count nothing raise no alarm.
import fc from "fast-check";
import {describe, expect, test} from "vitest";
import {backgroundOf} from "../../pipelines/generate/background/sources.node.js";
import {mayBeCut, promptCut} from "../../pipelines/infer/promptCut.js";
import {estimatedPromptTokens, estimatedTokens} from "../../pipelines/tokenizer/estimate.js";
import {tokenizer} from "../../pipelines/tokenizer/tokenizer.node.js";
import {BUNDLED} from "../../pipelines/tokenizer/types.js";
import {ask, completion} from "./loopback.js";

const english = backgroundOf("king-james", {tokens: 200_000, tokenizer: "o200k"}).passages;
const TEXTS = {
  english: english.slice(0, 1_500).join(" "),
  stories: backgroundOf("stories", {tokens: 20_000, tokenizer: "o200k"}).passages.slice(0, 400).join(" "),
  chinese: "模型的能力取决于它所读到的文字。我们在很长的文本里藏几句话，然后问它们说了什么。".repeat(400),
  german: "Die Fähigkeit eines Modells hängt davon ab, was es gelesen hat und wie lang der Text ist. ".repeat(200),
  russian: "Способность модели зависит от того, что она прочитала, и от длины текста. ".repeat(200),
  hindi: "मॉडल की क्षमता इस पर निर्भर करती है कि उसने क्या पढ़ा है और पाठ कितना लंबा है।".repeat(200),
  digits: Array.from({length: 4_000}, (_, i) => String(i * 7_919)).join(" "),
  code: "  for (const [i, each] of items.entries()) {\n    if (each === undefined) continue;\n  }\n".repeat(200)
};

describe("a server that reads all of a prompt", () => {
  test.each(Object.entries(TEXTS))("is not suspected, whichever built-in tokenizer is its own: %s", async (_, text) => {
    const own = await tokenizer("o200k");
    for (const name of BUNDLED) {
      const prompt_tokens = (await tokenizer(name)).encode(text).length;
      expect(mayBeCut(ask(text))).toBe(true);
      expect(promptCut(ask(text), completion({prompt_tokens}), own), name).toBeNull();
    }
  });

  test("nor is one that counts more, counts nothing, or is asked little", async () => {
    const own = await tokenizer("o200k");
    const counted = own.encode(TEXTS.english).length;
    for (const prompt_tokens of [counted, counted + 5_000, 40 * counted])
      expect(promptCut(ask(TEXTS.english), completion({prompt_tokens}), own)).toBeNull();
    const silent = completion({prompt_tokens: 7, reported: {prompt_tokens: null, completion_tokens: null}});
    expect(promptCut(ask(TEXTS.english), silent, own)).toBeNull();
    for (const short of ["", "why?", "x".repeat(8_191)]) expect(mayBeCut(ask(short))).toBe(false);
    expect(mayBeCut({...ask(TEXTS.english), embed: true})).toBe(false);
  });
});

test("a server that reads less than two thirds is found, with both counts", async () => {
  const own = await tokenizer("o200k");
  const whole = own.encode(TEXTS.english).length;
  fc.assert(
    fc.property(fc.integer({min: 0, max: 64}), percent => {
      const prompt_tokens = Math.floor((whole * percent) / 100);
      const found = promptCut(ask(TEXTS.english), completion({prompt_tokens}), own);
      expect(found?.reported).toBe(prompt_tokens);
      expect(Math.abs(found!.counted / whole - 1)).toBeLessThan(0.02);
    })
  );
  // Where the server's count had to be replaced, its own word is what counts.
  const replaced = completion({prompt_tokens: whole, reported: {prompt_tokens: 2_048, completion_tokens: 9}});
  expect(promptCut(ask(TEXTS.english), replaced, own)?.reported).toBe(2_048);
});

test("estimates are exact for texts up to 65,536 characters, and within 2 % for longer ones of one kind", async () => {
  for (const name of BUNDLED) {
    const own = await tokenizer(name);
    expect(estimatedTokens(own, "")).toBe(0);
    expect(estimatedTokens(own, TEXTS.english.slice(0, 2 ** 16))).toBe(own.encode(TEXTS.english.slice(0, 2 ** 16)).length);
    for (const end of [400, 2_000, 5_000]) {
      const text = english.slice(0, end).join(" ");
      expect(Math.abs(estimatedTokens(own, text) / own.encode(text).length - 1), `${name} ${end}`).toBeLessThan(0.02);
    }
  }
  const own = await tokenizer("o200k");
  const messages = ask(TEXTS.german).messages;
  expect(estimatedPromptTokens(own, [...messages, ...messages])).toBe(2 * own.encode(TEXTS.german).length);
  expect(estimatedPromptTokens(own, [])).toBe(0);
});
