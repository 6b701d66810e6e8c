// Cut answers of real models: the evidence is held against 200 answers that were read by eye (cutVerdicts.json has their ids), and counted.
import {join} from "node:path";
import {beforeAll, describe, expect, test} from "vitest";
import type {ForeignCompletion} from "../../pipelines/infer/completion.js";
import {RAW_SETS} from "../../pipelines/run/published/sources.js";
import {CutLengths} from "../../pipelines/score/ended.js";
import {type Score, scoreTest} from "../../pipelines/score/score.node.js";
import {shareOf} from "../../pipelines/stats/intervals.js";
import {tokenCounter} from "../../pipelines/tokenizer/counter.node.js";
import verdicts from "./cutVerdicts.json" with {type: "json"};
import {absent, RESPONSES, title} from "./realAnswers.js";

type Ids = Record<string, Record<string, string>>;
const idsOf = (ids: Ids, task: string, model: string): string[] => ids[task]?.[model]?.split(" ") ?? [];
/** Models of which all answers are read by our reader, and the published count of those that claim nothing and end in mid-sentence. */
const COUNTED = {"Qwen1.5-72B-Chat": 1_426, "Mistral-7B-Instruct-v0.2": 1_406};

describe.skipIf(absent)("answers without a finish reason", () => {
  const lengths = new CutLengths(tokenCounter("o200k"));
  /** Answers to be judged, and of the counted models those without an answer. */
  const judged: {text: string; eval_id: string; base_task: string; isCut: boolean}[] = [];
  const unread = new Map(Object.keys(COUNTED).map(model => [model, [] as string[]]));

  beforeAll(async () => {
    for (const set of RAW_SETS)
      for (const run of await set.runs(join(RESPONSES, ".."))) {
        const asked = {eval_id: run.model, base_task: set.suite};
        const cut = new Set(idsOf(verdicts.cut, set.suite, run.model));
        const doubtful = new Set(idsOf(verdicts.doubtful, set.suite, run.model));
        if (cut.size + doubtful.size === 0) continue;
        for await (const sample of run.samples()) {
          if ("bad" in sample) continue;
          const {text, question: prompt, expected, choices = []} = sample;
          const id = String(sample.id);
          lengths.add({...asked, text, tokens: null, bytes: Buffer.byteLength(text)});
          if (cut.has(id) || doubtful.has(id)) judged.push({...asked, text, isCut: cut.has(id)});
          if (set.suite !== "mmlu-pro" || !unread.has(run.model)) continue;
          const completion = {text, reasoning: null, finish_reason: "unknown"} as ForeignCompletion;
          const effects = {search: () => null, equal: () => null} as never;
          const score = scoreTest(completion, {prompt, expected, choices: [...choices]}, {simulated: false, effects}) as Score;
          if (!score.parsed) unread.get(run.model)!.push(text);
        }
      }
  });

  test(title("of 200 that were read by eye, at least 95 % are cut"), () => {
    const found = judged.filter(each => lengths.isCut({...each, tokens: null}));
    expect(judged).toHaveLength(200);
    expect(found.length).toBeGreaterThanOrEqual(195);
    const {value, low} = shareOf(found.filter(({isCut}) => isCut).length, found.length);
    expect(value).toBeGreaterThanOrEqual(0.95);
    expect(low).toBeGreaterThanOrEqual(0.95);
  });

  test.each(Object.entries(COUNTED))(
    title("of %s's answers that claim nothing and break off, nearly all %i are found"),
    (model, count) => {
      const found = unread.get(model)!.filter(text => lengths.isCut({eval_id: model, base_task: "mmlu-pro", text, tokens: null}));
      expect(found.length / count).toBeGreaterThan(0.97);
      expect(found.length / count).toBeLessThan(1.06);
    }
  );
});
