// Second solver of ZenSpace: spreads positions over all ways, rolls a die as six named sides, maps cells back to their first place, and counts faces of cubes.
import {SPATIAL_OPENING} from "../../../../pipelines/generate/benchmarks/reasoning/spatial.js";
import {methodSolver, type Worked} from "../quality/methodSolver.js";

function places(question: string): Worked {
  const ways = [...question.matchAll(/^The (\w+) is (\d+) km (\w+) and (\d+) km (\w+) of the (\w+)\.$/gmu)].map(
    ([, one, first, side, second, other, from]) => {
      const by = new Map([
        [side!, Number(first)],
        [other!, Number(second)]
      ]);
      const along = (plus: string, minus: string) => (by.get(plus) ?? 0) - (by.get(minus) ?? 0);
      return {one: one!, from: from!, east: along("east", "west"), north: along("north", "south")};
    }
  );
  const [, start, end] = /from the (\w+) to the (\w+)\?/u.exec(question)!;
  const positions = new Map([[start!, {east: 0, north: 0, depth: 0}]]);
  while (!positions.has(end!))
    for (const {one, from, east, north} of ways)
      for (const [source, target, sign] of [
        [from, one, 1],
        [one, from, -1]
      ] as const) {
        const position = positions.get(source);
        if (!position || positions.has(target)) continue;
        positions.set(target, {
          east: position.east + sign * east,
          north: position.north + sign * north,
          depth: position.depth + 1
        });
      }
  const {east, north, depth} = positions.get(end!)!;
  return {answer: Math.abs(east) + Math.abs(north), steps: depth};
}

const OPPOSITE: Readonly<Record<string, string>> = {north: "south", south: "north", east: "west", west: "east"};

function die(question: string): Worked {
  const [, top, south, east] = /with (\d) on top, (\d) on the south side and (\d) on the east side/u.exec(question)!.map(Number);
  let sides: Record<string, number> = {
    ...{top: top!, south: south!, east: east!},
    ...{bottom: 7 - top!, north: 7 - south!, west: 7 - east!}
  };
  const rolls = /quarter turn: (.+)\.$/mu.exec(question)![1]!.split(", ");
  const tops = rolls.map(way => {
    const back = OPPOSITE[way]!;
    sides = {...sides, [way]: sides.top!, bottom: sides[way]!, [back]: sides.bottom!, top: sides[back]!};
    return sides.top!;
  });
  return {answer: tops.reduce((sum, each, i) => sum + each * (i + 1), 0), steps: rolls.length};
}

type Cell = readonly [row: number, column: number];

/** For each line of a question, the cell before it that a cell after it came from. */
function sourceOf(line: string, size: number): (cell: Cell) => Cell {
  const last = size - 1;
  const exchange = /^Exchange rows (\d) and (\d)\.$/u.exec(line)?.slice(1).map(Number);
  const shifted = /^Move every number of row (\d) one place to the right/u.exec(line)?.[1];
  if (exchange)
    return ([row, column]) => {
      const [one, other] = exchange.map(each => each - 1) as [number, number];
      return [row === one ? other : row === other ? one : row, column];
    };
  if (shifted) return ([row, column]) => [row, row === Number(shifted) - 1 ? (column + last) % size : column];
  if (line.includes("90 degrees clockwise")) return ([row, column]) => [last - column, row];
  if (line.includes("90 degrees anticlockwise")) return ([row, column]) => [column, last - row];
  if (line.includes("left and right")) return ([row, column]) => [row, last - column];
  if (line.includes("top and bottom")) return ([row, column]) => [last - row, column];
  throw new SyntaxError(`unknown line: ${line}`);
}

function grid(question: string): Worked {
  const rows = [...question.matchAll(/^\d\d(?: \d\d)+$/gmu)].map(([line]) => line.split(" ").map(Number));
  const lines = [...question.matchAll(/^\d+\. (.+)$/gmu)].map(([, line]) => line!);
  const asked = Number(/In row (\d) of the last grid/u.exec(question)![1]) - 1;
  const answer = rows.reduce((sum, _, column) => {
    const [row, source] = lines.reduceRight((cell, line) => sourceOf(line, rows.length)(cell), [asked, column] as Cell);
    return sum + (column + 1) * rows[row]![source]!;
  }, 0);
  return {answer, steps: lines.length + rows.length};
}

/** Counts faces of cubes one by one. */
function towers(question: string): Worked {
  const heights = [...question.matchAll(/^\d+(?: \d+)+$/gmu)].map(([line]) => line.split(" ").map(Number));
  const cubes = new Set(
    heights.flatMap((row, r) => row.flatMap((height, c) => Array.from({length: height}, (_, z) => `${r} ${c} ${z}`)))
  );
  let answer = 0;
  for (const cube of cubes) {
    const [r, c, z] = cube.split(" ").map(Number) as [number, number, number];
    const neighbours = [
      [r - 1, c, z],
      [r + 1, c, z],
      [r, c - 1, z],
      [r, c + 1, z],
      [r, c, z + 1],
      ...(z > 0 ? [[r, c, z - 1]] : [])
    ];
    answer += neighbours.filter(each => !cubes.has(each.join(" "))).length;
  }
  return {answer, steps: heights.flat().length};
}

/** Solves a question from its text; null where it is none of ZenSpace. */
export const solveSpatial = methodSolver(SPATIAL_OPENING, [
  ["Roads run", places],
  ["The numbers on opposite", die],
  ["A grid of numbers", grid],
  ["On each square", towers]
]);
