// Simulates a judging model's votes on the answers that simulated people judged, with known biases that a calibration should find.

import {normal} from "../../../generate/normal.js";
import {randomOf} from "../../../generate/seed.js";
import {chances} from "../bradleyTerry/likelihood.js";
import {OUTCOMES, type Vote} from "../votes/votes.js";
import {
  answerKey,
  type PlannedJudge,
  promptName,
  type SimulatedAnswer,
  type SimulatedAnswers,
  type VotePlan
} from "./simulateVotes.js";

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
