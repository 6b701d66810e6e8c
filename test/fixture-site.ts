// The site that journeys visit: of the fixture store, built once and again when what it is built from has changed. Without a browser none is
// built, and the journeys are skipped.
import {spawn} from "node:child_process";
import {createHash} from "node:crypto";
import {existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {fileURLToPath} from "node:url";
import type {TestProject} from "vitest/node";
import {findChromium, NO_CHROMIUM} from "./chromium.js";
import {failureOf} from "./journeys/siteFolder.js";

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

/** Begins the build, which goes on while other tests run: journeys wait for it. */
export default function setup(project: TestProject): (() => void) | undefined {
  if (findChromium() === undefined) {
    if (REQUIRED) throw new Error(NO_CHROMIUM);
    project.provide("fixtureSite", null);
    return undefined;
  }
  const folder = join(KEPT, sourcesHash());
  project.provide("fixtureSite", folder);
  return existsSync(folder) ? undefined : build(folder);
}

/** In a separate process, since the runner's own modules cannot start commands. Returns what ends it. */
function build(folder: string): () => void {
  rmSync(KEPT, {recursive: true, force: true});
  mkdirSync(KEPT, {recursive: true});
  const child = spawn(process.execPath, ["--import", "tsx", "test/buildFixtureSite.ts", folder], {
    cwd: ROOT,
    stdio: ["ignore", "ignore", "inherit"]
  });
  child.once("exit", code => code !== 0 && writeFileSync(failureOf(folder), ""));
  return () => child.kill();
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
