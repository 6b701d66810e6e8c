import {mkdir, writeFile} from "node:fs/promises";
import {join} from "node:path";
import {expect, test} from "vitest";
import {readBank} from "../../pipelines/book/banks/bank.node.js";
import {suiteSchema} from "../../pipelines/book/schemas.js";
import {parseYaml} from "../../pipelines/book/yaml.js";
import {tasksOf} from "../../pipelines/generate/bankTask.node.js";
import {drawsOf, MOST_REPEATED} from "../../pipelines/generate/draws.node.js";
import {manifold} from "../../pipelines/generate/manifold.node.js";
import type {Test} from "../../pipelines/generate/task.js";
import type {ForeignCompletion} from "../../pipelines/infer/completion.js";
import {messagesOf} from "../../pipelines/infer/template.node.js";
import {equalExpressions} from "../../pipelines/run/expressionEngine.js";
import {patternSearch} from "../../pipelines/run/patternSearch.js";
import {scoreTest} from "../../pipelines/score/score.node.js";
import {CORRECT} from "../../pipelines/score/status.js";
import {folder} from "../book/banks/files.js";

const ITEMS = Array.from({length: 30}, (_, i) => ({
  question: `Question ${i}?`,
  choices: ["yes", "no"],
  answer: i % 2 ? "A" : "B",
  category: i < 20 ? "large" : "small",
  reasoning: `Because of ${i}.`
}));
const PLAIN = {id: "plain", before: "", after: ""};

async function bankOf(yaml: string, items: object[] = ITEMS) {
  const place = await folder();
  await mkdir(join(place.path, "banks"));
  await writeFile(join(place.path, "banks", "items.jsonl"), items.map(item => JSON.stringify(item)).join("\n"));
  await writeFile(join(place.path, "banks", "mine.yaml"), `files: items.jsonl\n${yaml}`);
  try {
    return await readBank(join(place.path, "banks", "mine.yaml"), {within: place.path});
  } finally {
    await place[Symbol.asyncDispose]();
  }
}

function pointsOf(text: string, {seed = 7, tasks = tasksOf({})} = {}) {
  const {value, locate} = parseYaml(text, "s.yaml", suiteSchema);
  return manifold({...value, id: "s"}, {seed, tasks, locate});
}

test("a bank's items are drawn each once, in an order of the seed; a smaller number is a prefix", async () => {
  const tasks = tasksOf({banks: [await bankOf("")]});
  const ask = (seed: number, count: number) => {
    const [point] = pointsOf("tasks: [{bank: mine}]", {seed, tasks});
    const draws = drawsOf(point!, tasks.get("mine")!);
    return Array.from({length: count}, (_, k) => draws.test(k));
  };
  const all = ask(7, 30);
  expect(all.map(({prompt}) => prompt.split("?")[0]).toSorted()).toEqual(
    ITEMS.map(({question}) => question.slice(0, -1)).toSorted()
  );
  expect(ask(7, 9)).toEqual(all.slice(0, 9));
  expect(ask(8, 30).map(({prompt}) => prompt)).not.toEqual(all.map(({prompt}) => prompt));
  expect(all.map(({index}) => index)).toEqual([...all.keys()]);
  expect(new Set(all.map(({item_id}) => item_id)).size).toBe(30);
  // content, not place, seed or file, is behind the hyphen
  const contents = (tests: typeof all) => tests.map(({item_id}) => item_id.split("-")[1]).toSorted();
  expect(contents(ask(8, 30))).toEqual(contents(all));
  const [point] = pointsOf("tasks: [{bank: mine}]", {tasks});
  const draws = drawsOf(point!, tasks.get("mine")!);
  expect([draws.available(10), draws.available(512)]).toEqual([10, 30]);
  expect(() => draws.test(30)).toThrow("has 30 items, no number 30");
});

test("a bank has one point, a point for each category, or those that are named", async () => {
  const tasks = tasksOf({banks: [await bankOf("")]});
  const params = (text: string) => pointsOf(`tasks: [${text}]`, {tasks}).map(point => point.params_json);
  expect(params("{bank: mine}")).toEqual(["{}"]);
  expect(params("{bank: mine, by: category}")).toEqual(['{"category":"large"}', '{"category":"small"}']);
  expect(params("{bank: mine, params: {category: small}}")).toEqual(['{"category":"small"}']);
  const [small] = pointsOf("tasks: [{bank: mine, params: {category: small}}]", {tasks});
  expect(drawsOf(small!, tasks.get("mine")!).available(512)).toBe(10);
  expect(drawsOf(small!, tasks.get("mine")!).test(0)).toMatchObject({
    domain: "mine",
    category: "small",
    guess_chance: 0.5,
    choices: ["yes", "no"],
    scorer: {kind: "choice"}
  });
});

test.each([
  ["tasks: [{bank: mine, task: sort}]", "s.yaml:1:16 an entry has a task or a bank"],
  ["tasks: [{params: {}}]", 'missing "task"'],
  ["tasks: [{bank: mine, tiers: {easy: {}}}]", "a bank has no tiers: banks stand beside ReasonScore, not in it"],
  ["tasks: [{task: sort, by: category}]", "only banks have categories"],
  ["tasks: [{bank: mine, distinct: true}]", "the items of a bank are distinct already"],
  ["tasks: [{bank: mines}]", 'unknown bank "mines"; did you mean "mine"?'],
  ["tasks: [{bank: sort}]", 'unknown bank "sort"; it is a task'],
  ["tasks: [{task: mine}]", 'unknown task "mine"; it is a bank'],
  ["tasks: [{bank: mine, params: {category: smal}}]", 'got "smal"; did you mean "small"?'],
  ["tasks: [{bank: mine, params: {level: 1}}]", 'unknown parameter "level" of task "mine"']
])("%s is refused", async (text, told) => {
  const tasks = tasksOf({banks: [await bankOf("")]});
  expect(() => pointsOf(text, {tasks})).toThrow(told);
});

test("a bank of a task's name is refused", async () => {
  const bank = await bankOf("name: sort\n");
  expect(() => tasksOf({banks: [bank]})).toThrow(/bank "sort" has the name of a task; give it another$/u);
});

test("examples come from items set apart, of the question's own category, and are never asked", async () => {
  const bank = await bankOf(
    "prompt: {shots: 2, think: true, examples: {first: 3}, by_category: {small: {shots: 0, think: false}}}\n"
  );
  expect(bank.size).toBe(24);
  const tasks = tasksOf({banks: [bank]});
  const [large, small] = pointsOf("tasks: [{bank: mine, by: category}]", {tasks}).map(point =>
    drawsOf(point, tasks.get("mine")!)
  );
  const messages = messagesOf(PLAIN, large!.test(0));
  expect(messages.map(({role}) => role)).toEqual(["user", "assistant", "user", "assistant", "user"]);
  expect(messages[0]!.content).toMatch(/^Question 0\?\n\n\(A\) yes\n\(B\) no\n\nThink it through, then finish with a line/u);
  expect(messages[1]!.content).toBe("Because of 0.\n\nAnswer: (B)");
  const asked = Array.from({length: large!.available(99)}, (_, k) => large!.test(k).prompt.split("?")[0]);
  for (const apart of ["Question 0", "Question 1", "Question 2"]) expect(asked).not.toContain(apart);
  expect(messagesOf(PLAIN, small!.test(0))).toEqual([
    {role: "user", content: expect.stringMatching(/Do not write out your reasoning, just finish/u)}
  ]);
});

test("whether thought is asked for is the bank's where it says so, else the template's", async () => {
  const prompt = async (yaml: string, think?: boolean) => {
    const tasks = tasksOf({banks: [await bankOf(yaml)]});
    const [point] = pointsOf("tasks: [{bank: mine}]", {tasks});
    return messagesOf({...PLAIN, ...(think !== undefined && {think})}, drawsOf(point!, tasks.get("mine")!).test(0))[0]!.content;
  };
  expect(await prompt("")).toContain("Think it through");
  expect(await prompt("", false)).toContain("Do not write out");
  expect(await prompt("prompt: {think: true}\n", false)).toContain("Think it through");
  expect(await prompt("prompt: {think: false}\n", true)).toContain("Do not write out");
  expect(await prompt('prompt: {instruction: "Reply with a letter."}\n', true)).toMatch(/\(B\) no\n\nReply with a letter\.$/u);
  await expect(bankOf("prompt: {shots: 2}\n")).rejects.toThrow("shots need examples");
  await expect(bankOf("prompt: {shots: 9, examples: {first: 1}}\n")).rejects.toThrow("9 shots, but only 2 examples");
});

test("a generator asked for different questions gives each once, made anew from its index alone, and ends where there are no more", () => {
  const text = (distinct: boolean) => `tasks: [{task: boolean, params: {length: 2, max_depth: 0}, distinct: ${distinct}}]`;
  const [plain] = pointsOf(text(false));
  const [point] = pointsOf(text(true));
  const task = tasksOf({}).get("boolean")!;
  const there = drawsOf(point!, task).available(100_000);
  const tests = Array.from({length: there}, (_, k) => drawsOf(point!, task).test(k));
  expect(there).toBeGreaterThan(8);
  expect(there).toBeLessThan(MOST_REPEATED);
  expect(new Set(tests.map(({prompt}) => prompt)).size).toBe(there);
  for (const each of tests) expect(drawsOf(plain!, task).test(each.index)).toEqual(each);
  const repeated = new Set(Array.from({length: 5_000}, (_, k) => drawsOf(plain!, task).test(k).prompt));
  expect(there).toBeGreaterThanOrEqual(repeated.size); // no question that 5,000 draws find is missing
});

test("the published guess chance is 0 where no options are offered, ours that of the possible answers", () => {
  const chances = (guess: string) => {
    const points = pointsOf(`guess: ${guess}\ntasks: [{task: boolean}, {task: cars}, {task: arithmetic}]`);
    return points.map(point => drawsOf(point, tasksOf({}).get(point.base_task)!).test(0).guess_chance);
  };
  const [boolean, cars, arithmetic] = chances("bounded");
  expect([boolean, arithmetic]).toEqual([0.5, 0]);
  expect(chances("published")).toEqual([0, cars, 0]);
  expect(cars).toBeGreaterThan(0);
});

test("a blind guess at a bank's item is right as often as its guess chance says, whatever scores it", async () => {
  const item = async (yaml: string, record: object, guess = "bounded") => {
    const tasks = tasksOf({banks: [await bankOf(yaml, [record])]});
    const [point] = pointsOf(`guess: ${guess}\ntasks: [{bank: mine}]`, {tasks});
    return drawsOf(point!, tasks.get("mine")!).test(0);
  };
  const earned = (asked: Test, answers: string[]) => {
    const scores = answers.map(text =>
      scoreTest({text, finish_reason: "stop"} as ForeignCompletion, asked, {
        simulated: false,
        effects: {search: patternSearch, equal: equalExpressions}
      })
    );
    return scores.filter(score => "status" in score && score.status === CORRECT).length / answers.length;
  };
  const letters = ["A", "B", "C"].map(letter => `Answer: (${letter})`);
  const likeliest = [0, 1, 2].map(place =>
    JSON.stringify([0, 1, 2].map(other => ({logprob: other === place ? -1 : -9, tokens: 1})))
  );
  const options = {question: "Which?", choices: ["aa", "bb", "cc"], answer: "B"};
  const label = (labels: string[]) =>
    `fields: {question: question, answer: answer}\nscorer: ${JSON.stringify({kind: "label", labels})}\n`;
  const likely = (right: number[]) => `scorer: ${JSON.stringify({kind: "loglikelihood", right})}\n`;
  const digit = {source: "[MAX 2 9]", label: "9"};
  for (const [yaml, record, answers, chance] of [
    ["", options, letters, 1 / 3],
    [likely([]), options, likeliest, 1 / 3],
    [likely([2]), options, likeliest, 2 / 3],
    [likely([1, 2]), options, likeliest, 2 / 3],
    [label(["yes", "no"]), {question: "Is it?", answer: "Yes"}, ["yes", "no"], 1 / 2],
    [label(["yes", "no", "YES", "maybe"]), {question: "Is it?", answer: "no"}, ["yes", "no", "maybe"], 1 / 3],
    ["layout: listops-tsv\n", digit, Array.from({length: 10}, (_, i) => `Answer: ${i}`), 0.1],
    ["guess: 0.25\nscorer: {kind: number}\n", {question: "Of four?", answer: "3"}, ["1", "2", "3", "4"], 1 / 4]
  ] as const) {
    const asked = await item(yaml, record);
    expect(asked.guess_chance, yaml).toBeCloseTo(chance, 12);
    expect(earned(asked, [...answers]), yaml).toBeCloseTo(chance, 12);
    // As published, what has to be written is not guessed; options are.
    expect((await item(yaml, record, "published")).guess_chance).toBe(asked.choices ? asked.guess_chance : 0);
  }
  // Nothing is known of the chance: no labels, one label, an answer of several, and answers without bounds.
  for (const [yaml, answer] of [
    [label([]), "yes"],
    [label(["yes"]), "yes"],
    [label(["n", "s", "e", "w"]), "n,e"],
    ["", "free words"]
  ] as const)
    expect((await item(yaml, {question: "Where?", answer})).guess_chance, yaml).toBe(0);
  // Where every choice is right, no answer can be wrong: there is no score, instead of one that divides by nothing.
  const all = await item(likely([0, 2]), options);
  expect(all.guess_chance).toBe(0);
  expect(earned(all, likeliest)).toBe(0);
  for (const wrong of ["1", "-0.1", "often", ".nan"])
    await expect(item(`guess: ${wrong}\n`, options)).rejects.toThrow(/mine\.yaml:2:8/);
  const digest = async (yaml: string) => (await bankOf(yaml)).digest;
  expect(await digest("guess: 0.5\n")).not.toBe(await digest(""));
});
