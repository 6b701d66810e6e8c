import {expect, test} from "vitest";
import {openBrowser} from "../../pipelines/analyze/picture/browser.js";
import {png} from "../../pipelines/analyze/picture/png.js";
import {resolveColors, standalone} from "../../pipelines/analyze/picture/svg.js";

import {decodePng} from "./png.js";

const pixelsOf = (text: string) => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="120" height="40" font-family="system-ui, sans-serif" font-size="20"><text x="10" y="28">${text}</text></svg>`;
  return decodePng(png(svg, {width: 120, systemFonts: false})).pixels;
};

test("every letter and sign of our charts has a face of its own on a machine without typefaces", () => {
  // U+E001 is in no face: what it draws is the empty box that stands for a missing glyph.
  const box = pixelsOf("\ue001");
  const signs = "ABCXYZabcxyz0123456789 .,:;!?%&amp;()[]{}|&lt;&gt;+-–−×±≤≥=…→←↑↓·θρσαβλμτ²½‘’“”/_@#$";
  const each = signs.match(/&\w+;|./gu)!.filter(sign => sign !== " ");
  for (const sign of each) {
    const drawn = pixelsOf(sign);
    expect(
      drawn.some(shade => shade < 128),
      `${sign} is drawn`
    ).toBe(true);
    expect(drawn.equals(box), `${sign} is no empty box`).toBe(false);
  }
});

test("a sign from another face does not take the rest of its line with it", () => {
  const crop = (pixels: Buffer, columns: number) =>
    Buffer.concat(Array.from({length: 40}, (_, y) => pixels.subarray(y * 480, y * 480 + 4 * columns)));
  expect(crop(pixelsOf("agn →"), 45).equals(crop(pixelsOf("agn"), 45))).toBe(true);
});

test("variables become the light theme's colours, mixtures and fallbacks included", () => {
  expect(resolveColors("var(--theme-blue)")).toBe("#4269d0");
  expect(resolveColors("fill: var(--theme-foreground); stroke: var(--nowhere, #123456)")).toBe("fill: #1b1e23; stroke: #123456");
  // 74 % of #1b1e23 and 26 % of #f6f6f6, channel by channel: 0.74 · 27 + 0.26 · 246 = 83.9, 86.2, 89.9.
  expect(resolveColors("var(--theme-foreground-muted)")).toBe("rgb(84, 86, 90)");
  expect(resolveColors("var(--nowhere, var(--theme-red))")).toBe("#ff725c");
  expect(resolveColors("var(--nowhere)")).toBe("none");
});

test("a figure becomes one picture: title, mark, legend, charts and what its caption says to those who cannot point", () => {
  const {document} = openBrowser();
  const figure = document.createElement("figure");
  figure.innerHTML = `<h3>Ti &amp; tle <span class="rb-simulated">simulated</span></h3>
    <div><div class="plot-swatches"><span class="plot-swatch"><svg width="15" height="15" fill="var(--theme-blue)"><rect width="100%" height="100%"></rect></svg>first</span></div>
    <svg width="300" height="50" viewBox="0 0 300 50"><style>text {fill: red}</style><text class="x" fill="var(--theme-green)">in a chart</text></svg></div>
    <table><tr><td>in a table</td></tr></table><figcaption>Bars are intervals. Point at a bar for its number.</figcaption>`;
  const text = standalone(figure, {width: 400, simulated: true});
  const svg = new (openBrowser().DOMParser)().parseFromString(text, "image/svg+xml");
  expect(svg.querySelector("parsererror")).toBeNull();
  const texts = [...svg.querySelectorAll("text")].map(node => node.textContent);
  expect(texts).toEqual(["Ti & tle", "simulated", "first", "in a chart", "Bars are intervals."]);
  expect(text).not.toMatch(/var\(|<style|class=/);
  expect(text).toContain('fill="#3ca951"');
  expect(svg.documentElement.getAttribute("width")).toBe("400");
});

test("a figure without the mark gets it where the rows are simulated", () => {
  const figure = openBrowser().document.createElement("div");
  figure.innerHTML = `<svg width="30" height="5" viewBox="0 0 30 5"></svg>`;
  expect(standalone(figure, {width: 300, simulated: true})).toContain(">simulated<");
  expect(standalone(figure, {width: 300, simulated: false})).not.toContain("simulated");
});
