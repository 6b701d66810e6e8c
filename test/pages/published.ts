// Shared by the tests of pages that open on published answers and figures.
import {expect} from "vitest";
import {query} from "../../pipelines/store/sql.node.js";
import type {Visit} from "./browser.js";

/** Widths of a window, pixels. */
export const WIDTHS = [1280, 390];

/** Rows of a query over the published store. */
export const publishedRows = async (sql: string) => (await query(sql, {folder: "data/published"})).rows;

/** Expects that a page is no wider than its window, asks nothing of others and has no error. */
export async function expectFaultless({page, errors, outside}: Visit): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  expect({outside, errors: await errors()}).toEqual({outside: [], errors: []});
}
