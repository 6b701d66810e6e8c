// What responses state of intermediate results: short traces in the styles of real models, with what a reader takes from each, written
// down before the code that reads them.
import {describe, expect, test} from "vitest";
import {statedValues, stepMeasures} from "../../pipelines/score/steps.js";

/** [MIN [MAX 3 9 2] [SM 6 7] 5], told. */
const TOLD = [
  {name: "the Silver Harbor", value: 9},
  {name: "the Old Silver Harbor", value: 3},
  {name: "the Golden Gate", value: 3}
];
/** The same written out. */
const LIST = [
  {name: "[MAX 3 9 2]", value: 9},
  {name: "[SM 6 7]", value: 3},
  {name: "[MIN [MAX 3 9 2] [SM 6 7] 5]", value: 3}
];
/** [SUM [MAX 310 1200] [MED 40 20 30]] */
const LARGE = [
  {name: "the Amber Pennant", value: 1200},
  {name: "the Jaded Orchid", value: 30},
  {name: "the Lunar Accord", value: 1230}
];
type Stated = (number | null)[];

const TRACES: [steps: typeof TOLD, trace: string, stated: Stated][] = [
  [TOLD, "The Silver Harbor = max(3, 9, 2) = 9", [9, null, null]],
  [TOLD, "**Silver Harbor**: 9", [9, null, null]],
  [TOLD, "Silver Harbor → 9", [9, null, null]],
  [TOLD, "so the Silver Harbor is 9.", [9, null, null]],
  [TOLD, "9 becomes the Silver Harbor.", [9, null, null]],
  [TOLD, "| Result | Value |\n|---|---|\n| Silver Harbor | 9 |\n| Old Silver Harbor | 3 |\n| Golden Gate | 4 |", [9, 3, 4]],
  [TOLD, "| Silver Harbor | MAX of 3, 9, 2 | 9 |", [9, null, null]],
  [TOLD, "Golden Gate = $\\boxed{3}$", [null, null, 3]],
  [TOLD, "The Silver Harbor is 8. Wait, the Silver Harbor is 9.", [9, null, null]],
  [TOLD, "The Silver Harbor is 9. The Old Silver Harbor is 4, since 6 + 7 = 14.", [9, 4, null]],
  [
    TOLD,
    "1. **The Silver Harbor** – largest of 3, 9 and 2 → **9**\n2. **The Old Silver Harbor** – 6 + 7 = 13 → **3**",
    [9, 3, null]
  ],
  [TOLD, "So Silver Harbor = 9, Old Silver Harbor = 3, and Golden Gate = min(9, 3, 5) = 3", [9, 3, 3]],
  [TOLD, "The Silver Harbor (MAX): 9\nThe Old Silver Harbor (SM): 3", [9, 3, null]],
  [TOLD, "We take the Silver Harbor (9) and the Old Silver Harbor (3) with 5.", [9, 3, null]],
  [TOLD, "The value of the Silver Harbor is nine.", [9, null, null]],
  [TOLD, "The Silver Harbor's value is 9 hatboxes, which is more than 3.", [9, null, null]],
  [TOLD, "To the Silver Harbor we add 5. The Silver Harbor + 3 = 12 is of no use.", [null, null, null]],
  [TOLD, "I cannot say what the Silver Harbor is.", [null, null, null]],
  [TOLD, "The answer is 3.", [null, null, null]],
  [TOLD, "The Silver Harbor is the largest of 3, 9 and 2, which is 9.", [9, null, null]],
  [TOLD, "The Silver Harbor is MAX of 3, 9, 2, which is 9.\nThe Old Silver Harbor is SM of 6, 7, which is 4.", [9, 4, null]],
  [TOLD, "Silver Harbor:\n9\n\nOld Silver Harbor:\n- 3", [9, 3, null]],
  [TOLD, "The Silver Harbor is 9 and the Old Silver Harb", [9, null, null]],
  [TOLD, "The Golden Gate is the smallest of the Silver Harbor, the Old Silver Harbor and 5", [null, null, null]],
  [TOLD, "max(3, 9, 2) = 9, so call 9 the Silver Harbor.", [9, null, null]],
  [TOLD, "The total is 13, whose last digit is 3, known as the Old Silver Harbor.", [null, 3, null]],
  [TOLD, "SILVER HARBOR = 9; golden gate: 3", [9, null, 3]],
  [TOLD, "Is the Silver Harbor 9? Is the Golden Gate = 4?", [null, null, null]],
  [TOLD, "The Silver Harbor is 3 or 9.", [null, null, null]],
  [TOLD, "", [null, null, null]],
  [LARGE, "Amber Pennant = 1,200. Jaded Orchid = thirty. Lunar Accord = 1,200 + 30 = 1,230.", [1200, 30, 1230]],
  [LARGE, "\\text{Amber Pennant} = \\max(310, 1200) = 1200 \\\\\n\\text{Lunar Accord} = 1200 + 30 = 1231", [1200, null, 1231]],
  [LARGE, "The Amber Pennant is 1200, the Jaded Orchid is 30, so the Lunar Accord is 1200 + 30.", [1200, 30, null]],
  [LARGE, "The Amber Pennant equals 1200.5", [1200.5, null, null]],
  [LIST, "[MAX 3 9 2] = 9", [9, null, null]],
  [LIST, "[MAX 3 9 2] → 9\n[SM 6 7] → 13 mod 10 = 3\n[MIN 9 3 5] → 3", [9, 3, 3]],
  [LIST, "[MIN [MAX 3 9 2] [SM 6 7] 5] = [MIN 9 [SM 6 7] 5] = [MIN 9 3 5] = 3", [null, null, 3]],
  [LIST, "`[SM 6 7]` is 4, so `[MIN 9 4 5]` = 4", [null, 4, 4]],
  [LIST, "MAX(3, 9, 2) = 9 and SM(6, 7) = 3; MIN(9, 3, 5) = 3", [9, 3, 3]],
  [LIST, "Max of 3, 9, 2 is 9. SM of 6 and 7: 13 → 3.", [9, 3, null]],
  [LIST, "[MAX 3 9 2] is MAX of 3, 9, which is 9.", [9, null, null]],
  [LIST, "[MAX 3, 9, 2]: 9", [9, null, null]],
  [LIST, "[MAX 3 9] = 9 and [MED 3 9 2] = 3", [null, null, null]],
  [LIST, "$[MAX\\ 3\\ 9\\ 2] = \\boxed{9}$", [9, null, null]]
];

test.each(TRACES)("%#: %j, %j", (steps, trace, expected) => {
  const stated = statedValues(trace, steps);
  expect(steps.map((_, step) => stated.get(step) ?? null)).toEqual(expected);
});

describe("measures", () => {
  test("the first that departs counts, in the order of evaluation, wherever it stands", () => {
    const wrong = "The Golden Gate is 5, because the Old Silver Harbor is 5 and the Silver Harbor is 9.";
    expect(stepMeasures(wrong, TOLD)).toEqual({steps: 3, steps_stated: 3, steps_right: 1, first_wrong_step: 2});
  });

  test("all right, and nothing stated: no first departure", () => {
    expect(stepMeasures("Silver Harbor: 9\nOld Silver Harbor: 3\nGolden Gate: 3", TOLD)).toEqual({
      steps: 3,
      steps_stated: 3,
      steps_right: 3
    });
    expect(stepMeasures("Answer: 3", TOLD)).toEqual({steps: 3, steps_stated: 0, steps_right: 0});
    expect(stepMeasures("", [TOLD[0]!])).toEqual({steps: 1, steps_stated: 0, steps_right: 0});
  });

  test("equal lists in two places are one statement about both", () => {
    const twice = [
      {name: "[MAX 1 2]", value: 2},
      {name: "[MAX 1 2]", value: 2},
      {name: "[SM [MAX 1 2] [MAX 1 2]]", value: 4}
    ];
    expect(stepMeasures("[MAX 1 2] = 2", twice)).toMatchObject({steps_stated: 2, steps_right: 2});
  });

  test("a reduced list that could be two steps is the one whose inner result is right, or none", () => {
    const alike = [
      {name: "[MAX 1 2]", value: 2},
      {name: "[SM 5 [MAX 1 2]]", value: 7},
      {name: "[MAX 3 4]", value: 4},
      {name: "[SM 5 [MAX 3 4]]", value: 9},
      {name: "[SM [SM 5 [MAX 1 2]] [SM 5 [MAX 3 4]]]", value: 6}
    ];
    expect([...statedValues("[SM 5 4] = 9, [SM 5 1] = 6", alike)]).toEqual([[3, 9]]);
    expect([...statedValues("[SM 5 [MAX 3 4]] = 9", alike)]).toEqual([[3, 9]]);
  });
});

describe("long and hostile texts", () => {
  const many = Array.from({length: 500}, (_, i) => ({name: `the ${word(i)} ${word(i * 7)}`, value: i % 10}));
  function word(i: number): string {
    const letter = (n: number) => String.fromCharCode(97 + (n % 26));
    return `Q${letter(i)}${letter(i >> 2)}${letter(i >> 5)}`;
  }

  test("ten megabytes with five hundred names", () => {
    const line = many.map(({name, value}) => `${name} is ${value}.`).join("\n");
    const text = `${line}\n`.repeat(Math.ceil(10_000_000 / line.length));
    const stated = statedValues(text, many);
    expect(stated.size).toBeGreaterThan(400);
  });

  test.each([
    ["brackets that open", "[".repeat(2_000_000)],
    ["brackets that open and close", "[SM ".repeat(300_000) + "]".repeat(300_000)],
    ["numbers", "7, ".repeat(700_000)],
    ["one name over and over", "the Silver Harbor ".repeat(120_000)],
    ["names and equals signs", "Silver Harbor = = = ".repeat(100_000)],
    ["blanks", `Silver Harbor${" ".repeat(2_000_000)}9`],
    ["backslashes", "\\boxed{".repeat(300_000)],
    ["calls", "MAX(1, ".repeat(300_000)],
    ["digits", "9".repeat(2_000_000)]
  ])("%s end", (_, text) => {
    expect(stepMeasures(text, TOLD).steps).toBe(3);
    expect(stepMeasures(text, LIST).steps).toBe(3);
  });
});

describe("results that are texts", () => {
  const LINE = [
    {name: "Ann's teacher", value: "Bob"},
    {name: "Bob's teacher", value: "Cem"}
  ];
  const KINDS = [
    {name: "wug", value: "dax"},
    {name: "dax", value: "fep"}
  ];
  const DATES = [
    {name: "the fair", value: "17 March"},
    {name: "the gala", value: "2 April"}
  ];
  const SQUARES = [
    {name: "the mill", value: "F7"},
    {name: "the inn", value: "G8"}
  ];
  const AMOUNTS = [
    {name: "Ann", value: 7},
    {name: "Bob", value: 9}
  ];

  test.each<[Parameters<typeof statedValues>[1], string, (string | number | null)[]]>([
    [LINE, "Ann's teacher is Bob. Bob's teacher is Cem.", ["Bob", "Cem"]],
    [LINE, "Ann's teacher is Bob, and Bob's teacher is Dora.", ["Bob", "Dora"]],
    [LINE, "- Ann's teacher → **Bob**\n- Bob's teacher → Cem", ["Bob", "Cem"]],
    [LINE, "Ann's teacher is not told. Bob's teacher is unknown to me", [null, null]],
    [KINDS, "Pim is a wug. Every wug is a dax, so Pim is a dax. Every dax is a fep.", ["dax", "fep"]],
    [KINDS, "wug → dax → fep", ["dax", "fep"]],
    [KINDS, "Pim is a wug, hence a dax, hence a fep", [null, null]],
    [DATES, "The fair is on March 17th. The gala is 5 days after the fair, which is on 3 April.", ["17 March", "3 April"]],
    [DATES, "The fair is 3 days after the dinner: 14 March + 3 days = 17 March.", ["17 March", null]],
    [DATES, "The gala is on April 2, 2027.", [null, "2 April"]],
    [SQUARES, "The mill is on square F7, the inn is 1 square north-east of the mill: G9", ["F7", "G9"]],
    [AMOUNTS, "Ann has 4 more coins than Cem, so Ann has 7 coins. Bob has 2 more coins than Ann: 7 + 2 = 9.", [7, 9]]
  ])("%j: %s", (steps, trace, stated) => {
    const found = statedValues(trace, steps);
    expect(steps.map((_, step) => found.get(step) ?? null)).toEqual(stated);
  });

  test("the first that departs is the first wrong step", () => {
    expect(stepMeasures("Ann's teacher is Dora. Bob's teacher is Cem.", LINE)).toEqual({
      steps: 2,
      steps_stated: 2,
      steps_right: 1,
      first_wrong_step: 1
    });
  });
});
