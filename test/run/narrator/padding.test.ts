// Padding of any model: the story reaches its length, spread over its beats, and only what is too long is cut, where a sentence ends.
import fc from "fast-check";
import {expect, test} from "vitest";
import type {AskPart} from "../../../pipelines/run/narrator/askPart.js";
import {padStory} from "../../../pipelines/run/narrator/padding.js";

const world = {genre: "g", setting: "s", characters: [{name: "Ann", role: "r", quirk: "q"}], object: {one: "o", many: "os"}};
/** A token a word, and one for the blank line in front. */
const cost = (text: string) => text.split(/\s+/u).length + 1;
const settings = {padding_tokens: 100, padding_context: 60};

/** A model whose pieces have these numbers of sentences, and each sentence so many words; refused pieces are written anew, shorter. */
function modelOf(
  sentences: readonly number[],
  wordsEach: number
): {ask: AskPart; pieces: string[]; asked: {words: number; before: string}[]} {
  const pieces: string[] = [];
  const asked: {words: number; before: string}[] = [];
  const ask: AskPart = async (request, {read}) => {
    if (request.part !== "padding") throw new Error(`unexpected ${request.part}`);
    asked.push(request);
    for (let words = wordsEach; words > 0; words = Math.floor(words / 2)) {
      const count = sentences[pieces.length % sentences.length]!;
      const text = Array.from({length: count}, (_, i) => `${["The", ...Array(words - 1).fill(`w${i}`)].join(" ")}.`).join(" ");
      const found = read(text);
      if (!("value" in found)) continue;
      pieces.push(text);
      return found.value;
    }
    throw new Error("nothing fits");
  };
  return {ask, pieces, asked};
}
const beatsOf = (count: number) =>
  Array.from({length: count}, (_, operation) => ({operation, text: `Beat ${operation} has been told.`}));

test("whatever a model writes, the length is met, only a piece that is too long is cut, and every piece ends with a sentence", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({min: 1, max: 30}), {minLength: 1, maxLength: 6}),
      fc.integer({min: 2, max: 24}),
      fc.integer({min: 1, max: 8}),
      fc.integer({min: 200, max: 3000}),
      async (sentences, wordsEach, count, wanted) => {
        const {ask, pieces} = modelOf(sentences, wordsEach);
        const tolerance = 0.015 * wanted;
        const padded = await padStory({
          ask,
          world,
          beats: beatsOf(count),
          wanted,
          tolerance,
          cost,
          problems: () => [],
          settings: {...settings, max_padding_pieces: 10_000}
        });
        const told = padded.pieces.flat();
        expect(Math.abs(told.reduce((sum, text) => sum + cost(text), 0) - wanted)).toBeLessThanOrEqual(
          Math.min(tolerance, 40) + tolerance
        );
        expect(padded.tokens).toBe(told.reduce((sum, text) => sum + cost(text), 0));
        expect(told).toHaveLength(pieces.length);
        let before = 0;
        for (const [i, text] of told.entries()) {
          expect(pieces[i]!.startsWith(text)).toBe(true);
          if (text !== pieces[i]) expect(before + cost(pieces[i]!)).toBeGreaterThan(wanted + tolerance);
          before += cost(text);
        }
        for (const text of told) expect(text).toMatch(/\.$/);
      }
    ),
    {numRuns: 60}
  );
});

test("padding stands behind every beat about evenly, and is asked for with the end of what it continues", async () => {
  const {ask, asked} = modelOf([5], 10);
  const {pieces} = await padStory({
    ask,
    world,
    beats: beatsOf(4),
    wanted: 2000,
    tolerance: 30,
    cost,
    problems: () => [],
    settings
  });
  for (const own of pieces) {
    const tokens = own.reduce((sum, text) => sum + cost(text), 0);
    expect(tokens).toBeGreaterThan(400);
    expect(tokens).toBeLessThan(600);
  }
  expect(asked[0]!.before).toBe("Beat 0 has been told.");
  expect(asked[1]!.before).toHaveLength(60);
});

test("where nothing is wanted nothing is asked; too few pieces are told with what is missing", async () => {
  const {ask, asked} = modelOf([1], 10);
  const none = {ask, world, beats: beatsOf(2), tolerance: 30, cost, problems: () => [], settings};
  expect(await padStory({...none, wanted: -5})).toEqual({pieces: [[], []], tokens: 0});
  expect(asked).toEqual([]);
  await expect(padStory({...none, wanted: 2000})).rejects.toThrow(
    /^padding of operation 0: 32 pieces are \d+ tokens too short; raise max_padding_pieces$/
  );
});
