// Details of lighteval: a Parquet file a task, `details/MODEL/TIMESTAMP/details_TASK_TIMESTAMP.parquet`, one row a sample.
// https://huggingface.co/docs/lighteval/saving-and-reading-results
import {existsSync} from "node:fs";
import {readdir} from "node:fs/promises";
import {basename, join, sep} from "node:path";
import {letterOf} from "../../book/letters.js";
import {openRows} from "../../rows/openRows.node.js";
import type {ForeignRun, ForeignSample, ReadOptions} from "./foreign.js";
import {type Fields, fieldsOf, jsonOf, listOf, numberOf, objectOf, shown, textOf} from "./json.js";
import {messagesText} from "./messages.js";
import {configName} from "./naming.js";
import {isRight, likeliest, likelihoodText, mainScore, scoresOf} from "./scores.js";

const NAME = /^details_(.+?)_(\d{4}-\d\d-\d\dT[\d.-]+)\.parquet$/u;
/** Metrics that say right or wrong, in the order in which they are taken. */
const PREFERRED = [
  "extractive_match",
  "exact_match",
  "em",
  "quasi_exact_match",
  "acc",
  "pass@k",
  "prefix_exact_match",
  "acc_norm"
];

export async function lightevalRun(file: string, options: ReadOptions): Promise<ForeignRun> {
  const [, named, date] = NAME.exec(basename(file)) ?? [];
  const parts = file.split(sep);
  const details = parts.lastIndexOf("details");
  const config = details < 0 ? null : await configOf(parts, details, date);
  const model = config?.model_name ?? (details < 0 ? "unknown" : parts.slice(details + 1, -2).join("/") || "unknown");
  if (details < 0)
    options.notes.add("file", "of details outside a folder details/MODEL/TIMESTAMP, which names the model", {example: file});
  const [task = file, shots] = splitTask(named ?? basename(file, ".parquet"));
  return {
    format: "lighteval",
    file,
    model: String(model),
    task,
    template: configName({shots}),
    sampler: configName(fieldsOf(config?.generation_parameters ?? fieldsOf(config?.model_config).generation_parameters)),
    identity: null,
    async *samples(): AsyncGenerator<ForeignSample> {
      for await (const {line, value} of openRows(file))
        yield sampleOf(value as Fields, line - 1, {place: `${file}:${line}`, options});
    }
  };
}

/** `lighteval|gsm8k|5` as task and number of examples; in names of files `|` may be another sign. */
function splitTask(name: string): [task: string, shots: string | undefined] {
  const [, task, shots] = /^(.+?)[|:_](\d+)(?:[|_]\d)?$/u.exec(name) ?? [];
  return [
    (task ?? name)
      .replace(/^(?:lighteval|leaderboard|helm|community|extended|original|bigbench|harness|custom)[|_]/u, "")
      .replaceAll("|", "/"),
    shots
  ];
}

/** The general part of the results that belong to details of a date, where they stand beside them. */
async function configOf(parts: readonly string[], details: number, date: string | undefined): Promise<Fields | null> {
  const folder = [...parts.slice(0, details), "results", ...parts.slice(details + 1, -2)].join(sep);
  if (!existsSync(folder)) return null;
  const files = (await readdir(folder)).filter(name => /^results_.*\.json$/u.test(name)).sort();
  const file = files.find(name => date !== undefined && name.includes(date)) ?? (files.length === 1 ? files[0] : undefined);
  return file === undefined ? null : objectOf(fieldsOf(await jsonOf(join(folder, file))).config_general);
}

/** A part of a row: an object, or the JSON text of one. */
function partOf(row: Fields, name: string): Fields | null {
  const value = row[name] ?? row[`__${name}__`];
  if (typeof value !== "string") return objectOf(value);
  try {
    return objectOf(JSON.parse(value));
  } catch {
    return null;
  }
}

/** Lists of DuckDB's maps are pairs. */
const metricsOf = (value: unknown): Fields =>
  Array.isArray(value)
    ? Object.fromEntries(value.map(each => [shown(fieldsOf(each).key), fieldsOf(each).value]))
    : fieldsOf(value);

interface Detail {
  id: string | number;
  question: string;
  prompt: string;
  choices: string[];
  gold: number[];
  golds: string[];
  texts: string[];
  reasoning: string | undefined;
  logprobs: number[];
  prompt_tokens: number | null;
  completion_tokens: number | null;
  metrics: Fields;
}

/** Details since 0.10 have a document, a response and metrics; earlier ones the same in columns of their own. */
function detailOf(row: Fields, at: number): Detail {
  const doc = partOf(row, "doc");
  const response = partOf(row, "model_response");
  if (doc && response) {
    const choices = listOf(doc.choices).map(shown);
    const gold = listOf(Array.isArray(doc.gold_index) ? doc.gold_index : [doc.gold_index])
      .map(Number)
      .filter(Number.isFinite);
    const input = response.input ?? doc.query;
    const outputs = listOf(response.output_tokens);
    return {
      id: idOf(doc.id, at),
      question: shown(doc.query),
      prompt: Array.isArray(input) ? messagesText(input) : shown(input),
      choices,
      gold,
      golds: gold.map(i => choices[i] ?? ""),
      texts: listOf(response.text_post_processed ?? response.text).map(shown),
      reasoning: textOf(listOf(response.reasonings)[0]),
      logprobs: listOf(response.logprobs).map(Number),
      prompt_tokens: listOf(response.input_tokens).length || null,
      completion_tokens: (Array.isArray(outputs[0]) ? outputs[0].length : outputs.length) || null,
      metrics: metricsOf(row.metric ?? partOf(row, "metric"))
    };
  }
  const predictions = listOf(row.predictions);
  const choices = listOf(row.choices).map(shown);
  const gold = listOf(row.gold_index).map(Number);
  const numbers = predictions.map(each => Number(Array.isArray(each) ? each[0] : each));
  const isLikelihood = choices.length > 1 && numbers.length === choices.length && numbers.every(Number.isFinite);
  const tokens = listOf(listOf(row.cont_tokens)[0]);
  return {
    id: at,
    question: shown(row.example),
    prompt: shown(row.full_prompt),
    choices,
    gold,
    golds: listOf(row.gold).length > 0 ? listOf(row.gold).map(shown) : gold.map(i => choices[i] ?? ""),
    texts: isLikelihood ? [] : predictions.flat(2).map(shown),
    reasoning: undefined,
    logprobs: isLikelihood ? numbers : [],
    prompt_tokens: listOf(listOf(row.input_tokens)[0]).length || null,
    completion_tokens: tokens.length || null,
    metrics: metricsOf(row.metrics)
  };
}

const idOf = (id: unknown, at: number): string | number => {
  if (typeof id === "number" || typeof id === "bigint") return Number(id);
  if (typeof id !== "string" || id === "") return at;
  return /^\d{1,9}$/u.test(id) ? Number(id) : id;
};

function sampleOf(row: Fields, at: number, {place, options}: {place: string; options: ReadOptions}): ForeignSample {
  const detail = detailOf(row, at);
  const {choices, gold, golds, logprobs} = detail;
  const scores: Record<string, number> = {};
  for (const [name, value] of Object.entries(detail.metrics)) {
    const found = scoresOf(name, typeof value === "bigint" ? Number(value) : value);
    if (Object.keys(found).length === 0 && value !== null)
      options.notes.add("sample", `with "${name}", which is not a number: left out`);
    Object.assign(scores, found);
  }
  const main = mainScore(scores, {asked: options.score, preferred: PREFERRED});
  const isLikelihood = choices.length > 1 && logprobs.length === choices.length && logprobs.every(Number.isFinite);
  const says = isLikelihood ? likeliest(logprobs, gold[0] ?? -1) : null;
  if (detail.texts.length > 1)
    options.notes.add("sample", "with further responses to the same question, which have no score of their own: left out");
  const limited = numberOf(fieldsOf(row.doc ?? row.__doc__).generation_size);
  const isCut = limited !== null && detail.completion_tokens !== null && detail.completion_tokens >= limited;
  return {
    place,
    id: detail.id,
    question: detail.question,
    prompt: detail.prompt || detail.question,
    expected: isLikelihood && gold.length === 1 ? letterOf(gold[0]!) : golds.map(each => each.trim()).join(" / "),
    ...(isLikelihood && {choices: choices.map(each => each.trim())}),
    text: isLikelihood ? likelihoodText(choices, logprobs) : (detail.texts[0] ?? ""),
    reasoning: detail.reasoning,
    finish_reason: isLikelihood ? "stop" : isCut ? "length" : "unknown",
    prompt_tokens: detail.prompt_tokens,
    completion_tokens: isLikelihood ? null : detail.completion_tokens,
    max_tokens: limited,
    reported: {
      right: isRight(main?.value, options.pass),
      ...(says && {answer: says.answer, measures: says.measures}),
      scores,
      ...((isLikelihood || golds.length > 1) && {readable: false}),
      ...(!isLikelihood && detail.texts.length === 0 && {unanswered: true})
    }
  };
}
