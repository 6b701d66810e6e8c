// Logs of Inspect: `.eval`, a zip archive with one entry a sample, and JSON, one value. https://inspect.aisi.org.uk/eval-logs.html
import {basename} from "node:path";
import {UserError} from "../../rows/error.js";
import type {ForeignRun, ForeignSample, ReadOptions} from "./foreign.js";
import {countOf, type Fields, fieldsOf, jsonOf, listOf, numberOf, objectOf, parsedText, shown, textOf} from "./json.js";
import {contentOf, messagesText, type Resolve, responseOf} from "./messages.js";
import {configName} from "./naming.js";
import {ownPlaceOf} from "./ownPlace.js";
import {isRight, mainScore, scoresOf} from "./scores.js";
import {openZip, type Zip} from "./zip.js";

/** What a log says of all its samples. */
interface InspectHeader {
  model: string;
  /** Names of its scorers, the first of which counts. */
  scorers: string[];
  max_tokens: number | null;
  /** What was written here of an evaluation that `npm run export` wrote. */
  own: Fields | null;
}

/** Fields of a sample that are read, or that repeat what others say. */
const MAPPED = new Set(
  "id epoch input choices target messages output scores score model_usage started_at completed_at total_time working_time uuid error limit attachments".split(
    " "
  )
);

/** Limits that cut a sample short as a token limit does; others end it as it is. */
const CUTTING = new Set(["token", "context"]);

function inspectSample(
  value: unknown,
  place: string,
  header: InspectHeader,
  {notes, score: asked, pass}: ReadOptions
): ForeignSample | {place: string; bad: string} {
  const sample = objectOf(value);
  if (!sample) return {place, bad: "expected an object"};
  if (typeof sample.id !== "string" && typeof sample.id !== "number") return {place, bad: '"id" is missing'};
  const attachments = fieldsOf(sample.attachments);
  const resolve: Resolve = text => {
    const name = /^attachment:\/\/(\w+)$/u.exec(text)?.[1];
    return name === undefined ? text : shown(attachments[name] ?? text);
  };
  const messages = listOf(sample.messages);
  const first = messages.findIndex(each => fieldsOf(each).role === "assistant" && fieldsOf(each).source !== "input");
  const output = fieldsOf(sample.output);
  const choice = fieldsOf(listOf(output.choices)[0]);
  const question = typeof sample.input === "string" ? resolve(sample.input) : messagesText(listOf(sample.input), resolve);
  const response =
    first >= 0
      ? responseOf(messages.slice(first), resolve)
      : choice.message !== undefined
        ? responseOf([choice.message], resolve)
        : contentOf(shown(output.completion), resolve);
  const limit = textOf(fieldsOf(sample.limit).type);
  const targets = (Array.isArray(sample.target) ? sample.target : [sample.target]).map(shown).map(each => each.trim());
  const choices = listOf(sample.choices).map(shown);
  const own = ownPlaceOf(fieldsOf(sample.metadata).reasonbook);
  const scores: Record<string, number> = {};
  let answer: string | null | undefined;
  const all = fieldsOf(sample.scores ?? (sample.score === undefined ? {} : {score: sample.score}));
  for (const [name, each] of Object.entries(all)) Object.assign(scores, scoresOf(name, fieldsOf(each).value));
  const main = mainScore(scores, {asked, preferred: header.scorers});
  const [scorer] = Object.entries(all).find(([name]) => main?.name === name || main?.name.startsWith(`${name}.`)) ?? [];
  if (scorer !== undefined && fieldsOf(all[scorer]).answer !== undefined) answer = shown(fieldsOf(all[scorer]).answer);
  const unanswered = first < 0 && response.text === "" && response.reasoning === null;
  if (sample.error) notes.add("sample", "ended with an error", {example: place}); // the message may quote a key
  if (limit) notes.add("sample", `ended at its ${limit} limit`);
  notes.unmapped("sample", unmappedOf(sample, own !== null));
  if (isEdited(sample)) notes.add("sample", "marked as invalid in the log: imported all the same");
  return {
    place,
    id: sample.id,
    question,
    prompt: first > 0 ? messagesText(messages.slice(0, first), resolve) : question,
    expected: targets.filter(Boolean).join(" / "),
    ...(choices.length > 0 && {choices}),
    trial: Math.max(0, (countOf(sample.epoch) ?? 1) - 1),
    ...response,
    finish_reason: finishOf(choice, limit) ?? textOf(fieldsOf(fieldsOf(sample.metadata).reasonbook).finish_reason) ?? "unknown",
    ...tokensOf(sample, header.model),
    max_tokens: header.max_tokens,
    cost: costOf(sample, header.model),
    latency_ms: milliseconds(numberOf(output.time) ?? numberOf(sample.working_time) ?? numberOf(sample.total_time)),
    reported: {
      right: isRight(main?.value, pass),
      answer,
      scores,
      ...(targets.length > 1 && {readable: false}),
      ...(unanswered && {unanswered: true})
    },
    ...(own && {own})
  };
}

/** Fields of a sample that have something in them and no place in a store. */
const unmappedOf = (sample: Fields, isOwn: boolean): string[] =>
  Object.keys(sample).filter(name => {
    const value = sample[name];
    if (MAPPED.has(name) || value === null || (isOwn && name === "metadata")) return false;
    return typeof value !== "object" || Object.keys(value).length > 0;
  });

/** Why a sample ended; undefined where the log does not say. */
const finishOf = ({stop_reason}: Fields, limit: string | undefined): string | undefined =>
  limit === undefined
    ? stop_reason === "unknown"
      ? undefined
      : textOf(stop_reason)
    : CUTTING.has(limit)
      ? "length"
      : `${limit}_limit`;

const isEdited = ({invalidation}: Fields): boolean => objectOf(invalidation) !== null;

/** How many answers the model under test gave in a sample. */
const answersIn = (sample: Fields): number =>
  listOf(sample.messages).filter(each => fieldsOf(each).role === "assistant" && fieldsOf(each).source !== "input").length;

/**
 * The tokens of the model under test. Those of one answer are the output's own; of a dialogue, the sample's for the model, in which a grader
 * that is the same model has its part.
 */
function tokensOf(
  sample: Fields,
  model: string
): Pick<ForeignSample, "prompt_tokens" | "completion_tokens" | "cached_prompt_tokens"> {
  const usage = usageOf(sample, model);
  if (!usage) return {};
  const completion = countOf(usage.output_tokens);
  const total = countOf(usage.total_tokens);
  const cached = countOf(usage.input_tokens_cache_read);
  // Input tokens leave those out that a cache held, or not, as the provider counts; the total has all.
  const prompt = total !== null && completion !== null && total >= completion ? total - completion : countOf(usage.input_tokens);
  return {prompt_tokens: prompt, completion_tokens: completion, ...(cached !== null && {cached_prompt_tokens: cached})};
}

function usageOf(sample: Fields, model: string): Fields | null {
  const output = objectOf(fieldsOf(sample.output).usage);
  if (output && answersIn(sample) <= 1) return output;
  const all = fieldsOf(sample.model_usage);
  return objectOf(all[model]) ?? (Object.keys(all).length === 1 ? objectOf(Object.values(all)[0]) : null) ?? output;
}

const costOf = (sample: Fields, model: string): number | null => numberOf(usageOf(sample, model)?.total_cost);

const milliseconds = (seconds: number | null): number | null => (seconds === null ? null : seconds * 1000);

/** The run that a log holds. */
export async function inspectRun(file: string, options: ReadOptions): Promise<ForeignRun> {
  return file.endsWith(".json") ? ofJson(file, options) : ofArchive(file, options);
}

async function ofJson(file: string, options: ReadOptions): Promise<ForeignRun> {
  // The header stands at the front of a value that has to be read whole; the samples are read again when their turn comes.
  const log = headOf(fieldsOf(await jsonOf(file)), file);
  return runOf(file, log, options, async function* () {
    const samples = listOf(fieldsOf(await jsonOf(file)).samples);
    samples.sort((a, b) => Number(fieldsOf(a).epoch ?? 0) - Number(fieldsOf(b).epoch ?? 0));
    for (const [i, value] of samples.entries()) yield {place: `${file}: sample ${i + 1}`, value};
  });
}

async function ofArchive(file: string, options: ReadOptions): Promise<ForeignRun> {
  await using zip = await openZip(file);
  const name = ["header.json", "_journal/start.json"].find(each => zip.names.includes(each));
  if (!name)
    throw new UserError(`${file} is a zip archive but not a log of Inspect: it has neither header.json nor _journal/start.json`);
  const log = headOf(fieldsOf(await entryOf(zip, file, name)), file);
  if (name !== "header.json") options.notes.add("log", "was not finished: the samples that it has are imported", {example: file});
  return runOf(file, log, options, async function* () {
    await using open = await openZip(file);
    const entries = open.names
      .filter(each => each.startsWith("samples/"))
      .map(each => ({entry: each, epoch: Number(/_epoch_(\d+)\.json$/u.exec(each)?.[1] ?? 1)}))
      .sort((a, b) => a.epoch - b.epoch);
    for (const {entry} of entries) yield {place: `${file}: ${entry}`, value: await entryOf(open, file, entry)};
  });
}

const entryOf = async (zip: Zip, file: string, name: string): Promise<unknown> =>
  parsedText((await zip.bytes(name)).toString("utf8"), `${file}: ${name}`);

/** A log without its samples. Throws a UserError where it is none. */
function headOf({samples: _, ...log}: Fields, file: string): Fields {
  const {model, task} = fieldsOf(log.eval);
  if (typeof model !== "string" || typeof task !== "string")
    throw new UserError(`${file} is not a log of Inspect: eval.model and eval.task are missing`);
  return log;
}

function runOf(
  file: string,
  log: Fields,
  options: ReadOptions,
  values: () => AsyncGenerator<{place: string; value: unknown}>
): ForeignRun {
  const spec = fieldsOf(log.eval);
  const plan = fieldsOf(log.plan);
  const config: Fields = {...fieldsOf(spec.model_generate_config), ...fieldsOf(plan.config)};
  const own = objectOf(fieldsOf(spec.metadata).reasonbook);
  const header: InspectHeader = {
    model: String(spec.model),
    scorers: scorersOf(log),
    max_tokens: typeof config.max_tokens === "number" && config.max_tokens > 0 ? config.max_tokens : null,
    own
  };
  if (typeof log.status === "string" && log.status !== "success")
    options.notes.add("log", `with status ${log.status}: the samples that it has are imported`, {example: file});
  return {
    format: "inspect",
    file,
    model: header.model,
    task: String(spec.task),
    template: textOf(own?.template) ?? configName({...fieldsOf(spec.task_args), solver: solversOf(plan)}),
    sampler: textOf(own?.sampler) ?? configName(config),
    identity: [spec.run_id, spec.task_id, spec.created].every(each => typeof each === "string")
      ? `${spec.run_id} ${spec.task_id} ${spec.created}`
      : null,
    async *samples(): AsyncGenerator<ForeignSample | {place: string; bad: string}> {
      for await (const {place, value} of values()) yield inspectSample(value, place, header, options);
    }
  };
}

/** The names of a log's scorers in their order: newer logs list them, older ones have them in their results. */
function scorersOf(log: Fields): string[] {
  const names = (value: unknown) => listOf(value).flatMap(each => textOf(fieldsOf(each).name) ?? []);
  const listed = names(fieldsOf(log.eval).scorers);
  return (listed.length > 0 ? listed : names(fieldsOf(log.results).scores)).map(name => basename(name));
}

const solversOf = (plan: Fields): string | null => {
  const names = listOf(plan.steps).flatMap(each => textOf(fieldsOf(each).solver) ?? []);
  return names.length > 0 ? names.join("+") : null;
};
