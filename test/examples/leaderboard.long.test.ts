// The example of docs/examples/leaderboard.ts gives the numbers of the product's own tables.
import {mkdtemp, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {expect, test} from "vitest";
import {leaderboard} from "../../docs/examples/leaderboard.js";
import {readBook} from "../../pipelines/book/read.node.js";
import {run} from "../../pipelines/run/run.js";
import {excessAccuracy, rescaledInterval} from "../../pipelines/score/accuracy.js";
import {fixedSamples} from "../../pipelines/score/precision.js";
import {query} from "../../pipelines/store/sql.node.js";
import {study} from "../../pipelines/studies/make.node.js";
import {silent} from "../silent.js";

const BOOK = "data/book.yaml";

test("a leaderboard of 150 lines equals the tables of a run", async () => {
  const folder = await mkdtemp(join(tmpdir(), "reasonbook-example-"));
  try {
    const book = await readBook(BOOK);
    const part = {
      ...book,
      precision: fixedSamples(4),
      suites: book.suites.filter(({suite}) => suite.id === "starter"),
      models: book.models.slice(0, 4),
      cache: join(folder, "cache")
    };
    await run(part, {folder, partial: true, report: silent});
    await study("irt_ability", folder, {report: silent});
    const rows = async (sql: string) => (await query(sql, {folder})).rows;
    const scores = new Map(
      (await rows("select model, score, low, high from scores where layer = 'mean'")).map(([model, ...row]) => [model, row])
    );
    const abilities = new Map(
      (await rows("select model, theta, low, high from irt_ability where truncated = 'missing'")).map(([model, ...row]) => [
        model,
        row
      ])
    );
    const counts = new Map(
      (
        await rows("select model, sum(correct)::int, sum(correct + incorrect)::int, sum(guess_sum) from points group by model")
      ).map(([model, ...row]) => [model, row as number[]])
    );
    const entries = await leaderboard({book: BOOK, models: 4, samples: 4});
    expect(entries).toHaveLength(4);
    for (const {model, n, accuracy, reasonScore, ability} of entries) {
      const [correct, total, guessSum] = counts.get(model)! as [number, number, number];
      const pooled = {correct, total, guessSum};
      const interval = rescaledInterval(pooled);
      expect([n, accuracy.value, accuracy.low, accuracy.high]).toEqual([
        total,
        expect.closeTo(excessAccuracy(pooled)!, 10),
        expect.closeTo(interval.low, 10),
        expect.closeTo(interval.high, 10)
      ]);
      // Ends of abilities' intervals differ by up to 7e-10, within the tolerance at which searches end.
      const close = (row: unknown[], digits = 9) => row.map(value => expect.closeTo(value as number, digits));
      expect([reasonScore.value, reasonScore.low, reasonScore.high]).toEqual(close(scores.get(model)!));
      expect([ability.value, ability.low, ability.high]).toEqual(close(abilities.get(model)!, 8));
    }
  } finally {
    await rm(folder, {recursive: true, force: true});
  }
});
