// Texts on which patterns with nested repetition would not end, and how much of them is looked at.
import {describe, expect, test} from "vitest";
import {kindOf} from "../../../pipelines/score/answer/kinds.js";
import {readAnswer} from "../../../pipelines/score/answer/read.js";
import type {ValueKind} from "../../../pipelines/score/answer/values.js";

const MILLION = 1_000_000;
const filled = (part: string) => part.repeat(Math.ceil((2 * MILLION) / part.length)).slice(0, 2 * MILLION);
const HOSTILE = {
  marks: `${filled(".,;!")}a`,
  "empty lines": "\n".repeat(100_000),
  "lines of one character": filled("x\n"),
  "JSON fields": filled('"answer": "5", '),
  "open JSON fields": filled('{"answer": "'),
  tags: filled("<answer>"),
  questions: filled("\nQuestion: 5\n"),
  "tokens of templates": filled("<|im_end|>5"),
  corrections: filled("The answer is 5. Wait, no: "),
  fractions: filled("\\frac{"),
  "bold values": filled("**5** "),
  "empty claims": filled("the answer is "),
  denials: filled("the answer is not 5 "),
  "the word alone": filled("answer "),
  "long mentions": filled("answer aaaa aaaa aaaa aaaa aaaa aaaa aaaa aaaa aaaa aaaa aaaa "),
  "nested braces": `\\boxed{${filled("{")}`,
  "nested boxes": filled("\\boxed{"),
  "empty boxes": filled("\\boxed{} "),
  parentheses: filled("("),
  brackets: filled("])}>"),
  digits: filled("1"),
  thousands: `1${filled(",111")}`,
  blanks: `a${filled(" ")}b`,
  "a list": `${filled("a, ")}1`,
  quotes: `a${filled("'")}`,
  underscores: `B${filled("_")}`,
  equations: filled("5 = "),
  alternatives: filled("5 or "),
  expressions: filled("True and not False = "),
  dates: `January${filled(" ")}`,
  pictures: filled("😊")
};

/** Lengths at which work is counted, characters. */
const LENGTHS = [MILLION / 2, MILLION, 2 * MILLION];

describe("hostile texts are read to their end, each part a bounded number of times", () => {
  test.each(Object.entries(HOSTILE))("%s", (_, text) => {
    for (const kind of [kindOf("4.5"), kindOf("(A)"), kindOf("the hallway")]) {
      // Work is counted in characters handed to the kind's search and spelling.
      const works = LENGTHS.map(length => {
        let work = 0;
        const counted: ValueKind = {
          ...kind,
          valuesIn(stretch, context, from = 0) {
            work += stretch.length - from;
            return kind.valuesIn(stretch, context, from);
          },
          spell(content, context) {
            work += content.length;
            return kind.spell(content, context);
          }
        };
        readAnswer(text.slice(0, length), counted);
        return work;
      });
      for (const [i, work] of works.entries()) expect(work).toBeLessThan(6 * LENGTHS[i]! + 2_000_000);
    }
  });
});
