// The rules of other harnesses read as their documentation and the tests of their scorers say.
import {describe, expect, test} from "vitest";
import {appliesTo, PEER_RULES, type PeerQuestion} from "../../bench/peerRules.js";

const rule = (name: string) => PEER_RULES.find(one => one.name === name)!;
const question = (expected: string, more: Partial<PeerQuestion> = {}): PeerQuestion => ({
  set: "gsm",
  kind: "number",
  expected,
  ...more
});
/** Texts, what a rule reads in them, and whether that is the expected answer. */
type Examples = [text: string, read: string | null, expected: string, right: boolean][];
const check = (name: string, examples: Examples, more?: Partial<PeerQuestion>) =>
  describe(name, () => {
    test.each(examples)("%j", (text, read, expected, right) => {
      const asked = question(expected, more);
      expect([rule(name).read(text, asked), rule(name).right(text, asked)]).toEqual([read, right]);
    });
  });

check("gsm8k, strict-match", [
  ["He has 3 + 4 = 7 apples.\n#### 7", "7", "7", true],
  ["#### 1,234", "1,234", "1234", true],
  ["#### -5", "-5", "-5", true],
  ["#### 7.", "7.", "7", true],
  ["#### 7\n\n#### 8", "7", "8", false],
  ["#### $7", null, "7", false],
  ["The answer is 7.", null, "7", false],
  ["Question: next\n#### 7", null, "7", false]
]);
check("gsm8k, flexible-extract", [
  ["He has 3 + 4 = 7 apples.", "7", "7", true],
  ["It costs $1,234.", "$1,234.", "1234", true],
  ["It costs $18.00.", "$18.00.", "18", false],
  ["-5", "-5", "-5", true],
  ["The answer is 7. That took 2 steps", "2", "7", false],
  ["The answer is 7 ...", "...", "7", false],
  ["no number", null, "7", false],
  ["7\nQuestion: What is 3 + 5?\n8", "7", "7", true]
]);
check(
  "minerva_math",
  [
    ["Final Answer: The final answer is $24$. I hope it is correct.", "$24$", "24", true],
    ["Final Answer: The final answer is $-\\frac{2}{3}$. I hope it is correct.", "$-\\frac{2}{3}$", "-2/3", true],
    ["so it is \\boxed{16}", "16", "16", true],
    ["first \\boxed{3}, then \\boxed{\\frac{10}{2}}", "\\frac{10}{2}", "5", true],
    ["\\boxed{1,000 \\text{ feet}}", "1,000 \\text{ feet}", "1000", true],
    ["\\boxed{x = 45^\\circ}", "x = 45^\\circ", "45", true],
    ["\\boxed{221_3}", "221_3", "-221_3", false],
    ["\\boxed{12", null, "12", false],
    ["The answer is 12.", null, "12", false]
  ],
  {set: "math-l5", kind: "expression"}
);
const letter = {set: "mmlu-pro", kind: "letter", options: ["w", "x", "y", "z"]} as const;
check(
  "mmlu_pro, custom-extract",
  [
    ["Let's think step by step. The answer is (B).", "B", "B", true],
    ["the answer is C", "C", "C", true],
    ["The answer is (J).", "J", "J", true],
    ["The answer is (A). Wait, the answer is (B).", "A", "B", false],
    ["The answer is: B", null, "B", false],
    ["The answer is (b).", null, "B", false],
    ["Hard.\nQuestion: next?\nThe answer is (B).", null, "B", false]
  ],
  letter
);
check(
  "bbh_cot_fewshot, get-answer",
  [
    ["So the answer is False.", "False", "False", true],
    ["So the answer is (B).", "(B)", "(B)", true],
    ["So the answer is ] ].", "] ]", "] ]", true],
    ["So the answer is 14.\nSo the answer is 15.", "14", "14", true],
    ["So the answer is no", "n", "no", false],
    ["Answer: no.", null, "no", false]
  ],
  {set: "bbh-cot", kind: "text"}
);
check(
  "babilong",
  [
    ["Ann was last seen in the attic.", "Ann was last seen in the attic.", "attic", true],
    [" Attic\n", "Attic", "attic", true],
    ["the shop, not the attic", "the shop, not the attic", "attic", true],
    ["the shop", "the shop", "attic", false],
    ["", "", "attic", false]
  ],
  {set: "babilong", kind: "text"}
);

check("match(numeric=True)", [
  ["17 + 34 = 51\nThat is all.", "51", "51", true],
  ["**ANSWER: 17 + 34 = 51**\nThat is all.", "51", "51", true],
  ["17 + 34 = 51%", "34", "51", false],
  ["17 + 34 = 51%", "17 + 34 = 51", "51%", true],
  ["It is 1012_3.", "10123", "1012_3", true],
  ["It is 36", "36", "6", false],
  ["it is exactly -5 degrees", "-5", "-5", true],
  ["some 42.71 in all", "42.71", "2.71", false],
  ["some 1000 in all", "1000", "1e3", true],
  ["2.0", "2", "2", true],
  ["it is −5", "-5", "-5", true],
  ["it takes 2½ hours", "2.5", "2.5", true],
  ["it is -½", "-0.5", "-0.5", true],
  ["it is ４５６", "456", "456", true],
  ["The total is \\$20.", "20", "20", true],
  ["It is [42].", "42", "42", true],
  ["It is 42km", null, "42", false]
]);
check(
  "choice()",
  [
    ["ANSWER: A", "A", "A", true],
    ["ANSWER: A. \n", "A", "A", true],
    ["ANSWER: b", "B", "B", true],
    ["ANSWER: A,", "A", "A", true],
    ["ANSWER: A, C", null, "A", false],
    ["ANSWER: Q", null, "A", false],
    ["ANSWER: None of these", null, "D", false],
    ["ANSWER: I cannot say", null, "D", false],
    ["Answer: first the facts\nThey fit B alone.\nANSWER: B", "B", "B", true],
    ["The answer is B.", null, "B", false]
  ],
  letter
);
check(
  "match()",
  [
    ["It is in Paris.", "it is in paris", "Paris", true],
    ["Paris", "paris", "paris.", true],
    ["**Paris!**", "paris", "Paris", true],
    ["Paris, in France", "paris, in france", "Paris", false],
    ["It is not Paris", "it is not paris", "Paris", true]
  ],
  {set: "babilong", kind: "text"}
);
check(
  'answer("line")',
  [
    ["ANSWER:\nparis and rome", "paris and rome", "Paris and Rome", true],
    ["ANSWER:\nparis and rome", "paris and rome", "Paris", false],
    ["Is this an answer: no\nANSWER: yes\n", "yes", "yes", true],
    ["Answer: Paris", "Paris", "paris", true],
    ["ANSWER: Paris\nThat was easy.", null, "Paris", false],
    ["Paris", null, "Paris", false]
  ],
  {set: "bbh-cot", kind: "text"}
);

check("MGSM", [
  ["3 + 4 = 7\n\nAnswer: 7", "7", "7", true],
  ["Answer: $1,234", "1234", "1,234", true],
  ["Answer: 18.00", "18.00", "18", true],
  ["Answer: 7 apples out of 10", "10", "7", false],
  ["Answer: 3. But no. Answer: 4.", "4", "4", true],
  ["Answer: -5", "5", "-5", false],
  ["The answer is 7", null, "7", false],
  ["Answer: seven", null, "7", false]
]);
check(
  "MATH",
  [
    ["ANSWER: 64 \\text{ feet}", "64 \\text{ feet}", "64", true],
    ["so\nANSWER: $\\frac{3}{2}$\n", "$\\frac{3}{2}$", "1.5", true],
    ["answer:\n649", "649", "649", true],
    ["ANSWER: 72 degrees", "72 degrees", "72", true],
    ["ANSWER: 3\nANSWER: 4", "3", "4", false],
    ["\\boxed{4}", null, "4", false]
  ],
  {set: "math-l5", kind: "expression"}
);
check(
  "MMLU",
  [
    ["Answer: B", "B", "B", true],
    ["**Answer:** B", "B", "B", true],
    ["Answer: $\\boxed{B}$", "B", "B", true],
    ["Answer: (B)", null, "B", false],
    ["Answer: b", "b", "B", false],
    ["Answer : J", "J", "(J)", true]
  ],
  letter
);
check(
  "GPQA",
  [
    ["Think.\nAnswer: B", "B", "B", true],
    ["answer:\t$C$", "C", "C", true],
    ["Answer: A\nAnswer: B", "A", "B", false],
    ["**Answer:** B", null, "B", false],
    ["The answer is B", null, "B", false]
  ],
  letter
);
check(
  "DROP",
  [
    ["Think.\nAnswer: the kitchen.", "the kitchen.", "kitchen", true],
    ["Answer: Mary", "Mary", "Fred", false],
    ["It is the kitchen", "It is the kitchen", "kitchen", true],
    ["Answer: a", "a", "kitchen", false],
    ["Answer: the New York Jets", "the New York Jets", "Jets", true]
  ],
  {set: "babilong", kind: "text"}
);

test("each rule applies to the kinds and sets that it is documented for", () => {
  const applied = (asked: Partial<PeerQuestion>) =>
    PEER_RULES.filter(one => appliesTo(one, question("1", asked))).map(({name}) => name);
  expect(applied({set: "gsm", kind: "number"})).toEqual([
    "gsm8k, flexible-extract",
    "gsm8k, strict-match",
    "match(numeric=True)",
    "MGSM"
  ]);
  expect(applied({set: "math-l5", kind: "expression"})).toEqual([
    "minerva_math",
    "match(numeric=True)",
    'answer("line")',
    "MATH"
  ]);
  expect(applied({set: "mmlu-pro", kind: "letter"})).toEqual(["mmlu_pro, custom-extract", "choice()", "MMLU", "GPQA"]);
  expect(applied({set: "bbh-cot", kind: "text"})).toEqual(["bbh_cot_fewshot, get-answer", "match()", 'answer("line")']);
  expect(applied({set: "babilong", kind: "text"})).toEqual(["babilong", "match()", 'answer("line")', "DROP"]);
});
