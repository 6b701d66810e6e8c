import {availableParallelism, totalmem} from "node:os";
import {defineConfig, type TestProjectInlineConfiguration} from "vitest/config";
import {ClosingLine} from "./test/closing-line.js";

/** The project of a test follows from its folder or the end of its name; all others are unit tests. CONTRIBUTING.md describes them. */
export const PLACES = {
  journeys: ["test/journeys/**/*.test.ts"],
  // Every page once, and what is common to pages; `views` are all others.
  pages: [
    "test/pages/{everyPage,firstView,firstContents,source,site,sections,drawer,plain,unevaluated,overview,hostileTexts,openWorkbook}.test.ts",
    "test/pages/{leaderboard,model,headline,compare,irt,samples,console,notebook,publishedAnswers,publishedFigures}.test.ts"
  ],
  views: ["test/pages/**/*.test.ts"],
  faults: ["test/faults/**/*.test.ts"],
  cluster: ["test/cluster/**/*.test.ts"],
  foreign: ["test/foreign/**/*.test.ts", "test/**/*.foreign.test.ts"],
  simulations: ["test/**/*.simulation.test.ts", "test/generate/tasks/*.test.ts"],
  statistics: ["test/studies/irt/{estimate,diagnose}/**/*.test.ts"],
  long: ["test/**/*.long.test.ts"],
  commands: ["test/{analyze,infer,run,store}/**/*.test.ts", "test/**/*.command.test.ts"]
};
/** Tests of `npm run test:all` alone. */
const REST = [
  ...[PLACES.views, PLACES.faults, PLACES.cluster, PLACES.foreign],
  ...[PLACES.simulations, PLACES.statistics, PLACES.long]
].flat();

const project = (name: string, test: TestProjectInlineConfiguration["test"]): TestProjectInlineConfiguration => ({
  extends: true,
  test: {name, isolate: false, ...test}
});
const compiled = ["test/compiled.ts"];
/** A browser and several processes on two busy cores fail once in some thousand tests for want of time: the closing lines name each test
 * that passed the second time only. */
const retry = 1;

/** A worker with DuckDB, a site or a browser takes up to this much memory. */
const BYTES_OF_WORKER = 2.5 * 2 ** 30;
// One more than there are cores: tests wait for disks, servers and browsers a quarter of their time.
const workers = Math.max(1, Math.min(availableParallelism() + 1, Math.floor(totalmem() / BYTES_OF_WORKER)));

export default defineConfig({
  // Components import `npm:X`, which Framework resolves; here it is the X of node_modules, as in `npm run analyze`. Tasks and
  // scorers of the user's own import the workbook by its name.
  resolve: {
    alias: [
      {find: /^npm:(.*)$/, replacement: "$1"},
      {find: /^reasonbook\/(\w+)$/, replacement: `${import.meta.dirname}/pipelines/library/$1.ts`}
    ]
  },
  test: {
    // Not isolated: files of one process share its sources, warm commands and browser, and leave nothing else behind.
    projects: [
      project("unit", {
        include: ["test/**/*.test.ts", "data/{tasks,scorers}/*.test.ts"],
        exclude: Object.values(PLACES).flat()
      }),
      project("commands", {include: PLACES.commands, exclude: REST, globalSetup: compiled}),
      project("twins", {include: PLACES.simulations, env: {REASONBOOK_SIMULATIONS: "twin"}}),
      // Last, since their site is built while others run.
      project("journeys", {
        include: PLACES.journeys,
        globalSetup: [...compiled, "test/fixture-site.ts"],
        retry,
        sequence: {groupOrder: 1}
      }),
      project("simulations", {include: PLACES.simulations}),
      project("statistics", {include: PLACES.statistics}),
      project("long", {include: PLACES.long, globalSetup: compiled}),
      project("foreign", {include: PLACES.foreign, exclude: PLACES.simulations, globalSetup: compiled}),
      project("faults", {include: PLACES.faults, globalSetup: compiled}),
      project("cluster", {include: PLACES.cluster, retry, globalSetup: compiled}),
      project("pages", {include: PLACES.pages, retry, globalSetup: [...compiled, "test/built-site.ts"]}),
      project("views", {
        include: PLACES.views,
        exclude: PLACES.pages,
        retry,
        globalSetup: [...compiled, "test/built-site.ts"]
      })
    ],
    setupFiles: ["test/seed.ts"],
    reporters: ["default", new ClosingLine()],
    testTimeout: 120_000,
    // A hook may evaluate a book or build a site for all tests of its file.
    hookTimeout: 300_000,
    // A page may wait for a busy machine; a poll that gives up early would test the machine.
    expect: {poll: {timeout: 90_000}},
    maxWorkers: workers,
    // Tests of one file that wait for time to pass or a page to be quiet may run next to each other.
    maxConcurrency: 2
  }
});
