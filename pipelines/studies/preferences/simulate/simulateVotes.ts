// Simulates votes from a known ground truth, so that a study can be checked against it. Seeded: the same plan gives the same votes.

import {normal} from "../../../generate/normal.js";
import {type Random, randomOf} from "../../../generate/seed.js";
import {roster} from "../../../infer/reference/roster.js";
import {normalCdf} from "../../../stats/distributions.js";
import {comparisonsOf} from "../bradleyTerry/cells.js";
import {chances, fit} from "../bradleyTerry/fit.js";
import {OUTCOMES, type Vote} from "../votes/votes.js";

interface PlannedModel {
  model: string;
  /** β, in log-odds */
  strength: number;
  /** mean length of its answers, as ln of the number of characters */
  length: number;
}

interface PlannedJudge {
  judge: string;
  /** how strongly the judge depends on the difference between answers: 1 as planned, 0 not at all */
  discrimination: number;
  /** log-odds that being shown first adds */
  position: number;
  /** log-odds for an answer e times as long */
  length: number;
  /** ln θ of Rao and Kupper: the difference between answers below which ties are likely */
  ties: number;
  /** log-odds that an answer gains for being by the given model, for example of the judge's own family */
  favours?: Readonly<Record<string, number>>;
  /** parameters of its ratings beside its preference; undefined if it does not rate */
  rates?: {severity: number; noise: number} | undefined;
}

/**
 * An aspect that judges rate 1 to 5: level + slope · (strength + luck) + luck of its own − severity + noise, rounded. Luck is the random
 * quality of a single answer.
 */
interface PlannedAspect {
  aspect: string;
  level: number;
  slope: number;
  luck: number;
}

export interface VotePlan {
  models: readonly PlannedModel[];
  judges: readonly PlannedJudge[];
  prompts: number;
  turns: number;
  /** number of units of question × turn × pair, each judged by `panel` different judges */
  units: number;
  panel: number;
  /** standard deviation of the random quality of an answer, shared by all who judge it */
  luck: number;
  /** standard deviation of each judge's own preference for each model, shared by all its votes; 0 by default */
  taste?: number;
  /** standard deviation of ln length within a model */
  lengthSd: number;
  /** share of units that each judge sees in both orders */
  swapped: number;
  /** aspects that the rating judges rate */
  aspects?: readonly PlannedAspect[];
  seed: string;
}

/**
 * Votes of a plan. The answer shown first is drawn again for each vote.
 * @param answers is filled with the answers that were drawn, for others to judge
 */
export function simulateVotes(plan: VotePlan, answers: SimulatedAnswers = new Map()): Vote[] {
  const {models, judges, units, panel, turns, prompts, swapped, aspects = [], seed} = plan;
  const random = randomOf(`human judgments ${seed}`);
  const rating = randomOf(`human ratings ${seed}`); // a separate stream, so that ratings do not affect preferences
  const tastes = new Map<string, number>();
  const votes: Vote[] = [];
  const taken = new Set<string>();
  while (taken.size < units) {
    const [prompt, turn] = [random.integer(0, prompts - 1), random.integer(1, turns)];
    const first = random.integer(0, models.length - 1);
    const second = (first + random.integer(1, models.length - 1)) % models.length;
    const unit = `${prompt} ${turn} ${Math.min(first, second)} ${Math.max(first, second)}`;
    if (taken.has(unit)) continue;
    taken.add(unit);
    for (const judge of someOf(judges, panel, random)) {
      const order = random.chance(0.5) ? [first, second] : [second, first];
      const orders = random.chance(swapped) ? [order, order.toReversed()] : [order];
      for (const [a, b] of orders as [number, number][]) {
        const [x, y] = [a, b].map(model => answerOf(model, prompt, turn)) as [SimulatedAnswer, SimulatedAnswer];
        votes.push(voteOf({judge, a: models[a]!, b: models[b]!, x, y, prompt, turn}));
      }
    }
  }
  return votes;

  function answerOf(model: number, prompt: number, turn: number): SimulatedAnswer {
    const key = answerKey(model, prompt, turn);
    let known = answers.get(key);
    if (!known) {
      const length = Math.max(1, Math.round(Math.exp(models[model]!.length + plan.lengthSd * normal(random))));
      const own = aspects.map(({luck}) => luck * normal(rating));
      answers.set(key, (known = {luck: plan.luck * normal(random), length, own}));
    }
    return known;
  }

  function tasteOf(judge: PlannedJudge, model: string): number {
    const own = judge.favours?.[model] ?? 0;
    if (!plan.taste) return own;
    const key = JSON.stringify([judge.judge, model]);
    let known = tastes.get(key);
    if (known === undefined) tastes.set(key, (known = plan.taste * normal(random)));
    return own + known;
  }

  function voteOf({judge, a, b, x, y, prompt, turn}: Judged): Vote {
    const quality = a.strength - b.strength + x.luck - y.luck;
    const liking = tasteOf(judge, a.model) - tasteOf(judge, b.model);
    const d = judge.discrimination * quality + liking + judge.position + judge.length * Math.log(x.length / y.length);
    const [win, tie] = judge.ties > 0 ? chances("rao-kupper", d, Math.log(judge.ties)) : chances("half", d, 0);
    const draw = random.real();
    const rated = judge.rates && aspects.length > 0 ? ratingsOf(judge.rates, [a.strength, b.strength], [x, y]) : undefined;
    return {
      judge: judge.judge,
      model_a: a.model,
      model_b: b.model,
      question: promptName(prompt),
      turn,
      winner: OUTCOMES[draw < win ? 0 : draw < win + tie ? 1 : 2]!,
      ...(rated && {ratings: rated}),
      covariates: {length: {a: x.length, b: y.length}}
    };
  }

  function ratingsOf(
    {severity, noise}: NonNullable<PlannedJudge["rates"]>,
    strengths: [number, number],
    pair: [SimulatedAnswer, SimulatedAnswer]
  ): NonNullable<Vote["ratings"]> {
    const one = ({level, slope}: PlannedAspect, i: number, side: 0 | 1) => {
      const {luck, own} = pair[side];
      return rounded(level + slope * (strengths[side] + luck) + own[i]! - severity + noise * normal(rating));
    };
    return Object.fromEntries(aspects.map((aspect, i) => [aspect.aspect, {a: one(aspect, i, 0), b: one(aspect, i, 1)}]));
  }
}

const [LEAST, MOST] = [1, 5];
const rounded = (value: number): number => Math.min(MOST, Math.max(LEAST, Math.round(value)));

/** Expected value of a rounded rating whose latent value is normal: 1 + Σ P(at least k), k = 2 … 5. */
function expectedRating(mean: number, sd: number): number {
  let sum = LEAST;
  for (let k = LEAST + 1; k <= MOST; k++) sum += normalCdf((mean - (k - 0.5)) / sd);
  return sum;
}

/**
 * Expected ratings of a plan: each model's mean in each aspect over all judges, and each judge's points below the average of judges over
 * all models. Rounding and the ends of the scale shrink both.
 */
export function expectedRatings({models, judges, luck, aspects = []}: VotePlan): {
  aspect: string;
  models: Map<string, number>;
  severity: Map<string, number>;
}[] {
  const raters = judges.filter(({rates}) => rates);
  const average = (list: readonly number[]) => list.reduce((sum, each) => sum + each, 0) / list.length;
  return aspects.map(({aspect, level, slope, luck: own}) => {
    const cell = ({strength}: PlannedModel, {rates}: PlannedJudge) =>
      expectedRating(level + slope * strength - rates!.severity, Math.hypot(slope * luck, own, rates!.noise));
    const ofJudge = raters.map(judge => average(models.map(model => cell(model, judge))));
    return {
      aspect,
      models: new Map(models.map(model => [model.model, average(raters.map(judge => cell(model, judge)))])),
      severity: new Map(raters.map(({judge}, j) => [judge, average(ofJudge) - ofJudge[j]!]))
    };
  });
}

interface SimulatedAnswer {
  luck: number;
  length: number;
  /** random quality in each aspect */
  own: number[];
}
/** The answer of each model, by answerKey. */
export type SimulatedAnswers = Map<string, SimulatedAnswer>;
const answerKey = (model: number, prompt: number, turn: number): string => `${model} ${prompt} ${turn}`;
const promptName = (prompt: number): string => `prompt-${String(prompt + 1).padStart(3, "0")}`;
interface Judged {
  judge: PlannedJudge;
  a: PlannedModel;
  b: PlannedModel;
  x: SimulatedAnswer;
  y: SimulatedAnswer;
  prompt: number;
  turn: number;
}

/** Some different elements in random order. */
function someOf<T>(list: readonly T[], count: number, random: Random): T[] {
  const picked = new Set<number>();
  while (picked.size < Math.min(count, list.length)) picked.add(random.integer(0, list.length - 1));
  return [...picked].map(i => list[i]!);
}

/**
 * Nodes of the trapezoidal rule over a normal density, which converges faster than any power of its step (Trefethen & Weideman 2014,
 * doi:10.1137/130932132).
 */
const STEP = 0.5;
const NODES = Array.from({length: 29}, (_, i) => {
  const z = STEP * (i - 14);
  return {z, weight: (STEP * Math.exp((-z * z) / 2)) / Math.sqrt(2 * Math.PI)};
});

/**
 * The limits of the strengths that Bradley–Terry with ties as half estimates from the votes of a plan, without covariates. They differ from
 * the true ones: random quality, tastes and careless judges shrink them, long answers raise a model.
 */
export function expectedStrengths({models, judges, luck, lengthSd, taste = 0}: VotePlan): Map<string, number> {
  const size = models.length;
  const counts = new Float64Array(size * size * 3);
  for (let i = 0; i < size; i++)
    for (let j = i + 1; j < size; j++)
      for (const judge of judges)
        for (const side of [1, -1]) {
          const [a, b] = [models[i]!, models[j]!];
          const liking = (judge.favours?.[a.model] ?? 0) - (judge.favours?.[b.model] ?? 0);
          const mean =
            judge.discrimination * (a.strength - b.strength) +
            liking +
            side * judge.position +
            judge.length * (a.length - b.length);
          const sd = Math.SQRT2 * Math.hypot(judge.discrimination * luck, taste, judge.length * lengthSd);
          for (const {z, weight} of NODES) {
            const outcome =
              judge.ties > 0 ? chances("rao-kupper", mean + sd * z, Math.log(judge.ties)) : chances("half", mean + sd * z, 0);
            for (let k = 0; k < 3; k++) counts[(i * size + j) * 3 + k] = counts[(i * size + j) * 3 + k]! + weight * outcome[k]!;
          }
        }
  const {parameters} = fit(comparisonsOf(counts, size), {models: size, withCovariance: false});
  return new Map(models.map(({model}, i) => [model, parameters[i]!]));
}

/** The true values of a plan as rows, for checking a study against them. */
export interface GroundTruth {
  kind: "strength" | `expected ${string}` | "severity" | "length" | "position" | "discrimination" | "ties" | "luck" | "favour";
  /** a model, a judge, or "all" */
  name: string;
  value: number;
}

export function groundTruthIn(plan: VotePlan): GroundTruth[] {
  const {models, judges, luck} = plan;
  const mean = models.reduce((sum, {strength}) => sum + strength, 0) / models.length;
  const ofJudges = judges.flatMap(judge =>
    (["discrimination", "position", "length", "ties"] as const).map(kind => ({kind, name: judge.judge, value: judge[kind]}))
  );
  const average = (["position", "length"] as const).map(kind => ({
    kind,
    name: "all",
    value: judges.reduce((sum, judge) => sum + judge[kind], 0) / judges.length
  }));
  return [
    ...models.map(({model, strength}) => ({kind: "strength" as const, name: model, value: strength - mean})),
    ...[...expectedStrengths(plan)].map(([name, value]) => ({kind: "expected strength" as const, name, value})),
    ...average,
    {kind: "luck", name: "all", value: luck},
    ...judges.flatMap(({judge, rates}) => (rates ? [{kind: "severity" as const, name: judge, value: rates.severity}] : [])),
    ...expectedRatings(plan).flatMap(({aspect, models: means, severity}) => [
      ...Array.from(means, ([name, value]) => ({kind: `expected ${aspect}` as const, name, value})),
      ...Array.from(severity, ([name, value]) => ({kind: `expected ${aspect} severity` as const, name, value}))
    ]),
    ...ofJudges
  ];
}

/** A simulated vote in the field names of files and tables. */
export const recordOf = (
  {judge, model_a, model_b, question, turn, winner, ratings, covariates}: Vote,
  {simulated = true}: {simulated?: boolean} = {}
) => ({
  judge,
  model_a,
  model_b,
  question_id: question,
  turn,
  winner: winner === "tie" ? "tie" : `model_${winner}`,
  length_a: covariates?.length?.a ?? null,
  length_b: covariates?.length?.b ?? null,
  ...Object.fromEntries(
    Object.entries(ratings ?? {}).flatMap(([aspect, {a, b}]) => [
      [`${aspect}_a`, a],
      [`${aspect}_b`, b]
    ])
  ),
  simulated
});

// Simulates a judging model's votes on the answers that simulated people judged, with known biases that a calibration should find.

export interface JudgePlan extends PlannedJudge {
  /** log-odds that an answer gains for being by the given model */
  favours: Readonly<Record<string, number>>;
  /** number of units besides people's, which nobody else judged */
  more: number;
}

/** Votes in both orders on every pair that people judged, and on additional ones. */
export function simulateJudge(
  plan: VotePlan,
  judge: JudgePlan,
  {people, answers}: {people: readonly Vote[]; answers: SimulatedAnswers}
): Vote[] {
  const random = randomOf(`judging model ${judge.judge} ${plan.seed}`);
  const at = new Map(plan.models.map(({model}, i) => [model, i]));
  const promptAt = new Map(Array.from({length: plan.prompts}, (_, prompt) => [promptName(prompt), prompt]));
  const units = new Map<string, Unit>();
  const unitOf = (prompt: number, turn: number, [x, y]: readonly [number, number]): Unit => ({
    prompt,
    turn,
    pair: x < y ? [x, y] : [y, x]
  });
  const add = (unit: Unit) => units.set(JSON.stringify(unit), unit);
  for (const {question, turn, model_a, model_b} of people)
    add(unitOf(promptAt.get(question)!, turn, [at.get(model_a)!, at.get(model_b)!]));
  const most = (plan.prompts * plan.turns * plan.models.length * (plan.models.length - 1)) / 2;
  const size = Math.min(units.size + judge.more, most);
  while (units.size < size) {
    const first = random.integer(0, plan.models.length - 1);
    const second = (first + random.integer(1, plan.models.length - 1)) % plan.models.length;
    add(unitOf(random.integer(0, plan.prompts - 1), random.integer(1, plan.turns), [first, second]));
  }
  return [...units.values()].flatMap(({prompt, turn, pair}) =>
    [pair, pair.toReversed() as [number, number]].map(([a, b]): Vote => {
      const [x, y] = [answerOf(a, prompt, turn), answerOf(b, prompt, turn)];
      const {model: model_a, strength: strong} = plan.models[a]!;
      const {model: model_b, strength: other} = plan.models[b]!;
      const quality = judge.discrimination * (strong - other + x.luck - y.luck);
      const liking = (judge.favours[model_a] ?? 0) - (judge.favours[model_b] ?? 0);
      const d = quality + liking + judge.position + judge.length * Math.log(x.length / y.length);
      const [win, tie] = judge.ties > 0 ? chances("rao-kupper", d, Math.log(judge.ties)) : chances("half", d, 0);
      const draw = random.real();
      const winner = OUTCOMES[draw < win ? 0 : draw < win + tie ? 1 : 2]!;
      const covariates = {length: {a: x.length, b: y.length}};
      return {judge: judge.judge, model_a, model_b, question: promptName(prompt), turn, winner, covariates};
    })
  );

  function answerOf(model: number, prompt: number, turn: number): SimulatedAnswer {
    const key = answerKey(model, prompt, turn);
    let known = answers.get(key);
    if (!known) {
      const length = Math.max(1, Math.round(Math.exp(plan.models[model]!.length + plan.lengthSd * normal(random))));
      answers.set(key, (known = {luck: plan.luck * normal(random), length, own: []}));
    }
    return known;
  }
}

interface Unit {
  prompt: number;
  turn: number;
  pair: readonly [number, number];
}

// Plan of the simulated votes that the workbook ships with: based on the reference models' known abilities, so that the study can be
// checked.

/** Increased whenever the same plan would give other votes. */
const PLAN_VERSION = 1;

const MODELS = 15;
const JUDGES = 40;
const PANEL = 3;
const VOTES = 12_000;
/** Ratio of a model's strength β to its ability θ. */
const STRENGTH = 1.2;
/** Log-odds that a longer answer, and being shown first, add for the average judge. */
const LENGTH_EFFECT = 0.35;
const POSITION_EFFECT = 0.2;

/** Every so many-th judge also rates answers. */
const RATERS = 3;

/** Fifteen models spread evenly over ability, forty judges with different habits, eighty prompts of two turns. */
export function shippedPlan(): VotePlan {
  const byAbility = [...roster].sort((a, b) => a.ability - b.ability);
  const models = Array.from({length: MODELS}, (_, i) => byAbility[Math.round((i * (byAbility.length - 1)) / (MODELS - 1))]!);
  const random = randomOf("human judgments: judges");
  const judges = Array.from({length: JUDGES}, (_, j): PlannedJudge => {
    const careless = j % 13 === 12; // a few judges are careless
    return {
      judge: `sim-judge-${String(j + 1).padStart(2, "0")}`,
      discrimination: careless ? 0.15 : 1,
      position: POSITION_EFFECT + 0.25 * normal(random),
      length: LENGTH_EFFECT + 0.15 * normal(random),
      ties: 0.45 * Math.exp(0.4 * normal(random))
    };
  });
  const rating = randomOf("human judgments: raters"); // a separate stream, so that preferences do not depend on whether judges rate
  const raters = judges.map((judge, j): PlannedJudge => {
    if (j % RATERS !== 0) return judge;
    return {...judge, rates: {severity: 0.35 * normal(rating), noise: judge.discrimination < 1 ? 1.2 : 0.6}};
  });
  return {
    models: models.map(({id, ability, faculties}) => ({
      model: id,
      strength: STRENGTH * ability,
      length: 5 + 0.5 * Math.log(faculties.verbosity_characters)
    })),
    judges: raters,
    aspects: [
      {aspect: "helpfulness", level: 3.2, slope: 0.7, luck: 0.3},
      {aspect: "correctness", level: 3, slope: 0.9, luck: 0.4},
      {aspect: "fluency", level: 3.9, slope: 0.35, luck: 0.4}
    ],
    prompts: 80,
    turns: 2,
    units: VOTES / PANEL,
    panel: PANEL,
    luck: 0.8,
    lengthSd: 0.4,
    swapped: 0,
    seed: `shipped ${PLAN_VERSION}`
  };
}

/** The simulated judging model: it discriminates better than a person, but prefers long answers, the first position, and its own family. */
export const sampleJudge = (): JudgePlan => ({
  judge: "sim-tundra-07",
  discrimination: 1.5,
  position: 0.4,
  length: 0.7,
  ties: 0.3,
  favours: {"sim-tundra-07": 0.8, "sim-tundra-08": 0.4, "sim-tundra-01": 0.4},
  more: 2_000
});
