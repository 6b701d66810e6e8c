// Asks a judge for several verdicts on the same responses: trial 0 is the verdict that counts, the cache keeps every further one.
import {lastValueFrom, toArray} from "rxjs";
import type {ScorerOf} from "../../book/scorers.js";
import type {Book} from "../../book/types.js";
import {costOf} from "../../infer/budget.js";
import type {ChatRequest, Completion} from "../../infer/completion.js";
import type {Report} from "../../infer/progress.node.js";
import {UserError} from "../../rows/error.js";
import {literal} from "../../rows/literal.js";
import {withStore} from "../../studies/maker.node.js";
import {type JudgeNoise, noiseOf, type Verdicts} from "../../studies/preferences/judging/noise.js";
import {acquireStoreLock, openBookClient} from "../bookClient.js";
import {budgetFor, unpriced} from "../budget.js";
import {type Evaluation, planOf} from "../evaluation.js";
import {askEach, type Signals} from "../failures.js";
import type {ModelClient} from "../modelClient.js";
import {gradeRequest, judgementOf, judgeOf} from "./grade.js";

/** A response to judge again: its request, and how a reply is read; null is no verdict. */
export interface Repeated {
  id: string;
  question: string;
  request: ChatRequest;
  read(reply: Pick<Completion, "text" | "finish_reason">): string | null;
}

/** Requests, and tokens and cost of those that were sent now and not answered by the cache. */
export interface Usage {
  requests: number;
  cached: number;
  prompt_tokens: number;
  completion_tokens: number;
  cost: number;
}

export interface RepeatResult extends Usage {
  judged: Verdicts[];
  left: number;
  failures: string[];
}

interface Options extends Signals {
  judge: Evaluation;
  modelClient: Pick<ModelClient, "answer">;
  /** trials that are asked for, such as 1 and 2 after trial 0 */
  trials: readonly number[];
  concurrency: number;
}

/** Asks for verdicts in several trials, one trial after the other, so that a budget that ends early leaves whole trials. */
export async function repeatVerdicts(repeated: readonly Repeated[], options: Options): Promise<RepeatResult> {
  const {judge, modelClient, trials, concurrency, stop, abort} = options;
  const verdicts = repeated.map((): (string | null)[] => []);
  const total: RepeatResult = {
    judged: [],
    left: 0,
    failures: [],
    requests: 0,
    cached: 0,
    prompt_tokens: 0,
    completion_tokens: 0,
    cost: 0
  };
  for (const trial of trials) {
    const ask = async (place: number) => await modelClient.answer(judge, {...repeated[place]!.request, trial});
    const outcomes = await lastValueFrom(askEach([...repeated.keys()], ask, {concurrency, stop, abort}).pipe(toArray()));
    for (const outcome of outcomes)
      if ("error" in outcome) total.failures.push(outcome.error.message);
      else if ("left" in outcome) total.left++;
      else {
        const {thing: place, answer} = outcome;
        const {completion, cached} = answer;
        verdicts[place]!.push(repeated[place]!.read(completion));
        total.requests++;
        if (cached) total.cached++;
        else {
          total.prompt_tokens += completion.prompt_tokens;
          total.completion_tokens += completion.completion_tokens;
          total.cost += costOf(completion, judge.model.price);
        }
      }
  }
  return {...total, judged: repeated.map(({id, question}, i) => ({id, question, verdicts: verdicts[i]!}))};
}

export interface GradeNoise extends Omit<Usage, "cost">, JudgeNoise {
  judge: string;
  /** banks that it grades */
  banks: string[];
  left: number;
  failed: number;
  /** replies that were no verdict */
  unread: number;
  /** US dollars by list price; null where no price is known and requests were sent */
  cost: number | null;
  simulated: boolean;
}

interface GradeOptions extends Signals {
  /** The store whose graded answers are judged again, and whose lock is taken. */
  store: string;
  /** id of the model that grades banks of the book */
  judge: string;
  repeat: number;
  most: number;
  maxCost?: number | undefined;
  report: Report;
}

/** Has the judge of the book's banks grade stored answers n times each; the first time is the grade that counts. Throws a UserError. */
export async function repeatGrades(book: Book, {store, judge: id, repeat, most, maxCost, report, stop, abort}: GradeOptions) {
  const graders = [...planOf(book).judges].filter(([, {model}]) => model.id === id);
  if (graders.length === 0)
    throw new UserError(`no bank of the book is graded by ${id}; a bank's judge: names the model that does`);
  const banks = graders.map(([bank]) => bank);
  const judge = graders[0]![1];
  const repeated = await gradedAnswers(store, {judge, banks, most});
  if (repeated.length === 0) throw new UserError(`${store} has no answers that ${id} has graded`);
  await using _lock = await acquireStoreLock(store, {stop, abort, report});
  await using modelClient = await openBookClient(book, [judge], {
    folder: store,
    budget: budgetFor([judge.model], maxCost ?? book.max_cost),
    stop,
    abort,
    report
  });
  const trials = Array.from({length: repeat}, (_, trial) => trial);
  const {judged, failures, cost, ...result} = await repeatVerdicts(repeated, {
    judge,
    modelClient,
    trials,
    concurrency: judge.model.concurrency,
    stop,
    abort
  });
  for (const message of [...new Set(failures)].slice(0, 5)) report.warn(message);
  const noise: GradeNoise = {
    judge: id,
    banks,
    ...result,
    ...noiseOf(judged),
    failed: failures.length,
    unread: judged.reduce((sum, {verdicts}) => sum + verdicts.filter(verdict => verdict === null).length, 0),
    cost: result.cached < result.requests && unpriced([judge.model]).length > 0 ? null : cost,
    simulated: judge.simulated
  };
  return {noise, judged};
}

interface GradedRow {
  eval_id: string;
  item_id: string;
  trial: number;
  prompt: string;
  expected: string;
  scorer: string;
  seed: number | bigint | null;
  text: string;
  reasoning: string | null;
}

/** Answers that a judge has graded, those of the first digests, with the request that graded them. */
async function gradedAnswers(
  store: string,
  {judge, banks, most}: {judge: Evaluation; banks: readonly string[]; most: number}
): Promise<Repeated[]> {
  const rows = await withStore(store, ({rows}) =>
    rows<GradedRow>(`select s.eval_id, item_id, s.trial, i.prompt, i.expected, i.scorer, i.seed, r.text, r.reasoning
      from samples s join responses r using (eval_id, item_id, trial)
        join (select item_id, any_value(prompt) as prompt, any_value(expected) as expected, any_value(scorer) as scorer, any_value(seed) as seed
          from items where json_extract_string(scorer, '$.kind') = 'rubric' and base_task in (${banks.map(literal).join(", ")}) group by item_id) i using (item_id)
      where s.status < 2 order by md5(s.eval_id || ' ' || item_id || ' ' || s.trial), s.eval_id, item_id, s.trial limit ${most}`)
  );
  return rows.flatMap(({eval_id, item_id, trial, prompt, expected, scorer: json, seed, text, reasoning}): Repeated[] => {
    const scorer = JSON.parse(json) as ScorerOf<"rubric">;
    const test = {prompt, expected, scorer, seed: seed === null ? null : Number(seed)};
    const request = gradeRequest(judgeOf(judge), {text, reasoning, finish_reason: "stop"} as Completion, test);
    if (request === null) return [];
    const grader = {judge: {id: judge.model.id}, test};
    const read: Repeated["read"] = reply => {
      const grade = judgementOf(reply, {...grader, own: false});
      return "missing" in grade ? null : grade.points >= scorer.pass * scorer.most ? "correct" : "incorrect";
    };
    return [{id: `${eval_id}/${item_id}/${trial}`, question: item_id, request, read}];
  });
}
