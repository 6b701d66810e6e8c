// Logs of OpenAI's evals: JSON lines, first the run, then events (sampling, match, metrics …) of samples in any order, last a report.
// https://github.com/openai/evals, evals/record.py
import {UserError} from "../../rows/error.js";
import type {ForeignRun, ForeignSample, ReadOptions} from "./foreign.js";
import {type Fields, fieldsOf, listOf, objectOf, pythonLines, shown, textOf} from "./json.js";
import {messagesText} from "./messages.js";
import {configName} from "./naming.js";
import {isRight, mainScore, scoresOf} from "./scores.js";

export async function openaiEvalsRun(file: string, options: ReadOptions): Promise<ForeignRun> {
  let spec: Fields | null = null;
  for await (const {value} of pythonLines(file)) {
    spec = objectOf(fieldsOf(value).spec);
    break;
  }
  if (!spec) throw new UserError(`${file}:1 is not a log of evals: the first line has no "spec"`);
  const models = listOf(spec.completion_fns).map(shown);
  const config = fieldsOf(spec.run_config);
  return {
    format: "openai-evals",
    file,
    model: models.join("+") || textOf(spec.model_name) || "unknown",
    task: textOf(spec.eval_name) ?? textOf(spec.base_eval) ?? "evals",
    template: null,
    sampler: configName(fieldsOf(fieldsOf(config.completion_args))),
    identity: textOf(spec.run_id) ?? null,
    async *samples(): AsyncGenerator<ForeignSample | {place: string; bad: string}> {
      const samples = new Map<string, Events>();
      for await (const {line, value, bad} of pythonLines(file)) {
        if (bad !== undefined) {
          yield {place: `${file}:${line}`, bad};
          continue;
        }
        const event = fieldsOf(value);
        const id = textOf(event.sample_id);
        if (id) collect(samples, id, event, {line, options});
      }
      for (const [id, events] of samples) yield sampleOf(id, events, `${file}:${events.line}`, options);
    }
  };
}

/** What the events of a sample say. */
interface Events {
  line: number;
  sampling: Fields | null;
  match: Fields | null;
  raw: Fields;
  scores: Record<string, number>;
  error: string | null;
}

function collect(
  samples: Map<string, Events>,
  id: string,
  event: Fields,
  {line, options: {notes}}: {line: number; options: ReadOptions}
): void {
  let own = samples.get(id);
  if (!own) samples.set(id, (own = {line, sampling: null, match: null, raw: {}, scores: {}, error: null}));
  const data = fieldsOf(event.data);
  const kind = textOf(event.type) ?? "";
  if (kind === "sampling") {
    // The first is the model's answer; those after it are of a grading model.
    if (own.sampling) notes.add("event", "of a further sampling, such as a grader's: left out");
    else own.sampling = data;
  } else if (kind === "match") {
    own.match = data;
    own.scores.correct = data.correct === true ? 1 : 0;
  } else if (kind === "metrics") Object.assign(own.scores, ...Object.entries(data).map(([name, each]) => scoresOf(name, each)));
  else if (kind === "raw_sample") own.raw = data;
  else if (kind === "error") own.error = textOf(data.message) ?? kind;
  else notes.add("event", `of type "${kind}", which has no place in a store: left out`);
}

function sampleOf(id: string, events: Events, place: string, {notes, score: asked, pass}: ReadOptions): ForeignSample {
  const {sampling, match, raw, scores, error} = events;
  const prompt = promptText(sampling?.prompt ?? raw.input);
  const expected = match?.expected ?? raw.ideal ?? sampling?.expected;
  const rights = (Array.isArray(expected) ? expected : [expected]).map(shown).filter(Boolean);
  const sampled = Array.isArray(sampling?.sampled) ? sampling.sampled.map(shown) : [shown(sampling?.sampled ?? match?.sampled)];
  const main = mainScore(scores, {asked, preferred: ["correct", "accuracy", "score", "choice_score"]});
  const usage = fieldsOf(sampling?.usage);
  if (error !== null) notes.add("sample", "ended with an error", {example: place}); // the message may quote a key
  const unanswered = sampling === null && match?.sampled === undefined;
  return {
    place,
    id: /\.(\d{1,9})$/u.test(id) ? Number(/\.(\d+)$/u.exec(id)![1]) : id,
    question: questionOf(sampling?.prompt ?? raw.input),
    prompt,
    expected: rights.map(each => each.trim()).join(" / "),
    text: sampled[0] ?? "",
    finish_reason: textOf(sampling?.finish_reason) ?? "unknown",
    prompt_tokens: tokens(usage.prompt_tokens ?? sampling?.usage_prompt_tokens),
    completion_tokens: tokens(usage.completion_tokens ?? sampling?.usage_completion_tokens),
    reported: {
      right: isRight(main?.value, pass),
      ...(match &&
        "picked" in match && {
          answer: match.picked === null ? null : (listOf(match.picked).map(shown)[0] ?? shown(match.picked))
        }),
      scores,
      ...(rights.length > 1 && {readable: false}),
      ...(unanswered && {unanswered: true})
    }
  };
}

const tokens = (value: unknown): number | null => (typeof value === "number" && value >= 0 ? Math.round(value) : null);

const promptText = (prompt: unknown): string => (Array.isArray(prompt) ? messagesText(prompt) : shown(prompt));

/** The last message of the user, without instructions and examples before it. */
function questionOf(prompt: unknown): string {
  const last = listOf(prompt)
    .map(fieldsOf)
    .findLast(({role, name}) => role === "user" || (role === "system" && name === "example_user"));
  return last ? promptText([last]) : promptText(prompt);
}
