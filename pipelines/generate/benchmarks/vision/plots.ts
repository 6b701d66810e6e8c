// Bars, lines, pies and tables as elements of SVG.
import {COLOURS} from "./objects.js";
import {around, circle, FAINT, HEIGHT, INK, label, line, lines, type Point, polyline, rectangle, slice, WIDTH} from "./svg.js";

/** The frame of charts with axes: pixels left of it, above, right and below. */
const FRAME = {left: 48, top: 16, right: 12, bottom: 56};
const INNER = {width: WIDTH - FRAME.left - FRAME.right, height: HEIGHT - FRAME.top - FRAME.bottom};
/** Between two lines of the grid, in units of the axis. */
const TICK = 10;

const heightOf = (value: number, most: number): number => FRAME.top + INNER.height * (1 - value / most);
const middleOf = (i: number, count: number): number => FRAME.left + (INNER.width * (i + 0.5)) / count;

/** A grid with a number at every second line, and a name below each mark, every second one lower so that they do not touch. */
export function axes(names: readonly string[], most: number): string[] {
  const ticks = Array.from({length: most / TICK + 1}, (_, i) => ({value: i * TICK, y: heightOf(i * TICK, most)}));
  const rules = ticks.map(({y}): [Point, Point] => [
    {x: FRAME.left, y},
    {x: WIDTH - FRAME.right, y}
  ]);
  const numbers = ticks
    .filter(({value}) => value % (2 * TICK) === 0)
    .map(({value, y}) => label(String(value), {x: FRAME.left - 8, y: y + 5}, {anchor: "end"}));
  const below = names.map((name, i) =>
    label(name, {x: middleOf(i, names.length), y: HEIGHT - FRAME.bottom + 22 + (names.length > 4 && i % 2 === 1 ? 22 : 0)})
  );
  return [lines(rules.slice(1), FAINT), line(...rules[0]!, INK), ...numbers, ...below];
}

export const bars = (values: readonly number[], most: number): string[] =>
  values.map((value, i) => {
    const width = (0.6 * INNER.width) / values.length;
    const top = heightOf(value, most);
    return rectangle({x: middleOf(i, values.length) - width / 2, y: top}, width, heightOf(0, most) - top, COLOURS.blue);
  });

export function curve(values: readonly number[], most: number): string[] {
  const points = values.map((value, i): Point => ({x: middleOf(i, values.length), y: heightOf(value, most)}));
  return [polyline(points, COLOURS.blue), ...points.map(point => circle(point, 5, COLOURS.blue))];
}

/** Colours of slices: light enough beside each other, and in turns. */
const SLICES = [COLOURS.blue, COLOURS.orange, COLOURS.green, COLOURS.pink];
const DISC = {at: {x: WIDTH / 2, y: HEIGHT / 2}, r: 130};

/** A pie with a name beside each slice. @param shares percent, 100 in all @param turn degrees at which the first begins */
export function pie(names: readonly string[], shares: readonly number[], turn: number): string[] {
  let from = (turn * Math.PI) / 180;
  return shares.flatMap((share, i) => {
    const to = from + (share / 100) * 2 * Math.PI;
    const middle = (from + to) / 2;
    const at = around(DISC.at, DISC.r + 14, middle);
    const across = Math.cos(middle);
    const anchor = across > 0.25 ? "start" : across < -0.25 ? "end" : "middle";
    const part = slice(DISC.at, DISC.r, {from, to}, SLICES[i % SLICES.length]!);
    from = to;
    return [part, label(names[i]!, {x: at.x, y: at.y + 5 + 5 * Math.sin(middle)}, {anchor})];
  });
}

/** Names of the columns of a table. */
export const TABLE_HEADS = ["spring", "summer", "autumn"];
const CELL = {first: 130, width: 110, height: 38};

/** A table with names at the left and a column of values for each head. */
export function table(names: readonly string[], columns: readonly (readonly number[])[]): string[] {
  const width = CELL.first + CELL.width * columns.length;
  const [left, top] = [(WIDTH - width) / 2, (HEIGHT - CELL.height * (names.length + 1)) / 2];
  const right = (i: number) => left + CELL.first + CELL.width * i - 16;
  const base = (row: number) => top + CELL.height * (row + 1) - 13;
  const rules = Array.from({length: names.length + 2}, (_, i): [Point, Point] => {
    const y = top + CELL.height * i;
    return [
      {x: left, y},
      {x: left + width, y}
    ];
  });
  return [
    lines(rules, FAINT),
    line(...rules[1]!, INK),
    ...TABLE_HEADS.map((head, i) => label(head, {x: right(i + 1), y: base(0)}, {anchor: "end"})),
    ...names.flatMap((name, row) => [
      label(name, {x: left + 12, y: base(row + 1)}, {anchor: "start"}),
      ...columns.map((values, i) => label(String(values[row]), {x: right(i + 1), y: base(row + 1)}, {anchor: "end"}))
    ])
  ];
}
