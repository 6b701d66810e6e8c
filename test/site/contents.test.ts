// A build's sentences about its contents.
import {expect, test} from "vitest";
import {contentsText} from "../../pipelines/site/contents.js";

const models = (count: number) => Array.from({length: count}, (_, i) => `m${i}`);
const contentsOf = (count: number, hasTexts: boolean, published: object | null) =>
  contentsText(
    {folder: "data/store", manifest: {models: models(count), samples: 5}},
    {hasTexts, sources: {published: published as never}}
  ).join("\n");

test("models are named, ten at most; texts, history and published answers are stated", () => {
  expect(contentsOf(2, true, null)).toMatch(
    /data\/store: 5 answers of 2 models \(m0, m1\),.* and the texts of responses; the history of these evaluations alone/u
  );
  expect(contentsOf(12, false, {})).toMatch(/\(m0,.* m9 and 2 others\).*without texts of responses/u);
  expect(contentsOf(1, false, {})).toContain("published answers of other projects");
  expect(contentsOf(1, false, null)).not.toContain("published answers");
});
