#!/usr/bin/env node
// `npx reasonbook …` in a checkout: the command line in this process, read by tsx as the scripts of package.json have it.
import "tsx";

await import("../pipelines/cli/main.ts");
