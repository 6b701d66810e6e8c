// Files of a new workbook.
import {newPage} from "./newFiles.js";

/** Returns the files of a workbook by their paths; package.json is separate, since one may be there. */
export const workbookFiles = (): Record<string, string> => ({
  "data/book.yaml": `# The book: what to test (suite), whom (models), how to ask (template) and how to decode (sampler).
# Paths are relative to this folder. Every field: docs/reference.md of the package.
title: My workbook

suite: suites/first.yaml

models:
  - models/simulated.yaml # needs no key and costs nothing; remove it once a model of yours has answered
  # - models/mine.yaml # edit it first

template: templates/plain.yaml
sampler: samplers/greedy.yaml

# Sampling of a point ends when its 95 % interval is at most \`width\` wide, or after \`max\` tests.
precision: {min: 16, step: 16, max: 64, width: 0.2}

# Same book, same seed: the same tests on any machine.
seed: 42
`,
  "data/suites/first.yaml": `# Two tasks whose difficulty is a parameter. A grid is the product of its lists: 2 lengths × 2 depths are 4 points.
# Your own questions: npx reasonbook ask FILE, or an item bank (docs/banks.md).
title: First suite

tasks:
  - task: arithmetic
    params: {length: [4, 12], max_depth: [0, 2]}
    tiers:
      easy: {length: 4}
      hard: {length: 12}

  - task: boolean
    params: {length: [6, 24], max_depth: 2}
    tiers:
      easy: {length: 6}
      hard: {length: 24}
`,
  "data/models/simulated.yaml": `# Simulated solvers, no language models: they show the workbook before a model of yours has answered.
endpoint: "reference:"
groups: [reference]
models:
  - {id: sim-cedar-01}
  - {id: sim-heron-08}
  - {id: sim-comet-05}
`,
  "data/models/mine.yaml": `# A model of yours: any OpenAI-compatible endpoint. Name this file in data/book.yaml, then: npx reasonbook plan
id: my-model # its name in tables and pages
endpoint: http://127.0.0.1:8000/v1 # vLLM; http://127.0.0.1:11434/v1 is Ollama, https://api.openai.com/v1 is OpenAI
# model: vendor/my-model-instruct # the name that the endpoint knows, if it is not the id
# api_key_env: EXAMPLE_API_KEY # the variable that holds the key, never the key itself
# price: {input: 0.15, output: 0.60} # US dollars per million tokens, for plans, budgets and the cost column
# concurrency: 8 # most requests in flight
`,
  "data/templates/plain.yaml": `# How a question is put: as it is. A system prompt: system: "You are …"
id: plain
`,
  "data/samplers/greedy.yaml": `# How answers are decoded. Reasoning counts towards the limit; an answer that is cut there is "truncated", not wrong.
id: greedy
temperature: 0
max_tokens: 4096
`,
  "src/my-results.md": newPage("my-results").files[0]!.text,
  ".gitignore": `node_modules/
.reasonbook/
dist/
data/store/
data/cache/
data/cache.spill-*
data/asks/*/cache/
reasonbook-asks/
`,
  ".github/workflows/site.yml": `# Builds the site on each push. It asks no model: the book's answers come with data/store, or are those of simulated models.
name: site

on: [push]

permissions:
  contents: read

jobs:
  build:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with: {node-version: 22}
      - run: npm ci --ignore-scripts
      - run: npm run build
      - uses: actions/upload-artifact@v4
        with: {name: site, path: dist}
`
});

/** A script of the package that runs a command of its name. */
const COMMAND = /bin\/reasonbook\.mjs (\w+)$/u;

/**
 * The fields that a workbook's package.json needs, added to those that are there.
 * @param commands scripts of the package: messages name commands as `npm run NAME`
 */
export function workbookManifest(
  existing: Record<string, unknown>,
  {name, dependency, commands}: {name: string; dependency: string; commands: Record<string, string>}
): object {
  const names = Object.values(commands).flatMap(script => COMMAND.exec(script)?.[1] ?? []);
  const scripts = Object.fromEntries(names.filter(each => each !== "init").map(each => [each, `reasonbook ${each}`]));
  return {
    name,
    private: true,
    type: "module",
    ...existing,
    scripts: {...scripts, ...(existing.scripts as object | undefined)},
    dependencies: {reasonbook: dependency, ...(existing.dependencies as object | undefined)}
  };
}
