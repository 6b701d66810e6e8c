// Forecasts the requests, tokens and cost of a run with 90 % intervals, from the model's own answers so far, else from other models of its
// group, else from any models, else from a prior.

import type {Precision} from "../../book/schemas.js";
import {normal} from "../../generate/normal.js";
import {type Random, randomOf} from "../../generate/seed.js";
import {listCost, type Price} from "../../infer/budget.js";
import {type Behaviour, behaviour, difference, FEW, ownErrors, shareAt, shareOfAnything} from "./behaviour.js";
import {type LengthPrior, UNKNOWN_LENGTH} from "./lengthPrior.js";
import {missingOf, type Shape, turnsOf} from "./missing.js";
import type {Bounds, RequestShape} from "./pointEstimate.js";
import {type Belief, drawShared, drawValue, type Expected, exactly, expectedOf, learn, type Shared} from "./predictive.js";
import type {Observed, Replayed} from "./replay.js";
import type {Requests} from "./requestCounts.js";

/** An evaluation whose missing answers are to be forecast. */
export interface Target extends Observed {
  cells: ReadonlyMap<string, Replayed>;
  /** Samples that ended points have saved and that reallocation may spend; undefined where nothing is reallocated. */
  saved?: number | undefined;
  /** What a request of each point holds. */
  shapes: ReadonlyMap<string, RequestShape>;
  /** Null where the price is not known. */
  price: Price | null;
  /** Most completion tokens of one answer. */
  longest: number;
  /** Length of its answers if no answer of any model is at hand. */
  prior: LengthPrior;
  /** Missing grades of its answers, each kind by its place among the graders. */
  grades?: readonly {grader: number; count: Bounds}[] | undefined;
}

/** A judge's grades of the answers to one bank, as the forecast takes them. */
export interface Grader {
  /** Mean prompt tokens without the answer. */
  prompt: number;
  /** Mean prompt tokens of grades at hand, the answer included; null without any. */
  known: number | null;
  /** Median completion tokens of a grade, and the standard deviation of their logarithm. */
  tokens: number;
  spread: number;
  longest: number;
  price: Price | null;
}

/** The data on which a forecast is based. */
export interface Basis {
  kind: "nothing to ask" | "own answers" | "own answers elsewhere" | "group" | "other models" | "prior";
  /** Description with the number of observations. */
  text: string;
}

/** Expected requests, tokens and cost. */
export interface Forecast {
  requests: Expected;
  prompt_tokens: Expected;
  completion_tokens: Expected;
  /** US dollars at list price; null where no price is known. */
  cost: Expected | null;
}

/** Prior median of completion tokens per request; its 90 % interval reaches from a seventh to seven times this. */
/** Prior of the logit of the position of a model's number of requests between its minimum and maximum. */
const SHARE: Belief = {mean: 0, weight: 0.25, spread: 0.7, df: 6};
/**
 * Standard deviations around predictions from a model's own answers, besides their sampling errors: where all points were observed, and the
 * addition where none was.
 */
const OWN = {tokens: {known: 0.05, unknown: 0.12}, share: {known: 0.1, unknown: 0.45}};
/** Fewest models from which a group's behaviour is estimated. */
const GROUP = 3;
/**
 * Most models that the estimated mean counts for: future models are not a random sample of the observed ones, so their common deviation is
 * not known better than this.
 */
const OTHERS = 8;
/** The same limit for the deviation of points at which no model was observed: it counts as known from one model at most. */
const UNSEEN = 1;
/** The same limit for the deviation of a point's later tests from its first ones. */
const SEEN = 4;
/** Number of Monte Carlo draws of each forecast. */
const DRAWS = 2_000;

/** Forecasts each target and all of them together. Deterministic, because the draws are seeded. */
export function forecast(
  targets: readonly Target[],
  {others, precision, graders = []}: {others: readonly Observed[]; precision: Precision; graders?: readonly Grader[]}
): {each: (Forecast & {basis: Basis})[]; graded: Forecast[]; together: Forecast} {
  const seen = targets.filter(({cells}) => answers(cells) >= FEW);
  const known = new Set(seen.map(identity));
  const pool = [...seen, ...others.filter(each => answers(each.cells) >= FEW && !known.has(identity(each)))];
  const outlooks = targets.map(target => outlookOf(target, {pool, precision}));
  const random = randomOf("forecast");
  const sums = targets.map(() => newDraws());
  const graded = graders.map(() => newDraws());
  const total = newDraws();
  for (let draw = 0; draw < DRAWS; draw++) {
    const shared = {common: {tokens: normal(random), share: normal(random)}, kinds: new Map()};
    const verdicts = graders.map(({tokens, spread}) => (spread > 0 ? tokens * Math.exp(spread * normal(random)) : tokens));
    const count = (own: Draws, {requests, prompt, completion}: Drawn, price: Price | null) => {
      const tokens = {prompt_tokens: requests * prompt, completion_tokens: requests * completion};
      const values = {requests, ...tokens, cost: price ? listCost(tokens, price) : 0};
      for (const name of QUANTITIES) {
        own[name][draw]! += values[name];
        total[name][draw]! += values[name];
      }
    };
    outlooks.forEach((outlook, i) => {
      const {place, ...drawn} = drawOf(outlook, shared, random);
      count(sums[i]!, drawn, outlook.price);
      for (const {grader, count: missing} of targets[i]!.grades ?? []) {
        const {prompt, known, price, longest} = graders[grader]!;
        const grade = {prompt: known ?? prompt + drawn.answer, completion: Math.min(longest, Math.max(1, verdicts[grader]!))};
        count(graded[grader]!, {requests: lerp(missing.low, missing.high, place), ...grade}, price);
      }
    });
  }
  return {
    each: outlooks.map((outlook, i) => ({...forecastOf(sums[i]!, priced(outlook)), basis: outlook.basis})),
    graded: graders.map(({price}, i) => forecastOf(graded[i]!, price !== null)),
    together: forecastOf(total, outlooks.some(priced) || graders.some(({price}) => price !== null))
  };
}

const lerp = (low: number, high: number, place: number): number => low + place * (high - low);

const identity = ({model, template, sampler}: Observed) => JSON.stringify([model, template, sampler]);
const priced = ({price, requests}: PointForecast) => price !== null || requests.high.high === 0;

const QUANTITIES = ["requests", "prompt_tokens", "completion_tokens", "cost"] as const;
type Draws = Record<(typeof QUANTITIES)[number], Float64Array>;
const newDraws = (): Draws =>
  Object.fromEntries(QUANTITIES.map(name => [name, new Float64Array(DRAWS)])) as Record<
    (typeof QUANTITIES)[number],
    Float64Array
  >;

function forecastOf(draws: Draws, priced: boolean): Forecast {
  const of = (name: keyof Draws) =>
    draws[name].every(value => value === draws[name][0]) ? exactly(draws[name][0]!) : expectedOf(draws[name]);
  return {
    requests: of("requests"),
    prompt_tokens: of("prompt_tokens"),
    completion_tokens: of("completion_tokens"),
    cost: priced ? of("cost") : null
  };
}

/** Beliefs about one target. Targets of one `kind` share their unknown deviations. */
interface PointForecast {
  kind: string;
  basis: Basis;
  tokens: Belief;
  share: Belief;
  /** Where the number of requests of a dialogue lies between the fewest and the most: mean and standard deviation; null without dialogues. */
  turns: {mean: number; spread: number} | null;
  /** Most values that the belief's mean counts for; the rest of its error is common to all targets. */
  trust: number;
  /** Whether an answer is missing, or its grade. */
  open: boolean;
  /** Missing requests: fewest and most of the fewest answers, and of the most. */
  requests: Requests;
  /** Mean shape of the missing requests. */
  shape: Shape;
  price: Price | null;
  longest: number;
}

/** Random values of one draw that all targets share, and those that targets of one kind share. */
interface SharedDraw {
  common: Behaviour;
  kinds: Map<string, {tokens: Shared; share: Shared}>;
}

/** A number of requests, and the tokens of each. */
interface Drawn {
  requests: number;
  prompt: number;
  completion: number;
}

/** Requests of one draw, the place of the number of answers in its range, and the tokens of an answer that is more than an echo. */
function drawOf(outlook: PointForecast, {common, kinds}: SharedDraw, random: Random): Drawn & {place: number; answer: number} {
  const {kind, requests, shape, longest, trust, turns, open} = outlook;
  if (!open) return {requests: 0, prompt: 0, completion: 0, place: 0, answer: 0};
  let shared = kinds.get(kind);
  if (!shared) kinds.set(kind, (shared = {tokens: drawShared(outlook.tokens, random), share: drawShared(outlook.share, random)}));
  const value = (of: keyof Behaviour) =>
    outlook[of].mean + drawValue(shared[of], random) + (common[of] * outlook[of].spread) / Math.sqrt(trust);
  const tokens = Math.min(longest, Math.max(1, Math.exp(value("tokens"))));
  const place = shareAt(value("share"));
  const turn = turns ? Math.min(1, Math.max(0, turns.mean + turns.spread * normal(random))) : 0;
  const {low, high} = requests;
  const grown = lerp(shape.before.low, shape.before.high, turn) * tokens + lerp(shape.further.low, shape.further.high, turn);
  return {
    requests: lerp(lerp(low.low, low.high, turn), lerp(high.low, high.high, turn), place),
    prompt: Math.min(shape.most, shape.prompt + grown),
    completion: shape.echoed + (1 - shape.echoed) * tokens,
    place,
    answer: tokens
  };
}

function outlookOf(target: Target, {pool, precision}: {pool: readonly Observed[]; precision: Precision}): PointForecast {
  const open = [...target.cells].filter(([, {missing}]) => missing.high > 0);
  const sum = (of: (cell: Replayed, id: string) => number) => open.reduce((total, [id, cell]) => total + of(cell, id), 0);
  const middle = ({missing}: Replayed) => (missing.low + missing.high) / 2;
  const rest = {...missingOf(target), turns: turnsOf(target), price: target.price, longest: target.longest};
  if (!rest.open) return {...rest, kind: "", basis: NOTHING, tokens: UNKNOWN_LENGTH, share: SHARE, trust: OTHERS};

  /** Share of the missing requests at points where a model was observed. */
  const covered = ({cells}: Observed) =>
    sum((cell, id) => ((cells.get(id)?.samples ?? 0) >= FEW ? middle(cell) : 0)) / sum(middle);
  const near = pool.filter(each => covered(each) >= 0.5);
  const ownAnswers = answers(target.cells);
  if (ownAnswers < FEW) {
    const {models, all, basis} = likeness(target, near.length > 0 ? near : pool);
    const seen = new Map(all.map(model => [model, behaviour(model, target, precision)]));
    const {belief} = target.prior;
    const prior = {
      tokens: models.length === 0 ? belief : {...UNKNOWN_LENGTH, mean: belief.mean},
      share: {...SHARE, mean: shareOfAnything(target, precision)}
    };
    const believed = (of: keyof Behaviour) => pooled(prior[of], {of, seen, models});
    const trust = models.length === 0 ? Number.POSITIVE_INFINITY : near.length > 0 ? OTHERS : UNSEEN;
    return {...rest, kind: basis.text, basis, tokens: believed("tokens"), share: believed("share"), trust};
  }
  // Where every point was observed nothing can be learnt from other models; else they inform about the rest as far as they resemble the
  // target elsewhere.
  const unseen = 1 - covered(target);
  const {models, basis} = likeness(target, unseen > 0 ? near : []);
  const own = behaviour(target, target, precision);
  const adjusted = models.map(model => {
    const [here, off] = [behaviour(model, target, precision), difference(target, model, precision)];
    return {tokens: here.tokens + off.tokens, share: here.share + off.share};
  });
  const errors = ownErrors(target, precision);
  const believed = (of: keyof Behaviour) => {
    const spread = Math.hypot(OWN[of].known + unseen * OWN[of].unknown, errors[of]);
    const values = adjusted.map(each => each[of]);
    return learn({mean: own[of], weight: 1, spread, df: 6}, values);
  };
  const text = `${ownAnswers.toLocaleString("en")} of its own answers`;
  return {
    ...rest,
    kind: `own ${identity(target)}`,
    basis: {kind: "own answers", text: adjusted.length > 0 ? `${text}, and ${basis.text} for points without any` : text},
    tokens: believed("tokens"),
    share: believed("share"),
    trust: unseen === 0 ? SEEN : adjusted.length > 0 ? OTHERS : UNSEEN
  };
}

/** The belief about models of a group. They are also a sample of all models, which counts more the fewer they are. */
function pooled(
  prior: Belief,
  {of, seen, models}: {of: keyof Behaviour; seen: ReadonlyMap<Observed, Behaviour>; models: readonly Observed[]}
): Belief {
  const general = learn(
    prior,
    [...seen.values()].map(each => each[of])
  );
  if (models.length === seen.size) return general;
  const values = models.map(model => seen.get(model)![of]);
  return learn({...general, weight: 1, df: prior.df}, values);
}

const NOTHING: Basis = {kind: "nothing to ask", text: "every answer is at hand"};
const answers = (cells: ReadonlyMap<string, {samples: number}>) =>
  [...cells.values()].reduce((sum, {samples}) => sum + samples, 0);

/**
 * The evaluations that a target is expected to resemble, and all that may be used. Simulated models are compared only with simulated ones,
 * others only with others.
 */
function likeness(target: Target, pool: readonly Observed[]): {models: Observed[]; all: Observed[]; basis: Basis} {
  const {model, template, sampler} = target;
  const comparable = pool.filter(each => each !== target && each.simulated === target.simulated);
  const elsewhere = comparable.filter(each => each.model === model);
  if (elsewhere.length > 0)
    return {
      models: elsewhere,
      all: elsewhere,
      basis: {
        kind: "own answers elsewhere",
        text: "what this model answered elsewhere: under another template or sampler, or in the store's tables alone"
      }
    };
  const alike = comparable.filter(each => each.template === template && each.sampler === sampler);
  const all = alike.length > 0 ? alike : comparable;
  const [closest] = target.groups
    .map(group => ({group, members: all.filter(({groups}) => groups.includes(group))}))
    .filter(({members}) => members.length >= GROUP && members.length < all.length)
    .sort((a, b) => a.members.length - b.members.length);
  if (closest)
    return {
      models: closest.members,
      all,
      basis: {kind: "group", text: `${closest.members.length} of ${all.length} other models, those of group ${closest.group}`}
    };
  if (all.length === 0) return {models: [], all, basis: {kind: "prior", text: target.prior.source}};
  return {models: all, all, basis: {kind: "other models", text: `${all.length} other ${all.length === 1 ? "model" : "models"}`}};
}
