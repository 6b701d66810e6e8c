import {describe, expect, test} from "vitest";
import {randomOf} from "../../../../pipelines/generate/seed.js";
import {
  fleissOf,
  krippendorffOf,
  METRICS,
  panelOfVotes,
  voteAgreement
} from "../../../../pipelines/studies/preferences/agreement/agreement.js";
import {
  type Disagreement,
  errorAt,
  panelOf,
  type RatingPanel
} from "../../../../pipelines/studies/preferences/agreement/coefficient.js";
import {cohenBetween, cohenPooled, pooled} from "../../../../pipelines/studies/preferences/agreement/cohen.js";
import {corners} from "../../../../pipelines/studies/preferences/agreement/disagreement.js";

import {listOf, type Vote, votesOf} from "../../../../pipelines/studies/preferences/votes/votes.js";
import {pairs, votesIn, withReal} from "../fixture.js";

/** Categories by unit; each place in a unit is a judge, each unit a prompt, unless said. */
function panelFrom(units: readonly (readonly number[])[], categories: number, promptOf = (u: number) => u): RatingPanel {
  const rows = units.flatMap((own, u) => own.map((category, judge) => ({u, judge, category})));
  const column = (of: (row: (typeof rows)[number]) => number) => Int32Array.from(rows, of);
  const columns = {unit: column(({u}) => u), judge: column(({judge}) => judge), question: column(({u}) => promptOf(u))};
  const judges = Array.from({length: Math.max(...units.map(own => own.length))}, (_, j) => `${j}`);
  return panelOf({n: rows.length, ...columns, judges}, row => rows[row]!.category, {categories});
}

const coefficient = ({observed, expected}: Disagreement) => 1 - observed / expected;

test("Fleiss' κ of 10 subjects, 14 raters and 5 categories is 0.20993", () => {
  // The worked example of Wikipedia's "Fleiss' kappa".
  const counts = [
    [0, 0, 0, 0, 14],
    [0, 2, 6, 4, 2],
    [0, 0, 3, 5, 6],
    [0, 3, 9, 2, 0],
    [2, 2, 8, 1, 1],
    [7, 7, 0, 0, 0],
    [3, 2, 6, 3, 0],
    [2, 5, 3, 2, 2],
    [6, 5, 2, 1, 0],
    [0, 2, 2, 3, 7]
  ];
  const rows = counts.map(own => own.flatMap((n, c) => new Array<number>(n).fill(c)));
  expect(coefficient(fleissOf(panelFrom(rows, 5)))).toBeCloseTo(0.20993, 5);
});

test("Krippendorff's α of his own example: 0.743 nominal, 0.815 ordinal, 0.849 interval", () => {
  // Krippendorff (2011), "Computing Krippendorff's Alpha-Reliability", parts C and E: 4 observers, 12 units, values missing.
  const observers = ["12332141 2...", "1233224 125.3", ".3332342 2 51.", "1233244 1 251."].map(row => row.replaceAll(" ", ""));
  const units = Array.from({length: 12}, (_, u) => observers.flatMap(row => (row[u] === "." ? [] : [Number(row[u]) - 1])));
  const panel = panelFrom(units, 5);
  expect(panel.units).toBe(11);
  const found = METRICS.map(metric => coefficient(krippendorffOf(panel, metric)));
  for (const [i, known] of [0.743, 0.815, 0.849].entries()) expect(found[i]).toBeCloseTo(known, 3);
});

/** Two judges' verdicts on n units each: f the alphabetically first model won, s the second, t a tie. */
const panel = (cells: Record<string, number>): Vote[] => {
  let u = 0;
  return Object.entries(cells).flatMap(([verdicts, n]) =>
    Array.from({length: n}, () => {
      u++;
      return [...verdicts].map(
        (verdict, j): Vote => ({
          judge: `judge ${j}`,
          model_a: "a",
          model_b: "b",
          question: `q${u}`,
          turn: 1,
          winner: verdict === "f" ? "a" : verdict === "s" ? "b" : "tie"
        })
      );
    }).flat()
  );
};

describe("Cohen's κ", () => {
  const table = votesOf(panel({ff: 20, fs: 5, sf: 10, ss: 15}));

  test("of the table 20, 5, 10, 15 is 0.4", () => {
    // The worked example of Wikipedia's "Cohen's kappa".
    expect(cohenPooled(table).value).toBeCloseTo(0.4, 12);
    expect(
      cohenBetween(
        table,
        j => j === 0,
        j => j === 1
      ).value
    ).toBeCloseTo(0.4, 12);
  });

  test("its standard error is Fleiss, Cohen and Everitt's, 0.1270, times √(n ÷ (n − 1))", () => {
    // 1969, doi:10.1037/h0028106, with NumPy from the table: se = 0.12700 at n = 50.
    const found = errorAt(pooled(panelOfVotes(table), corners(3)), "units")!;
    expect(found).toBeCloseTo(0.127 * Math.sqrt(50 / 49), 4);
    const {lo, hi} = cohenPooled(table, {over: "units"});
    const half = 2.0096 * 0.1283; // Student's t of 49 degrees; the interval is Fieller's, so that it need not be as far to both sides
    expect((hi! - lo!) / 2 / half).toBeGreaterThan(0.97);
    expect((hi! - lo!) / 2 / half).toBeLessThan(1.07);
  });
});

describe("errors are those of leaving each cluster out, counted anew", () => {
  const random = randomOf("errors of agreement");
  const rows = Array.from({length: 40}, (_, u) => {
    const own = random.integer(0, 2);
    return Array.from({length: 2 + (u % 4)}, () => (random.chance(0.6) ? own : random.integer(0, 2)));
  });
  const promptOf = (u: number) => u % 9;
  const panel = panelFrom(rows, 3, promptOf);

  /** The jackknife by brute force: the coefficient itself without one cluster at a time. */
  function brute(
    of: (panel: RatingPanel) => Disagreement,
    keeps: (u: number, judge: number, cluster: number) => boolean,
    clusters: number
  ) {
    const whole = coefficient(of(panel));
    let squares = 0;
    for (let g = 0; g < clusters; g++) {
      const columns = {unit: panel.unit, judge: panel.judge, question: panel.prompt, n: panel.unit.length};
      const judges = Array.from({length: panel.judges}, (_, j) => `${j}`);
      const rest = panelOf({...columns, judges}, r => (keeps(panel.unit[r]!, panel.judge[r]!, g) ? panel.category[r]! : -1), {
        categories: 3
      });
      squares += (coefficient(of(rest)) - whole) ** 2;
    }
    return Math.sqrt(((clusters - 1) / clusters) * squares);
  }

  const statistics: [name: string, of: (panel: RatingPanel) => Disagreement][] = [
    ["Fleiss", fleissOf],
    ...METRICS.map((metric): [string, (panel: RatingPanel) => Disagreement] => [metric, own => krippendorffOf(own, metric)]),
    ["Cohen", own => pooled(own, corners(3))]
  ];
  test.each(statistics)("%s: within 5 % over units and prompts", (_, of) => {
    const units = brute(of, (u, _judge, g) => u !== g, panel.units);
    const prompts = brute(of, (u, _judge, g) => promptOf(u) !== g, 9);
    expect(Math.abs(errorAt(of(panel), "units")! / units - 1)).toBeLessThan(0.05);
    expect(Math.abs(errorAt(of(panel), "prompts")! / prompts - 1)).toBeLessThan(0.05);
  });
});

describe("what cannot agree says why", () => {
  test("one judge only", () => {
    const votes = pairs(["a>b", "b>a"], {judge: "only"});
    expect(voteAgreement(votes).fleiss).toMatchObject({value: null, why: "no unit has votes of two judges"});
    expect(cohenPooled(votes)).toMatchObject({value: null, why: "fewer than two judges"});
  });

  test("all ties", () => {
    const votes = votesOf(panel({tt: 10}));
    expect(voteAgreement(votes).krippendorff.nominal).toMatchObject({value: null, why: "only one category was ever chosen"});
    expect(cohenPooled(votes).value).toBeNull();
    expect(voteAgreement(votes, {ties: false}).units).toBe(0);
  });
});

withReal(
  "MT-Bench human votes: Krippendorff's nominal α = 0.4849 over 960 units, computed in Python from first votes",
  ["mtbench_human.jsonl"],
  ([file]) => {
    const votes = votesIn(file!);
    expect(votes.n).toBe(3_355);
    const {krippendorff, units} = voteAgreement(votes);
    expect(krippendorff.nominal.value).toBeCloseTo(0.4848957, 7);
    expect(units).toBe(960);
  }
);

withReal(
  "MT-Bench: GPT-4 agrees with people about as people with each other",
  ["mtbench_human.jsonl", "mtbench_gpt4_pair.jsonl"],
  files => {
    // Zheng et al. 2023, table 5: without ties 85 % against 81 %, a little less on turn 2.
    const [people, gpt4] = files.map(votesIn);
    const both = votesOf([...listOf(people!), ...listOf(gpt4!)]);
    const machine = both.judges.indexOf("gpt4_pair");
    const {value, lo, hi} = cohenBetween(
      both,
      j => j === machine,
      j => j !== machine,
      {ties: false}
    );
    expect(value).toBeGreaterThan(0.6);
    expect(lo! < value! && value! < hi!).toBe(true);
  }
);

withReal("PandaLM's three annotators: κ of each pair is about 0.86", ["pandalm_labels.json"], ([file]) => {
  const votes = votesIn(file!);
  for (const [j, k] of [
    [0, 1],
    [0, 2],
    [1, 2]
  ])
    expect(
      cohenBetween(
        votes,
        judge => judge === j,
        judge => judge === k
      ).value
    ).toBeCloseTo(0.86, 1);
});
