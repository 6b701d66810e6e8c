// Converts responses that were collected elsewhere (formats: transcriptFormat.ts) to tests and responses of the project's tables.
import type {z} from "zod";
import {answerSettings} from "../book/answerFormat.js";
import {canonicalJson, sha256Hex} from "../book/canonical.js";
import {nearest} from "../book/nearest.js";
import {pointAt, type Spelt, spellParams} from "../generate/coordinates.node.js";
import {testAt} from "../generate/manifold.node.js";
import {tasks as registry} from "../generate/registry.node.js";
import type {Task, Test} from "../generate/task.js";
import {listCost, type Price} from "../infer/budget.js";
import {kindOfForm, spellExpected} from "../score/answer/kinds.js";
import {checked} from "./lines.node.js";
import {paramsOf} from "./points/upsert.node.js";
import type {EvaluationKey} from "./rows.node.js";
import {interviewSchema, TRANSCRIPT_FIELDS, type Transcript, transcriptSchema} from "./transcriptFormat.js";

/** A response together with the test that it answers, the common form of both formats and of a store's tables. */
export interface GivenResponse
  extends Omit<
      Transcript,
      "params" | "eval_id" | "trial" | "index" | "seed" | "expected" | "price" | "answer_format" | "locale" | "accept"
    >,
    EvaluationKey {
  line: number;
  params_json: string;
  generator_version: number;
  seed: number | null;
  index: number;
  trial: number;
  item_id: string;
  question: string;
  prompt: string;
  expected: string;
  choices: string[];
  guess_chance: number;
  /** How its answers are read, as JSON of `AnswerSettings`; null where nothing is set. */
  reading?: string | null;
  cost: number;
  /** US dollars per million tokens; null where no price was given. */
  price_input: number | null;
  price_output: number | null;
}

type Read<T> = {row: T} | {bad: string};

export interface TranscriptReader {
  /** Reads one line of a dataset. */
  response(value: unknown, line: number): Read<GivenResponse>;
  /** Reads one line of an interview; returns each answer, valid or not. */
  interview(value: unknown, line: number): Read<GivenResponse>[];
  /** Unknown fields of the rows, with the number of rows that have them and the field that was probably meant. */
  ignored(): {name: string; rows: number; meant?: string}[];
  /** Number of rows of generated tests without a prompt, for which it cannot be checked whether they are the same tests. */
  uncompared(): number;
}

/** Returns a reader of rows. What one row states about a test or an evaluation must hold for later rows too. */
export function transcriptReader({tasks = registry}: {tasks?: ReadonlyMap<string, Task>} = {}): TranscriptReader {
  const ignored = new Map<string, number>();
  const spelt = new Map<string, Read<Spelt>>();
  const evaluations = new Map<string, {eval_id: string; line: number}>();
  const numbered = new Map<string, {given: boolean; line: number; indices: Map<string, number>}>();
  const questions = new Map<string, {digest: string; line: number}>();
  let uncompared = 0;

  const spell = (written: unknown, base_task: string, version: number): Read<Spelt> => {
    const key = `${base_task} ${version} ${typeof written === "string" ? written : JSON.stringify(written)}`;
    let known = spelt.get(key);
    if (!known) {
      const params = paramsOf(written);
      const result = params
        ? spellParams(params, {base_task, version, tasks})
        : {bad: "params: expected an object or the JSON text of one"};
      spelt.set(key, (known = "bad" in result ? result : {row: result}));
    }
    return known;
  };

  const generated = (row: Transcript, task: Task): Read<{test: Test; params_json: string}> => {
    const params = spell(row.params, row.base_task, task.version);
    if ("bad" in params) return params;
    const test = testAt(pointAt(task, params.row, row.seed!), task, row.index!);
    const asked = row.question ?? row.prompt;
    if (asked === undefined) uncompared++;
    else if (!asked.includes(test.prompt)) return {bad: otherPrompt(asked, test)};
    if (
      row.expected !== undefined &&
      spellExpected(row.expected, kindOfForm(task.answer)) !== spellExpected(test.expected, kindOfForm(task.answer))
    )
      return {
        bad: `expected ${quote(row.expected)}, but the right answer to ${test.base_task} ${test.index} of seed ${test.seed} is ${quote(test.expected)}`
      };
    return {row: {test, params_json: params.row.params_json}};
  };

  /** The index of a question that no built-in generator made: its own, or its position among the questions of its point. */
  const numberOf = (row: Transcript, digest: string, point: string, line: number): Read<number> => {
    const given = row.index !== undefined;
    let known = numbered.get(point);
    if (!known) numbered.set(point, (known = {given, line, indices: new Map()}));
    if (known.given !== given)
      return {
        bad: `${given ? "an" : "no"} index, but ${given ? "none" : "one"} in line ${known.line} for the same task and params; give all or none`
      };
    if (!given) {
      if (!known.indices.has(digest)) known.indices.set(digest, known.indices.size);
      return {row: known.indices.get(digest)!};
    }
    const place = `${point} ${row.index}`;
    const earlier = questions.get(place);
    if (!earlier) questions.set(place, {digest, line});
    else if (earlier.digest !== digest)
      return {bad: `another question or answer under index ${row.index} than in line ${earlier.line}`};
    return {row: row.index!};
  };

  const foreign = (
    row: Transcript,
    line: number
  ): Read<Omit<Test, "params" | "seed"> & {params_json: string; seed: number | null}> => {
    const question = row.question ?? row.prompt;
    if (question === undefined) return {bad: "no question: give prompt or question"};
    const version = row.generator_version ?? 0;
    const params = spell(row.params, row.base_task, version);
    if ("bad" in params) return params;
    const {params_json} = params.row;
    const content = {base_task: row.base_task, params: params_json, question, expected: row.expected!};
    const digest = sha256Hex(canonicalJson(content));
    const seed = row.seed ?? null;
    const number = numberOf(row, digest, `${row.base_task} ${version} ${seed} ${params_json}`, line);
    if ("bad" in number) return number;
    const choices = row.choices?.length ? row.choices : undefined;
    return {
      row: {
        item_id: `${digest.slice(0, 16)}-${number.row}`,
        base_task: row.base_task,
        params_json,
        generator_version: version,
        seed,
        index: number.row,
        prompt: question,
        expected: row.expected!,
        guess_chance: row.guess_chance ?? (choices ? 1 / choices.length : 0),
        ...(choices && {choices})
      }
    };
  };

  const testOf = (row: Transcript, line: number): ReturnType<typeof foreign> => {
    const task = tasks.get(row.base_task);
    const ownGenerator = task !== undefined && (row.generator_version ?? task.version) === task.version;
    const placed = row.seed !== undefined && row.index !== undefined;
    // A row with its own expected answer but without a generator version comes from another generator that happens to have the same name.
    if (ownGenerator && placed && (row.expected === undefined || row.generator_version !== undefined)) {
      const result = generated(row, task);
      return "bad" in result ? result : {row: {...result.row.test, params_json: result.row.params_json}};
    }
    if (row.expected !== undefined) return foreign(row, line);
    if (!task) return {bad: `no expected answer, and task "${row.base_task}" has no generator here`};
    if (!ownGenerator)
      return {
        bad: `no expected answer, and generator version ${row.generator_version} of ${task.name} is not the built-in one, ${task.version}`
      };
    return {bad: "no expected answer: give it, or seed and index of a generated test"};
  };

  const response = (value: unknown, line: number): Read<GivenResponse> => {
    const fields = present(value);
    if (!fields) return {bad: "expected an object"};
    for (const name of Object.keys(fields))
      if (!TRANSCRIPT_FIELDS.includes(name)) ignored.set(name, (ignored.get(name) ?? 0) + 1);
    const result = checked(fields, transcriptSchema as z.ZodType<Transcript>);
    if ("bad" in result) return result;
    const {row} = result;
    const test = testOf(row, line);
    if ("bad" in test) return test;
    const {model, template, sampler} = row;
    const name = JSON.stringify([model, template, sampler]);
    const eval_id = row.eval_id ?? sha256Hex(canonicalJson({model, template, sampler})).slice(0, 12);
    const known = evaluations.get(name);
    if (!known) evaluations.set(name, {eval_id, line});
    else if (known.eval_id !== eval_id)
      return {bad: `eval_id "${eval_id}", but "${known.eval_id}" in line ${known.line} for the same model, template and sampler`};
    const {price, params: _, answer_format, locale, accept, ...rest} = row;
    return {
      row: {
        ...rest,
        ...test.row,
        reading: readingText(test.row, {answer_format, locale, accept}),
        line,
        eval_id,
        question: test.row.prompt,
        prompt: row.prompt ?? row.question ?? test.row.prompt,
        choices: test.row.choices ?? [],
        trial: row.trial ?? 0,
        finish_reason: LIMITED.test(row.finish_reason) ? "length" : row.finish_reason,
        cost: row.cost ?? (price ? costOf(row, price) : 0),
        price_input: price?.input ?? null,
        price_output: price?.output ?? null
      }
    };
  };

  return {
    response,
    interview(value, line) {
      const fields = present(value);
      if (!fields) return [{bad: "expected an object"}];
      const result = checked(fields, interviewSchema);
      if ("bad" in result) return [result];
      const {answers, ...shared} = result.row;
      const trials = new Map<string, number>();
      return answers.map((answer, i) => {
        const row = {...shared, ...answer};
        const of = JSON.stringify([row.model, row.template, row.sampler].map(each => each ?? null));
        const trial = trials.get(of) ?? 0;
        trials.set(of, trial + 1);
        const read = response({trial, ...row}, line);
        return "bad" in read ? {bad: `answers[${i}]: ${read.bad}`} : read;
      });
    },
    ignored: () =>
      [...ignored].map(([name, rows]) => {
        const meant = nearest(name, TRANSCRIPT_FIELDS);
        return {name, rows, ...(meant && {meant})};
      }),
    uncompared: () => uncompared
  };
}

/** How answers to a test are read, as JSON: as its row says, else as its task says; null where neither says anything. */
function readingText(
  {expected, reading}: Pick<Test, "expected" | "reading">,
  {answer_format, locale, accept = []}: Pick<Transcript, "answer_format" | "locale" | "accept">
): string | null {
  const others = [...new Set(accept)].filter(each => each.trim() !== "" && each !== expected);
  const settings = answerSettings({...reading, ...answerSettings({format: answer_format, locale, accept: others})});
  return settings ? JSON.stringify(settings) : null;
}

/** Cost of a response at list price; 0 where its tokens are not known. */
const costOf = ({prompt_tokens, completion_tokens}: Transcript, price: Price): number =>
  prompt_tokens === null || completion_tokens === null ? 0 : listCost({prompt_tokens, completion_tokens}, price);

/** Values with which servers report that the token limit ended a response. */
const LIMITED = /^(?:length|max_?(?:output_?)?tokens|model_length|token_limit)$/iu;

/** An object's fields without nulls, because Parquet has a null where JSON has no field. */
const present = (value: unknown): Record<string, unknown> | null =>
  value !== null && typeof value === "object" && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).filter(([, each]) => each !== null && each !== undefined))
    : null;

const quote = (text: string): string => JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);

function otherPrompt(asked: string, {base_task, index, seed, prompt}: Test): string {
  let same = 0;
  while (same < prompt.length && asked[same] === prompt[same]) same++;
  return `the prompt is not that of ${base_task} ${index} of seed ${seed}: from character ${same} on it reads ${quote(asked.slice(same))}, ours ${quote(prompt.slice(same))}`;
}
