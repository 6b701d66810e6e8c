// Page Item response draws its first chart from the study's tables, and reads answers only when something needs them.
import {expect, test} from "vitest";
import {answered, columns, counts, within} from "../../../src/components/irt/calibration.js";
import {ofBook} from "../../../src/components/irt/ofBook.js";
import type {Sql} from "../../../src/pipelines/charts/shared/sql.js";
import {sqlOf} from "../../sqlOf.js";

const STORE = "test/fixtures/store";

/** The same tag, which lists the queries that read answers. */
function watched(sql: Sql): {sql: Sql; reads: string[]} {
  const reads: string[] = [];
  const query: Sql["query"] = (text, params) => {
    if (/\bsamples\b/.test(text)) reads.push(text);
    return sql.query(text, params);
  };
  const tag = (strings: TemplateStringsArray, ...params: unknown[]) => query(strings.join("?"), params);
  return {sql: Object.assign(tag, {query}) as Sql, reads};
}

test("no answer is read before one is needed, and then counts are those of the tables", async () => {
  const {sql: tables, close} = await sqlOf(STORE);
  try {
    const {sql, reads} = watched(tables);
    const {calibration, published} = await ofBook(sql);
    expect(published).toBe(true);
    expect(calibration.items.length).toBeGreaterThan(100);
    expect(reads).toEqual([]);
    const one = await calibration.readResponses([7]);
    expect(reads).toHaveLength(1);
    const {responses, items} = await answered(calibration);
    expect(one).toEqual(columns(responses, [7]));
    expect(counts(responses)).toEqual({
      n: Float64Array.from(items, ({n}) => n),
      right: Float64Array.from(items, ({right}) => right)
    });
    const {category} = items[0]!;
    const part = within(calibration, category);
    expect(await part.readResponses()).toEqual(
      columns(
        responses,
        items.flatMap((item, i) => (item.category === category ? [i] : []))
      )
    );
    expect(reads).toHaveLength(2);
  } finally {
    close();
  }
});

test("of a part of the evaluations, counts are those of the answers that are shown", async () => {
  const {sql: tables, close} = await sqlOf(STORE);
  try {
    const {sql, reads} = watched(tables);
    const {calibration, published} = await ofBook(sql, {evaluations: ["0"], suite: null});
    expect(published).toBe(false);
    expect(reads).toHaveLength(1);
    const {responses, items} = await answered(calibration);
    expect(counts(responses).n).toEqual(Float64Array.from(items, ({n}) => n));
  } finally {
    close();
  }
});
