// Texts without a claim: which ends are answers, and by which rule they are found.
import fc from "fast-check";
import {describe, expect, test} from "vitest";
import {letterForm} from "../../../pipelines/generate/parts/choice.js";
import {tasks} from "../../../pipelines/generate/registry.node.js";

import {kindOf, kindOfForm} from "../../../pipelines/score/answer/kinds.js";
import {readAnswer} from "../../../pipelines/score/answer/read.js";
import {ENGLISH, type ValueKind} from "../../../pipelines/score/answer/values.js";
import {answerOf} from "./reading.js";

const number = kindOf("4.5");
const truth = kindOf("true");

test.each([
  ["The answer is 42.", "42", "answer is"],
  ["Answer: 42", "42", "answer line"],
  ["\\boxed{42}", "42", "box"],
  ["3 * 14 = 42\nA: 42", "42", "answer line"],
  ["There are 42 apples.", "42", "last line"],
  ["3 * 14 = 42", "42", "last line"],
  ["She makes **42** dollars in 7 days.", "42", "emphasis"],
  ["42\n", "42", "lone value"],
  ["There are 42 apples.\n\nI hope this helps! 😊", "42", "last line"],
  ["There are 42 apples.\n\nThat is all there is to it!", "42", "last value"],
  ["#### 42", "42", "hash"],
  ['{"answer": "42"}', "42", "json field"],
  ["<answer>42</answer>", "42", "tag"]
])("%j is read as %s by the rule %s", (text, answer, rule) => expect(readAnswer(text, number)).toMatchObject({answer, rule}));

test.each([
  ["I do not know.", "none"],
  ["The answer is unknown.", "refused"],
  ["The answer is 12 or 13.", "several"],
  ["The answer is not 12.", "denied"],
  ["So 3 + 4 =", "cut short"],
  ["The answer is the second one.", "unreadable"],
  ["  ", "empty"]
])("%j has no answer, because: %s", (text, reason) => expect(readAnswer(text, number)).toMatchObject({answer: null, reason}));

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
  ])("%j %j", (kind, text) => expect(answerOf(text, kind)).toBeNull());
});

const KINDS = new Map<string, ValueKind>([
  ...[...tasks.values()].map(({name, answer}) => [name, kindOfForm(answer)] as const),
  ...["the hallway", "4.5", "yes", "(A)", "x^2 + 1", "[1, 2]"].map(expected => [expected, kindOf(expected)] as const)
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
      for (const [name, kind] of KINDS) {
        const values = kind.valuesIn(text, ENGLISH).filter(({answer}) => answer !== null);
        const last = values.at(-1)?.answer ?? null;
        const {answer, rule} = readAnswer(text, kind);
        if (rule === "letter first") continue;
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
      expect(answerOf(`${noise}\n\nSo, the answer is ${value}.`, number)).toBe(String(value));
    })
  );
});
