// Stories that the built-in narrator tells.
import {describe, expect, test} from "vitest";
import {readTree, treeValue} from "../../../pipelines/generate/lists/tree.js";
import {ORDERS, tellStory} from "../../../pipelines/generate/narratives/grammar/narrate.js";
import {OPERATION_PHRASES, operationIn} from "../../../pipelines/generate/narratives/grammar/operations.js";
import {GENRES} from "../../../pipelines/generate/narratives/grammar/worlds.js";
import {makeNarrative} from "../../../pipelines/generate/narratives/make.js";
import {lineOf, narrativeLine} from "../../../pipelines/generate/narratives/narrative.js";
import {type NarrativeSettings, narrativeSettings} from "../../../pipelines/generate/narratives/settings.js";
import {validate, validateLine} from "../../../pipelines/generate/narratives/validate.js";
import {randomOf} from "../../../pipelines/generate/seed.js";
import {tokenCounter} from "../../../pipelines/tokenizer/counter.node.js";
import {tokenizer} from "../../../pipelines/tokenizer/tokenizer.node.js";
import {BUNDLED} from "../../../pipelines/tokenizer/types.js";

const count = tokenCounter("o200k");
const made = (settings: Partial<NarrativeSettings>, seed: string) =>
  makeNarrative(narrativeSettings.parse(settings), {id: seed, random: randomOf(seed), count});

test("[SM 8 1 4 [MAX 9 2 7]] told with the MAX beat first is a valid story with the answer 2", () => {
  const tree = readTree("[SM 8 1 4 [MAX 9 2 7]]");
  const {anchors, text, parts, tokens} = tellStory({
    tree,
    order: "inner first",
    numerals: "mixed",
    beatTokens: 60,
    storyTokens: 800,
    count,
    random: randomOf("SM")
  });
  expect(parts.filter(({kind}) => kind === "beat").map(({operation}) => operation)).toEqual([1, 0]);
  expect(treeValue(tree)).toBe(2);
  expect(validate({id: "SM", tree, median: "truncMean", answer: 2, anchors, text, parts, tokens})).toEqual([]);
  const [max, sm] = parts.filter(({kind}) => kind === "beat").map(({start, end}) => text.slice(start, end));
  expect(operationIn(max!)).toBe("MAX");
  expect(operationIn(sm!)).toBe("SM");
  expect(sm!.toLowerCase()).toContain(anchors[1]!.toLowerCase());
});

test.each([
  {operations: "SUM", max_operand: 999, genre: "sales call", answer: "integer"},
  {operations: "SUM MAX", min_operand: 50, max_operand: 60, answer: "integer", order: "outer first"},
  {operations: "SUM", min_operand: 4, max_operand: 5, num_operations: 1, max_depth: 1, effective_depth: 1, max_arity: 2}
] as const)("worked examples are drawn where operands allow no digit as their answer: %j", settings => {
  for (const seed of ["a", "b", "c"]) {
    const narrative = made(settings, seed);
    expect(validate(narrative)).toEqual([]);
    expect(narrative.text.match(/^Answer: (\d{2,4})$/gmu)).toHaveLength(1);
  }
});

describe.each(GENRES.map(({id}) => id))("in the world %s", genre => {
  test.each(ORDERS)("stories are valid and within 2 %% of their length, told %s", order => {
    for (let i = 0; i < 12; i++) {
      const narrative = made({genre, order, target_tokens: 1500 + 700 * i}, `${genre} ${order} ${i}`);
      expect(validate(narrative)).toEqual([]);
      const wanted = 1500 + 700 * i;
      expect(Math.abs(count(narrative.text) / wanted - 1)).toBeLessThanOrEqual(0.02);
      expect(Math.abs(narrative.tokens / count(narrative.text) - 1)).toBeLessThanOrEqual(0.02);
    }
  });
});

test.each(BUNDLED)("lengths are measured by %s as well", async name => {
  const settings = narrativeSettings.parse({target_tokens: 12_000, tokenizer: name});
  const {text} = makeNarrative(settings, {id: name, random: randomOf(name), count: tokenCounter(name)});
  expect(Math.abs((await tokenizer(name)).encode(text).length / 12_000 - 1)).toBeLessThanOrEqual(0.02);
});

test.each<Partial<NarrativeSettings>>([
  {num_operations: 1, max_depth: 1},
  {num_operations: 4, max_depth: 4},
  {num_operations: 40, max_depth: 12, target_tokens: 9000},
  {max_operand: 99_999, answer: "integer", numerals: "digits"},
  {max_operand: 99, answer: "integer", numerals: "words"},
  {operations: "MED", median: "upper"},
  {min_operand: 7, max_operand: 7, operations: "MAX", effective_depth: 1},
  {min_arity: 6, max_arity: 9, target_tokens: 4000}
])("%j is told as a valid story", settings => {
  for (let i = 0; i < 5; i++) expect(validate({...made({examples: 0, ...settings}, JSON.stringify([settings, i]))})).toEqual([]);
});

test("a million tokens are hit within 2 %", () => {
  const {text, tokens} = made({target_tokens: 1_000_000}, "million");
  expect(Math.abs(tokens / 1_000_000 - 1)).toBeLessThanOrEqual(0.02);
  // Counted apart, in ten pieces cut at paragraphs.
  const paragraphs = text.split("\n\n");
  const size = Math.ceil(paragraphs.length / 10);
  let counted = 0;
  for (let start = 0; start < paragraphs.length; start += size)
    counted += count(`${paragraphs.slice(start, start + size).join("\n\n")}\n\n`);
  expect(Math.abs(counted / 1_000_000 - 1)).toBeLessThanOrEqual(0.02);
});

test("with names and numbers masked, no sentence makes up more than 2 % of a set's", () => {
  const sentences = new Map<string, number>();
  let all = 0;
  for (let i = 0; i < 40; i++) {
    const {text, parts, anchors} = made({target_tokens: 3000}, `variety ${i}`);
    const names = new Set(text.match(/(?<![.?!"\n] ?)\b[A-Z][a-z]+\b/gu));
    for (const {kind, start, end} of parts) {
      if (kind === "instructions") continue;
      let part = text.slice(start, end);
      for (const anchor of anchors) part = part.replaceAll(anchor, "NAME");
      for (const sentence of part.split(/(?<=[.?!]["”]?)\s+/u)) {
        const masked = sentence.replace(/\b\w+\b/gu, word => (names.has(word) || /^\d+$/u.test(word) ? "X" : word));
        sentences.set(masked, (sentences.get(masked) ?? 0) + 1);
        all++;
      }
    }
  }
  expect(all).toBeGreaterThan(3000);
  expect(Math.max(...sentences.values()) / all).toBeLessThanOrEqual(0.02);
});

test.each([
  ["any", 10_000],
  ["any", 100_000],
  ["sales call", 100_000],
  ["opera house", 1_000_000],
  ["sales call", 1_000_000]
])("no sentence of padding is more than one in 1,000 of a story in the world %s of %i tokens, nor repeated", (genre, target_tokens) => {
  const {text, parts} = made({genre, target_tokens}, `repeated ${genre} ${target_tokens}`);
  const times = new Map<string, number>();
  let sentences = 0;
  for (const {kind, start, end} of parts) {
    if (kind !== "padding") continue;
    for (const sentence of text.slice(start, end).split(/(?<=[.?!]["”]?)\s+/u)) {
      times.set(sentence, (times.get(sentence) ?? 0) + 1);
      sentences++;
    }
  }
  expect(sentences).toBeGreaterThan(target_tokens / 60);
  expect(Math.max(...new Set(times.values()))).toBeLessThanOrEqual(Math.ceil(sentences / 1_000));
  expect(times.size / sentences).toBeGreaterThan(0.99);
});

test("every phrase of an operation tells that operation", () => {
  for (const [operation, phrases] of Object.entries(OPERATION_PHRASES))
    for (const phrase of phrases) expect(operationIn(`They settled on ${phrase}.`)).toBe(operation);
});

test.each([
  [{target_tokens: 200}, /^the instructions and examples take more than the 200 tokens/],
  [
    {target_tokens: 700, examples: 0},
    /^7 operations take \d+ tokens to tell, more than the \d+ that there are; give more tokens, or fewer operations$/
  ]
])("%j is too little, and the error says so", (settings, message) => expect(() => made(settings, "small")).toThrow(message));

test("with the six published fields alone a story passes, and what is planted in it is found at its place", () => {
  for (const seed of ["published a", "published b", "published c"]) {
    const {anchors: _, parts: __, ...published} = lineOf(made({target_tokens: 1_500}, seed));
    const line = narrativeLine.parse(published);
    expect(validateLine(line).problems).toEqual([]);
    const planted = "\n\n[Padding Segment]\n\n";
    const half = Math.round(0.8 * line.full_text_for_eval.length);
    const text = `${line.full_text_for_eval.slice(0, half)}${planted}${line.full_text_for_eval.slice(half)}`;
    const [problem] = validateLine({...line, full_text_for_eval: text}).problems;
    expect(text.slice(problem!.start, problem!.end)).toBe("[Padding Segment]");
  }
});

test("a result that padding names, though it was given before, is named where nothing needs it", () => {
  const narrative = made({target_tokens: 2_000, examples: 0}, "named in padding");
  const {text, parts, anchors} = narrative;
  const padding = parts.findLast(({kind}) => kind === "padding")!;
  const sentence = ` They thought of ${anchors[0]} and were silent.`;
  const longer = parts.map(part => ({
    ...part,
    start: part.start >= padding.end ? part.start + sentence.length : part.start,
    end: part.end >= padding.end ? part.end + sentence.length : part.end
  }));
  const changed = {...narrative, text: `${text.slice(0, padding.end)}${sentence}${text.slice(padding.end)}`, parts: longer};
  expect(validate(narrative)).toEqual([]);
  expect(validate(changed).map(({code}) => code)).toEqual(["anchor-misplaced"]);
});
