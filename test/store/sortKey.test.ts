import {DuckDBInstance} from "@duckdb/node-api";
import fc from "fast-check";
import {expect, test} from "vitest";
import {sortKey} from "../../pipelines/store/sorted.node.js";

test("the packed key orders rows as the columns do", async () => {
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  const row = fc.tuple(
    fc.integer({min: -3, max: 3}),
    fc.integer({min: 5, max: 9_000_000_000}),
    fc.string({maxLength: 3}),
    fc.integer({min: 0, max: 2})
  );
  await fc.assert(
    fc.asyncProperty(fc.array(row, {minLength: 1, maxLength: 30}), async rows => {
      const span = (k: 0 | 1 | 3) => ({
        low: Math.min(...rows.map(each => each[k])),
        high: Math.max(...rows.map(each => each[k]))
      });
      const values = rows
        .map(([a, b, t, c]) => `(${a}, ${b}, '${t.replaceAll("'", "''").replaceAll("\0", "")}', ${c})`)
        .join(", ");
      const key = sortKey([{column: "a", ...span(0)}, {column: "b", ...span(1)}, {column: "t"}, {column: "c", ...span(3)}]);
      const by = async (order: string) =>
        (
          await connection.runAndReadAll(`select a, b, t, c from (values ${values}) v(a, b, t, c) order by ${order}`)
        ).getRowsJson();
      expect(await by(key)).toEqual(await by("a, b, t, c"));
    }),
    {numRuns: 50}
  );
  connection.closeSync();
  instance.closeSync();
});

test("columns whose ranges do not fit one 64-bit key get two", () => {
  const wide = {low: 0, high: 2 ** 40};
  expect(
    sortKey([
      {column: "a", ...wide},
      {column: "b", ...wide}
    ]).split(", ")
  ).toHaveLength(2);
});
