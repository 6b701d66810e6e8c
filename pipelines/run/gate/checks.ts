// The checks of a gate: each rule with each evaluation that it is about, and what the answers say of it.

import {plural} from "../../book/plural.js";
import {UserError} from "../../rows/error.js";
import {didYouMean} from "../../rows/nearest.js";
import {CORRECT, TRUNCATED} from "../../score/status.js";
import {type ItemTrials, PASS_KINDS} from "../../stats/passK.js";
import {type Answer, areEndsUnknown, type BaselineEntry, type Evidence} from "./evidence.js";
import {isPassMetric, type Metric, PASS_METRICS, type Rule} from "./rules.js";
import {
  type Bound,
  type Pair,
  type Tested,
  testEstimate,
  testExact,
  testMarks,
  testMean,
  testPairs,
  testQuantile
} from "./tests.js";

export interface Check {
  rule: Rule;
  /** The evaluation; null where the store has none that the rule is about. */
  evaluation: Pick<Evidence, "eval_id" | "model" | "template" | "sampler" | "simulated"> | null;
  bound: Bound;
  tested: Tested;
  /** Tests that only this evaluation, and only the other side, got right; null where it is not a difference. */
  discordant: {wins: number; losses: number} | null;
  /** Why nothing could be tested, or what the reader should know; null if nothing. */
  note: string | null;
  /** Most further tests that could count; null = no limit is known. */
  further: number | null;
}

const NONE: Tested = {n: 0, value: null, low: null, high: null, fail: null, pass: null, distance: null};
/** Where a paired difference has two tests and more, its value speaks for itself; below, it has no error. */
const LEAST_PAIRS = 2;

/** Metrics of which less is better, so that a difference must not be positive. */
const LESS_IS_BETTER: readonly Metric[] = ["refused", "truncated"];

function boundOf({metric, at_least, at_most, margin = 0}: Rule): Bound {
  if (at_least !== undefined) return {least: at_least};
  if (at_most !== undefined) return {most: at_most};
  return LESS_IS_BETTER.includes(metric) ? {most: margin} : {least: margin === 0 ? 0 : -margin};
}

/**
 * All checks of a file of rules. A rule about which the store has no evaluation is a check without one, which nothing decides.
 * @param baseline null where none was given
 */
export function checksOf(
  rules: readonly Rule[],
  {evaluations, baseline, level}: {evaluations: readonly Evidence[]; baseline: readonly BaselineEntry[] | null; level: number}
): Check[] {
  return rules.flatMap(rule => {
    const bound = boundOf(rule);
    const other = rule.against === undefined || rule.against === "baseline" ? null : otherSide(rule, evaluations);
    const own = evaluations.filter(each => isAbout(rule, each) && each.model !== other?.model);
    const absent = absentModels(rule, {evaluations, baseline});
    const checks = own.map((evaluation): Check => {
      const answers = chosen(rule, evaluation);
      const {eval_id, model, template, sampler, simulated} = evaluation;
      const whose = {eval_id, model, template, sampler, simulated};
      const base = {rule, bound, evaluation: whose, discordant: null, note: null, further: null};
      if (rule.against !== undefined) return {...base, ...difference(rule, {evaluation, answers, bound, baseline, other, level})};
      return {...base, ...single(rule, {evaluation, answers, bound, level})};
    });
    return [
      ...checks,
      ...absent.map(note => ({rule, bound, evaluation: null, tested: NONE, discordant: null, note, further: null}))
    ];
  });
}

const isNamed = (names: readonly string[] | undefined, name: string): boolean =>
  names === undefined || names.some(each => patternOf(each).test(name));

/** A pattern of names, in which * stands for any characters. */
const patternOf = (name: string): RegExp =>
  new RegExp(`^${name.replace(/[.+?^${}()|[\]\\]/gu, "\\$&").replaceAll("*", ".*")}$`, "su");

const isAbout = (rule: Rule, {model, template, sampler}: Pick<Evidence, "model" | "template" | "sampler">): boolean =>
  isNamed(rule.models, model) && isNamed(rule.templates, template) && isNamed(rule.samplers, sampler);

/** A sentence for each name of a rule that fits no evaluation of the store, and for each of the baseline that the store no longer has. */
function absentModels(
  rule: Rule,
  {evaluations, baseline}: {evaluations: readonly Evidence[]; baseline: readonly BaselineEntry[] | null}
): string[] {
  const models = [...new Set(evaluations.map(({model}) => model))];
  const unmet = (rule.models ?? ["*"]).filter(name => !evaluations.some(each => isAbout({...rule, models: [name]}, each)));
  const gone =
    rule.against === "baseline" && baseline
      ? baseline.filter(each => isAbout(rule, each) && !evaluations.some(({eval_id}) => eval_id === each.eval_id))
      : [];
  return [
    ...unmet.map(name => `the store has no evaluation of ${name === "*" ? "any model" : `"${name}"`}${didYouMean(name, models)}`),
    ...gone
      .filter(({model}) => !evaluations.some(each => each.model === model && isAbout(rule, each)))
      .map(({model, template, sampler}) => `the baseline has ${model}, ${template}, ${sampler}, which the store lacks`)
  ];
}

/** The evaluation of the store that a rule compares with. Throws a UserError where there is none, or are several. */
function otherSide({id, against}: Rule, evaluations: readonly Evidence[]): Evidence {
  const named = evaluations.filter(({model}) => model === against);
  if (named.length === 1) return named[0]!;
  const models = [...new Set(evaluations.map(({model}) => model))];
  throw new UserError(
    named.length === 0
      ? `the rule "${id}" compares with "${against}", of which the store has no evaluation${didYouMean(against!, models)}; "baseline" means the file of --baseline`
      : `the rule "${id}" compares with "${against}", of which the store has ${named.length} evaluations; a gate needs one`
  );
}

const chosen = ({tasks, tiers, suite}: Rule, {answers}: Evidence): Answer[] =>
  answers.filter(
    answer =>
      (tasks === undefined || isNamed(tasks, answer.base_task)) &&
      (tiers === undefined || answer.tiers.some(tier => tiers.includes(tier))) &&
      (suite === undefined || answer.suites.includes(suite))
  );

type Found = Pick<Check, "tested"> & Partial<Pick<Check, "discordant" | "note" | "further">>;

function single(
  rule: Rule,
  {evaluation, answers, bound, level}: {evaluation: Evidence; answers: readonly Answer[]; bound: Bound; level: number}
): Found {
  const {metric, suite} = rule;
  const n = answers.length;
  if (n === 0 && metric !== "score" && metric !== "spend")
    return {tested: NONE, note: "no test that the rule is about was answered"};
  const share = (guess = 0) => ({tested: testMarks(answers.map(markOf(rule)), bound, {level, guess})});
  if ((metric === "cost" || metric === "spend") && evaluation.unpriced && evaluation.spend === 0)
    return {tested: NONE, note: `no price is known for ${evaluation.model}; give it one in the book, 0 if it is free`};
  const latencies = answers.flatMap(({latency_ms}) => (latency_ms === null ? [] : [latency_ms]));
  const latency = (q: number): Found =>
    latencies.length === 0
      ? {tested: NONE, note: "no latencies were measured"}
      : {tested: testQuantile(latencies, q, bound, {level})};
  switch (metric) {
    case "accuracy":
      return share(answers.reduce((sum, each) => sum + each.guess_chance, 0) / n);
    case "refused":
      return share();
    case "truncated":
      if (areEndsUnknown(answers)) return {tested: NONE, note: ENDS_UNKNOWN};
      return share();
    case "pass_at_k":
    case "pass_hat_k": {
      const values = answers.map(markOf(rule)).filter(value => !Number.isNaN(value));
      const few = n - values.length;
      return {tested: testMarks(values, bound, {level}), note: few === 0 ? null : fewText(rule, few, "here")};
    }
    case "cost": {
      const {needed, ...tested} = testMean(
        answers.map(({cost, answers: count, total_cost}) =>
          count === undefined || total_cost === undefined || count === 1 ? cost : total_cost / count
        ),
        bound,
        {level}
      );
      const skewed = needed === null ? null : `costs are too skewed for ${plural(n, "answer")}; about ${needed} are needed`;
      return {tested, note: n === 1 ? "one answer has no interval" : skewed};
    }
    case "spend":
      return {tested: testExact(evaluation.spend, evaluation.responses, bound)};
    case "latency_p50":
      return latency(0.5);
    case "latency_p90":
      return latency(0.9);
    case "latency_p99":
      return latency(0.99);
    case "score": {
      const score = evaluation.scores.find(each => each.suite === suite);
      return score
        ? {tested: testEstimate(score, bound, {level}), note: score.low === null ? "the score has no interval" : null}
        : {tested: NONE, note: `the evaluation has no score of the suite "${suite}"`};
    }
    case "contaminated": {
      const looked = answers.filter(({contaminated}) => contaminated !== null);
      const found = looked.filter(({contaminated}) => contaminated).length;
      if (looked.length === 0) return {tested: NONE, note: "no test was checked against a corpus; the book names none (corpora)"};
      const rest = n - looked.length;
      return {
        tested: testExact(found / looked.length, looked.length, bound),
        note: rest > 0 ? `${plural(rest, "test")} ${rest === 1 ? "was" : "were"} not checked` : null
      };
    }
  }
}

const ENDS_UNKNOWN = "nothing is known of how any answer ended";

type Marked = {status: number; refused: boolean} & Pick<Answer, "answers" | "right_answers" | "cut_answers" | "refused_answers">;

/** All answers to a test, and right ones among them; the first alone where no other is known. */
const trialsOf = ({status, answers, right_answers}: Marked): ItemTrials =>
  answers === undefined || right_answers === undefined ? {n: 1, c: status === CORRECT ? 1 : 0} : {n: answers, c: right_answers};

/** Score of each test, 0–1: over all answers to it, or by the first where no other is known; NaN of too few answers. */
function markOf({metric, k}: Rule): (answer: Marked) => number {
  if (isPassMetric(metric)) {
    const estimate = PASS_KINDS[PASS_METRICS[metric]];
    return answer => {
      const {n, c} = trialsOf(answer);
      return estimate(n, c, k!);
    };
  }
  if (metric === "refused")
    return ({refused, answers, refused_answers}) =>
      answers === undefined || refused_answers === undefined ? (refused ? 1 : 0) : refused_answers / answers;
  if (metric === "truncated")
    return ({status, answers, cut_answers}) =>
      answers === undefined || cut_answers === undefined ? (status === TRUNCATED ? 1 : 0) : cut_answers / answers;
  return answer => {
    const {n, c} = trialsOf(answer);
    return c / n;
  };
}

function difference(
  rule: Rule,
  {
    evaluation,
    answers,
    bound,
    baseline,
    other,
    level
  }: {
    evaluation: Evidence;
    answers: readonly Answer[];
    bound: Bound;
    baseline: readonly BaselineEntry[] | null;
    other: Evidence | null;
    level: number;
  }
): Found {
  if (other === null && baseline === null) return {tested: NONE, note: "no baseline was given; add --baseline FILE"};
  const entry = other === null ? entryOf(evaluation, baseline!) : null;
  if (other === null && entry === null)
    return {tested: NONE, note: "the baseline has no evaluation of this model, template and sampler"};
  const outcomes: ReadonlyMap<string, Marked> = entry
    ? entry.outcomes
    : new Map(other!.answers.map(answer => [answer.item_id, answer]));
  const mark = markOf(rule);
  let few = 0;
  const pairs = answers.flatMap((answer): Pair[] => {
    const old = outcomes.get(answer.item_id);
    const room = rule.metric === "accuracy" ? 1 - answer.guess_chance : 1;
    if (!old || room <= 0) return [];
    const pair = {own: mark(answer), other: mark(old), room};
    if (!Number.isNaN(pair.own + pair.other)) return [pair];
    few++;
    return [];
  });
  const whose = entry ? "the baseline" : other!.model;
  if (rule.metric === "truncated" && (areEndsUnknown(answers) || (entry?.areEndsUnknown ?? areEndsUnknown(other!.answers))))
    return {tested: NONE, note: `${ENDS_UNKNOWN}, here or of ${whose}`};
  if (pairs.length === 0 && few > 0) return {tested: NONE, note: fewText(rule, few, `here and of ${whose}`)};
  if (pairs.length === 0)
    return {
      tested: NONE,
      note: `no test in common with ${whose}: ${answers.length} here, ${outcomes.size} there; ${entry ? "write a baseline anew" : "ask both the same"}`
    };
  const {wins, losses, ...tested} = testPairs(pairs, bound, {level});
  const left = answers.length - pairs.length - few;
  const renamed =
    entry && entry.eval_id !== evaluation.eval_id ? "the baseline is of another endpoint or other parameters" : null;
  const notes = [
    renamed,
    entry && entry.simulated !== evaluation.simulated ? "one side is simulated" : null,
    left > 0 ? `${left} of ${answers.length} tests are not those of ${whose} and do not count` : null,
    few > 0 ? fewText(rule, few, `here and of ${whose}`) : null,
    pairs.length < LEAST_PAIRS ? "one test has no interval" : null
  ].filter(each => each !== null);
  return {
    tested,
    discordant: {wins, losses},
    note: notes.length > 0 ? notes.join("; ") : null,
    further: entry ? Math.max(0, outcomes.size - pairs.length - few) : null
  };
}

/** Tests that do not count, because they have fewer answers than a rule is about. @param where `here`, or whose answers */
const fewText = ({k}: Rule, count: number, where: string): string =>
  `${plural(count, "test")} ${count === 1 ? "has" : "have"} fewer than ${plural(k!, "answer")} ${where} and ${count === 1 ? "does" : "do"} not count; trials in a sampler asks for more`;

/** The baseline of an evaluation: of the same identity, else of the same model, template and sampler where there is one of these. */
function entryOf({eval_id, model, template, sampler}: Evidence, baseline: readonly BaselineEntry[]): BaselineEntry | null {
  const exact = baseline.find(each => each.eval_id === eval_id);
  const named = baseline.filter(each => each.model === model && each.template === template && each.sampler === sampler);
  return exact ?? (named.length === 1 ? named[0]! : null);
}
