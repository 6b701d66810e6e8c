// Replies with worlds and names as models give them.
import {expect, test} from "vitest";
import {readAnchors, readWorld} from "../../../pipelines/run/narrator/replies.js";

const WORLD = {
  genre: "pastoral comedy",
  setting: "An orchard above the river, in the year of the late frost",
  characters: [
    {name: "Ann", role: "the grower", quirk: "who never sits down; one of a kind"},
    {name: "Bert", role: "her brother", quirk: "hums twice as loud when he lies"}
  ],
  object: {one: "pear", many: "pears"}
};
const world = (value: unknown) => readWorld(typeof value === "string" ? value : JSON.stringify(value), ["Ann", "Bert"]);

test("a world with its people is read, whatever their order", () => {
  expect(world(WORLD)).toEqual({value: WORLD});
  expect(world({...WORLD, characters: WORLD.characters.toReversed()})).toHaveProperty("value");
});

test.each<[string, unknown, RegExp]>([
  ["a fence", `\`\`\`json\n${JSON.stringify(WORLD)}\n\`\`\``, /^It stands in a fence of code, not as plain JSON\.$/],
  ["a remark", `Here you go: ${JSON.stringify(WORLD)}`, /^It is not JSON and nothing else\.$/],
  ["half of it", JSON.stringify(WORLD).slice(0, 80), /not JSON/],
  ["a list", [WORLD], /^The JSON: /],
  ["somebody missing", {...WORLD, characters: WORLD.characters.slice(1)}, /^characters: Ann is missing\.$/],
  ["somebody too many", {...WORLD, characters: [...WORLD.characters, {name: "Cy", role: "x", quirk: "y"}]}, /Cy is too many/],
  ["somebody twice", {...WORLD, characters: [...WORLD.characters, WORLD.characters[0]]}, /Ann is too many/],
  [
    "another spelling",
    {...WORLD, characters: [{...WORLD.characters[0], name: "Anne"}, WORLD.characters[1]]},
    /Ann is missing.*Anne is too many/
  ],
  ["a field missing", {...WORLD, object: undefined}, /object/],
  ["no names", {...WORLD, characters: [{}, {}]}, /characters\.0\.name/],
  ["a number", {...WORLD, setting: "Pier 39"}, /It has a number: "Pier 39"/],
  ["a number in words", {...WORLD, object: {one: "of forty thieves", many: "thieves"}}, /of forty thieves/],
  ["nothing", "null", /The JSON: /]
])("%s is told", (_, value, told) => {
  const read = world(value);
  expect("faults" in read && read.faults.join(" ")).toMatch(told);
});

const anchors = (value: unknown) =>
  readAnchors(JSON.stringify(value), {count: 2, longest: 3, instructions: "It was known as the Old Bell."});

test("names are read as they are, without white space around them", () => {
  expect(anchors(["the Grey Coat", " the Miller’s Due "])).toEqual({value: ["the Grey Coat", "the Miller’s Due"]});
});

test.each<[string, unknown, RegExp]>([
  ["too few", ["the Grey Coat"], /^There are 1 name, and 2 are needed\.$/],
  ["the same", ["the Grey Coat", "The grey coat"], /also that of operation/],
  ["one within another", ["the Grey Coat", "Grey Coat"], /part of that of operation 0/],
  ["a number", ["the Grey Coat", "the Seven Seas"], /holds a number/],
  ["too long", ["the Grey Coat", "the Very Long Name"], /has 4 words, and at most 3/],
  ["signs", ["the Grey Coat", "**the Bell**"], /other signs than letters/],
  ["taken", ["the Grey Coat", "the Old Bell"], /"the Old Bell" is taken/],
  ["empty", ["the Grey Coat", " "], /1: /],
  ["objects", [{name: "the Grey Coat"}, {name: "the Bell"}], /0: /],
  ["a map", {"0": "the Grey Coat"}, /The JSON: /]
])("names: %s is told", (_, value, told) => {
  const read = anchors(value);
  expect("faults" in read && read.faults.join(" ")).toMatch(told);
});
