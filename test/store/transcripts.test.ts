import fc from "fast-check";
import {expect, test} from "vitest";
import {pointAt, type Spelt, spellParams} from "../../pipelines/generate/coordinates.node.js";
import {testAt} from "../../pipelines/generate/manifold.node.js";
import {tasks} from "../../pipelines/generate/registry.node.js";
import {transcriptReader} from "../../pipelines/store/transcripts.node.js";

const arithmetic = tasks.get("arithmetic")!;
const made = (index: number, {length = 5, seed = 7} = {}) =>
  testAt(
    pointAt(arithmetic, spellParams({length}, {base_task: "arithmetic", version: arithmetic.version}) as Spelt, seed),
    arithmetic,
    index
  );
const response = {model: "guest", text: "Answer: 4", finish_reason: "stop", prompt_tokens: 10, completion_tokens: 5};
const own = (index: number) => ({...response, base_task: "arithmetic", params: {length: 5}, seed: 7, index});
const foreign = {...response, base_task: "riddles", prompt: "What has keys?", expected: "a piano"};

const read = (row: unknown, reader = transcriptReader()) => reader.response(row, 1);
const bad = (row: unknown, reader = transcriptReader()) => {
  const result = reader.response(row, 9);
  return "bad" in result ? result.bad : "fine";
};

test("our generator supplies the answer, the identity and the guess chance where task, params, seed and index are given", () => {
  fc.assert(
    fc.property(fc.integer({min: 0, max: 500}), index => {
      const test = made(index);
      const result = read({...own(index), prompt: `Please answer.\n${test.prompt}\nThink first.`});
      expect(result).toMatchObject({
        row: {
          item_id: test.item_id,
          expected: test.expected,
          question: test.prompt,
          guess_chance: test.guess_chance,
          generator_version: arithmetic.version
        }
      });
    })
  );
});

test("a prompt or an answer that is not our generator's is an error that says where they part", () => {
  const {prompt, expected} = made(3);
  expect(bad({...own(3), prompt: made(4).prompt})).toMatch(
    /^the prompt is not that of arithmetic 3 of seed 7: from character \d+ on it reads ".*", ours ".*"$/
  );
  expect(bad({...own(3), prompt})).toBe("fine");
  expect(bad({...own(3), prompt, expected: String(Number(expected) + 1), generator_version: arithmetic.version})).toMatch(
    /^expected "-?\d+", but the right answer to arithmetic 3 of seed 7 is "-?\d+"$/
  );
  expect(bad({...own(3), prompt, expected, generator_version: arithmetic.version})).toBe("fine");
});

test("without an answer, what is missing is named", () => {
  expect(bad({...own(3), base_task: "arithmetics"})).toBe(
    'no expected answer, and task "arithmetics" has no generator here; did you mean "arithmetic"?'
  );
  expect(bad({...own(3), generator_version: 99})).toBe(
    `no expected answer, and generator version 99 of arithmetic is not the built-in one, ${arithmetic.version}; give expected, or score with the release that asked it`
  );
  expect(bad({...own(3), seed: undefined})).toBe("no expected answer: give it, or seed and index of a generated test");
  expect(bad({...own(3), params: {length: 1}})).toBe("params.length: expected at least 2, got 1");
  expect(bad({...own(3), params: "length 5"})).toBe("params: expected an object or the JSON text of one");
  expect(bad({...foreign, prompt: undefined})).toBe("no question: give prompt or question");
  expect(bad({...foreign, prompt_tokens: 2.5})).toMatch(/^prompt_tokens: /);
  expect(bad("text")).toBe("expected an object");
  const reader = transcriptReader();
  expect(reader.response(own(3), 1)).toHaveProperty("row");
  expect(reader.uncompared()).toBe(1);
});

test("a question, its right answer and a response are enough", () => {
  const {model, text, base_task, prompt, expected} = foreign;
  expect(read({model, text, base_task, prompt, expected})).toMatchObject({
    row: {
      seed: null,
      index: 0,
      params_json: "{}",
      prompt_tokens: null,
      completion_tokens: null,
      finish_reason: "unknown",
      cost: 0
    }
  });
  const price = {input: 1, output: 1};
  expect(read({...foreign, completion_tokens: null, price})).toMatchObject({row: {completion_tokens: null, cost: 0}});
});

test("another generator of the same name stays apart: an answer of its own without a version is version 0", () => {
  const result = read({...own(3), prompt: "2 + 2", expected: 4});
  expect(result).toMatchObject({row: {generator_version: 0, expected: "4", seed: 7, index: 3}});
});

test("questions of nobody's generator are numbered as they first appear, and the same question is the same item for all", () => {
  const reader = transcriptReader();
  const ask = (model: string, prompt: string) => {
    const result = reader.response({...foreign, model, prompt}, 1);
    return "row" in result ? result.row : expect.unreachable();
  };
  const rows = [ask("a", "one"), ask("a", "two"), ask("b", "two"), ask("b", "three"), ask("b", "one")];
  expect(rows.map(({index}) => index)).toEqual([0, 1, 1, 2, 0]);
  expect(rows[0]!.item_id).toBe(rows[4]!.item_id);
  expect(new Set(rows.map(({item_id}) => item_id)).size).toBe(3);
});

test("what one row says binds the later ones", () => {
  const reader = transcriptReader();
  reader.response({...foreign, index: 0}, 2);
  expect(bad({...foreign, index: 0, expected: "a lock"}, reader)).toBe("another question or answer under index 0 than in line 2");
  expect(bad({...foreign, prompt: "other"}, reader)).toBe(
    "no index, but one in line 2 for the same task and params; give all or none"
  );
  reader.response({...foreign, model: "m", eval_id: "x", index: 1, prompt: "q"}, 3);
  expect(bad({...foreign, model: "m", eval_id: "y", index: 1, prompt: "q"}, reader)).toBe(
    'eval_id "y", but "x" in line 3 for the same model, template and sampler'
  );
});

test("words for the token limit, prices, and nulls of Parquet", () => {
  const of = (row: object) => {
    const result = read({...foreign, ...row});
    return "row" in result ? result.row : expect.unreachable();
  };
  for (const word of ["length", "max_tokens", "MAX_TOKENS", "max_output_tokens"])
    expect(of({finish_reason: word}).finish_reason).toBe("length");
  expect(of({finish_reason: "end_turn"}).finish_reason).toBe("end_turn");
  expect(of({price: {input: 1, output: 10}}).cost).toBeCloseTo((10 * 1 + 5 * 10) / 1e6, 15);
  expect(of({price: {input: 1, output: 10}, cost: 3}).cost).toBe(3);
  expect(of({reasoning: null, choices: null, seed: null})).toMatchObject({reasoning: null, choices: [], seed: null});
  expect(of({choices: ["a", "b", "c", "d"], expected: "B"}).guess_chance).toBe(0.25);
});

test("an interview's answers share what stands beside them, win over it, and are counted as trials", () => {
  const reader = transcriptReader();
  const {base_task, prompt, expected, ...answer} = foreign;
  const results = reader.interview(
    {
      base_task,
      prompt,
      expected,
      model: "m",
      template: "t",
      answers: [answer, {...answer, model: "m"}, {...answer, template: "u"}, {text: 3}]
    },
    4
  );
  expect(results.slice(0, 3)).toMatchObject([
    {row: {model: "guest", trial: 0, template: "t"}},
    {row: {model: "m", trial: 0}},
    {row: {model: "guest", template: "u", trial: 0}}
  ]);
  expect(results[3]).toEqual({bad: expect.stringMatching(/^answers\[3\]: /)});
  const twice = reader.interview({base_task, prompt, expected, answers: [answer, answer]}, 5);
  expect(twice).toMatchObject([{row: {trial: 0}}, {row: {trial: 1}}]);
  expect(reader.interview({base_task, prompt, expected, answers: []}, 6)).toEqual([{bad: expect.stringContaining("answers")}]);
});

test("fields that nobody knows are told, with what they may have meant", () => {
  const reader = transcriptReader();
  reader.response({...foreign, reasonning: "x"}, 1);
  reader.response({...foreign, index: 0, zzz: 1}, 2);
  expect(reader.ignored()).toEqual([
    {name: "reasonning", rows: 1, meant: "reasoning"},
    {name: "zzz", rows: 1}
  ]);
});
