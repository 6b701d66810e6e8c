// Solver of the task "brackets".
import {lastLine, type Solver} from "./solver.js";

const OPENING = "([{<";
const CLOSING = ")]}>";
const SEQUENCE = /^[()[\]{}<>]+$/;
/** A step is written for every bracket of a short sequence; of longer ones about this many steps are written. */
const MOST_STEPS = 40;
/** Only this many of the innermost open brackets are written down. */
const SHOWN = 12;

export const brackets: Solver = {
  read: prompt => (prompt.includes("sequence of brackets") ? lastLine(prompt, SEQUENCE) : null),
  solve(question, mind) {
    const {random} = mind;
    const kinds = [...new Set([...question].map(kindOf))];
    const every = Math.ceil(question.length / MOST_STEPS);
    const open: number[] = [];
    const steps: string[] = [];
    for (const [i, bracket] of [...question].entries()) {
      if (mind.overlooks(question.length)) continue;
      // Reading a bracket is easier than an operation, and an open bracket is easier to remember than a pending result.
      const wrong = mind.errs({load: 0.2, remembered: open.length * 0.6, depth: open.length * 0.4});
      if (OPENING.includes(bracket)) {
        open.push(wrong ? random.pick(kinds) : kindOf(bracket));
      } else {
        open.pop();
        if (wrong && random.chance(0.5)) open.pop();
        else if (wrong) open.push(random.pick(kinds));
      }
      if (i % every === 0) steps.push(`${bracket} leaves open: ${shown(open)}`);
    }
    if (open.length === 0) open.push(random.pick(kinds)); // the question states that a bracket is open
    return {
      steps,
      answer: open
        .map(kind => CLOSING[kind])
        .reverse()
        .join("")
    };
  }
};

function kindOf(bracket: string): number {
  const kind = OPENING.indexOf(bracket);
  return kind < 0 ? CLOSING.indexOf(bracket) : kind;
}

function shown(open: readonly number[]): string {
  if (open.length === 0) return "nothing";
  const inner = open
    .slice(-SHOWN)
    .map(kind => OPENING[kind])
    .join("");
  return open.length > SHOWN ? `… ${inner}` : inner;
}
