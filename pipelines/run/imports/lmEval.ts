// Samples of the Language Model Evaluation Harness: `samples_TASK_DATE.jsonl`, beside `results_DATE.json` with the model and its settings.
// https://github.com/EleutherAI/lm-evaluation-harness, lm_eval/loggers/evaluation_tracker.py
import {existsSync} from "node:fs";
import {readdir} from "node:fs/promises";
import {basename, dirname, join} from "node:path";
import {canonicalJson, sha256Hex} from "../../book/canonical.js";
import {letterOf} from "../../book/letters.js";
import type {ForeignRun, ForeignSample, ReadOptions} from "./foreign.js";
import {countOf, type Fields, fieldsOf, jsonOf, listOf, numberOf, objectOf, pythonLines, shown, textOf} from "./json.js";
import {messagesText} from "./messages.js";
import {configName} from "./naming.js";
import {ownPlaceOf} from "./ownPlace.js";
import {isRight, likeliest, likelihoodText, mainScore, scoresOf} from "./scores.js";

/** What the results say of a task. */
interface LmEvalTask {
  /** Metrics in the order in which they are taken for the one that counts. */
  preferred: readonly string[];
  max_tokens: number | null;
}

/** Fields of a line that are no metrics. */
const NO_METRICS = new Set(
  "doc_id doc target arguments resps filtered_resps filter metrics doc_hash prompt_hash target_hash".split(" ")
);
/** Fields of a document that hold its question, the usual ones first. */
const QUESTIONS = ["question", "query", "problem", "input", "prompt", "text", "sentence", "ctx", "context", "premise"];
/** What the filters write where they find no answer. */
const INVALID = "[invalid]";

function lmEvalSample(
  row: Fields,
  place: string,
  {settings, options, filter, isMain}: {settings: LmEvalTask; options: ReadOptions; filter: string; isMain: boolean}
): ForeignSample | {place: string; bad: string} {
  const {doc_id: id} = row;
  if (typeof id !== "number" && typeof id !== "string") return {place, bad: '"doc_id" is missing'};
  const doc = fieldsOf(row.doc);
  const own = ownPlaceOf(fieldsOf(doc.reasonbook).place);
  const requests = requestsOf(row.arguments);
  const question = questionOf(doc, requests);
  const scores: Record<string, number> = {};
  for (const [name, value] of Object.entries(row)) {
    if (NO_METRICS.has(name)) continue;
    const found = Array.isArray(value) ? {} : scoresOf(name, value);
    if (Object.keys(found).length === 0 && value !== null)
      options.notes.add("sample", `with "${name}", which is not a number: left out`, {example: place});
    for (const [each, score] of Object.entries(found)) scores[filter === "none" ? each : `${each},${filter}`] = score;
  }
  const named = {place, id, question, expected: "", text: "", prompt: shown(requests[0]?.prompt ?? question)};
  const likelihoods = likelihoodsOf(row, requests);
  const target = shown(row.target).trim();
  const right = likelihoods ? placeOf(target, likelihoods.choices) : -1;
  const expected = likelihoods ? (right >= 0 ? letterOf(right) : target) : target;
  const choices = likelihoods?.choices;
  const item = {expected, ...(choices && {choices}), ...(own && {own})};
  if (!isMain) return {...named, ...item, reported: {right: null, scores, further: true}};
  const main = mainScore(scores, {asked: options.score, preferred: settings.preferred});
  const isCalled = isRight(main?.value, options.pass);
  if (likelihoods) {
    const says = likeliest(likelihoods.logprobs, right);
    // Of several ways to norm a likelihood only the raw one is worked out here: another metric's answer is the right one where it says so.
    const answer = isCalled === true && right >= 0 ? letterOf(right) : main?.name.startsWith("acc_") ? undefined : says?.answer;
    return {
      ...named,
      ...item,
      text: likelihoodText(likelihoods.choices, likelihoods.logprobs),
      finish_reason: "stop",
      reported: {right: isCalled, answer, scores, measures: says?.measures, readable: false}
    };
  }
  const texts = listOf(row.resps).flat(2).map(shown);
  if (texts.length > 1)
    options.notes.add("sample", "with further responses to the same question, which have no score of their own: left out");
  const [filtered] = listOf(row.filtered_resps).flat(1);
  const meta = fieldsOf(doc.reasonbook);
  return {
    ...named,
    ...item,
    text: texts[0] ?? "",
    reasoning: textOf(meta.reasoning),
    finish_reason: textOf(meta.finish_reason) ?? "unknown",
    prompt_tokens: countOf(meta.prompt_tokens),
    completion_tokens: countOf(meta.completion_tokens),
    max_tokens: settings.max_tokens,
    cost: numberOf(meta.cost),
    latency_ms: numberOf(meta.latency_ms),
    reported: {
      right: isCalled,
      ...(filtered !== undefined && {answer: shown(filtered) === INVALID ? null : shown(filtered)}),
      scores,
      ...(texts.length === 0 && {unanswered: true})
    }
  };
}

interface Request {
  prompt: unknown;
  continuation: string | null;
}

/** The requests of a sample: `{gen_args_0: {arg_0, arg_1}, …}` in files, lists of arguments where they were kept as they are. */
function requestsOf(value: unknown): Request[] {
  const each = Array.isArray(value) ? value : Object.values(fieldsOf(value));
  return each.map(args => {
    const [first, second] = Array.isArray(args) ? args : [fieldsOf(args).arg_0, fieldsOf(args).arg_1];
    return {prompt: promptText(first), continuation: typeof second === "string" ? second : null};
  });
}

/** A prompt is a text, or with a chat template a list of messages, which may stand as JSON in a list of one. */
function promptText(value: unknown): string {
  const only = Array.isArray(value) && value.length === 1 ? value[0] : value;
  if (typeof only === "string" && /^\s*\[\s*\{/u.test(only)) {
    try {
      return messagesText(listOf(JSON.parse(only)));
    } catch {
      return only;
    }
  }
  return Array.isArray(only) ? messagesText(only) : shown(only);
}

/** The question of a document without the examples and the form that a prompt adds; without a known field, the document as JSON. */
function questionOf(doc: Fields, requests: readonly Request[]): string {
  const field = QUESTIONS.find(name => textOf(doc[name]) !== undefined);
  if (field) return String(doc[field]);
  return Object.keys(doc).length > 0 ? JSON.stringify(doc) : shown(requests[0]?.prompt);
}

/** The log-probabilities of choices, where a sample has these instead of a text: `[[["-1.5", "False"]], …]`, one for each request. */
function likelihoodsOf(row: Fields, requests: readonly Request[]): {choices: string[]; logprobs: number[]} | null {
  const choices = requests.map(({continuation}) => continuation);
  if (choices.length < 2 || choices.includes(null)) return null;
  const logprobs = listOf(row.filtered_resps ?? row.resps).map(value => {
    let inner: unknown = value;
    while (Array.isArray(inner) && Array.isArray(inner[0])) [inner] = inner;
    return Number(Array.isArray(inner) ? inner[0] : inner);
  });
  // Some metrics ask for each choice a second time, without its question.
  const n =
    logprobs.length === choices.length && new Set(choices).size * 2 === choices.length ? choices.length / 2 : choices.length;
  if (logprobs.length < n || !logprobs.slice(0, n).every(Number.isFinite)) return null;
  return {choices: choices.slice(0, n).map(choice => choice!.trim()), logprobs: logprobs.slice(0, n)};
}

/** The place of the right choice: targets are written as its place, its letter or its text. */
function placeOf(target: string, choices: readonly string[]): number {
  const named = choices.indexOf(target);
  if (named >= 0) return named;
  if (/^\d+$/u.test(target) && Number(target) < choices.length) return Number(target);
  const letter = /^\(?([A-Z])\)?$/u.exec(target)?.[1];
  return letter && letter.charCodeAt(0) - 65 < choices.length ? letter.charCodeAt(0) - 65 : -1;
}

/** The task and the date in the name of a file of samples. */
const NAME = /^samples_(.+?)(?:_(\d{4}-\d\d-\d\dT[\d.-]+))?\.jsonl(?:\.gz)?$/u;

/** Whether a name is that of a file of results, which belongs to files of samples. */
export const isLmEvalResults = (name: string): boolean => /^results(?:_.*)?\.json$/u.test(basename(name));

/** The run that a file of samples holds. */
export async function lmEvalRun(file: string, options: ReadOptions): Promise<ForeignRun> {
  const [, named, date] = NAME.exec(basename(file)) ?? [];
  const task = named ?? basename(file).replace(/\.jsonl(?:\.gz)?$/u, "");
  const results = await resultsOf(dirname(file), date);
  if (!results)
    options.notes.add("file", "of samples without results_….json beside it, which would name model and settings", {
      example: file
    });
  const config = fieldsOf(fieldsOf(results?.configs)[task]);
  const shots = fieldsOf(results?.["n-shot"])[task] ?? config.num_fewshot;
  const generation = fieldsOf(config.generation_kwargs);
  const own = objectOf(fieldsOf(fieldsOf(config.metadata).reasonbook));
  const settings: LmEvalTask = {
    preferred: [...listOf(config.metric_list).flatMap(each => textOf(fieldsOf(each).metric) ?? []), ...PREFERRED],
    max_tokens: typeof generation.max_gen_toks === "number" ? generation.max_gen_toks : null
  };
  return {
    format: "lm-eval",
    file,
    model: modelOf(results, file),
    task,
    template: textOf(own?.template) ?? configName({shots, chat: typeof results?.chat_template === "string" ? "template" : null}),
    sampler: textOf(own?.sampler) ?? configName(generation),
    identity: null,
    async *samples(): AsyncGenerator<ForeignSample | {place: string; bad: string}> {
      // Each filter of a task has a line for each question; the first filter, or the one that was asked for, makes the sample.
      let filter = options.score?.split(",")[1] ?? null;
      const unnamed = unnamedFilters(results ? filterNames(config.filter_list) : null);
      for await (const {line, value, bad} of pythonLines(file)) {
        const place = `${file}:${line}`;
        const row = objectOf(value);
        if (bad !== undefined || !row) {
          yield {place, bad: bad ?? "expected an object"};
          continue;
        }
        const name = textOf(row.filter) ?? unnamed(row);
        filter ??= name;
        yield lmEvalSample(row, place, {settings, options, filter: name, isMain: name === filter});
      }
    }
  };
}

/** The names of a task's filters, in the order in which their lines are logged. */
const filterNames = (list: unknown): string[] => {
  const names = listOf(list).flatMap(each => textOf(fieldsOf(each).name) ?? []);
  return names.length > 0 ? names : ["none"];
};

/**
 * Returns a function that names the filter of lines that do not say it, as older versions wrote them: lines of one question with the
 * same responses are of one filter after the other.
 * @param names of the filters; null where no results name them
 */
function unnamedFilters(names: readonly string[] | null): (row: Fields) => string {
  const lines = new Map<string, number>();
  return ({doc_id, resps}) => {
    const key = sha256Hex(canonicalJson([doc_id ?? null, resps ?? null])).slice(0, 16);
    const place = lines.get(key) ?? 0;
    lines.set(key, place + 1);
    return names ? names[place % names.length]! : place === 0 ? "none" : `filter ${place + 1}`;
  };
}

/** Metrics that say right or wrong, where the results do not list a task's own. */
const PREFERRED = ["exact_match", "acc", "acc_norm", "prompt_level_strict_acc", "pass@1", "pass_at_1", "em"];

/** The results that belong to samples of a date: of the same, else the only ones of the folder. */
async function resultsOf(folder: string, date: string | undefined): Promise<Fields | null> {
  const dated = date === undefined ? null : join(folder, `results_${date}.json`);
  if (dated && existsSync(dated)) return objectOf(await jsonOf(dated));
  const found = (await readdir(folder)).filter(isLmEvalResults).sort();
  return found.length === 1 ? objectOf(await jsonOf(join(folder, found[0]!))) : null;
}

/** The model's name: as the results have it, else as the folder is called, in which `/` has become `__`. */
function modelOf(results: Fields | null, file: string): string {
  const named = textOf(results?.model_name);
  if (named) return named;
  const args = fieldsOf(results?.config).model_args;
  const pretrained =
    typeof args === "string"
      ? /(?:^|,)(?:pretrained|model)=([^,]+)/u.exec(args)?.[1]
      : textOf(fieldsOf(args).pretrained ?? fieldsOf(args).model);
  return pretrained ?? (basename(dirname(file)).replaceAll("__", "/") || shown(results?.model_source) || "unknown");
}
