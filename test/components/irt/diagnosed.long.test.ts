// Page Item response shows from tables what its worker would compute from the answers.
import {existsSync} from "node:fs";
import {tableFromIPC} from "apache-arrow";
import {expect, test} from "vitest";
import {arrowBytes} from "../../../pipelines/store/arrow.js";
import {irtTables} from "../../../pipelines/studies/irt/tables.js";
import {study} from "../../../pipelines/studies/make.node.js";
import {answered, counts} from "../../../src/components/irt/calibration.js";
import {findings, groupsOf} from "../../../src/components/irt/checks.js";
import {isPublished, published} from "../../../src/components/irt/diagnosed.js";
import {informationOf} from "../../../src/components/irt/items.js";
import {ofBook} from "../../../src/components/irt/ofBook.js";
import {tasks} from "../../../src/components/irt/tasks.js";
import {plainRows} from "../../../src/components/shared/answers.js";
import {sqlOf} from "../../sqlOf.js";

const STORE = "data/store";
const silent = {info() {}, warn() {}, progress() {}, done() {}};

/** Sums of thousands of terms in another order differ in their last digits. */
function expectAlike(read: unknown, made: unknown, place: string): void {
  if (typeof made === "number" && Number.isFinite(made)) {
    expect(Math.abs((read as number) - made) / Math.max(1, Math.abs(made)), place).toBeLessThan(1e-6);
  } else if (made !== null && typeof made === "object") {
    for (const [key, own] of Object.entries(made)) expectAlike((read as Record<string, unknown>)[key], own, `${place}/${key}`);
  } else expect(read, place).toEqual(made);
}

test.skipIf(!existsSync(`${STORE}/samples.parquet`))(
  "ranks, item fit, residuals, differences, checks and curves that are read are those that are computed",
  async () => {
    await study("irt_dif", STORE, {report: silent});
    const {sql, close} = await sqlOf(STORE);
    try {
      const {calibration, published: there} = await ofBook(sql);
      expect(there).toBe(true);
      const rows = plainRows<Record<string, unknown>>(await sql`select * from irt_information order by base_task`);
      const lists = rows.map(row => ({...row, theta: listOf(row.theta), information: listOf(row.information)}));
      const read = published(sql, tableFromIPC(arrowBytes(irtTables.irt_information, lists)), calibration);
      const whole = await answered(calibration);
      expect(counts(whole.responses)).toEqual({
        n: Float64Array.from(whole.items, ({n}) => n),
        right: Float64Array.from(whole.items, ({right}) => right)
      });
      const computed = tasks.misfits(whole);
      expect((await read.misfits()).length).toBe(computed.length);
      expectAlike(await read.ranks(), tasks.ranks(calibration), "ranks");
      const [one, other] = [await read.misfits(), computed].map(all => new Map(all.map(row => [row.item.id, row])));
      for (const [id, {item, screen, ...made}] of other!) {
        const {item: _, screen: own, ...fit} = one!.get(id)!;
        expectAlike(fit, made, id);
        expectAlike([own.rest, own.low, own.high, own.negative], [screen.rest, screen.low, screen.high, screen.negative], id);
      }
      const [cells, madeCells] = [await read.residuals(), tasks.residuals(whole)];
      const keyed = (of: typeof cells) =>
        Object.fromEntries(of.cells.map(({row, column, ...cell}) => [`${of.rows[row]} ${of.columns[column]}`, cell]));
      expectAlike(keyed(cells), keyed(madeCells), "residuals");
      expect(cells.by).toBe(madeCells.by);
      const [group] = groupsOf(calibration);
      expectAlike(await read.dif(group!), tasks.dif({calibration: whole, group: group!}), "dif");
      const [checks, madeChecks] = [await read.checks(), tasks.checks(whole)];
      expect(findings(calibration, await read.misfits(), checks)).toEqual(findings(calibration, computed, madeChecks));
      const [curves, madeCurves] = [read.information(), informationOf(calibration)];
      expect(curves.map(({category, items}) => [category, items])).toEqual(
        madeCurves.map(({category, items}) => [category, items])
      );
      for (const [i, curve] of curves.entries())
        expectAlike(Array.from(curve.information), Array.from(madeCurves[i]!.information, Math.fround), curve.category);
    } finally {
      close();
    }
  },
  240_000
);

const listOf = (list: unknown): number[] => Array.from(list as Iterable<number>);

test("an evaluation without a fit, as points that were brought in have, is not in the tables", () => {
  expect(isPublished(["a", "b"], [{id: "b"}, {id: "a"}, {id: "c"}])).toBe(true);
  expect(isPublished(["a", "b"], [{id: "a"}])).toBe(false);
});
