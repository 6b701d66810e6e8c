// Task "brackets": the brackets that complete a sequence.

import {z} from "zod";
import {integerParam, refuse} from "../parts/params.js";
import {task} from "../task.js";

const OPENING = "([{<";
const CLOSING = ")]}>";
/** Probability of opening rather than closing where both are possible; above ½, so that prefixes tend to be deep. */
const OPEN = 0.6;

const params = z
  .strictObject({
    length: integerParam(1, 4096, 12, "brackets shown, characters"),
    max_depth: integerParam(1, 512, 4, "brackets open at once at most; always reached"),
    kinds: integerParam(1, OPENING.length, 3, "kinds of brackets: the first so many of () [] {} <>")
  })
  .superRefine(({length, max_depth, kinds}, context) => {
    if (length < max_depth) {
      refuse(
        context,
        `length ${length} is less than max_depth ${max_depth}; raise length to ${max_depth} or lower max_depth`,
        "length"
      );
    } else if (max_depth === 1 && length % 2 === 0) {
      refuse(
        context,
        `length ${length} leaves no bracket open at max_depth 1; use an odd length or raise max_depth to 2`,
        "length"
      );
    }
    if (max_depth === 1 && kinds === 1) {
      refuse(context, "kinds 1 with max_depth 1 always has the same answer; raise kinds to 2 or max_depth to 2", "kinds");
    }
  });

export const brackets = task({
  name: "brackets",
  version: 1,
  summary: "The brackets that close an unfinished sequence of nested brackets, in order.",
  params,
  generate({length, max_depth, kinds}, random) {
    let prefix = "";
    let reached = false;
    const open: number[] = []; // kind of each bracket that is still open, outermost first
    for (let left = length - 1; left >= 0; left--) {
      if (mayClose(left) && (open.length === max_depth || !random.chance(OPEN))) {
        prefix += CLOSING[open.pop()!];
        continue;
      }
      const kind = random.integer(0, kinds - 1);
      prefix += OPENING[kind];
      open.push(kind);
      reached ||= open.length === max_depth;
    }
    const expected = open
      .map(kind => CLOSING[kind])
      .reverse()
      .join("");
    const prompt = `This sequence of brackets is unfinished. Every bracket must be closed by one of its own kind, and the bracket opened last is closed first.

${prefix}

Which brackets, in order, close everything that is still open, and nothing more? For example, for [( the line would be Answer: )]

Think it through, then finish with a line that holds only the closing brackets, without spaces:
Answer: <closing brackets>`;
    return {prompt, expected, guessChance: guessChance(max_depth, kinds), expression: prefix};

    /**
     * Whether the next bracket may close with `left` more to come: the depth must still be reached, and some bracket must stay open at the
     * end.
     */
    function mayClose(left: number): boolean {
      const after = open.length - 1;
      return after >= 0 && (reached || max_depth - after <= left) && (after > 0 || left > 0);
    }
  },
  answer: {
    // Prose closes brackets too: a run directly after a word, an opening bracket, a full stop, an arrow or LaTeX's backslash is not an
    // answer.
    literal: /(?<![\p{L}\p{N}()[\]{}<>.!?=\\-])(?:\\\}|[)\]}>])(?:[ \t]?(?:\\\}|[)\]}>]))*/gu,
    normalise(text) {
      const plain = text.replace(/[\s\\]/gu, "");
      return /^[)\]}>]+$/u.test(plain) ? plain : null;
    }
  }
});

/** Chance of a guess that is uniform over all closing sequences of 1 to max_depth brackets: 1 ÷ (kinds + kinds² + …). */
function guessChance(maxDepth: number, kinds: number): number {
  let sequences = 0;
  for (let n = 1, power = kinds; n <= maxDepth; n++, power *= kinds) sequences += power;
  return 1 / sequences;
}
