import fc from "fast-check";
import {expect, test} from "vitest";
import {judged, objections} from "../../../pipelines/run/upkeep/pilot.js";
import {type ItemFacts, rotationOf} from "../../../pipelines/run/upkeep/rotation.js";

const settings = {share: 0.12, available: 100, quarter: "2026-Q4", seed: 0};
const bank = fc.uniqueArray(
  fc.record({
    id: fc.string({minLength: 4, maxLength: 8}),
    contaminated: fc.boolean(),
    saturated: fc.boolean(),
    misfitting: fc.boolean(),
    fitted: fc.boolean()
  }),
  {selector: ({id}) => id, minLength: 1, maxLength: 200}
) as fc.Arbitrary<ItemFacts[]>;

test("a share of the items is retired, each with its first reason, and those with a weightier reason before others", () => {
  fc.assert(
    fc.property(bank, fc.double({min: 0.1, max: 0.15, noNaN: true}), (items, share) => {
      const {retired, left, anchors} = rotationOf(items, {...settings, share});
      expect(retired).toHaveLength(Math.max(1, Math.round(share * items.length)));
      const facts = new Map(items.map(item => [item.id, item]));
      const reason = ({contaminated, saturated, misfitting}: ItemFacts) =>
        contaminated ? 0 : saturated ? 1 : misfitting ? 2 : 3;
      const ranks = retired.map(({id}) => reason(facts.get(id)!));
      expect(ranks).toEqual([...ranks].sort());
      const worst = ranks.at(-1)!;
      const gone = new Set(retired.map(({id}) => id));
      for (const item of items) if (!gone.has(item.id)) expect(reason(item)).toBeGreaterThanOrEqual(worst);
      expect(left.length + retired.filter(({why}) => why !== "at random").length).toBe(
        items.filter(item => reason(item) < 3).length
      );
      expect(anchors).toBe(items.filter(({id, fitted}) => fitted && !gone.has(id)).length);
    })
  );
});

test("the order of items does not count, the seed and the quarter do", () => {
  const items = Array.from({length: 100}, (_, i) => ({id: `item ${i}`}));
  const plan = rotationOf(items, settings);
  expect(rotationOf([...items].reverse(), settings)).toEqual(plan);
  expect(rotationOf(items, {...settings, seed: 1}).retired).not.toEqual(plan.retired);
  expect(rotationOf(items, {...settings, quarter: "2027-Q1"}).retired).not.toEqual(plan.retired);
  // over many seeds every item is as likely as any other: 12 of 100, within five standard errors of 400 draws
  const counts = new Map<string, number>();
  for (let seed = 0; seed < 400; seed++)
    for (const {id} of rotationOf(items, {...settings, seed}).retired) counts.set(id, (counts.get(id) ?? 0) + 1);
  for (const {id} of items) expect(Math.abs((counts.get(id) ?? 0) / 400 - 0.12)).toBeLessThan(5 * Math.sqrt((0.12 * 0.88) / 400));
});

test("too little and too much are refused", () => {
  const items = Array.from({length: 10}, (_, i) => ({id: String(i)}));
  for (const share of [0.09, 0.16, Number.NaN, -1, 1]) expect(() => rotationOf(items, {...settings, share})).toThrow("--share");
  expect(() => rotationOf(items, {...settings, available: 0})).toThrow(
    "1 of 10 items are to be replaced, and 0 submitted items are accepted"
  );
  expect(() => rotationOf([], settings)).toThrow("no items");
});

const answer = (id: string, model: string, right: boolean, text: string | null = right ? "A" : "B") => ({
  id,
  model,
  right,
  answer: text,
  simulated: false
});

test("strong models are those of the other items; their agreement on another answer, or on none, is told", () => {
  const others = ["m1", "m2", "m3"].flatMap(model => [answer("x", model, true), answer("y", model, true)]);
  const weak = ["w1", "w2", "w3", "w4", "w5", "w6"].flatMap(model => [answer("x", model, false), answer("y", model, false)]);
  const on = (strong: [boolean, string | null][]) => {
    const own = [
      ...strong.map(([right, text], i) => answer("new", `m${i + 1}`, right, text)),
      ...["w1", "w2", "w3", "w4", "w5", "w6"].map((model, i) => answer("new", model, i < 2))
    ];
    return judged("new", own, [...others, ...weak, ...own]);
  };
  const told = (pilot: ReturnType<typeof judged>) => objections({pilot: {...pilot, store: "s", contamination: null}});
  expect(
    on([
      [true, "A"],
      [true, "A"],
      [false, "B"]
    ])
  ).toMatchObject({models: 9, right: 4, strong: 3, agreed: 2, as_keyed: true});
  expect(
    told(
      on([
        [true, "A"],
        [true, "A"],
        [false, "B"]
      ])
    )
  ).toEqual([]);
  expect(
    told(
      on([
        [false, "C"],
        [false, "C"],
        [true, "A"]
      ])
    )
  ).toEqual(["2 of 3 strong models agree on an answer other than its key"]);
  expect(
    told(
      on([
        [false, "C"],
        [false, "D"],
        [true, "A"]
      ])
    )
  ).toEqual(["ambiguous: at most 1 of 3 strong models give one answer"]);
  expect(
    told(
      on([
        [false, null],
        [false, null],
        [false, null]
      ])
    )
  ).toContain("ambiguous: at most 0 of 3 strong models give one answer");
  // nothing, one, all alike
  expect(objections({pilot: null})).toEqual(["no pilot: no model has answered it"]);
  expect(told(judged("new", [answer("new", "m1", true)], []))).toEqual(["1 model answered it, 3 are needed"]);
  const all = ["a", "b", "c"].map(model => answer("new", model, true));
  expect(told(judged("new", all, all))).toEqual(["all 3 models are right"]);
  expect(
    objections({
      pilot: {
        ...on([
          [true, "A"],
          [true, "A"],
          [true, "A"]
        ]),
        store: "s",
        contamination: "exact"
      }
    })
  ).toEqual(["is in a corpus (exact)"]);
});
