#!/usr/bin/env node
// `npx reasonbook …`: the command line in this process. A package carries it bundled; in a checkout tsx reads its sources, as the scripts of
// package.json do.
import {existsSync} from "node:fs";

const bundled = new URL("../pipelines/cli/bin.process.js", import.meta.url);
if (existsSync(bundled)) await import(bundled.href);
else {
  await import("tsx");
  await import("../pipelines/cli/bin.process.ts");
}
