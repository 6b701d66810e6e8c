import {defineConfig, type TestProjectInlineConfiguration} from "vitest/config";
import {ClosingLine} from "./test/closing-line.js";

/** The project of a test follows from where it stands; what no other names is a unit test. CONTRIBUTING.md says what each may need. */
export const PLACES = {
  pages: ["test/pages/**/*.test.ts"],
  faults: ["test/faults/**/*.test.ts"],
  cluster: ["test/cluster/**/*.test.ts"],
  commands: ["test/{analyze,foreign,infer,run,store}/**/*.test.ts", "test/**/*.command.test.ts"],
  statistics: ["test/studies/irt/{estimate,diagnose}/**/*.test.ts", "test/**/*.simulation.test.ts"]
};

const project = (name: string, test: TestProjectInlineConfiguration["test"]): TestProjectInlineConfiguration => ({
  extends: true,
  test: {name, ...test}
});

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
    projects: [
      // Not isolated, so that files which run in one process share its browser.
      project("pages", {include: PLACES.pages, globalSetup: ["test/compiled.ts", "test/built-site.ts"], isolate: false}),
      project("faults", {include: PLACES.faults, globalSetup: ["test/compiled.ts"], isolate: false}),
      project("cluster", {include: PLACES.cluster, globalSetup: ["test/compiled.ts"], isolate: false}),
      project("commands", {include: PLACES.commands, globalSetup: ["test/compiled.ts"], isolate: false}),
      project("statistics", {include: PLACES.statistics, isolate: false}),
      // Unit tests leave nothing behind, so that one process reads the sources once for all of them.
      project("unit", {
        include: ["test/**/*.test.ts", "data/{tasks,scorers}/*.test.ts"],
        exclude: Object.values(PLACES).flat(),
        isolate: false
      })
    ],
    setupFiles: ["test/seed.ts"],
    reporters: ["default", new ClosingLine()],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // A page may wait for a busy machine; a poll that gives up early would test the machine.
    expect: {poll: {timeout: 90_000}},
    // Two cores: more workers than that only make servers and browsers wait for each other.
    maxWorkers: 2,
    // Tests of one file that wait for time to pass or a page to be quiet may wait side by side, two at a time for the same reason.
    maxConcurrency: 2
  }
});
