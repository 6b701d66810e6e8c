// Parameters that no question can have are refused when the book is read, at their place and with the reason; all others can be made.
import {mkdir, mkdtemp, rm, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterAll, beforeAll, describe, expect, test} from "vitest";
import {z} from "zod";
import {readBook} from "../../pipelines/book/read.node.js";
import {BACKGROUNDS} from "../../pipelines/generate/background/sources.node.js";
import {questionsOf} from "../../pipelines/generate/question.js";
import {tasks} from "../../pipelines/generate/registry.node.js";
import {type Random, randomOf} from "../../pipelines/generate/seed.js";
import type {Task} from "../../pipelines/generate/task.js";
import {UserError} from "../../pipelines/rows/error.js";
import {planOf} from "../../pipelines/run/evaluation.js";

/** Parameters in YAML's flow form; place below `params` and reason. Combinations stand at the grid, single values at themselves. */
const IMPOSSIBLE: [task: string, params: string, refused: string][] = [
  [
    "arithmetic",
    "{length: [8, 3], max_depth: 3}",
    "2:5 length 3 is no more than max_depth 3; raise length to 4 or lower max_depth (length 3, max_depth 3)"
  ],
  [
    "arithmetic",
    "{min_number: 5, max_number: 1}",
    "2:5 min_number 5 is greater than max_number 1; swap them or widen the range (min_number 5, max_number 1)"
  ],
  ["arithmetic", "{prob_open: [0.5, 1.5]}", "3:31 prob_open: expected at most 1, got 1.5"],
  [
    "boolean",
    "{length: 2, max_depth: 4}",
    "2:5 length 2 is less than max_depth 4; raise length to 5 or lower max_depth (length 2, max_depth 4)"
  ],
  [
    "boolean",
    "{spelling: T-F}",
    '3:24 spelling: expected one of mixed, True/False, true/false, TRUE/FALSE, T/F, 1/0, got "T-F"; did you mean "T/F"?'
  ],
  [
    "brackets",
    "{length: 4, max_depth: 8}",
    "2:5 length 4 is less than max_depth 8; raise length to 8 or lower max_depth (length 4, max_depth 8)"
  ],
  [
    "brackets",
    "{length: 4, max_depth: 1}",
    "2:5 length 4 leaves no bracket open at max_depth 1; use an odd length or raise max_depth to 2 (length 4, max_depth 1)"
  ],
  ["listops", "{operations: [MAX, MEAN]}", '3:32 operations: unknown operation "MEAN"; choose from MAX MIN MED SM SUM AVG'],
  ["listops", "{max_arity: 1}", "3:25 max_arity: expected at least 2, got 1"],
  [
    "objects",
    "{target_items: 2, target_groups: 3}",
    "2:5 target_items 2 is fewer than the 3 groups asked for; raise target_items to 3 or lower target_groups (target_items 2, target_groups 3)"
  ],
  [
    "letters",
    "{letters_common: 3, letters_uncommon: 2, target_words: 4}",
    "2:5 target_words 4 is fewer than the 5 letters asked for; raise target_words to 5 or ask for fewer letters (letters_common 3, letters_uncommon 2, target_words 4)"
  ],
  [
    "letters",
    "{min_word_length: 9, max_word_length: 4}",
    "2:5 min_word_length 9 is more than max_word_length 4; swap them (min_word_length 9, max_word_length 4)"
  ],
  [
    "shapes",
    "{scale: 1, decimals: 0}",
    "2:5 scale 1 with 0 decimals is too coarse to tell shapes apart; raise scale to 400 or decimals to 3 (scale 1, decimals 0)"
  ],
  [
    "shapes",
    "{shape_type: hexagon}",
    '3:26 shape_type: expected one of any, line, arc, sector, triangle, square, rectangle, rhombus, parallelogram, trapezoid, kite, circle, ellipse, got "hexagon"'
  ],
  [
    "sort",
    "{length: 800, run_length: 30}",
    "2:5 length 800 is more than the 240 words in runs of 30; lower length to 240 or lower run_length (length 800, run_length 30)"
  ],
  [
    "sequence",
    "{rules: cubic, length: 4}",
    "2:5 length 4 does not settle the rule cubic; raise length to 5 or leave cubic out of rules (rules cubic, length 4)"
  ],
  [
    "cars",
    "{places: 4, cars: 4}",
    "2:5 cars 4 leave no free lot among places 4; raise places to 5 or lower cars to 3 (places 4, cars 4)"
  ],
  [
    "jsonpath",
    "{width: 3, hops: 3}",
    "2:5 hops 3 needs 4 members at the root, more than width 3; raise width to 4 or lower hops to 2 (width 3, hops 3)"
  ],
  [
    "tables",
    "{target_tokens: 300, format: html}",
    /^2:5 target_tokens 300 leaves fewer than 5 rows in html; raise target_tokens to \d+ or choose another format/.source
  ],
  ["shuffle", "{people: [4, 13]}", "3:26 people: expected at most 12, got 13"],
  ["shuffle", "{depth: 0}", "3:21 depth: expected at least 1, got 0"],
  ["dates", "{tier: [1, 5]}", "3:24 tier: expected at most 4, got 5"],
  ["dates", "{date_format: us-long}", '3:27 date_format: expected one of mixed, iso, us, eu, long, got "us-long"'],
  ["movies", "{choices: 13}", "3:23 choices: expected at most 12, got 13"],
  ["movies", "{references: 0}", "3:26 references: expected at least 1, got 0"],
  [
    "verbose-listops",
    "{num_operations: 40, max_depth: 6, target_tokens: [20000, 800]}",
    /^2:5 target_tokens 800 is too few for 40 operations and 1 example; give \d+ or more/.source
  ],
  [
    "verbose-listops",
    "{num_operations: 3, max_depth: 4}",
    "2:5 3 operations cannot be nested 4 deep; give at least 4 (num_operations 3, max_depth 4)"
  ],
  ["verbose-listops", "{target_tokens: 10}", "3:29 target_tokens: expected at least 200, got 10"],
  ["facts", "{skill: three facts, facts: 2}", '2:5 "three facts" needs 4 facts; raise facts to 4 (skill three facts, facts 2)'],
  [
    "facts",
    "{context_tokens: 300}",
    "2:5 context_tokens 300 may be too few for 8 facts; give 580 or more, or 0 for no background (context_tokens 300)"
  ],
  [
    "needles",
    "{needles: 100, context_tokens: 1000}",
    "2:5 context_tokens 1000 may be too few for 100 codes; give 4260 or more, or 0 for no background (needles 100, context_tokens 1000)"
  ],
  [
    "expanded-cars",
    "{places: [8, 4], cars: 4}",
    "2:5 cars 4 leave no free lot among places 4; raise places to 5 or lower cars to 3 (places 4, cars 4)"
  ],
  ["expanded-shuffle", "{inner_depth: 0}", "3:27 inner_depth: expected at least 1, got 0"],
  [
    "expanded-dates",
    "{context_tokens: [0, 300]}",
    /^2:5 context_tokens 300 may be too few for 1 question of dates with its statement; give \d+ or more, or 0 for no background/
      .source
  ],
  [
    "needles",
    "{kind: two values}",
    '3:20 kind: expected one of one value, all values, records, variables, frequent codes, got "two values"; did you mean "all values"?'
  ]
];

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "impossible-"));
  const files = {
    "book.yaml": "suite: suites/s.yaml\nmodels: [models/m.yaml]\ntemplate: templates/t.yaml\nsampler: samplers/g.yaml\n",
    "models/m.yaml": 'id: m\nendpoint: "reference:"\n',
    "templates/t.yaml": "{}\n",
    "samplers/g.yaml": "{}\n"
  };
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(root, "data", name, ".."), {recursive: true});
    await writeFile(join(root, "data", name), text);
  }
  await mkdir(join(root, "data/suites"));
});
afterAll(() => rm(root, {recursive: true}));

async function refusal(task: string, params: string): Promise<string> {
  await writeFile(join(root, "data/suites/s.yaml"), `tasks:\n  - task: ${task}\n    params: ${params}\n`);
  const book = await readBook(undefined, {root});
  try {
    planOf(book);
  } catch (error) {
    expect(error).toBeInstanceOf(UserError);
    return (error as Error).message;
  }
  return "taken";
}

test("every task has an impossible case here; those that expand another refuse what it refuses", () => {
  const there = new Set(IMPOSSIBLE.map(([task]) => task));
  expect([...tasks.keys()].filter(name => !there.has(name.replace(/^expanded-/u, "")))).toEqual([]);
});

test.each(IMPOSSIBLE)("%s %s is refused with its place and reason", async (task, params, refused) => {
  const message = await refusal(task, params);
  const file = "data/suites/s.yaml:";
  if (refused.startsWith("^")) expect(message.slice(file.length)).toMatch(new RegExp(refused));
  else expect(message).toBe(`${file}${refused}`);
  expect(message.startsWith(file)).toBe(true);
});

const SETS = 60;
/** Tokens of the longest story that is told here; test/generate/tasks/verbose-listops.test.ts tells longer ones. */
const LONGEST = 20_000;
const MOST_OPERATIONS = 24;
describe.each([...tasks.values()].map(task => [task.name, task] as const))("%s", (_, task) => {
  test("whatever is not refused can be made, at the ends of every range too", () => {
    const random = randomOf(`sets of ${task.name}`);
    let taken = 0;
    for (let i = 0; i < SETS; i++) {
      const given = anySet(task, random);
      const result = task.params.safeParse(given);
      if (!result.success) continue;
      taken++;
      const params = result.data as Record<string, unknown>;
      const {prompt, expected, guessChance} = questionsOf(task, {params, seed: 42})(i);
      expect(prompt.length * expected.length, JSON.stringify(given)).toBeGreaterThan(0);
      expect(guessChance, JSON.stringify(given)).toBeGreaterThanOrEqual(0);
      expect(guessChance, JSON.stringify(given)).toBeLessThan(1);
    }
    expect(taken).toBeGreaterThan(5);
  });
});

interface Field {
  type?: string;
  enum?: string[];
  minimum?: number;
  maximum?: number;
  anyOf?: Field[];
}

/** A set of parameters out of a task's own ranges: the ends often, else something small. */
function anySet(task: Task, random: Random): Record<string, unknown> {
  const {properties} = z.toJSONSchema(task.params, {io: "input", unrepresentable: "any"}) as {properties: Record<string, Field>};
  const given: Record<string, unknown> = {};
  const fields = Object.entries(properties);
  const share = fields.length > 12 ? 0.25 : 0.8; // of many parameters most stay as they are, or hardly any set would be possible
  for (const [name, field] of fields) if (random.chance(share)) given[name] = drawn(name, field, random);
  return given;
}

function drawn(name: string, field: Field, random: Random): unknown {
  const {type, enum: names, minimum = 0, maximum = 1} = field.anyOf?.at(-1) ?? field;
  if (field.enum ?? names) return random.pick((field.enum ?? names)!);
  if (name === "background") return random.pick(BACKGROUNDS);
  if (type === "boolean") return random.chance(0.5);
  if (maximum > LONGEST && name === "context_tokens") return random.pick([0, 1000, 3000, LONGEST]);
  if (maximum > LONGEST && name === "target_tokens") return random.pick([minimum, 3000, LONGEST]);
  if (name === "num_operations") return random.integer(minimum, MOST_OPERATIONS);
  if (name === "rules" || name === "operations") return random.integer(1, 6); // how many of them
  const end = random.pick(["low", "high", "between", "between"]);
  if (end === "low") return minimum;
  if (end === "high") return maximum;
  return type === "integer" ? Math.min(maximum, minimum + random.integer(0, 12)) : minimum + random.real() * (maximum - minimum);
}
