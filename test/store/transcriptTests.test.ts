// Rows of generated benchmarks, whose items are made again, and rows that name a scorer.
import {expect, test} from "vitest";
import {suiteSchema} from "../../pipelines/book/schemas.js";
import {scorerSchema} from "../../pipelines/book/scorers.js";
import {parseYaml} from "../../pipelines/book/yaml.js";
import {tasksOf} from "../../pipelines/generate/bankTask.node.js";
import {benchmarks} from "../../pipelines/generate/benchmarks/registry.js";
import {drawsOf} from "../../pipelines/generate/draws.node.js";
import {manifold} from "../../pipelines/generate/manifold.node.js";
import {recordText} from "../../pipelines/score/episode.js";
import {transcriptReader} from "../../pipelines/store/transcripts.node.js";

const tasks = tasksOf({});

/** Tests of a benchmark as a run asks them, which begins with a suite. */
function asked(name: string, params: object, seed: number) {
  const {value, locate} = parseYaml(JSON.stringify({tasks: [{task: name, params}]}), "s.yaml", suiteSchema);
  const [point] = manifold({...value, id: "s"}, {seed, tasks, locate});
  return drawsOf(point!, tasks.get(name)!);
}

const response = {model: "guest", text: "Answer: A"};
const read = (row: object, reader = transcriptReader()) => {
  const result = reader.response({...response, ...row}, 1);
  return "row" in result ? result.row : expect.unreachable(result.bad);
};
const bad = (row: object, reader = transcriptReader()) => {
  const result = reader.response({...response, ...row}, 1);
  return "bad" in result ? result.bad : "fine";
};

/** An episode in which nothing was called, as text. */
const EPISODE = recordText([{text: "Done.", calls: []}]);

test.each([...benchmarks.values()].map(each => [each.name, each] as const))("items of %s are those that a run asks", (name, {
  cells
}) => {
  const reader = transcriptReader();
  const text = name === "zen-agent" || name === "zen-data" ? EPISODE : "Answer: A";
  for (const [params, seed] of [
    [{}, 42],
    [{edition: 3}, 0],
    [{...cells.at(-1)!.facets}, 7]
  ] as const) {
    const draws = asked(name, params, seed);
    for (const index of [0, 1, 2].slice(0, draws.available(3))) {
      const item = draws.test(index);
      const prompt = `Please answer.\n${item.prompt}\n`;
      const written = index === 1 ? JSON.stringify(params) : params;
      const row = read({base_task: name, params: written, seed, index, prompt, text}, reader);
      expect(row).toMatchObject({
        item_id: item.item_id,
        question: item.prompt,
        prompt,
        expected: item.expected,
        choices: item.choices ?? [],
        guess_chance: item.guess_chance,
        domain: item.domain,
        category: item.category,
        bank: true
      });
      expect(row.params_json).toBe(JSON.stringify(Object.fromEntries(Object.entries(item.params).toSorted())));
      expect(row.pair_id).toBe(item.pair_id);
      expect(JSON.parse(row.scorer ?? "null")).toEqual(item.scorer ?? null);
      expect(JSON.parse(row.steps ?? "null")).toEqual(item.steps ?? null);
    }
  }
});

const reason = {base_task: "zen-reason", seed: 42, index: 0};

test("a place that a benchmark does not have is named", () => {
  const size = benchmarks.get("zen-reason")!.cells.reduce((sum, cell) => sum + cell.size, 0);
  expect(bad({...reason, index: size - 1})).toBe("fine");
  expect(bad({...reason, index: size})).toBe(
    `index: zen-reason {"edition":1} has ${size.toLocaleString("en")} items, numbered from 0; got ${size}`
  );
  expect(bad({...reason, index: 2 ** 31 - 1})).toMatch(/^index: zen-reason .* numbered from 0; got 2147483647$/u);
  expect(bad({...reason, index: -1})).toMatch(/^index: expected at least 0/u);
  expect(bad({...reason, params: {edition: 0}})).toBe("params.edition: expected at least 1, got 0");
  expect(bad({...reason, params: '{"colour":"red"}'})).toMatch(/^params.colour: unknown key "colour"/u);
  expect(bad({...reason, params: "edition 1"})).toBe("params: expected an object or the JSON text of one");
  expect(bad({...reason, base_task: "zen-reson"})).toBe(
    'no expected answer, and task "zen-reson" has no generator here; did you mean "zen-reason"?'
  );
  expect(bad({...reason, seed: undefined})).toBe("no expected answer: give it, or seed and index of a generated test");
});

test("another version of a benchmark, another prompt and another right answer are errors", () => {
  const {version} = benchmarks.get("zen-reason")!;
  const {prompt, expected} = asked("zen-reason", {}, 42).test(0);
  expect(bad({...reason, generator_version: version})).toBe("fine");
  expect(bad({...reason, generator_version: version + 1})).toBe(
    `no expected answer, and generator version ${version + 1} of zen-reason is not the built-in one, ${version}; give expected, or score with the release that asked it`
  );
  expect(bad({...reason, prompt})).toBe("fine");
  expect(bad({...reason, index: 1, prompt})).toMatch(
    /^the prompt is not that of zen-reason 1 of seed 42: from character \d+ on/u
  );
  expect(bad({...reason, prompt, expected, generator_version: version})).toBe("fine");
  const other = expected === "A" ? "B" : "A";
  expect(bad({...reason, expected: other, generator_version: version})).toBe(
    `expected "${other}", but the right answer to zen-reason 0 of seed 42 is "${expected}"`
  );
});

test("an episode needs its calls, which a final text does not have", () => {
  const agent = {base_task: "zen-agent", seed: 42, index: 0};
  expect(bad({...agent, text: "All errands are done."})).toBe(
    "zen-agent 0 of seed 42 is scored by its calls of tools, which the text does not have (docs/agents.md); leave the row out"
  );
  expect(bad({...agent, text: EPISODE})).toBe("fine");
});

const foreign = {base_task: "riddles", prompt: "How much is 2 + 2?", expected: "4"};

test("a row's scorer is its name, an object with settings, or the JSON text of one", () => {
  const scorerIn = (scorer: unknown) => JSON.parse(read({...foreign, scorer}).scorer!) as unknown;
  const expected = scorerSchema.parse({kind: "number"});
  expect(scorerIn("number")).toEqual(expected);
  expect(scorerIn({kind: "number", absolute: null})).toEqual(expected);
  expect(scorerIn(' {"kind": "number", "absolute": 0.5} ')).toEqual({...expected, absolute: 0.5});
  expect(read(foreign).scorer).toBeNull();
  // a scorer that needs no right answer
  const instructions = {kind: "instructions", instructions: [{id: "punctuation:no_comma"}]};
  expect(read({base_task: "riddles", prompt: "Write.", scorer: instructions}).expected).toBe("");
  expect(read({base_task: "riddles", prompt: "Write.", scorer: {kind: "regex", pattern: "^a"}}).expected).toBe("");
});

test("a scorer that is unknown, or that needs what the row does not have, is named", () => {
  const mistake = (scorer: unknown, more: object = {}) => bad({...foreign, ...more, scorer});
  const listed =
    "exact, choice, number, text, overlap, set, list, label, fact, localized, regex, json, instructions, summary, code, sql, refusal, confidence, injection, own";
  expect(mistake("levenshtein")).toBe(`scorer: unknown scorer "levenshtein"; the scorers are ${listed}`);
  expect(mistake({kind: "numbr"})).toBe(`scorer: unknown scorer "numbr"; the scorers are ${listed}; did you mean "number"?`);
  expect(mistake({})).toBe(`scorer: missing "kind"; the scorers are ${listed}`);
  expect(mistake("{broken")).toBe("scorer: expected a scorer's name, or an object with its kind");
  expect(mistake(3)).toMatch(/^scorer: expected text or a map/u);
  expect(mistake({kind: "number", tolerance: 1})).toMatch(/^scorer.*tolerance/u);
  expect(mistake({kind: "number", absolute: -1})).toBe("scorer.absolute: expected a number of at least 0");
  expect(mistake({kind: "rubric", rubric: "Good."})).toMatch(/^scorer: rubric needs the grades of a judge/u);
  expect(mistake("loglikelihood")).toMatch(/^scorer: loglikelihood needs the log-probabilities/u);
  expect(mistake("choice")).toBe("scorer: choice needs choices");
  expect(mistake("choice", {choices: ["3", "5"]})).toBe('expected "4" is none of the 2 choices');
  expect(mistake("refusal")).toBe('scorer: refusal needs expected "refused" or "complied", got "4"');
  expect(mistake("label")).toBe("scorer: label needs labels, the words that may be answers");
  expect(mistake("code")).toBe("scorer: code needs tests or cases");
  expect(mistake("number", {expected: undefined})).toBe('no expected answer, and task "riddles" has no generator here');
});

test("the right option is its letter for scorer choice, in words or as a letter", () => {
  const choices = ["a cat", "a dog", "a bird"];
  for (const expected of ["a dog", "B", "(b)"])
    expect(read({...foreign, choices, expected, scorer: "choice"}).expected).toBe("B");
});

test("a generated test has its own scorer; tasks without one take the row's", () => {
  expect(bad({...reason, scorer: "choice"})).toBe("fine");
  expect(bad({...reason, scorer: '{"kind":"choice"}'})).toBe("fine");
  expect(bad({...reason, scorer: "exact"})).toBe(
    "scorer: zen-reason 0 of seed 42 has a scorer, which is another one; leave scorer out"
  );
  expect(bad({...reason, scorer: "exakt"})).toMatch(/^scorer: unknown scorer "exakt"/u);
  const agent = asked("zen-agent", {}, 42).test(0);
  expect(bad({base_task: "zen-agent", seed: 42, index: 0, text: EPISODE, scorer: JSON.stringify(agent.scorer)})).toBe("fine");
  const sum = {base_task: "arithmetic", seed: 42, index: 0};
  expect(read(sum).scorer).toBeNull();
  expect(JSON.parse(read({...sum, scorer: "number"}).scorer!)).toMatchObject({kind: "number"});
});

test("an interview's test may be a generated item, or have a scorer for all its answers", () => {
  const reader = transcriptReader();
  const answers = [response, {...response, model: "other", text: "Answer: B"}];
  const item = asked("zen-reason", {}, 42).test(0);
  expect(reader.interview({...reason, answers}, 1)).toMatchObject(
    answers.map(({model}) => ({
      row: {model, item_id: item.item_id, scorer: JSON.stringify(item.scorer), expected: item.expected}
    }))
  );
  const scored = reader.interview({...foreign, scorer: "set", answers}, 2);
  expect(scored.map(each => "row" in each && JSON.parse(each.row.scorer!))).toMatchObject([{kind: "set"}, {kind: "set"}]);
});
