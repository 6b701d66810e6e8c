// Texts without a claim: which ends are answers, by which rule they are found, and what hostile texts cost.
import fc from "fast-check";
import {describe, expect, test} from "vitest";
import {letterForm} from "../../pipelines/generate/parts/choice.js";
import {tasks} from "../../pipelines/generate/registry.js";
import type {AnswerForm} from "../../pipelines/generate/task.js";
import {findAnswer} from "../../pipelines/score/extract.js";
import {formOf} from "../../pipelines/score/form.js";
import {extractAnswer} from "./extractAnswer.js";

const number = formOf("4.5");
const truth = formOf("true");

test.each([
  ["The answer is 42.", {answer: "42", rule: "claim"}],
  ["\\boxed{42}", {answer: "42", rule: "claim"}],
  ["3 * 14 = 42\nA: 42", {answer: "42", rule: "claim"}],
  ["There are 42 apples.", {answer: "42", rule: "last line"}],
  ["3 * 14 = 42", {answer: "42", rule: "last line"}],
  ["**42**\n", {answer: "42", rule: "last line"}],
  ["There are 42 apples.\n\nI hope this helps! 😊", {answer: "42", rule: "last literal"}],
  ["I do not know.", null]
])("%j is read as %o", (text, found) => expect(findAnswer(text, number)).toEqual(found));

describe("a text that breaks off gives no answer", () => {
  test.each([
    [truth, "Z = not False and True and False = not False and True and False = not False and True and"],
    [truth, "Z = not False and True and False = not False and True and False"],
    [truth, "Z = not False and True = not False and Tru"],
    [truth, "Z = not not False = not"],
    [truth, "True and True"],
    [number, "So 3 + 4 ="],
    [number, "So 3 + 4"],
    [number, "There are 12 ..."],
    [number, "There are 12…"],
    [number, "There are 12 and"],
    [number, "There are 12 apples in the"],
    [number, "There are 12 apples. We need to"],
    [number, "12 apples are left,"],
    [number, "Is it 12?"],
    [number, "We have 3 apples and 4 pears"],
    [letterForm, "Now, (A) is wrong"],
    [letterForm, "So it is not (A)."]
  ])("%j %j", (form, text) => expect(findAnswer(text, form)).toBeNull());
});

const FORMS = new Map<string, AnswerForm>([
  ...[...tasks.values()].map(({name, answer}) => [name, answer] as const),
  ...[["line", "the hallway"] as const, ["number", "4.5"] as const, ["yes", "yes"] as const, ["letter", "(A)"] as const].map(
    ([name, expected]) => [name, formOf(expected)] as const
  )
]);

test("without a claim there is no answer but the last literal", () => {
  const words = fc.constantFrom(
    ...[
      "12",
      "-7",
      "True",
      "False",
      "yes",
      "no",
      "(A)",
      "B",
      "2024-01-05",
      "willow-295",
      "ant, bee",
      "])",
      "= 3",
      "+",
      "and",
      "or"
    ],
    ...["either", "not", "the", "apples", "is", "wrong", ".", "...", ",", "\n", "(", ")", "so", "we get", "?", "*"]
  );
  fc.assert(
    fc.property(fc.array(words, {maxLength: 14}), parts => {
      const text = parts.join(" ");
      for (const [name, form] of FORMS) {
        const literals = [...text.matchAll(form.literal)].map(([literal]) => form.normalise(literal));
        const last = literals.filter(literal => literal !== null).at(-1) ?? null;
        const answer = extractAnswer(text, form);
        // Behind "not" a value is only set aside, and the one before it holds.
        if (answer !== null && !parts.includes("not")) expect(answer, `${name} ${JSON.stringify(text)}`).toBe(last);
      }
    }),
    {numRuns: 2_000}
  );
});

test("what comes before the last claim does not matter", () => {
  const before = fc.string({unit: "binary", maxLength: 300});
  fc.assert(
    fc.property(before, fc.nat(9999), (noise, value) => {
      expect(extractAnswer(`${noise}\n\nSo, the answer is ${value}.`, number)).toBe(String(value));
    })
  );
});

/** Texts on which patterns with nested repetition would not end. */
const MILLION = 1_000_000;
const filled = (part: string) => part.repeat(Math.ceil(MILLION / part.length)).slice(0, MILLION);
const HOSTILE = {
  marks: `${filled(".,;!")}a`,
  "empty lines": "\n".repeat(100_000),
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

describe("hostile texts of a million characters are read to their end, each part a bounded number of times", () => {
  test.each(Object.entries(HOSTILE))("%s", (_, text) => {
    for (const form of FORMS.values()) {
      // Work is counted in characters handed to the form's pattern and spelling.
      let work = 0;
      const {literal} = form;
      const counted: AnswerForm = {
        ...form,
        literal: Object.assign(new RegExp(literal.source, literal.flags), {
          exec(this: RegExp, part: string) {
            if (this.lastIndex === 0) work += part.length;
            return RegExp.prototype.exec.call(this, part);
          }
        }),
        normalise(part) {
          work += part.length;
          return form.normalise(part);
        }
      };
      findAnswer(text, counted);
      expect(work).toBeLessThan(6 * text.length);
    }
  });
});
