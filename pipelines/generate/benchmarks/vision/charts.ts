// Benchmark "zen-charts": what bar charts, line charts, pie charts and tables show.
import {CITIES} from "../../parts/tabular.js";
import type {Random} from "../../seed.js";
import type {Benchmark} from "../benchmark.js";
import {COLOURS} from "./objects.js";
import {among, type Kind, numbered, oneOf, type Picture, pictured} from "./pictured.js";
import {around, circle, FAINT, HEIGHT, INK, label, line, lines, type Point, polyline, rectangle, slice, WIDTH} from "./svg.js";

// Bars, lines, pies and tables as elements of SVG.

/** The frame of charts with axes: pixels left of it, above, right and below. */
const FRAME = {left: 48, top: 16, right: 12, bottom: 56};
const INNER = {width: WIDTH - FRAME.left - FRAME.right, height: HEIGHT - FRAME.top - FRAME.bottom};
/** Between two lines of the grid, in units of the axis. */
const TICK = 10;

const heightOf = (value: number, most: number): number => FRAME.top + INNER.height * (1 - value / most);
const middleOf = (i: number, count: number): number => FRAME.left + (INNER.width * (i + 0.5)) / count;

/** A grid with a number at every second line, and a name below each mark, every second one lower so that they do not touch. */
function axes(names: readonly string[], most: number): string[] {
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

const bars = (values: readonly number[], most: number): string[] =>
  values.map((value, i) => {
    const width = (0.6 * INNER.width) / values.length;
    const top = heightOf(value, most);
    return rectangle({x: middleOf(i, values.length) - width / 2, y: top}, width, heightOf(0, most) - top, COLOURS.blue);
  });

function curve(values: readonly number[], most: number): string[] {
  const points = values.map((value, i): Point => ({x: middleOf(i, values.length), y: heightOf(value, most)}));
  return [polyline(points, COLOURS.blue), ...points.map(point => circle(point, 5, COLOURS.blue))];
}

/** Colours of slices: light enough beside each other, and in turns. */
const SLICES = [COLOURS.blue, COLOURS.orange, COLOURS.green, COLOURS.pink];
const DISC = {at: {x: WIDTH / 2, y: HEIGHT / 2}, r: 130};

/** A pie with a name beside each slice. @param shares percent, 100 in all @param turn degrees at which the first begins */
function pie(names: readonly string[], shares: readonly number[], turn: number): string[] {
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
const TABLE_HEADS = ["spring", "summer", "autumn"];
const CELL = {first: 130, width: 110, height: 38};

/** A table with names at the left and a column of values for each head. */
function table(names: readonly string[], columns: readonly (readonly number[])[]): string[] {
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

const SIZE = 1_000;
/** Values are multiples of a step, and no greater than an axis. */
const STEP = 5;
const MOST = 100;
/** Bars, points, slices or rows. */
const MARKS = [4, 8] as const;

/** What is shown: a value for each name. */
interface Shown {
  names: readonly string[];
  values: readonly number[];
}
/** Values with a question, to be drawn as one chart or another. */
interface Asked extends Omit<Picture, "parts">, Shown {}

const value = (random: Random, low = 1, high = MOST / STEP - 1): number => STEP * random.integer(low, high);
const named = (random: Random, marks: number): string[] => random.shuffle(CITIES).slice(0, marks);
/** Values that are each `STEP` or more from those given. */
function valuesBeside(random: Random, count: number, {low = STEP, high = MOST - STEP}: {low?: number; high?: number}): number[] {
  return Array.from({length: count}, () => value(random, low / STEP, high / STEP));
}

function extreme(random: Random, marks: number, most: boolean): Asked {
  const names = named(random, marks);
  const right = random.pick(names);
  const peak = most ? value(random, 10, 19) : value(random, 1, 10);
  const others = most ? {high: peak - 2 * STEP} : {low: peak + 2 * STEP};
  const rest = valuesBeside(random, marks - 1, others);
  return {
    names,
    values: names.map(name => (name === right ? peak : rest.pop()!)),
    question: `Which city has the ${most ? "highest" : "lowest"} value?`,
    ...among(
      random,
      right,
      names.filter(name => name !== right)
    )
  };
}

/** Four values of which one is read, far enough from each other to be told apart. None is of one digit: alone on a line it would be no option's name. */
function reading(random: Random, marks: number): Asked {
  const names = named(random, marks);
  const apart = STEP * random.integer(2, 4);
  const least = STEP * random.integer(2, (MOST - STEP - 3 * apart) / STEP);
  const {chosen, right, choices} = oneOf(
    random,
    [0, 1, 2, 3].map(i => least + i * apart)
  );
  const name = random.pick(names);
  const rest = valuesBeside(random, marks - 1, {});
  return {
    names,
    values: names.map(each => (each === name ? chosen : rest.pop()!)),
    question: `What is the value of ${name}?`,
    right,
    choices
  };
}

function above(random: Random, marks: number, k: number): Asked {
  const names = named(random, marks);
  const {right, range} = numbered(Math.floor(k / ASKED.length), 0, marks);
  const bound = 20 * random.integer(1, 4);
  const values = random.shuffle([
    ...valuesBeside(random, right, {low: bound + STEP}),
    ...valuesBeside(random, marks - right, {high: bound - STEP})
  ]);
  return {names, values, question: `How many cities have a value of more than ${bound}?`, right, range};
}

function difference(random: Random, marks: number): Asked {
  const names = named(random, marks);
  const least = STEP * random.integer(2, 5);
  const apart = 2 * STEP;
  const {chosen, right, choices} = oneOf(
    random,
    [0, 1, 2, 3].map(i => least + i * apart)
  );
  const lower = value(random, 1, (MOST - STEP - chosen) / STEP);
  const [high, low] = random.shuffle(names) as [string, string];
  const rest = valuesBeside(random, marks - 2, {});
  return {
    names,
    values: names.map(each => (each === high ? lower + chosen : each === low ? lower : rest.pop()!)),
    question: `By how much is the value of ${high} higher than that of ${low}?`,
    right,
    choices
  };
}

const ASKED = [
  (random: Random, marks: number, k: number) => extreme(random, marks, k % 8 < 4),
  reading,
  above,
  difference
] as const;

/** Smallest slice, in percent: its label has room. */
const THINNEST = 5;

/** Slices in percent: the first one given, the others random, none thinner than the thinnest. */
function sliced(random: Random, marks: number, first: number, most = MOST): number[] {
  for (;;) {
    const cuts = Array.from({length: marks - 2}, () => random.real()).sort((a, b) => a - b);
    const left = 100 - first - (marks - 1) * THINNEST;
    const widths = [...cuts, 1].map((cut, i) => THINNEST + left * (cut - (cuts[i - 1] ?? 0)));
    if (widths.every(width => width <= most)) return [first, ...widths];
  }
}

/** Percent of the shares that are asked for, and by how much the largest slice exceeds the others. */
const SHARES = [10, 25, 40, 55];
const LEAD = 5;

function pieChart(random: Random, marks: number, k: number): Picture {
  const names = named(random, marks);
  const shown = (widths: readonly number[]) => {
    const order = random.shuffle(names.map((_, i) => i));
    const turn = 360 * random.real();
    return pie(
      order.map(i => names[i]!),
      order.map(i => widths[i]!),
      turn
    );
  };
  if (k % 2 === 0) {
    const {chosen, right, choices} = oneOf(random, SHARES, share => `${share} percent`);
    return {
      parts: shown(sliced(random, marks, chosen)),
      question: `About what share of the whole is ${names[0]}?`,
      right,
      choices
    };
  }
  const largest = random.integer(Math.ceil(100 / marks) + 9, marks === 4 ? 55 : 40);
  return {
    parts: shown(sliced(random, marks, largest, largest - LEAD)),
    question: "Which city has the largest share?",
    ...among(random, names[0]!, names.slice(1))
  };
}

function tableOf(random: Random, marks: number, k: number): Picture {
  const {names, values, question, ...rest} = ASKED[k % ASKED.length]!(random, marks, k);
  const column = random.integer(0, TABLE_HEADS.length - 1);
  const columns = TABLE_HEADS.map((_, i) => (i === column ? values : valuesBeside(random, marks, {})));
  const head = TABLE_HEADS[column]!;
  return {parts: table(names, columns), question: question.replace(/\bvalue\b/u, `value in ${head}`), ...rest};
}

type Draw = (random: Random, marks: number, k: number) => Picture;
const plotted =
  (draw: (shown: Shown) => string[]): Draw =>
  (random, marks, k) => {
    const {names, values, ...asked} = ASKED[k % ASKED.length]!(random, marks, k);
    return {...asked, parts: [...axes(names, MOST), ...draw({names, values})]};
  };

const CHARTS: Record<string, Draw> = {
  bars: plotted(({values}) => bars(values, MOST)),
  lines: plotted(({values}) => curve(values, MOST)),
  pie: pieChart,
  table: tableOf
};

export const charts: Benchmark = pictured({
  name: "zen-charts",
  version: 1,
  summary: "Values, extremes, differences and counts, read from bar charts, line charts, pie charts and tables.",
  category: "Charts and tables",
  facets: {chart: "what is drawn: bars, lines, a pie or a table", marks: "how many bars, points, slices or rows"},
  kinds: Object.entries(CHARTS).flatMap(([chart, draw]) =>
    MARKS.map((marks): Kind => ({facets: {chart, marks}, size: SIZE, draw: (random, k) => draw(random, marks, k)}))
  )
});
