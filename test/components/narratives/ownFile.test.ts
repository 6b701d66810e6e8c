// Files of narratives of a reader's: ours, those of others, and what is none.
import {expect, test} from "vitest";
import {treeIn} from "../../../pipelines/studies/narratives/facts.js";
import {lineName} from "../../../src/components/narratives/fileViews.js";
import {readNarratives} from "../../../src/components/narratives/ownFile.js";
import {departureOf} from "../../../src/components/narratives/stored.js";

const line = (more: object = {}) => ({
  id: "x",
  ast_str: "(MAX 3 (SUM 4 2))",
  num_operations: 2,
  ground_truth_value: 6,
  token_count_narrative: 24,
  full_text_for_eval: "Ann has 4 and 2, and calls the sum the Owl. The largest of the Owl and 3 is asked for.",
  ...more
});
const file = (...lines: unknown[]) => ({
  name: "own.jsonl",
  text: lines.map(each => (typeof each === "string" ? each : JSON.stringify(each))).join("\n")
});

test("published lines without parts are validated over their whole text, and reported on as far as that goes", () => {
  const steps: number[] = [];
  const {read, lines} = readNarratives(file(line(), "", line({id: "y", ground_truth_value: 7})), ({done, of}) =>
    steps.push(done / of)
  );
  expect(lines.length).toBe(2);
  expect(
    read.narratives.map(({place, line, id, depth, chain, padding_share, codes}) => [
      place,
      line,
      id,
      depth,
      chain,
      padding_share,
      codes
    ])
  ).toEqual([
    [0, 1, "x", 2, true, null, []],
    [1, 3, "y", 2, true, null, ["answer"]]
  ]);
  expect(read.narratives[0]!.unchecked).toBeGreaterThan(0);
  const scene = read.report!.measures.find(({name}) => name === "last_scene")!;
  expect(scene.overall).toMatchObject({n: 0, value: null, not_measured: "no narrative has parts, so its scenes are not known"});
  expect(steps).toEqual([0.25, 0.5, 0.75, 1]);
});

test("a line that is no narrative is named, and there is no report; the others can be read", () => {
  const {read} = readNarratives(file(line(), line({num_operations: "two"}), "{", line({id: "z"})));
  expect(read.faults).toEqual([
    expect.stringContaining("own.jsonl:2 is not a narrative: num_operations: "),
    expect.stringContaining("own.jsonl:3 is not a narrative: not JSON")
  ]);
  expect([read.faulty, read.report, read.narratives.map(({id}) => id)]).toEqual([2, null, ["x", "z"]]);
});

test("a list that cannot be read, or is too deep, is a problem of its narrative and ends the report", () => {
  const deep = `${"(MAX 1 ".repeat(50_000)}2${")".repeat(50_000)}`;
  for (const [ast_str, what] of [
    ["(MAX 3", "own.jsonl:1 a bracket is not closed"],
    [deep, "own.jsonl:1 its list is too deep"]
  ] as const) {
    const {read} = readNarratives(file(line({ast_str})));
    expect(read.narratives[0]).toMatchObject({problems: expect.any(Number), codes: expect.arrayContaining(["tree"])});
    expect(read.narratives[0]!.operations).toBeUndefined();
    expect([read.faults, read.report]).toEqual([[what], null]);
    expect(lineName(read.narratives[0]!)).toContain("list that cannot be read");
  }
});

test("parts that do not lie in the text are a problem, and nothing is said of shares", () => {
  const parts = [{kind: "beat", operation: 0, start: 0, end: 5_000}];
  const {read} = readNarratives(file(line({parts, anchors: ["the Top", "the Owl"]})));
  expect(read.narratives[0]).toMatchObject({padding_share: null, order: null, codes: ["parts-span"]});
  expect(read.report).toBeNull();
});

test.each([
  ["nothing", "", /^own\.jsonl is empty/u],
  ["another file", '{"question": "?"}', /^own\.jsonl:1 is not a narrative: /u],
  ["bytes", "\u0000\u0001{", /^own\.jsonl is neither text/u]
])("%s is refused by name", (_, text, message) => {
  expect(() => readNarratives({name: "own.jsonl", text})).toThrow(message);
});

test("the step that departs is an operation of the list, in the order in which results can be had", () => {
  const tree = treeIn("(SUM (MAX 1 2) 3 (MIN (SM 8 9) 4))");
  expect([1, 2, 3, 4, 5, null].map(first_wrong_step => departureOf({first_wrong_step}, {tree}))).toEqual([
    1,
    3,
    2,
    0,
    null,
    null
  ]);
  expect(departureOf({first_wrong_step: 1}, {tree: undefined})).toBeNull();
});
