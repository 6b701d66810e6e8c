import fc from "fast-check";
import {expect, test} from "vitest";
import {type Random, randomOf} from "../../../pipelines/generate/seed.js";
import {normalQuantile} from "../../../pipelines/stats/distributions.js";
import {
  type Attempt,
  difficulties,
  entropyOf,
  loadOf,
  rateOf,
  type TraceCell
} from "../../../pipelines/studies/traces/entropy.js";

const part = "first_512";
const cell = (
  params: string,
  status: number,
  sizes: readonly number[],
  {traces = sizes.length, base_task = "a"} = {}
): TraceCell => ({
  base_task,
  params,
  status,
  traces,
  loops: 0,
  garbled: 0,
  matched: sizes.length,
  bytes: sizes.reduce((sum, size) => sum + size, 0),
  squares: sizes.reduce((sum, size) => sum + size * size, 0)
});
const none = () => null;

test("bits per byte are 8 × compressed ÷ length; differences are within points, weighted as least squares does", () => {
  const cells = [
    cell("easy", 1, [128, 128, 128, 128]),
    cell("easy", 0, [192, 192, 192, 192]),
    cell("hard", 1, [256, 256]),
    cell("hard", 0, [256, 256])
  ];
  const {density, incorrect, truncated, matched} = entropyOf(cells, {part, difficulty: none});
  expect(matched).toBe(12);
  expect(density!.value).toBeCloseTo((8 * (4 * 128 + 4 * 192 + 4 * 256)) / 12 / 512, 12);
  // Points weigh 4·4/8 = 2 and 2·2/4 = 1; they differ by 1 bit and by 0.
  expect(incorrect!.value).toBeCloseTo(2 / 3, 12);
  expect(truncated).toBeNull();
});

test("a group of which less than half is long enough takes no part, so that loops at easy points do not pose as easiness", () => {
  // At the easy point only two traces of 32 are long: both run in circles and hardly need space.
  const cells = [cell("easy", 2, [40, 44], {traces: 32}), cell("middle", 1, [250, 254, 252]), cell("hard", 1, [251, 253, 252])];
  const difficulty = ({params}: TraceCell) => ({easy: 0.1, middle: 0.5, hard: 0.9})[params]!;
  expect(loadOf(cells, {part, difficulty}).map(({params}) => params)).toEqual(["middle", "hard"]);
  expect(Math.abs(entropyOf(cells, {part, difficulty}).slope!.value)).toBeLessThan(0.02);
  expect(entropyOf([...cells, cell("easy", 1, [240], {traces: 30})], {part, difficulty}).truncated).toBeNull();
});

test("a planted loss under load is found within tasks, though harder tasks have denser traces", () => {
  const random = randomOf("entropy under load");
  let covered = 0;
  const trials = 400;
  for (let trial = 0; trial < trials; trial++) {
    const hard = new Map<string, number>();
    const cells = Array.from({length: 30}, (_, i) => {
      const base_task = `task ${i % 6}`;
      const difficulty = 0.15 * (i % 6) + 0.2 * random.real();
      hard.set(String(i), difficulty);
      // Tasks gain 60 bytes each; within a task 50 bytes are lost from difficulty 0 to 1.
      const level = 100 + 60 * (i % 6) - 50 * difficulty + 4 * normal(random);
      return cell(
        String(i),
        1,
        Array.from({length: 20}, () => level + 10 * normal(random)),
        {base_task}
      );
    });
    const {slope} = entropyOf(cells, {part, difficulty: ({params}) => hard.get(params)!});
    const truth = (-50 * 8) / 512;
    if (slope!.low! <= truth && truth <= slope!.high!) covered++;
  }
  expect(covered / trials).toBeGreaterThan(0.92);
  expect(covered / trials).toBeLessThan(0.99);
});

test("a point's interval is Student's over its traces (scipy.stats.t.interval of [120, 130, 128, 141, 119])", () => {
  const [point] = loadOf([cell("x", 1, [120, 130, 128]), cell("x", 0, [141, 119])], {part, difficulty: () => 0.5});
  const bits = 8 / 512;
  expect(point).toMatchObject({n: 5, difficulty: 0.5});
  expect(point!.density).toBeCloseTo(bits * 127.6, 9);
  expect(point!.low).toBeCloseTo(bits * 116.54291412189794, 4);
  expect(point!.high).toBeCloseTo(bits * 138.65708587810204, 4);
});

test("rates have Wilson's interval (Newcombe 1998: 81 of 263 is 0.2553 to 0.3662); nothing seen allows everything", () => {
  expect(rateOf(81, 263)).toMatchObject({low: expect.closeTo(0.2553, 3), high: expect.closeTo(0.3662, 3)});
  expect(rateOf(0, 0)).toMatchObject({low: 0, high: 1, n: 0});
});

const attempt = (eval_id: string, params: string, correct: number, incorrect: number, guess_sum = 0): Attempt => ({
  eval_id,
  base_task: "a",
  params,
  correct,
  incorrect,
  guess_sum
});

test("difficulty is what all others fail, guesses taken out, an evaluation's own answers left out", () => {
  const of = difficulties([
    attempt("me", "x", 0, 100),
    attempt("b", "x", 30, 10),
    attempt("c", "x", 20, 20),
    attempt("me", "y", 1, 1)
  ]);
  expect(of(attempt("me", "x", 0, 0))).toBeCloseTo(1 - 50 / 80, 12);
  expect(of(attempt("b", "x", 0, 0))).toBeCloseTo(1 - 20 / 140, 12);
  expect(of(attempt("me", "y", 0, 0))).toBeNull();
  expect(of(attempt("me", "z", 0, 0))).toBeNull();
  const guessed = difficulties([attempt("b", "x", 60, 40, 50)]);
  expect(guessed(attempt("me", "x", 0, 0))).toBeCloseTo(0.8, 12);
});

test("difficulty lies between 0 and 1, and does not change with one's own answers", () => {
  const counts = fc.tuple(fc.nat(50), fc.nat(50));
  fc.assert(
    fc.property(counts, counts, counts, ([a, b], [c, d], [e, f]) => {
      const others = [attempt("b", "x", c, d, (c + d) / 4), attempt("c", "x", e, f, (e + f) / 4)];
      const me = attempt("me", "x", a, b, (a + b) / 4);
      const with_ = difficulties([me, ...others])(me);
      const without = difficulties(others)(me);
      if (with_ === null) expect(without).toBeNull();
      else {
        expect(with_).toBeGreaterThanOrEqual(0);
        expect(with_).toBeLessThanOrEqual(1);
        expect(with_).toBeCloseTo(without!, 9);
      }
    })
  );
});

const normal = (random: Random) => normalQuantile(Math.max(1e-12, random.real()));

test("rates of loops are over points: 3,000 traces of 30 points, of which some loop throughout, show no more than 30", () => {
  const random = randomOf("loops over points");
  let [held, trials] = [0, 500];
  for (let trial = 0; trial < trials; trial++) {
    const cells = Array.from({length: 30}, (_, i) => ({
      ...cell(
        String(i),
        1,
        Array.from({length: 100}, () => 100)
      ),
      loops: random.chance(0.2) ? 90 : 5
    }));
    const {loops} = entropyOf(cells, {part, difficulty: () => null});
    const truth = 0.2 * 0.9 + 0.8 * 0.05;
    if (loops.low <= truth && truth <= loops.high) held++;
  }
  expect(held / trials).toBeGreaterThan(0.92);
  expect(rateOf(660, 3_000).high - rateOf(660, 3_000).low).toBeLessThan(0.035); // as if independent: far too narrow
});

test("a difference that no byte can have, 8 bits at most, has no interval; a possible one keeps it", () => {
  const slopes = (step: number) => {
    const cells = [cell("p0", 1, [300, 300]), cell("p1", 1, [200, 200]), cell("p2", 1, [310, 310])];
    return entropyOf(cells, {part, difficulty: ({params}) => step * Number(params.slice(1))}).slope!;
  };
  // three points hardly a hundredth of difficulty apart: the same scatter extrapolated to a difficulty of 1 is a hundred times as wide
  const [near, far] = [slopes(0.005), slopes(0.5)];
  expect([near.low, near.high]).toEqual([null, null]);
  expect(near.value).toBeCloseTo(100 * far.value, 9);
  const six = Array.from({length: 6}, (_, i) => cell(`p${i}`, 1, [200 + 10 * i, 201 + 10 * i]));
  const sure = entropyOf(six, {part, difficulty: ({params}) => Number(params.slice(1)) / 5}).slope!;
  expect(sure.low).not.toBeNull();
});
