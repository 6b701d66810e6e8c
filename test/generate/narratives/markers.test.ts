// What betrays how a story was made, in forms that the stories written by hand do not have.
import {expect, test} from "vitest";
import {markersIn} from "../../../pipelines/generate/narratives/markers.js";

test.each([
  ["They slept. <!-- padding -->", ["marker-tag", "marker-tag"]],
  ["They slept. <!-- It goes on\nfor lines. --> They woke.", ["marker-tag", "marker-tag"]],
  ["(padding) They slept.", ["marker-segment"]],
  ["They slept. {Padding Segment 3}", ["marker-segment"]],
  ["(End of the padding)", ["marker-segment"]],
  ["{ filler text begins }", ["marker-segment"]],
  ["They slept, {{name}}.", ["marker-segment"]],
  ["```\nThey slept.\n~~~ text", ["marker-fence", "marker-fence"]],
  ["They took [MAX 3 4] or max(3, 4).", ["marker-list", "marker-list"]],
  ["They took [3, 4].", ["marker-list"]],
  ["# They slept", ["marker-heading"]],
  ["They slept.\n===\nand\n---\nand\n***\nand\n___\nand\n* * *\n", Array(5).fill("marker-heading")],
  ["They *slept*, _dreamt_ and `woke`.", Array(3).fill("marker-markdown")],
  ["They **slept** and __woke__ by [it](there).", Array(3).fill("marker-markdown")],
  ["They slept.\n- They woke.\n> They rose.\n3. They ate.\n| a |", Array(4).fill("marker-markdown")],
  ["- They woke", ["marker-markdown"]],
  ["They took the AVG.", ["marker-operator"]],
  ["Scene 3\nThey slept.", ["marker-label"]]
])("%j", (text, codes) => {
  expect(markersIn(text).map(({code}) => code)).toEqual(codes);
});

test.each([
  "(Padding softly, the cat came in.)",
  "The padding (of horsehair) was gone.",
  "(beat) ELSIE: Who is there?",
  "a <- b, and 3 < 4 -- or so",
  "They had slept well into the year\n1912. They woke."
])("no marker: %j", text => {
  expect(markersIn(text)).toEqual([]);
});
