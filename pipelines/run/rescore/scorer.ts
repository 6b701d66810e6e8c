// Scores stored responses one by one, in the order of the tables, and collects the points that they form.

import {type AnswerSettings, withFormat} from "../../book/answerFormat.js";
import {UserError} from "../../book/error.js";
import type {Scorer as TestScorer} from "../../book/scorers.js";
import {tasks} from "../../generate/registry.node.js";
import type {Test} from "../../generate/task.js";
import {mixedVersions} from "../../generate/versions.js";
import {listCost, type Price} from "../../infer/budget.js";
import type {ForeignCompletion} from "../../infer/completion.js";
import {isAtLimit} from "../../infer/tokenLimit.js";
import {kindOf, kindOfForm} from "../../score/answer/kinds.js";
import {addCounters, type Counters, countersOf, noCounters} from "../../score/counters.js";
import {replayCompletion} from "../../score/replay.js";
import {scoreTest} from "../../score/score.node.js";
import type {Executed} from "../../score/scorers/execution.js";
import {asOfNow} from "../../score/scorers/own.js";
import type {ScorerEffects} from "../../score/scorers/scorer.js";
import type {GivenRow} from "../../store/given.node.js";
import type {Verdict} from "../../store/manifest.node.js";
import {reportedMeasures} from "../../store/reported.js";
import {FACETS, itemRow, type PointRow, pointRow} from "../../store/rows.node.js";
import {samplesOf} from "../../store/standing.node.js";
import {replayedEpisode} from "../environments/replay.js";
import {equalExpressions} from "../expressionEngine.js";
import {patternSearch} from "../patternSearch.js";
import type {ResultWarnings} from "../resultWarnings.js";
import type {TableWriter} from "../resultWriter.js";
import {type Execute, executionOf} from "../sandbox/execute.js";
import {withReported} from "./reported.js";

/** The tags that a suite gives to a point; undefined where the suite does not contain it. */
export type SuiteFacets = (
  base_task: string,
  params_json: string
) => Pick<PointRow, "tiers" | "surfaces" | "projections" | "suites" | "suite_tiers"> | undefined;

export interface Scorer {
  /** What comes of the program in a response, where its scorer has one run. */
  execution(row: GivenRow, execute: Execute): Executed | Promise<Executed> | undefined;
  response(row: GivenRow, execution?: Executed): void;
  /** The points in the order of their first response, and the prices that responses named, by eval_id. */
  finish(): {points: PointRow[]; prices: Map<string, Price>};
}

interface Open {
  id: string;
  first: GivenRow;
  facets: Pick<PointRow, (typeof FACETS)[number] | "suites" | "suite_tiers">;
  counters: Counters;
  samples: number;
  /** Index of the last test that was taken; its repetitions are taken too. */
  index: number;
}

/** The judge's reply to an answer, as a cache holds it, or why there is none; undefined where nobody judges. */
export type JudgementOf = (
  row: GivenRow,
  completion: ForeignCompletion,
  test: Pick<Test, "prompt" | "expected" | "scorer">
) => ScorerEffects["judgement"];

/** @param samples most responses of each point · @param context token limit to replay */
export function scorer({
  facets,
  samples = Number.POSITIVE_INFINITY,
  context,
  writer,
  warnings,
  judgementOf = () => undefined,
  verdict = "theirs"
}: {
  facets: SuiteFacets;
  samples?: number | undefined;
  context?: number | undefined;
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
    const {first, facets, counters} = open;
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
        stopped: first.stopped === "imported" || (!changed && first.stopped) ? first.stopped! : "given",
        simulated: first.simulated,
        ...(first.bank && {bank: true})
      })
    );
  };

  const pointOf = (row: GivenRow): Open => {
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
      open = {id, first: row, facets: none, counters: noCounters, samples: 0, index: -1};
    }
    return open;
  };

  const completionOf = (row: GivenRow): ForeignCompletion => {
    const given: ForeignCompletion = {...row, billed: null, latency_ms: 0, retries: 0, ...(row.refusal === 1 && {refused: true})};
    const whole: ForeignCompletion = withTrueEnd(given, row);
    const {mean_logprob} = row;
    if (context === undefined)
      return typeof mean_logprob === "number" ? {...whole, logprobs: {values: [mean_logprob], lengths: []}} : whole;
    // A run under this limit could not tell a response of as many tokens from one that was cut.
    const {reported_finish: _, ...replayed} = withTrueEnd(replayCompletion(whole, context), {...row, max_tokens: context});
    return replayed;
  };

  return {
    execution: (row, execute) =>
      row.scorer ? executionOf(completionOf(row), {scorer: JSON.parse(row.scorer) as TestScorer}, execute) : undefined,
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
      const completion = completionOf(row);
      const cost = costUnder(row, completion);
      const task = tasks.get(row.base_task);
      const form = task?.version === row.generator_version ? task.answer : undefined;
      const {scorer: written, reading, steps, pair_id, ...given} = row;
      const ruled = {
        ...(written && {scorer: asOfNow(JSON.parse(written) as TestScorer)}),
        ...(reading && {reading: JSON.parse(reading) as AnswerSettings}),
        ...(steps && {steps: JSON.parse(steps) as Test["steps"]}),
        ...(pair_id && {pair_id})
      };
      const test = {...given, prompt: row.question, ...(row.choices.length > 0 ? {} : {choices: []}), ...ruled};
      const judgement = judgementOf(row, completion, test);
      const own = scoreTest(completion, withFormat(test, row.template_format), {
        form,
        simulated: row.simulated,
        effects: {
          search: patternSearch,
          equal: equalExpressions,
          judgement,
          episode: replayedEpisode(test, completion),
          execution
        }
      });
      const readable = written ? true : !(form ? kindOfForm(form) : kindOf(row.expected, row.choices)).whole;
      const score = row.theirs ? withReported(own, row.theirs, {completion, readable, verdict}) : own;
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
        completion: {...completion, latency_ms: row.latency_ms ?? null}
      };
      warnings?.add(key, {test, trial, completion, simulated, score});
      const item = () => itemRow(test, {params_json, tiers: row.item_tiers ?? point.facets.tiers});
      if ("unscored" in score) {
        writer.unscored({...scored, ...score}, item);
        if (row.theirs) writer.measures({...keyOf(row), trial}, reportedMeasures(row.theirs));
        return;
      }
      if (!repeated) point.counters = addCounters(point.counters, countersOf({...row, ...completion, ...score, cost}));
      writer.response({...scored, score}, item);
      if (row.price_input !== null && row.price_output !== null)
        prices.set(row.eval_id, {input: row.price_input, output: row.price_output});
    },
    finish() {
      close();
      return {points, prices};
    }
  };
}

/** Words for an end that was not the token limit's, or of which nothing is known. */
const ENDED = new Set(["stop", "unknown"]);

/** The response as cut by its token limit where it has as many tokens as that. */
function withTrueEnd(completion: ForeignCompletion, {max_tokens, simulated}: GivenRow): ForeignCompletion {
  const {finish_reason, completion_tokens} = completion;
  if (simulated || !ENDED.has(finish_reason) || !isAtLimit(completion_tokens, max_tokens)) return completion;
  return {...completion, finish_reason: "length", reported_finish: finish_reason};
}

const keyOf = ({eval_id, model, template, sampler, item_id}: GivenRow) => ({eval_id, model, template, sampler, item_id});

/** The cost of a response, or of its shortened version. Throws where it can be computed only from a price that is not known. */
function costUnder(row: GivenRow, completion: ForeignCompletion): number {
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
  {base_task, generator_version: version, line}: GivenRow
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
