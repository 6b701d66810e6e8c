// The benchmarks of images: what their drawings show is what they say, no answer is told by the words, and the PNG that is sent shows the same.
import {describe, expect, test} from "vitest";
import {svgOf} from "../../../../pipelines/book/image.node.js";
import {type Benchmark, benchmarkTask} from "../../../../pipelines/generate/benchmarks/benchmark.js";
import {benchmarks} from "../../../../pipelines/generate/benchmarks/registry.js";
import type {DrawnItem} from "../../../../pipelines/generate/task.js";
import {sentImage} from "../../../../pipelines/infer/raster.node.js";
import {questionIn} from "../../../../pipelines/infer/reference/solve/registry.node.js";
import {equalExpressions} from "../../../../pipelines/run/expressionEngine.js";
import {patternSearch} from "../../../../pipelines/run/patternSearch.js";
import {scoreTest} from "../../../../pipelines/score/score.node.js";
import {areasOf, pixelsOf, RGB} from "./pixels.js";
import {elementsOf, SEEN, shapesOf} from "./seen.js";

/** An answer but for its text. */
const ANSWERED = {
  reasoning: null,
  finish_reason: "stop",
  prompt_tokens: 1,
  completion_tokens: 1,
  billed: null,
  latency_ms: 0,
  retries: 0
};

const own = [...benchmarks.values()].filter(({domain}) => domain === "Multimodal");

/** Items of every cell, so many of each, spread over it. */
function itemsOf(benchmark: Benchmark, each: number, image: "shown" | "withheld", edition = 1): (DrawnItem & {cell: string})[] {
  const {items} = benchmarkTask(benchmark);
  let start = 0;
  return benchmark.cells.flatMap(({facets, size}) => {
    const from = start;
    start += size;
    const steps = facets.image === image ? Array.from({length: each}, (_, i) => Math.floor((i * size) / each)) : [];
    return steps.map(k => ({...items.at(from + k, {edition}), cell: JSON.stringify(facets)}));
  });
}
const rightOf = ({expected, choices}: DrawnItem): string => (choices ? choices["ABCD".indexOf(expected)]! : expected);

test("there are four, of 8,000 questions each, every one also with its picture withheld", () => {
  expect(own.map(({name}) => name)).toEqual(["zen-charts", "zen-geometry", "zen-counting", "zen-spatial"]);
  for (const {cells} of own)
    for (const image of ["shown", "withheld"])
      expect(cells.filter(({facets}) => facets.image === image).reduce((sum, {size}) => sum + size, 0)).toBe(8_000);
});

describe.each(own.map(benchmark => [benchmark.name, benchmark] as const))("%s", (name, benchmark) => {
  const shown = itemsOf(benchmark, 120, "shown");
  const withheld = itemsOf(benchmark, 120, "withheld");

  test("what the drawing shows, read back from the SVG, is the right answer", () => {
    for (const item of shown)
      expect({cell: item.cell, right: SEEN[name]!(svgOf(item.images![0]!), item.prompt)}).toEqual({
        cell: item.cell,
        right: rightOf(item)
      });
  });

  test("a picture and its question without it have one pair_id, options and answer, and not one identity", () => {
    for (const [i, item] of shown.entries()) {
      const blind = withheld[i]!;
      expect(blind).toMatchObject({pair: item.pair, expected: item.expected, guess_chance: item.guess_chance});
      expect(blind.choices).toEqual(item.choices);
      expect(blind.images).toBeUndefined();
      expect(blind.content).not.toBe(item.content);
      expect(blind.prompt.endsWith(item.prompt)).toBe(true);
      expect([item.category, blind.category]).toEqual([benchmark.category, `${benchmark.category}, image withheld`]);
    }
  });

  test("no right answer stands in the words alone: options are four different ones, numbers come with their range", () => {
    for (const item of withheld) {
      if (item.choices) expect(new Set(item.choices).size).toBe(4);
      else {
        const [, low, high] = /whole number from (\d+) to (\d+)/u.exec(item.prompt)!.map(Number);
        expect(item.guess_chance).toBeCloseTo(1 / (high! - low! + 1), 12);
        expect(Number(item.expected)).toBeGreaterThanOrEqual(low!);
        expect(Number(item.expected)).toBeLessThanOrEqual(high!);
      }
    }
  });

  test("no solver of the simulated models takes them for a question of its own", () => {
    for (const {prompt} of [...shown, ...withheld]) expect(questionIn(prompt)).toBeNull();
  });

  test("the right answer scores, another and a refusal do not", () => {
    const asked = {item_id: "i", base_task: name, params: {}, generator_version: 1, seed: 0, index: 0};
    for (const item of shown.slice(0, 300)) {
      const status = (text: string) =>
        (
          scoreTest(
            {...ANSWERED, text},
            {...asked, ...item},
            {simulated: false, effects: {search: patternSearch, equal: equalExpressions}}
          ) as {
            status: number;
          }
        ).status;
      expect(status(`It is clear.\n\nAnswer: ${item.choices ? `(${item.expected})` : item.expected}`)).toBe(1);
      expect(status(`Answer: ${rightOf(item)}`)).toBe(1);
      expect(status(`Answer: ${item.choices ? `(${item.expected === "A" ? "B" : "A"})` : Number(item.expected) + 1}`)).toBe(0);
      expect(status("I cannot see any picture.")).toBe(0);
    }
  });

  test("drawings are small, of one size, and name nothing outside themselves", () => {
    for (const {images} of shown) {
      const svg = svgOf(images![0]!);
      expect(svg.length).toBeLessThan(8_000);
      expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="512" height="384"/u);
      expect(svg).not.toMatch(/href|url\(|script|style|NaN|undefined|Infinity/u);
    }
  });

  test("nothing is drawn beyond the edge", () => {
    for (const {images, cell} of shown)
      for (const element of elementsOf(svgOf(images![0]!))) {
        const all: [number, number][] = [
          ...element.points,
          ...(element.name === "circle"
            ? ([-1, 1].map(s => [element.n("cx") + s * element.n("r"), element.n("cy") + s * element.n("r")]) as [
                number,
                number
              ][])
            : []),
          ...(element.name === "line"
            ? ([
                [element.n("x1"), element.n("y1")],
                [element.n("x2"), element.n("y2")]
              ] as [number, number][])
            : [])
        ];
        for (const [x, y] of all) expect(x >= 0 && x <= 512 && y >= 0 && y <= 384, `${cell} ${x} ${y}`).toBe(true);
      }
  });
});

describe("the PNG that is sent", () => {
  test("of counting has as many areas of each colour as there are shapes: none touch", () => {
    for (const {images} of itemsOf(benchmarks.get("zen-counting")!, 5, "shown")) {
      const picture = pixelsOf(sentImage(images![0]!));
      expect([picture.width, picture.height]).toEqual([512, 384]);
      for (const [colour, rgb] of Object.entries(RGB))
        expect(areasOf(picture, rgb)).toHaveLength(shapesOf(svgOf(images![0]!)).filter(each => each.colour === colour).length);
    }
  });

  test("of an area has 38 × 38 filled pixels for each square: the lines of the grid take half a pixel on every side and soften another", () => {
    for (const item of itemsOf(benchmarks.get("zen-geometry")!, 12, "shown").filter(({prompt}) =>
      prompt.includes("squares of the grid")
    )) {
      const filled = areasOf(pixelsOf(sentImage(item.images![0]!)), RGB.blue).reduce((sum, area) => sum + area, 0);
      expect(Math.round(filled / 38 ** 2)).toBe(Number.parseInt(rightOf(item), 10));
    }
  });

  test("of bars has bars of the heights that the scale gives, and letters where there are labels", () => {
    for (const {images, cell} of itemsOf(benchmarks.get("zen-charts")!, 6, "shown")) {
      const [svg, picture] = [svgOf(images![0]!), pixelsOf(sentImage(images![0]!))];
      if (cell.includes("bars"))
        expect(areasOf(picture, RGB.blue)).toHaveLength(
          elementsOf(svg).filter(({name, n}) => name === "rect" && n("width") < 500).length
        );
      for (const text of elementsOf(svg).filter(({name}) => name === "text")) {
        const width = 8 * text.text.length;
        const left =
          text.of("text-anchor") === "end"
            ? text.n("x") - width
            : text.of("text-anchor") === "start"
              ? text.n("x")
              : text.n("x") - width / 2;
        let dark = 0;
        for (let y = Math.round(text.n("y")) - 11; y <= text.n("y"); y++)
          for (let x = Math.round(left); x <= left + width; x++) if ((picture.pixels[4 * (y * 512 + x)] ?? 255) < 100) dark++;
        expect(dark, `${cell} ${text.text}`).toBeGreaterThan(4 * text.text.length);
      }
    }
  });
});
