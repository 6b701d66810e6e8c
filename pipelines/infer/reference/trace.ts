// Reasoning traces of simulated models: their steps in plain sentences, with a varying amount of additional text.
import type {Random} from "../../generate/seed.js";

/** Most characters of additional text; the steps themselves are all written. */
const LONGEST_TALK = 2_600;
/** Number of steps in the block that a looping model repeats. */
const LOOP_STEPS = 4;

const OPENINGS = [
  "Let me work through this step by step.",
  "I will take the innermost parts first and then move outwards.",
  "I start on the left and keep track of what is still open.",
  "First I look at how the question is built, then I work it out."
];
const TALK = [
  "That seems right.",
  "I write that down and go on.",
  "Now the next part.",
  "Let me make sure that nothing was left out here.",
  "So this part is done, and what comes next builds on it.",
  "Good.",
  "I keep this in mind for later.",
  "Checking once more: yes, that agrees with the rules given above.",
  "Next I look at what stands to the right of it."
];
const LINKS = ["", "", "Then ", "Next, ", "So ", "Here "];

/**
 * The reasoning trace of some steps.
 * @param verbosity characters of additional text per step
 */
export function traceOf(steps: readonly string[], {verbosity, random}: {verbosity: number; random: Random}): string {
  let text = `${random.pick(OPENINGS)}\n`;
  let owed = 0;
  for (const step of steps) {
    text += verbosity > 8 ? `${random.pick(LINKS)}${step}.` : `${step}.`;
    owed += verbosity;
    while (owed > 20 && text.length < LONGEST_TALK) {
      const talk = random.pick(TALK);
      text += ` ${talk}`;
      owed -= talk.length;
    }
    text += "\n";
  }
  return text;
}

/** The text that a looping model repeats without end, made of its last steps. */
export const circle = (steps: readonly string[], random: Random): string => {
  const from = random.integer(0, Math.max(0, steps.length - LOOP_STEPS));
  return `Wait, let me check that again.\n${steps.slice(from, from + LOOP_STEPS).join(".\n")}.\n`;
};
