// The detector of paraphrases on texts written for it: planted rewordings, and the weakest, foreign and extreme cases.
import {expect, test} from "vitest";
import {judgeCandidates, LIKELY} from "../../../pipelines/studies/contamination/paraphrases/decision.js";
import {logOdds, probabilityOf} from "../../../pipelines/studies/contamination/paraphrases/logistic.js";
import {openCandidateSearch} from "../../../pipelines/studies/contamination/paraphrases/search.js";
import {profileOf, stem, termsOf} from "../../../pipelines/studies/contamination/paraphrases/terms.js";
import {FALSE_ALARMS, WEIGHTS} from "../../../pipelines/studies/contamination/paraphrases/weights.js";
import {type Audited, resultOf} from "../../../pipelines/studies/contamination/results.js";
import {DEFAULTS} from "../../../pipelines/studies/contamination/settings.js";
import {fitLogistic} from "./paraphrases/training.js";

const judge = (items: readonly string[], documents: readonly string[]) => {
  const search = openCandidateSearch(items);
  for (const [i, text] of documents.entries()) search.add(text, {file: "corpus", document: `${i}`});
  return judgeCandidates(items, search);
};

/** Items and rewordings of them, all written for this test. */
const PAIRS: readonly [item: string, reworded: string][] = [
  [
    "A baker sells 14 loaves on Monday and three times as many on Saturday. A loaf costs 5 euros. How much money does she take in on both days?",
    "On Monday 14 loaves leave a bakery; on Saturday it is three times that number. With 5 euros for each loaf, how much does the baker earn on the two days together?"
  ],
  [
    "Omar has 120 marbles. He gives a quarter of them to Lena and 18 to his brother. How many marbles are left?",
    "Out of his 120 marbles Omar hands one quarter to Lena, and his brother gets 18. How many does Omar still own?"
  ],
  [
    "A train travels 240 km in 3 hours and then 90 km in 2 hours. What is its average speed over the whole trip?",
    "What average speed does a train reach on a journey on which it first covers 240 km within 3 hours, then another 90 km within 2 hours?"
  ],
  [
    "A rectangular garden is 12 metres long and 7 metres wide. A fence around it costs 9 dollars a metre. What does the fence cost?",
    "Someone fences in a garden, a rectangle with a length of 12 metres and a width of 7 metres. At 9 dollars for every metre of fence, what is the price?"
  ],
  [
    "Which treaty ended the war between Sweden and Russia in 1721?",
    "The war of Russia against Sweden was ended in 1721 by which treaty?"
  ],
  [
    "Which gas do plants take up during photosynthesis, and which do they release?",
    "During photosynthesis, one gas is taken up by plants and another released: name both gases."
  ],
  [
    'def count_vowels(text):\n    """Return how many vowels a text has, upper case or lower case."""\n    return sum(1 for letter in text.lower() if letter in \'aeiou\')\n',
    "def vowel_total(s):\n    # Number of vowels in the text s; upper case and lower case both count.\n    total = 0\n    for ch in s.lower():\n        if ch in 'aeiou':\n            total += 1\n    return total\n"
  ],
  [
    'def rotate(numbers, steps):\n    """Rotate a list to the right by a number of steps."""\n    cut = len(numbers) - steps % len(numbers)\n    return numbers[cut:] + numbers[:cut]\n',
    "def shift_right(xs, k):\n    # Rotates the list xs by k steps to the right.\n    k = k % len(xs)\n    return xs[len(xs) - k:] + xs[:len(xs) - k]\n"
  ],
  [
    "What did the sociologist call the loss of shared norms that follows rapid social change?",
    "Rapid social change can make people lose the norms they share; what is the sociologist's word for this loss?"
  ],
  [
    "A tank holds 900 litres. Pump A empties 40 litres a minute and pump B 35. How long do both need to empty it together?",
    "Working together, pump A removes 40 litres per minute and pump B 35 litres per minute; in what time is a full tank of 900 litres empty?"
  ]
];

test("rewordings that are in the corpus are more likely paraphrases than the texts nearest to other items", () => {
  for (const parity of [0, 1]) {
    const likeliest = judge(
      PAIRS.map(([item]) => item),
      PAIRS.filter((_, i) => i % 2 === parity).map(([, reworded]) => reworded)
    );
    const probabilitiesOf = (isPlanted: boolean) =>
      likeliest.filter((_, i) => (i % 2 === parity) === isPlanted).map(each => each?.probability ?? 0);
    expect(Math.min(...probabilitiesOf(true))).toBeGreaterThan(Math.max(...probabilitiesOf(false)));
    expect(probabilitiesOf(true).filter(probability => probability >= LIKELY).length).toBeGreaterThanOrEqual(4);
    expect(probabilitiesOf(false).filter(probability => probability >= 0.5)).toEqual([]);
  }
});

test("one short item and a corpus of one line: finite, and the reworded line is likelier than any other", () => {
  const item = "Which river flows through Vienna?";
  const [reworded] = judge([item], ["Through Vienna flows which river?"]);
  const [other] = judge([item], ["Which mountain is the highest of Austria?"]);
  expect(reworded!.probability).toBeGreaterThan(other?.probability ?? 0);
  expect(judge([item], [])).toEqual([null]);
  expect(judge([item], ["qqq"])).toEqual([null]);
  expect(judge([""], ["Which river?"])).toEqual([null]);
  expect(judge(["?!", "7"], ["7"]).map(each => each === null || Number.isFinite(each.probability))).toEqual([true, true]);
});

test("code with other names, Chinese without spaces and formulas alone are compared by what they share", () => {
  const code = "def mean(values):\n    return sum(values) / len(values)\n";
  const renamed = profileOf("def average(xs):\n    return sum(xs) / len(xs)\n");
  const commented = profileOf("def average(xs):  # adds and divides\n    return sum(xs) / len(xs)\n");
  expect([...renamed.structure.keys()]).toEqual([...profileOf(code).structure.keys()]);
  expect([...commented.structure.keys()]).toEqual([...renamed.structure.keys()]);

  const chinese = ["小明有十二个苹果,他把三个送给了妹妹,还剩几个苹果?", "一列火车两小时行驶二百公里,它的平均速度是多少?"];
  const [apples, train] = judge(chinese, ["火车在两小时内行驶了二百公里,求平均速度。"]);
  expect(train!.probability).toBeGreaterThan(apples?.probability ?? 0);

  const [integral, matrix] = judge(["x^2 + 3x - 4 = 0", "A * B = [1 0; 0 1]"], ["Solve 0 = x^2 + 3x - 4"]);
  expect(integral!.probability).toBeGreaterThan(matrix?.probability ?? 0);
});

test("names of inherited properties are words like others", () => {
  const text =
    "class Point {\n  constructor(x) {\n    this.x = x;\n  }\n  toString() {\n    return valueOf(hasOwnProperty, __proto__);\n  }\n}\n";
  expect(profileOf(text).structure.size).toBeGreaterThan(0);
  expect(profileOf("constructor toString __proto__").length).toBeGreaterThan(2);
});

test("numbers as words and digits are one term, and so are forms of a word", () => {
  const hash = (text: string) => termsOf(text).hashes;
  expect(hash("sixteen")).toEqual(hash("16"));
  expect(hash("1,000")).toEqual(hash("1000"));
  expect(hash("3")).not.toEqual(hash("4"));
  expect(hash("isEven")).toEqual(hash("is_even"));
  expect(new Set(["bakes", "baking", "baked", "bake"].map(stem)).size).toBe(1);
});

test("a list of options, and code next to its comments, are no part of what is asked", () => {
  const question = "Which of these is a prime number?";
  expect([...profileOf(`${question}\nA. 15\nB. 17\nC. 21`).lead.keys()]).toEqual([...profileOf(question).words.keys()]);
  expect(profileOf(`${question}\nA. only one option`).lead.size).toBeGreaterThan(profileOf(question).words.size);
});

test("a long line is compared by windows, whose texts and number are bounded", () => {
  const items = PAIRS.map(([item]) => item);
  const filler = Array.from({length: 20_000}, (_, i) => `filler${i % 997}`).join(" ");
  const search = openCandidateSearch(items);
  search.add(`${filler} ${PAIRS[1]![1]} ${filler}`, {file: "corpus", document: "0"});
  const [, marbles] = judgeCandidates(items, search);
  expect(marbles!.window.text).toContain("Out of his 120 marbles");
  for (const list of search.candidates) {
    expect(list.length).toBeLessThanOrEqual(8);
    for (const {window} of list) expect(window.text.length).toBeLessThanOrEqual(4_000);
  }
});

test("the more windows were compared, the less likely is a text of the same likeness", () => {
  const items = PAIRS.map(([item]) => item);
  const search = openCandidateSearch(items);
  search.add(PAIRS[1]![1], {file: "corpus", document: "0"});
  const oddsAmong = (windows: number) => {
    const {probability} = judgeCandidates(items, {...search, windows: () => windows})[1]!;
    return Math.log(probability / (1 - probability));
  };
  expect(oddsAmong(2_000)).toBeCloseTo(oddsAmong(1), 9);
  expect(oddsAmong(2_000) - oddsAmong(200_000)).toBeCloseTo(Math.log(100), 9);
});

test("copies of an item in the list of items do not exclude each other", () => {
  const [first, second] = judge([PAIRS[0]![0], PAIRS[0]![0], ...PAIRS.slice(2).map(([item]) => item)], [PAIRS[0]![1]]);
  expect(first!.probability).toBeCloseTo(second!.probability, 12);
  expect(first!.probability).toBeGreaterThan(0.5);
});

test("an item is near from the given probability on, and only where its words decide nothing", () => {
  const item: Audited = {id: "i", group: "g", words: 20, all_words: 20, bits_per_word: 5, hasPassage: false, untestable: null};
  const coverage = {files: 1, unread: 0, documents: 1};
  const paraphrase = {probability: 0.954, document: "d"};
  const settings = {...DEFAULTS, probability: 0.9};
  expect(resultOf(item, [], coverage, {settings, paraphrase})).toMatchObject({
    verdict: "near",
    reason: "paraphrase, probability 0.95",
    probability: 0.954,
    document: "d"
  });
  expect(resultOf(item, [], coverage, {settings: {...settings, probability: 0.96}, paraphrase}).verdict).toBe("clean");
  expect(resultOf(item, [], coverage, {paraphrase}).verdict).toBe("clean");
  expect(resultOf(item, [], coverage, {settings, paraphrase: null})).toMatchObject({verdict: "clean", probability: 0});
  expect(resultOf(item, [], coverage).probability).toBeNull();
  expect(resultOf({...item, untestable: "5 words"}, [], coverage, {settings, paraphrase}).verdict).toBe("not_testable");
});

test("the fitted log odds of a 2 × 2 table are those of its counts", () => {
  const counts = [30, 10, 5, 45] as const; // yes and no with the measure, yes and no without it
  const examples = counts.map((weight, i) => ({measures: {x: i < 2 ? 1 : 0}, isParaphrase: i % 2 === 0, weight}));
  const {intercept, weights} = fitLogistic(examples, {names: ["x"], signed: () => true, ridge: 0});
  expect(intercept).toBeCloseTo(Math.log(5 / 45), 3);
  expect(weights.x).toBeCloseTo(Math.log((30 * 45) / (10 * 5)), 3);
  const reversed = examples.map(({isParaphrase, ...rest}) => ({...rest, isParaphrase: !isParaphrase}));
  expect(fitLogistic(reversed, {names: ["x"], signed: () => true, ridge: 0}).weights).toEqual({});
});

test("the committed weights are monotonic in likeness, and their false alarms are few", () => {
  for (const [name, weight] of Object.entries(WEIGHTS.pair.weights))
    if (name !== "item_length") expect(weight).toBeGreaterThan(0);
  expect(probabilityOf(logOdds({intercept: 0, weights: {}}, {}))).toBe(0.5);
  expect(FALSE_ALARMS.n).toBeGreaterThan(300);
  expect(FALSE_ALARMS.high).toBeLessThan(0.03);
});
