// Plan of the simulated votes that the workbook ships with: based on the reference models' known abilities, so that the study can be
// checked.

import {normal} from "../../../generate/normal.js";
import {randomOf} from "../../../generate/seed.js";
import {roster} from "../../../infer/reference/roster.js";
import type {JudgePlan} from "./simulateJudge.js";
import type {PlannedJudge, VotePlan} from "./simulateVotes.js";

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
export const shippedJudge = (): JudgePlan => ({
  judge: "sim-tundra-07",
  discrimination: 1.5,
  position: 0.4,
  length: 0.7,
  ties: 0.3,
  favours: {"sim-tundra-07": 0.8, "sim-tundra-08": 0.4, "sim-tundra-01": 0.4},
  more: 2_000
});
