// What a page says, and what the store's tables say of the same.
import type {Page} from "playwright-core";
import {query} from "../../pipelines/store/sql.js";

/** The numbers of the one row that a query of the store gives. */
export const ask = async (text: string): Promise<number[]> => (await query(text, {folder: "data/store"})).rows[0]!.map(Number);

/** The text of an element as a reader sees it. */
export const text = (page: Page, selector: string): Promise<string> => page.locator(selector).innerText();
