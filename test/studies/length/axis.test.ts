// Lengths and positions that parameters name.
import {expect, test} from "vitest";
import {placeOf, seriesNames, thirdOf} from "../../../pipelines/studies/length/axis.js";

test.each([
  [
    {context_tokens: 4_000, depth: 0.5, skill: "time"},
    {series: '{"skill":"time"}', length: 4_000, depth: 0.5}
  ],
  [
    {context_tokens: 0, depth: 0.5},
    {series: "{}", length: 0, depth: null}
  ],
  [
    {context_tokens: 10_000_000, depth: "spread"},
    {series: "{}", length: 10_000_000, depth: null}
  ],
  [
    {target_tokens: 2_000, form: "story"},
    {series: '{"form":"story"}', length: 2_000, depth: null}
  ],
  [{target_tokens: 2_000, form: "prose"}, null],
  [{category: "4k"}, {series: "{}", length: 4_000, depth: null}],
  [{category: "1M"}, {series: "{}", length: 1_000_000, depth: null}],
  [{category: "qa1 4k"}, {series: '{"category":"qa1"}', length: 4_000, depth: null}],
  [{category: "qa20 0k"}, {series: '{"category":"qa20"}', length: 0, depth: null}],
  [
    {category: "two facts 1.5M", context_tokens: 8_000},
    {series: '{"category":"two facts 1.5M"}', length: 8_000, depth: null}
  ],
  [{category: "law"}, null],
  [{category: "falls of over 5 m"}, null],
  [{category: "qa1-4k"}, null],
  [{category: "7"}, null],
  [{context_tokens: -5}, null],
  [{context_tokens: "4000"}, null],
  [{length: 12, max_depth: 3}, null],
  [{}, null]
])("%j", (params, place) => {
  expect(placeOf(JSON.stringify(params))).toEqual(place);
});

test("thirds of a text", () => {
  expect([0, 0.33, 1 / 3, 0.5, 2 / 3, 0.67, 1, null].map(thirdOf)).toEqual([
    ...["beginning", "beginning", "middle", "middle", "middle", "end", "end", "spread"]
  ]);
});

test("series are named by what differs between them", () => {
  const [one, two, other] = ['{"facts":8,"skill":"time"}', '{"facts":8,"skill":"size"}', '{"facts":8,"kind":1,"skill":"size"}'];
  expect([...seriesNames([one!]).values()]).toEqual(["its only kind"]);
  expect([...seriesNames(["", one!, two!]).values()]).toEqual(["all, each with the same weight", "skill time", "skill size"]);
  expect(seriesNames([one!, two!, other!]).get(other!)).toBe("kind 1, skill size");
});
