// What servers cache of long prompts: the beginnings that prompts have in common. Sentences that matter are all that differs before the question.
import {expect, test} from "vitest";
import {backgroundOf} from "../../../pipelines/generate/background/sources.node.js";
import {needles} from "../../../pipelines/generate/tasks/needles.node.js";
import {questions} from "../tasks/testing.js";

const prompts = (params: Record<string, unknown>, count: number) =>
  questions(needles, {needles: 1, context_tokens: 4_000, ...params}, count).map(({prompt}) => prompt);
/** Share of the first text that both begin with. */
function shared(first: string, second: string): number {
  let at = 0;
  while (at < first.length && first[at] === second[at]) at++;
  return at / first.length;
}

test.each([
  [0.5, 0.45],
  [1, 0.9]
])("tests of a point at depth %d, asked one after the other, begin alike for %d of their length and more", (depth, least) => {
  const all = prompts({depth}, 20);
  for (const [i, prompt] of all.slice(1).entries()) {
    expect(shared(all[i]!, prompt)).toBeGreaterThan(least);
    expect(prompt).not.toBe(all[i]);
  }
});

test("a longer prompt begins as a shorter one does", () => {
  const [short, long] = [4_000, 16_000].map(context_tokens => prompts({depth: 1, context_tokens}, 1)[0]!);
  expect(shared(short!, long!)).toBeGreaterThan(0.9);
});

test("stories of 400,000 tokens say hardly a sentence twice, so that a reader who drops repeats keeps the background", () => {
  const {passages} = backgroundOf("stories", {tokens: 400_000, tokenizer: "o200k"});
  const counts = new Map<string, number>();
  const sentences = passages.flatMap(passage => passage.split(/(?<=[.?!]) (?=\p{Lu})/u));
  for (const sentence of sentences) counts.set(sentence, (counts.get(sentence) ?? 0) + 1);
  expect(sentences.length).toBeGreaterThan(10_000);
  expect(counts.size / sentences.length).toBeGreaterThan(0.98);
  expect(Math.max(...counts.values()) / sentences.length).toBeLessThan(1 / 1000);
});
