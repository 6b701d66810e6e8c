// How answers are read is carried on tests: item, bank, task and suite in this order; what is asked and under which names stays the same.
import {expect, test} from "vitest";
import {readBank} from "../../pipelines/book/banks/bank.node.js";
import {suiteSchema} from "../../pipelines/book/schemas.js";
import {parseYaml} from "../../pipelines/book/yaml.js";
import {bankTask, tasksOf} from "../../pipelines/generate/bankTask.node.js";
import {LANGUAGES} from "../../pipelines/generate/benchmarks/multilang/sentences.js";
import {benchmarkTasks} from "../../pipelines/generate/benchmarks/registry.js";
import {drawsOf} from "../../pipelines/generate/draws.node.js";
import {manifold, manifoldOf} from "../../pipelines/generate/manifold.node.js";
import {tasks as registry} from "../../pipelines/generate/registry.node.js";
import type {AnyTask, Task, Test} from "../../pipelines/generate/task.js";
import {expanded} from "../../pipelines/generate/tasks/expanded.node.js";
import {folder} from "../book/banks/files.js";

const boolean = registry.get("boolean")! as Task;

function suiteOf(text: string, id = "s") {
  const {value, locate} = parseYaml(text, `${id}.yaml`, suiteSchema);
  return {suite: {...value, id}, locate};
}

function testsOf(text: string, tasks: ReadonlyMap<string, AnyTask>, count = 2): Test[] {
  const {suite, locate} = suiteOf(text);
  const [point] = manifold(suite, {seed: 7, tasks, locate});
  const draws = drawsOf(point!, tasks.get(point!.base_task)!);
  return Array.from({length: count}, (_, k) => draws.test(k));
}

const withoutReading = ({reading: _, ...rest}: Test) => rest;

test("a suite's format holds for its tasks, and a task's own comes first", () => {
  const grid = "tasks: [{task: boolean, params: {length: 6}}]\n";
  const plain = testsOf(grid, registry);
  expect(plain[0]).not.toHaveProperty("reading");
  const set = testsOf(`answer_format: boxed\n${grid}`, registry);
  expect(set.map(({reading}) => reading)).toEqual([{format: "boxed"}, {format: "boxed"}]);
  expect(set.map(withoutReading)).toEqual(plain);
  const own = new Map<string, AnyTask>([["boolean", {...boolean, answer_format: "line" as const}]]);
  for (const suite of ["", "answer_format: boxed\n"]) {
    const asked = testsOf(`${suite}${grid}`, own);
    expect(asked.map(({reading}) => reading)).toEqual([{format: "line"}, {format: "line"}]);
    expect(asked.map(withoutReading)).toEqual(plain);
  }
});

test("a suite's format holds for items of a bank that declare none, and leaves their other settings", async () => {
  await using place = await folder();
  const items = [
    {question: "One?", answer: "1"},
    {question: "Two?", answer: "2", answer_format: "hash"},
    {question: "Three?", answer: "3", locale: "fr", accept: ["III"]}
  ];
  await place.write("items.jsonl", items.map(item => JSON.stringify(item)).join("\n"));
  const asked = async ({bank = "", suite = ""}) => {
    const file = await place.write("mine.yaml", `files: items.jsonl\n${bank}`);
    const tasks = tasksOf({banks: [await readBank(file, {within: place.path})]});
    return testsOf(`${suite}tasks: [{bank: mine}]`, tasks, 3).sort((a, b) => (a.prompt < b.prompt ? -1 : 1));
  };
  const readings = (tests: Test[]) => Object.fromEntries(tests.map(({prompt, reading}) => [prompt.split("?")[0], reading]));
  const plain = await asked({});
  expect(readings(plain)).toEqual({
    One: undefined,
    Two: {format: "hash"},
    Three: {locale: "fr", accept: ["III"]}
  });
  const inSuite = await asked({suite: "answer_format: boxed\n"});
  expect(readings(inSuite)).toEqual({
    One: {format: "boxed"},
    Two: {format: "hash"},
    Three: {format: "boxed", locale: "fr", accept: ["III"]}
  });
  const inBoth = await asked({suite: "answer_format: boxed\n", bank: "answer_format: line\nclassifier: false\n"});
  expect(readings(inBoth)).toEqual({
    One: {format: "line", classifier: false},
    Two: {format: "hash", classifier: false},
    Three: {format: "line", locale: "fr", classifier: false, accept: ["III"]}
  });
  for (const tests of [inSuite, inBoth]) expect(tests.map(withoutReading)).toEqual(plain.map(withoutReading));
});

test("two suites that share a point must agree on the format of its answers", () => {
  const grid = "tasks: [{task: boolean, params: {length: 6}}]\n";
  const both = (other: string) => () =>
    manifoldOf([suiteOf(`answer_format: boxed\n${grid}`, "one"), suiteOf(`${other}${grid}`, "two")], {seed: 7});
  expect(both("answer_format: boxed\n")()).toHaveLength(1);
  for (const other of ["", "answer_format: hash\n"])
    expect(both(other)).toThrow(
      /^suites one and two share boolean \{.*\}, but not the format of its answers; give them the same `answer_format`$/u
    );
});

test("a suite's unknown format is named with its place", () => {
  expect(() => suiteOf("answer_format: lastline\ntasks: [{task: boolean}]\n")).toThrow(
    /^s\.yaml:1:16 expected one of .*, got "lastline"; did you mean "last-line"\?$/u
  );
});

test("a task in long texts has the format of the task that it asks", () => {
  expect(expanded(boolean, "whole")).not.toHaveProperty("answer_format");
  expect(expanded({...boolean, answer_format: "line"}, "whole").answer_format).toBe("line");
});

test("each item of ZenMultilang carries its language", () => {
  const {items} = benchmarkTasks.get("zen-multilang")!;
  for (const {code} of LANGUAGES) {
    const places = items.places({language: code, edition: 1}) as Uint32Array;
    for (const place of [places[0]!, places.at(-1)!]) expect(items.at(place, {edition: 1}).reading).toEqual({locale: code});
  }
});

test("an item of a bank that sets nothing is drawn as before, without the field", async () => {
  await using place = await folder();
  await place.write("items.jsonl", JSON.stringify({question: "One?", answer: "1"}));
  const bank = await readBank(await place.write("mine.yaml", "files: items.jsonl\n"), {within: place.path});
  expect(bankTask(bank).items.at(0)).not.toHaveProperty("reading");
});
