import {mkdtemp, rm, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterAll, afterEach, beforeAll, describe, expect, test} from "vitest";
import {knowOwnScorers} from "../../pipelines/book/ownScorers.js";
import {scorerSchema} from "../../pipelines/book/scorers.js";
import {goldenAt, goldenFault} from "../../pipelines/extend/golden.node.js";
import {registerOwn} from "../../pipelines/extend/load.node.js";
import {taskFault} from "../../pipelines/extend/taskFile.node.js";
import {tasksOf} from "../../pipelines/generate/bankTask.node.js";
import {setOwnTasks, tasks} from "../../pipelines/generate/registry.node.js";
import {setOwnScorers} from "../../pipelines/score/scorers/own.js";
import {verdictOf} from "../../pipelines/score/scorers/registry.js";
import {NUMERAL, ROMAN} from "./examples.js";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "reasonbook-own-"));
});
afterEach(() => {
  setOwnTasks([]);
  setOwnScorers([]);
  knowOwnScorers(undefined);
});
afterAll(() => rm(folder, {recursive: true, force: true}));

/** What a file of a task, or of a scorer, is answered with. */
async function refusal(
  text: string,
  {kind = "tasks", ...given}: {kind?: "tasks" | "scorers"; name?: string} = {}
): Promise<string> {
  const name = given.name ?? (kind === "tasks" ? "roman" : "numeral");
  const file = join(folder, `${name}.ts`);
  await writeFile(file, text);
  const files = {tasks: [], scorers: [], [kind]: [file]};
  return registerOwn(files, {golden: true}).then(
    () => "none",
    (error: Error) => `${error.name} ${error.message.replace(/^\S*\/(?=\w+\.ts)/u, "")}`
  );
}

test("the task of the document is taken, and asked by its name as built-in ones are", async () => {
  expect(await refusal(ROMAN)).toBe("none");
  expect(tasks.get("roman")).toMatchObject({version: 1});
  expect(tasksOf({}).get("roman")).toBe(tasks.get("roman"));
  setOwnTasks([]);
  expect([tasks.has("roman"), tasksOf({}).has("roman"), tasks.has("boolean")]).toEqual([false, false, true]);
});

test("every built-in task passes what is asked of a task of the user's own", () => {
  const inLong = (name: string) => name.startsWith("expanded-") || ["facts", "needles", "verbose-listops"].includes(name);
  const own = [...tasks.values()].filter(({name}) => !inLong(name));
  expect(own.map(task => [task.name, taskFault(task, {name: task.name, taken: new Map()})])).toEqual(
    own.map(({name}) => [name, null])
  );
});

const changed = (from: string | RegExp, to: string) => {
  const text = ROMAN.replace(from, to);
  if (text === ROMAN) throw new Error(`nothing to change: ${from}`);
  return text;
};

describe("a task is refused in one line that names file, fault and way out", () => {
  test.each([
    ["no syntax", "export const = 1;", /^UserError roman\.ts:1:14 cannot be read: /],
    [
      "no package",
      'import "no-such-package";\nexport default {};',
      /roman\.ts:1:8 cannot be read: Could not resolve "no-such-package"/
    ],
    ["throws on load", 'throw new Error("out of\\nluck");', /roman\.ts throws while it is loaded: out of luck$/],
    ["no export", "const a = 1;", /roman\.ts: it exports nothing; export one task$/],
    ["another export", "export const a = 1;", /its export is not a task/],
    [
      "two tasks",
      changed("export const roman", "export const other = {generate() {}};\nexport const roman"),
      /exports 2 tasks; give each/
    ],
    ["another name", changed('name: "roman"', 'name: "rome"'), /named "rome"; name it "roman", as its file is$/],
    ["no version", changed("  version: 1,\n", ""), /has no version; write version: 1/],
    ["half a version", changed("version: 1", "version: 1.5"), /version 1\.5 is not a whole number/],
    ["no default", changed(".default(2)", ""), /params refuse \{\}, so that a parameter has no default: missing "terms"/],
    [
      "loose params",
      changed("z.strictObject", "z.object"),
      /take a name that is not a parameter; make them with z\.strictObject/
    ],
    ["no answer form", changed(/,\n {2}answer: integerForm/, ""), /no answer form/],
    [
      "an unknown format of answers",
      changed("answer: integerForm", 'answer: integerForm, answer_format: "lines"'),
      /answer_format: expected one of .*, got "lines"; did you mean "line"\?$/
    ],
    ["literal without flags", changed("answer: integerForm", "answer: {literal: /a/, normalise: () => null}"), /flags g and u$/],
    [
      "a clock",
      changed("random.integer(1, most)", "1 + (performance.now() * 1e6 | 0) % most"),
      /differs when it is asked for again/
    ],
    [
      "a counter",
      `let asked = 0;\n${changed("String(values.reduce((a, b) => a + b))", "String(++asked)")}`,
      /differs when it is asked for again/
    ],
    ["chance", changed("random.integer(1, most)", "random.integer(1, most) + 0 * Math.random()"), /calls Math\.random/],
    [
      "a throw",
      changed("const expression", 'throw new Error("no numerals");\n    const expression'),
      /throws at its default parameters: no numerals/
    ],
    ["a promise", changed("generate({", "async generate({"), /question 0 at its default parameters is a promise/],
    ["sure to guess", changed("guessChance: 0", "guessChance: 1"), /has guessChance 1; give the probability/],
    ["another spelling", changed("String(values", '"+" + String(values'), /expects "\+\d+", which its answer form spells/],
    ["no text", changed("String(values.reduce((a, b) => a + b))", "values.length"), /has no expected answer as text/],
    ["one question", changed("random.integer(1, most)", "(random.real(), 7)"), /all of 24 questions .* are the same/],
    ["one answer", changed("String(values.reduce((a, b) => a + b))", '"7"'), /have the answer "7"/],
    [
      "the answer told",
      changed("<number in digits>", "$" + "{values.reduce((a, b) => a + b)}"),
      /its prompts state the answer, such as "\d+" in question 0; leave it out$/
    ]
  ])("%s", async (_, text, expected) => {
    const message = await refusal(text);
    expect(message).toMatch(expected);
    expect(message).not.toContain("\n");
    expect(tasks.has("roman")).toBe(false);
  });

  test("a name that a built-in task, a benchmark or a task in long texts has", async () => {
    const named = (name: string) => refusal(ROMAN.replace('name: "roman"', `name: "${name}"`), {name});
    expect(await named("boolean")).toMatch(/"boolean" is the name of a built-in task; choose another$/);
    expect(await named("zen-code")).toMatch(/"zen-code" is the name of a generated benchmark/);
    expect(await named("expanded-x")).toMatch(/names with expanded- in front/);
  });

  test("a throw at parameters that nobody tried is told with its file", async () => {
    expect(await refusal(changed("const expression", 'if (terms > 2) throw new Error("too many");\n    const expression'))).toBe(
      "none"
    );
    const task = tasks.get("roman")!;
    expect(() => goldenAt(task, [{terms: 3}])).toThrow(/roman\.ts: generate throws at \{"terms":3,"most":3999\}: too many$/);
  });
});

test("golden vectors tell a question that has changed from a version that was raised", async () => {
  await refusal(ROMAN);
  const golden = goldenAt(tasks.get("roman")!, [{}, {terms: 5}]);
  expect(golden.vectors.map(({index, seed}) => [seed, index])).toEqual([
    [42, 0],
    [42, 31],
    [7, 1000],
    [42, 0],
    [42, 31],
    [7, 1000]
  ]);
  expect(goldenFault(tasks.get("roman")!, golden)).toBeNull();
  await refusal(changed("What number is", "Which number is"));
  expect(goldenFault(tasks.get("roman")!, golden)).toMatch(
    /^question 0 of seed 42 at \{\} has changed; raise the task's version/
  );
  await refusal(changed("version: 1", "version: 2"));
  expect(goldenFault(tasks.get("roman")!, golden)).toMatch(
    /^they are of version 1, the task of version 2; npm run tests -- --task roman/
  );
});

describe("a scorer", () => {
  const parse = (settings?: object, name = "numeral") => scorerSchema.safeParse({kind: "own", name, ...(settings && {settings})});
  const verdict = (answer: string, settings?: object) =>
    verdictOf(answer, {prompt: "", expected: "14"}, parse(settings).data!, {search: () => null, equal: () => null});

  test("of the document scores by its name and settings, and says its version", async () => {
    expect(await refusal(NUMERAL, {kind: "scorers"})).toBe("none");
    expect(parse().data).toEqual({kind: "own", name: "numeral", settings: {}, version: 1});
    expect(verdict("Answer: XIV")).toMatchObject({right: true, answer: "14", measures: {digits: 0}});
    expect(verdict("Answer: 14")).toMatchObject({right: true, measures: {digits: 1}});
    expect(verdict("Answer: 14", {digits: false})).toMatchObject({right: false});
    expect(verdict("XIV")).toMatchObject({right: false, parsed: false});
  });

  test("that is not there, or does not take its settings, is refused where it is named", async () => {
    await refusal(NUMERAL, {kind: "scorers"});
    expect(parse({digit: true}).error!.issues[0]).toMatchObject({
      path: ["settings"],
      message: expect.stringMatching(/^scorer numeral: /)
    });
    expect(parse({}, "numerals").error!.issues[0]).toMatchObject({
      path: ["name"],
      message: 'no scorer "numerals" in data/scorers; did you mean "numeral"?'
    });
    setOwnScorers([]);
    expect(parse().error!.issues[0]!.message).toBe('no scorer "numeral" in data/scorers; there are none');
    knowOwnScorers(undefined); // as on a page
    expect(parse().success).toBe(true);
    expect(verdict("Answer: XIV")).toMatchObject({right: null, reason: 'no scorer "numeral" in data/scorers'});
  });

  test.each([
    [
      "a built-in name",
      NUMERAL.replace('name: "numeral"', 'name: "number"'),
      /"number" is the name of a built-in scorer/,
      "number"
    ],
    ["no version", NUMERAL.replace("  version: 1,\n", ""), /has no version/],
    ["a promise", NUMERAL.replace("score(", "async score("), /is a promise; a scorer may not be async/],
    ["a clock", NUMERAL.replace("{digits: written}", "{digits: performance.now()}"), /differs the second time/],
    ["half a verdict", NUMERAL.replace("      parsed: true,\n", ""), /whose parsed is neither true nor false/],
    ["no number", NUMERAL.replace("{digits: written}", '{digits: "1"}'), /whose measure digits is no finite number/],
    [
      "a throw",
      NUMERAL.replace("if (!found)", 'if (answer === "") throw new Error("empty");\n    if (!found)'),
      /score throws on the answer "": empty/
    ]
  ])("with %s is refused on load", async (_, text, expected, name = "numeral") => {
    expect(await refusal(text, {kind: "scorers", name})).toMatch(expected);
  });

  test("that throws later leaves the answer unscored, with the reason", async () => {
    await refusal(NUMERAL.replace("if (!found)", 'if (/XL/.test(answer)) throw new Error("forty");\n    if (!found)'), {
      kind: "scorers"
    });
    expect(verdict("Answer: XL")).toMatchObject({right: null, reason: "scorer numeral throws: forty"});
  });
});
