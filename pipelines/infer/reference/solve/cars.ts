// Solver of the task "cars".
import type {Mind} from "../mind.js";
import {block, optionsIn} from "./block.js";
import type {Solver} from "./solver.js";

const MOVE = /(?<!\w)(\w+) to (\d+)/g;

export const cars: Solver = {
  read: prompt =>
    prompt.includes("Cars stand in parking lots")
      ? untilQuestion(block(prompt, "A plan that breaks these rules anywhere is not allowed."))
      : null,
  longest: 32_768,
  solve(question, mind) {
    const line = (name: string) => new RegExp(`^${name}: (.+)$`, "m").exec(question)?.[1] ?? "";
    const roads = new Set([...line("Roads").matchAll(/(?<!\d)(\d+)-(\d+)/g)].flatMap(([, a, b]) => [`${a}-${b}`, `${b}-${a}`]));
    const lots = (text: string) => new Map([...text.matchAll(/(?<!\w)(\w+) in (\d+)/g)].map(([, car, lot]) => [car!, lot!]));
    const [start, goal] = [lots(line("Start")), lots(line("Goal"))];
    const options = optionsIn(question);
    if (options.length === 0 || start.size === 0) throw new SyntaxError("no plans or no cars");
    const steps: string[] = [];
    for (const {letter, text} of options) {
      const fault = faultOf(text, {roads, start, goal}, mind);
      steps.push(`Plan ${letter} ${fault}`);
      if (fault === REACHES) return {steps, answer: letter};
    }
    return {steps, answer: mind.random.pick(options).letter};
  }
};

const REACHES = "reaches the goal";

function faultOf(
  plan: string,
  {roads, start, goal}: {roads: Set<string>; start: Map<string, string>; goal: Map<string, string>},
  mind: Mind
): string {
  const at = new Map(start);
  for (const [, car, to] of plan.matchAll(MOVE)) {
    const from = at.get(car!)!;
    const free = ![...at.values()].includes(to!) && roads.has(`${from}-${to}`);
    const effort = {load: 0.3 + 0.02 * roads.size, remembered: 1 + at.size, depth: 1};
    if (mind.errs(effort)) {
      // Either the rule is applied wrongly, or the car's position is remembered wrongly.
      if (mind.random.chance(0.5) === free) return `is stopped at ${car} to ${to}`;
      at.set(car!, mind.random.pick([from, to!]));
    } else if (!free) return `breaks a rule at ${car} to ${to}`;
    else at.set(car!, to!);
  }
  return [...goal].every(([car, lot]) => at.get(car) === lot) ? REACHES : "ends elsewhere";
}

/** The facts and options, without the question itself. */
const untilQuestion = (text: string | null) => text?.split("\n\nExactly one of these plans")[0] ?? null;
