// The site that journeys visit: of the fixture store, built once and again when what it is built from has changed. Without a browser none is
// built, and the journeys are skipped.
import {spawnSync} from "node:child_process";
import {createHash} from "node:crypto";
import {existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync} from "node:fs";
import {join} from "node:path";
import {fileURLToPath} from "node:url";
import type {TestProject} from "vitest/node";
import {findChromium, NO_CHROMIUM} from "./chromium.js";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const KEPT = join(ROOT, "node_modules", ".cache", "reasonbook-site");
const SOURCES = ["src", "loaders", "pipelines", "test/fixtures/store", "test/fixtureStore.ts"];
const FILES = ["observablehq.config.ts", "package.json", "package-lock.json"];
/** Set where a skipped journey is a failure. */
const REQUIRED = process.env.REASONBOOK_JOURNEYS === "required";

declare module "vitest" {
  interface ProvidedContext {
    /** folder of the built site; null where there is no browser to visit it */
    fixtureSite: string | null;
  }
}

export default function setup(project: TestProject): void {
  if (findChromium() === undefined) {
    if (REQUIRED) throw new Error(NO_CHROMIUM);
    project.provide("fixtureSite", null);
    return;
  }
  const folder = join(KEPT, sourcesHash());
  if (!existsSync(folder)) build(folder);
  project.provide("fixtureSite", folder);
}

/** In a separate process, since the runner's own modules cannot start commands. */
function build(folder: string): void {
  mkdirSync(KEPT, {recursive: true});
  for (const name of readdirSync(KEPT)) rmSync(join(KEPT, name), {recursive: true, force: true});
  const {status} = spawnSync(process.execPath, ["--import", "tsx", "test/buildFixtureSite.ts", folder], {
    cwd: ROOT,
    stdio: ["ignore", "inherit", "inherit"]
  });
  if (status !== 0) throw new Error("the site of the fixture store could not be built");
}

function sourcesHash(): string {
  const hash = createHash("sha256").update(ROOT);
  const files = SOURCES.flatMap(source =>
    statSync(join(ROOT, source)).isFile()
      ? [source]
      : (readdirSync(join(ROOT, source), {recursive: true}) as string[]).map(name => join(source, name)).sort()
  );
  for (const name of [...files, ...FILES])
    if (!name.includes(".observablehq") && statSync(join(ROOT, name)).isFile())
      hash.update(name).update(readFileSync(join(ROOT, name)));
  return hash.digest("hex").slice(0, 16);
}
