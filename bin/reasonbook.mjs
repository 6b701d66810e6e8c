#!/usr/bin/env node
// `npx reasonbook …`: the command line in this process, read by tsx as the scripts of package.json read it.
import "tsx";

await import("../pipelines/cli/bin.process.ts");
