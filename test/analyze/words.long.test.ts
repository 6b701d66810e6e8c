// Each word's JSON against DuckDB over the samples, without the macros and pooled counters that the words rest on.
import {afterAll, beforeAll, expect, test} from "vitest";
import {type Evaluated, evaluated, excessInterval, wilsonRoots} from "./store.js";

let book: Evaluated;
beforeAll(async () => {
  book = await evaluated();
});
afterAll(() => book[Symbol.asyncDispose]());

interface Pooled {
  accuracy: number | null;
  low: number;
  high: number;
  n: number;
  correct: number;
  truncated: number;
  truncated_low: number;
  truncated_high: number;
  samples: number;
  unparsed: number;
  tokens: number;
  tokens_low: number | null;
  tokens_high: number | null;
  cost: number;
  simulated: boolean;
}

/** The same from samples alone. */
async function fromSamples(where: string): Promise<Omit<Pooled, "simulated">> {
  const [row] =
    await book.sql(`select count(*) filter (status = 1) as correct, count(*) filter (status <> 2) as n, count(*) filter (status = 2) as cut, count(*) as samples,
    coalesce(sum(guess_chance) filter (status <> 2), 0) as guess, count(*) filter (status <> 2 and not parsed) as unparsed, avg(completion_tokens) as tokens, sum(cost) as cost
    from {samples} where ${where}`);
  const {correct, n, cut, samples, guess, unparsed, tokens, cost} = row as Record<string, number>;
  const [spread] = await book.sql(`select sqrt(sum(k * v)) / sum(k) as se from (
    select count(*) as k, var_samp(completion_tokens) as v from {samples} where ${where} group by eval_id, base_task, params)`);
  const [low, high] = excessInterval(correct!, n!, guess!);
  const [truncated_low, truncated_high] = wilsonRoots(cut!, samples!);
  const half = 1.959963984540054 * Number(spread!.se);
  return {
    accuracy: (correct! - guess!) / (n! - guess!),
    low,
    high,
    n: n!,
    correct: correct!,
    truncated: cut! / samples!,
    truncated_low,
    truncated_high,
    samples: samples!,
    unparsed: unparsed!,
    tokens: tokens!,
    tokens_low: tokens! - half,
    tokens_high: tokens! + half,
    cost: cost!
  };
}

function expectClose(actual: object, expected: Record<string, unknown> | object): void {
  for (const [name, value] of Object.entries(expected)) {
    const found = (actual as Record<string, unknown>)[name];
    if (typeof value === "number") expect(found, name).toBeCloseTo(value, 8);
    else expect(found, name).toEqual(value);
  }
}

test("evals: every number is what the samples say, best first, and marked as simulated", async () => {
  const rows = await book.rows<
    Pooled &
      Record<"eval_id" | "model" | "sampler", string> &
      Record<"formula" | "score" | "rank" | "rank_low" | "rank_high", number | null> & {groups: string[]}
  >("evals");
  expect(rows).toHaveLength(6);
  for (const row of rows) {
    expectClose(row, await fromSamples(`model = '${row.model}' and sampler = '${row.sampler}'`));
    expect(row).toMatchObject({points: 8, simulated: true});
    expect(row.groups).toContain("reference");
  }
  expect(rows.some(row => row.truncated > 0.2)).toBe(true);
  const stored = await book.sql("select * from {scores} where layer = 'mean'");
  const matches = (found: typeof rows, by: "formula" | "score", ends: "formula" | "formula_points") => {
    for (const [i, row] of found.entries()) {
      const {score, low, high, formula, ...own} = stored.find(({eval_id}) => eval_id === row.eval_id)!;
      const over = ends === "formula" ? "" : "_points";
      const formulas = {formula, formula_low: own[`formula_low${over}`], formula_high: own[`formula_high${over}`]};
      expect(row).toMatchObject({score, score_low: low, score_high: high, ...formulas, rank: i + 1});
      expect(row.rank_low! <= row.rank! && row.rank! <= row.rank_high!).toBe(true);
    }
    const values = found.map(row => row[by]!);
    expect(values).toEqual([...values].sort((a, b) => b - a));
  };
  matches(rows, "formula", "formula");
  matches(await book.rows("evals", "--by", "published", "--error", "points"), "score", "formula_points");
});

test("evals: intervals over points are the ratio estimator's of survey statistics, never narrower than over tests", async () => {
  const rows = await book.rows<Pooled & {model: string; sampler: string}>("evals");
  const clustered = await book.rows<Pooled & {model: string; sampler: string}>("evals", "--error", "points");
  for (const row of rows) {
    const twin = clustered.find(each => each.model === row.model && each.sampler === row.sampler)!;
    expect(twin).toMatchObject({accuracy: row.accuracy, n: row.n, tokens: row.tokens});
    expect(twin.high - twin.low).toBeGreaterThanOrEqual(row.high - row.low - 1e-12);
  }
});

test("evals: a tier has its own score; part of the tasks or points has none, and ranks by accuracy", async () => {
  type Scored = Pooled & {eval_id: string; score: number | null; rank: number | null};
  const hard = await book.rows<Scored>("evals", "--tier", "hard");
  const stored = await book.sql("select eval_id, score from {scores} where layer = 'tier' and tier = 'hard'");
  for (const {eval_id, score} of hard) expect(score).toBe(stored.find(each => each.eval_id === eval_id)!.score);
  for (const part of [
    ["--task", "boolean"],
    ["--param", "length=4..6"],
    ["--search", "arithmetik"]
  ]) {
    const rows = await book.rows<Scored>("evals", ...part);
    expect(rows.map(({score, rank}) => [score, rank])).toEqual(rows.map(() => [null, null]));
    const accuracies = rows.map(row => row.accuracy ?? -2);
    expect(accuracies).toEqual([...accuracies].sort((a, b) => b - a));
  }
});

test("filters choose points: tier, params, groups with and without commas, and what no point passes is refused", async () => {
  const [row] = await book.rows<Pooled>("evals", "--model", "sim-cedar-04", "--sampler", "greedy", "--tier", "hard");
  const hard = "json_extract(params, '$.length')::int = 12";
  expectClose(row!, await fromSamples(`model = 'sim-cedar-04' and sampler = 'greedy' and ${hard}`));
  const [ranged] = await book.rows<Pooled>(
    "evals",
    "--model",
    "sim-cedar-04",
    "--sampler",
    "greedy",
    "--param",
    "length=5..12",
    "--param",
    "max_depth=1,2"
  );
  const wanted = "json_extract(params, '$.length')::int >= 5 and json_extract(params, '$.max_depth')::int in (1, 2)";
  expectClose(ranged!, await fromSamples(`model = 'sim-cedar-04' and sampler = 'greedy' and ${wanted}`));
  const models = async (...words: string[]) =>
    new Set((await book.rows<{model: string}>("evals", ...words)).map(({model}) => model));
  expect(await models("--group", "family:cedar,reference")).toEqual(new Set(["sim-cedar-01", "sim-cedar-04"]));
  expect(await models("--group", "family:cedar", "--group", "family:heron")).toHaveProperty("size", 3);
  const none = await book.analyze("evals", "--group", "family:cedar,family:heron");
  expect(none).toMatchObject({code: 2, stderr: "no point passes these filters together\n"});
});

test("tasks: pooled over evaluations, or one by one, with the values that params take", async () => {
  const rows = await book.rows<Pooled & {base_task: string; model: null; params: object; points: number; evaluations: number}>(
    "tasks"
  );
  expect(rows.map(({base_task}) => base_task)).toEqual(["arithmetic", "boolean"]);
  for (const row of rows) expectClose(row, await fromSamples(`base_task = '${row.base_task}'`));
  expect(rows[0]).toMatchObject({
    model: null,
    points: 6,
    evaluations: 6,
    tiers: ["easy", "hard"],
    surfaces: ["arithmetic_length_depth"]
  });
  expect(rows[0]!.params).toMatchObject({length: [4, 12], max_depth: [0, 1, 2]});
  const each = await book.rows<Pooled & {base_task: string; model: string; sampler: string}>(
    "tasks",
    "--by",
    "evaluation",
    "--task",
    "boolean"
  );
  expect(each).toHaveLength(6);
  for (const row of each)
    expectClose(row, await fromSamples(`base_task = 'boolean' and model = '${row.model}' and sampler = '${row.sampler}'`));
});

test("spiderweb: each task of each evaluation is what its samples say; a picture shows one evaluation", async () => {
  const rows = await book.rows<Pooled & {task: string; model: string; sampler: string}>("spiderweb", "--model", "sim-cedar-01");
  expect(rows.map(({task}) => task)).toEqual(["arithmetic", "boolean", "arithmetic", "boolean"]);
  for (const {task, model, sampler, ...row} of rows)
    if (row.n > 0) expectClose(row, await fromSamples(`base_task = '${task}' and model = '${model}' and sampler = '${sampler}'`));
  expect((await book.analyze("spiderweb", "--format", "svg")).stderr).toBe(
    "a picture shows one evaluation, 6 pass the filters; add --model\n"
  );
});

test("points: one row per identity, params as an object", async () => {
  const rows = await book.rows<Pooled & {base_task: string; params: Record<string, unknown>}>(
    "points",
    "--model",
    "sim-heron-08",
    "--sampler",
    "tight"
  );
  expect(rows).toHaveLength(8);
  for (const {base_task, params, ...row} of rows) {
    const {n, ...rest} = row;
    const where = `model = 'sim-heron-08' and sampler = 'tight' and base_task = '${base_task}' and json_extract(params, '$.length')::int = ${params.length} and json_extract(params, '$.max_depth')::int = ${params.max_depth}`;
    if (n > 0) expectClose({n, ...rest}, await fromSamples(where));
    else expect(rest).toMatchObject({accuracy: null, low: 0, high: 1, truncated: 1, truncated_high: 1});
  }
  expect(await book.rows("points", "--limit", "3")).toHaveLength(3);
});

test("surface: each cell is what its samples say; the grid of markdown shows the same", async () => {
  const rows = await book.rows<
    Pooled & {x: number; y: number; x_name: string; y_name: string; model: string; sampler: string; points: number}
  >("surface");
  expect(rows).toHaveLength(6 * 6);
  const {unparsed: _, ...first} = rows[0]!;
  expect(first).toMatchObject({
    x_name: "length",
    y_name: "max_depth",
    points: 1,
    simulated: true,
    surface: "arithmetic_length_depth"
  });
  for (const {x, y, model, sampler, ...cell} of rows.filter(row => row.sampler === "greedy")) {
    const where = `model = '${model}' and sampler = '${sampler}' and base_task = 'arithmetic' and json_extract(params, '$.length')::int = ${x} and json_extract(params, '$.max_depth')::int = ${y}`;
    const {accuracy, low, high, n, truncated, truncated_low, truncated_high, samples, tokens} = await fromSamples(where);
    expectClose(cell, {accuracy, low, high, n, truncated, truncated_low, truncated_high, samples, tokens});
  }
  const {stdout} = await book.analyze("surface", "--model", "sim-cedar-04", "--sampler", "greedy", "--format", "markdown");
  const cell = rows.find(row => row.model === "sim-cedar-04" && row.sampler === "greedy" && row.x === 12 && row.y === 1)!;
  const percent = (share: number) => (100 * share).toFixed(1);
  const line = stdout.split("\n").find(each => each.startsWith("| 1 |"))!;
  expect(stdout).toContain("| max_depth ↓ length → | 4 | 12 |");
  expect(line.split(" | ")[2]).toBe(`${percent(cell.accuracy!)} % [${percent(cell.low)}, ${percent(cell.high)}] n = ${cell.n} |`);
});

test("surface and projection of one's own axes pool what lies beside them", async () => {
  const own = ["--task", "arithmetic", "--model", "sim-heron-08", "--sampler", "greedy"];
  const along = await book.rows<Pooled & {x: number; points: number}>("projection", ...own, "--x", "max_depth");
  expect(along.map(({x, points}) => [x, points])).toEqual([
    [0, 2],
    [1, 2],
    [2, 2]
  ]);
  const all = "model = 'sim-heron-08' and sampler = 'greedy' and base_task = 'arithmetic'";
  for (const {x, ...row} of along) {
    const {accuracy, low, high, n} = await fromSamples(`${all} and json_extract(params, '$.max_depth')::int = ${x}`);
    expectClose(row, {accuracy, low, high, n});
  }
  const named = await book.rows<Pooled & {x: number; projection: string}>("projection", ...own);
  expect(named.map(({x, projection}) => [x, projection])).toEqual([
    [4, "arithmetic_length"],
    [12, "arithmetic_length"]
  ]);
  const wrong = async (...words: string[]) => (await book.analyze(...words)).stderr;
  expect(await wrong("surface", "--x", "length", "--y", "max_depth")).toBe(
    "axes are params of one task, 2 tasks pass the filters; add --task\n"
  );
  expect(await wrong("surface", "--task", "boolean")).toBe("no surface among these points; choose axes with --x and --y\n");
  expect(await wrong("surface", "--task", "boolean", "--x", "lenght", "--y", "max_depth")).toBe(
    'task boolean has no param "lenght"; did you mean "length"?\n'
  );
  expect(await wrong("surface", "--format", "svg")).toBe("a picture shows one evaluation, 6 pass the filters; add --model\n");
});

test("scores: the table's numbers, with ranks that count who is better and lie inside their intervals", async () => {
  interface Scored {
    eval_id: string;
    layer: string;
    tier: string;
    base_task: string;
    params: string;
    formula: number;
    score: number;
    rank: number | null;
    rank_low: number;
    rank_high: number;
  }
  const stored = await book.sql("select * from {scores}");
  const rows = await book.rows<Scored>("scores");
  const points = await book.rows<Scored>("scores", "--layer", "point");
  expect(rows.length + points.length).toBe(stored.length);
  for (const {eval_id, layer, tier, base_task, params, rank, rank_low, rank_high, ...row} of [...rows, ...points]) {
    const same = (each: Record<string, unknown>) =>
      each.layer === layer && each.tier === tier && each.base_task === base_task && each.params === params;
    const twin = stored.find(each => each.eval_id === eval_id && same(each))!;
    const {score, low, high, formula, formula_low, formula_high, conservative, n} = twin;
    expect(row).toMatchObject({score, low, high, formula, formula_low, formula_high, conservative, n});
    const peers = [...rows, ...points].filter(each => same(each as never));
    expect(rank).toBe(1 + peers.filter(each => each.formula > row.formula).length);
    expect([rank_low <= rank!, rank! <= rank_high, rank_low >= 1, rank_high <= peers.length]).toEqual([true, true, true, true]);
  }
  const layersOf = async (...words: string[]) =>
    new Set((await book.rows<Scored>("scores", ...words)).map(({layer, tier, base_task}) => `${layer} ${tier} ${base_task}`));
  expect(await layersOf("--task", "boolean")).toEqual(new Set(["task easy boolean", "task hard boolean"]));
  expect(await layersOf("--tier", "hard", "--layer", "tier")).toEqual(new Set(["tier hard "]));
  expect(await layersOf("--layer", "token")).toEqual(new Set(["token  "]));
});

test("modelinfo: settings, results, scores and the truth behind a simulated model; never a key", async () => {
  interface Fact {
    section: string;
    name: string;
    value: unknown;
    low: number | null;
    high: number | null;
    n: number | null;
    simulated: boolean;
  }
  const facts = await book.rows<Fact>("modelinfo", "--model", "sim-heron-08", "--sampler", "greedy");
  const fact = (section: string, name: string) => facts.find(each => each.section === section && each.name === name)!;
  const {accuracy, low, high, n} = await fromSamples("model = 'sim-heron-08' and sampler = 'greedy'");
  expectClose(fact("result", "excess accuracy"), {value: accuracy, low, high, n});
  expectClose(fact("task", "boolean"), {
    value: (await fromSamples("model = 'sim-heron-08' and sampler = 'greedy' and base_task = 'boolean'")).accuracy
  });
  const [truth] = await book.sql("select distinct ability from {reference_models} where model = 'sim-heron-08'");
  expect(fact("truth", "ability θ").value).toBe(truth!.ability);
  expect(fact("config", "price").value).toEqual({input: 1, output: 2});
  const [score] = await book.sql(
    "select score, low, high, formula, formula_low, formula_high from {scores} where model = 'sim-heron-08' and sampler = 'greedy' and layer = 'tier' and tier = 'hard'"
  );
  expectClose(fact("score", "formula score hard"), {value: score!.formula, low: score!.formula_low, high: score!.formula_high});
  expectClose(fact("score", "ReasonScore hard"), {value: score!.score, low: score!.low, high: score!.high});
  const [{latency}] = (await book.sql(
    "select median(latency_ms) as latency from {timings} where model = 'sim-heron-08' and sampler = 'greedy'"
  )) as [{latency: number}];
  const median = fact("time", "median latency");
  expect(median.value).toBe(latency);
  expect(median.low!).toBeLessThanOrEqual(latency);
  expect(median.high!).toBeGreaterThanOrEqual(latency);
  expect(facts.every(each => each.simulated)).toBe(true);
  const several = await book.analyze("modelinfo", "--group", "reference");
  expect(several).toMatchObject({code: 2, stderr: "modelinfo is about one model, 3 pass the filters; add --model\n"});
});
