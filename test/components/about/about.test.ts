// What the page for unknown addresses offers instead.
import {expect, test} from "vitest";
import {citationText} from "../../../src/components/about.js";
import {resembling} from "../../../src/components/missing.js";

test("the models whose address begins like the one asked for come first, a dozen at most", () => {
  expect(resembling("sim-oak-99", ["zeta", "sim-elm-01", "sim-oak-01"])).toEqual(["sim-oak-01", "sim-elm-01", "zeta"]);
  expect(resembling("", [])).toEqual([]);
  expect(
    resembling(
      "nothing",
      Array.from({length: 500}, (_, i) => `model-${i}`)
    )
  ).toHaveLength(12);
});

test("a citation names version, book, commit and day, says what is simulated, and does without what a store lacks", () => {
  const store = {
    version: "0.1.0",
    git_commit: "0123456789abcdef",
    book_hash: "f".repeat(64),
    finished: "2026-11-24T10:00:00.000Z",
    simulated: true
  };
  expect(citationText(store, {title: "My study"})).toBe(
    "“My study” (simulated models), made with reasonbook 0.1.0, commit 0123456789ab, book ffffffffffff, run of 2026-11-24."
  );
  expect(citationText({...store, git_commit: null, finished: null, simulated: false})).toBe(
    "Results, made with reasonbook 0.1.0, book ffffffffffff."
  );
});
