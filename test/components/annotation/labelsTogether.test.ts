import {expect, test} from "vitest";
import type {LabelRecord} from "../../../pipelines/studies/preferences/labels/label.js";
import {labelsTogether} from "../../../src/components/annotation/labelsTogether.js";

const label = (item: number, more: Partial<LabelRecord> = {}): LabelRecord => ({
  ...{eval_id: "e", item_id: `q${item}`, trial: 0, annotator: "Ada", label: "correct"},
  ...more
});
const file = (rows: readonly object[], name = "labels.jsonl") => ({name, text: rows.map(row => JSON.stringify(row)).join("\n")});

test("labels of this browser that a file holds, too, count once; another's are added", () => {
  const session = [label(0), label(1)];
  expect(labelsTogether(session, null)).toEqual({labels: session, warnings: []});
  const {labels, warnings} = labelsTogether(session, file([label(0), label(0, {annotator: "Bob"})]));
  expect(labels.map(({item_id, annotator}) => [item_id, annotator])).toEqual([
    ["q0", "Ada"],
    ["q0", "Bob"],
    ["q1", "Ada"]
  ]);
  expect(warnings).toEqual([]);
});

test("files of other tools are read by their names of columns; faults are named and lose no label of this browser", () => {
  const foreign = labelsTogether([], {
    name: "labels.csv",
    text: "model,item,by,human_label\nm,q1,Ada,1\nm,q2,Ada,\nm,q3,Ada,perhaps\n"
  });
  expect(foreign.labels).toEqual([expect.objectContaining({eval_id: "m", item_id: "q1", annotator: "Ada", label: "correct"})]);
  expect(foreign.warnings).toEqual([expect.stringMatching(/^labels\.csv: 1 line without a label; the first is line 4$/u)]);
  for (const text of ["x,y\n1,2\n", "", '{"winner":"tie"}\n'])
    expect(labelsTogether([label(0)], {name: "votes.csv", text})).toMatchObject({
      labels: [label(0)],
      warnings: [expect.stringMatching(/^votes\.csv/u)]
    });
});
