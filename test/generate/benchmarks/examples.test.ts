// Worked examples before questions of generated categories of knowledge: other questions, rightly answered, and the same for all items of a family.
import {expect, test} from "vitest";
import {benchmarkTask} from "../../../pipelines/generate/benchmarks/benchmark.js";
import {benchmarks} from "../../../pipelines/generate/benchmarks/registry.js";
import {messagesOf} from "../../../pipelines/infer/template.node.js";
import {isRight, placedItems} from "./quality/measure.js";
import {MEASURED} from "./quality/measured.js";

const DOMAIN = "Academic knowledge";
const academic = MEASURED.filter(({benchmark}) => benchmark.domain === DOMAIN);

test("items of knowledge have five examples, and no others have any", () => {
  expect(academic.length).toBe([...benchmarks.values()].filter(({domain}) => domain === DOMAIN).length);
  for (const [name, benchmark] of benchmarks) {
    const counts = placedItems(benchmark, {count: 20}).map(({item}) => item.shots?.length);
    expect([name, ...new Set(counts)]).toEqual([name, benchmark.domain === DOMAIN ? 5 : undefined]);
  }
});

test.each(academic)("$benchmark.name: examples are one of each level of the item's family, the same for all its items", ({
  benchmark
}) => {
  const {items} = benchmarkTask(benchmark);
  const byFamily = new Map<string, string>();
  for (const {facets} of benchmark.cells) {
    const [place = 0] = items.places(facets) as Uint32Array;
    const {shots = []} = items.at(place, {edition: 3});
    const {family} = facets as {family: string};
    const levels = [1, 2, 3, 4, 5].map(level => (items.places({family, level}) as Uint32Array)[0]!);
    expect(shots.map(({question}) => question)).toEqual(levels.map(first => items.at(first, {edition: 0}).prompt));
    expect(byFamily.get(family) ?? JSON.stringify(shots)).toBe(JSON.stringify(shots));
    byFamily.set(family, JSON.stringify(shots));
    expect(benchmarkTask(benchmark).items.at(place, {edition: 3}).shots).toEqual(shots);
  }
  expect(new Set(byFamily.values()).size).toBe(byFamily.size);
  // Edition 0 can not be asked.
  expect(benchmarkTask(benchmark).params.safeParse({edition: 0}).success).toBe(false);
});

test.each(academic)("$benchmark.name: no example is asked, and the second solver finds its answer", ({benchmark, solve}) => {
  const shots = new Map<string, string>();
  for (const edition of [1, 2])
    for (const {item} of placedItems(benchmark, {edition, count: edition === 1 ? 6_000 : 600})) {
      for (const {question, answer} of edition === 1 ? item.shots! : []) shots.set(question, answer);
      expect(shots.has(item.prompt)).toBe(false);
    }
  const {item} = placedItems(benchmark, {count: 1})[0]!;
  for (const [prompt, answer] of shots) {
    const expected = solve(prompt)!.answer;
    expect([prompt, isRight({...item, prompt, expected}, answer)]).toEqual([prompt, true]);
    expect(answer.split("\n").at(-1)).toBe(`Answer: ${expected}`);
  }
});

test.each(
  academic
)("$benchmark.name: a request is five questions with answers, then the question, which the second solver reads in all", ({
  benchmark,
  solve
}) => {
  for (const {item} of placedItems(benchmark, {count: 20})) {
    const test = {...item, base_task: benchmark.name};
    const template = {id: "plain", before: "", after: ""};
    const messages = messagesOf(template, test);
    expect(messages.map(({role}) => role)).toEqual([...Array(5).fill(["user", "assistant"]).flat(), "user"]);
    expect(messages.at(-1)!.content).toContain(item.prompt.split("\n\n")[1]);
    const [message] = messagesOf(
      {...template, examples: {count: 1, as: "message", reasoning: false, each: "{question}\n{answer}\n\n", last: ""}},
      test
    );
    expect(solve(message!.content as string)!.answer).toBe(item.expected);
  }
});
