// Verdicts on made-up tables, and on the ZenBench report's figures.
import {readFileSync} from "node:fs";
import fc from "fast-check";
import {describe, expect, test} from "vitest";
import {type Audited, audit} from "../../../pipelines/studies/claims/audit.js";
import {readClaims} from "../../../pipelines/studies/claims/schema.js";

const NEARLY = "possible only if nearly all rows were rounded one way";

/** Findings of claims over one made-up table. */
function audited(columns: Record<string, string>, rows: Record<string, string[]>, claim: Record<string, unknown>): Audited[] {
  const file = {
    title: "made up",
    tables: {t: {columns, rows}},
    claims: [{id: "c", says: "so", table: "t", ...claim}]
  };
  return audit(readClaims(JSON.stringify(file), "made-up.yaml"));
}
const ten = Object.fromEntries(Array.from({length: 10}, (_, i) => [`r${i}`, ["1", "0.50"]]));
const mean = (printed: string) => audited({n: "count", x: "share"}, ten, {kind: "mean", column: "x", weights: "n", printed})[0]!;

test("each verdict, on a mean of ten rows that print 0.50", () => {
  // The mean lies in [.495, .505]; its error has a standard deviation of .005/√3/√10 = .00091.
  expect(mean("0.500").verdict).toBe("reproduced");
  expect(mean("0.501")).toMatchObject({verdict: "possible", low: 0.495, high: 0.505, n: 10});
  expect(mean("0.504")).toMatchObject({verdict: NEARLY});
  expect(mean("0.506")).toMatchObject({verdict: "not reproducible", chance: 0});
});

test("the border of “nearly all rows one way” is a chance of 1 %", () => {
  // P(mean ≥ .5025) is P(Irwin–Hall of 10 ≥ 7.5) = 0.0024691734784915 and P(mean ≥ .5015) is P(… ≥ 6.5) = 0.0504525223989335, in exact fractions (Python).
  expect(mean("0.503").chance).toBeCloseTo(0.0024691734784915, 9);
  expect(mean("0.503").verdict).toBe(NEARLY);
  expect(mean("0.502").chance).toBeCloseTo(0.0504525223989335, 9);
  expect(mean("0.502").verdict).toBe("possible");
});

test("a table and its true mean, sum or share are never not reproducible", () => {
  const row = fc.record({weight: fc.integer({min: 1, max: 5_000}), share: fc.double({min: 0, max: 100, noNaN: true})});
  fc.assert(
    fc.property(
      fc.array(row, {minLength: 1, maxLength: 14}),
      fc.integer({min: 0, max: 3}),
      fc.integer({min: 0, max: 4}),
      (rows, digits, printed) => {
        const table = Object.fromEntries(rows.map(({weight, share}, i) => [`r${i}`, [String(weight), share.toFixed(digits)]]));
        const total = rows.reduce((sum, {weight}) => sum + weight, 0);
        const truth = rows.reduce((sum, {weight, share}) => sum + weight * share, 0) / total;
        const columns = {n: "count", x: "percent"};
        const [found] = audited(columns, table, {kind: "mean", column: "x", weights: "n", printed: truth.toFixed(printed)});
        expect(found!.verdict).not.toBe("not reproducible");
        const [sum] = audited(columns, table, {kind: "sum", column: "n", printed: String(total)});
        expect(sum!.verdict).toBe("reproduced");
        const [bound] = audited(columns, table, {
          kind: "below",
          column: "x",
          bound: String(Math.ceil(Math.max(...rows.map(({share}) => share))) + 1)
        });
        expect(bound!.verdict).not.toBe("not reproducible");
      }
    ),
    {numRuns: 200}
  );
});

test("a whole number of items is always a possible share, and an impossible one is found", () => {
  fc.assert(
    fc.property(
      fc.integer({min: 1, max: 400}),
      fc.double({min: 0, max: 1, noNaN: true}),
      fc.integer({min: 0, max: 2}),
      (n, at, digits) => {
        const hits = Math.round(at * n);
        const [found] = audited(
          {n: "count", x: "percent"},
          {r: [String(n), ((100 * hits) / n).toFixed(digits)]},
          {kind: "share", column: "x", of: "n"}
        );
        expect(found!.verdict).toBe("possible");
      }
    )
  );
  const [found] = audited({n: "count", x: "percent"}, {r: ["7", "50.0"]}, {kind: "share", column: "x", of: "n"});
  expect(found).toMatchObject({verdict: "not reproducible", reading: "4 of 7 is 57.143 %"});
});

describe("columns over columns, and over one row's figure", () => {
  const of = (columns: Record<string, string>, rows: Record<string, string[]>, claim: Record<string, unknown>) =>
    audited(columns, rows, claim).map(({verdict, value}) => [verdict, value]);
  const columns = {each: "number", all: "count", parts: "count"};
  test("each verdict, rounding of what is divided included, and no division by 0", () => {
    const claim = {kind: "ratio", column: "each", of: "all", by: "parts"};
    expect(of(columns, {a: ["3.3", "10", "3"], b: ["3.4", "10", "3"], c: ["1", "5", "0"]}, claim)).toEqual([
      ["reproduced", 3.33333333333],
      ["not reproducible", 3.33333333333],
      ["not reproducible", null]
    ]);
    expect(
      of({x: "number", r: "number"}, {a: ["2", "1.0"], b: ["5", "2.0"]}, {kind: "relative", column: "r", of: "x", to: "a"})
    ).toEqual([
      ["reproduced", 1],
      ["possible", 2.5]
    ]);
  });
  test("a column or row that is not there is named with its place", () => {
    const wrong = {kind: "relative", column: "each", of: "all", to: "z"};
    expect(() => of(columns, {a: ["1", "1", "1"]}, wrong)).toThrow(/no row "z"; did you mean "a"/);
    expect(() => of(columns, {a: ["1", "1", "1"]}, {kind: "ratio", column: "each", of: "all", by: "part"})).toThrow(
      /no column "part"/
    );
  });
});

describe("claims of comparison", () => {
  const compare = (claim: Record<string, unknown>, a = ".89", b = ".73") =>
    audited({auc: "auc"}, {old: [b], new: [a], other: [".72"]}, {column: "auc", of: "new", over: "old", ...claim})[0]!;
  test("a true ratio is reproduced, a rounded one possible", () => {
    expect(compare({kind: "times", printed: "1.22 ×"})).toMatchObject({verdict: "reproduced", reading: ""});
    expect(compare({kind: "times", printed: "1.21 ×"}).verdict).toBe("possible");
    expect(compare({kind: "better", printed: "22 %"}).verdict).toBe("reproduced");
  });
  test("a figure that another reading gives is told so", () => {
    const found = compare({kind: "times", printed: "2.4 ×"});
    expect(found).toMatchObject({verdict: "not reproducible", value: 1.21917808219});
    expect(found.reading).toContain("(1 − .73) ÷ (1 − .89)");
    expect(found.reading).toContain("2.455 [2.304, 2.619], which rounding allows");
  });
  test("another baseline that gives the figure is named", () => {
    const found = compare({kind: "better", printed: "23.6 %"});
    expect(found.reading).toContain("new over other) = 23.611 [22.069, 25.175] % gives it");
  });
});

test("bounds: on the bound is possible, many on the bound nearly one way, beyond it not", () => {
  const bound = (rows: Record<string, string[]>, at: string) =>
    audited({x: "percent"}, rows, {kind: "below", column: "x", bound: at})[0]!;
  expect(bound({a: ["1.1"], b: ["0.3"]}, "1.2").verdict).toBe("reproduced");
  expect(bound({a: ["1.2"], b: ["0.3"]}, "1.2")).toMatchObject({verdict: "possible", chance: expect.closeTo(0.5, 9)});
  const seven = Object.fromEntries(Array.from({length: 7}, (_, i) => [`r${i}`, ["1.2"]]));
  expect(bound(seven, "1.2")).toMatchObject({verdict: NEARLY, chance: expect.closeTo(1 / 128, 9)});
  expect(bound({a: ["1.3"], b: ["0.3"]}, "1.2")).toMatchObject({verdict: "not reproducible", reading: "all rows are below 1.4"});
  const [above] = audited({x: "percent"}, {a: ["1.3"], b: ["0.3"]}, {kind: "above", column: "x", bound: "0.5"});
  expect(above).toMatchObject({verdict: "not reproducible", value: 0.3});
});

test("an interval is reproduced at its own n", () => {
  const rows = {a: [".89", ".69", ".96"]};
  const columns = {r: "correlation", lo: "correlation", hi: "correlation"};
  const [found] = audited(columns, rows, {kind: "interval", column: "r", low: "lo", high: "hi", n: "15"});
  expect(found).toMatchObject({verdict: "reproduced", n: 15});
});

test("a mistake in a file is one line with its place", () => {
  const at = (text: string) => {
    try {
      readClaims(text, "claims.yaml");
    } catch (error) {
      return (error as Error).message;
    }
  };
  const head = "title: t\ntables:\n  t:\n    columns: {x: percent}\n    rows:\n";
  const claim = "claims:\n  - {id: a, kind: below, table: t, column: x, bound: 1.2}\n";
  expect(at(`${head}      a: [1.0]\n${claim}`)).toBeUndefined();
  expect(at(`${head}      a: [n/a]\n${claim}`)).toBe(
    "claims.yaml:6:11 expected a figure as it is printed, such as .74, 72,000 or 0.98 %"
  );
  expect(at(`${head}      a: [72,000]\n${claim}`)).toMatch(/^claims\.yaml:6:10 expected 1 figures.*write 72000 or "72,000"/);
  expect(at(`${head}      a: [101]\n${claim}`)).toBe("claims.yaml:6:11 x is a percent: expected 0 to 100, got 101");
  expect(at(`${head}      a: [1.0]\n${claim.replace("column: x", "column: y")}`)).toMatch(/^claims\.yaml:8:44 no column "y"/);
  expect(at(`${head}      a: [1.0]\n${claim.replace("below", "belov")}`)).toMatch(
    /^claims\.yaml:8:19 .*belov.*did you mean "below"/
  );
  expect(at(`${head}      a: [1.0]\n${claim}${claim.split("\n")[1]}\n`)).toMatch(/^claims\.yaml:9:10 second claim "a"/);
});

describe("the ZenBench report", () => {
  const file = "data/claims/zenbench.yaml";
  const rows = new Map(audit(readClaims(readFileSync(file, "utf8"), file)).map(row => [row.id, row]));
  const verdicts = (...ids: string[]) => ids.map(id => rows.get(id)?.verdict);

  test("what holds", () => {
    expect(verdicts("items", "categories", "items-per-category", "items/Agent", "categories/Code")).toEqual(
      Array(5).fill("reproduced")
    );
    expect(verdicts("exact-mean", "categories-times-mean", "kappa", "auc/static 2,000 items", "judgments")).toEqual(
      Array(5).fill("possible")
    );
  });

  test("0.98 % takes nearly all rows rounded one way; the mean by categories is the nearest reading", () => {
    // In exact fractions (Python): P(weighted mean ≥ .975 %) = 0.00012622396423549517.
    expect(rows.get("near-mean")).toMatchObject({
      verdict: NEARLY,
      value: expect.closeTo(0.9386290322580645, 10),
      low: expect.closeTo(0.8886290322580646, 10),
      high: expect.closeTo(0.9886290322580645, 10),
      chance: expect.closeTo(0.00012622396423549517, 9)
    });
    expect(rows.get("near-mean")!.reading).toContain("weighted by categories, 0.9788 %");
    // 20,000,000 draws in NumPy: 0.4001.
    expect(rows.get("exact-mean")!.chance).toBeCloseTo(0.4001, 3);
    expect(rows.get("exact-mean")!.reading).toContain("the plain mean of the rows, 0.1875 %");
  });

  test("average items by domain, and relative areas, which contradict the 2.4 × of their own caption", () => {
    const domains = ["Academic", "Reasoning", "Mathematics", "Code", "Language", "Safety", "Multimodal", "Agent"];
    expect(verdicts(...domains.map(domain => `items-per-category-by-domain/${domain}`))).toEqual(Array(8).fill("reproduced"));
    expect(rows.get("items-per-category-by-domain/Agent")!.arithmetic).toBe("20,600 ÷ 4 = 5,150");
    const modes = ["static 2,000 items", "adaptive 400 items", "adaptive 2,000 items"];
    expect(verdicts(...modes.map(mode => `relative/${mode}`))).toEqual(Array(3).fill("reproduced"));
    // .885 ÷ .735 and .895 ÷ .725 by hand.
    expect(rows.get("relative/adaptive 400 items")!.arithmetic).toBe(".89 ÷ .73 = 1.2192 [1.2041, 1.2345] ×");
    expect(rows.get("relative/static 2,000 items")).toMatchObject({value: 1, low: 1, high: 1});
    expect(rows.get("discrimination")!.arithmetic).toMatch(/has 1\.22× for adaptive 400 items .*contradicts 2\.4 ×$/);
    expect(rows.size).toBe(83);
  });

  test("what does not, with the nearest reading", () => {
    expect(
      verdicts(
        "near-bound",
        "improvement",
        "next-best",
        "discrimination",
        "interval/ZenBench full",
        "score/any weights",
        "order/code"
      )
    ).toEqual(Array(7).fill("not reproducible"));
    expect(rows.get("near-bound")!.arithmetic).toMatch(/Academic 1\.4 .*Code 2\.3/);
    expect(rows.get("improvement")!.arithmetic).toContain("8.54");
    expect(rows.get("improvement")!.reading).toMatch(/baseline of 0\.7177 .*MMLU \.74, gives 20\.27/);
    expect(rows.get("discrimination")!.reading).toContain("(1 − .73) ÷ (1 − .89)");
    expect(rows.get("interval/ZenBench full")!.arithmetic).toContain("[0.694, 0.963]");
    expect(rows.get("interval/all rows")!.reading).toBe("about 98 to 215 models, not 15");
    expect(rows.get("rankings-correlated/its name")!.reading).toContain("Spearman's ρ");
  });
});

describe("nested lists", () => {
  const read = (list: string, printed: string) =>
    audit(
      readClaims(`title: t\nclaims:\n  - {id: a, asks: q, kind: list, list: "${list}", printed: "${printed}"}\n`, "claims.yaml")
    )[0]!;

  test("a list gives its result or does not", () => {
    // 8 + 1 + 4 + 9 = 22, of which 2 is the remainder by 10.
    expect(read("[SM 8 1 4 [MAX 9 2 7]]", "2")).toMatchObject({
      verdict: "reproduced",
      value: 2,
      n: 6,
      arithmetic: "[MAX 9 2 7] = 9; [SM 8 1 4 [MAX 9 2 7]] = 2"
    });
    expect(read("[MIN 3]", "4")).toMatchObject({verdict: "not reproducible", n: 1, reading: "the list gives 3"});
  });

  test("a text that is no list is a mistake with its place", () => {
    expect(() => read("[MAX 9", "9")).toThrow(/^claims\.yaml:3:\d+ no nested list such as .*: a bracket is not closed/);
  });
});

test.each([
  ["reasonscape", ["coverage-of-degree-0"]],
  ["verbose-listops", []]
])("the figures of %s follow from its tables but for those named", (name, others) => {
  const file = `data/claims/${name}.yaml`;
  const rows = audit(readClaims(readFileSync(file, "utf8"), file));
  expect(rows.filter(({verdict}) => verdict !== "reproduced").map(({id}) => id)).toEqual(others);
});
