// Logs that Inspect itself wrote, where they stand beside the repository: every score of the file is found in the store.
import {existsSync, readFileSync} from "node:fs";
import {mkdtemp, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {fileURLToPath} from "node:url";
import {expect, onTestFinished, test} from "vitest";
import {importResults} from "../../../pipelines/run/imports/importResults.js";
import {silent} from "../../silent.js";
import {rowsOf} from "./layouts.js";

const LOGS = fileURLToPath(new URL("../../../../shared/data/logs/inspect", import.meta.url));
const present = existsSync(LOGS);
if (!present) console.warn("skipped without ../shared/data/logs/inspect: logs that Inspect wrote");

test.skipIf(!present)(
  "logs of Inspect: accuracy by task is that of their results, images and calls are text, answers of 2024 and 2025 alike",
  async () => {
    const folder = await mkdtemp(join(tmpdir(), "reasonbook-inspect-"));
    onTestFinished(() => rm(folder, {recursive: true, force: true}));
    const told: string[] = [];
    const {manifest} = await importResults({
      paths: [LOGS],
      folder,
      report: {...silent, info: () => {}, warn: text => void told.push(text)}
    });
    expect(manifest.imported).toMatchObject({formats: ["inspect"], verdict: "theirs"});
    const shares = await rowsOf<{task: string; model: string; n: number; share: number}>(
      folder,
      "select base_task as task, model, count(*)::int as n, avg((status = 1)::int) as share from samples where trial = 0 group by all order by all"
    );
    for (const name of [
      "2025-05-12T20-28-13-04-00_popularity.json",
      "2025-05-12T20-28-26-04-00_security-guide.json",
      "2025-05-12T20-27-36-04-00_browser.json"
    ]) {
      const log = JSON.parse(readFileSync(join(LOGS, name), "utf8"));
      const own = shares.find(({task, model}) => task === log.eval.task && model === log.eval.model);
      expect(own, name).toEqual({
        task: log.eval.task,
        model: log.eval.model,
        n: log.results.total_samples,
        share: expect.closeTo(log.results.scores[0].metrics.accuracy.value, 12)
      });
    }
    const tokens = await rowsOf(folder, "select prompt_tokens, completion_tokens from samples where base_task = 'browser'");
    expect(tokens).toEqual([{prompt_tokens: 15_235, completion_tokens: 281}]);
    const texts = await rowsOf<{prompt: string; text: string}>(
      folder,
      "select responses.prompt, text from responses join items using (item_id) where base_task in ('images', 'browser') order by base_task"
    );
    expect(texts[0]!.text).toContain("[calls web_browser_go");
    expect(texts[1]!.prompt).toMatch(/What is this a picture of\?\n\[image image\/png [\d.]+ k?B\]/);
    expect(texts.some(({prompt, text}) => /base64,/u.test(prompt + text))).toBe(false);
    // A question with its choices, asked at 0: the letter of the log is found by our rules too.
    expect(await rowsOf(folder, "select answer, expected, guess_chance from samples where base_task like '%mmlu%'")).toEqual([
      {answer: "C", expected: "A", guess_chance: 0.25}
    ]);
    expect(told.some(text => /samples? with "events", which has no place in a store: left out/u.test(text))).toBe(true);
  }
);
