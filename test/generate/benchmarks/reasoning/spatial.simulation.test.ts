import {expect, test} from "vitest";
import {SPATIAL_OPENING, spatial} from "../../../../pipelines/generate/benchmarks/reasoning/spatial.js";
import {disagreements, placedItems} from "../quality/measure.js";
import {qualityTests} from "../quality/qualityTests.js";
import {solveSpatial} from "./spatialSolver.js";

const measured = {benchmark: spatial, solve: solveSpatial, least_rate: 2_000};

qualityTests(measured, {size: 4_800});

test("level 5 takes at least eight steps, of which the last is the answer", () => {
  for (const {item, level} of placedItems(spatial, {count: 600})) {
    expect(String(item.steps!.at(-1)!.value)).toBe(item.expected);
    if (level === 5) expect(item.steps!.length, item.prompt).toBeGreaterThanOrEqual(8);
  }
});

test("every die that lies on the table is the same die, turned", () => {
  const starts = new Set(
    placedItems(spatial)
      .filter(({cell}) => cell.startsWith("die"))
      .map(({item}) => /with (\d) on top, (\d) on the south side and (\d) on the east side/u.exec(item.prompt)!.slice(1).join(""))
  );
  // The sign of the permutation of axes times the signs of the directions, which turning never changes.
  const handed = (start: string): number => {
    const axes = [...start].map(digit => Math.min(Number(digit), 7 - Number(digit)));
    const odd = axes.flatMap((one, i) => axes.slice(i + 1).filter(other => other < one)).length;
    return (odd + [...start].filter(digit => Number(digit) > 3).length) % 2;
  };
  expect(starts.size).toBe(24);
  expect(new Set([...starts].map(handed)).size).toBe(1);
});

test("four rolls the same way bring a die back, and a cube on a board has five painted faces", () => {
  const ask = (text: string) => solveSpatial(`${SPATIAL_OPENING}\n\n${text}\n\nThink it through, then finish`)?.answer;
  const rolls = (ways: string) =>
    ask(
      `The numbers on opposite sides of a die add up to 7. It lies on a table with 1 on top, 2 on the south side and 3 on the east side. It rolls over an edge 4 times, each time by a quarter turn: ${ways}.`
    );
  // North brings 2, 6, 5 and 1 on top; east brings 4, 6, 3 and 1.
  expect(rolls("north, north, north, north")).toBe(String(2 + 2 * 6 + 3 * 5 + 4));
  expect(rolls("east, east, east, east")).toBe(String(4 + 2 * 6 + 3 * 3 + 4));
  expect(ask("On each square of a board.\n1 1\n1 1")).toBe("12");
});

test("a wrong key is found by the second solver", async () => {
  const [placed] = placedItems(spatial, {count: 1});
  const wrong = {...placed!, item: {...placed!.item, expected: String(Number(placed!.item.expected) + 1)}};
  expect(await disagreements(measured, [placed!, wrong])).toEqual([wrong]);
});
