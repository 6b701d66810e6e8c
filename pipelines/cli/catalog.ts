// The commands by name, section and module. Kept apart from their modules so that the help loads none of them.
import type {Command} from "commander";
import type {AnyCommand, Section} from "./command.js";

export interface CatalogEntry {
  /** First word of its commands. */
  name: string;
  summary: string;
  section: Section;
  /** True if `reasonbook --help` lists it; `--help --all` lists every command. */
  isListed?: boolean;
  /** True if it needs no tasks and scorers of the workbook, so that a mistake in one of those does not stop it. */
  isIndependent?: boolean;
  /** True if it needs the links in src/. */
  needsSite?: boolean;
  load(): Promise<{commands: readonly AnyCommand[]} | {legacy(program: Command): void}>;
}

/** All commands, in the order of the help. */
export const catalog: readonly CatalogEntry[] = [
  {
    name: "start",
    summary: "evaluate the book, then open the live workbook",
    section: "start",
    isListed: true,
    needsSite: true,
    load: () => import("./site.js")
  },
  {
    name: "new",
    summary: "write a task, scorer, study, page or item bank to start from, and its test",
    section: "start",
    isListed: true,
    isIndependent: true,
    load: async () => ({legacy: (await import("./new.js")).newCommands})
  },
  {
    name: "dev",
    summary: "open the live workbook: pages redraw as files and tables change",
    section: "start",
    isListed: true,
    needsSite: true,
    load: () => import("./site.js")
  },
  {
    name: "run",
    summary: "evaluate the book, or any endpoint, and write the tables",
    section: "measure",
    isListed: true,
    load: async () => ({legacy: (await import("./run.js")).runCommands})
  },
  {
    name: "plan",
    summary: "predict requests, tokens and cost of a run, and what the cache already holds",
    section: "measure",
    isListed: true,
    load: async () => ({legacy: (await import("./run.js")).runCommands})
  },
  {
    name: "score",
    summary: "score stored responses without inference, into another store or again in place",
    section: "measure",
    isListed: true,
    load: async () => ({legacy: (await import("./score.js")).scoreCommands})
  },
  {
    name: "import",
    summary: "make a store of results that another program wrote",
    section: "measure",
    isListed: true,
    load: async () => ({legacy: (await import("./importResults.js")).importCommands})
  },
  {
    name: "analyze",
    summary: "show results as tables, JSON, markdown, CSV, SVG or PNG",
    section: "understand",
    isListed: true,
    load: async () => ({legacy: (await import("./analyze.js")).analyzeCommands})
  },
  {
    name: "samples",
    summary: "read single samples, and correct their scores",
    section: "understand",
    isListed: true,
    load: async () => ({legacy: (await import("./samples.js")).samplesCommands})
  },
  {
    name: "sql",
    summary: "answer a query over the tables",
    section: "understand",
    isListed: true,
    isIndependent: true,
    load: async () => ({legacy: (await import("./store.js")).storeCommands})
  },
  {
    name: "build",
    summary: "refresh what is stale and publish the static site in dist/",
    section: "publish",
    isListed: true,
    needsSite: true,
    load: () => import("./site.js")
  },
  {
    name: "report",
    summary: "write the report of a book's results",
    section: "publish",
    isListed: true,
    load: async () => ({legacy: (await import("./report.js")).reportCommands})
  },
  {
    name: "tests",
    summary: "print generated tests, and check their uniqueness",
    section: "extend",
    load: async () => ({legacy: (await import("./tests.js")).testsCommands})
  },
  {
    name: "items",
    summary: "import, check, list, show and export item banks and generated benchmarks",
    section: "extend",
    load: async () => ({legacy: (await import("./items.js")).itemsCommands})
  },
  {
    name: "narratives",
    summary: "make and check stories that hide nested lists",
    section: "extend",
    load: async () => ({legacy: (await import("./narratives.js")).narrativesCommands})
  },
  {
    name: "adaptive",
    summary: "measure one model's ability with the fewest tests",
    section: "measure",
    load: async () => ({legacy: (await import("./adaptive.js")).adaptiveCommands})
  },
  {
    name: "batches",
    summary: "list, cancel and adopt batches of requests",
    section: "measure",
    load: async () => ({legacy: (await import("./batches.js")).batchesCommands})
  },
  {
    name: "worker",
    summary: "ask the tests of a distributed run",
    section: "measure",
    load: async () => ({legacy: (await import("./cluster.js")).clusterCommands})
  },
  {
    name: "redis",
    summary: "start a temporary Redis server on loopback",
    section: "measure",
    load: async () => ({legacy: (await import("./cluster.js")).clusterCommands})
  },
  {
    name: "judge",
    summary: "let a model judge pairs of responses, in both orders",
    section: "measure",
    load: async () => ({legacy: (await import("./judge.js")).judgeCommands})
  },
  {
    name: "extraction",
    summary: "let a model read the answers in stored texts, and compare",
    section: "measure",
    load: async () => ({legacy: (await import("./extraction.js")).extractionCommands})
  },
  {
    name: "cache",
    summary: "inspect and repair the response cache",
    section: "measure",
    isIndependent: true,
    load: async () => ({legacy: (await import("./store.js")).storeCommands})
  },
  {
    name: "points",
    summary: "query, import and tag the store's points",
    section: "understand",
    load: async () => ({legacy: (await import("./points.js")).pointsCommands})
  },
  {
    name: "irt",
    summary: "fit item response models",
    section: "understand",
    load: async () => ({legacy: (await import("./irt.js")).irtCommands})
  },
  {
    name: "human",
    summary: "study people's preferences and ratings",
    section: "understand",
    load: async () => ({legacy: (await import("./human.js")).humanCommands})
  },
  {
    name: "contamination",
    summary: "look for items in texts that models may have been trained on",
    section: "understand",
    load: async () => ({legacy: (await import("./contamination.js")).contaminationCommands})
  },
  {
    name: "claims",
    summary: "check whether a report's figures follow from its own tables",
    section: "understand",
    load: async () => ({legacy: (await import("./claims.js")).claimsCommands})
  },
  {
    name: "gate",
    summary: "check rules on scores, differences, cost and latency",
    section: "understand",
    load: async () => ({legacy: (await import("./gate.js")).gateCommands})
  },
  {
    name: "zen",
    summary: "write the report of the 52 categories and the built-in models",
    section: "publish",
    load: async () => ({legacy: (await import("./report.js")).reportCommands})
  },
  {
    name: "refresh",
    summary: "bring tables up to date and publish them to the pages",
    section: "publish",
    needsSite: true,
    load: () => import("./site.js")
  },
  {
    name: "export",
    summary: "write results in the formats of other programs",
    section: "publish",
    load: async () => ({legacy: (await import("./export.js")).exportCommands})
  },
  {
    name: "archive",
    summary: "pack a store into one file, and verify it",
    section: "publish",
    load: () => import("./archive.js")
  },
  {
    name: "docs",
    summary: "write the reference from the schemas",
    section: "extend",
    isIndependent: true,
    load: async () => ({legacy: (await import("./docs.js")).docsCommands})
  }
];
