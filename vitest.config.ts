import {defineConfig} from "vitest/config";
import {ClosingLine} from "./test/closing-line.js";

export default defineConfig({
  // Components import `npm:X`, which Framework resolves; here it is the X of node_modules, as in `npm run analyze`.
  resolve: {alias: [{find: /^npm:(.*)$/, replacement: "$1"}]},
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: ["test/built-site.ts"],
    setupFiles: ["test/seed.ts"],
    reporters: ["default", new ClosingLine()],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // A page may wait for a busy machine; a poll that gives up early would test the machine.
    expect: {poll: {timeout: 90_000}},
    // Two cores: more workers than that only make servers and browsers wait for each other.
    maxWorkers: 2
  }
});
