// Names of results in a text, against one regular expression of all names.
import fc from "fast-check";
import {expect, test} from "vitest";
import {anchorFinder, anchorsIn} from "../../../pipelines/generate/narratives/anchors.js";

const WORDS = ["the", "The", "THE", "amber", "Amber", "anvil", "a", "9", "Ärger", "k", "\u212a", "stone's", "stone’s"];
const GAPS = [" ", "  ", "\n", "\t", ", ", ".", "", "'"];
const word = fc.constantFrom(...WORDS);
const texts = fc.array(fc.tuple(word, fc.constantFrom(...GAPS)), {maxLength: 40}).map(parts => parts.flat().join(""));
const names = fc.uniqueArray(
  fc.array(word, {minLength: 1, maxLength: 3}).map(words => words.join(" ")),
  {maxLength: 6, selector: name => name.toLowerCase().replaceAll("’", "'")}
);

/** Names as one expression, longer ones first. */
function expected(text: string, given: readonly string[]): {operation: number; start: number; end: number}[] {
  if (given.length === 0) return [];
  const plain = given.map(name => name.toLowerCase().replaceAll("’", "'"));
  const order = plain.map((_, i) => i).sort((a, b) => plain[b]!.length - plain[a]!.length);
  const pattern = order.map(i => `(${plain[i]!.replaceAll(" ", "\\s+").replaceAll("'", "['’‘]")})`).join("|");
  const found = text.matchAll(new RegExp(`(?<![\\p{L}\\d])(?:${pattern})(?![\\p{L}\\d])`, "giu"));
  return Array.from(found, match => ({
    operation: order[match.slice(1).findIndex(each => each !== undefined)]!,
    start: match.index,
    end: match.index + match[0].length
  }));
}

test("names are found as one regular expression of all of them finds them", () => {
  const holds = fc.property(texts, names, (text, given) => {
    expect(anchorsIn(text, given)).toEqual(expected(text, given));
  });
  fc.assert(holds, {numRuns: 300});
});

test("names of signs alone are found nowhere, and a finder finds in every text anew", () => {
  const find = anchorFinder(["...", "the anvil", ""]);
  expect(find("the anvil ...")).toEqual([{operation: 1, start: 0, end: 9}]);
  expect(find("... THE\n  anvil.")).toEqual([{operation: 1, start: 4, end: 15}]);
  expect(anchorsIn("the anvil", [])).toEqual([]);
  expect(find("")).toEqual([]);
});
