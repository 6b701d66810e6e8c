// A chart has room between its margins however narrow the page is said to be.
import {readdirSync, readFileSync} from "node:fs";
import {join} from "node:path";
import * as Plot from "@observablehq/plot";
import {JSDOM} from "jsdom";
import {expect, test} from "vitest";
import {chartWidth, drawPlot} from "../../pipelines/charts/shared/plot.js";

const {document} = new JSDOM("").window;
const sizes = (node: Element) =>
  [...node.querySelectorAll("rect")].flatMap(rect => ["width", "height"].map(name => Number(rect.getAttribute(name))));

test("a page that is 0 px wide draws no bar that is narrower than nothing", () => {
  // 0 − 45 − 20 = −65: what a frame, or the rectangle that a chart is cut off by, would be as wide as.
  const options = {marginLeft: 45, marginRight: 20, document, marks: [Plot.frame(), Plot.barX([1, 2], {x: d => d, clip: true})]};
  expect(sizes(Plot.plot({...options, width: 0}))).toContain(-65);
  for (const size of [0, 1, 30, 64]) {
    const drawn = sizes(drawPlot({...options, width: size, height: size}));
    expect(drawn.length).toBeGreaterThan(4);
    for (const each of drawn) expect(each).toBeGreaterThanOrEqual(0);
  }
  expect(chartWidth(640)).toBe(640);
});

test("all charts are drawn through one function", () => {
  const folder = join(import.meta.dirname, "../../src");
  const files = ["", "components", "pipelines/charts"].flatMap(part =>
    readdirSync(join(folder, part), {recursive: part !== "", encoding: "utf8"}).map(name => join(folder, part, name))
  );
  // pageText.ts writes a page that its reader owns: Plot as its documentation shows it
  const written = join(folder, "components/sql/pageText.ts");
  const own = files.filter(name => /\.(ts|md)$/.test(name) && /\bPlot\.plot\(/.test(readFileSync(name, "utf8")));
  expect(own.filter(name => name !== written)).toEqual([join(folder, "pipelines/charts/shared/plot.ts")]);
});
