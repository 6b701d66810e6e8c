// Converts responses that were collected elsewhere (formats: transcriptFormat.ts) to tests and responses of the project's tables.
import type {z} from "zod";
import {answerSettings} from "../book/answerFormat.js";
import {canonicalJson, sha256Hex} from "../book/canonical.js";
import {getOrAdd} from "../book/getOrAdd.js";
import {tasksOf} from "../generate/bankTask.node.js";
import type {AnyTask, Test} from "../generate/task.js";
import {listCost, type Price} from "../infer/budget.js";
import {nearest} from "../rows/nearest.js";
import {checked} from "./lines.node.js";
import type {EvaluationKey} from "./rows.node.js";
import {interviewSchema, TRANSCRIPT_FIELDS, type Transcript, transcriptSchema} from "./transcriptFormat.js";
import type {Read} from "./transcriptScorer.js";
import {TranscriptTests} from "./transcriptTests.node.js";

/** A response together with the test that it answers, the common form of both formats and of a store's tables. */
export interface GivenResponse
  extends Omit<
      Transcript,
      "params" | "eval_id" | "trial" | "index" | "seed" | "expected" | "price" | "answer_format" | "locale" | "accept" | "scorer"
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
  /** The test's scorer as JSON; null where it has none. */
  scorer?: string | null;
  /** The test's intermediate results as JSON; null where it has none. */
  steps?: string | null;
  /** Whether the test is an item of a generated benchmark. */
  bank?: boolean | null | undefined;
  cost: number;
  /** US dollars per million tokens; null where no price was given. */
  price_input: number | null;
  price_output: number | null;
  /** Of a generated test, where its task gives them. */
  pair_id?: string | null | undefined;
  domain?: string | undefined;
  category?: string | undefined;
}

const KNOWN_FIELDS: ReadonlySet<string> = new Set(TRANSCRIPT_FIELDS);

/** Returns a reader of rows. */
export const transcriptReader = ({tasks = tasksOf({})}: {tasks?: ReadonlyMap<string, AnyTask>} = {}): TranscriptReader =>
  new TranscriptReader(tasks);

/** Reads rows. What one row states about a test or an evaluation must hold for later rows too. */
class TranscriptReader {
  readonly #tests: TranscriptTests;
  readonly #ignored = new Map<string, number>();
  readonly #evaluations = new Map<string, {eval_id: string; default_id: string; line: number}>();

  constructor(tasks: ReadonlyMap<string, AnyTask>) {
    this.#tests = new TranscriptTests(tasks);
  }

  /** Reads one line of a dataset. */
  response(value: unknown, line: number): Read<GivenResponse> {
    const fields = present(value);
    if (!fields) return {bad: "expected an object"};
    for (const name of Object.keys(fields))
      if (!KNOWN_FIELDS.has(name)) this.#ignored.set(name, (this.#ignored.get(name) ?? 0) + 1);
    const result = checked(fields, transcriptSchema as z.ZodType<Transcript>);
    if ("bad" in result) return result;
    const {row} = result;
    const test = this.#tests.test(row, line);
    if ("bad" in test) return test;
    const evaluation = this.#evaluationOf(row, line);
    if ("bad" in evaluation) return evaluation;
    const {price} = row;
    // Every field is named: copies of both objects take several times as long.
    return {
      row: {
        line,
        eval_id: evaluation.row,
        model: row.model,
        template: row.template,
        sampler: row.sampler,
        base_task: test.row.base_task,
        params_json: test.row.params_json,
        generator_version: test.row.generator_version,
        seed: test.row.seed,
        index: test.row.index,
        trial: row.trial ?? 0,
        item_id: test.row.item_id,
        question: test.row.prompt,
        prompt: row.prompt ?? row.question ?? test.row.prompt,
        expected: test.row.expected,
        choices: test.row.choices ?? [],
        guess_chance: test.row.guess_chance,
        reading: readingText(test.row, row),
        scorer: test.row.scorer,
        steps: test.row.steps,
        bank: test.row.bank,
        text: row.text,
        reasoning: row.reasoning,
        finish_reason: LIMITED.test(row.finish_reason) ? "length" : row.finish_reason,
        prompt_tokens: row.prompt_tokens,
        completion_tokens: row.completion_tokens,
        max_tokens: row.max_tokens,
        cost: row.cost ?? (price ? costOf(row, price) : 0),
        price_input: price?.input ?? null,
        price_output: price?.output ?? null,
        latency_ms: row.latency_ms,
        simulated: row.simulated,
        groups: row.groups,
        tiers: row.tiers,
        surfaces: row.surfaces,
        projections: row.projections,
        pair_id: test.row.pair_id,
        domain: test.row.domain,
        category: test.row.category
      }
    };
  }

  /** Reads one line of an interview; returns each answer, valid or not. */
  interview(value: unknown, line: number): Read<GivenResponse>[] {
    const fields = present(value);
    if (!fields) return [{bad: "expected an object"}];
    const result = checked(fields, interviewSchema);
    if ("bad" in result) return [result];
    const {answers, ...shared} = result.row;
    const trials = new Map<string, number>();
    return answers.map((answer, i) => {
      const row = {...shared, ...answer};
      const evaluation = JSON.stringify([row.model, row.template, row.sampler].map(each => each ?? null));
      const trial = trials.get(evaluation) ?? 0;
      trials.set(evaluation, trial + 1);
      const read = this.response({trial, ...row}, line);
      return "bad" in read ? {bad: `answers[${i}]: ${read.bad}`} : read;
    });
  }

  /** Unknown fields of the rows, with the number of rows that have them and the field that was probably meant. */
  ignored(): {name: string; rows: number; meant?: string}[] {
    return [...this.#ignored].map(([name, rows]) => {
      const meant = nearest(name, TRANSCRIPT_FIELDS);
      return {name, rows, ...(meant && {meant})};
    });
  }

  /** Number of rows of generated tests without a prompt, for which it cannot be checked whether they are the same tests. */
  uncompared(): number {
    return this.#tests.uncompared;
  }

  #evaluationOf(row: Transcript, line: number): Read<string> {
    const {model, template, sampler} = row;
    const earlier = getOrAdd(this.#evaluations, JSON.stringify([model, template, sampler]), () => {
      const default_id = sha256Hex(canonicalJson({model, template, sampler})).slice(0, 12);
      return {eval_id: row.eval_id ?? default_id, default_id, line};
    });
    const eval_id = row.eval_id ?? earlier.default_id;
    if (earlier.eval_id !== eval_id)
      return {
        bad: `eval_id "${eval_id}", but "${earlier.eval_id}" in line ${earlier.line} for the same model, template and sampler`
      };
    return {row: eval_id};
  }
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
function present(value: unknown): Record<string, unknown> | null {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return null;
  const fields: Record<string, unknown> = {};
  for (const [name, each] of Object.entries(value)) if (each !== null && each !== undefined) fields[name] = each;
  return fields;
}
