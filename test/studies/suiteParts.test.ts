// A store is divided into suites for a fit where evaluations were asked different ones, and only there.
import {expect, test} from "vitest";
import {openDuckDB} from "../../pipelines/store/duckdb.node.js";
import {chosenPart, samplesOfPart, suiteParts} from "../../pipelines/studies/suiteParts.js";

type Point = readonly [evaluation: string, task: string, suites: readonly string[]];

async function withPoints<Result>(
  points: readonly Point[],
  read: (rows: <T>(sql: string) => Promise<T[]>, part: (suite: string) => Promise<string>) => Promise<Result>
) {
  const {connection, close} = await openDuckDB();
  const values = points.map(
    ([id, task, suites]) => `('${id}', '${task}', '{}', [${suites.map(each => `'${each}'`).join(", ")}]::varchar[])`
  );
  await connection.run(
    `create table points as select * from (values ${values.join(", ")}) t(eval_id, base_task, params, suites)`
  );
  await connection.run("create table samples as select eval_id, base_task, params from points");
  const rows = async <T>(sql: string) => (await connection.runAndReadAll(sql)).getRowObjectsJS() as T[];
  try {
    return await read(rows, suite => samplesOfPart(connection, suite));
  } finally {
    close();
  }
}
const partsOf = (points: readonly Point[]) => withPoints(points, rows => suiteParts({rows, has: async () => true}));

test("benchmarks that were asked of different models are parts", async () => {
  expect(
    await partsOf([
      ["a", "math", ["math"]],
      ["a", "law", ["law"]],
      ["b", "law", ["law"]]
    ])
  ).toEqual(["law", "math"]);
});

test("suites that every evaluation was asked are one part, as are suites that share a point", async () => {
  const both: Point[] = ["a", "b"].flatMap((id): Point[] => [
    [id, "math", ["math"]],
    [id, "law", ["law"]]
  ]);
  expect(await partsOf(both)).toEqual([""]);
  expect(await partsOf([...both, ["c", "math", ["math", "law"]]])).toEqual([""]);
  expect(await partsOf([["a", "math", []]])).toEqual([""]);
  expect(await partsOf([["a", "math", ["math"]]])).toEqual([""]);
});

test("the samples of a part are those of its points", async () => {
  const points: Point[] = [
    ["a", "math", ["math"]],
    ["a", "law", ["law"]],
    ["b", "law", ["law"]]
  ];
  expect(
    await withPoints(points, async (rows, part) => rows(`select eval_id, base_task from ${await part("law")} order by all`))
  ).toEqual([
    {eval_id: "a", base_task: "law"},
    {eval_id: "b", base_task: "law"}
  ]);
  expect(await withPoints(points, (_, part) => part(""))).toBe("samples");
});

test("a command takes the only part, or the one that is named", () => {
  expect(chosenPart([""], undefined, "store")).toBe("");
  expect(chosenPart(["law"], undefined, "store")).toBe("law");
  expect(chosenPart(["law", "math"], "math", "store")).toBe("math");
  expect(() => chosenPart(["law", "math"], undefined, "store")).toThrow("choose one with --suite: law, math");
  expect(() => chosenPart(["law", "math"], "maths", "store")).toThrow('did you mean "math"');
  expect(() => chosenPart([""], "math", "store")).toThrow("leave out --suite");
});
