// Evaluations of planted truth, for the tests of the gate.
import type {Random} from "../../pipelines/generate/seed.js";
import type {Answer, BaselineEntry, Evidence} from "../../pipelines/run/gate/evidence.js";
import type {Rule} from "../../pipelines/run/gate/rules.js";

/** What an evaluation is like. Tests are of three difficulties, with `spread` between their chances. */
export interface Truth {
  accuracy: number;
  spread?: number;
  guess?: number;
  truncated?: number;
  /** The true median of latencies, which are exponential. */
  median_ms?: number;
  /** Share of tests on which a baseline is right and this evaluation is not, and the other way round; the rest agree. */
  lost?: number;
  won?: number;
  /** Accuracy of a baseline whose answers are independent; that of this evaluation without it. */
  old?: number;
}

export const answer = (item_id: string, given: Partial<Answer> = {}): Answer => ({
  item_id,
  base_task: "sums",
  suites: ["s"],
  tiers: ["easy"],
  guess_chance: 0,
  cost: 0.001,
  latency_ms: 100,
  contaminated: null,
  status: 0,
  ended: "known",
  refused: false,
  ...given
});

export const evidence = (answers: Answer[], given: Partial<Evidence> = {}): Evidence => ({
  eval_id: "e",
  model: "m",
  template: "t",
  sampler: "s",
  simulated: true,
  answers,
  scores: [],
  spend: answers.length * 0.001,
  responses: answers.length,
  ...given
});

export const baselineOf = ({eval_id, model, template, sampler, simulated}: Evidence, answers: Answer[]): BaselineEntry => ({
  eval_id,
  model,
  template,
  sampler,
  simulated,
  date: "2026-01-01T00:00:00Z",
  areEndsUnknown: false,
  outcomes: new Map(answers.map(({item_id, status, refused}) => [item_id, {status, refused}]))
});

export const rule = (given: Partial<Rule> & Pick<Rule, "metric">): Rule => ({id: given.metric, ...given});

/** Draws n further answers and what a baseline answered to the same tests. */
export function drawn(
  {accuracy, spread = 0, guess = 0, truncated = 0, median_ms = 100, lost, won, old = accuracy}: Truth,
  {n, from = 0, random}: {n: number; from?: number; random: Random}
): {own: Answer[]; old: Answer[]} {
  const pairs = Array.from({length: n}, (_, i) => {
    const id = `p-${from + i}`;
    const chance = accuracy + spread * (((from + i) % 3) - 1);
    const raw = guess + chance * (1 - guess);
    const latency_ms = (-Math.log(1 - random.real()) / Math.LN2) * median_ms;
    const isCut = random.real() < truncated;
    const given = {guess_chance: guess, latency_ms};
    let [mine, theirs] = [random.real() < raw, random.real() < raw + old - accuracy];
    if (lost !== undefined && won !== undefined) {
      const place = random.real();
      if (place < lost) [mine, theirs] = [false, true];
      else if (place < lost + won) [mine, theirs] = [true, false];
      else theirs = mine;
    }
    return {
      own: answer(id, {...given, status: isCut ? 2 : mine ? 1 : 0}),
      old: answer(id, {...given, status: theirs ? 1 : 0})
    };
  });
  return {own: pairs.map(({own}) => own), old: pairs.map(({old}) => old)};
}
