import {expect, test} from "vitest";
import type {Known} from "../../pipelines/analyze/filter.js";
import {find, namesOf} from "../../pipelines/analyze/search.js";

const models = ["sim-cedar-01", "sim-cedar-03", "sim-heron-08", "qwen3-32b", "llama-3.3-70b"];
const known: Known = {
  evaluations: models.map((model, i) => ({eval_id: `0${i}f3a9c2d1e8`, model, template: "zerocot-nosys", sampler: "greedy-4k"})),
  tasks: new Map([
    ["arithmetic", new Map([["length", new Set(["3", "12"])]])],
    [
      "tables",
      new Map([
        ["format", new Set(["csv", "markdown"])],
        ["target_tokens", new Set(["500"])]
      ])
    ]
  ]),
  facets: {groups: new Set(), tiers: new Set(), surfaces: new Set(), projections: new Set(), tags: new Set()},
  suites: new Set(),
  domains: new Set(),
  categories: new Set()
};
const names = namesOf(known);
const found = (text: string) => find(text, names).map(({found}) => found.map(({kind, name}) => `${kind} ${name}`));

test.each([
  ["arithmetik", "task arithmetic"],
  ["lenght", "param length"],
  ["qwen-32b", "evaluation qwen3-32b"],
  ["lama", "evaluation llama-3.3-70b"],
  ["cedar-O3", "evaluation sim-cedar-03"],
  ["tabels", "task tables"],
  ["zeroshot-nosys", "evaluation zerocot-nosys"],
  ["format=cvs", "param format=csv"]
])("%s means %s", (misspelt, name) => {
  expect(found(misspelt)).toEqual([[name]]);
});

test("what contains the word is meant before what is like it, all of it", () => {
  expect(found("cedar")).toEqual([["evaluation sim-cedar-01", "evaluation sim-cedar-03"]]);
  expect(found("length")).toEqual([["param length"]]);
});

test("words narrow each other down, each with names of its own", () => {
  expect(found("heron arithmetik")).toEqual([["evaluation sim-heron-08"], ["task arithmetic"]]);
});

test("an evaluation's hash is found by its beginning, not by likeness or by a digit in the middle", () => {
  expect(found("02f3a9")).toEqual([["evaluation 02f3a9c2d1e8"]]);
  expect(found("01")).toEqual([["evaluation sim-cedar-01"]]);
});

test("a word that is like nothing is a mistake that names it", () => {
  expect(() => found("cedar xylophone")).toThrow('nothing is named like "xylophone"');
  expect(() => found("  ")).toThrow("--search is empty");
});
