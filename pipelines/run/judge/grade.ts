// Asks the judge of an item bank to grade an answer by a rubric, through the run's own client, cache and budget.
import type {Test} from "../../generate/task.js";
import {type ChatRequest, type Completion, EndpointError, type ForeignCompletion} from "../../infer/completion.js";
import {gradePrompt, pointsSchema, scored} from "../../infer/judging.js";
import {ContextExceeded} from "../../infer/usage.js";
import {gradedAnswer} from "../../score/score.node.js";
import type {ScorerEffects} from "../../score/scorers/scorer.js";
import type {Evaluation} from "../evaluation.js";
import type {Answered} from "../exchange.js";

/** What a judge's request depends on. */
export interface Judge extends Pick<Evaluation, "base" | "sampling"> {
  id: string;
  protocol: ChatRequest["protocol"];
  /** The name that the endpoint is asked for. */
  name: string;
}

export const judgeOf = ({base, sampling, model}: Evaluation): Judge => ({
  base,
  sampling,
  id: model.id,
  protocol: model.protocol,
  name: model.model ?? model.id
});

type Graded = Pick<Test, "prompt" | "expected" | "scorer"> & {seed: number | null};

/** The request that has a judge grade an answer; null where there is nothing to grade. The global seed is part of the fences' code. */
export function gradeRequest(
  {base, sampling, protocol, name}: Judge,
  completion: ForeignCompletion,
  test: Graded
): ChatRequest | null {
  const answer = gradedAnswer(completion, test);
  if (answer === null || test.scorer?.kind !== "rubric") return null;
  const {rubric, most} = test.scorer;
  const content = gradePrompt(
    {question: test.prompt, reference: test.expected, answer},
    {rubric, most, key: String(test.seed ?? "")}
  );
  return {base, protocol, model: name, messages: [{role: "user", content}], sampling, trial: 0};
}

/** A judge's reply as scoring takes it, with the request's answer where there is one. */
export interface Grading {
  judgement: NonNullable<ScorerEffects["judgement"]>;
  answered?: Answered;
}

/** Whether a judge is the model whose answers it grades: the same name at the same endpoint. */
export const isOwn = (judge: Judge, {base, model}: Pick<Evaluation, "base" | "model">): boolean =>
  judge.base === base && judge.name === (model.model ?? model.id);

/** A judge's verdict by its reply, which is one JSON object and nothing else, or why it is none. */
export function judgementOf(
  reply: Pick<Completion, "text" | "finish_reason">,
  {judge, own, test: {scorer}}: {judge: Pick<Judge, "id">; own: boolean; test: Pick<Test, "scorer">}
): Grading["judgement"] {
  const read = scored(reply, pointsSchema(scorer?.kind === "rubric" ? scorer.most : 0));
  if ("unscored" in read) return {missing: `the reply of ${judge.id} is no verdict: ${read.unscored}`};
  return {points: read.value.points, own};
}

/**
 * Asks the judge, at once where the cache holds its reply. A judge that refuses this one request leaves the answer without a score; an error
 * that may pass, or that concerns every request, is thrown, so that the next run asks again.
 */
export function grade(
  request: ChatRequest,
  {
    judge,
    own,
    test,
    answer
  }: {
    judge: Evaluation;
    own: boolean;
    test: Pick<Test, "scorer">;
    answer: (evaluation: Evaluation, request: ChatRequest) => Answered | Promise<Answered>;
  }
): Grading | Promise<Grading> {
  const {id} = judge.model;
  const of = (answered: Answered): Grading => ({
    judgement: judgementOf(answered.completion, {judge: {id}, own, test}),
    answered
  });
  const refused = (error: unknown): Grading => {
    if (error instanceof ContextExceeded)
      return {judgement: {missing: `the answer does not fit into the context of ${id}, which grades it`}};
    if (error instanceof EndpointError && isRefusalOfOne(error))
      return {judgement: {missing: `${id}, which grades it, refused the request (HTTP ${error.details.status})`}};
    throw error;
  };
  try {
    const answered = answer(judge, request);
    return answered instanceof Promise ? answered.then(of, refused) : of(answered);
  } catch (error) {
    return refused(error);
  }
}

/** Whether a judge refuses one request for good; 401 and 403 may concern its key, and end when that is mended. */
const isRefusalOfOne = ({details: {status, retryable, fatal}}: EndpointError): boolean =>
  status >= 400 && status !== 401 && status !== 403 && !retryable && !fatal;
