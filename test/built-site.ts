// Pages are tested on the built site, so it is built once before them, unless REASONBOOK_BUILT says that it has just been built.
import {spawnSync} from "node:child_process";
import type {TestProject} from "vitest/node";

export default function setup(project: TestProject): void {
  if (project.config.watch || process.env.REASONBOOK_BUILT) return;
  const {status} = spawnSync(process.execPath, ["--import", "tsx", "pipelines/cli/bin.process.ts", "build"], {
    stdio: ["ignore", "ignore", "inherit"]
  });
  if (status !== 0) throw new Error("the site could not be built; run npm run build to see why");
}
