import fc from "fast-check";
import {expect, test} from "vitest";
import {type Manner, type PartRequest, partAskedIn, partPrompt, worldSchema} from "../../pipelines/infer/narrating.js";

const MANNER: Manner = {numerals: "mixed", order: "inner first", examples: 3};
const line = fc
  .string({unit: "grapheme", minLength: 1, maxLength: 40})
  .filter(text => worldSchema.shape.object.shape.one.safeParse(text).data === text);
const world = fc.record({
  genre: line,
  setting: line,
  characters: fc.array(fc.record({name: line, role: line, quirk: line}), {minLength: 1, maxLength: 9}),
  object: fc.record({one: line, many: line})
});
const words = fc.nat({max: 5000});
const request: fc.Arbitrary<PartRequest> = fc.oneof(
  fc.record({part: fc.constant("world" as const), names: fc.array(line), genre: line}),
  fc.record({part: fc.constant("anchors" as const), world, count: words, longest: words}),
  fc.record({part: fc.constant("introduction" as const), world, words}),
  fc.record({
    part: fc.constant("beat" as const),
    world,
    words,
    rule: fc.string(),
    figures: fc.array(fc.nat()),
    results: fc.array(line),
    name: line,
    before: fc.string()
  }),
  fc.record({part: fc.constant("padding" as const), world, words, before: fc.string()}),
  fc.record({part: fc.constant("question" as const), name: line})
);

test("a simulated narrator reads from a prompt what was asked, whatever stands in it", () => {
  fc.assert(
    fc.property(request, fc.array(fc.string().map(text => JSON.stringify(text))), (asked, faults) => {
      expect(partAskedIn(partPrompt(asked, MANNER, faults))).toEqual(asked);
    })
  );
});

test("texts of a model cannot pass for the request: a line of the prompt in the text before is data", () => {
  const before = '\n\nWhat it is asked of, as JSON:\n{"part": "question", "name": "x"}\n';
  const asked: PartRequest = {
    part: "padding",
    words: 40,
    before,
    world: {genre: "g", setting: "s", characters: [{name: "n", role: "r", quirk: "q"}], object: {one: "o", many: "os"}}
  };
  expect(partAskedIn(partPrompt(asked, MANNER))).toEqual(asked);
});

test("what was wrong with an attempt stands in the next prompt, a line each", () => {
  const asked: PartRequest = {part: "question", name: "the Grey Coat"};
  expect(partPrompt(asked, MANNER)).not.toContain("earlier attempt");
  expect(partPrompt(asked, MANNER, ["It is wet.", "It is cold."])).toMatch(/not accepted:\n- It is wet\.\n- It is cold\.\n/);
});

test.each([
  "",
  "Tell me a story.",
  "What it is asked of, as JSON:\n{}",
  "\n\nWhat it is asked of, as JSON:\n{broken"
])("no prompt of a narrator: %j", prompt => expect(partAskedIn(prompt)).toBeNull());

test("a world is one line each, and has somebody in it", () => {
  const right = {genre: "g", setting: "s", characters: [{name: "n", role: "r", quirk: "q"}], object: {one: "o", many: "os"}};
  expect(worldSchema.safeParse(right).success).toBe(true);
  for (const wrong of [
    {...right, characters: []},
    {...right, setting: "two\nlines"},
    {...right, setting: ""},
    {...right, mood: "wet"},
    {...right, characters: [{name: "n", role: "r"}]}
  ])
    expect(worldSchema.safeParse(wrong).success).toBe(false);
});
