// A simulated judge: distinguishes right from wrong answers as well as its ability allows, favours the answer shown first, and replies in
// JSON.
import {probit} from "simple-statistics";
import {randomOf} from "../../generate/seed.js";
import {mindOf, unlimited} from "./mind.js";
import type {SimulatedModel} from "./roster.js";
import {questionIn} from "./solve/registry.node.js";

/** Log-odds of being preferred that a right answer adds. */
const WORTH = 2.5;
/** |log-odds| up to which a judge declares a tie. */
const TIE = 0.6;
const POSITION = {mean: 0.5, sd: 0.25};

/**
 * A judge's true position bias: the log-odds that being shown first adds. It is fixed by the judge's id, so that a calibration can be
 * checked against it.
 */
const positionBias = (id: string): number =>
  POSITION.mean + POSITION.sd * probit(randomOf(`reference models: position bias of ${id}`).real());

/** Probability that a judge takes a right answer for wrong, or a wrong one for right. */
const misjudgment = (ability: number): number => 1 / (1 + Math.exp(1.8 + 1.2 * ability));

/** Reads what stands between the marks of a judge's prompt, by its name; null for any other prompt. */
export function fencedIn(prompt: string): ((name: string) => string | null) | null {
  const code = /^The texts stand between marks with the code ([0-9a-f]{32}), /mu.exec(prompt)?.[1];
  if (!code) return null;
  return name => {
    const [open, close] = [`\n[${name} ${code}]\n`, `\n[end of ${name} ${code}]\n`];
    const start = prompt.indexOf(open);
    const end = prompt.indexOf(close, start);
    return start < 0 || end < 0 ? null : prompt.slice(start + open.length, end);
  };
}

/** The reply to a prompt of pipelines/infer/judging.ts; null for any other prompt. */
export function judgeReply(model: SimulatedModel, prompt: string): string | null {
  const between = fencedIn(prompt);
  if (!between) return null;
  const question = between("question");
  if (question === null) return null;
  const random = randomOf(`${model.id} judges ${prompt}`);
  if (random.chance(model.faculties.format_error_probability)) return "I would rather not put that into a verdict.";
  const reference = between("reference answer");
  const truth = reference ?? answerTo(question);
  const believes = (answer: string) => {
    const right =
      truth !== null && (lastAnswer(answer) === plain(truth) || (reference !== null && plain(answer) === plain(truth)));
    return randomOf(JSON.stringify([model.id, question, answer])).chance(misjudgment(model.ability)) ? !right : right;
  };
  const [first, second, only] = [between("answer A"), between("answer B"), between("answer")];
  if (first !== null && second !== null) {
    const u = Math.min(1 - 1e-9, Math.max(1e-9, random.real()));
    const odds =
      WORTH * (Number(believes(first)) - Number(believes(second))) + positionBias(model.id) + 0.5 * Math.log(u / (1 - u));
    return JSON.stringify({verdict: odds > TIE ? "A" : odds < -TIE ? "B" : "tie"});
  }
  const read = between("text");
  if (read !== null) {
    const stated = /answer:\s*([^\n]*)/giu;
    const found = [...read.matchAll(stated)]
      .at(-1)?.[1]
      ?.replace(/[*_`]+/gu, "")
      .trim();
    return JSON.stringify({answer: found && !random.chance(misjudgment(model.ability)) ? found : null});
  }
  if (only === null) return null;
  const [, most] = /^Give whole points from 0 \(.*\) to (\d+) \(/mu.exec(prompt) ?? [];
  if (most !== undefined)
    return JSON.stringify({
      points: Math.round(Number(most) * (believes(only) ? random.pick([0.8, 0.9, 1]) : random.pick([0, 0.1, 0.3])))
    });
  const correctness = believes(only) ? random.pick([4, 5]) : random.pick([1, 2]);
  const helpfulness = Math.min(5, Math.max(1, correctness + random.integer(-1, 1)));
  const fluency = random.integer(3, 5);
  const times = /^Rate in whole numbers from 1 \(worst\) to 10 /mu.test(prompt) ? 2 : 1;
  return JSON.stringify({helpfulness: times * helpfulness, correctness: times * correctness, fluency: times * fluency});
}

function answerTo(question: string): string | null {
  const read = questionIn(question);
  if (!read) return null;
  try {
    return read.solver.solve(read.question, mindOf(unlimited, randomOf("a judge's own solution"))).answer;
  } catch {
    return null;
  }
}

const plain = (text: string) =>
  text
    .replace(/[*_`\s]+/gu, " ")
    .trim()
    .toLowerCase();
const lastAnswer = (text: string): string | null => {
  const found = [...text.matchAll(/answer:\s*([^\n]*)/giu)].at(-1)?.[1];
  return found === undefined ? null : plain(found);
};
