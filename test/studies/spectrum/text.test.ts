// The spectrum of a single text, and the tokenizers that read it on a page.
import {readFileSync} from "node:fs";
import fc from "fast-check";
import {describe, expect, test} from "vitest";
import {randomOf} from "../../../pipelines/generate/seed.js";
import {permutationOf} from "../../../pipelines/studies/spectrum/point.js";
import {textSpectrum, tokenText} from "../../../pipelines/studies/spectrum/text.js";
import {type VocabularyName, vocabulary} from "../../../pipelines/tokenizer/openai.js";

const SIZE = 1000;
const permutation = permutationOf("a test", SIZE);
const random = (seed: string, n: number) => {
  const draws = randomOf(seed);
  return Int32Array.from({length: n}, () => draws.integer(0, SIZE - 1));
};

describe("a text's spectrum", () => {
  test("ids in random order lie within their 95 % range in about 95 of 100 bands, whatever the length", () => {
    for (const length of [20, 64, 300]) {
      let [inside, bands, widths] = [0, 0, 0];
      const TEXTS = 40;
      for (let i = 0; i < TEXTS; i++) {
        const {levels, low, high, bandwidth90, shuffled_bandwidth90} = textSpectrum(
          random(`${length} ${i}`, length),
          permutation
        )!;
        for (const [band, level] of levels.entries()) if (level >= low[band]! && level <= high[band]!) inside++;
        bands += levels.length;
        if (bandwidth90 >= shuffled_bandwidth90.low && bandwidth90 <= shuffled_bandwidth90.high) widths++;
      }
      expect(inside / bands, `${length} tokens`).toBeGreaterThan(0.93);
      expect(inside / bands).toBeLessThan(0.97);
      expect(widths).toBeGreaterThanOrEqual(TEXTS - 6);
    }
  });

  test("a slow text lies above chance where it is slow and below where it is fast", () => {
    const wave = Int32Array.from({length: 512}, (_, j) => Math.round(500 + 400 * Math.cos((2 * Math.PI * j) / 64)));
    const {levels, low, high, bandwidth90, shuffled_bandwidth90, tokens, frame} = textSpectrum(wave, permutation)!;
    expect([tokens, frame]).toEqual([512, 512]);
    expect(levels[0]).toBeGreaterThan(high[0]!);
    expect(levels[0]! - levels[31]!).toBe(80); // it repeats exactly, so that other bands are empty: cut, not −∞
    expect(levels[31]).toBeLessThan(low[31]!);
    expect(bandwidth90).toBeLessThan(0.03);
    expect(bandwidth90).toBeLessThan(shuffled_bandwidth90.low);
  });

  test("nothing, a single token and tokens that are all alike have none; two tokens have finite levels", () => {
    for (const ids of [[], [7], [7, 7, 7, 7, 7, 7, 7]]) expect(textSpectrum(Int32Array.from(ids), permutation)).toBeNull();
    const {levels, low, high, permuted, frame} = textSpectrum(Int32Array.of(1, 2), permutation)!;
    expect(frame).toBe(64);
    for (const list of [levels, low, high, permuted]) expect([...list].every(level => level > -200 && level < 200)).toBe(true);
  });
});

describe("tokenizers of pages", () => {
  const names: VocabularyName[] = ["o200k", "cl100k", "p50k", "r50k"];

  test("give the ids that are known", async () => {
    // GPT-2's ids of this greeting as in its authors' and Hugging Face's examples; p50k adds runs of spaces to r50k and changes nothing else.
    for (const name of ["r50k", "p50k"] as const)
      expect((await vocabulary(name)).encode("Hello, world!")).toEqual([15496, 11, 995, 0]);
    expect((await vocabulary("r50k")).encode("a    b")).toEqual([64, 220, 220, 220, 275]);
    expect((await vocabulary("p50k")).encode("a    b")).toHaveLength(3);
    const {vectors} = JSON.parse(readFileSync("test/golden/tokenizers.json", "utf8")) as {
      vectors: {text: string; o200k?: number[]; cl100k?: number[]}[];
    };
    for (const name of ["o200k", "cl100k"] as const) {
      const {encode} = await vocabulary(name);
      for (const {text, [name]: ids} of vectors) if (ids) expect(encode(text)).toEqual(ids);
    }
  });

  test("read emojis, lone surrogates and control tokens as text, token by token", async () => {
    for (const name of names) {
      const {encode, bytes, size} = await vocabulary(name);
      const back = (text: string) => Buffer.concat(encode(text).map(id => bytes(id)!)).toString();
      expect(back("👩‍👩‍👧‍👦 🇺🇳 é <|endoftext|> <script>")).toBe("👩‍👩‍👧‍👦 🇺🇳 é <|endoftext|> <script>");
      expect(back("a\ud800b\udc00")).toBe("a\ufffdb\ufffd"); // what UTF-8 has for half a character
      expect(encode("")).toEqual([]);
      fc.assert(
        fc.property(fc.string({unit: "binary", maxLength: 30}), text => {
          const ids = encode(text);
          expect(ids.every(id => id >= 0 && id < size)).toBe(true);
          expect(Buffer.concat(ids.map(id => bytes(id)!)).toString()).toBe(Buffer.from(text).toString());
        }),
        {numRuns: 100}
      );
    }
    expect(tokenText(Uint8Array.of(0xf0, 0x9f))).toBe("<0xF0><0x9F>");
    expect(tokenText(undefined)).toBe("");
  });

  test("a megabyte of words is read whole", async () => {
    const {encode, size} = await vocabulary("o200k");
    const ids = encode("the cat sat on a mat ".repeat(50_000));
    expect(ids.length).toBeGreaterThanOrEqual(300_000);
    expect(ids.length).toBeLessThanOrEqual(350_001);
    const {tokens, frame, levels} = textSpectrum(Int32Array.from(ids), permutationOf("o200k", size))!;
    expect([tokens, frame]).toEqual([ids.length, 2 ** 19]);
    expect(levels.every(Number.isFinite)).toBe(true);
  });
});
