// Words that rest on studies: their inputs and plain parts against samples; the statistics have tests of their own beside their formulas.
import {afterAll, beforeAll, expect, test} from "vitest";
import {tQuantile} from "../../pipelines/stats/distributions.js";
import {type Evaluated, evaluated, excessInterval, wilsonRoots} from "./store.js";

let book: Evaluated;
beforeAll(async () => {
  book = await evaluated();
});
afterAll(() => book[Symbol.asyncDispose]());

interface Compared {
  a: string;
  b: string;
  base_task: string | null;
  value: number | null;
  low: number | null;
  high: number | null;
  p: number | null;
  n: number;
  points: number;
  a_accuracy: number;
  a_low: number;
  a_high: number;
  wins: number;
  losses: number;
  exact: number;
  simulated: boolean;
}

/** Counts of the tests that two evaluations both finished, from samples. */
async function common(a: string, b: string, where = "true") {
  const [row] = await book.sql(`with a as (from {samples} where ${a}), b as (from {samples} where ${b})
    select count(*) as n, sum((a.status = 1)::int) as a_right, sum((b.status = 1)::int) as b_right, sum(a.guess_chance) as guess,
      sum((a.status = 1 and b.status = 0)::int) as wins, sum((a.status = 0 and b.status = 1)::int) as losses, count(distinct (a.base_task, a.params)) as points
    from a join b using (item_id) where a.status < 2 and b.status < 2 and ${where}`);
  return row as Record<"n" | "a_right" | "b_right" | "guess" | "wins" | "losses" | "points", number>;
}

const of = (model: string, sampler: string) => `model = '${model}' and sampler = '${sampler}'`;
const A = of("sim-cedar-04", "greedy");
const B = of("sim-cedar-01", "tight");
const PAIR = ["--a", "sim-cedar-04 greedy", "--b", "sim-cedar-01 tight"];

/** McNemar's exact p by summing the binomial distribution's tail. */
function exact(wins: number, losses: number): number {
  const n = wins + losses;
  let [term, sum] = [0.5 ** n, 0];
  for (let k = 0; k <= Math.min(wins, losses); k++) {
    sum += term;
    term *= (n - k) / (k + 1);
  }
  return Math.min(1, 2 * sum);
}

test("compare: the difference, both accuracies and McNemar's test on the tests that both finished, pooled and by task", async () => {
  const rows = await book.rows<Compared>("compare", ...PAIR);
  expect(rows.map(({base_task}) => base_task)).toEqual([null, "arithmetic", "boolean"]);
  for (const row of rows) {
    const counts = await common(A, B, row.base_task === null ? "true" : `a.base_task = '${row.base_task}'`);
    const {n, a_right, b_right, guess, wins, losses, points} = counts;
    expect(row).toMatchObject({
      n,
      wins,
      losses,
      points,
      simulated: true,
      a: "sim-cedar-04 plain greedy",
      b: "sim-cedar-01 plain tight"
    });
    expect(row.value).toBeCloseTo((a_right - b_right) / (n - guess), 10);
    expect(row.a_accuracy).toBeCloseTo((a_right - guess) / (n - guess), 10);
    const [low, high] = excessInterval(a_right, n, guess);
    expect([row.a_low, row.a_high]).toEqual([expect.closeTo(low, 8), expect.closeTo(high, 8)]);
    expect(row.exact).toBeCloseTo(exact(wins, losses), 10);
    if (row.low !== null) expect(row.low <= row.value! && row.value! <= row.high!).toBe(true);
  }
  const [pooled] = rows;
  expect(pooled!.low).not.toBeNull();
  const [mirrored] = await book.rows<Compared>("compare", "--a", "sim-cedar-01 tight", "--b", "sim-cedar-04 greedy");
  expect([mirrored!.value, mirrored!.low, mirrored!.high]).toEqual([-pooled!.value!, -pooled!.high!, -pooled!.low!]);
  const [only] = await book.rows<Compared>("compare", ...PAIR, "--task", "boolean");
  expect(only).toMatchObject({n: rows[2]!.n, value: rows[2]!.value});
});

test("compare says which two it lacks, or which of several are meant", async () => {
  const wrong = async (...words: string[]) => {
    const {code, stderr} = await book.analyze("compare", ...words);
    expect(code).toBe(2);
    return stderr;
  };
  expect(await wrong()).toBe("compare needs two evaluations, 6 pass the filters; name them with --a and --b\n");
  expect(await wrong("--a", "sim-cedar-04", "--b", "sim-cedar-01 tight")).toBe(
    '--a: "sim-cedar-04" is 2 evaluations: "sim-cedar-04 plain greedy", "sim-cedar-04 plain tight"\n'
  );
  expect(await wrong("--a", "sim-ceder-04 plain tight", "--b", "sim-cedar-01 tight")).toContain(
    'did you mean "sim-cedar-04 plain tight"?'
  );
  const rows = await book.rows<Compared>("compare", "--model", "sim-heron-08");
  expect([rows[0]!.a, rows[0]!.b]).toEqual(["sim-heron-08 plain greedy", "sim-heron-08 plain tight"]);
});

test("flips: every test that ended differently, and no other", async () => {
  const rows = await book.rows<{item_id: string; status_a: string; status_b: string}>("flips", ...PAIR);
  const expected = await book.sql(`with a as (from {samples} where ${A}), b as (from {samples} where ${B})
    select item_id, a.status as a, b.status as b from a join b using (item_id) where a.status <> b.status order by item_id`);
  const names = ["incorrect", "correct", "truncated"];
  const sorted = rows.map(({item_id, status_a, status_b}) => [item_id, status_a, status_b]).sort();
  expect(sorted).toEqual(expected.map(({item_id, a, b}) => [item_id, names[Number(a)], names[Number(b)]]).sort());
  expect(rows.length).toBeGreaterThan(20);
});

test("clusters and pairs: letters say what the pairs say, and pairs what samples say", async () => {
  interface Member {
    rank: number;
    model: string;
    template: string;
    sampler: string;
    letters: string;
    n: number;
    accuracy: number;
    better: number;
    tied: number;
    worse: number;
  }
  const members = await book.rows<Member>("clusters");
  const pairs = await book.rows<Compared & {differ: boolean; adjusted: number}>("pairs");
  expect([members.length, pairs.length]).toEqual([6, 15]);
  const letters = new Map(members.map(each => [`${each.model} ${each.template} ${each.sampler}`, each.letters.split(/\s+/)]));
  for (const {a, b, differ, value, n, p, adjusted} of pairs) {
    expect(
      letters.get(a)!.some(letter => letters.get(b)!.includes(letter)),
      `${a}, ${b}`
    ).toBe(!differ);
    const [ours, theirs] = [a, b].map(name => of(name.split(" ")[0]!, name.split(" ")[2]!));
    const counts = await common(ours!, theirs!);
    expect(n).toBe(counts.n);
    expect(value).toBeCloseTo((counts.a_right - counts.b_right) / (counts.n - counts.guess), 10);
    expect(adjusted).toBeGreaterThanOrEqual(p!);
    expect(differ).toBe(adjusted <= 0.05);
  }
  // Benjamini and Hochberg's largest adjusted value is the largest p.
  expect(Math.max(...pairs.map(({adjusted}) => adjusted))).toBeCloseTo(Math.max(...pairs.map(({p}) => p!)), 12);
  for (const {better, tied, worse} of members) expect(better + tied + worse).toBe(5);
  expect(await book.rows("clusters", "--most", "3")).toHaveLength(3);
  expect((await book.analyze("clusters", "--model", "sim-cedar-01", "--sampler", "tight")).stderr).toContain(
    "nothing to compare"
  );
});

test("tokens: sums, medians, pairs within points and the onset, by brute force over samples", async () => {
  const rows = await book.rows<Record<string, number | null> & {model: string; sampler: string}>("tokens");
  expect(rows).toHaveLength(6);
  for (const row of rows) {
    const where = of(row.model, row.sampler);
    const samples = (await book.sql(
      `select base_task || params as point, status, completion_tokens as tokens, cost from {samples} where ${where}`
    )) as {
      point: string;
      status: number;
      tokens: number;
      cost: number;
    }[];
    const sum = (values: number[]) => values.reduce((a, b) => a + b, 0);
    const correct = samples.filter(({status}) => status === 1);
    expect(row.tokens_per_correct).toBeCloseTo(sum(samples.map(({tokens}) => tokens)) / correct.length, 8);
    const cost = sum(samples.map(each => each.cost));
    if (cost > 0) expect(row.cost_per_correct).toBeCloseTo(cost / correct.length, 12);
    else expect(row.cost_per_correct).toBeNull();
    const [median] = await book.sql(
      `select median(completion_tokens) as m, count(*) as n from {samples} where ${where} and status = 0`
    );
    expect([row.incorrect_median, row.incorrect_n]).toEqual([median!.m, median!.n]);
    let [won, weight] = [0, 0];
    for (const point of new Set(samples.map(each => each.point))) {
      const of = (status: number) =>
        samples.filter(each => each.point === point && each.status === status).map(({tokens}) => tokens);
      const [wrong, right] = [of(0), of(1)];
      if (wrong.length === 0 || right.length === 0) continue;
      const longer = sum(wrong.flatMap(x => right.map(y => (x > y ? 1 : x === y ? 0.5 : 0))));
      won += longer / (wrong.length + right.length + 1);
      weight += (wrong.length * right.length) / (wrong.length + right.length + 1);
    }
    expect(row.wrong_longer).toBeCloseTo(won / weight, 8);
    const candidates = [0, ...new Set(samples.map(({tokens}) => tokens))].sort((a, b) => a - b);
    const begun = candidates.find(t => {
      const beyond = samples.filter(({tokens}) => tokens > t);
      return beyond.length > 0 && beyond.filter(({status}) => status === 2).length / beyond.length >= 0.5;
    });
    expect(row.onset).toBe(begun ?? null);
  }
});

test("truncation: each evaluation is read by where its two intervals lie", async () => {
  interface Read {
    low: number;
    high: number;
    truncated_low: number;
    truncated_high: number;
    reading: string;
    base_task: string;
  }
  const expected = ({low, high, truncated_low, truncated_high}: Read, accuracy: number, truncation: number) => {
    if (low < accuracy && high >= accuracy) return "open";
    if (truncated_low <= truncation && truncated_high > truncation) return "open";
    const [able, cut] = [low >= accuracy, truncated_low > truncation];
    return able ? (cut ? "context" : "strong") : cut ? "both" : "capability";
  };
  const rows = await book.rows<Read>("truncation");
  expect(rows.map(({reading}) => reading)).toEqual(rows.map(row => expected(row, 0.5, 0.05)));
  expect(new Set(rows.map(({reading}) => reading)).size).toBeGreaterThan(2);
  const tasks = await book.rows<Read>("truncation", "--by", "task", "--accuracy", "0.8", "--truncation", "0.2");
  expect(tasks).toHaveLength(12);
  expect(tasks.map(({reading}) => reading)).toEqual(tasks.map(row => expected(row, 0.8, 0.2)));
});

test("compression: densities at matched length, differences within points and loops, from the traces table", async () => {
  type Row = Record<string, number | null> & {model: string; sampler: string};
  const rows = await book.rows<Row>("compression");
  expect(rows).toHaveLength(6);
  let compared = 0;
  for (const row of rows) {
    const where = of(row.model, row.sampler);
    const [all] = await book.sql(`select count(*) as traces, count(first_512) as matched, avg(first_512) * 8 / 512 as density,
      sum(loop::int) as loops, count(garble) as garbled from {traces} where ${where}`);
    const {traces, matched, density, loops, garbled} = all as Record<string, number>;
    expect(row).toMatchObject({traces, matched});
    if (matched! > 0) expect(row.density).toBeCloseTo(density!, 10);
    else expect(row.density).toBeNull();
    // Wilson's interval on the effective number of traces: n ÷ the design effect of points (Korn & Graubard 1998), t in the place of z.
    const [parts] =
      await book.sql(`with points as (select base_task, params, count(*) as n, sum(loop::int) as k from {traces} where ${where} group by 1, 2)
      select count(*) as points, sum(power(k - n * ${loops! / traces!}, 2)) as squares from points`);
    const {points, squares} = parts as {points: number; squares: number};
    const p = loops! / traces!;
    const variance = ((points / (points - 1)) * squares) / traces! ** 2;
    const trials =
      (variance > 0 ? Math.min(traces!, (p * (1 - p)) / variance) : points) *
      (1.959963984540054 / tQuantile(0.975, points - 1)) ** 2;
    const [low, high] = variance > 0 ? wilsonRoots(p * trials, trials) : wilsonRoots(p * points, points);
    expect([row.loops, row.loops_low, row.loops_high].map(value => value!.toFixed(9))).toEqual(
      [loops! / traces!, low, high].map(value => value.toFixed(9))
    );
    expect(row.garbled).toBeCloseTo(garbled! / traces!, 10);
    // m n ÷ (m + n) of each point's difference: what least squares with a level for each point gives.
    const [within] =
      await book.sql(`with sides as (select base_task, params, count(first_512) filter (status = 0) as m, count(first_512) filter (status = 1) as n,
        avg(first_512) filter (status = 0) - avg(first_512) filter (status = 1) as d from {traces} where ${where} group by 1, 2)
      select sum(d * m * n / (m + n)) / sum(m * n / (m + n)) * 8 / 512 as difference from sides where m > 0 and n > 0`);
    if (within!.difference === null) expect(row.incorrect).toBeNull();
    else {
      expect(row.incorrect).toBeCloseTo(Number(within!.difference), 10);
      compared++;
    }
  }
  expect(compared).toBeGreaterThan(0);
});
