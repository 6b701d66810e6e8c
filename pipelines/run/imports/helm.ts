// Runs of HELM: a folder with run_spec.json, scenario_state.json and per_instance_stats.json.
// https://crfm-helm.readthedocs.io; src/helm/benchmark/adaptation/request_state.py, metrics/statistic.py
import {existsSync} from "node:fs";
import {join} from "node:path";
import {letterOf} from "../../book/letters.js";
import {UserError} from "../../rows/error.js";
import type {ForeignRun, ForeignSample, ReadOptions} from "./foreign.js";
import {countOf, type Fields, fieldsOf, jsonOf, listOf, numberOf, objectOf, shown, textOf} from "./json.js";
import {messagesText} from "./messages.js";
import {configName} from "./naming.js";
import {isRight, likeliest, likelihoodText, mainScore} from "./scores.js";

/** Statistics that say right or wrong, in the order in which they are taken. */
const PREFERRED = [
  ...["exact_match", "quasi_exact_match", "quasi_prefix_exact_match", "prefix_exact_match", "final_number_exact_match"],
  ...["math_equiv_chain_of_thought", "math_equiv", "chain_of_thought_correctness", "ifeval_strict_accuracy", "code_eval_acc"]
];
/** Statistics of the request and not of the answer. */
const BOOKKEEPING =
  /^(?:num_|finish_reason_|training_|inference_|batch_size$|prompt_truncated$|max_prob$|logprob|perplexity$|bits_per_byte$|predicted_index$|(?:platt|ece|selective|non_greedy)|\w+@\d)/u;

export async function helmRun(folder: string, options: ReadOptions): Promise<ForeignRun> {
  const spec = fieldsOf(await jsonOf(join(folder, "run_spec.json")));
  const adapter = fieldsOf(spec.adapter_spec);
  const model = textOf(adapter.model) ?? textOf(adapter.model_deployment);
  if (!model) throw new UserError(`${join(folder, "run_spec.json")}:1 adapter_spec.model is missing`);
  const {max_tokens, temperature} = adapter;
  const stats = join(folder, "per_instance_stats.json");
  if (!existsSync(stats)) options.notes.add("run", "without per_instance_stats.json, which has the scores", {example: folder});
  return {
    format: "helm",
    file: folder,
    model,
    task: taskOf(textOf(spec.name) ?? folder),
    template: configName({method: adapter.method, shots: adapter.max_train_instances, instructions: adapter.instructions}),
    sampler: configName({max_tokens, temperature}),
    identity: null,
    async *samples(): AsyncGenerator<ForeignSample | {place: string; bad: string}> {
      const file = join(folder, "scenario_state.json");
      const states = listOf(fieldsOf(await jsonOf(file)).request_states).map(fieldsOf);
      const scores = existsSync(stats) ? scoresOf(await jsonOf(stats)) : new Map<string, Map<string, number>>();
      for (const {own, first} of grouped(states, options)) {
        const place = `${file}: request_states[${first}]`;
        const {id} = fieldsOf(own[0]!.instance);
        if (typeof id !== "string") yield {place, bad: "instance.id is missing"};
        else yield sampleOf(own, place, {found: scores.get(keyOf(own[0]!)) ?? new Map(), adapter, options});
      }
    }
  };
}

/** The scenario with its arguments, without what names the model or how it was asked. */
const taskOf = (name: string): string => {
  const [scenario, rest = ""] = name.split(/:(.*)/su);
  const parts = rest
    .split(",")
    .filter(part => part !== "" && !/^(?:model|model_deployment|method|num_train_trials|max_eval_instances)=/u.test(part));
  return [scenario, ...parts.map(part => part.replace("=", ":"))].join("/");
};

const perturbationOf = (value: unknown): string | undefined => textOf(fieldsOf(value).name);

/** The instance, perturbation and training set that statistics and requests name. */
function keyOf(state: Fields): string {
  const instance = objectOf(state.instance);
  const id = instance ? instance.id : state.instance_id;
  return JSON.stringify([id, perturbationOf((instance ?? state).perturbation) ?? null, state.train_trial_index ?? 0]);
}

/** The means of every statistic, by instance. */
function scoresOf(value: unknown): Map<string, Map<string, number>> {
  const found = new Map<string, Map<string, number>>();
  for (const row of listOf(value).map(fieldsOf)) {
    const own = new Map<string, number>();
    for (const stat of listOf(row.stats).map(fieldsOf)) {
      const name = textOf(fieldsOf(stat.name).name);
      const mean = numberOf(stat.mean);
      if (name && mean !== null) own.set(name, mean);
    }
    found.set(keyOf(row), own);
  }
  return found;
}

/** Requests of one instance together: several where each choice was asked by itself. */
function grouped(states: readonly Fields[], {notes}: ReadOptions): {own: Fields[]; first: number}[] {
  const groups = new Map<string, {own: Fields[]; first: number}>();
  for (const [i, state] of states.entries()) {
    if (state.request_mode === "calibration") {
      notes.add("request", "that only calibrates the likelihood of a choice: left out");
      continue;
    }
    const key = keyOf(state);
    const known = groups.get(key);
    if (known && typeof state.reference_index === "number") known.own.push(state);
    else groups.set(known ? `${key} ${i}` : key, {own: [state], first: i});
  }
  return [...groups.values()];
}

function sampleOf(
  own: readonly Fields[],
  place: string,
  {found, adapter, options}: {found: ReadonlyMap<string, number>; adapter: Fields; options: ReadOptions}
): ForeignSample {
  const [state] = own as [Fields];
  const instance = fieldsOf(state.instance);
  const request = fieldsOf(state.request);
  const result = fieldsOf(state.result);
  const completions = listOf(result.completions).map(fieldsOf);
  const references = listOf(instance.references).map(fieldsOf);
  const texts = references.map(each => shown(fieldsOf(each.output).text));
  const right = references.flatMap((each, i) => (listOf(each.tags).includes("correct") ? [i] : []));
  const scores = Object.fromEntries([...found].filter(([name]) => !BOOKKEEPING.test(name)));
  const main = mainScore(scores, {asked: options.score, preferred: PREFERRED});
  const perturbation = perturbationOf(instance.perturbation);
  const mapping = fieldsOf(state.output_mapping);
  const letters = Object.keys(mapping);
  const chosen = /^multiple_choice/u.test(String(adapter.method)) && texts.length > 1;
  const place0 = letters.findIndex(letter => shown(mapping[letter]) === texts[right[0] ?? -1]);
  const expected =
    letters.length > 1 && place0 >= 0
      ? letters[place0]!
      : chosen && right.length === 1
        ? letterOf(right[0]!)
        : right.map(i => texts[i]).join(" / ");
  const choices = letters.length > 1 ? letters.map(letter => shown(mapping[letter])) : chosen ? texts : undefined;
  if (completions.length > 1) options.notes.add("sample", "with further completions, which have no score of their own: left out");
  if (result.success === false) options.notes.add("sample", "ended with an error", {example: place}); // the message may quote a key
  if (state.prompt_truncated === true) options.notes.add("sample", "whose prompt was cut to fit into the context");
  const [completion = {}] = completions;
  const likelihoods = own.length > 1 ? own.map(each => logprobOf(each)) : null;
  const says = likelihoods && likeliest(likelihoods, right[0] ?? -1);
  const answer = letters.length > 1 && shown(completion.text).trim() in mapping ? shown(completion.text).trim() : undefined;
  return {
    place,
    id: idOf(String(instance.id)),
    ...(perturbation && {params: {perturbation}}),
    question: shown(fieldsOf(instance.input).text) || messagesText(listOf(fieldsOf(instance.input).messages)),
    prompt: shown(request.prompt) || messagesText(listOf(request.messages)),
    expected,
    ...(choices && {choices}),
    trial: countOf(state.train_trial_index) ?? 0,
    text: likelihoods ? likelihoodText(texts, likelihoods) : shown(completion.text),
    reasoning: textOf(fieldsOf(completion.thinking).text),
    finish_reason: likelihoods ? "stop" : (textOf(fieldsOf(completion.finish_reason).reason) ?? "unknown"),
    prompt_tokens: counted(found.get("num_prompt_tokens")),
    completion_tokens: likelihoods
      ? null
      : (counted(found.get("num_output_tokens")) ??
        counted(found.get("num_completion_tokens")) ??
        counted(listOf(completion.tokens).length)),
    max_tokens: countOf(request.max_tokens),
    latency_ms: result.cached === true && numberOf(result.request_time) === null ? null : seconds(result.request_time),
    reported: {
      right: isRight(main?.value, options.pass),
      ...(likelihoods
        ? {answer: says?.answer ?? null, measures: says?.measures, readable: false}
        : answer !== undefined && {answer}),
      scores,
      ...(right.length > 1 && letters.length === 0 && {readable: false}),
      ...((result.success === false || state.result === undefined) && {unanswered: true})
    }
  };
}

/** Counts of 0 stand for tokens that nobody counted. */
const counted = (value: number | undefined): number | null => (value !== undefined && value > 0 ? countOf(value) : null);

const seconds = (value: unknown): number | null => {
  const number = numberOf(value);
  return number === null ? null : number * 1000;
};

/** The log-probability of the choice that a request asks about: of its completion, which repeats the prompt. */
const logprobOf = (state: Fields): number =>
  numberOf(fieldsOf(listOf(fieldsOf(state.result).completions)[0]).logprob) ?? Number.NaN;

/** `id58485` as its number. */
const idOf = (id: string): string | number => (/^id\d{1,9}$/u.test(id) ? Number(id.slice(2)) : id);
