// Samples of the Language Model Evaluation Harness: `samples_TASK_DATE.jsonl`, beside `results_DATE.json` with the model and its settings.
// https://github.com/EleutherAI/lm-evaluation-harness, lm_eval/loggers/evaluation_tracker.py
import {existsSync} from "node:fs";
import {readdir} from "node:fs/promises";
import {basename, dirname, join} from "node:path";
import {canonicalJson, sha256Hex} from "../../book/canonical.js";
import type {ForeignRun, ForeignSample, ReadOptions} from "./foreign.js";
import {type Fields, fieldsOf, jsonOf, listOf, objectOf, pythonLines, shown, textOf} from "./json.js";
import {type LmEvalTask, lmEvalSample} from "./lmEvalSample.js";
import {configName} from "./naming.js";

/** The task and the date in the name of a file of samples. */
const NAME = /^samples_(.+?)(?:_(\d{4}-\d\d-\d\dT[\d.-]+))?\.jsonl(?:\.gz)?$/u;

/** Whether a name is that of a file of results, which belongs to files of samples. */
export const isLmEvalResults = (name: string): boolean => /^results(?:_.*)?\.json$/u.test(basename(name));

/** The run that a file of samples holds. */
export async function lmEvalRun(file: string, options: ReadOptions): Promise<ForeignRun> {
  const [, named, date] = NAME.exec(basename(file)) ?? [];
  const task = named ?? basename(file).replace(/\.jsonl(?:\.gz)?$/u, "");
  const results = await resultsOf(dirname(file), date);
  if (!results)
    options.notes.add("file", "of samples without results_….json beside it, which would name model and settings", {
      example: file
    });
  const config = fieldsOf(fieldsOf(results?.configs)[task]);
  const shots = fieldsOf(results?.["n-shot"])[task] ?? config.num_fewshot;
  const generation = fieldsOf(config.generation_kwargs);
  const own = objectOf(fieldsOf(fieldsOf(config.metadata).reasonbook));
  const settings: LmEvalTask = {
    preferred: [...listOf(config.metric_list).flatMap(each => textOf(fieldsOf(each).metric) ?? []), ...PREFERRED],
    max_tokens: typeof generation.max_gen_toks === "number" ? generation.max_gen_toks : null
  };
  return {
    format: "lm-eval",
    file,
    model: modelOf(results, file),
    task,
    template: textOf(own?.template) ?? configName({shots, chat: typeof results?.chat_template === "string" ? "template" : null}),
    sampler: textOf(own?.sampler) ?? configName(generation),
    identity: null,
    async *samples(): AsyncGenerator<ForeignSample | {place: string; bad: string}> {
      // Each filter of a task has a line for each question; the first filter, or the one that was asked for, makes the sample.
      let filter = options.score?.split(",")[1] ?? null;
      const unnamed = unnamedFilters(results ? filterNames(config.filter_list) : null);
      for await (const {line, value, bad} of pythonLines(file)) {
        const place = `${file}:${line}`;
        const row = objectOf(value);
        if (bad !== undefined || !row) {
          yield {place, bad: bad ?? "expected an object"};
          continue;
        }
        const name = textOf(row.filter) ?? unnamed(row);
        filter ??= name;
        yield lmEvalSample(row, place, {settings, options, filter: name, isMain: name === filter});
      }
    }
  };
}

/** The names of a task's filters, in the order in which their lines are logged. */
const filterNames = (list: unknown): string[] => {
  const names = listOf(list).flatMap(each => textOf(fieldsOf(each).name) ?? []);
  return names.length > 0 ? names : ["none"];
};

/**
 * Returns a function that names the filter of lines that do not say it, as older versions wrote them: lines of one question with the
 * same responses are of one filter after the other.
 * @param names of the filters; null where no results name them
 */
function unnamedFilters(names: readonly string[] | null): (row: Fields) => string {
  const lines = new Map<string, number>();
  return ({doc_id, resps}) => {
    const key = sha256Hex(canonicalJson([doc_id ?? null, resps ?? null])).slice(0, 16);
    const place = lines.get(key) ?? 0;
    lines.set(key, place + 1);
    return names ? names[place % names.length]! : place === 0 ? "none" : `filter ${place + 1}`;
  };
}

/** Metrics that say right or wrong, where the results do not list a task's own. */
const PREFERRED = ["exact_match", "acc", "acc_norm", "prompt_level_strict_acc", "pass@1", "pass_at_1", "em"];

/** The results that belong to samples of a date: of the same, else the only ones of the folder. */
async function resultsOf(folder: string, date: string | undefined): Promise<Fields | null> {
  const dated = date === undefined ? null : join(folder, `results_${date}.json`);
  if (dated && existsSync(dated)) return objectOf(await jsonOf(dated));
  const found = (await readdir(folder)).filter(isLmEvalResults).sort();
  return found.length === 1 ? objectOf(await jsonOf(join(folder, found[0]!))) : null;
}

/** The model's name: as the results have it, else as the folder is called, in which `/` has become `__`. */
function modelOf(results: Fields | null, file: string): string {
  const named = textOf(results?.model_name);
  if (named) return named;
  const args = fieldsOf(results?.config).model_args;
  const pretrained =
    typeof args === "string"
      ? /(?:^|,)(?:pretrained|model)=([^,]+)/u.exec(args)?.[1]
      : textOf(fieldsOf(args).pretrained ?? fieldsOf(args).model);
  return pretrained ?? (basename(dirname(file)).replaceAll("__", "/") || shown(results?.model_source) || "unknown");
}
