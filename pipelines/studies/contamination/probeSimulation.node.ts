// Simulations of the probe: how often it takes clean corpora and models for contaminated, and how often it finds items or an order that a
// model knows. Log-probabilities are the toy distribution of the simulated models, not a language model's.
import {defaultQuestions} from "../../generate/registry.node.js";
import {withExamples} from "../../infer/examples.js";
import {KNOWN, likeliest, likelihoods} from "../../infer/reference/likelihood.node.js";
import {isMemorized} from "../../infer/reference/memorized.js";
import {roster, type SimulatedModel} from "../../infer/reference/roster.js";
import {shareOf, type WilsonShare} from "../../stats/intervals.js";
import {examplesFor, meansInContext, type TextInContext} from "./context.js";
import {type ProbeReport, probeReport, type ScoredToken, shardsOf} from "./probe.js";

/** Tasks whose bare questions are the items; one stratum each. */
const TASKS = ["arithmetic", "boolean", "listops", "brackets"];
/** Likeliest tokens of a place that are listed, as the probe asks for them. */
const LIKELIEST = 5;
const EXAMPLES = 2;
const ORDER = {shards: 8, permutations: 7, longest: 10_000};

/** What a simulated model knows of a benchmark. */
export interface Known {
  /** Items of the benchmark, and as many controls: a multiple of four. */
  items: number;
  /** WilsonShare of the items that the model knows. */
  share: number;
  /** Surprisal of an item that it knows ÷ that of another: 0.2 for the reference models, 1 where knowing changes nothing. */
  surprisal: number;
  /** What each pair of neighbours in canonical order adds to a shard's log-probability, nats; 0 where the order is not known. */
  order: number;
}
const NOTHING: Known = {items: 32, share: 0, surprisal: KNOWN, order: 0};

/**
 * The report on one simulated model and benchmark. The run decides both: which of the reference models, the seeds of items and controls and
 * of the permutations. Nothing else is random, so that a run repeats.
 * @param model a model instead of the run's; it knows contaminated items if its planted memory is above 0
 */
export function simulatedReport(
  run: number,
  {items: size, share, surprisal, order, model = modelOf(run, share > 0)}: Known & {model?: SimulatedModel}
): ProbeReport {
  const contaminated = Math.round(share * size);
  const until = (task: number) => Math.floor((contaminated * task) / TASKS.length); // contaminated items of the tasks before it
  const items = questionsOf(
    2 * run,
    size,
    share > 0 ? (text, i, task) => isMemorized(text) === i < until(task + 1) - until(task) : () => true
  );
  const controls = questionsOf(2 * run + 1, size, text => !isMemorized(text));
  const pieces = (text: string) => likelihoods(model, text, {question: text, surprisal}).slice(1);
  const probed = (texts: readonly Question[]) =>
    texts.map(({id, stratum, text}) => ({id, stratum, tokens: pieces(text).map(scored)}));
  const scoredTokens = (text: string) => {
    let start = 0;
    return likelihoods(model, text, {question: each => each, surprisal})
      .map(({token, logprob}) => {
        start += token.length;
        return {logprob, start: start - token.length};
      })
      .slice(1);
  };
  const inContext = (texts: readonly Question[], set: string): TextInContext[] =>
    examplesFor(texts, {examples: EXAMPLES, longest: ORDER.longest, seed: `${set} ${run}`}).flatMap((chosen, i) => {
      const {text, stratum} = texts[i]!;
      const {prompt, before} = withExamples(
        chosen.map(k => texts[k]!.text),
        text
      );
      const means = meansInContext(scoredTokens(text), scoredTokens(prompt), before);
      return means ? [{stratum, ...means}] : [];
    });
  const total = (text: string) => pieces(text).reduce((sum, {logprob}) => sum + logprob, 0);
  const plans = shardsOf(
    items.map(({text, stratum}) => ({length: text.length, stratum})),
    {...ORDER, seed: run}
  );
  const shards = plans.map(plan => {
    const of = (places: readonly number[]) =>
      total(places.map(i => items[i]!.text).join("\n\n")) +
      order * places.filter((place, i) => i > 0 && places[i - 1] === place - 1).length;
    return {canonical: of(plan.items), permuted: plan.permuted.map(of)};
  });
  return probeReport(
    {
      ...{model: model.id, simulated: true, items: probed(items), controls: probed(controls), shards, left: 0, failed: 0},
      contexts: {examples: EXAMPLES, items: inContext(items, "items"), controls: inContext(controls, "controls")}
    },
    {seed: run}
  );
}

/** The run's reference model, made to know contaminated items or none; its name sets its log-probabilities apart from those of other runs. */
function modelOf(run: number, knows: boolean): SimulatedModel {
  const model = roster[run % roster.length]!;
  const faculties = {...model.faculties, planted_memory_probability: knows ? 1 : 0};
  return {...model, id: `${model.id} ${run}`, faculties};
}

interface Question {
  id: string;
  stratum: string;
  text: string;
}

/** Bare questions of the tasks under one seed, as many of each; `wanted` chooses by a question, its place among its task's, and the task. */
function questionsOf(seed: number, count: number, wanted: (text: string, place: number, task: number) => boolean): Question[] {
  return TASKS.flatMap((name, t) => {
    const questionAt = defaultQuestions(name, seed);
    const found: Question[] = [];
    for (let i = 0; found.length < count / TASKS.length; i++) {
      const text = questionAt(i).expression!;
      if (wanted(text, found.length, t)) found.push({id: `${name} ${seed} ${i}`, stratum: name, text});
    }
    return found;
  });
}

function scored(piece: {token: string; logprob: number}): ScoredToken {
  const {[piece.token]: _, ...others} = likeliest(piece, LIKELIEST);
  return {logprob: piece.logprob, others: Object.values(others)};
}

/** Of simulated runs the share in which something was found. */
export interface SimulationRow extends Known, WilsonShare {
  /** What was looked at: the decision over all tests, or one of them at 5 %. */
  of: "decision" | "single items" | "min-k" | "min-k++" | "order" | "order as published" | "context";
  found: number;
}

/** Level of the single tests. */
const LEVEL = 0.05;

/**
 * The rate of false positives over clean corpora and models: the decision, any item called known, and each test by itself.
 * @param first the number of the first run; others give other corpora, models and permutations
 */
export function falsePositives({runs, first}: {runs: number; first: number}): SimulationRow[] {
  const found = {decision: 0, "single items": 0, "min-k": 0, "min-k++": 0, order: 0, "order as published": 0, context: 0};
  for (let run = first; run < first + runs; run++) {
    const {contaminated, items, membership, order, context} = simulatedReport(run, NOTHING);
    if (contaminated) found.decision++;
    if (items.some(({q}) => q !== null && q <= LEVEL)) found["single items"]++;
    for (const {method, p} of membership) if (p !== null && p <= LEVEL) found[method]++;
    if (order.p !== null && order.p <= LEVEL) found.order++;
    if (order.p_t !== null && order.p_t <= LEVEL) found["order as published"]++;
    if (context && context.p !== null && context.p <= LEVEL) found.context++;
  }
  return Object.entries(found).map(([of, count]) => ({
    ...NOTHING,
    of: of as SimulationRow["of"],
    found: count,
    ...shareOf(count, runs)
  }));
}

/** Cases whose power is shown: items that are known, by their number, share and strength, and an order that is. */
export const CASES: readonly Known[] = [
  ...[16, 64].flatMap(items =>
    [KNOWN, 0.6].flatMap(surprisal => [0.125, 0.25, 0.5, 1].map(share => ({...NOTHING, items, share, surprisal})))
  ),
  ...[1, 4, 12].map(order => ({...NOTHING, order}))
];

/** The power of the decision in each case. Cases have runs of their own, `runs` each from `first` on. */
export function power(cases: readonly Known[], {runs, first}: {runs: number; first: number}): SimulationRow[] {
  return cases.map((known, i): SimulationRow => {
    let found = 0;
    for (let run = 0; run < runs; run++) if (simulatedReport(first + i * runs + run, known).contaminated) found++;
    return {...known, of: "decision", found, ...shareOf(found, runs)};
  });
}
