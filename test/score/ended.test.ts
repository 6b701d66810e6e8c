// Cut answers are found by their end and their length: texts of several scripts, and sets whose cuts are known because the test makes them.
import fc from "fast-check";
import {expect, test} from "vitest";
import {CutLengths, type EndedText, endsInMidSentence} from "../../pipelines/score/ended.js";
import {outcomeOf, type Status} from "../../pipelines/score/status.js";

test.each([
  ["The velocity is therefore equal to the", true],
  ["we get x = 3,", true],
  ["the remaining options are:", true],
  ["Therefore 4 + 5 =", true],
  ["First step.\n2.", true],
  ["First step.\n- ", true],
  ["所以这个函数的导数等于", true],
  ["إذن السرعة تساوي", true],
  ["поэтому скорость равна", true],
  ["return total +", true],
  ["It is done.", false],
  ['He said "it is done."', false],
  ["**It is done.**", false],
  ["It is done.\n\n---", false],
  ["Is it done?", false],
  ["所以答案是三。", false],
  ["所以答案是“三”。”", false],
  ["إذن السرعة ثلاثة؟", false],
  ["अतः उत्तर तीन है।", false],
  ["\\boxed{x + 3}", false],
  ["```python\nprint(3)\n```", false],
  ["the value of f(x)", false],
  ["It is done 🎉", false],
  ["คำตอบคือสาม", false], // no mark ends a sentence in Thai
  ["", false],
  ["  \n", false]
])("%j ends in mid-sentence: %s", (text, isOpen) => {
  expect(endsInMidSentence(text)).toBe(isOpen);
});

test("a full stop ends any text of words, whatever closes after it", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[\p{L} ]{1,40}\p{L}$/u), fc.constantFrom("", '"', "**", ")", "”\n"), (text, closing) => {
      expect(endsInMidSentence(`${text}.${closing}`)).toBe(false);
    })
  );
});

const ASKED = {eval_id: "e", base_task: "t"};
const OPEN = "and the next term of the sum is then the";
const WHOLE = "so the sum is twelve.";
type Answer = Omit<EndedText, "eval_id" | "base_task">;
/** Tokens of a text that stands for another: it begins with their number. */
const written = (text: string): number => Number(/^\d+/u.exec(text)![0]);
const lengthsOf = (answers: Iterable<Answer>): CutLengths => {
  const lengths = new CutLengths(written);
  for (const answer of answers) lengths.add({...ASKED, ...answer});
  return lengths;
};
const answer = (tokens: number, end: string, more: Partial<Answer> = {}): Answer => ({
  tokens,
  bytes: 4 * tokens,
  text: `${tokens} ${end}`,
  ...more
});
const cutAmong = <Each extends Answer>(answers: readonly Each[]): Each[] => {
  const lengths = lengthsOf(answers);
  return answers.filter(each => lengths.isCut({...ASKED, ...each}));
};

test("one answer, or two, show no cut however they end", () => {
  expect(cutAmong([answer(512, OPEN)])).toEqual([]);
  expect(cutAmong([answer(512, OPEN), answer(512, OPEN)])).toEqual([]);
});

test("an evaluation whose answers all have a finish reason has no cut", () => {
  expect(new CutLengths(written).isCut({...ASKED, ...answer(512, OPEN)})).toBe(false);
});

test("where answers end in whole sentences none is cut, and neither is a shorter one in mid-sentence", () => {
  const whole = Array.from({length: 500}, (_, i) => answer(100 + i, WHOLE));
  expect(cutAmong(whole)).toEqual([]);
  expect(cutAmong([...whole, ...[200, 201, 202].map(tokens => answer(tokens, OPEN))])).toEqual([]);
});

test("answers of equal length are cut where they end in mid-sentence", () => {
  expect(cutAmong(Array.from({length: 50}, () => answer(256, WHOLE)))).toEqual([]);
  expect(cutAmong(Array.from({length: 50}, () => answer(256, OPEN)))).toHaveLength(50);
});

test("short answers of a word or a value are never cut", () => {
  expect(cutAmong(Array.from({length: 500}, () => answer(4, "I do not know")))).toEqual([]);
});

test("answers without any punctuation, as programs, are not cut: their lengths have no end", () => {
  const random = seeded(3);
  expect(
    cutAmong(Array.from({length: 2_000}, () => answer(Math.round(200 * Math.exp(0.7 * normal(random))), "return a + b")))
  ).toEqual([]);
});

test("limits of two tasks of an evaluation are two", () => {
  const answers = (limit: number) => Array.from({length: 20}, () => answer(limit, OPEN));
  const lengths = new CutLengths(written);
  for (const [base_task, limit] of [
    ["short", 128],
    ["long", 2_048]
  ] as const)
    for (const each of answers(limit)) lengths.add({eval_id: "e", base_task, ...each});
  const isCut = (base_task: string, tokens: number) => lengths.isCut({eval_id: "e", base_task, ...answer(tokens, OPEN)});
  expect([isCut("short", 128), isCut("long", 128), isCut("long", 2_048)]).toEqual([true, false, true]);
});

const normal = (random: () => number): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** Numbers from 0 to 1 (mulberry32). */
const seeded = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
};

test.each([
  ["the server's tokens", 0],
  ["tokens of another tokenizer", 0.12]
])("of answers cut at a limit, %s find most and hardly another", (_, spread) => {
  const random = seeded(7);
  const answers = Array.from({length: 5_000}, () => {
    const wanted = Math.round(420 * Math.exp(0.6 * normal(random)));
    const cut = wanted > 1_024;
    const tokens = Math.round(Math.min(wanted, 1_024) * Math.max(0.3, 1 + spread * normal(random)));
    // one whole answer in 200 states nothing and has no full stop, one cut in 20 happens to end at one
    const isOpen = cut ? random() > 0.05 : random() < 1 / 200;
    return {...answer(tokens, isOpen ? OPEN : WHOLE, {bytes: Math.round(tokens * (4 + 0.35 * normal(random)))}), cut, isOpen};
  });
  const found = cutAmong(answers);
  const right = found.filter(({cut}) => cut).length;
  expect(right / found.length).toBeGreaterThanOrEqual(0.95);
  expect(right / answers.filter(({cut, isOpen}) => cut && isOpen).length).toBeGreaterThanOrEqual(0.95);
});

test("what is held of a million answers are counts of lengths: a few hundred numbers", () => {
  const lengths = new CutLengths(written);
  for (let i = 0; i < 1_000_000; i++)
    lengths.add({eval_id: "e", base_task: "t", tokens: i % 8_192, bytes: (i * 7_919) % 1_000_000, text: i % 2 ? OPEN : WHOLE});
  expect(lengths.size).toBeLessThan(20 * Math.log(8_192) + 20 * Math.log(1_000_000) + 2);
});

test("evidence counts only where the scorer found the answer incorrect", () => {
  const statuses: Status[] = [0, 1, 2];
  expect(statuses.map(status => outcomeOf({status, ended: "cut"}))).toEqual([2, 1, 2]);
  for (const ended of ["known", "unknown", null, undefined] as const)
    expect(statuses.map(status => outcomeOf({status, ended}))).toEqual(statuses);
});
