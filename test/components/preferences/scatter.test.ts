import fc from "fast-check";
import {expect, test} from "vitest";
import {labelPlaces} from "../../../src/components/preferences/correlations.js";

const RIGHT = 700;
const [LETTER, LINE, OFF, DOT] = [5.8, 11, 6, 4];

type Dots = {name: string; x: number; y: number}[];

/** The boxes of the names that have a place, from what the places say. */
const boxes = (dots: Dots) =>
  labelPlaces(dots, {right: RIGHT}).flatMap((place, i) => {
    if (!place) return [];
    const {name, x, y} = dots[i]!;
    const from = place.anchor === "start" ? x + OFF : x - OFF - LETTER * name.length;
    return [{i, from, to: from + LETTER * name.length, top: y + place.dy - LINE / 2, bottom: y + place.dy + LINE / 2}];
  });

test("names lie over no other name, over no dot, and within the chart", () => {
  const dot = fc.record({
    name: fc.string({minLength: 3, maxLength: 18}),
    x: fc.double({min: 0, max: RIGHT, noNaN: true}),
    y: fc.double({min: 0, max: 300, noNaN: true})
  });
  fc.assert(
    fc.property(fc.array(dot, {maxLength: 30}), dots => {
      const own = boxes(dots);
      for (const box of own) {
        expect(box.from).toBeGreaterThanOrEqual(0);
        expect(box.to).toBeLessThanOrEqual(RIGHT);
        for (const other of own)
          if (other.i < box.i)
            expect(
              box.to <= other.from || other.to <= box.from || box.bottom <= other.top + 1e-9 || other.bottom <= box.top + 1e-9
            ).toBe(true);
        for (const {x, y} of dots)
          expect(
            x + DOT <= box.from || x - DOT >= box.to || y + DOT <= box.top + 1 + 1e-9 || y - DOT >= box.bottom - 1 - 1e-9
          ).toBe(true);
      }
    })
  );
});

test("two dots side by side both have their names", () => {
  expect(
    labelPlaces(
      [
        {name: "Claude-1", x: 300, y: 100},
        {name: "GPT-3.5-Turbo", x: 304, y: 104}
      ],
      {right: RIGHT}
    )
  ).not.toContain(null);
});
