import {readdirSync, readFileSync} from "node:fs";
import fc from "fast-check";
import {describe, expect, test} from "vitest";
import {type Template, templateSchema} from "../../pipelines/book/schemas.js";
import {parseYaml} from "../../pipelines/book/yaml.js";
import {questionsOf} from "../../pipelines/generate/question.js";
import {tasks} from "../../pipelines/generate/registry.node.js";
import type {Task} from "../../pipelines/generate/task.js";
import {AT_ONCE, THINK} from "../../pipelines/generate/task.js";
import {unlimited} from "../../pipelines/infer/reference/mind.js";
import {reply} from "../../pipelines/infer/reference/reply.node.js";
import type {Channel} from "../../pipelines/infer/reference/roster.js";
import {requestKey} from "../../pipelines/infer/request.node.js";
import {EXAMPLE_PARAMS, EXAMPLE_SEED, examplesOf, messagesOf} from "../../pipelines/infer/template.node.js";
import {visibleText} from "../../pipelines/score/answer/visible.js";
import {answerOf} from "../score/answer/reading.js";

const FOLDER = "data/templates";
const templates = new Map(
  readdirSync(FOLDER).map(file => {
    const {value} = parseYaml(readFileSync(`${FOLDER}/${file}`, "utf8"), file, templateSchema);
    return [file.replace(".yaml", ""), {...value, id: value.id!} as Template];
  })
);
const all = [...tasks.values()];

function testsOf(task: Task, count: number, {seed = 5, given = {}}: {seed?: number; given?: Record<string, unknown>} = {}) {
  const params = task.params.parse(given) as Record<string, unknown>;
  const question = questionsOf(task, {params, seed});
  return Array.from({length: count}, (_, i) => ({...question(i), base_task: task.name}));
}

test("zerocot-nosys asks what it always asked: its cache keys hold", () => {
  const prompt =
    "Decide whether this logical expression is true. T means true and F means false. Parentheses come first, then not, then and, then xor (exactly one of the two is true), then or.\n\nF and (T xor not (F or F and F) and F)\n\nThink it through, then finish with one of these two lines:\nAnswer: True\nAnswer: False";
  const messages = messagesOf(templates.get("zerocot-nosys")!, {base_task: "boolean", prompt});
  expect(messages).toEqual([{role: "user", content: prompt}]);
  const sampling = {temperature: 0, max_tokens: 4096};
  const request = {base: "reference:1", protocol: "openai" as const, model: "sim-cedar-01", messages, sampling, trial: 0};
  // Written down before templates had examples.
  expect(requestKey(request)).toBe("242bb48b64d2cefee2e00b322b39ca1e0260eac505c0e3b4cfc122d408f23b48");
});

test.each([
  ["zeroshot", ["system", "user"]],
  ["zeroshot-nosys", ["user"]],
  ["zerocot-nosys", ["user"]],
  ["multishot", ["system", ...Array(3).fill(["user", "assistant"]).flat(), "user"]],
  ["multishot-nosys", [...Array(3).fill(["user", "assistant"]).flat(), "user"]],
  ["multishot-cot", ["system", ...Array(3).fill(["user", "assistant"]).flat(), "user"]],
  ["unified-cot", ["user"]]
])("%s has the turns that its name promises", (name, roles) => {
  const [question] = testsOf(tasks.get("dates")!, 1);
  expect(messagesOf(templates.get(name)!, question!).map(({role}) => role)).toEqual(roles);
});

test("every shipped template is named after its file and tested here", () => {
  for (const [name, {id}] of templates) expect(id).toBe(name);
  expect([...templates.keys()].sort()).toEqual(
    ["zeroshot", "zeroshot-nosys", "zerocot-nosys", "multishot", "multishot-nosys", "multishot-cot", "unified-cot"].sort()
  );
});

test("every task asks for thought in the same words, once; without thought none does", () => {
  for (const task of all)
    for (const question of testsOf(task, 5)) {
      expect(question.prompt.split(THINK)).toHaveLength(2);
      expect(messagesOf(templates.get("zeroshot-nosys")!, question)[0]!.content).toBe(question.prompt.replace(THINK, AT_ONCE));
    }
});

describe.each(all.map(task => [task.name, task] as const))("examples of %s", (_, task) => {
  const examples = examplesOf(task, {count: 6, besides: ""});

  test("are answered rightly, in the form asked for, with the work shown", () => {
    expect(new Set(examples.map(({question}) => question)).size).toBe(6);
    for (const {question, answer, steps} of examples) {
      const found = answerOf(answer, task.answer);
      const again = testsOf(task, 40, {seed: EXAMPLE_SEED, given: EXAMPLE_PARAMS[task.name] ?? {}});
      expect(found).toBe(again.find(({prompt}) => prompt === question)!.expected);
      expect(steps.length).toBeGreaterThan(0);
      expect(answerOf(`${steps.join(".\n")}.\n\n${answer}`, task.answer)).toBe(found);
    }
  });

  test("are the first of one sequence, without the question that they stand in front of", () => {
    expect(examplesOf(task, {count: 2, besides: "another"})).toEqual(examples.slice(0, 2));
    expect(examplesOf(task, {count: 5, besides: examples[0]!.question})).toEqual(examples.slice(1));
  });

  test("are never a test: another seed than any book can have, another question than any asked", () => {
    fc.assert(
      fc.property(fc.nat({max: 2 ** 31}), seed => {
        expect(seed).not.toBe(EXAMPLE_SEED);
        for (const {prompt} of testsOf(task, 8, {seed}))
          expect(examplesOf(task, {count: 5, besides: prompt}).map(({question}) => question)).not.toContain(prompt);
      }),
      {numRuns: 20, seed: 1}
    );
  });

  test.each([
    "field",
    "think",
    "plain"
  ] as const)("a model that errs in nothing solves the last question, not an example: %s", channel => {
    for (const template of templates.values())
      for (const question of testsOf(task, 4)) expect(answered(channel, template, question, task)).toBe(question.expected);
  });
});

function answered(channel: Channel, template: Template, question: ReturnType<typeof testsOf>[number], task: Task) {
  const model = {id: `sim-perfect-${channel}`, family: "perfect", ability: 9, channel, faculties: unlimited};
  const {content} = messagesOf(template, question).at(-1)!;
  return answerOf(visibleText(reply(model, content)).final, task.answer);
}

test("asked for the answer at once, a model without a place to think says nothing else", () => {
  const model = {id: "sim-plain", family: "p", ability: 9, channel: "plain" as const, faculties: unlimited};
  const {prompt} = testsOf(tasks.get("dates")!, 1)[0]!;
  expect(reply(model, prompt).text.length).toBeGreaterThan(100);
  expect(reply(model, prompt.replace(THINK, AT_ONCE)).text.length).toBeLessThan(60);
  expect(reply({...model, channel: "field"}, prompt.replace(THINK, AT_ONCE)).reasoning).not.toBeNull();
});

test("braces of a question are no placeholders", () => {
  const template = templateSchema.parse({examples: {count: 1, as: "message", each: "{n} {question} {answer} {n}|", last: ""}});
  const [question] = testsOf(tasks.get("jsonpath")!, 1);
  const {content} = messagesOf({...template, id: "t"}, {...question!, prompt: "{answer} {question}"})[0]!;
  expect(content.endsWith("1|{answer} {question}")).toBe(true);
});

test("an example without its question or answer is refused", () => {
  const read = (examples: string) => () => parseYaml(`examples: ${examples}`, "t.yaml", templateSchema);
  expect(read("{each: '{question}'}")).toThrow("t.yaml:1:18 expected a text with {question} and {answer}");
  expect(read("{count: 0}")).toThrow("expected at least 1, got 0");
  expect(read("{as: turn}")).toThrow('did you mean "turns"?');
});
