import fc from "fast-check";
import {expect, test} from "vitest";
import {standings, type Trade} from "../../../pipelines/studies/tokens/spending.js";

const trade = (gain: number, price: number, half = 0): Trade => ({
  gain,
  gain_low: gain - half,
  gain_high: gain + half,
  price,
  price_low: price - half,
  price_high: price + half
});

test("a staircase by hand: what nobody beats is the frontier, what is beaten within the intervals stays open", () => {
  const found = standings([
    trade(10, 1, 2),
    trade(50, 5, 2),
    trade(49, 6, 2),
    trade(30, 20, 2),
    trade(90, 40, 2),
    trade(90, 41, 2)
  ]);
  expect(found).toEqual(["frontier", "frontier", "open", "beaten", "frontier", "open"]);
});

test("equals share the frontier; the best gain and the best price are always represented on it", () => {
  expect(standings([trade(5, 5), trade(5, 5)])).toEqual(["frontier", "frontier"]);
  const some = fc.array(
    fc.tuple(fc.integer({min: 0, max: 9}), fc.integer({min: 0, max: 9})).map(([gain, price]) => trade(gain, price)),
    {minLength: 1}
  );
  fc.assert(
    fc.property(some, given => {
      const found = standings(given);
      const frontier = given.filter((_, i) => found[i] === "frontier");
      expect(Math.max(...frontier.map(({gain}) => gain))).toBe(Math.max(...given.map(({gain}) => gain)));
      expect(Math.min(...frontier.map(({price}) => price))).toBe(Math.min(...given.map(({price}) => price)));
    })
  );
});
