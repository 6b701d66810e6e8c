// Accuracy and its interval come from all repeats of a test: in tables of a run, in commands, and after answers have been read again.
import {join} from "node:path";
import {afterAll, beforeAll, expect, test} from "vitest";
import {rescaledInterval} from "../../pipelines/score/accuracy.js";
import {type Workbook, workbook} from "../workbook.js";
import {rowsOf} from "./imports/layouts.js";

let book: Workbook;
beforeAll(async () => {
  book = await workbook({"samplers/greedy.yaml": "max_tokens: 200\ntemperature: 1\ntrials: 3\n"});
  expect((await book.command("run", "--samples", "16")).code).toBe(0);
});
afterAll(() => book[Symbol.asyncDispose]());

const store = () => join(book.root, "data/store");
const printed = async <Row>(...words: string[]): Promise<Row[]> => {
  const {code, stdout, stderr} = await book.command(...words);
  expect(code, stderr).toBe(0);
  return JSON.parse(stdout) as Row[];
};

/** The sums over tests, by SQL over all samples. */
const SUMS = `with tests as (select model, base_task, params, item_id, any_value(guess_chance) as guess, count(*) filter (status <> 2) as answers,
    count(*) filter (status = 1) / nullif(count(*) filter (status <> 2), 0) as share from samples group by all)
  select model, base_task, params, sum(answers)::int as answers, sum(share) as shares, sum(share * share) as share_squares,
    count(share)::int as share_tests, sum(guess) filter (share is not null) as share_guess from tests group by all having count(share) > 0`;

test("points have the sums over tests of all repeats, and counters of first answers", async () => {
  const [sums] = await rowsOf<{points: number; differing: number; repeated: number}>(
    store(),
    `select count(*)::int as points, (count(*) filter (p.answers <> s.answers or p.share_tests <> s.share_tests or abs(p.shares - s.shares) > 1e-9
        or abs(p.share_squares - s.share_squares) > 1e-9 or abs(p.share_guess - s.share_guess) > 1e-9))::int as differing,
      (count(*) filter (p.shares <> p.correct))::int as repeated from points p join (${SUMS}) s using (model, base_task, params)`
  );
  expect(sums!.points).toBeGreaterThan(10);
  expect(sums!.differing).toBe(0);
  expect(sums!.repeated).toBeGreaterThan(0);
  const [counts] = await rowsOf<{wrong: number}>(
    store(),
    `select count(*)::int as wrong from points where correct + incorrect + truncated <> 16 or abs(accuracy - (shares - share_guess) / (share_tests - share_guess)) > 1e-9`
  );
  expect(counts!.wrong).toBe(0);
});

interface Estimate {
  model: string;
  accuracy: number;
  n: number;
  answers: number;
}

test("commands print the accuracy of all answers, with n tests, and intervals narrower than those of first answers", async () => {
  const sums = await rowsOf<{model: string; answers: number; shares: number; share_tests: number; share_guess: number}>(
    store(),
    `select model, sum(answers)::int as answers, sum(shares) as shares, sum(share_tests)::int as share_tests, sum(share_guess) as share_guess from (${SUMS}) group by model order by model`
  );
  const evals = await printed<Estimate & {low: number; high: number}>("analyze", "evals", "--format", "json");
  const pooled = await printed<Estimate & {ci_low: number; ci_high: number}>("points", "aggregate", "--by", "model", "--json");
  const cells = await printed<Estimate>("analyze", "points", "--format", "json");
  for (const {model, answers, shares, share_tests, share_guess} of sums) {
    const evaluation = evals.find(each => each.model === model)!;
    const other = pooled.find(each => each.model === model)!;
    for (const each of [evaluation, other]) {
      expect(each).toMatchObject({n: share_tests, answers});
      expect(each.accuracy).toBeCloseTo((shares - share_guess) / (share_tests - share_guess), 9);
    }
    expect([other.ci_low, other.ci_high].map(end => end.toFixed(9))).toEqual(
      [evaluation.low, evaluation.high].map(end => end.toFixed(9))
    );
    const single = rescaledInterval({correct: shares, total: share_tests, guessSum: share_guess});
    expect(evaluation.high - evaluation.low).toBeLessThan(single.high - single.low);
    const sum = cells.filter(each => each.model === model).reduce((all, each) => all + each.answers, 0);
    expect(sum).toBe(answers);
  }
});

test("the view results has the mean share over tests, and their answers", async () => {
  const results = await printed<{
    model: string;
    task: string;
    score: number;
    low: number;
    high: number;
    n: number;
    answers: number;
  }>("sql", "select * from results order by model, task", "--json");
  const sums = await rowsOf<{model: string; task: string; score: number; n: number; answers: number}>(
    store(),
    `select model, base_task as task, sum(shares) / sum(share_tests) as score, sum(share_tests)::int as n, sum(answers)::int as answers from (${SUMS}) group by all order by model, task`
  );
  expect(results.map(({model, task, n, answers}) => ({model, task, n, answers}))).toEqual(
    sums.map(({model, task, n, answers}) => ({model, task, n, answers}))
  );
  for (const [i, {score, low, high}] of results.entries()) {
    expect(score).toBeCloseTo(sums[i]!.score, 9);
    expect(low).toBeLessThanOrEqual(score);
    expect(high).toBeGreaterThanOrEqual(score);
  }
});
