import fc from "fast-check";
import {describe, expect, test} from "vitest";
import {z} from "zod";
import {
  bookSchema,
  modelFileSchema,
  precisionSchema,
  samplerSchema,
  suiteSchema,
  templateSchema
} from "../../pipelines/book/schemas.js";
import {parseYaml} from "../../pipelines/book/yaml.js";
import {UserError} from "../../pipelines/rows/error.js";

/** The error that a text gives, without the leading `f.yaml:`. */
function fault(schema: z.ZodType, text: string): string {
  try {
    parseYaml(text, "f.yaml", schema);
  } catch (error) {
    expect(error).toBeInstanceOf(UserError);
    const {message} = error as Error;
    expect(message).toMatch(/^f\.yaml:\d+:\d+ [^\n]+$/);
    return message.slice("f.yaml:".length);
  }
  throw new Error(`no error from:\n${text}`);
}

const BOOK = `suite: s.yaml
models: [m.yaml]
template: t.yaml
sampler: p.yaml
`;
const MODEL = `id: a
endpoint: "reference:"
`;
const grid = (rest: string) => `tasks:
  - task: arithmetic
    ${rest}`;

describe("where and what", () => {
  test.each([
    ["unknown key", bookSchema, BOOK.replace("models", "modles"), '2:1 unknown key "modles"; did you mean "models"?'],
    ["unknown key unlike any other", bookSchema, `${BOOK}zebra: 1`, '5:1 unknown key "zebra"'],
    [
      "comma in a text",
      bookSchema,
      "{template: t.yaml, suite: 4,000 items}",
      '1:29 unknown key "000 items"; a text that holds a comma stands in quotes'
    ],
    ["missing key", bookSchema, BOOK.replace("template: t.yaml\n", ""), '1:1 missing "template": expected text or a list'],
    ["missing key in a list", suiteSchema, "title: x\ntasks:\n  - params: {}", '3:5 missing "task": expected text'],
    ["wrong kind", bookSchema, `${BOOK}seed: many`, '5:7 expected a number, got "many"'],
    ["fraction", bookSchema, `${BOOK}seed: 1.5`, "5:7 expected a whole number, got 1.5"],
    ["negative count", precisionSchema, "min: 8\nstep: -8", "2:7 expected at least 1, got -8"],
    ["not a number", bookSchema, `${BOOK}max_cost: .nan`, "5:11 expected a finite number, got .nan"],
    ["infinite", bookSchema, `${BOOK}max_cost: -.inf`, "5:11 expected a finite number, got -.inf"],
    ["left empty", bookSchema, `${BOOK}title:`, "5:7 expected text, got nothing"],
    [
      "min above max",
      bookSchema,
      `${BOOK}precision: {min: 64, max: 32}`,
      "5:18 min 64 is greater than max 32; raise max or lower min"
    ],
    ["exclusive bound", samplerSchema, "top_p: 0", "1:8 expected more than 0, got 0"],
    [
      "one of several",
      samplerSchema,
      "reasoning_effort: hihg",
      '1:19 expected one of none, minimal, low, medium, high, got "hihg"; did you mean "high"?'
    ],
    ["no file at all", bookSchema, "", "1:1 empty file; expected the keys of a map, such as title, suite, models, template"],
    [
      "comments only",
      bookSchema,
      "# nothing\n",
      "1:1 empty file; expected the keys of a map, such as title, suite, models, template"
    ],
    ["list for a map", bookSchema, "- a", "1:1 expected a map, got a list"],
    ["empty grid", suiteSchema, grid("params: {length: []}"), "3:22 empty grid: give at least one value"],
    ["empty suite", suiteSchema, "tasks: []", "1:8 empty suite: give at least one task"],
    [
      "bad name of a tier",
      suiteSchema,
      grid("tiers: {very hard: {}}"),
      '3:13 expected a name of letters, digits and . _ : @ / + -, got "very hard"'
    ]
  ])("%s", (_, schema, text, expected) => expect(fault(schema, text)).toBe(expected));
});

describe("a union speaks through its closest branch", () => {
  test.each([
    ["none close", bookSchema, BOOK.replace("p.yaml", "3"), "4:10 expected text or a list, got 3"],
    ["inside the list", bookSchema, BOOK.replace("p.yaml", "[a, 3]"), "4:14 expected text, got 3"],
    [
      "inside an axis",
      suiteSchema,
      grid("params: {length: [1, [2]]}"),
      "3:26 expected a number, text or true or false, got a list"
    ],
    ["a range's key", suiteSchema, grid("tiers: {easy: {length: {mn: 1}}}"), '3:29 unknown key "mn"; did you mean "min"?'],
    ["a range's value", suiteSchema, grid("tiers: {easy: {length: {min: x}}}"), '3:34 expected a number, got "x"'],
    ["a single model", modelFileSchema, `${MODEL}concurrency: 0`, "3:14 expected at least 1, got 0"],
    [
      "a list of models",
      modelFileSchema,
      'endpoint: "reference:"\nmodels:\n  - {id: a, context_tokens: x}',
      '3:29 expected a number, got "x"'
    ]
  ])("%s", (_, schema, text, expected) => expect(fault(schema, text)).toBe(expected));
});

describe("YAML that cannot be meant", () => {
  test.each([
    ["duplicate key", "a: 1\nb: 2\na: 3", '3:1 duplicate key "a"'],
    ["duplicate quoted key", 'a: 1\n"a": 3', '2:1 duplicate key "a"'],
    ["two documents", "a: 1\n---\nb: 1", "2:1 second document; give one per file, without another ---"],
    ["tab", "a:\n\tb: 1", "2:1 tabs are not allowed as indentation"],
    ["alias without anchor", "a: *x", "1:4 no anchor &x above this alias"],
    ["alias of itself", "a: &b [*b]", "1:8 alias *b stands inside its own anchor"],
    ["foreign tag", "a: !foo 1", "1:4 unresolved tag: !foo"],
    ["merge of no map", "a: &b 1\nc: {<<: *b}", "2:5 << merges maps: give it an alias of one, such as *shared"],
    ["prototype", "a: {__proto__: 1}", '1:5 unknown key "__proto__"'],
    ["a map as key", "? {a: 1}\n: 2", "1:3 with stringKeys, all keys must be strings"]
  ])("%s", (_, text, expected) => expect(fault(z.record(z.string(), z.unknown()), text)).toBe(expected));

  test("an open bracket, an open quote and a bare colon are placed", () => {
    expect(fault(bookSchema, "suite: [a")).toMatch(/^1:10 /);
    expect(fault(bookSchema, "suite: 'a")).toMatch(/^1:10 missing closing 'quote/);
    expect(fault(modelFileSchema, "id: a\nendpoint: reference:")).toMatch(/^2:11 unexpected colon: quote/);
  });

  test("aliases cannot blow up, nor can nesting", () => {
    const tenfold = (name: string) => `[${Array(10).fill(`*${name}`).join(",")}]`;
    const bomb = `a: &a [1]\nb: &b ${tenfold("a")}\nc: &c ${tenfold("b")}\nd: &d ${tenfold("c")}\ne: &e ${tenfold("d")}\nf: ${tenfold("e")}`;
    expect(fault(suiteSchema, bomb)).toBe("1:1 aliases (*) expand to more than 10000 values");
    expect(fault(suiteSchema, "[".repeat(20_000))).toMatch(/nested too deeply$/);
  });
});

test("merge keys and anchors work, and a mistake in them is placed where it is written", () => {
  const text = `endpoint: "reference:"
models:
  - &a {id: a, price: {input: 1, output: 2}}
  - {<<: *a, id: b}
`;
  const {value} = parseYaml(text, "f.yaml", modelFileSchema);
  expect(value).toMatchObject({models: [{id: "a"}, {id: "b", price: {input: 1, output: 2}}]});
  expect(fault(modelFileSchema, text.replace("{input: 1", "{inptu: 1"))).toBe('3:24 unknown key "inptu"; did you mean "input"?');
  const many = `endpoint: "reference:"\nmodels:\n  - &a {id: m}\n${Array.from({length: 300}, (_, i) => `  - {<<: *a, id: m${i}}\n`).join("")}`;
  expect(parseYaml(many, "f.yaml", modelFileSchema).value).toHaveProperty("models.length", 301);
});

test("locate finds values, keys, and for what is absent the nearest value that should hold it", () => {
  const {locate} = parseYaml("# hi\ntasks:\n  - task: a\n    params: {x: [1, 2]}\n", "f.yaml", suiteSchema);
  expect(locate([])).toBe("f.yaml:2:1");
  expect(locate(["tasks", 0, "params", "x"])).toBe("f.yaml:4:17");
  expect(locate(["tasks", 0, "params", "x"], {key: true})).toBe("f.yaml:4:14");
  expect(locate(["tasks", 0, "params", "x", 1])).toBe("f.yaml:4:21");
  expect(locate(["tasks", 0, "tiers", "easy"])).toBe("f.yaml:3:5");
  expect(locate(["tasks", 7])).toBe("f.yaml:3:3");
});

test("a byte order mark and Windows line ends do not shift places", () => {
  expect(fault(bookSchema, BOOK.replaceAll("\n", "\r\n").replace("models", "modles"))).toMatch(/^2:1 unknown key "modles"/);
  expect(parseYaml(`\ufeff${BOOK}`, "f.yaml", bookSchema).value.suite).toBe("s.yaml");
});

test("no key is ever echoed", () => {
  const secret = "sk-live-0123456789abcdef";
  const texts = [
    `${MODEL}api_key: ${secret}`,
    `${MODEL}apikey: ${secret}`,
    `${MODEL}token: ${secret}`,
    `${MODEL}password: ${secret}`,
    `${MODEL}api_key_env: ${secret}`,
    `${MODEL}api_key_env: [${secret}]`,
    `${MODEL}${secret}: 1`,
    `${MODEL}price: ${secret}`,
    `${MODEL}tokenizer: {key: ${secret}}`,
    `${MODEL}api_key_env: A\napi_key_env: ${secret}`,
    `${MODEL}sampler: {extra: {headers: {authorization: ${secret}}}}`,
    MODEL.replace('"reference:"', `https://x/v1?api_key=${secret}`),
    MODEL.replace('"reference:"', `https://me:${secret}@x/v1`),
    MODEL.replace("id: a", `id: ${secret}!`)
  ];
  for (const text of texts) expect(fault(modelFileSchema, text)).not.toContain("0123456789");
  for (const text of texts.slice(0, 4))
    expect(fault(modelFileSchema, text)).toMatch(/^3:1 .*keys belong in the environment: use api_key_env$/);
});

test("any one-letter typo of any key is named, with the key that was meant", () => {
  const examples: [z.ZodType, Record<string, unknown>][] = [
    [bookSchema, {title: "x", suite: "s", models: ["m"], template: "t", sampler: "p", seed: 1, max_cost: 2}],
    [samplerSchema, {max_tokens: 5, temperature: 0, presence_penalty: 1, reasoning_effort: "low"}],
    [templateSchema, {title: "x", system: "s", before: "b", after: "a"}]
  ];
  const cases = fc.constantFrom(
    ...examples.flatMap(([schema, example]) => Object.keys(example).map(key => ({schema, example, key})))
  );
  fc.assert(
    fc.property(cases, fc.nat(), ({schema, example, key}, at) => {
      const i = at % key.length;
      const typo = `${key.slice(0, i)}Q${key.slice(i + 1)}`;
      const keys = Object.keys(example);
      const text = keys.map(name => `${name === key ? typo : name}: ${JSON.stringify(example[name])}`).join("\n");
      expect(fault(schema, text)).toBe(`${keys.indexOf(key) + 1}:1 unknown key "${typo}"; did you mean "${key}"?`);
    })
  );
});

test("whatever the text, the outcome is a value or a one-line UserError", () => {
  const pieces = fc.constantFrom(
    "a",
    ":",
    " ",
    "\n",
    "  ",
    "- ",
    "[",
    "]",
    "{",
    "}",
    "&x",
    "*x",
    "<<",
    "!",
    "'",
    '"',
    "#",
    "|",
    "?",
    "tasks",
    "1",
    "~",
    "\t"
  );
  fc.assert(
    fc.property(fc.array(pieces, {maxLength: 30}), parts => {
      try {
        parseYaml(parts.join(""), "f.yaml", suiteSchema);
      } catch (error) {
        expect(error).toBeInstanceOf(UserError);
        expect((error as Error).message).toMatch(/^f\.yaml:\d+:\d+ [^\n]+$/);
      }
    }),
    {numRuns: 500}
  );
});
