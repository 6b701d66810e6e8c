// Results of promptfoo: JSON or YAML with all of an evaluation, or JSON lines with one result each.
// https://www.promptfoo.dev/docs/configuration/outputs/
import {basename} from "node:path";
import {yamlValue} from "../../rows/document.js";
import {UserError} from "../../rows/error.js";
import type {ForeignRun, ForeignSample, ReadOptions} from "./foreign.js";
import {
  countOf,
  type Fields,
  fieldsOf,
  jsonOf,
  listOf,
  numberOf,
  objectOf,
  pythonLines,
  shown,
  textOf,
  wholeText
} from "./json.js";
import {messagesText} from "./messages.js";
import {isRight, mainScore, scoreOf} from "./scores.js";

/** Name of the verdict among the scores; `score` is the weighted mean of all assertions. */
const VERDICT = "success";

/** The runs of a file: one for each provider and prompt. */
export async function promptfooRuns(file: string, options: ReadOptions): Promise<ForeignRun[]> {
  const {results, task} = await read(file, options);
  const groups = new Map<string, {place: string; value: Fields}[]>();
  for (const each of results) {
    const key = JSON.stringify([modelOf(each.value), promptOf(each.value)]);
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  return [...groups.values()].map(own => ({
    format: "promptfoo",
    file,
    model: modelOf(own[0]!.value),
    task,
    template: promptOf(own[0]!.value),
    sampler: null,
    identity: null,
    async *samples(): AsyncGenerator<ForeignSample> {
      for (const {place, value} of own) yield sampleOf(value, place, options);
    }
  }));
}

async function read(file: string, options: ReadOptions): Promise<{results: {place: string; value: Fields}[]; task: string}> {
  const task = basename(file).replace(/\.\w+$/u, "");
  if (/\.jsonl(?:\.gz)?$/u.test(file)) {
    const results: {place: string; value: Fields}[] = [];
    for await (const {line, value, bad} of pythonLines(file)) {
      if (bad !== undefined) throw new UserError(`${file}:${line} ${bad}`);
      results.push({place: `${file}:${line}`, value: fieldsOf(value)});
    }
    return {results, task};
  }
  const whole = fieldsOf(/\.ya?ml$/u.test(file) ? yamlValue(await wholeText(file), file).value : await jsonOf(file));
  // Files before version 0.31 have the results one level up.
  const inner = objectOf(whole.results) ?? whole;
  const list = listOf(inner.results);
  if (list.length === 0) throw new UserError(`${file} holds no results of promptfoo: results.results is missing or empty`);
  const unmapped = Object.keys(whole).filter(name => !["results", "config", "evalId", "shareableUrl", "metadata"].includes(name));
  options.notes.unmapped("file", unmapped);
  return {
    task: textOf(fieldsOf(whole.config).description) ?? task,
    results: list.map((value, i) => ({place: `${file}: result ${i + 1}`, value: fieldsOf(value)}))
  };
}

/** The provider under its label where it has one, without the words that say which interface it speaks. */
const modelOf = (result: Fields): string => textOf(fieldsOf(result.provider).label) ?? askedOf(result);

const askedOf = ({provider}: Fields): string =>
  bare(typeof provider === "string" ? provider : (textOf(fieldsOf(provider).id) ?? "unknown"));

const bare = (id: string): string => id.replace(/^(?:\w[\w-]*:)(?:(?:chat|completion|messages|responses|text):)?(?=.)/u, "");

/** The prompt's label; labels that promptfoo makes of a prompt's text are long. */
function promptOf({prompt, promptIdx}: Fields): string {
  const label = textOf(fieldsOf(prompt).label);
  return label && label.length <= 60 && !label.includes("\n") ? label : `prompt-${countOf(promptIdx) ?? 0}`;
}

const MAPPED = new Set(
  "id cost error gradingResult latencyMs namedScores prompt promptId promptIdx provider response score success testCase testIdx tokenUsage vars metadata failureReason description".split(
    " "
  )
);

function sampleOf(result: Fields, place: string, {notes, score: asked, pass}: ReadOptions): ForeignSample {
  const response = fieldsOf(result.response);
  const test = fieldsOf(result.testCase);
  const vars = fieldsOf(result.vars ?? test.vars);
  const usage = fieldsOf(response.tokenUsage ?? result.tokenUsage);
  const prompt = shown(fieldsOf(result.prompt).raw);
  const scores: Record<string, number> = {};
  for (const [name, value] of Object.entries({
    [VERDICT]: result.success,
    score: result.score,
    ...fieldsOf(result.namedScores)
  })) {
    const score = scoreOf(value);
    if (score !== null) scores[name] = score;
  }
  const failed =
    textOf(response.error) ?? (response.output === undefined || response.output === null ? textOf(result.error) : undefined);
  if (failed !== undefined) notes.add("sample", "ended with an error", {example: place}); // the message may quote a key
  notes.unmapped(
    "sample",
    Object.keys(result).filter(name => !MAPPED.has(name))
  );
  const main = mainScore(scores, {asked, preferred: [VERDICT]});
  const total = countOf(usage.total);
  const completion = countOf(usage.completion);
  // Where an answer comes out of promptfoo's own cache, only the total is known.
  const known = completion !== null && (completion > 0 || total === 0 || shown(response.output) === "");
  return {
    place,
    ...itemOf(test, vars, prompt),
    asked: askedOf(result),
    prompt: promptText(prompt),
    text: shown(response.output),
    reasoning: textOf(response.reasoning),
    finish_reason: textOf(response.finishReason) ?? "unknown",
    prompt_tokens: known ? countOf(usage.prompt) : null,
    completion_tokens: known ? completion : null,
    cost: numberOf(response.cost) ?? numberOf(result.cost),
    latency_ms: response.cached === true ? null : (numberOf(response.latencyMs) ?? numberOf(result.latencyMs)),
    reported: {right: isRight(main?.value, pass), scores, ...(failed !== undefined && {unanswered: true})}
  };
}

/** Assertions whose value is the right answer, if there is one such assertion. */
const EXACT = new Set(["equals", "contains", "icontains", "starts-with"]);

/** A test case's identity, question and right answer. Its variables are what sets it apart, whatever prompt they are put into. */
function itemOf(test: Fields, vars: Fields, prompt: string): Pick<ForeignSample, "id" | "question" | "expected" | "category"> {
  const names = Object.keys(vars).filter(name => !/^(?:expected|answer|target|ideal|label|reference)$/iu.test(name));
  const [only] = names;
  const question =
    names.length === 1
      ? shown(vars[only!])
      : names.length === 0
        ? prompt
        : names.map(name => `${name}: ${shown(vars[name])}`).join("\n");
  const exact = listOf(test.assert)
    .map(fieldsOf)
    .filter(({type, value}) => EXACT.has(String(type)) && typeof value !== "object");
  const values = [...new Set(exact.map(({value}) => filled(shown(value), vars)))];
  return {
    id: question,
    question,
    expected: values.length === 1 ? values[0]! : "",
    category: textOf(fieldsOf(test.metadata).category)
  };
}

/** A value with the test's variables in it. */
const filled = (text: string, vars: Fields): string =>
  text.replace(/\{\{\s*(\w+)\s*\}\}/gu, (whole, name: string) => (name in vars ? shown(vars[name]) : whole));

/** A prompt that is JSON of messages is shown as these. */
function promptText(prompt: string): string {
  if (!/^\s*\[\s*\{/u.test(prompt)) return prompt;
  try {
    return messagesText(listOf(JSON.parse(prompt)));
  } catch {
    return prompt;
  }
}
