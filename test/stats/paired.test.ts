import fc from "fast-check";
import {expect, test} from "vitest";
import {randomOf} from "../../pipelines/generate/seed.js";
import {
  countPair,
  differenceInterval,
  emptyPairCounts,
  type PairedOptions,
  pairedDifference,
  type Tests,
  testScores
} from "../../pipelines/stats/paired.js";
import {layTests} from "../../pipelines/studies/compare/answers.js";
import {ABSENT, singleAnswers} from "./singleAnswers.js";

/** With the error over points, unless told otherwise. */
const differ = (tests: Tests, a: ArrayLike<number>, b: ArrayLike<number>, chosen: PairedOptions = {}, only?: number) => {
  const options = {error: "points", ...chosen} as const;
  return pairedDifference(
    tests,
    countPair(tests, testScores(singleAnswers(a), options), testScores(singleAnswers(b), options), emptyPairCounts(tests)),
    options,
    only
  );
};

/** Six points in three tasks: 3, 8 | 5, 12, 2 | 6 tests. */
const SIZES = [3, 8, 5, 12, 2, 6];
const TASK = ["one", "one", "two", "two", "two", "three"];
const D = [1, 0, 0, 0, 1, 1, -1, 0, 1, 0, 0, 0, 0, -1, 0, 1, 1, 1, 0, 0, 1, 0, 0, 1, 0, -1, 0, 0, 0, 1, -1, -1, 0, 0, 1, -1];
const a: number[] = D.map(d => (d > 0 ? 1 : 0));
const b: number[] = D.map(d => (d < 0 ? 1 : 0));
function six(guess: (task: string, test: number) => number): Tests {
  let test = 0;
  return layTests(
    SIZES.flatMap((size, point) =>
      Array.from({length: size}, () => ({
        base_task: TASK[point]!,
        params: `{"point":${point}}`,
        generator_version: 1,
        guess_chance: guess(TASK[point]!, test++)
      }))
    )
  );
}
const plain = six(() => 0);
const CHANCE: Record<string, number> = {one: 0.5, two: 0, three: 0.25};
const ODD: Record<number, number> = {4: 0.25, 19: 0.1, 29: 0.2};
const guessed = six((task, test) => ODD[test] ?? CHANCE[task]!);

test("the clustered error is clubSandwich's CR2 with Satterthwaite degrees of freedom (R 4.2.2, clubSandwich 0.5.8)", () => {
  // fit <- lm(d ~ 1); coef_test(fit, vcov = "CR2", cluster = point, test = "Satterthwaite"); conf_int(…)
  const found = differ(plain, a, b);
  expect(found.n).toBe(36);
  expect(found.points).toBe(6);
  expect(found.value).toBeCloseTo(0.138888888888889, 12);
  expect(found.se_points).toBeCloseTo(0.106861109526465, 12);
  expect(found.df).toBeCloseTo(3.67436932939749, 10);
  // The unclustered error is larger here, so it counts; with the clustered one alone R's p and interval come out.
  const alone = {...found, se: found.se_points};
  expect(differenceInterval(alone)!.low).toBeCloseTo(-0.168468146055292, 9);
  expect(differenceInterval(alone)!.high).toBeCloseTo(0.44624592383307, 9);
  expect(found.se).toBe(Math.max(found.se_points!, found.se_tests!));
});

test.each([
  // One row per point: y = Σd/Σm, w = unit × Σm; fit <- lm(y ~ 1, weights = w); sandwich::vcovHC(fit, "HC2");
  // df = tr(P)²/ΣP² with P written out as a matrix (Pustejovsky & Tipton 2018, section 2.4).
  ["test", 0.172711571675302, 0.131592499075882, 3.192339168292049],
  ["task", 0.0970661431019487, 0.2539199385587226, 3.3377380961756331]
] as const)("excess accuracies are compared, weighed by %s (R: sandwich 3.0-2)", (weights, value, se, df) => {
  const found = differ(guessed, a, b, {weights});
  expect(found.value).toBeCloseTo(value, 12);
  expect(found.se_points).toBeCloseTo(se, 12);
  expect(found.df).toBeCloseTo(df, 9);
});

test.each([
  [0, 0.5217391304347825, 0.0860997863457977, 1],
  [1, 0.213903743315508, 0.0853606590064237, 1.373820684744556]
])("task %d alone (R, as above)", (only, value, se, df) => {
  const found = differ(guessed, a, b, {}, only);
  expect(found.value).toBeCloseTo(value, 12);
  expect(found.se_points).toBeCloseTo(se, 12);
  expect(found.df).toBeCloseTo(df, 9);
});

test("in a single point there is no error over points: the one over tests stands for it, and says so", () => {
  const found = differ(guessed, a, b, {}, 2);
  expect(found.value).toBeCloseTo(-2 / 4.5, 12);
  expect([found.points, found.over, found.se_points]).toEqual([1, "tests", null]);
  expect(found).toEqual(differ(guessed, a, b, {error: "tests"}, 2));
  expect(found.p).toBeGreaterThan(0);
  const {low, high} = differenceInterval(found)!;
  expect(low).toBeLessThan(found.value!);
  expect(high).toBeGreaterThan(found.value!);
});

test("the error is over tests unless points are asked for", () => {
  const sums = countPair(guessed, testScores(singleAnswers(a)), testScores(singleAnswers(b)), emptyPairCounts(guessed));
  expect(pairedDifference(guessed, sums)).toEqual(differ(guessed, a, b, {error: "tests"}));
});

test("equal clusters give CR1 with G − 1 degrees of freedom (Cameron & Miller 2015, eq. 6 and section VI.D)", () => {
  const size = 4;
  const cluster = fc.array(fc.integer({min: -1, max: 1}), {minLength: size, maxLength: size});
  fc.assert(
    fc.property(fc.array(cluster, {minLength: 2, maxLength: 9}), clusters => {
      const d = clusters.flat();
      const tests = layTests(
        clusters.flatMap((each, point) =>
          each.map(() => ({base_task: "t", params: String(point), guess_chance: 0, generator_version: 1}))
        )
      );
      const found = differ(
        tests,
        d.map(x => Number(x > 0)),
        d.map(x => Number(x < 0))
      );
      const mean = d.reduce((sum, x) => sum + x, 0) / d.length;
      const squares = clusters.reduce((sum, each) => sum + each.reduce((s, x) => s + x - mean, 0) ** 2, 0);
      const groups = clusters.length;
      expect(found.se_points).toBeCloseTo(Math.sqrt((groups / (groups - 1)) * squares) / d.length, 10);
      expect(found.df).toBeCloseTo(groups - 1, 8);
    })
  );
});

test("the unclustered error adds one discordant pair and two tests to √(b + c − (b − c)²/n)/n, so that no interval has width 0", () => {
  const found = differ(plain, a, b, {error: "tests"});
  const [wins, losses, n] = [11, 6, 36]; // discordant pairs of D
  expect(D.filter(d => d > 0)).toHaveLength(wins);
  expect(D.filter(d => d < 0)).toHaveLength(losses);
  expect(found.se).toBeCloseTo(Math.sqrt(wins + losses + 1 - (wins - losses) ** 2 / n) / (n + 2), 12);
  expect(found.df).toBe(35);
  const same = differ(plain, a, a);
  expect(same.value).toBe(0);
  expect(same.p).toBe(1);
  expect(differenceInterval(same)!.high).toBeGreaterThan(0);
});

test("only common tests count: absent ones never, truncated ones by choice", () => {
  const [x, y] = [a.slice(), b.slice()];
  x[0] = ABSENT; // +1
  y[4] = 2; // +1: A alone is right if truncated counts as wrong
  x[10] = 2;
  y[10] = 2;
  expect(differ(plain, x, y).n).toBe(33);
  expect(differ(plain, x, y).value).toBeCloseTo(3 / 33, 12);
  const wrong = differ(plain, x, y, {truncated: "wrong"});
  expect(wrong.n).toBe(35);
  expect(wrong.value).toBeCloseTo(4 / 35, 12);
});

const status = fc.integer({min: 0, max: 3});
const answers = fc.array(status, {minLength: 36, maxLength: 36});
const options = fc.record({
  truncated: fc.constantFrom("left out", "wrong"),
  weights: fc.constantFrom("test", "task"),
  error: fc.constantFrom("points", "tests")
}) as fc.Arbitrary<Required<PairedOptions>>;

test("swapping A and B changes the sign and nothing else", () => {
  fc.assert(
    fc.property(answers, answers, options, (x, y, chosen) => {
      const [forth, back] = [differ(guessed, x, y, chosen), differ(guessed, y, x, chosen)];
      expect(back).toEqual({...forth, value: forth.value === null ? null : expect.closeTo(-forth.value, 12)});
    })
  );
});

test("the order of tests within a point does not matter, nor that of points", () => {
  fc.assert(
    fc.property(answers, answers, options, (x, y, chosen) => {
      // Points reversed and tests within them too.
      const rows = SIZES.flatMap((size, point) => Array.from({length: size}, (_, i) => ({point, i})));
      const at = (point: number, i: number) => SIZES.slice(0, point).reduce((s, n) => s + n, 0) + i;
      const turned = [...rows].reverse().map(({point, i}) => at(point, i));
      const tests = layTests(
        turned.map(test => ({
          base_task: TASK[rows[test]!.point]!,
          params: String(rows[test]!.point),
          guess_chance: ODD[test] ?? CHANCE[TASK[rows[test]!.point]!]!,
          generator_version: 1
        }))
      );
      const found = differ(
        tests,
        turned.map(t => x[t]!),
        turned.map(t => y[t]!),
        chosen
      );
      const expected = differ(guessed, x, y, chosen);
      for (const key of ["n", "points", "value", "se", "df", "p"] as const) {
        if (expected[key] === null) expect(found[key]).toBeNull();
        else expect(found[key]).toBeCloseTo(expected[key], 9);
      }
    })
  );
});

test("two generator versions of a task are refused, naming both; so are tests that do not stand together", () => {
  const row = {base_task: "sort", params: "{}", guess_chance: 0, generator_version: 1};
  expect(() => layTests([row, {...row, generator_version: 3}])).toThrow(/sort of generator versions 1 and 3/);
  expect(() => layTests([row, {...row, base_task: "cars"}, row])).toThrow(/sort do not stand together/);
});

/** Share of simulated comparisons whose 95 % interval holds the true difference. Points differ by ± `spread` around a true 0.06. */
function coverage(sizes: readonly number[], spread: number, error: "points" | "tests", runs = 3_000): number {
  const random = randomOf(`coverage ${sizes.length} ${spread}`);
  const tests = layTests(
    sizes.flatMap((size, point) =>
      Array.from({length: size}, () => ({base_task: "t", params: String(point), guess_chance: 0, generator_version: 1}))
    )
  );
  let covered = 0;
  for (let run = 0; run < runs; run++) {
    const [x, y]: number[][] = [[], []];
    for (const size of sizes) {
      const level = 0.35 + 0.3 * random.real();
      const gain = 0.06 + spread * (2 * random.real() - 1);
      for (let i = 0; i < size; i++) {
        x!.push(Number(random.real() < level + gain / 2));
        y!.push(Number(random.real() < level - gain / 2));
      }
    }
    const ends = differenceInterval(differ(tests, x!, y!, {error}))!;
    if (ends.low <= 0.06 && 0.06 <= ends.high) covered++;
  }
  return covered / runs;
}
const MONTE_CARLO = 3 * Math.sqrt((0.95 * 0.05) / 3_000); // three standard errors of a share of 3,000
const uneven = (points: number) => Array.from({length: points}, (_, i) => 32 * (1 + (i % 3)));

test.each([
  [30],
  [12],
  [5]
])("over %d points that differ, the clustered 95 % interval covers 95 %, the unclustered one does not", points => {
  const share = coverage(uneven(points), 0.3, "points");
  expect(Math.abs(share - 0.95)).toBeLessThan(MONTE_CARLO);
  expect(coverage(uneven(points), 0.3, "tests")).toBeLessThan(0.85);
});

test("where points do not differ, it covers a little more, because the larger of two errors counts", () => {
  const share = coverage(uneven(30), 0, "points");
  expect(share).toBeGreaterThan(0.95 - MONTE_CARLO);
  expect(share).toBeLessThan(0.98);
  expect(Math.abs(coverage(uneven(30), 0, "tests") - 0.95)).toBeLessThan(MONTE_CARLO);
});
