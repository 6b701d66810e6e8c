// Imports results of other programs into a store: recognised, read, scored and written as those of a run.
import {createHash} from "node:crypto";
import {createReadStream, existsSync} from "node:fs";
import {stat} from "node:fs/promises";
import {join} from "node:path";
import {sha256Hex} from "../../book/canonical.js";
import {PartProgress, type Report} from "../../infer/progress.node.js";
import {openImported, uncomparedNote} from "../../store/given.node.js";
import type {Manifest, Verdict} from "../../store/manifest.node.js";
import {rescore} from "../rescore/rescore.js";
import type {ForeignRun, Format, ReadOptions} from "./foreign.js";
import {helmRun} from "./helm.js";
import {inspectRun} from "./inspect.js";
import {lightevalRun} from "./lighteval.js";
import {lmEvalRun} from "./lmEval.js";
import {mtBenchRun} from "./mtBench.js";
import {openNotes} from "./notes.js";
import {openaiEvalsRun} from "./openaiEvals.js";
import {promptfooRuns} from "./promptfoo.js";
import {type Recognised, recognised} from "./recognise.js";
import {importedRows} from "./rows.js";
import {tauBenchRun} from "./tauBench.js";

export interface ImportOptions {
  /** Files, or folders with files. */
  paths: readonly string[];
  /** The store to write. */
  folder: string;
  format?: Format | undefined;
  /** Name of the score that says right or wrong. */
  score?: string | undefined;
  /** Graded scores from this share of their scale on count as right. */
  pass?: number | undefined;
  /** Whose verdict counts where both have one. */
  verdict?: Verdict | undefined;
  truncated?: "truncated" | "scored" | undefined;
  skipBad?: boolean | undefined;
  report: Report;
}

const READERS: Record<Format, (file: string, options: ReadOptions) => Promise<ForeignRun | ForeignRun[]>> = {
  inspect: inspectRun,
  "lm-eval": lmEvalRun,
  promptfoo: promptfooRuns,
  helm: helmRun,
  lighteval: lightevalRun,
  "openai-evals": openaiEvalsRun,
  "mt-bench": mtBenchRun,
  "tau-bench": tauBenchRun
};

/** Imports results into a store, and counts the further answers to a question that points leave out. Throws a UserError for files that cannot be read. */
export async function importResults({
  paths,
  folder,
  format,
  score,
  pass,
  verdict = "theirs",
  truncated = "truncated",
  skipBad = false,
  report
}: ImportOptions): Promise<{manifest: Manifest; repeated: number}> {
  const notes = openNotes();
  const options: ReadOptions = {notes, score, pass};
  const found: Recognised[] = [];
  for (const path of paths) found.push(...(await recognised(path, {wanted: format, notes})));
  const kept = withoutCopies(await openRuns(found, {options, report}), report);
  using progress = new PartProgress(report, {part: "log", total: kept.length});
  const rows = importedRows(kept, {
    notes,
    truncated,
    onRun: ({file, model, task}) => progress.begin(`${file}: ${model}, ${task}`),
    onSamples: samples => report.info(`${samples.toLocaleString("en")} samples read`)
  });
  let repeated = 0;
  const manifest = await rescore({
    source: {
      imported: {
        open: async (home, ahead) => {
          const opened = await openImported(rows, {folder: home, name: paths.join(", "), skipBad, ahead});
          ({repeated} = opened);
          return opened;
        },
        hash: async () =>
          sha256Hex(
            `${await Promise.all(found.map(({file}) => digestOf(file)))} ${JSON.stringify([score, pass, verdict, truncated])}`
          ),
        recorded: {
          formats: [...new Set(kept.map(each => each.format))].sort(),
          files: new Set(kept.map(each => each.file)).size,
          verdict,
          ...(truncated === "scored" && {truncated})
        }
      }
    },
    folder,
    report
  });
  for (const line of notes.lines()) report.warn(line);
  if (rows.uncompared() > 0) report.warn(uncomparedNote(rows.uncompared()));
  return {manifest, repeated};
}

/** Opens the runs of all files, which reads what is before their samples. */
async function openRuns(
  files: readonly Recognised[],
  {options, report}: {options: ReadOptions; report: Report}
): Promise<ForeignRun[]> {
  using progress = new PartProgress(report, {part: "file", total: files.length});
  const runs: ForeignRun[] = [];
  for (const {format, file} of files) runs.push(...[await progress.during(file, () => READERS[format](file, options))].flat());
  return runs;
}

/** Runs without those that are the same log as an earlier one, in another format or place. */
function withoutCopies(runs: readonly ForeignRun[], report: Report): ForeignRun[] {
  const known = new Map<string, ForeignRun>();
  return runs.filter(run => {
    if (run.identity === null) return true;
    const earlier = known.get(run.identity);
    if (earlier) report.warn(`${run.file} is the same log as ${earlier.file}: left out`);
    else known.set(run.identity, run);
    return !earlier;
  });
}

/** SHA-256 of a file; of a run's folder, of the files that hold its results. */
export async function digestOf(path: string): Promise<string> {
  const files = (await stat(path)).isDirectory()
    ? ["run_spec.json", "scenario_state.json", "per_instance_stats.json"].map(name => join(path, name)).filter(existsSync)
    : [path];
  const hash = createHash("sha256");
  for (const file of files) for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest("hex");
}
