// Votes for tests: a small file of made-up ones, and real ones where they are at hand.
import {existsSync, readFileSync} from "node:fs";
import {join} from "node:path";
import {test} from "vitest";
import {readVotes} from "../../../pipelines/studies/preferences/votes/read.js";
import {recordsOf} from "../../../pipelines/studies/preferences/votes/records.js";
import {type Votes, votesOf} from "../../../pipelines/studies/preferences/votes/votes.js";

export const SMALL = "test/fixtures/votes.csv";
export const votesIn = (file: string): Votes => readVotes(recordsOf(readFileSync(file, "utf8"))).votes;

const REAL = join(import.meta.dirname, "../../../../shared/data/human");

/** A test on real judgments, which are not part of this repository; skips, saying so, where they are not beside it. */
export function withReal(name: string, files: string[], body: (paths: string[]) => void | Promise<void>): void {
  const paths = files.map(file => join(REAL, file));
  const missing = paths.find(path => !existsSync(path));
  test(missing ? `${name} (skipped: no ../shared/data/human)` : name, context => {
    if (missing) context.skip(`${missing} is not there`);
    return body(paths);
  });
}

/** Pairs written short: "a>b" a won, "a=b" a tie, "a<b" b won; a is shown first. Each its own prompt, judged by one judge, unless said. */
export const pairs = (texts: readonly string[], {judge = "j", question}: {judge?: string; question?: string} = {}): Votes =>
  votesOf(
    texts.map((text, i) => {
      const [, model_a, sign, model_b] = /^(\w+)([<=>])(\w+)$/.exec(text)!;
      const winner = sign === ">" ? "a" : sign === "<" ? "b" : "tie";
      return {judge, model_a: model_a!, model_b: model_b!, question: question ?? `q${i}`, turn: 1, winner} as const;
    })
  );
