// Radar chart with one spoke per task. Independent of the page, so that `npm run analyze -- spiderweb` draws the same picture.
import type {Pooled} from "../../score/pool.js";
import {formatTruncation} from "../shared/columns.js";
import {figure} from "../shared/figure.js";
import {formatCount, formatInterval, formatRate} from "../shared/interval.js";
import {svgElement} from "../shared/svg.js";

/** One task: excess accuracy and truncation with their 95 % intervals, as shares from 0 to 1. */
export interface Spoke
  extends Omit<Pooled, "answers" | "tokens" | "tokens_low" | "tokens_high" | "cost" | "right" | "right_low" | "right_high"> {
  name: string;
}

const BLUE = "var(--theme-blue)";
const ORANGE = "var(--theme-orange, #e36209)";
const RINGS = [0.25, 0.5, 0.75, 1];
/** Least width at which numbers fit beside the names, in pixels. */
const NUMBERS_FROM = 560;
const LETTER = 6.3;

/**
 * Excess accuracy per task as a polygon with its interval as a band, 0 % (guessing) at the centre and 100 % at the rim; truncation on the
 * same spokes as diamonds with their intervals. A task without an untruncated answer leaves a gap.
 */
export function radar(
  spokes: readonly Spoke[],
  {width, title, simulated = false}: {width: number; title: string; simulated?: boolean}
): HTMLElement {
  const numbers = width >= NUMBERS_FROM;
  const letters = Math.max(...spokes.map(({name}) => name.length), numbers ? 19 : 0);
  const side = 14 + LETTER * letters * (numbers ? 0.92 : 1);
  const room = Math.min(width, 760);
  const radius = Math.max(60, Math.min(210, (room - 2 * side) / 2));
  const [across, down] = [radius + side, radius + (numbers ? 46 : 24)];
  const place = (share: number, i: number): [number, number] => {
    const angle = (2 * Math.PI * i) / spokes.length - Math.PI / 2;
    const r = radius * Math.min(1, Math.max(0, share));
    return [across + r * Math.cos(angle), down + r * Math.sin(angle)];
  };
  const chart = svgElement(
    "svg",
    {
      width: 2 * across,
      height: 2 * down,
      viewBox: `0 0 ${2 * across} ${2 * down}`,
      "font-family": "var(--sans-serif, sans-serif)",
      "font-size": 11,
      fill: "currentColor",
      role: "img",
      "aria-label": title
    },
    [
      ...web(spokes, place),
      svgElement("path", {
        d: bandPath(spokes, place),
        fill: BLUE,
        "fill-opacity": 0.22,
        "fill-rule": "evenodd",
        class: "rb-band"
      }),
      svgElement("path", {d: edgePath(spokes, place), fill: "none", stroke: BLUE, "stroke-width": 1.8}),
      ...spokes.flatMap((spoke, i) => marks(spoke, share => place(share, i))),
      ...spokes.map((spoke, i) => spokeLabel(spoke, place(1, i), {across, down, radius, numbers}))
    ]
  );
  const caption = `Dots and band: excess accuracy with its 95 % interval, 0 % (guessing) in the middle, 100 % at the rim; an estimate below 0 is drawn in the middle. Diamonds and bars: share of samples stopped by the token limit, with its 95 % interval. ${range(spokes)}`;
  return figure(chart, {title, caption, simulated, id: "radar"});
}

type Place = (share: number, spoke: number) => [number, number];
const at = ([x, y]: [number, number]): string => `${x.toFixed(1)},${y.toFixed(1)}`;
const known = ({n, accuracy}: Spoke): boolean => n > 0 && accuracy !== null;

function web(spokes: readonly Spoke[], place: Place): SVGElement[] {
  const line = {fill: "none", stroke: "currentColor", "stroke-opacity": 0.22};
  const rings = RINGS.map(share => svgElement("path", {d: `M${spokes.map((_, i) => at(place(share, i))).join("L")}Z`, ...line}));
  const rays = spokes.map((_, i) => svgElement("path", {d: `M${at(place(0, i))}L${at(place(1, i))}`, ...line}));
  const [x, y] = place(0, 0);
  const labels = RINGS.map(share =>
    svgElement("text", {x: x + 3, y: y - (y - place(share, 0)[1]) + 11, "fill-opacity": 0.8}, [`${100 * share} %`])
  );
  return [...rings, ...rays, ...labels];
}

/** Runs of neighbouring spokes with values, as positions; a single closed run if all have values. */
function runs(spokes: readonly Spoke[]): {from: number; length: number; closed: boolean}[] {
  const size = spokes.length;
  const gap = spokes.findIndex(spoke => !known(spoke));
  if (gap < 0) return [{from: 0, length: size, closed: true}];
  const found: {from: number; length: number; closed: boolean}[] = [];
  for (let k = 1; k <= size; k++) {
    if (!known(spokes[(gap + k) % size]!)) continue;
    const from = k;
    while (known(spokes[(gap + k + 1) % size]!)) k++;
    found.push({from: (gap + from) % size, length: k - from + 1, closed: false});
  }
  return found;
}

const along = (spokes: readonly Spoke[], from: number, length: number, of: (spoke: Spoke) => number, place: Place): string[] =>
  Array.from({length}, (_, k) => (from + k) % spokes.length).map(i => at(place(of(spokes[i]!), i)));

function edgePath(spokes: readonly Spoke[], place: Place): string {
  return runs(spokes)
    .map(
      ({from, length, closed}) => `M${along(spokes, from, length, spoke => spoke.accuracy!, place).join("L")}${closed ? "Z" : ""}`
    )
    .join("");
}

/** Path of the band between the interval ends: two rings if the polygon is closed, otherwise out and back. */
function bandPath(spokes: readonly Spoke[], place: Place): string {
  return runs(spokes)
    .map(({from, length, closed}) => {
      const high = along(spokes, from, length, spoke => spoke.high, place);
      const low = along(spokes, from, length, spoke => spoke.low, place);
      return closed ? `M${high.join("L")}ZM${low.join("L")}Z` : `M${[...high, ...low.reverse()].join("L")}Z`;
    })
    .join("");
}

function marks(spoke: Spoke, place: (share: number) => [number, number]): SVGElement[] {
  const drawn: SVGElement[] = [];
  if (spoke.samples > 0 && spoke.truncated !== null) {
    const [x, y] = place(spoke.truncated);
    const bar = `M${at(place(spoke.truncated_low))}L${at(place(spoke.truncated_high))}`;
    drawn.push(
      svgElement("path", {d: bar, stroke: ORANGE, "stroke-width": 3, "stroke-opacity": 0.7}),
      svgElement("path", {d: `M${x},${y - 4.5}l4.5,4.5l-4.5,4.5l-4.5,-4.5Z`, fill: ORANGE})
    );
  }
  if (known(spoke)) {
    const [cx, cy] = place(spoke.accuracy!);
    const bar = `M${at(place(spoke.low))}L${at(place(spoke.high))}`;
    drawn.push(
      svgElement("path", {d: bar, stroke: BLUE, "stroke-width": 1.5}),
      svgElement("circle", {cx, cy, r: 3.5, fill: "var(--theme-background, white)", stroke: BLUE, "stroke-width": 1.8})
    );
  }
  return [svgElement("g", {class: "rb-spoke"}, [svgElement("title", {}, [explain(spoke)]), ...drawn])];
}

const explain = ({name, accuracy, low, high, n, ...rest}: Spoke): string =>
  [
    name,
    `accuracy ${formatInterval({value: accuracy, low, high, n})}`,
    `truncated ${formatTruncation(rest)} n = ${formatCount(rest.samples)}`
  ].join("\n");

function spokeLabel(
  spoke: Spoke,
  [x, y]: [number, number],
  {across, down, radius, numbers}: {across: number; down: number; radius: number; numbers: boolean}
): SVGElement {
  const [dx, dy] = [(x - across) / radius, (y - down) / radius];
  const anchor = Math.abs(dx) < 0.15 ? "middle" : dx > 0 ? "start" : "end";
  const lines = [spoke.name, ...(numbers ? [formatRate({value: spoke.accuracy, ...spoke}), `n = ${formatCount(spoke.n)}`] : [])];
  const height = 12 * lines.length;
  const top = y + dy * 10 + ((dy - 1) / 2) * height + 9;
  return svgElement(
    "text",
    {"text-anchor": anchor, class: "rb-spoke-label"},
    lines.map((line, i) =>
      svgElement("tspan", {x: x + dx * 8, y: top + 12 * i, ...(i === 0 ? {"font-weight": 600} : {"fill-opacity": 0.8})}, [line])
    )
  );
}

function range(spokes: readonly Spoke[]): string {
  const counts = spokes.map(({n}) => n);
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  return `n per task ${least === most ? formatCount(least) : `${formatCount(least)}–${formatCount(most)}`}.`;
}
