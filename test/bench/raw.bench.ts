// Raw answers of 20 models to MMLU-Pro, from their files to an open leaderboard with item response and categories, by stage.
import {existsSync, mkdtempSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {report} from "../../pipelines/infer/progress.node.js";
import {openNotes} from "../../pipelines/run/imports/notes.js";
import {importedRows} from "../../pipelines/run/imports/rows.js";
import {RAW_SETS} from "../../pipelines/run/published/sources.js";
import {rescore} from "../../pipelines/run/rescore/rescore.js";
import {openImported} from "../../pipelines/store/given.node.js";
import {studies} from "../../pipelines/studies/make.node.js";
import {registry, type StudyTable} from "../../pipelines/studies/registry.js";
import {absent, RESPONSES} from "../score/realAnswers.js";
import {memoryOf} from "./command.js";
import type {BenchRow} from "./infer.bench.js";
import {openWithTables} from "./otherTables.js";

const SUITE = "mmlu-pro";
const STUDIES = ["leaderboard", "adjusted", "categories", "irt"] as const;
const MAX_SECONDS = 60;
const MAX_BYTES = 1.5 * 2 ** 30;
const MIN_RATE = 10_000;

export async function benchRaw({dist = "dist"} = {}): Promise<BenchRow[]> {
  if (absent) {
    process.stderr.write("no raw answers: needs ../shared/data/responses\n");
    return [];
  }
  const folder = mkdtempSync(join(tmpdir(), "bench-raw-"));
  const stages: BenchRow[] = [];
  let [all, before] = [0, performance.now()];
  const stage = (name: string, answers = 0): void => {
    const seconds = (performance.now() - before) / 1000;
    all += seconds;
    const rate = answers > 0 ? `${Math.round(answers / seconds).toLocaleString("en")}/s` : "";
    stages.push({work: `raw ${SUITE}: ${name}`, ours: `${seconds.toFixed(1)} s`, baseline: rate, ratio: Number.NaN, target: ""});
    before = performance.now();
  };
  try {
    const runs = await RAW_SETS.find(({suite}) => suite === SUITE)!.runs(join(RESPONSES, ".."));
    const rows = importedRows(runs, {notes: openNotes(), truncated: "truncated"});
    const {samples} = await rescore({
      source: {
        imported: {
          async open(home, ahead) {
            const source = await openImported(rows, {folder: home, name: SUITE, skipBad: false, ahead});
            stage("read, scored and sorted");
            return source;
          },
          hash: async () => SUITE,
          recorded: {formats: ["raw"], files: runs.length, verdict: "ours"},
          suites: {ids: [SUITE], suiteOf: () => SUITE}
        }
      },
      folder,
      report: report()
    });
    stage("counted and written as tables");
    const rate = samples / all;
    for (const name of STUDIES) {
      await studies(Object.keys(registry[name].tables) as StudyTable[], folder, {report: report()});
      stage(`study ${name}`);
    }
    await openLeaderboard(folder, dist, stage);
    const {maxRSS} = process.resourceUsage();
    return [
      ...stages,
      {
        work: `raw ${SUITE}: all of it, ${samples.toLocaleString("en")} answers`,
        ours: `${all.toFixed(1)} s`,
        baseline: `${MAX_SECONDS} s`,
        ratio: all / MAX_SECONDS,
        target: "≤ 1 × baseline"
      },
      {
        work: `raw ${SUITE}: files to tables`,
        ours: `${Math.round(rate).toLocaleString("en")}/s`,
        baseline: `${MIN_RATE.toLocaleString("en")}/s`,
        ratio: rate / MIN_RATE,
        target: "≥ 1 × baseline"
      },
      {work: `raw ${SUITE}: most memory at once`, ...memoryOf(maxRSS * 1024, MAX_BYTES), target: "≥ 1 × baseline"}
    ];
  } finally {
    rmSync(folder, {recursive: true, force: true});
  }
}

/** Opens the leaderboard of a built site with these tables, where there is one. */
async function openLeaderboard(folder: string, dist: string, stage: (name: string) => void): Promise<void> {
  if (!existsSync(join(dist, "index.html"))) {
    process.stderr.write(`raw: ${dist}/index.html is missing, so no page is opened; run npm run build\n`);
    return;
  }
  await using site = await openWithTables(dist, {pages: ["leaderboard.html"], tables: folder, folder});
  await using visit = await site.visit("about:blank");
  stage("browser and server started");
  await visit.page.goto(`${site.url}/leaderboard.html`, {waitUntil: "commit"});
  await visit.page.waitForSelector("figure svg", {timeout: 240_000});
  stage("leaderboard, first chart");
}
if (process.argv[1]?.endsWith("raw.bench.ts")) console.table(await benchRaw());
