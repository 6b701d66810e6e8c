// What betrays how a story was made, in forms that the stories written by hand do not have.
import {expect, test} from "vitest";
import {markersIn} from "../../../pipelines/generate/narratives/markers.js";

test.each([
  ["They slept. <!-- padding -->", ["marker-tag", "marker-tag"]],
  ["They slept. <!-- It goes on\nfor lines. --> They woke.", ["marker-tag", "marker-tag"]],
  ["(padding) They slept.", ["marker-segment"]],
  ["They slept. {Padding Segment 3}", ["marker-segment"]],
  ["(End of the padding)", ["marker-segment"]],
  ["{ filler text begins }", ["marker-segment"]]
])("%j", (text, codes) => {
  expect(markersIn(text).map(({code}) => code)).toEqual(codes);
});

test.each([
  "(Padding softly, the cat came in.)",
  "The padding (of horsehair) was gone.",
  "(beat) ELSIE: Who is there?",
  "a <- b, and 3 < 4 -- or so"
])("no marker: %j", text => {
  expect(markersIn(text)).toEqual([]);
});
