// Drawings of the benchmarks of images, as SVG: elements with rounded coordinates, and the whole as a data URL.

/** Pixels of every drawing. One tile of OpenAI's, and large enough to read labels of 16 pixels. */
export const WIDTH = 512;
export const HEIGHT = 384;
/** The fonts of labels: KaTeX's stands in a package, so that it is the same on every machine (infer/raster.node.ts). */
const FONTS = "KaTeX_SansSerif, sans-serif";
export const INK = "#000000";
export const FAINT = "#c8c8c8";

export interface Point {
  x: number;
  y: number;
}

/** A coordinate with at most one decimal. */
const rounded = (value: number): number => Math.round(value * 10) / 10;

const element = (name: string, attributes: Record<string, string | number>, inner = ""): string => {
  const written = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${typeof value === "number" ? rounded(value) : value}"`
  );
  return inner === "" ? `<${name}${written.join("")}/>` : `<${name}${written.join("")}>${inner}</${name}>`;
};

export const circle = (at: Point, r: number, fill: string): string => element("circle", {cx: at.x, cy: at.y, r, fill});
export const rectangle = (at: Point, width: number, height: number, fill: string): string =>
  element("rect", {x: at.x, y: at.y, width, height, fill});
export const polygon = (points: readonly Point[], fill: string): string => element("polygon", {points: listed(points), fill});
export const outline = (points: readonly Point[], stroke: string): string =>
  element("polygon", {points: listed(points), fill: "none", stroke, "stroke-width": 3, "stroke-linejoin": "round"});
export const line = (from: Point, to: Point, stroke: string, width = 1): string =>
  element("line", {x1: from.x, y1: from.y, x2: to.x, y2: to.y, stroke, "stroke-width": width});
/** Many lines of one colour, as one element. */
export const lines = (segments: readonly (readonly [Point, Point])[], stroke: string): string =>
  element("path", {
    d: segments.map(([a, b]) => `M${rounded(a.x)} ${rounded(a.y)}L${rounded(b.x)} ${rounded(b.y)}`).join(""),
    stroke
  });
export const polyline = (points: readonly Point[], stroke: string): string =>
  element("polyline", {points: listed(points), fill: "none", stroke, "stroke-width": 3, "stroke-linejoin": "round"});
/** A stroke along a part of a circle, from the angle `from` to `to` in radians, clockwise on the screen. */
export function arc(at: Point, r: number, {from, to}: {from: number; to: number}, stroke: string): string {
  const [a, b] = [around(at, r, from), around(at, r, to)].map(({x, y}) => `${rounded(x)} ${rounded(y)}`);
  const d = `M${a}A${r} ${r} 0 ${to - from > Math.PI ? 1 : 0} 1 ${b}`;
  return element("path", {d, fill: "none", stroke, "stroke-width": 2});
}
/** A slice of a disc, from the angle `from` to `to` in radians, clockwise on the screen. */
export function slice(at: Point, r: number, {from, to}: {from: number; to: number}, fill: string): string {
  const [a, b] = [around(at, r, from), around(at, r, to)].map(({x, y}) => `${rounded(x)} ${rounded(y)}`);
  const d = `M${rounded(at.x)} ${rounded(at.y)}L${a}A${r} ${r} 0 ${to - from > Math.PI ? 1 : 0} 1 ${b}Z`;
  return element("path", {d, fill, stroke: "#ffffff", "stroke-width": 2});
}
/** A label of letters, digits, blanks, points and signs that XML takes as they are. */
export const label = (text: string, at: Point, {anchor = "middle"}: {anchor?: string} = {}): string =>
  element("text", {x: at.x, y: at.y, "text-anchor": anchor, "font-size": 16, fill: INK}, text);

/** The point at a distance and angle, in radians clockwise on the screen from the right. */
export const around = ({x, y}: Point, r: number, angle: number): Point => ({
  x: x + r * Math.cos(angle),
  y: y + r * Math.sin(angle)
});

const listed = (points: readonly Point[]): string => points.map(({x, y}) => `${rounded(x)},${rounded(y)}`).join(" ");

/** A whole drawing on white, as a data URL. */
export const drawing = (parts: readonly string[]): string =>
  `data:image/svg+xml;base64,${btoa(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="${FONTS}">${rectangle({x: 0, y: 0}, WIDTH, HEIGHT, "#ffffff")}${parts.join("")}</svg>`
  )}`;
