// Asks a judging model about pairs of responses, each pair in both orders, and turns its replies into votes.
import {lastValueFrom, toArray} from "rxjs";
import type {z} from "zod";
import {costOf} from "../../infer/budget.js";
import type {ChatRequest, Completion} from "../../infer/completion.js";
import {
  type Grades,
  gradesSchemas,
  type Mode,
  pairwisePrompt,
  type RatingScale,
  rubricPrompt,
  scored,
  type Verdict,
  verdictSchema
} from "../../infer/judging.js";
import type {ResponsePair} from "../../studies/preferences/annotation/annotation.js";
import type {Evaluation} from "../evaluation.js";
import {askEach, isFatal, type Signals} from "../failures.js";
import type {ModelClient} from "../modelClient.js";
import type {Repeated} from "./repeat.js";

/** One vote of a judge; `verdicts` holds its answer in each order. */
export interface JudgeVote {
  judge: string;
  model_a: string;
  model_b: string;
  question_id: string;
  turn: number;
  winner: "model_a" | "model_b" | "tie" | "tie (inconsistent)";
  helpfulness?: {a: number; b: number};
  correctness?: {a: number; b: number};
  fluency?: {a: number; b: number};
  /** Characters of each response: the study adjusts for them, as for any pair of numbers. */
  length_a: number;
  length_b: number;
  pair_id: string;
  mode: Mode;
  /** A is the response shown first: that of model_a in `straight`, of model_b in `swapped`. */
  verdicts?: {straight: Verdict; swapped: Verdict};
  simulated: boolean;
}

/** A response's grades, with the field names of the study of ratings: one numeric field for each aspect. */
export interface RatingRow extends Grades {
  judge: string;
  model: string;
  question_id: string;
  turn: number;
  simulated: boolean;
}

export interface Judgment {
  pair: ResponsePair;
  /** Every response that was graded, whether or not the other one was. */
  ratings: RatingRow[];
  /** Null where a reply is unscored. */
  vote: JudgeVote | null;
  /** The reasons, one for each reply without a verdict. */
  unscored: string[];
  /** The verdict of each reply as `repeatedOf` reads it. */
  verdicts: (string | null)[];
  requests: number;
  cached: number;
  /** Tokens of replies that were requested now, not of those from the cache. */
  prompt_tokens: number;
  completion_tokens: number;
  cost: number;
}

export interface Judging {
  judgments: Judgment[];
  /** Number of pairs that were not asked because the budget was reached or the run was stopped. */
  left: number;
  /** Messages of pairs whose requests failed. */
  failures: string[];
  /** The error that shows that no request to this judge can succeed (an unknown model, a wrong key); no more were sent after it. */
  hopeless: string | null;
}

interface Options extends Signals {
  judge: Evaluation;
  modelClient: Pick<ModelClient, "answer">;
  mode: Mode;
  /** The best grade of a rubric. */
  scale?: RatingScale | undefined;
  /** Share of the best grade from which a response of a rubric passes, for verdicts that are repeated. */
  pass?: number | undefined;
  /** The run's key, part of the hash in every fence. */
  key: string;
  concurrency?: number;
}

/** Judges pairs, several at a time; results are in the order of the pairs. A failed request affects only its own pair. */
export async function judgePairs(pairs: readonly ResponsePair[], options: Options): Promise<Judging> {
  const {concurrency = 8, stop, abort} = options;
  const outcomes = await lastValueFrom(
    askEach([...pairs.keys()], place => judgeOne(pairs[place]!, options), {concurrency, stop, abort}).pipe(toArray())
  );
  const errors = outcomes.flatMap(outcome => ("error" in outcome ? [outcome.error] : []));
  return {
    judgments: outcomes.sort((a, b) => a.thing - b.thing).flatMap(outcome => ("answer" in outcome ? [outcome.answer] : [])),
    left: outcomes.filter(outcome => "left" in outcome).length,
    failures: errors.map(({message}) => message),
    hopeless: errors.find(isFatal)?.message ?? null
  };
}

/** Default of `pass`: a mean grade of 3 of 5. */
export const PASS = 0.6;

/** The requests about a pair: in both orders, or with a rubric one for each response. */
export function repeatedOf(
  pair: ResponsePair,
  {judge, mode, key, scale = 5, pass = PASS}: Omit<Options, "modelClient">
): Repeated[] {
  const names = mode === "pairwise" ? ["straight", "swapped"] : [pair.model_a, pair.model_b];
  const read = (reply: Pick<Completion, "text" | "finish_reason">): string | null => {
    if (mode === "pairwise") {
      const compared = scored(reply, verdictSchema);
      return "value" in compared ? compared.value.verdict : null;
    }
    const graded = scored(reply, gradesSchemas[scale]);
    if (!("value" in graded)) return null;
    const {helpfulness, correctness, fluency} = graded.value;
    return helpfulness + correctness + fluency >= 3 * pass * scale ? "pass" : "fail";
  };
  return promptsOf(pair, mode, {key, scale}).map((prompt, i) => ({
    id: `${pair.pair_id}/${names[i]}`,
    question: pair.question_id,
    request: requestFor(judge, prompt),
    read
  }));
}

async function judgeOne(pair: ResponsePair, options: Options): Promise<Judgment> {
  const {judge, modelClient, mode, scale = 5} = options;
  const repeated = repeatedOf(pair, options);
  const answers = await Promise.all(repeated.map(async ({request}) => modelClient.answer(judge, request)));
  const asked = answers.flatMap(({completion, cached}) => (cached ? [] : [completion]));
  const sum = (value: (completion: Completion) => number) => asked.reduce((total, each) => total + value(each), 0);
  const counts = {
    requests: answers.length,
    cached: answers.length - asked.length,
    prompt_tokens: sum(each => each.prompt_tokens),
    completion_tokens: sum(each => each.completion_tokens),
    cost: sum(each => costOf(each, judge.model.price)),
    verdicts: answers.map(({completion}, i) => repeated[i]!.read(completion))
  };
  const common = {
    judge: judge.model.id,
    model_a: pair.model_a,
    model_b: pair.model_b,
    question_id: pair.question_id,
    turn: pair.turn,
    length_a: pair.response_a.length,
    length_b: pair.response_b.length,
    pair_id: pair.pair_id,
    mode,
    simulated: judge.simulated || pair.simulated
  };
  const replies = answers.map(({completion}) => completion);
  const ratings = mode === "pairwise" ? [] : ratingsOf(pair, common, replies, scale);
  const joint =
    mode === "pairwise"
      ? together(replies, verdictSchema, compared)
      : together(replies, gradesSchemas[scale], both => rated(both, scale));
  if ("unscored" in joint) return {pair, vote: null, ratings, unscored: joint.unscored, ...counts};
  return {pair, vote: {...common, ...joint.value}, ratings, unscored: [], ...counts};
}

function ratingsOf(
  {model_a, model_b}: ResponsePair,
  {judge, question_id, turn, simulated}: Pick<JudgeVote, "judge" | "question_id" | "turn" | "simulated">,
  replies: readonly Completion[],
  scale: RatingScale
): RatingRow[] {
  return replies.flatMap((reply, i) => {
    const read = scored(reply, gradesSchemas[scale]);
    return "value" in read ? [{judge, model: [model_a, model_b][i]!, question_id, turn, ...read.value, simulated}] : [];
  });
}

type Verdicted = {verdict: Verdict};

function promptsOf(
  {prompt: question, response_a, response_b}: ResponsePair,
  mode: Mode,
  {key, scale}: {key: string; scale: RatingScale}
): string[] {
  return mode === "pairwise"
    ? [
        pairwisePrompt({question, first: response_a, second: response_b}, key),
        pairwisePrompt({question, first: response_b, second: response_a}, key)
      ]
    : [response_a, response_b].map(answer => rubricPrompt({question, answer}, key, scale));
}

const requestFor = ({base, model, sampling}: Evaluation, content: string): ChatRequest => ({
  base,
  protocol: model.protocol,
  model: model.model ?? model.id,
  messages: [{role: "user", content}],
  sampling,
  trial: 0
});

/** The joint result of two replies; unscored, with all reasons, unless both have a verdict. */
function together<T, R>(
  replies: readonly Completion[],
  schema: z.ZodType<T>,
  combine: (both: [T, T]) => R
): {value: R} | {unscored: string[]} {
  const read = replies.map(reply => scored(reply, schema));
  const unscored = read.flatMap(reply => ("unscored" in reply ? [reply.unscored] : []));
  const values = read.flatMap(reply => ("value" in reply ? [reply.value] : []));
  return unscored.length > 0 ? {unscored} : {value: combine(values as [T, T])};
}

/** Both orders must prefer the same response; otherwise the vote is a tie, marked as inconsistent. */
export function compared([straight, swapped]: [Verdicted, Verdicted]): Pick<JudgeVote, "winner" | "verdicts"> {
  const turned = {A: "B", B: "A", tie: "tie"}[swapped.verdict];
  const winner = ({A: "model_a", B: "model_b", tie: "tie"} as const)[straight.verdict];
  return {
    winner: straight.verdict === turned ? winner : "tie (inconsistent)",
    verdicts: {straight: straight.verdict, swapped: swapped.verdict}
  };
}

/**
 * The response with the higher mean grade wins. A vote holds grades of 1 to 5, as people give them; grades of another scale are only in the
 * ratings.
 */
export function rated([a, b]: [Grades, Grades], scale: RatingScale = 5): Pick<JudgeVote, "winner" | keyof Grades> {
  const total = ({helpfulness, correctness, fluency}: Grades) => helpfulness + correctness + fluency;
  const lead = total(a) - total(b);
  const both = (rating: keyof Grades) => ({a: a[rating], b: b[rating]});
  const winner = lead > 0 ? "model_a" : lead < 0 ? "model_b" : "tie";
  if (scale !== 5) return {winner};
  return {
    winner,
    helpfulness: both("helpfulness"),
    correctness: both("correctness"),
    fluency: both("fluency")
  };
}
