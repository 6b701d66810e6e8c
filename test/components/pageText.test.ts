import {expect, test} from "vitest";
import {recordsOf} from "../../pipelines/studies/preferences/votes/records.js";
import {linesOf, marksIn} from "../../src/components/samples/marks.js";
import {pageText} from "../../src/components/sql/pageText.js";

test("a page opens the tables that its query names, asks it and draws its columns", () => {
  const text = pageText("select model, correct from points;", {
    tables: ["points", "scores"],
    plot: {mark: "line", x: "model", y: "correct", color: ""}
  });
  expect(text).toContain('tables({points: FileAttachment("data/points.parquet")}, invalidation)');
  expect(text).toContain("```sql id=rows display\nselect model, correct from points\n```");
  expect(text).toContain('Plot.lineY(rows, {"x":"model","y":"correct"})');
});

test("a query's backticks and braces cannot end its cell", () => {
  const braces = ["$", "{alert(1)}"].join("");
  const text = pageText(`select '\`\`\`' as a, '${braces}' as b`, {tables: [], plot: null});
  expect(text).toContain("````sql id=rows");
  expect(text).not.toContain(`'${braces}`);
});

test("corrections are read as they are written, and lines that are none are named", () => {
  const marks = [
    {eval_id: "e", item_id: "a/b-1", trial: 0, status: "correct" as const, reason: "twelve is 12", at: "2026-01-01T00:00:00.000Z"}
  ];
  expect(marksIn(recordsOf(linesOf(marks), "corrections.jsonl"))).toEqual({marks, faults: []});
  const {marks: read, faults} = marksIn(
    recordsOf(
      '{"key":"e/a-1/2","status":"truncated","reason":"r"}\nx\n{"key":"e/a","status":"correct","reason":"r"}\n{"eval_id":"e","item_id":"i","status":"right","reason":"r"}\n[]\nnull\n',
      "corrections.jsonl"
    )
  );
  expect(read).toMatchObject([{eval_id: "e", item_id: "a-1", trial: 2, status: "truncated"}]);
  expect(faults).toHaveLength(5);
});
