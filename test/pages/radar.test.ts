// The radar and models' paths, drawn without a browser: the same picture as `npm run analyze -- spiderweb`.
import fc from "fast-check";
import {beforeAll, expect, test} from "vitest";
import {openBrowser} from "../../pipelines/analyze/picture/browser.js";
import type {Spoke} from "../../pipelines/charts/model/radar.js";
import {modelPath, modelPaths} from "../../pipelines/store/modelPath.js";

type Draw = (spokes: readonly Spoke[], options: {width: number; title: string; simulated?: boolean}) => HTMLElement;
let radar: Draw;
beforeAll(async () => {
  openBrowser();
  ({radar} = (await import(/* @vite-ignore */ new URL("../../pipelines/charts/model/radar.ts", import.meta.url).href)) as {
    radar: Draw;
  });
});

const spoke = (name: string, accuracy: number | null, n = 100): Spoke => ({
  name,
  accuracy,
  low: Math.max(0, (accuracy ?? 0) - 0.1),
  high: Math.min(1, (accuracy ?? 0) + 0.1),
  n,
  truncated: 0.1,
  truncated_low: 0.05,
  truncated_high: 0.2,
  samples: 112
});
const points = (path: Element): [number, number][] =>
  [...path.getAttribute("d")!.matchAll(/(-?[\d.]+),(-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);

test("a web's corners stand at the estimates, its band at the ends of the interval", () => {
  const figure = radar([spoke("one", 1), spoke("two", 0.5), spoke("three", 0.25), spoke("four", -0.2)], {width: 700, title: "t"});
  const rays = [...figure.querySelectorAll("path")]
    .map(points)
    .filter(each => each.length === 2)
    .slice(0, 4);
  const [centre, rim] = rays[0]!;
  const radius = centre![1] - rim![1];
  const edge = points([...figure.querySelectorAll("path")].find(path => path.getAttribute("stroke-width") === "1.8")!);
  // Clockwise from the top: up, right, down; what is below guessing stands in the middle.
  expect(edge[0]![1]).toBeCloseTo(centre![1] - radius, 0);
  expect(edge[1]![0]).toBeCloseTo(centre![0] + 0.5 * radius, 0);
  expect(edge[2]![1]).toBeCloseTo(centre![1] + 0.25 * radius, 0);
  expect(edge[3]).toEqual(centre);
  const band = points(figure.querySelector(".rb-band")!);
  expect(band).toHaveLength(8);
  expect(band[1]![0]).toBeCloseTo(centre![0] + 0.6 * radius, 0);
  expect(band[5]![0]).toBeCloseTo(centre![0] + 0.4 * radius, 0);
});

test("a task without an untruncated answer leaves a gap in web and band", () => {
  const figure = radar([spoke("a", 0.5), spoke("b", null, 0), spoke("c", 0.5), spoke("d", 0.5), spoke("e", null, 0)], {
    width: 700,
    title: "t"
  });
  const edge = [...figure.querySelectorAll("path")].find(path => path.getAttribute("stroke-width") === "1.8")!.getAttribute("d")!;
  expect(edge).not.toContain("Z");
  expect(edge.match(/M/g)).toHaveLength(2);
  expect(figure.textContent).toContain("no answers");
});

test("any spokes are drawn: one, none known, many; nothing is NaN, and numbers stand with interval and n", () => {
  const share = fc.double({min: 0, max: 1, noNaN: true});
  fc.assert(
    fc.property(fc.array(fc.option(share), {minLength: 1, maxLength: 15}), fc.integer({min: 300, max: 1200}), (shares, width) => {
      const spokes = shares.map((each, i) => spoke(`task ${i}`, each, each === null ? 0 : 64));
      const figure = radar(spokes, {width, title: "t"});
      expect(figure.outerHTML).not.toMatch(/NaN|undefined|Infinity/);
      expect(figure.querySelectorAll(".rb-spoke")).toHaveLength(spokes.length);
    }),
    {numRuns: 50}
  );
  expect(radar([spoke("one", 0.5)], {width: 700, title: "t"}).textContent).toMatch(/50\.0 % \[40\.0, 60\.0\].*n = 100/);
});

test("paths of models are safe in any file system, stable, and never shared in silence", () => {
  expect(modelPath("sim-cedar-01")).toBe("sim-cedar-01");
  // FNV-1a computed in Python, with a function that gives Noll's test vectors ("a" e40c292c, "foobar" bf9cf968).
  expect([modelPath("A"), modelPath("Qwen/Qwen3-8B")]).toEqual(["a-c40bf6cc", "qwen-qwen3-8b-0ace04fe"]);
  expect(modelPath("Llama-3.1:8b")).not.toBe(modelPath("llama-3.1:8B"));
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._:@/+-]{0,60}$/), id => {
      expect(modelPath(id)).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    })
  );
  expect(modelPaths(["a", "b"])).toEqual(["/models/a", "/models/b"]);
  expect(() => modelPaths(["a", "a"])).toThrow('models "a" and "a" would share the page /models/a');
});
