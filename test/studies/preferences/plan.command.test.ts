// `human plan` on a small run: one file a person, of all models, beyond the limits of the table of pairs.
import {readdir, readFile, writeFile} from "node:fs/promises";
import {join} from "node:path";
import {expect, test} from "vitest";
import {workbook} from "../../workbook.js";

test("files hold instructions and as many pairs as were planned; too many votes and a second plan are refused", async () => {
  await using book = await workbook();
  expect((await book.command("run")).code).toBe(0);
  const planned = await book.command(
    "human",
    "plan",
    "--models",
    "2",
    "--votes",
    "30",
    "--annotators",
    "3",
    "--kappa-width",
    "0.4",
    "--out",
    "plan",
    "--json"
  );
  expect(planned.code, planned.stderr).toBe(0);
  const plan = JSON.parse(planned.stdout) as {
    pairs: number;
    overlap: number;
    checks: number;
    models: string[];
    simulated: boolean;
  };
  expect(plan).toMatchObject({simulated: true, pairs: 30 - plan.overlap});
  expect(plan.models.length).toBe(2);
  const files = (await readdir(join(book.root, "plan"))).sort();
  expect(files).toEqual(["annotator-01.jsonl", "annotator-02.jsonl", "annotator-03.jsonl", "plan.json"]);
  const lines = await Promise.all(
    files.slice(0, 3).map(async file =>
      (await readFile(join(book.root, "plan", file), "utf8"))
        .trim()
        .split("\n")
        .map(line => JSON.parse(line) as Record<string, unknown>)
    )
  );
  for (const [first, ...rest] of lines) {
    expect(Object.keys(first!)).toEqual(["instructions"]);
    expect(rest.every(row => !("status_a" in row) && typeof row.prompt === "string")).toBe(true);
  }
  expect(lines.reduce((sum, file) => sum + file.length - 1, 0)).toBe(30 + plan.checks);
  const again = await book.command("human", "plan", "--votes", "30", "--annotators", "3", "--out", "plan");
  expect([again.code, again.stderr]).toEqual([2, expect.stringContaining("has a plan already")]);
  const many = await book.command("human", "plan", "--models", "2", "--votes", "1000000", "--annotators", "3", "--out", "other");
  expect([many.code, many.stderr]).toEqual([2, expect.stringContaining("ask for fewer --votes")]);
  expect(await book.command("human", "plan", "--votes", "10", "--annotators", "2", "--models", "1")).toMatchObject({code: 2});
});

test("single answers: files without models and verdicts, dealt out as planned, whose labels correct accuracies", async () => {
  await using book = await workbook();
  expect((await book.command("run")).code).toBe(0);
  const words = [
    "human",
    "plan",
    "--single",
    "--votes",
    "60",
    "--annotators",
    "3",
    "--kappa-width",
    "0.4",
    "--out",
    "plan",
    "--json"
  ];
  const planned = await book.command(...words);
  expect(planned.code, planned.stderr).toBe(0);
  const plan = JSON.parse(planned.stdout) as {kind: string; pairs: number; overlap: number; checks: number; models: string[]};
  expect(plan).toMatchObject({kind: "answers", checks: 0, pairs: 60 - plan.overlap});
  expect(plan.models.length).toBe(3);
  const hands = await Promise.all(
    ["01", "02", "03"].map(async number =>
      (await readFile(join(book.root, "plan", `annotator-${number}.jsonl`), "utf8"))
        .trim()
        .split("\n")
        .map(line => JSON.parse(line) as Record<string, string | number>)
    )
  );
  const answers = hands.flatMap(([first, ...rest]) => {
    expect(Object.keys(first!)).toEqual(["instructions"]);
    return rest;
  });
  expect(answers.length).toBe(60);
  const counts = new Map<string, number>();
  for (const {eval_id, item_id, trial, ...rest} of answers) {
    expect(Object.keys(rest).sort()).toEqual(
      ["prompt", "expected", "rubric", "response", "response_digest", "rubric_digest", "simulated"].sort()
    );
    const id = `${eval_id}/${item_id}/${trial}`;
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  expect([counts.size, [...counts.values()].filter(count => count === 2).length]).toEqual([plan.pairs, plan.overlap]);
  const labels = hands.flatMap((hand, person) =>
    hand.slice(1).map(({eval_id, item_id, trial, response_digest: response}) => {
      const record = {eval_id, item_id, trial, response, annotator: `p${person}`, label: "correct", draw: "random"};
      return JSON.stringify(record);
    })
  );
  await writeFile(join(book.root, "labels.jsonl"), labels.join("\n"));
  const corrected = await book.command("human", "correct", "--labels", "labels.jsonl", "--json");
  expect(corrected.code, corrected.stderr).toBe(0);
  expect(JSON.parse(corrected.stdout)).toMatchObject({labels: 60});
  const many = await book.command("human", "plan", "--single", "--votes", "1000000", "--annotators", "1", "--out", "other");
  expect([many.code, many.stderr]).toEqual([2, expect.stringContaining("ask for fewer --votes")]);
  const mixed = await book.command(
    "human",
    "plan",
    "--single",
    "--models",
    "3",
    "--votes",
    "10",
    "--annotators",
    "1",
    "--out",
    "o"
  );
  expect([mixed.code, mixed.stderr]).toEqual([2, expect.stringContaining("--models is of pairs")]);
});
