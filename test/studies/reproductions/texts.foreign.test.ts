// Counts that are carried in data/claims/reproductions.json, against the raw answers of BIG-Bench Hard: exact matches with the published target.
import {existsSync, readFileSync} from "node:fs";
import {fileURLToPath} from "node:url";
import {expect, test} from "vitest";

const folder = fileURLToPath(new URL("../../../../shared/data/responses/bbh-cot", import.meta.url));
const absent = !existsSync(folder);

interface Answer {
  response: string;
  target: string;
}

/** The text after "the answer is", without the full stop that ends it, as the benchmark's authors read it. */
const readAnswer = (response: string): string => (response.split("the answer is ")[1] ?? "").trim().replace(/\.$/u, "");

test.skipIf(absent)(
  `carried counts are those of the texts${absent ? " (skipped without ../shared/data/responses/bbh-cot)" : ""}`,
  () => {
    const {sets} = JSON.parse(readFileSync("data/claims/reproductions.json", "utf8")) as {
      sets: {id: string; facts?: Record<string, {right: number; n: number}>}[];
    };
    const carried = sets.flatMap(({id, facts = {}}) => Object.entries(facts).map(([task, fact]) => ({id, task, fact})));
    expect(carried.map(({id}) => id)).toEqual(carried.map(() => "bbh"));
    expect(carried.length).toBeGreaterThan(0);
    for (const {task, fact} of carried) {
      const lines = readFileSync(`${folder}/${task}.jsonl`, "utf8").split("\n").filter(Boolean);
      const answers = lines.map(line => JSON.parse(line) as Answer);
      expect(
        {right: answers.filter(({response, target}) => readAnswer(response) === target).length, n: answers.length},
        task
      ).toEqual(fact);
    }
  }
);
