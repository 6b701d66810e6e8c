// Finds the test that a row of a transcript answers: made again by a generator, or of the row's question and right answer.
import {needsAnswer} from "../book/banks/item.node.js";
import {canonicalJson, sha256Hex} from "../book/canonical.js";
import {getOrAdd} from "../book/getOrAdd.js";
import type {Scorer} from "../book/scorers.js";
import {type Spelt, spellParams} from "../generate/coordinates.node.js";
import type {AnyTask} from "../generate/task.js";
import {didYouMean} from "../rows/nearest.js";
import {kindOfForm, spellExpected} from "../score/answer/kinds.js";
import {recordIn} from "../score/episode.js";
import {GeneratedTests, type TableTest} from "./generatedTests.node.js";
import {paramsOf} from "./points/upsert.node.js";
import type {Transcript} from "./transcriptFormat.js";
import {isSameScorer, type Read, readRowScorer, scoredBy} from "./transcriptScorer.js";

/** Tests of the rows of one file. What one row states about a test must hold for later rows too. */
export class TranscriptTests {
  /** Number of rows of generated tests without a prompt, for which it cannot be checked whether they are the same tests. */
  uncompared = 0;
  readonly #tasks: ReadonlyMap<string, AnyTask>;
  readonly #generatedTests = new GeneratedTests();
  readonly #scorers = new Map<string, Read<Scorer>>();
  readonly #params = new Map<string, Read<Spelt>>();
  readonly #points = new Map<string, {hasIndex: boolean; line: number; indices: Map<string, number>}>();
  readonly #questions = new Map<string, {digest: string; line: number}>();

  constructor(tasks: ReadonlyMap<string, AnyTask>) {
    this.#tasks = tasks;
  }

  /** Returns the test that a row answers, or what is wrong with the row. */
  test(row: Transcript, line: number): Read<TableTest> {
    const task = this.#tasks.get(row.base_task);
    const ownGenerator = task !== undefined && (row.generator_version ?? task.version) === task.version;
    const scorer = row.scorer === undefined ? {row: undefined} : this.#scorerOf(row.scorer);
    if ("bad" in scorer) return scorer;
    // A row with its own expected answer but without a generator version comes from another generator that happens to have the same name.
    if (ownGenerator && isPlaced(row) && (row.expected === undefined || row.generator_version !== undefined))
      return this.#generated(row, {task, scorer: scorer.row});
    const expected = row.expected ?? (scorer.row && !needsAnswer(scorer.row) ? "" : undefined);
    if (expected !== undefined) return this.#foreign({...row, expected}, {scorer: scorer.row, line});
    if (!task)
      return {
        bad: `no expected answer, and task "${row.base_task}" has no generator here${didYouMean(row.base_task, this.#tasks.keys())}`
      };
    if (!ownGenerator)
      return {
        bad: `no expected answer, and generator version ${row.generator_version} of ${task.name} is not the built-in one, ${task.version}; give expected, or score with the release that asked it`
      };
    return {bad: "no expected answer: give it, or seed and index of a generated test"};
  }

  #scorerOf(written: NonNullable<Transcript["scorer"]>): Read<Scorer> {
    const key = typeof written === "string" ? written : JSON.stringify(written);
    if (this.#scorers.size >= MAX_SCORERS) this.#scorers.clear();
    return getOrAdd(this.#scorers, key, () => readRowScorer(written));
  }

  #generated(row: PlacedRow, {task, scorer}: {task: AnyTask; scorer: Scorer | undefined}): Read<TableTest> {
    const params = this.#paramsOf(row.params, row.base_task, task.version);
    if ("bad" in params) return params;
    const result = this.#generatedTests.test(task, params.row, row);
    if ("bad" in result) return result;
    const test = result.row;
    const asked = row.question ?? row.prompt;
    if (asked === undefined) this.uncompared++;
    else if (!asked.includes(test.prompt)) return {bad: otherPrompt(asked, test)};
    const name = `${test.base_task} ${test.index} of seed ${test.seed}`;
    const spell = (text: string) => (task.answer ? spellExpected(text, kindOfForm(task.answer)) : text.trim());
    if (row.expected !== undefined && spell(row.expected) !== spell(test.expected))
      return {bad: `expected ${quote(row.expected)}, but the right answer to ${name} is ${quote(test.expected)}`};
    if (test.scorer?.startsWith(EPISODE) && !recordIn(row.text))
      return {bad: `${name} is scored by its calls of tools, which the text does not have (docs/agents.md); leave the row out`};
    if (!scorer) return {row: test};
    if (!test.scorer) return scoredBy(scorer, test);
    return isSameScorer(row.scorer!, test.scorer)
      ? {row: test}
      : {bad: `scorer: ${name} has a scorer, which is another one; leave scorer out`};
  }

  #foreign(row: Transcript & {expected: string}, {scorer, line}: {scorer: Scorer | undefined; line: number}): Read<TableTest> {
    const question = row.question ?? row.prompt;
    if (question === undefined) return {bad: "no question: give prompt or question"};
    const version = row.generator_version ?? 0;
    const params = this.#paramsOf(row.params, row.base_task, version);
    if ("bad" in params) return params;
    const {params_json} = params.row;
    const content = {base_task: row.base_task, params: params_json, question, expected: row.expected};
    const digest = sha256Hex(canonicalJson(content));
    const seed = row.seed ?? null;
    const index = this.#indexOf(row, digest, `${row.base_task} ${version} ${seed} ${params_json}`, line);
    if ("bad" in index) return index;
    const choices = row.choices?.length ? row.choices : undefined;
    const test: TableTest = {
      item_id: `${digest.slice(0, 16)}-${index.row}`,
      base_task: row.base_task,
      params_json,
      generator_version: version,
      seed,
      index: index.row,
      prompt: question,
      expected: row.expected,
      guess_chance: row.guess_chance ?? (choices ? 1 / choices.length : 0),
      ...(choices && {choices}),
      scorer: null,
      steps: null
    };
    return scorer ? scoredBy(scorer, test) : {row: test};
  }

  /** The index of a question that no built-in generator made: its own, or its position among the questions of its point. */
  #indexOf(row: Transcript, digest: string, point: string, line: number): Read<number> {
    const hasIndex = row.index !== undefined;
    const earlier = getOrAdd(this.#points, point, () => ({hasIndex, line, indices: new Map<string, number>()}));
    if (earlier.hasIndex !== hasIndex)
      return {
        bad: `${hasIndex ? "an" : "no"} index, but ${hasIndex ? "none" : "one"} in line ${earlier.line} for the same task and params; give all or none`
      };
    if (!hasIndex) return {row: getOrAdd(earlier.indices, digest, () => earlier.indices.size)};
    const question = getOrAdd(this.#questions, `${point} ${row.index}`, () => ({digest, line}));
    if (question.digest !== digest)
      return {bad: `another question or answer under index ${row.index} than in line ${question.line}`};
    return {row: row.index!};
  }

  #paramsOf(written: unknown, base_task: string, version: number): Read<Spelt> {
    const key = `${base_task} ${version} ${typeof written === "string" ? written : JSON.stringify(written)}`;
    return getOrAdd(this.#params, key, () => {
      const params = paramsOf(written);
      if (!params) return {bad: "params: expected an object or the JSON text of one"};
      const result = spellParams(params, {base_task, version, tasks: this.#tasks});
      return "bad" in result ? result : {row: result};
    });
  }
}

type PlacedRow = Transcript & {seed: number; index: number};
const isPlaced = (row: Transcript): row is PlacedRow => row.seed !== undefined && row.index !== undefined;

/** How the JSON of a scorer begins whose verdict depends on calls of tools. */
const EPISODE = '{"kind":"environment"';
/** Most scorers that are kept by their text. */
const MAX_SCORERS = 1_000;

const quote = (text: string): string => JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);

function otherPrompt(asked: string, {base_task, index, seed, prompt}: TableTest): string {
  let same = 0;
  while (same < prompt.length && asked[same] === prompt[same]) same++;
  return `the prompt is not that of ${base_task} ${index} of seed ${seed}: from character ${same} on it reads ${quote(asked.slice(same))}, ours ${quote(prompt.slice(same))}`;
}
