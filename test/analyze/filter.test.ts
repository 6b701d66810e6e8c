// Names that filters list: separated by commas, and some with commas of their own.
import fc from "fast-check";
import {expect, test} from "vitest";
import {filterSchema, namesAmong} from "../../pipelines/analyze/filter.js";

const CATEGORIES = new Set(["law", "history", "law, ethics; R&D", "law, ethics", "a,b", "b"]);

test("of names with commas the longest that is known is taken whole; others end at a comma", () => {
  for (const [text, names] of [
    ["law", ["law"]],
    ["law,history", ["law", "history"]],
    [" law , history ,", ["law", "history"]],
    ["law, ethics; R&D", ["law, ethics; R&D"]],
    ["law, ethics", ["law, ethics"]],
    ["history,law, ethics; R&D,b", ["history", "law, ethics; R&D", "b"]],
    ["law,ethics", ["law", "ethics"]],
    ["a,b,b", ["a,b", "b"]],
    ["nobody, knows", ["nobody", "knows"]]
  ] as const)
    expect(namesAmong(text, CATEGORIES), text).toEqual(names);
  for (const each of CATEGORIES) expect(namesAmong(each, CATEGORIES)).toEqual([each]);
  // Without names that have commas, it is what splitting gives.
  const plain = fc.array(fc.constantFrom("law", "history", "x", ""), {minLength: 1});
  fc.assert(
    fc.property(plain, all => {
      expect(namesAmong(all.join(","), new Set(["law", "history"]))).toEqual(all.filter(Boolean));
    })
  );
  for (const empty of ["", " ", ",", " , "])
    expect(() => filterSchema.parse({category: [empty]}), empty).toThrow("got an empty text");
});
