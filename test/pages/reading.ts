// What a page says, and what the store's tables say of the same.
import type {Page} from "playwright-core";
import {query} from "../../pipelines/store/sql.node.js";

/** The numbers of the one row that a query of the store gives. */
export const ask = async (text: string): Promise<number[]> => (await query(text, {folder: "data/store"})).rows[0]!.map(Number);

/** The text of an element as a reader sees it. */
export const text = (page: Page, selector: string): Promise<string> => page.locator(selector).innerText();

/** Labels of charts that reach beyond their chart, by more than a pixel. */
export const cutLabels = (page: Page): Promise<(string | null)[]> =>
  page.locator("#observablehq-main figure svg text").evaluateAll(all =>
    all.flatMap(each => {
      const [own, chart] = [each.getBoundingClientRect(), each.closest("svg")!.getBoundingClientRect()];
      const out =
        own.left < chart.left - 1 || own.right > chart.right + 1 || own.top < chart.top - 1 || own.bottom > chart.bottom + 1;
      return own.width > 0 && out ? [each.textContent] : [];
    })
  );

/** The address of a page with all its sections open, so that a test sees everything that it says. */
export const opened = (path: string): string => `${path}${path.includes("#") ? "&" : "#"}open=*`;
