// Texts out of public reports, in own words: what each states, by the kind of the right answer.
import {describe, expect, test} from "vitest";
import {kindOf} from "../../../pipelines/score/answer/kinds.js";
import {readAnswer} from "../../../pipelines/score/answer/read.js";
import {visibleText} from "../../../pipelines/score/answer/visible.js";

const read = (
  text: string,
  expected: string,
  {choices, ...options}: {choices?: string[]; prompt?: string; locale?: string} = {}
) => readAnswer(visibleText({text, reasoning: null}).final, kindOf(expected, choices), options).answer;

describe("numbers", () => {
  test.each([
    ["Answer: 48g", "48"],
    ["The final answer is 156kg.", "156"],
    ["1500m", "1500"],
    ["\\boxed{20cm}", "20"],
    ["Answer: .5", "0.5"],
    ["The area is 36 m^2.", "36"],
    ["The area is 36 m².", "36"],
    ["Answer: 2\\frac{1}{2}", "2.5"],
    ["The answer is 12,34,567.", "1234567"],
    ["Answer: 1 million", "1000000"],
    ["He needs 20 more dollars.\nConfidence: 95%", "20"],
    ["\\boxed{9{,}500}", "9500"],
    ["So the profit is \\boxed{\\$9{,}500}.", "9500"],
    ["Hence \\boxed{10\\,000}", "10000"],
    ["The answer is 1 234 567.", "1234567"],
    ["The answer is 1\u202f234\u202f567.", "1234567"],
    ["\\boxed{\\frac{1}{2}}", "0.5"],
    ["\\boxed{3 × 10^{-4}}", "0.0003"],
    ["<answer>18</answer>", "18"],
    ["<reasoning>9 at 2 each give 18, not 20</reasoning>\n<answer>\n18\n</answer>", "18"],
    ["5</s>", "5"],
    ["The answer is 5<|eot_id|>", "5"],
    ["答案是42。", "42"],
    ["答えは４２です。", "42"],
    ["\\boxed{٤٢}", "42"],
    ["٤٢", "42"],
    ["４２", "42"],
    ["\\[x = 42\\]", "42"],
    ["The answer is twenty-four.", "24"],
    ["Answer: one hundred and five", "105"],
    ["It starts at 2:00 pm.", "2"],
    ["Answer: 9007199254740993", "9007199254740993"],
    ['{"reasoning": "7 + 8", "answer": "15 apples"}\n\nI hope this helps with the 3 questions.', "15"],
    ['{"answer": "15"}\n\nUse the form {"reasoning": "___", "answer": "___"}.', "15"],
    ["The answer is 7. Wait, no: it is 9.", "9"],
    ["The answer is 7.\n\nQuestion: How many legs has a spider?\nAnswer: The answer is 8.", "7"],
    ["<think>It may be 9.</think>The answer is 7.", "7"],
    ["[THINK]It may be 9.[/THINK]7", "7"],
    ["<|channel|>analysis<|message|>It may be 9.<|end|><|start|>assistant<|channel|>final<|message|>7<|return|>", "7"],
    ["12? 13? Hard to say.", null],
    ["It might be 12, it might be 13.", null],
    ["La respuesta es 42.", "42"],
    ["Die Antwort lautet 42.", "42"],
    ["La respuesta correcta es: **42**", "42"],
    ["Ответ: 42", "42"],
    ["정답은 42입니다.", "42"],
    ["الجواب هو ٤٢.", "42"],
    ["La réponse est vingt-quatre.", "24"],
    ["Die Antwort ist 42 oder 43.", null],
    ["La respuesta no es 42.", null],
    ["still thinking of 9</think>\n\nThe answer is 7.", "7"]
  ])("%j states %s", (text, stated) => expect(read(text, "4.5", {prompt: "How many are there in total?"})).toBe(stated));

  test.each([
    ["Die Antwort ist 3,5.", "3.5", "Wie viel ist die Hälfte von sieben?"],
    ["Answer: 1.500", "1500", "Wie viele Einwohner hat das Dorf und was ist die Antwort?"],
    ["Answer: 1,500", "1500", "How many people live in the village?"],
    ["Answer: 1.500", "1.5", "How many litres are in the bottle?"],
    ["Answer: 3,5", null, "How many litres are in the bottle?"]
  ])("%j is %s by the language of the question", (text, stated, prompt) => expect(read(text, "4.5", {prompt})).toBe(stated));

  test("two readings without a known language are no answer; a declared one decides", () => {
    expect(read("3,5", "4.5")).toBeNull();
    expect(read("1.500", "4.5")).toBeNull();
    expect(read("1.500", "4.5", {locale: "de"})).toBe("1500");
    expect(read("1.500", "4.5", {locale: "en-GB"})).toBe("1.5");
    expect(read("3,5", "4.5", {locale: "fr-FR"})).toBe("3.5");
  });

  test.each(["4", "15", "2", "150"])("no digit of a number with a unit is lost: %s", digits => {
    for (const unit of ["g", "kg", "km", "m²", "°C", "€", "x", "!", "th", "_a", "ml/h", "号", "k"]) {
      const answer = read(`Answer: ${digits}8${unit}`, "4.5", {prompt: "How much?"});
      expect([`${digits}8`, null]).toContain(answer);
    }
  });
});

describe("options", () => {
  const choices = ["London", "Paris", "Rome", "Berlin"];
  test.each([
    ["B.\n\nExplanation: A is in the UK, C is in Italy, D is in Germany.", "B"],
    ["I would go with option B, although C is tempting.", "B"],
    ["B) Paris because A is in the UK.", "B"],
    ["B) because A is in the UK.", "B"],
    ["b", "B"],
    ["__B__", "B"],
    ["<b>B</b>", "B"],
    ["（B）", "B"],
    ["Ｂ", "B"],
    ["option B", "B"],
    ["B) Paris", "B"],
    ["**B)** Paris", "B"],
    ["Paris", "B"],
    ["The capital of France is Paris.", "B"],
    ["<answer>B</answer>", "B"],
    ["The answer is (B) Rome.", null],
    ["The answer is (A) or (B).", null],
    ["None of the above.", null],
    ["The answer is None of the above.", null],
    ["Option (B) is the correct answer.", "B"],
    ["The correct option is (C).", "C"],
    ["\\boxed{\\text{B}}", "B"],
    ["My answer: b", "B"],
    ["Paris? Rome? Hard to say.", null],
    ["I would say Paris, but I am not sure, since Rome fits too and London.", null],
    ["I'm torn between Paris and Rome.", null]
  ])("%j states %s", (text, stated) => expect(read(text, "A", {choices})).toBe(stated));
});

describe("texts", () => {
  test.each([
    ["Answer: don’t forget", "don't forget"],
    ["Answer: co‑op store", "co-op store"],
    ['{"answer": "the hallway"} The literal string is above.', "hallway"]
  ])("%j states %s", (text, expected) =>
    expect(read(text, expected)).toBe(kindOf(expected).spell(expected, {mark: () => ".", percentIsFraction: () => false})));
});

describe("literals of Python", () => {
  test.each([
    ['{"answer": "[1, 2, \'a\']"}', "[1, 2, 'a']"],
    ["Answer: (1, None, True)", "[1,null,true]"],
    ["<answer>{'b': 1, 'a': 2.0}</answer>", '{"a": 2, "b": 1}']
  ])("%j is %s", (text, expected) => {
    const kind = kindOf(expected);
    expect(readAnswer(text, kind).answer).toBe(kind.spell(expected, {mark: () => ".", percentIsFraction: () => false}));
  });
});
