// The commands by name, section and module. Kept apart from their modules so that the help loads none of them.
import type {AnyCommand} from "./command.js";

/** Sections of the help, in this order. */
export const SECTIONS = ["start", "measure", "understand", "publish", "extend"] as const;

export interface CatalogEntry {
  /** First word of its commands. */
  name: string;
  summary: string;
  section: (typeof SECTIONS)[number];
  /** True if `reasonbook --help` lists it; `--help --all` lists every command. */
  isListed?: boolean;
  /** True if it needs no tasks and scorers of the workbook, so that a mistake in one of those does not stop it. */
  isIndependent?: boolean;
  /** True if it needs the links in src/. */
  needsSite?: boolean;
  load(): Promise<{commands: readonly AnyCommand[]}>;
}

const loadCluster = async () => {
  const {needClusterPackages} = await import("../run/cluster/place.js");
  needClusterPackages();
  return import("./cluster.js");
};

/** All commands, in the order of the help. */
export const catalog: readonly CatalogEntry[] = [
  {
    name: "start",
    summary: "open the live workbook, and evaluate the book while it is open",
    section: "start",
    isListed: true,
    needsSite: true,
    load: () => import("./site.js")
  },
  {
    name: "init",
    summary: "make a workbook: a book, a suite, a model's file, a page and package.json",
    section: "start",
    isListed: true,
    isIndependent: true,
    load: () => import("./init.js")
  },
  {
    name: "new",
    summary: "write a task, scorer, study, page or item bank to start from, and its test",
    section: "start",
    isIndependent: true,
    load: () => import("./new.js")
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
    name: "ask",
    summary: "ask a model the questions of a file, and print how many answers are right",
    section: "measure",
    isListed: true,
    load: () => import("./ask.js")
  },
  {
    name: "run",
    summary: "evaluate the book, or any endpoint, and write the tables",
    section: "measure",
    isListed: true,
    load: () => import("./run.js")
  },
  {
    name: "plan",
    summary: "predict requests, tokens and cost of a run, and what the cache already holds",
    section: "measure",
    load: () => import("./run.js")
  },
  {
    name: "score",
    summary: "score stored responses without inference, into another store or again in place",
    section: "measure",
    load: () => import("./score.js")
  },
  {
    name: "import",
    summary: "make a store of results that another program wrote",
    section: "measure",
    isListed: true,
    load: () => import("./importResults.js")
  },
  {
    name: "compare",
    summary: "compare logs, files of answers or stores question by question",
    section: "understand",
    isListed: true,
    load: () => import("./compare.js")
  },
  {
    name: "view",
    summary: "open logs, files of answers or stores as pages; check an HTML result",
    section: "understand",
    load: () => import("./view.js")
  },
  {
    name: "analyze",
    summary: "show results as tables, JSON, markdown, CSV, SVG or PNG",
    section: "understand",
    isListed: true,
    load: () => import("./analyze.js")
  },
  {
    name: "samples",
    summary: "read single samples, and correct their scores",
    section: "understand",
    isListed: true,
    load: () => import("./samples.js")
  },
  {
    name: "sql",
    summary: "answer a query over the tables",
    section: "understand",
    isListed: true,
    isIndependent: true,
    load: () => import("./store.js")
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
    load: () => import("./report.js")
  },
  {
    name: "tests",
    summary: "print generated tests, and check their uniqueness",
    section: "extend",
    load: () => import("./tests.js")
  },
  {
    name: "items",
    summary: "import, check, list, show and export item banks and generated benchmarks",
    section: "extend",
    load: () => import("./items.js")
  },
  {
    name: "narratives",
    summary: "make and check stories that hide nested lists",
    section: "extend",
    load: () => import("./narratives.js")
  },
  {
    name: "adaptive",
    summary: "measure one model's ability with the fewest tests",
    section: "measure",
    load: () => import("./adaptive.js")
  },
  {
    name: "batches",
    summary: "list, cancel and adopt batches of requests",
    section: "measure",
    load: () => import("./batches.js")
  },
  {
    name: "worker",
    summary: "ask the tests of a distributed run",
    section: "measure",
    load: loadCluster
  },
  {
    name: "redis",
    summary: "start a temporary Redis server on loopback",
    section: "measure",
    load: loadCluster
  },
  {
    name: "judge",
    summary: "let a model judge pairs of responses, in both orders",
    section: "measure",
    load: () => import("./judge.js")
  },
  {
    name: "extraction",
    summary: "let a model read the answers in stored texts, and compare",
    section: "measure",
    load: () => import("./extraction.js")
  },
  {
    name: "cache",
    summary: "inspect and repair the response cache",
    section: "measure",
    isIndependent: true,
    load: () => import("./store.js")
  },
  {
    name: "points",
    summary: "query, import and tag the store's points",
    section: "understand",
    load: () => import("./points.js")
  },
  {
    name: "irt",
    summary: "fit item response models",
    section: "understand",
    load: () => import("./irt.js")
  },
  {
    name: "human",
    summary: "study people's preferences and ratings",
    section: "understand",
    load: () => import("./human.js")
  },
  {
    name: "contamination",
    summary: "look for items in texts that models may have been trained on",
    section: "understand",
    load: () => import("./contamination.js")
  },
  {
    name: "claims",
    summary: "check whether a report's figures follow from its own tables, and published figures from published answers",
    section: "understand",
    load: () => import("./claims.js")
  },
  {
    name: "gate",
    summary: "check rules on scores, differences, cost and latency",
    section: "understand",
    load: () => import("./gate.js")
  },
  {
    name: "zen",
    summary: "write the report of the 52 categories and the built-in models",
    section: "publish",
    load: () => import("./report.js")
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
    load: () => import("./export.js")
  },
  {
    name: "archive",
    summary: "pack a store into one file, and verify it",
    section: "publish",
    load: () => import("./archive.js")
  }
];
