// Results as a JSON log of Inspect, one for each evaluation and task. https://inspect.aisi.org.uk/eval-logs.html
import {join} from "node:path";
import {sha256Hex} from "../../book/canonical.js";
import {CORRECT, TRUNCATED} from "../../score/status.js";
import {nameOf} from "../imports/naming.js";
import {accuracyOf, type ExportedPart, type ExportedResult, placeOf} from "./results.js";
import {writeText} from "./textFile.js";

/** Name of the scorer in the log. */
const SCORER = "reasonbook";

/** Writes one log. @param created when the results were made, ISO 8601 @returns the file */
export async function writeInspect(
  part: ExportedPart,
  {out, created, version}: {out: string; created: string; version: string}
): Promise<string> {
  const {evaluation, task} = part;
  const fileName = [created.replaceAll(":", "-").replace(/\.\d+Z$/u, "Z"), task, evaluation.model, evaluation.eval_id]
    .map(flat)
    .join("_");
  const file = join(out, `${fileName}.json`);
  await writeText(file, log(part, {created, version}));
  return file;
}

/** A name without the signs that separate folders and parts of names. */
const flat = (name: string): string => nameOf(name).replaceAll(/[/_]/gu, "-");

const idOf = (...parts: string[]): string => sha256Hex(parts.join("\n")).slice(0, 22);

async function* log(part: ExportedPart, {created, version}: {created: string; version: string}): AsyncGenerator<string> {
  const {evaluation, task, counts} = part;
  const {eval_id, model, template, sampler, max_tokens, simulated} = evaluation;
  const {mean, stderr} = accuracyOf(counts);
  const metric = (name: string, value: number | null) => ({[name]: {name, value: value ?? 0, params: {}}});
  const usage = usageOf(counts);
  const head = {
    version: 2,
    status: "success",
    eval: {
      eval_id: idOf(eval_id, task),
      run_id: idOf("run", eval_id),
      created,
      task,
      task_id: idOf("task", task),
      task_version: 0,
      task_attribs: {},
      task_args: {},
      dataset: {name: task, samples: counts.items, shuffled: false},
      model,
      model_args: {},
      config: {epochs: counts.trials, epochs_reducer: ["mean"]},
      packages: {reasonbook: version},
      metadata: {reasonbook: {eval_id, template, sampler, simulated}},
      scorers: [
        {
          name: SCORER,
          options: {},
          metrics: [
            {name: "accuracy", options: {}},
            {name: "stderr", options: {}}
          ],
          metadata: {}
        }
      ]
    },
    plan: {name: "plan", steps: [], config: max_tokens === null ? {} : {max_tokens}},
    results: {
      total_samples: counts.responses,
      completed_samples: counts.scored,
      scores: [
        {
          name: SCORER,
          scorer: SCORER,
          scored_samples: counts.scored,
          unscored_samples: counts.responses - counts.scored,
          params: {},
          metrics: {...metric("accuracy", mean), ...metric("stderr", stderr)}
        }
      ]
    },
    stats: {started_at: created, completed_at: created, model_usage: usage ? {[model]: usage} : {}}
  };
  yield `${JSON.stringify(head, null, 2).replace(/\n\}$/u, "")},\n  "samples": [`;
  let comma = "\n";
  for await (const result of part.results()) {
    yield `${comma}    ${JSON.stringify(sampleOf(result, part))}`;
    comma = ",\n";
  }
  yield "\n  ]\n}\n";
}

function usageOf({prompt_tokens, completion_tokens}: {prompt_tokens: number | null; completion_tokens: number | null}) {
  if (prompt_tokens === null || completion_tokens === null) return null;
  return {input_tokens: prompt_tokens, output_tokens: completion_tokens, total_tokens: prompt_tokens + completion_tokens};
}

/** Inspect's letters: correct, incorrect, and no answer where the token limit ended the response. */
const gradeOf = (status: number): string => (status === CORRECT ? "C" : status === TRUNCATED ? "N" : "I");

function sampleOf(result: ExportedResult, {evaluation}: ExportedPart) {
  const {model, simulated} = evaluation;
  const tokens = usageOf(result);
  const usage = tokens && {...tokens, ...(result.cost !== null && result.cost > 0 && {total_cost: result.cost})};
  const content = result.reasoning
    ? [
        {type: "reasoning", reasoning: result.reasoning},
        {type: "text", text: result.text}
      ]
    : result.text;
  const message = {role: "assistant", content, source: "generate", model};
  const isAnswered = result.status !== null || result.text !== "" || result.reasoning !== null;
  return {
    id: result.item_id,
    epoch: result.trial + 1,
    input: result.question,
    ...(result.choices.length > 0 && {choices: result.choices}),
    target: result.expected,
    messages: [{role: "user", content: result.prompt, source: "input"}, ...(isAnswered ? [message] : [])],
    output: {
      model,
      choices: isAnswered ? [{message, stop_reason: stopOf(result.finish_reason)}] : [],
      completion: result.text,
      ...(usage && {usage}),
      ...(result.latency_ms !== null && {time: result.latency_ms / 1000})
    },
    scores:
      result.status === null
        ? {}
        : {
            [SCORER]: {
              value: gradeOf(result.status),
              ...(result.answer !== null && {answer: result.answer}),
              explanation: result.status === TRUNCATED ? "ended by the token limit" : ""
            }
          },
    metadata: {reasonbook: {...placeOf(result, simulated), finish_reason: result.finish_reason}},
    store: {},
    events: [],
    model_usage: usage ? {[model]: usage} : {}
  };
}

/** Inspect knows these reasons; any other stays in the metadata. */
const STOPS: Record<string, string> = {
  stop: "stop",
  length: "max_tokens",
  content_filter: "content_filter",
  tool_calls: "tool_calls"
};
const stopOf = (reason: string | null): string => STOPS[reason ?? ""] ?? "unknown";
