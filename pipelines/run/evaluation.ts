// Evaluations, the unit of all comparisons: a model asked with a template and a sampler.

import {bookHash} from "../book/read.node.js";
import {samplerSchema} from "../book/schemas.js";
import type {Book, Model, Sampler, Template} from "../book/types.js";
import {tasksOf} from "../generate/bankTask.node.js";
import {itemPlaceOf} from "../generate/itemPlace.node.js";
import type {ManifoldPoint} from "../generate/manifold.node.js";
import {manifoldOf, nameOf} from "../generate/manifold.node.js";
import {canonicalJson, sha256Hex} from "../generate/seed.js";
import type {AnyTask, Test} from "../generate/task.js";
import {BUILT_IN, type ChatRequest} from "../infer/completion.js";
import {normaliseBase, protocolOf} from "../infer/endpoint.node.js";
import {isProgram, programBase} from "../infer/program/program.node.js";
import {SOLVER_VERSION} from "../infer/reference/roster.js";
import {messagesOf, samplingOf} from "../infer/template.node.js";
import {UserError} from "../rows/error.js";
import type {EvaluationKey} from "../store/rows.node.js";
import {tables} from "../store/tables.js";

// No run writes corrections, which are applied to its tables, or facts about models.
const {corrections: _, models: __, ...writtenByRuns} = tables;
const COLUMNS = sha256Hex(canonicalJson(writtenByRuns));

export const REFERENCE = BUILT_IN;

export interface Evaluation {
  key: EvaluationKey;
  model: Model;
  template: Template;
  sampler: Sampler;
  /** Sampling parameters as configured. */
  sampling: Record<string, unknown>;
  /** The endpoint as it appears in cache keys: normalised base URL, or `reference:<solver version>`. */
  base: string;
  simulated: boolean;
}

export interface Plan {
  book: Book;
  evaluations: Evaluation[];
  points: ManifoldPoint[];
  /** The built-in tasks and the book's banks. */
  tasks: ReadonlyMap<string, AnyTask>;
  /** The judges of banks with rubrics, by the bank's name. */
  judges: ReadonlyMap<string, Evaluation>;
}

/** The evaluations and points of a book. Unknown tasks and impossible parameters are refused here. Throws UserError. */
export function planOf(book: Book): Plan {
  const tasks = tasksOf(book);
  const points = manifoldOf(book.suites, {tasks, seed: book.seed, density: book.density});
  return {book, evaluations: evaluationsOf(book), points, tasks, judges: judgesOf(book)};
}

/** The judges of a book's banks, by the bank's name. Throws a UserError where a bank with rubrics names none. */
function judgesOf({banks = []}: Pick<Book, "banks">): Map<string, Evaluation> {
  const judges = new Map<string, Evaluation>();
  for (const {name, judge, rubricAt} of banks) {
    if (rubricAt !== undefined && !judge)
      throw new UserError(
        `${rubricAt} answers are graded by a model here, and the bank names none; add judge: models/NAME.yaml, a model file below data/`
      );
    if (judge)
      judges.set(name, evaluationOf(judge, {id: "judge", before: "", after: ""}, {...samplerSchema.parse({}), id: "judge"}));
  }
  return judges;
}

/** Whether an evaluation is asked a point: the simulated models are programs for what is generated here and can read nothing else. */
export const isAsked = (
  {simulated}: Pick<Evaluation, "simulated">,
  {base_task}: ManifoldPoint,
  {tasks}: Pick<Plan, "tasks">
): boolean => {
  const items = tasks.get(base_task)?.items;
  return !simulated || !items || items.generated === true;
};

/** Every model with every template and sampler. */
export const evaluationsOf = ({models, templates, samplers}: Pick<Book, "models" | "templates" | "samplers">): Evaluation[] =>
  models.flatMap(model => templates.flatMap(template => samplers.map(sampler => evaluationOf(model, template, sampler))));

/**
 * SHA-256 of everything that the rows of one evaluation depend on: its part of the book, the versions of its generators and of the
 * simulated models, and the columns of the tables. Where a store's manifest has another value, the evaluation is out of date.
 */
export function madeFrom(book: Book, {model, template, sampler}: Pick<Evaluation, "model" | "template" | "sampler">): string {
  const tasks = tasksOf(book);
  const generators = Object.fromEntries(
    book.suites.flatMap(({suite}) => suite.tasks).map(grid => [nameOf(grid), tasks.get(nameOf(grid))?.version ?? 0])
  );
  const part = bookHash({...book, models: [model], templates: [template], samplers: [sampler]});
  return sha256Hex(canonicalJson({book: part, generators, solver: SOLVER_VERSION, columns: COLUMNS}));
}

const baseOf = (endpoint: string): string => (isProgram(endpoint) ? programBase(endpoint) : normaliseBase(endpoint));

function evaluationOf(given: Model, template: Template, sampler: Sampler): Evaluation {
  const model = {...given, protocol: protocolOf(given)};
  const simulated = model.endpoint === REFERENCE;
  const base = simulated ? `${REFERENCE}${SOLVER_VERSION}` : baseOf(model.endpoint);
  const sampling = samplingOf(sampler, model);
  const {answer_format: _, ...asking} = template; // how answers are read is no part of what is asked
  const identity = {
    base,
    protocol: model.protocol,
    model: model.model ?? model.id,
    id: model.id,
    template: asking,
    sampling,
    sampler: sampler.id
  };
  const key = {
    eval_id: sha256Hex(canonicalJson(identity)).slice(0, 12),
    model: model.id,
    template: template.id,
    sampler: sampler.id
  };
  return {key, model, template, sampler, sampling, base, simulated};
}

/**
 * The request that asks an evaluation's model one test.
 * @param trial 0 for the first answer, 1 for the first repetition, …
 */
export function requestOf(evaluation: Evaluation, test: Test, trial = 0): ChatRequest {
  const {base, model, template} = evaluation;
  const messages = messagesOf(template, test);
  const [last, {images, tools}] = [messages.at(-1)!, test];
  return {
    base,
    protocol: model.protocol,
    model: model.model ?? model.id,
    messages: images ? [...messages.slice(0, -1), {...last, images}] : messages,
    sampling: trial === 0 ? evaluation.sampling : samplingOfTrial(evaluation, trial),
    trial,
    ...(evaluation.simulated && test.domain !== undefined && {item: itemPlaceOf(test)}),
    ...(tools && {tools: tools.map(({name, description, parameters}) => ({name, description, parameters}))})
  };
}

const samplingsOfTrials = new WeakMap<object, Map<number, Record<string, unknown>>>();

/**
 * The sampling parameters of a repetition: with a seed of its own where one is sent, since one seed gives one answer. Simulated models draw
 * from nothing but the request, so that they are sent a seed where a temperature asks them to vary.
 */
function samplingOfTrial({sampling, simulated}: Evaluation, trial: number): Record<string, unknown> {
  const {seed, temperature} = sampling;
  if (typeof seed !== "number" && !(simulated && Number(temperature) > 0)) return sampling;
  let known = samplingsOfTrials.get(sampling);
  if (!known) samplingsOfTrials.set(sampling, (known = new Map()));
  let own = known.get(trial);
  if (!own) known.set(trial, (own = {...sampling, seed: (typeof seed === "number" ? seed : 0) + trial}));
  return own;
}
