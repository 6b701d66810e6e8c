// Which files of a folder are results of which program, told by their names and their first bytes.
import {existsSync} from "node:fs";
import {readdir, stat} from "node:fs/promises";
import {basename, dirname, join} from "node:path";
import {UserError} from "../../rows/error.js";
import {columnsOf, openFile} from "../../rows/openRows.node.js";
import type {Format} from "./foreign.js";
import {isLmEvalResults} from "./lmEval.js";
import type {Notes} from "./notes.js";

/** A file, or of HELM a folder, with the program that wrote it. */
export interface Recognised {
  format: Format;
  file: string;
}

/** Files of a program that belong to others and hold no samples. */
const BESIDE =
  /^(?:question|questions|model_judgment.*|gpt-4_(?:single|pair)|.*_judgment)\.jsonl$|^(?:stats|instances|display_\w+|costs|scenario|summary|run_specs?|per_instance_stats|scenario_state)\.json$|^logs\.json$/u;
/** Endings of files that may hold results. */
const ENDINGS = /\.(?:eval|json|jsonl|ya?ml|parquet)(?:\.(?:gz|zst))?$/u;

/**
 * The results of a path, in the order of their names. Throws a UserError where there are none.
 * @param wanted the format that is meant, for files that could be of several, or of none that is recognised
 */
export async function recognised(
  path: string,
  {wanted, notes}: {wanted?: Format | undefined; notes: Notes}
): Promise<Recognised[]> {
  const found = await stat(path).catch(() => null);
  if (!found) throw new UserError(`no such file or folder: ${path}`);
  if (!found.isDirectory()) {
    const helm = basename(path) === "scenario_state.json" && existsSync(join(dirname(path), "run_spec.json"));
    const format = helm ? "helm" : ((await formatOf(path)) ?? wanted);
    if (!format) throw new UserError(`${path} is of no format that can be imported; ${KNOWN}`);
    if (wanted && format !== wanted)
      throw new UserError(`${path} is of format ${format}, not ${wanted}; leave --format out, or name it`);
    return [{format, file: helm ? dirname(path) : path}];
  }
  const files = (await readdir(path, {recursive: true, withFileTypes: true}))
    .filter(entry => entry.isFile() && !entry.name.startsWith("."))
    .map(entry => join(entry.parentPath, entry.name))
    .sort();
  const results: Recognised[] = [];
  for (const file of files) {
    const name = basename(file);
    if (name === "scenario_state.json" && existsSync(join(dirname(file), "run_spec.json"))) {
      if (!wanted || wanted === "helm") results.push({format: "helm", file: dirname(file)});
      continue;
    }
    if (BESIDE.test(name) || isLmEvalResults(name) || !ENDINGS.test(name)) continue;
    const format = await formatOf(file);
    if (!format) notes.add("file", "of no known format: ignored", {example: file});
    else if (wanted && format !== wanted) notes.add("file", `of format ${format}, which --format leaves out`, {example: file});
    else results.push({format, file});
  }
  if (results.length === 0)
    throw new UserError(`${path} holds no ${wanted ? `results of format ${wanted}` : "results that can be imported"}; ${KNOWN}`);
  return results;
}

const KNOWN =
  "known are logs of Inspect (.eval, JSON), samples_*.jsonl of lm-eval, results of promptfoo, folders of HELM, details of lighteval, logs of OpenAI evals, answers of MT-Bench, trajectories of tau-bench; answers of other programs: npm run score -- --dataset (docs/transcripts.md)";

async function formatOf(file: string): Promise<Format | null> {
  const name = basename(file);
  if (name.endsWith(".eval")) return "inspect";
  if (/^details_.*\.parquet$/u.test(name)) return "lighteval";
  if (name.endsWith(".parquet")) return (await isDetails(file)) ? "lighteval" : null;
  const head = await headOf(file);
  if (head.startsWith("PK\u0003\u0004")) return "inspect";
  if (/\.jsonl(?:\.(?:gz|zst))?$/u.test(name)) return ofLines(head, name);
  if (/\.ya?ml$/u.test(name)) return /^evalId:/mu.test(head) && /^results:/mu.test(head) ? "promptfoo" : null;
  const has = (...keys: string[]) => keys.every(key => new RegExp(`"${key}"\\s*:`, "u").test(head));
  if (has("task_id", "reward", "info")) return "tau-bench";
  if (has("eval", "task", "model") && (has("version") || has("plan"))) return "inspect";
  if (has("results") && (has("evalId") || has("prompts") || has("promptIdx"))) return "promptfoo";
  return null;
}

/** The format of JSON lines, by the keys of their first line. */
function ofLines(head: string, name: string): Format | null {
  const [line = ""] = head
    .replace(/^\ufeff/u, "")
    .trimStart()
    .split("\n", 1);
  const has = (...keys: string[]) => keys.every(key => new RegExp(`"${key}"\\s*:`, "u").test(line));
  if (/^\s*\{\s*"spec"\s*:/u.test(line)) return "openai-evals";
  if (has("question_id", "choices") && has("turns")) return "mt-bench";
  if (has("gradingResult") || has("promptIdx")) return "promptfoo";
  return name.startsWith("samples_") || (has("doc_id") && (has("resps") || has("filtered_resps") || has("arguments")))
    ? "lm-eval"
    : null;
}

async function isDetails(file: string): Promise<boolean> {
  const names = await columnsOf(file).catch((): string[] => []);
  const has = (name: string) => names.includes(name) || names.includes(`__${name}__`);
  return (has("doc") && has("model_response")) || (has("predictions") && has("metrics"));
}

/** The first bytes of a file as text, unpacked. */
async function headOf(file: string): Promise<string> {
  const {head, close} = await openFile(file);
  await close();
  return head.toString("utf8");
}
