// Pages are tested on the built site, so the book is evaluated and it is built once before them, unless REASONBOOK_BUILT says that it has just been built.
import {spawnSync} from "node:child_process";
import type {TestProject} from "vitest/node";

export default function setup(project: TestProject): void {
  if (project.config.watch || process.env.REASONBOOK_BUILT) return;
  for (const command of ["run", "build"]) {
    const {status} = spawnSync(process.execPath, ["--import", "tsx", "pipelines/cli/bin.process.ts", command], {
      stdio: ["ignore", "ignore", "inherit"]
    });
    if (status !== 0) throw new Error(`the site could not be built; npm run ${command} says why`);
  }
}
