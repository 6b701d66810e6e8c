// Results as the Language Model Evaluation Harness writes them: `samples_TASK_DATE.jsonl` for each task, and `results_DATE.json` with the means.
import {mkdir} from "node:fs/promises";
import {join} from "node:path";
import {sha256Hex} from "../../book/canonical.js";
import {CORRECT} from "../../score/status.js";
import {nameOf} from "../imports/naming.js";
import {accuracyOf, type ExportedPart, type ExportedResult, placeOf} from "./results.js";
import {writeText} from "./textFile.js";

const METRIC = "exact_match";

/**
 * Writes the parts of one evaluation. Responses without a score are left out, since each line there has one.
 * @param apart puts the evaluation into a folder of its own: of one model there are several @returns the files and the number left out
 */
export async function writeLmEval(
  parts: readonly ExportedPart[],
  {out, created, version, apart}: {out: string; created: string; version: string; apart: boolean}
): Promise<{files: string[]; unscored: number}> {
  const {evaluation} = parts[0]!;
  const {model, template, sampler, eval_id, max_tokens, simulated} = evaluation;
  const sanitized = nameOf(model).replaceAll(/[/:]/gu, "__");
  const folder = join(out, ...(apart ? [eval_id] : []), sanitized);
  const date = created.replaceAll(":", "-").replace(/Z$/u, "");
  await mkdir(folder, {recursive: true});
  const files: string[] = [];
  const named = (value: (part: ExportedPart) => unknown) => Object.fromEntries(parts.map(part => [part.task, value(part)]));
  for (const part of parts) {
    const file = join(folder, `samples_${part.task.replaceAll("/", "__")}_${date}.jsonl`);
    await writeText(file, lines(part));
    files.push(file);
  }
  const results = {
    results: named(({task, counts}) => {
      const {mean, stderr} = accuracyOf(counts);
      return {alias: task, [`${METRIC},none`]: mean ?? "N/A", [`${METRIC}_stderr,none`]: stderr ?? "N/A"};
    }),
    group_subtasks: named(() => []),
    configs: named(({task, counts}) => ({
      task,
      output_type: "generate_until",
      num_fewshot: 0,
      repeats: counts.trials,
      metric_list: [{metric: METRIC, aggregation: "mean", higher_is_better: true}],
      generation_kwargs: max_tokens === null ? {} : {max_gen_toks: max_tokens},
      metadata: {reasonbook: {template, sampler, simulated}}
    })),
    versions: named(() => 0),
    "n-shot": named(() => 0),
    higher_is_better: named(() => ({[METRIC]: true})),
    "n-samples": named(({counts}) => ({original: counts.items, effective: counts.items})),
    config: {model: "reasonbook", model_args: `pretrained=${model}`, reasonbook: version},
    model_source: "reasonbook",
    model_name: model,
    model_name_sanitized: sanitized
  };
  const file = join(folder, `results_${date}.json`);
  await writeText(file, only(`${JSON.stringify(results, null, 2)}\n`));
  return {files: [...files, file], unscored: parts.reduce((sum, {counts}) => sum + counts.responses - counts.scored, 0)};
}

async function* only(text: string): AsyncGenerator<string> {
  yield text;
}

async function* lines(part: ExportedPart): AsyncGenerator<string> {
  let id = -1;
  let item = "";
  for await (const result of part.results()) {
    if (result.item_id !== item) id++;
    item = result.item_id;
    if (result.status !== null) yield `${JSON.stringify(lineOf(result, id, part))}\n`;
  }
}

function lineOf(result: ExportedResult, doc_id: number, {evaluation: {simulated}}: ExportedPart) {
  const {question, choices, prompt, expected, text, answer, status, reasoning} = result;
  const {finish_reason, prompt_tokens, completion_tokens, cost, latency_ms} = result;
  const doc = {
    question,
    ...(choices.length > 0 && {choices}),
    answer: expected,
    reasonbook: {place: placeOf(result, simulated), finish_reason, prompt_tokens, completion_tokens, cost, latency_ms, reasoning}
  };
  return {
    doc_id,
    doc,
    target: expected,
    arguments: {gen_args_0: {arg_0: prompt, arg_1: {}}},
    resps: [[text]],
    filtered_resps: [answer ?? "[invalid]"],
    filter: "none",
    metrics: [METRIC],
    doc_hash: sha256Hex(JSON.stringify(doc, null, 2)),
    prompt_hash: sha256Hex(prompt),
    target_hash: sha256Hex(expected),
    [METRIC]: status === CORRECT ? 1 : 0
  };
}
