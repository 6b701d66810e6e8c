// The benchmark ZenSpace: distances between places, a die that rolls, grids that turn, and towers of cubes.
import type {Problem} from "../../parts/expressions.js";
import {type Family, levelCells} from "../../parts/levels.js";
import {type Random, severalOf} from "../../seed.js";
import type {Step} from "../../task.js";
import type {Benchmark} from "../benchmark.js";

const PLACES = [
  ...["mill", "church", "bridge", "school", "harbour", "castle", "market", "station", "museum", "library"],
  ...["bakery", "farm", "lighthouse", "theatre", "hospital", "quarry", "orchard", "chapel"]
];
/** Lines of a level. */
const LINES = [3, 5, 8, 12, 16];

/** Places in a plane, each with its way from another one; asked is how far one is from another along roads. */
function places(level: number, random: Random): Problem {
  const names = severalOf(PLACES, LINES[level - 1]! + 1, random);
  const chain = [{name: names[0]!, x: 0, y: 0, steps: [] as Step[]}];
  const texts = names.slice(1).map(name => {
    const last = chain.at(-1)!;
    const from = random.chance(0.25) ? random.pick(chain) : last;
    const [dx, dy] = [random.integer(-60, 60) || 7, random.integer(-60, 60) || 9];
    const [x, y] = [from.x + dx, from.y + dy];
    chain.push({name, x, y, steps: [...from.steps, {name: `the ${name} from the ${names[0]}`, value: `${x} east, ${y} north`}]});
    // Half of the ways are described from the other end.
    const [one, other, sign] = random.chance(0.5) ? [name, from.name, 1] : [from.name, name, -1];
    const east = `${Math.abs(dx)} km ${sign * dx > 0 ? "east" : "west"}`;
    const north = `${Math.abs(dy)} km ${sign * dy > 0 ? "north" : "south"}`;
    return `The ${one} is ${random.chance(0.5) ? `${east} and ${north}` : `${north} and ${east}`} of the ${other}.`;
  });
  const target = chain.at(-1)!;
  if (level === 5 && target.steps.length < MIN_STEPS) return places(level, random);
  const answer = Math.abs(target.x) + Math.abs(target.y);
  return {
    question: `Roads run from east to west and from north to south only, through every point.\n${random.shuffle(texts).join("\n")}\nHow many kilometres long is the shortest way by road from the ${names[0]} to the ${target.name}?`,
    answer,
    steps: [...target.steps, {name: "kilometres", value: answer}]
  };
}

/** Steps of an item of level 5 at least. */
const MIN_STEPS = 8;

const WAYS = ["north", "east", "south", "west"] as const;

type Die = readonly [top: number, south: number, east: number];

/** Rolls a die over an edge: the number that was opposite to the way comes on top. */
function rolled([top, south, east]: Die, way: (typeof WAYS)[number]): Die {
  if (way === "north") return [south, 7 - top, east];
  if (way === "south") return [7 - south, top, east];
  return way === "east" ? [7 - east, south, top] : [east, south, 7 - top];
}

/** A die that rolls over its edges; asked is the sum of the numbers on top, each times the number of its roll. */
function die(level: number, random: Random): Problem {
  const ways = (count: number) => Array.from({length: count}, () => random.pick(WAYS));
  let now = ways(random.integer(6, 7)).reduce(rolled, [1, 2, 3] as Die);
  const start = `${now[0]} on top, ${now[1]} on the south side and ${now[2]} on the east side`;
  const rolls = ways(LINES[level - 1]! + 4);
  const steps = rolls.map((way, i): Step => {
    now = rolled(now, way);
    return {name: `top after roll ${i + 1}`, value: now[0]};
  });
  const sum = steps.reduce((total, {value}, i) => total + (i + 1) * Number(value), 0);
  return {
    question: `The numbers on opposite sides of a die add up to 7. It lies on a table with ${start}. It rolls over an edge ${rolls.length} times, each time by a quarter turn: ${rolls.join(", ")}.\nMultiply the number on top after each roll by the number of the roll, 1 for the first. What is the sum of these products?`,
    answer: sum,
    steps: [...steps, {name: "sum", value: sum}]
  };
}

type Rows = readonly (readonly number[])[];
const turned = (rows: Rows): Rows => rows[0]!.map((_, column) => rows.map(row => row[column]!).reverse());

/** Lines that change a grid, the easiest first. */
const MOVES: readonly ((rows: Rows, random: Random) => [text: string, rows: Rows])[] = [
  rows => ["Turn the grid by 90 degrees clockwise.", turned(rows)],
  rows => ["Mirror the grid, so that left and right are exchanged.", rows.map(row => row.toReversed())],
  (rows, random) => {
    const [one, other] = severalOf([...rows.keys()], 2, random) as [number, number];
    return [`Exchange rows ${one + 1} and ${other + 1}.`, rows.with(one, rows[other]!).with(other, rows[one]!)];
  },
  rows => ["Mirror the grid, so that top and bottom are exchanged.", rows.toReversed()],
  rows => ["Turn the grid by 90 degrees anticlockwise.", turned(turned(turned(rows)))],
  (rows, random) => {
    const row = random.integer(0, rows.length - 1);
    return [
      `Move every number of row ${row + 1} one place to the right, and the last one to the front.`,
      rows.with(row, [rows[row]!.at(-1)!, ...rows[row]!.slice(0, -1)])
    ];
  }
];

function grid(level: number, random: Random): Problem {
  const size = level < 3 ? 3 : 4;
  let rows: Rows = Array.from({length: size}, () => Array.from({length: size}, () => random.integer(10, 99)));
  const start = rows.map(row => row.join(" ")).join("\n");
  const steps: Step[] = [];
  const lines = Array.from({length: LINES[level - 1]!}, (_, i) => {
    const [text, next] = random.pick(MOVES.slice(0, level + 2))(rows, random);
    rows = next;
    steps.push({name: `grid after line ${i + 1}`, value: rows.map(row => row.join(" ")).join("; ")});
    return `${i + 1}. ${text}`;
  });
  const asked = random.integer(0, size - 1);
  const answer = rows[asked]!.reduce((sum, value, i) => sum + (i + 1) * value, 0);
  return {
    question: `A grid of numbers:\n${start}\nThese changes are made one after another, each to the grid as it is by then; rows are counted from the top.\n${lines.join("\n")}\nIn row ${asked + 1} of the last grid, multiply the first number by 1, the second by 2, and so on. What is the sum of these products?`,
    answer,
    steps: [...steps, {name: "sum", value: answer}]
  };
}

/** Towers of cubes on the squares of a board; asked is how many faces of cubes are painted. */
function towers(level: number, random: Random): Problem {
  const [size, most] = [
    [2, 30],
    [3, 5],
    [3, 9],
    [4, 9],
    [5, 12]
  ][level - 1] as [number, number];
  const heights = Array.from({length: size}, () => Array.from({length: size}, () => random.integer(1, most)));
  const sides = ([row, column]: readonly [number, number]) => [
    heights[row - 1]?.[column] ?? 0,
    heights[row + 1]?.[column] ?? 0,
    heights[row]![column - 1] ?? 0,
    heights[row]![column + 1] ?? 0
  ];
  const steps = heights.flatMap((row, r) =>
    row.map((height, c) => ({
      name: `painted faces in row ${r + 1}, column ${c + 1}`,
      value: 1 + sides([r, c]).reduce((sum, side) => sum + Math.max(0, height - side), 0)
    }))
  );
  const answer = steps.reduce((sum, {value}) => sum + value, 0);
  return {
    question: `On each square of a board of ${size} rows and ${size} columns there is a tower of cubes of equal size. Heights in cubes, row by row:\n${heights.map(row => row.join(" ")).join("\n")}\nEvery face of a cube that touches neither another cube nor the board is painted. How many faces are painted?`,
    answer,
    steps: [...steps, {name: "painted faces", value: answer}]
  };
}

const FAMILIES: Readonly<Record<string, Family>> = {places, die, grid, towers};

/** The words that begin every question. */
export const SPATIAL_OPENING = "Answer this question about positions in space.";

export const spatial: Benchmark = {
  name: "zen-space",
  version: 1,
  summary: "Distances between places, a die that rolls, grids that turn and change, and painted faces of towers.",
  domain: "Reasoning",
  category: "Spatial reasoning",
  facets: {family: "kind of problem", level: "difficulty, 1 to 5"},
  single: true,
  cells: levelCells(FAMILIES, {size: 240, opening: SPATIAL_OPENING})
};
