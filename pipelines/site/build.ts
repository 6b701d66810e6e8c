// Runs Observable Framework as a child process: live preview and build of the published site.

import {spawn} from "node:child_process";
import {existsSync} from "node:fs";
import {stat} from "node:fs/promises";
import {createRequire} from "node:module";
import {join, resolve} from "node:path";
import {formatBytes} from "../book/bytes.js";
import {plural} from "../book/plural.js";
import type {Report} from "../infer/progress.node.js";
import {currentIo} from "../io/current.node.js";
import {SIGNALS, whenOrphaned} from "../run/interrupt.js";
import {shownFolder} from "../run/results.js";
import {dropWithheld, fileOf, isWithheld, MOST_TEXTS, showStore, TEXTS} from "../store/publish.node.js";
import {bundleScripts} from "./bundle.js";
import {writeFirstViews} from "./firstView.js";
import {finishSite} from "./policy.js";
import {refresh} from "./refresh.js";
import {readList, type Texts, type TextsAddress, textsOf, writeTextsPlace} from "./texts.js";

/** Runs `observable preview` or `observable build`; resolves with its exit code. The environment always disables telemetry. */
async function framework(command: "preview" | "build", options: readonly string[] = []): Promise<number> {
  const bin = join(
    createRequire(import.meta.url).resolve("@observablehq/framework/package.json"),
    "..",
    "dist",
    "bin",
    "observable.js"
  );
  if (!existsSync(bin)) throw new Error("Observable Framework is not installed; run npm ci");
  const path = [resolve("node_modules", ".bin"), currentIo().env.PATH].join(process.platform === "win32" ? ";" : ":");
  const guard =
    command === "preview"
      ? ["--import", import.meta.resolve("tsx"), "--import", import.meta.resolve("./previewGuard.process.js")]
      : [];
  const child = spawn(process.execPath, [...guard, bin, command, ...options], {
    stdio: "inherit",
    env: {...currentIo().env, PATH: path, OBSERVABLE_TELEMETRY_DISABLE: "1", ...(guard.length > 0 && {REASONBOOK_PREVIEW: "1"})}
  });
  const forward = (signal: NodeJS.Signals) => child.kill(signal);
  for (const signal of SIGNALS) process.on(signal, forward);
  const forget = whenOrphaned(() => child.kill("SIGTERM"));
  try {
    return await new Promise((resolve, reject) =>
      child.once("error", reject).once("close", (code, signal) => resolve(code ?? (signal === "SIGINT" ? 130 : 1)))
    );
  } finally {
    forget();
    for (const signal of SIGNALS) process.off(signal, forward);
  }
}

/** Opens the live workbook on the store that loaders publish; resolves with Framework's exit code. */
export async function openWorkbook(options: readonly string[]): Promise<number> {
  await using _shown = await showStore(shownFolder());
  await dropWithheld(shownFolder()); // which a build that was killed leaves
  return await framework("preview", options); // the pages' lock is held until the preview has ended
}

/** Texts of responses that are published where nobody says otherwise: hosts of static sites take about as much. */
const MOST_BYTES = 1e9;

/**
 * Refreshes stale tables, builds the site, joins each page's scripts, and writes first views and the content policy into its pages.
 * @param texts whether texts of responses are published, or where pages find an export of them; absent = up to a gigabyte
 */
export async function buildSite({
  report,
  dist = "dist",
  texts
}: {
  report: Report;
  dist?: string;
  texts?: boolean | TextsAddress | undefined;
}): Promise<void> {
  await using _shown = await showStore(shownFolder());
  const elsewhere = typeof texts === "object" ? {at: texts, found: await readList(texts, dist)} : null; // refused before anything is made
  currentIo().env[MOST_TEXTS] = String(texts === undefined ? MOST_BYTES : texts === true ? Number.POSITIVE_INFINITY : 0);
  let away: Texts | null = null;
  try {
    await refresh([], {report, stale: true});
    if (elsewhere) away = await textsOf(elsewhere.at, elsewhere.found, shownFolder());
    const {size} = await stat(join(shownFolder(), fileOf(TEXTS))).catch(() => ({size: 0}));
    if (isWithheld(TEXTS, size))
      report.info(
        `the ${formatBytes(size)} of texts of responses stay in the store${texts === undefined ? `, being more than ${formatBytes(MOST_BYTES)}; --responses all publishes them` : ""}`
      );
    const code = await framework("build");
    if (code !== 0) throw new Error(`the site was not built: Framework ended with exit code ${code}`);
  } finally {
    delete currentIo().env[MOST_TEXTS];
    await dropWithheld(shownFolder());
  }
  await writeFirstViews({report, dist});
  await bundleScripts(dist);
  if (away) {
    const pages = await writeTextsPlace(away, dist);
    const bytes = away.parts.reduce((sum, part) => sum + part.bytes, 0);
    report.info(
      `${plural(pages, "page")} fetch texts when a reader opens one, from ${away.folder}: ${plural(away.parts.length, "file")}, ${formatBytes(bytes)}`
    );
  }
  await finishSite(dist);
}
