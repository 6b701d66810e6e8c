// Scores stored responses one by one, in the order of the tables, and collects the points that they form.
import {getOrAdd} from "../../book/getOrAdd.js";
import type {Scorer as TestScorer} from "../../book/scorers.js";
import type {Test} from "../../generate/task.js";
import {mixedVersions} from "../../generate/versions.js";
import {listCost, type Price} from "../../infer/budget.js";
import {type ForeignCompletion, isContentFilter} from "../../infer/completion.js";
import {UserError} from "../../rows/error.js";
import {kindOf, kindOfForm} from "../../score/answer/kinds.js";
import {visibleText} from "../../score/answer/visible.js";
import {traceSizes} from "../../score/compression.node.js";
import {addCounters, type Counters, countersOf, noCounters} from "../../score/counters.js";
import type {CutLengths} from "../../score/ended.js";
import type {Score, Unscored} from "../../score/score.node.js";
import type {Executed} from "../../score/scorers/execution.js";
import type {ScorerEffects} from "../../score/scorers/scorer.js";
import {CORRECT, type Ended, endOf, INCORRECT, outcomeOf, TRUNCATED} from "../../score/status.js";
import {type AnsweredTest, addAnswer, sharesOfTests} from "../../score/testShares.js";
import type {StoredResponse} from "../../store/given.node.js";
import type {Verdict} from "../../store/manifest.node.js";
import {OWN_RIGHT, type Reported, reportedMeasures} from "../../store/reported.js";
import {FACETS, itemRow, type PointRow, pointRow} from "../../store/rows.node.js";
import {samplesOf} from "../../store/standing.node.js";
import {replayedEpisode} from "../environments/replay.js";
import type {ResultWarnings} from "../resultWarnings.js";
import type {TableWriter} from "../resultWriter.js";
import {type Execute, executionOf} from "../sandbox/execute.js";
import {completionOf, formOf, readScore, ruledTest} from "./readScore.js";

/**
 * Joins the score by our rules with what was reported. The status is that of `verdict` where it has one, else the other one's; a response that
 * the token limit ended is truncated for both. Without any verdict there is no score.
 * @param readable whether our rules can read such answers: a letter, number, word of few, or an option, and not any line of text
 */
function withReported(
  own: Score | Unscored,
  reported: Reported,
  {completion, readable, verdict}: {completion: ForeignCompletion; readable: boolean; verdict: Verdict}
): Score | Unscored {
  if (isContentFilter(completion.finish_reason)) return own;
  if (reported.unanswered) return {unscored: "not_answered", reason: "it ended without an answer"};
  const isTruncated = completion.finish_reason === "length";
  const scored = readable && reported.readable !== false && !("unscored" in own) ? own : null;
  const ours = scored && !isTruncated ? scored.status === CORRECT : null;
  const right = verdict === "ours" ? (ours ?? reported.right) : (reported.right ?? ours);
  if (right === null && !isTruncated)
    return {unscored: "not_scored", reason: "neither the file nor our rules say whether it is right"};
  const measures = {...reportedMeasures(reported), ...(ours !== null && {[OWN_RIGHT]: ours ? 1 : 0})};
  return {
    ...answerOf(scored, reported, verdict),
    status: isTruncated ? TRUNCATED : right ? CORRECT : INCORRECT,
    ...sizesOf(own, completion),
    ...((Object.keys(measures).length > 0 || scored?.measures) && {measures: {...scored?.measures, ...measures}})
  };
}

/** Longest answer of another program that is kept as one; beyond, it is the response again. */
const LONGEST_ANSWER = 1_000;

const NO_SPAN = {answer_start: null, answer_end: null, answer_reason: null};

/** The answer that belongs to the verdict which counts. */
function answerOf(
  own: Score | null,
  {answer}: Reported,
  verdict: Verdict
): Omit<Score, "status" | "measures" | "trace_bytes" | "compressed_bytes"> {
  if (own && (verdict === "ours" || answer === undefined))
    return {
      parsed: own.parsed,
      answer: own.answer,
      answer_rule: own.answer_rule,
      answer_reason: own.answer_reason,
      answer_start: own.answer_start,
      answer_end: own.answer_end
    };
  // A verdict without an answer of its own says nothing of whether one was found.
  if (answer === undefined) return {...NO_SPAN, parsed: true, answer: null, answer_rule: null};
  const found = answer !== null && answer.trim() !== "" ? answer.slice(0, LONGEST_ANSWER) : null;
  return {...NO_SPAN, parsed: found !== null, answer: found, answer_rule: found === null ? null : "reported"};
}

function sizesOf(own: Score | Unscored, completion: ForeignCompletion): Pick<Score, "trace_bytes" | "compressed_bytes"> {
  if (!("unscored" in own)) return {trace_bytes: own.trace_bytes, compressed_bytes: own.compressed_bytes};
  const {trace_bytes, compressed_bytes} = completion;
  return trace_bytes !== undefined && compressed_bytes !== undefined
    ? {trace_bytes, compressed_bytes}
    : traceSizes(visibleText(completion).trace);
}

/** The tags that a suite gives to a point; undefined where the suite does not contain it. */
export type SuiteFacets = (
  base_task: string,
  params_json: string
) => Pick<PointRow, "tiers" | "surfaces" | "projections" | "suites" | "suite_tiers"> | undefined;

export interface Scorer {
  /** What comes of the program in a response, where its scorer has one run. */
  execution(row: StoredResponse, execute: Execute): Executed | Promise<Executed> | undefined;
  response(row: StoredResponse, execution?: Executed): void;
  /** The points in the order of their first response, and the prices that responses named, by eval_id. */
  finish(): {points: PointRow[]; prices: Map<string, Price>};
}

interface Open {
  id: string;
  first: StoredResponse;
  facets: Pick<PointRow, (typeof FACETS)[number] | "suites" | "suite_tiers">;
  counters: Counters;
  /** All answers, by the identity of their test. */
  tests: Map<string, AnsweredTest>;
  samples: number;
  /** Index of the last test that was taken; its repetitions are taken too. */
  index: number;
}

/** The judge's reply to an answer, as a cache holds it, or why there is none; undefined where nobody judges. */
export type JudgementOf = (
  row: StoredResponse,
  completion: ForeignCompletion,
  test: Pick<Test, "prompt" | "expected" | "scorer">
) => ScorerEffects["judgement"];

/** @param samples most responses of each point · @param context token limit to replay */
export function scorer({
  facets,
  samples = Number.POSITIVE_INFINITY,
  context,
  cutLengths,
  writer,
  warnings,
  judgementOf = () => undefined,
  verdict = "theirs"
}: {
  facets: SuiteFacets;
  samples?: number | undefined;
  context?: number | undefined;
  /** Lengths at which responses without a finish reason were cut. */
  cutLengths: CutLengths;
  writer: TableWriter;
  warnings?: ResultWarnings | undefined;
  /** Absent where nobody judges. */
  judgementOf?: JudgementOf | undefined;
  /** Whose verdict counts on answers that another program has scored. */
  verdict?: Verdict | undefined;
}): Scorer {
  const points: PointRow[] = [];
  const prices = new Map<string, Price>();
  const versions = new Map<string, {version: number; line: number}>();
  const changed = Number.isFinite(samples) || context !== undefined;
  let open: Open | null = null;

  const close = () => {
    if (!open) return;
    const {first, facets, counters, tests} = open;
    open = null;
    if (samplesOf(counters) === 0) return; // none of its answers has a score
    points.push(
      pointRow({
        eval_id: first.eval_id,
        model: first.model,
        template: first.template,
        sampler: first.sampler,
        ...facets,
        base_task: first.base_task,
        params: JSON.parse(first.params_json) as Record<string, unknown>,
        params_json: first.params_json,
        generator_version: first.generator_version,
        seed: first.seed,
        counters,
        testShares: sharesOfTests(tests.values()),
        stopped: first.stopped === "imported" || (!changed && first.stopped) ? first.stopped! : "given",
        simulated: first.simulated,
        ...(first.bank && {bank: true})
      })
    );
  };

  const pointOf = (row: StoredResponse): Open => {
    const id = JSON.stringify([row.model, row.template, row.sampler, row.base_task, row.params_json, row.seed]);
    if (open?.id !== id) {
      close();
      const suite = facets(row.base_task, row.params_json);
      const none = {
        groups: [],
        tiers: suite?.tiers ?? [],
        surfaces: suite?.surfaces ?? [],
        projections: suite?.projections ?? [],
        tags: [],
        suites: suite?.suites ?? row.suites ?? [],
        suite_tiers: suite?.suite_tiers ?? row.suite_tiers ?? []
      };
      open = {id, first: row, facets: none, counters: noCounters, tests: new Map(), samples: 0, index: -1};
    }
    return open;
  };

  return {
    execution: (row, execute) =>
      row.scorer
        ? executionOf(completionOf(row, context), {scorer: JSON.parse(row.scorer) as TestScorer, expected: row.expected}, execute)
        : undefined,
    response(row, execution) {
      refuseMixture(versions, row);
      const point = pointOf(row);
      // Points of a run count first answers alone; those of transcripts count every row.
      const repeated = row.trial > 0 && row.stopped !== undefined && row.stopped !== "given";
      if (row.theirs?.further) return writer.measures({...keyOf(row), trial: row.trial}, reportedMeasures(row.theirs));
      if (repeated ? point.index !== row.index : point.samples >= samples) return;
      if (!repeated) point.samples++;
      point.index = row.index;
      for (const facet of FACETS) point.facets[facet] = union(point.facets[facet], row[facet]);
      const completion = completionOf(row, context);
      const cost = costUnder(row, completion);
      const ruled = ruledTest(row);
      const {item_id, index, guess_chance, pair_id, domain, category} = row;
      const test: Omit<Test, "seed" | "params"> & {seed: number | null} = {
        ...ruled,
        item_id,
        base_task: row.base_task,
        generator_version: row.generator_version,
        seed: row.seed,
        index,
        guess_chance,
        domain: domain ?? undefined,
        category: category ?? undefined,
        ...(pair_id && {pair_id})
      };
      const own =
        typeof row.read === "string"
          ? (JSON.parse(row.read) as Score | Unscored)
          : readScore(row, completion, ruled, {
              judgement: judgementOf(row, completion, test),
              episode: replayedEpisode(test, completion),
              execution
            });
      const score = row.theirs ? withReported(own, row.theirs, {completion, readable: isReadable(row), verdict}) : own;
      const end = endOf(completion.finish_reason);
      // A text shows a cut only where it was read without an answer, and nobody else found one.
      const isUnread = !("unscored" in score) && score.status === INCORRECT && !score.parsed && !row.simulated;
      const {eval_id, base_task, reasoning, text, completion_tokens: tokens} = row;
      const isCut =
        end === "unknown" && isUnread && cutLengths.isCut({eval_id, base_task, tokens, text: `${reasoning ?? ""}${text}`});
      const ended: Ended = isCut ? "cut" : end;
      const {params_json, generator_version, seed, trial, prompt, simulated} = row;
      const {item_id: _, ...key} = keyOf(row);
      const scored = {
        key,
        point: {base_task: row.base_task, params_json, generator_version, seed},
        test,
        trial,
        prompt,
        cost,
        simulated,
        cached: true,
        cut: row.cut,
        completion: {
          ...completion,
          latency_ms: row.latency_ms ?? null,
          cached_prompt_tokens: row.cached_prompt_tokens ?? undefined
        }
      };
      warnings?.add(key, {test, trial, completion, simulated, score});
      const item = () => itemRow(test, {params_json, tiers: row.item_tiers ?? point.facets.tiers});
      if ("unscored" in score) {
        writer.unscored({...scored, ...score}, item);
        if (row.theirs) writer.measures({...keyOf(row), trial}, reportedMeasures(row.theirs));
        return;
      }
      if (!repeated)
        point.counters = addCounters(
          point.counters,
          countersOf({
            status: score.status,
            ended,
            parsed: score.parsed,
            guess_chance,
            prompt_tokens: completion.prompt_tokens,
            completion_tokens: completion.completion_tokens,
            trace_bytes: score.trace_bytes,
            compressed_bytes: score.compressed_bytes,
            cost
          })
        );
      const tally = getOrAdd(point.tests, item_id, () => ({answers: 0, right: 0, guess_chance}));
      addAnswer(tally, outcomeOf({status: score.status, ended}));
      writer.response({...scored, score, ended}, item);
      if (row.price_input !== null && row.price_output !== null)
        prices.set(row.eval_id, {input: row.price_input, output: row.price_output});
    },
    finish() {
      close();
      return {points, prices};
    }
  };
}

/** Whether our rules can read such answers: a letter, number, word of few, or an option, and not any line of text. */
function isReadable(row: StoredResponse): boolean {
  if (row.scorer) return true;
  const form = formOf(row);
  return !(form ? kindOfForm(form) : kindOf(row.expected, row.choices)).whole;
}

const keyOf = ({eval_id, model, template, sampler, item_id}: StoredResponse) => ({eval_id, model, template, sampler, item_id});

/** The cost of a response, or of its shortened version. Throws where it can be computed only from a price that is not known. */
function costUnder(row: StoredResponse, completion: ForeignCompletion): number {
  if (completion.completion_tokens === row.completion_tokens || row.cost === 0) return row.cost;
  const {price_input: input, price_output: output} = row;
  if (input === null || output === null)
    throw new UserError(
      `${row.line > 0 ? `line ${row.line}: ` : ""}what a shorter response of ${row.model} would have cost is not known; ${row.line > 0 ? 'add "price" to its rows' : "its manifest names no price: run npm run run again"}`
    );
  const of = ({prompt_tokens, completion_tokens}: Pick<ForeignCompletion, "prompt_tokens" | "completion_tokens">) =>
    listCost({prompt_tokens: prompt_tokens ?? 0, completion_tokens: completion_tokens ?? 0}, {input, output});
  const [listed, shortened] = [of(row), of(completion)];
  return listed === row.cost ? shortened : row.cost - (listed - shortened);
}

function refuseMixture(
  versions: Map<string, {version: number; line: number}>,
  {base_task, generator_version: version, line}: StoredResponse
): void {
  const first = versions.get(base_task);
  if (!first) versions.set(base_task, {version, line});
  else if (first.version !== version) {
    const where = line > 0 ? ` (lines ${first.line} and ${line})` : "";
    throw new UserError(mixedVersions(base_task, [first.version, version], {where}));
  }
}

const union = (a: string[], b: readonly string[]): string[] =>
  b.every(each => a.includes(each)) ? a : [...new Set([...a, ...b])].sort();
