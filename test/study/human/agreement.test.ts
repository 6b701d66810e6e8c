import {describe, expect, test} from "vitest";
import {
  alphaInterval,
  fleissKappa,
  krippendorffAlpha,
  patternsOf,
  voteAgreement
} from "../../../pipelines/study/human/agreement.js";
import {cohenBetween, cohenPooled} from "../../../pipelines/study/human/cohen.js";
import {listOf, type Vote, votesOf} from "../../../pipelines/study/human/votes.js";
import {pairs, votesIn, withReal} from "./fixture.js";

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
  expect(fleissKappa(counts.map(own => ({counts: own, units: 1})))).toBeCloseTo(0.20993, 5);
});

test("Krippendorff's α of his own example: 0.743 nominal, 0.815 ordinal, 0.849 interval", () => {
  // Krippendorff (2011), "Computing Krippendorff's Alpha-Reliability", parts C and E: 4 observers, 12 units, values missing.
  const observers = ["12332141 2...", "1233224 125.3", ".3332342 2 51.", "1233244 1 251."].map(row => row.replaceAll(" ", ""));
  const unit: number[] = [];
  const category: number[] = [];
  for (const row of observers)
    [...row].forEach((value, u) => {
      if (value === ".") return;
      unit.push(u);
      category.push(Number(value) - 1);
    });
  const patterns = patternsOf({unit, category}, 5);
  expect(krippendorffAlpha(patterns)).toBeCloseTo(0.743, 3);
  expect(krippendorffAlpha(patterns, {metric: "ordinal"})).toBeCloseTo(0.815, 3);
  expect(krippendorffAlpha(patterns, {metric: "interval"})).toBeCloseTo(0.849, 3);
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

  test("its bootstrap interval is about ± 1.96 times Fleiss, Cohen and Everitt's standard error, 0.1270", () => {
    // 1969, doi:10.1037/h0028106, with NumPy from the table: se = 0.12700 at n = 50.
    const {lo, hi} = cohenPooled(table, {replicates: 4_000});
    expect((hi! - lo!) / (2 * 1.96)).toBeGreaterThan(0.115);
    expect((hi! - lo!) / (2 * 1.96)).toBeLessThan(0.138);
  });

  test("the infinitesimal jackknife, which stands in where there are very many votes, gives the bootstrap's interval", () => {
    const many = votesOf(panel({fff: 300, ffs: 60, fss: 40, sss: 180, tts: 40, ttt: 60, fts: 20, sst: 50}));
    const drawn = cohenPooled(many, {replicates: 2_000});
    const linear = cohenPooled(many, {replicates: 1e9});
    expect(linear.value).toBe(drawn.value);
    expect(linear.lo).toBeCloseTo(drawn.lo!, 2);
    expect(linear.hi).toBeCloseTo(drawn.hi!, 2);
  });
});

describe("what cannot agree says why", () => {
  test("one judge only", () => {
    const votes = pairs(["a>b", "b>a"], {judge: "only"});
    expect(voteAgreement(votes).fleiss).toMatchObject({value: null, why: "no unit has two votes"});
    expect(cohenPooled(votes)).toMatchObject({value: null, why: "fewer than two judges"});
  });

  test("all ties", () => {
    const votes = votesOf(panel({tt: 10}));
    expect(voteAgreement(votes).krippendorff.nominal).toMatchObject({value: null, why: "only one category was ever chosen"});
    expect(cohenPooled(votes).value).toBeNull();
    expect(voteAgreement(votes, {ties: false}).units).toBe(0);
  });
});

test("the bootstrap interval of α covers the truth 93 to 97 times in 100", async () => {
  // Three raters per unit: with chance 0.6 all see the unit's own category, else each draws by itself. Then α → 0.6 for equal base rates.
  const {randomOf} = await import("../../../pipelines/generate/seed.js");
  const random = randomOf("coverage of alpha");
  const RUNS = 600;
  let held = 0;
  for (let run = 0; run < RUNS; run++) {
    const unit: number[] = [];
    const category: number[] = [];
    for (let u = 0; u < 200; u++) {
      const own = random.integer(0, 2);
      const agreeing = random.chance(0.6);
      for (let r = 0; r < 3; r++) {
        unit.push(u);
        category.push(agreeing ? own : random.integer(0, 2));
      }
    }
    const patterns = patternsOf({unit, category}, 3);
    const {lo, hi} = alphaInterval(patterns, {replicates: 300, random});
    if (lo! <= 0.6 && 0.6 <= hi!) held++;
  }
  expect(held / RUNS).toBeGreaterThan(0.93);
  expect(held / RUNS).toBeLessThan(0.97);
});

withReal("MT-Bench human votes: Krippendorff's nominal α = 0.4855 over 961 units", ["mtbench_human.jsonl"], ([file]) => {
  const votes = votesIn(file!);
  expect(votes.n).toBe(3_355);
  const {krippendorff, units} = voteAgreement(votes);
  expect(krippendorff.nominal.value).toBeCloseTo(0.4855, 4);
  expect(units).toBe(961);
});

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
