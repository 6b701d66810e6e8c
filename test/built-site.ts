// Pages are tested on the built site, so it is built once before the tests, unless only other tests were asked for, or REASONBOOK_BUILT says that it has just been built.
import {spawnSync} from "node:child_process";
import type {TestProject} from "vitest/node";

export default function setup(project: TestProject): void {
  const asked = process.argv.slice(2).filter(word => /test\//.test(word));
  if (asked.length > 0 && !asked.some(word => word.includes("pages"))) return;
  if (project.config.watch || process.env.REASONBOOK_BUILT) return;
  const {status} = spawnSync(process.execPath, ["--import", "tsx", "pipelines/cli/main.ts", "build"], {
    stdio: ["ignore", "ignore", "inherit"]
  });
  if (status !== 0) throw new Error("the site could not be built; run npm run build to see why");
}
