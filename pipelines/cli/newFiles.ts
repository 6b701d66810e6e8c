// What `npm run new` writes: the smallest task, scorer, bank, page and study that work, each with its test.

/** A file to write, or a line to add to one that is there. */
interface NewFile {
  path: string;
  text: string;
}
interface NewLine {
  path: string;
  line: string;
  /** Lines of the same kind, of which the new one follows the last that sorts before it. */
  among: RegExp;
}
export interface New {
  files: NewFile[];
  lines?: NewLine[];
  /** What to do next, a command or a line to write a line. */
  next: string[];
}

/** A name with hyphens and dots as an identifier, with an ending that no keyword has. */
const identifier = (name: string, ending: string): string =>
  `${name.replace(/[-._]+(.)?/gu, (_, letter: string | undefined) => letter?.toUpperCase() ?? "")}${ending}`;

/** An import of a file that is written, kept apart from those of this one. */
const from = (names: string, module: string): string => `import ${names} from "${module}";`;

export function newTask(name: string): New {
  const task = identifier(name, "Task");
  return {
    files: [
      {
        path: `data/tasks/${name}.ts`,
        text: `// Task "${name}": sums of numbers.
${from("{integerForm, THINK, task}", "reasonbook/extend")}
${from("{z}", "zod")}

export const ${task} = task({
  name: "${name}",
  version: 1,
  summary: "Sums of numbers.",
  params: z.strictObject({
    terms: z.int().min(2).max(50).default(4).describe("numbers that are added up")
  }),
  generate({terms}, random) {
    const values = Array.from({length: terms}, () => random.integer(1, 99));
    const expression = values.join(" + ");
    const prompt = \`What is \${expression}?\\n\\n\${THINK} with a line of the form\\nAnswer: <number>\`;
    return {prompt, expected: String(values.reduce((a, b) => a + b)), guessChance: 0, expression};
  },
  answer: integerForm
});
`
      },
      {
        path: `data/tasks/${name}.test.ts`,
        text: `import {questionsOf} from "reasonbook/extend";
${from("{expect, test}", "vitest")}
${from(`{${task}}`, `./${name}.js`)}

/** The answer by other means than the task's own. */
const solve = (prompt: string): string => {
  const terms = /What is (.*)\\?/.exec(prompt)![1]!.split(" + ");
  let sum = 0;
  for (const term of terms) sum += Number(term);
  return String(sum);
};

test("answers are what other means give, on 1,000 questions", () => {
  for (const terms of [2, 4, 50]) {
    const question = questionsOf(${task}, {params: {terms}, seed: 1});
    for (let index = 0; index < 1000; index++) {
      const {prompt, expected} = question(index);
      expect(expected).toBe(solve(prompt));
    }
  }
});

test("impossible parameters are refused", () => {
  expect(${task}.params.safeParse({terms: 1}).success).toBe(false);
});
`
      }
    ],
    next: [
      `npm run -s tests -- --task ${name} --count 3`,
      `npx vitest run data/tasks`,
      `npm run tests -- --task ${name} --golden write`
    ]
  };
}

export function newScorer(name: string): New {
  const scorer = identifier(name, "Scorer");
  return {
    files: [
      {
        path: `data/scorers/${name}.ts`,
        text: `// Scorer "${name}": the answer in one spelling, or in another that is given.
${from("{verdictFields, readAnswer, scorer, spellExpected, textKind}", "reasonbook/extend")}
${from("{z}", "zod")}

export const ${scorer} = scorer({
  name: "${name}",
  version: 1,
  summary: "The answer without case and outer marks, or one of the other spellings that are given.",
  settings: z.strictObject({
    accept: z.array(z.string()).default([]).describe("other spellings that count as right")
  }),
  score(answer, {prompt, expected}, {accept}) {
    const reading = readAnswer(answer, textKind, {prompt});
    const right = [expected, ...accept].some(text => spellExpected(text, textKind) === reading.answer);
    return {right, ...verdictFields(reading), measures: {}};
  }
});
`
      },
      {
        path: `data/scorers/${name}.test.ts`,
        text: `import {expect, test} from "vitest";
${from(`{${scorer}}`, `./${name}.js`)}

const right = (answer: string, settings: object = {}) =>
  ${scorer}.score(answer, {prompt: "", expected: "Paris"}, ${scorer}.settings.parse(settings)).right;

test.each([
  ["Answer: Paris", true],
  ["Answer: **paris**", true],
  ["Answer: Rome", false],
  ["", false]
])("%j is %j", (answer, expected) => expect(right(answer)).toBe(expected));

test("other spellings count where they are given", () => {
  expect([right("Answer: Lutetia"), right("Answer: Lutetia", {accept: ["Lutetia"]})]).toEqual([false, true]);
});
`
      }
    ],
    next: ["npx vitest run data/scorers", `in a bank: scorer: {kind: own, name: ${name}}`]
  };
}

export const newBank = (name: string): New => ({
  files: [
    {
      path: `data/banks/${name}.yaml`,
      text: `title: ${name}\nfiles: ${name}.jsonl\nlayout: plain\ndomain: ${name}\ncategory: ${name}\nversion: 1\nlicence: own\nsource: own\n`
    },
    {
      path: `data/banks/${name}.jsonl`,
      text: `${[
        {id: "1", question: "What is the capital of France?", answer: "Paris"},
        {id: "2", question: "Which of these is a prime number?", choices: ["21", "23", "25"], answer: "B"}
      ]
        .map(item => JSON.stringify(item))
        .join("\n")}\n`
    }
  ],
  next: [`npm run items -- check ${name}`, `npm run -s items -- show ${name}`, `in a suite, under tasks: - bank: ${name}`]
});

export function newPage(name: string): New {
  const title = (name[0]!.toUpperCase() + name.slice(1)).replaceAll("-", " ");
  return {
    files: [
      {
        path: `src/${name}.md`,
        text: `---
title: ${title}
---

# ${title}

\`\`\`js
${from("{evaluationsOf, pageFrame, tables}", "./components/shared/page.js")}
${from("{formatInterval}", "./pipelines/charts/shared/interval.js")}
${from("{drawPlot}", "./pipelines/charts/shared/plot.js")}
${from("{sharedAccuracy}", "./pipelines/score/testShares.js")}
\`\`\`

\`\`\`js
const frame = pageFrame(FileAttachment("data/manifest.json"));
\`\`\`

<div id="notice">\${frame.notice(evaluationsOf(frame.manifest))}</div>

\`\`\`js
const sql = tables({points: FileAttachment("data/points.parquet")}, invalidation);
const counted = await sql\`select base_task, sum(answers)::double as answers, sum(shares) as shares, sum(share_squares) as share_squares,
  sum(share_tests)::double as share_tests, sum(share_guess) as share_guess from points group by 1 order by 1\`;
const rows = Array.from(counted, row => {
  const {accuracy, low, high, n} = sharedAccuracy(row);
  return {base_task: row.base_task, n, value: accuracy, low, high};
}).filter(({value}) => value !== null);
\`\`\`

How much better than guessing are answers to each task, all models together? A bar is the 95 % interval over tests.

\`\`\`js
display(rows.length === 0 ? html\`<p>No task has been scored.\` : drawPlot({
  width, height: 60 + 22 * rows.length, marginLeft: 150,
  x: {label: "excess accuracy →", tickFormat: "%", grid: true}, y: {label: null},
  marks: [
    Plot.link(rows, {x1: "low", x2: "high", y: "base_task"}),
    Plot.dot(rows, {x: "value", y: "base_task", fill: "currentColor", title: d => \`\${d.base_task}\\n\${formatInterval(d)}\`})
  ]
}));
\`\`\`
`
      },
      {
        path: `test/pages/${identifier(name, "")}.test.ts`,
        text: `// Page ${title} of the built site.
${from("{expect, test}", "vitest")}
${from("{openSite}", "./browser.js")}

test("opens without an error, and draws each task", async () => {
  await using site = await openSite();
  await using visit = await site.visit("/${name}");
  await visit.page.waitForSelector("#observablehq-main figure svg, #observablehq-main svg");
  expect(await visit.page.locator("#observablehq-main h1").innerText()).toBe("${title}");
  expect({outside: visit.outside, errors: await visit.errors()}).toEqual({outside: [], errors: []});
});
`
      }
    ],
    next: [`in observablehq.config.ts, among pages: {name: ${JSON.stringify(title)}, path: "/${name}"},`, "npm run dev"]
  };
}

export function newStudy(name: string): New {
  const tables = `${name}Tables`;
  return {
    files: [
      {
        path: `pipelines/studies/${name}/tables.ts`,
        text: `// The table of the study ${name}.
${from("{column, evaluation, type Table}", "../../store/columns.js")}

export const ${tables} = {
  ${name}: {
    description: "one row per evaluation: its samples",
    columns: {
      ...evaluation,
      n: column("integer", "samples, truncated ones included")
    },
    order: ["model", "template", "sampler"]
  }
} satisfies Record<string, Table>;
`
      },
      {
        path: `pipelines/studies/${name}/make.node.ts`,
        text: `// Makes the study table \`${name}\`.
${from("type {Row}", "../../store/writer.node.js")}
${from("{maker, NAMES}", "../maker.node.js")}
${from(`{${tables}}`, "./tables.js")}

export const make = maker(${tables}, async ({stage, open}) => {
  const {rows} = await open();
  for (const row of await rows<Row>(\`select eval_id, \${NAMES}, count(*)::int as n from samples group by eval_id\`))
    stage.append("${name}", row);
});
`
      },
      {
        path: `loaders/${name}.parquet.ts`,
        text: `${from("{load}", "../pipelines/run/loader.js")}\n\nawait load(import.meta.url);\n`
      },
      {
        path: `test/studies/${name}/${name}.command.test.ts`,
        text: `import {join} from "node:path";
${from("{expect, test}", "vitest")}
${from("{study}", "../../../pipelines/studies/make.node.js")}
${from("{workbook}", "../../workbook.js")}

test("each evaluation has its row, and its samples are counted", async () => {
  await using book = await workbook();
  expect((await book.command("run")).code).toBe(0);
  await study("${name}", join(book.root, "data/store"));
  const counted = "select n = (select count(*) from samples s where s.eval_id = t.eval_id) as right from ${name} t";
  const {stdout} = await book.command("sql", counted, "--json");
  expect(JSON.parse(stdout)).toEqual(Array(3).fill({right: true}));
});
`
      }
    ],
    lines: [
      {
        path: "pipelines/studies/registry.ts",
        line: `import {${tables}} from "./${name}/tables.js";`,
        among: /^import \{\w+\} from "\.\/.*\/tables\.js";$/u
      },
      {
        path: "pipelines/studies/registry.ts",
        line: `  ${name}: {tables: ${tables}, restsOn: ["samples"], version: 1},`,
        among: /^ {2}\w+: (?:\{tables: .*\}|computed),$/u
      },
      {
        path: "src/components/sql/everyTable.ts",
        line: `  ${name}: FileAttachment("../../data/${name}.parquet"),`,
        among: /^ {2}\w+: FileAttachment\(.*\),$/u
      }
    ],
    next: [`npm run refresh ${name}`, `npm run -s sql -- "from ${name}"`, "npm run docs", `npm run new -- page ${name}`]
  };
}
