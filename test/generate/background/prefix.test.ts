// What servers cache of long prompts: the beginnings that prompts have in common. Sentences that matter are all that differs before the question.
import {expect, test} from "vitest";
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
