// The command `gate`: exit codes, baselines that do not fit, further answers up to a budget, and outputs for continuous integration.
import {readdir, readFile, writeFile} from "node:fs/promises";
import {join} from "node:path";
import {expect, test} from "vitest";
import {answering} from "../answering.js";
import {type Workbook, workbook} from "../workbook.js";

const FLOOR = "rules:\n  - {id: floor, metric: accuracy, at_least: 0.6}\n";
const AGAINST = "rules:\n  - {id: not worse, metric: accuracy, models: [m], against: baseline, margin: 0.1}\n";

async function gate(book: Workbook, rules: string, ...args: string[]) {
  await writeFile(join(book.root, "rules.yaml"), rules);
  return book.command("gate", "--rules", "rules.yaml", ...args);
}

test("a floor: 0 where it holds, 1 where it is broken, 3 where nobody can say, with what is needed", async () => {
  await using endpoint = await answering(60);
  const {book} = endpoint;
  endpoint.isRight = index => index % 10 < 9;
  expect((await book.command("run")).code).toBe(0);
  const passed = await gate(book, FLOOR);
  expect([passed.code, passed.stdout]).toEqual([0, expect.stringContaining("accuracy of m, plain, greedy is 90.0 % [")]);
  expect((await gate(book, FLOOR.replace("0.6", "0.99"))).code).toBe(1);
  const open = await gate(book, FLOOR.replace("0.6", "0.85"), "--format", "json");
  expect(open.code).toBe(3);
  const found = JSON.parse(open.stdout) as {verdict: string; simulated: boolean; checks: Record<string, unknown>[]};
  expect(found).toMatchObject({verdict: "undecided", simulated: false});
  expect(found.checks[0]).toMatchObject({n: 60, value: 0.9, threshold: 0.85, side: "at_least"});
  expect(found.checks[0]!.needed).toBeGreaterThan(60);
  expect(endpoint.server.requests).toHaveLength(60);
  // cost and latency of paid answers: 50 tokens at $1 and 10 at $2 a million
  const costs =
    "rules:\n  - {id: a, metric: cost, at_most: 0.0001}\n  - {id: b, metric: spend, at_most: 0.0042}\n  - {id: c, metric: latency_p50, at_most: 600000}\n";
  const cheap = await gate(book, costs);
  expect([cheap.code, cheap.stdout]).toEqual([0, expect.stringContaining("$0.00420 (no sampling error), n = 60")]);
  expect((await gate(book, costs.replace("0.0042", "0.0041"))).code).toBe(1);
});

test("a baseline: the same answers pass, worse ones fail; of other items, of another model or missing it is never a pass", async () => {
  await using endpoint = await answering(60);
  const {book} = endpoint;
  expect((await book.command("run")).code).toBe(0);
  const stored = await book.command("gate", "--baseline-out", "base.jsonl");
  expect([stored.code, stored.stderr]).toEqual([0, ""]);
  const text = await readFile(join(book.root, "base.jsonl"), "utf8");
  expect(text).not.toMatch(/Answer|987654/u);
  // all right on both sides: no discordant pair
  const same = await gate(book, AGAINST, "--baseline", "base.jsonl");
  expect([same.code, same.stdout]).toEqual([0, expect.stringContaining("0 only here, 0 only there")]);
  const none = await gate(book, AGAINST);
  expect([none.code, none.stdout]).toEqual([3, expect.stringContaining("no baseline was given; add --baseline FILE")]);

  const other = text.replace(/"outcomes":\{"[^"]+"/u, '"outcomes":{"0000-"');
  await writeFile(join(book.root, "other.jsonl"), other);
  const apart = await gate(book, AGAINST, "--baseline", "other.jsonl");
  expect([apart.code, apart.stdout]).toEqual([
    3,
    expect.stringContaining("no test in common with the baseline: 60 here, 60 there")
  ]);
  await writeFile(
    join(book.root, "gone.jsonl"),
    text.replace('"model":"m"', '"model":"gone"').replace(/"eval_id":"[^"]+"/u, '"eval_id":"0"')
  );
  const gone = await gate(book, AGAINST.replace("models: [m], ", ""), "--baseline", "gone.jsonl");
  expect(gone.code).toBe(3);
  expect(gone.stdout).toContain("the baseline has no evaluation of this model, template and sampler");
  expect(gone.stdout).toContain("the baseline has gone, plain, greedy, which the store lacks");
  const absent = await gate(book, AGAINST.replace("[m]", "[mm]"), "--baseline", "base.jsonl");
  expect([absent.code, absent.stdout]).toEqual([3, expect.stringContaining('the store has no evaluation of "mm"')]);
  await writeFile(join(book.root, "torn.jsonl"), text.slice(0, -40));
  const torn = await gate(book, AGAINST, "--baseline", "torn.jsonl");
  expect([torn.code, torn.stderr]).toEqual([2, expect.stringContaining("the baseline is damaged: torn.jsonl:1 is not JSON")]);

  endpoint.isRight = index => index % 2 > 0;
  expect((await book.command("run", "--base-url", endpoint.server.url, "--model", "m", "--out", "data/other")).code).toBe(0);
  const worse = await gate(book, AGAINST, "--baseline", "base.jsonl", "--store", "data/other");
  expect(worse.code).toBe(1);
  expect(worse.stdout).toContain("30 only there");
  expect(worse.stdout).toContain("the baseline is of another endpoint or other parameters");
});

test("one answer decides nothing, and says so", async () => {
  await using endpoint = await answering(1);
  const {book} = endpoint;
  expect((await book.command("run")).code).toBe(0);
  await book.command("gate", "--baseline-out", "base.jsonl");
  const one = await gate(book, AGAINST, "--baseline", "base.jsonl");
  expect([one.code, one.stdout]).toEqual([3, expect.stringContaining("one test has no interval")]);
  expect((await gate(book, FLOOR)).code).toBe(3);
});

test("--extend draws answers until the floor is decided, and no more than its budget", async () => {
  await using endpoint = await answering(30);
  const {book} = endpoint;
  endpoint.isRight = index => index % 10 < 7;
  expect((await book.command("run")).code).toBe(0);
  const little = await gate(book, FLOOR.replace("0.6", "0.55"), "--extend", "12");
  expect(little.code).toBe(3);
  expect(little.stdout).toContain("no more were drawn: the budget of answers is spent");
  expect(endpoint.server.requests).toHaveLength(42);
  const enough = await gate(book, FLOOR.replace("0.6", "0.55"), "--extend", "258", "--look", "3");
  expect(enough.stdout).toMatch(/^gate: pass/mu);
  expect(enough.code).toBe(0);
  expect(endpoint.server.requests.length).toBeLessThanOrEqual(300);
  expect(enough.stdout).toMatch(/over all looks at growing data \(this is look [4-9]\)/u);
});

test("a budget in dollars is one of all looks together", async () => {
  await using endpoint = await answering(30);
  const {book, server} = endpoint;
  endpoint.isRight = index => index % 10 < 7;
  expect((await book.command("run")).code).toBe(0);
  const spent = await gate(book, FLOOR.replace("0.6", "0.69"), "--extend", "5000", "--max-cost", "0.005");
  expect(spent.code).toBe(3);
  expect(spent.stdout).toMatch(/no more were drawn: the (?:run ended as "budget"|budget of \$0\.005)/u);
  const drawn = server.requests.length - 30;
  expect(drawn).toBeGreaterThan(0);
  expect(drawn * 70e-6).toBeLessThanOrEqual(0.005); // 50 tokens at $1 and 10 at $2 a million each
});

test("where no price is known, a limit of cost is neither kept nor broken", async () => {
  await using endpoint = await answering(8);
  const {book, server} = endpoint;
  const costs = "rules:\n  - {id: a, metric: cost, at_most: 1}\n  - {id: b, metric: spend, at_most: 1}\n";
  await writeFile(join(book.root, "data/models/m.yaml"), `endpoint: ${server.url}\nmodels: [{id: m, model: m-large}]\n`);
  expect((await book.command("run")).code).toBe(0);
  const open = await gate(book, costs);
  expect([open.code, open.stdout]).toEqual([3, expect.stringContaining("no price is known for m; give it one in the book")]);
  const folder = await book.command("gate", "--rules", "data");
  expect([folder.code, folder.stderr]).toEqual([2, expect.stringContaining("data is a folder")]);
});

test("outputs: JUnit and markdown beside the text; rules are checked with file, line and way out", async () => {
  await using book = await workbook();
  expect((await book.command("run", "--limit", "40")).code).toBe(0);
  const rules = "rules:\n  - {id: odd, metric: accuracy, at_least: 0.999}\n";
  const ended = await gate(book, rules, "--junit", "g.xml", "--markdown", "g.md", "--json", "g.json");
  const xml = await readFile(join(book.root, "g.xml"), "utf8");
  expect(xml).toContain('tests="3"');
  expect(xml).toContain("(simulated)");
  expect(await readFile(join(book.root, "g.md"), "utf8")).toContain("Simulated models are simulations, not language models.");
  expect(JSON.parse(await readFile(join(book.root, "g.json"), "utf8"))).toMatchObject({schema: 1, simulated: true});
  expect(ended.code).toBe(1);
  expect(await readdir(book.root)).not.toContain("history");
  for (const [text, fault] of [
    ["rules:\n  - {id: a, metric: acuracy, at_least: 1}\n", /^rules\.yaml:2:\d+ .*acuracy/u],
    [
      "rules:\n  - {id: a, metric: accuracy}\n",
      /^rules\.yaml:2:\d+ the rule "a" needs one of at_least, at_most and against, and has 0/u
    ],
    ["rules:\n  - {id: a, metric: accuracy, at_least: 60}\n", /accuracy is a share: expected 0 to 1, got 60/u],
    ["rules:\n  - {id: a, metric: cost, against: baseline}\n", /cost has no paired difference/u],
    ["rules:\n  - {id: a, metric: score, at_least: 0.5}\n", /a score belongs to one suite/u],
    [
      "rules:\n  - {id: a, metric: cost, at_most: 1}\n  - {id: a, metric: cost, at_most: 2}\n",
      /^rules\.yaml:3:\d+ a second rule "a"/u
    ],
    ["rules: []\n", /rules/u]
  ] as const) {
    const wrong = await gate(book, text);
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringMatching(fault)]);
  }
  expect((await book.command("gate")).code).toBe(2);
  expect((await gate(book, rules, "--store", "data/none")).stderr).toContain("no store in data/none");
});

test("pass^k of a run with trials: decided, compared with a baseline of all answers, and refused without k", async () => {
  await using endpoint = await answering(40);
  const {book} = endpoint;
  await writeFile(join(book.root, "data/samplers/greedy.yaml"), "max_tokens: 2048\ntemperature: 1\ntrials: 4\n");
  const asked = new Map<number, number>();
  // the first three answers to each test are right, the fourth is not: pass^2 = C(3, 2) ÷ C(4, 2) = ½
  endpoint.isRight = index => {
    asked.set(index, (asked.get(index) ?? 0) + 1);
    return asked.get(index)! < 4;
  };
  expect((await book.command("run")).code).toBe(0);
  const rules =
    "rules:\n  - {id: often, metric: pass_hat_k, k: 2, at_least: 0.3}\n  - {id: once, metric: pass_at_k, k: 2, at_least: 0.9}\n";
  const passed = await gate(book, rules, "--format", "json");
  expect(passed.code, passed.stdout).toBe(0);
  const {checks} = JSON.parse(passed.stdout) as {checks: {metric: string; k: number; value: number; n: number}[]};
  expect(checks).toMatchObject([
    {metric: "pass_hat_k", k: 2, n: 40},
    {metric: "pass_at_k", k: 2, value: 1, n: 40}
  ]);
  expect(checks[0]!.value).toBeCloseTo(0.5, 12);
  expect((await gate(book, rules.replace("0.3", "0.9"))).code).toBe(1);

  const all = await gate(book, "rules:\n  - {id: mean, metric: accuracy, at_least: 0.6}\n", "--format", "json");
  expect(JSON.parse(all.stdout).checks).toMatchObject([{n: 40, value: 0.75, verdict: "pass"}]);

  expect((await book.command("gate", "--baseline-out", "base.jsonl")).code).toBe(0);
  expect(await readFile(join(book.root, "base.jsonl"), "utf8")).toContain("3/4/0/0 3/4/0/0");
  const reliable = "rules:\n  - {id: as reliable, metric: pass_hat_k, k: 4, against: baseline, margin: 0.1}\n";
  const same = await gate(book, reliable, "--baseline", "base.jsonl");
  expect([same.code, same.stdout]).toEqual([0, expect.stringMatching(/pass\^4 of m, plain, greedy is 0\.0 points .*, n = 40/u)]);
  const base = (await readFile(join(book.root, "base.jsonl"), "utf8")).replaceAll("3/4", "4/4");
  await writeFile(join(book.root, "better.jsonl"), base);
  const worse = await gate(book, reliable, "--baseline", "better.jsonl");
  expect([worse.code, worse.stdout]).toEqual([1, expect.stringContaining("−100.0 points")]);

  const without = await gate(book, rules.replace("k: 2, ", ""));
  expect([without.code, without.stderr]).toEqual([2, expect.stringContaining("pass_hat_k is of k answers to a test; add k: 4")]);
  const misplaced = await gate(book, FLOOR.replace("at_least", "k: 2, at_least"));
  expect([misplaced.code, misplaced.stderr]).toEqual([2, expect.stringContaining("accuracy has no k")]);
  const few = await gate(book, rules.replaceAll("k: 2", "k: 8"));
  expect([few.code, few.stdout]).toEqual([3, expect.stringContaining("40 tests have fewer than 8 answers here")]);
});
