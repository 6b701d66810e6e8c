// Tables of the published store that are made of others' figures and votes: the leaderboard of tau2-bench, people's votes on
// MT-Bench, and Aider's public results.
import {existsSync} from "node:fs";
import {mkdir, readFile} from "node:fs/promises";
import {join} from "node:path";
import {z} from "zod";
import {explain} from "../../book/issue.js";
import type {Report} from "../../infer/progress.node.js";
import {UserError} from "../../rows/error.js";
import {groupBy} from "../../stats/groupBy.js";
import {shareOf} from "../../stats/intervals.js";
import {mean} from "../../stats/mean.js";
import type {Table} from "../../store/columns.js";
import {digestOf, type Written} from "../../store/files.node.js";
import type {Manifest} from "../../store/manifest.node.js";
import {fileOf} from "../../store/publish.node.js";
import {readRows} from "../../store/sql.node.js";
import {openStage, type Stage} from "../../store/writer.node.js";
import {readPassFigures} from "../../studies/agents/passFigures.node.js";
import {passTable} from "../../studies/agents/passTable.js";
import {publishedAgentsTables} from "../../studies/agents/tables.js";
import {contaminationTables} from "../../studies/contamination/tables.js";
import {readBenchmarks} from "../../studies/preferences/benchmarks/benchmarksFile.node.js";
import {appendPublished} from "../../studies/preferences/benchmarks/make.node.js";
import {benchmarksTables} from "../../studies/preferences/benchmarks/tables.js";
import {votesFrom} from "../../studies/preferences/files.node.js";
import {appendStudy} from "../../studies/preferences/make.node.js";
import {preferencesTables} from "../../studies/preferences/tables.js";
import {listOf} from "../../studies/preferences/votes/votes.js";
import {differenceOverRuns, differenceOverTasks, rateOverRuns, rateOverTasks} from "../../studies/tokens/formats.js";
import {publishedTokensTables} from "../../studies/tokens/tables.js";
import {AUDIT_FACTS, appendAudit} from "./audit.js";

type Source = NonNullable<Manifest["figures"]>[number];

/** A set of figures or votes: its source, its files, and how its rows are appended. */
interface FigureSet extends Omit<Source, "files" | "tables"> {
  files: readonly string[];
  /** Whether the files are in the repository and not among the raw files. */
  isShipped?: boolean;
  /** @param folder of the store, whose table `items` is there */
  append(stage: Stage, files: readonly string[], folder: string): Promise<void>;
}

const {contamination_items, contamination_hits, contamination_files} = contaminationTables;
const auditTables = {contamination_items, contamination_hits, contamination_files};
const DEFINITIONS = {
  ...publishedAgentsTables,
  ...preferencesTables,
  ...benchmarksTables,
  ...publishedTokensTables,
  ...auditTables
};

const keysOf = <Name extends string>(tables: Record<Name, Table>) => Object.keys(tables) as Name[];

const SETS: readonly (FigureSet & {tables: readonly (keyof typeof DEFINITIONS)[]})[] = [
  {
    set: "tau2-bench",
    source: "sierra-research/tau2-bench, leaderboard of 2026-08-18",
    address: "https://github.com/sierra-research/tau2-bench",
    licence: "MIT",
    files: ["published-scores/tau2-leaderboard.json"],
    tables: ["pass_k"],
    append: (stage, [leaderboard]) => appendPassK(stage, leaderboard!)
  },
  {
    set: "mt-bench",
    source: "lmsys/mt_bench_human_judgments (Zheng and others 2023, arXiv:2306.05685): ids, judges and winners",
    address: "https://huggingface.co/datasets/lmsys/mt_bench_human_judgments",
    licence: "CC-BY-4.0",
    files: ["human/mtbench_human.jsonl", "human/mtbench_gpt4_pair.jsonl"],
    tables: [...keysOf(preferencesTables), ...keysOf(benchmarksTables)],
    append: (stage, [people, judged]) => appendPreferences(stage, {people: people!, judged: judged!})
  },
  {
    set: "aider",
    source: "Aider-AI/aider, public results, state of May 2026",
    address: "https://github.com/Aider-AI/aider",
    licence: "Apache-2.0",
    files: ["polyglot_leaderboard", "edit_leaderboard", "code-in-json"].map(name => `published-scores/aider-${name}.json`),
    tables: keysOf(publishedTokensTables),
    async append(stage, [polyglot, edit, formats]) {
      await appendRuns(stage, {polyglot: polyglot!, edit: edit!});
      await appendFormats(stage, formats!);
    }
  },
  {
    set: "training-sets",
    source: "this project's audit of 29 November 2026: GSM8K, HumanEval, TruthfulQA and MMLU-Pro in public training sets",
    address: "../../docs/published.md",
    licence: "MIT; of the training sets MIT and Apache-2.0",
    isShipped: true,
    files: [AUDIT_FACTS],
    tables: keysOf(auditTables),
    append: async (stage, [facts], folder) => appendAudit(stage, facts!, await itemsByNumber(folder))
  }
];

/** Ids of a store's items of benchmarks that an audit names by their number, under `BENCHMARK/NUMBER`; none in a folder without items. */
async function itemsByNumber(folder: string): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  const file = join(folder, fileOf("items"));
  if (!existsSync(file)) return ids;
  const query = `select item_id, base_task, "index" as number from t where base_task in ('gsm8k', 'mmlu-pro')`;
  for await (const row of readRows(file, {query})) ids.set(`${String(row.base_task)}/${String(row.number)}`, String(row.item_id));
  return ids;
}

/**
 * Writes the tables of figures and votes into the store's folder, and returns its manifest with them. A set whose files are missing is left
 * out with a warning.
 * @param from folder with the raw files, as `SETS` names its parts
 */
export async function addFigures<M extends Pick<Manifest, "figures" | "tables">>(
  manifest: M,
  {from, folder, report}: {from: string; folder: string; report: Report}
): Promise<M> {
  await mkdir(folder, {recursive: true});
  await using stage = await openStage(DEFINITIONS, {folder});
  const figures: Source[] = [];
  const tables: Record<string, Written> = {};
  for (const {files, tables: names, append, isShipped = false, ...set} of SETS) {
    const paths = files.map(file => (isShipped ? file : join(from, file)));
    const missing = files.filter((_, i) => !existsSync(paths[i]!));
    if (missing.length > 0) {
      report.warn(`${set.set}: left out, since ${from} has no ${missing.join(", ")}`);
      continue;
    }
    await append(stage, paths, folder);
    for (const name of names) tables[name] = await stage.write(name, join(folder, fileOf(name)), {allowEmpty: true});
    const digests = await Promise.all(files.map(async (file, i) => [file, await digestOf(paths[i]!)] as const));
    figures.push({...set, tables: [...names], files: Object.fromEntries(digests)});
    report.info(`${set.set}: ${names.join(", ")}`);
  }
  return {...manifest, figures, tables: {...manifest.tables, ...tables}};
}

const optional = z.string().nullish();
const submissionSchema = z.looseObject({
  folder: z.string(),
  model_name: z.string(),
  model_organization: optional,
  submission_date: optional,
  submission_type: optional,
  modality: optional,
  reasoning_effort: optional,
  release_date: optional,
  user_simulator: optional,
  results: z.record(z.string(), z.looseObject({cost: z.number().min(0).nullish(), retrieval_config: optional}))
});

async function readJson<T>(file: string, schema: z.ZodType<T>): Promise<T> {
  const value: unknown = JSON.parse(await readFile(file, "utf8"));
  const {data, error} = schema.safeParse(value);
  if (!error) return data;
  const {path, text} = explain(error, {value, schema});
  throw new UserError(`${file} ${path.join(".")}: ${text}`);
}

/** One row per submission, domain and k. Voice is a separate test, so that ranks are within domain and modality. */
async function appendPassK(stage: Stage, file: string): Promise<void> {
  const submissions = new Map((await readJson(file, z.array(submissionSchema))).map(each => [each.folder, each]));
  const modalityOf = (submission: string) => (submissions.get(submission)?.modality === "voice" ? "voice" : "text");
  const figures = await readPassFigures(file);
  for (const [modality, ofModality] of groupBy(figures, ({submission}) => modalityOf(submission))) {
    const labelled = [...groupBy(ofModality, ({domain}) => domain).values()].flatMap(ofDomain => {
      const label = submissionLabels(ofDomain.map(({submission}) => submissions.get(submission)!));
      return ofDomain.map(each => ({...each, model: label(submissions.get(each.submission)!)}));
    });
    for (const [i, {passes, status, solved, exact, unstable, rank, sameAs, ...row}] of passTable(labelled).entries()) {
      const {submission} = labelled[i]!;
      const facts = submissions.get(submission)!;
      const {cost, retrieval_config} = facts.results[row.domain]!;
      for (const pass of passes)
        stage.append("pass_k", {
          ...row,
          ...pass,
          submission,
          modality,
          status,
          solved,
          needed: exact,
          unstable: unstable?.value ?? null,
          unstable_low: unstable?.low ?? null,
          unstable_high: unstable?.high ?? null,
          rank: rank?.rank ?? null,
          rank_low: rank?.low ?? null,
          rank_high: rank?.high ?? null,
          same_as: sameAs,
          organization: facts.model_organization ?? "",
          released: facts.release_date?.slice(0, 7) ?? "",
          submitted: facts.submission_date ?? "",
          user_simulator: facts.user_simulator ?? "",
          reasoning_effort: facts.reasoning_effort ?? "",
          kind: facts.submission_type ?? "",
          retrieval: retrieval_config ?? "",
          cost: cost ?? null
        });
    }
  }
}

type Submission = z.infer<typeof submissionSchema>;

/** Facts that distinguish submissions of one model; as many of them as it takes are in the label. */
const TELLING = ["reasoning_effort", "user_simulator", "submission_date", "folder"] as const;

/** The models' names, each followed by facts where several submissions have that name. */
function submissionLabels(all: readonly Submission[]): (submission: Submission) => string {
  const byName = groupBy(all, ({model_name}) => model_name);
  return submission => {
    const alike = byName.get(submission.model_name)!;
    if (alike.length === 1) return submission.model_name;
    const varying = TELLING.filter(fact => new Set(alike.map(each => each[fact])).size > 1);
    const textOf = (each: Submission, n: number) =>
      varying
        .slice(0, n)
        .map(fact => each[fact] ?? "not given")
        .join(", ");
    const n = varying.findIndex((_, i) => new Set(alike.map(each => textOf(each, i + 1))).size === alike.length) + 1;
    return `${submission.model_name} (${textOf(submission, n || varying.length)})`;
  };
}

/** Votes of people and of GPT-4 with their study, and published scores with their correlations. */
async function appendPreferences(stage: Stage, {people, judged}: {people: string; judged: string}): Promise<void> {
  const [human, judge] = await Promise.all([votesFrom(people), votesFrom(judged)]);
  const list = listOf(judge.votes).map(vote => ({...vote, judge: vote.judge === "gpt4_pair" ? "GPT-4" : vote.judge}));
  const inconsistent = judge.read.inconsistent && new Set(judge.read.inconsistent.map(v => list[v]!));
  const preference = appendStudy(stage, {people: listOf(human.votes), judged: list, inconsistent, simulated: false});
  appendPublished(stage, await readBenchmarks(), preference);
}

const percent = z.number().min(0).max(100);
const runSchema = z.looseObject({
  model: z.string(),
  edit_format: z.string(),
  date: z.string(),
  test_cases: z.int().min(1),
  pass_rate_1: percent,
  percent_cases_well_formed: percent,
  seconds_per_case: z.number().min(0),
  total_cost: z.number().min(0).nullish(),
  reasoning_effort: optional
});
const triedSchema = runSchema.extend({
  pass_rate_2: percent,
  pass_num_1: z.int().nullish(),
  pass_num_2: z.int().nullish(),
  prompt_tokens: z.number().nullish(),
  completion_tokens: z.number().nullish()
});

/** Tasks of Aider's benchmarks. Tasks of polyglot without a result, at most two of a run, count as unsolved. */
const AIDER_TASKS = {polyglot: 225, edit: 133};
/** Tasks without a result that a comparable run may have. */
const MAX_MISSING = 2;

/** Value per task; null where it is missing, or 0, which means free of charge or not recorded. */
const perTask = (total: number | null | undefined, tasks: number): number | null => (total ? total / tasks : null);

async function appendRuns(stage: Stage, files: Record<keyof typeof AIDER_TASKS, string>): Promise<void> {
  for (const benchmark of ["polyglot", "edit"] as const) {
    const runs = await readJson(files[benchmark], z.array(triedSchema));
    const byName = groupBy(runs, ({model}) => model);
    for (const [run, each] of runs.entries()) {
      const isComparable = Math.abs(each.test_cases - AIDER_TASKS[benchmark]) <= MAX_MISSING;
      const tasks = benchmark === "polyglot" && isComparable ? AIDER_TASKS.polyglot : each.test_cases;
      const [first, second] = ([1, 2] as const).map(k =>
        shareOf(each[`pass_num_${k}`] ?? Math.round((each[`pass_rate_${k}`] * tasks) / 100), tasks)
      );
      stage.append("aider_runs", {
        benchmark,
        run,
        model: byName.get(each.model)!.length > 1 ? `${each.model} (${each.edit_format})` : each.model,
        edit_format: each.edit_format,
        reasoning_effort: each.reasoning_effort ?? "",
        date: each.date,
        tasks,
        comparable: isComparable,
        solved_1: Math.round(first!.value! * tasks),
        pass_1: first!.value,
        pass_1_low: first!.low,
        pass_1_high: first!.high,
        solved_2: Math.round(second!.value! * tasks),
        pass_2: second!.value,
        pass_2_low: second!.low,
        pass_2_high: second!.high,
        well_formed: each.percent_cases_well_formed / 100,
        seconds: each.seconds_per_case,
        cost: perTask(each.total_cost, each.test_cases),
        prompt_tokens: perTask(each.prompt_tokens, each.test_cases),
        completion_tokens: perTask(each.completion_tokens, each.test_cases)
      });
    }
  }
}

/** Rates are printed with one decimal, from which the number of solved tasks follows. */
async function appendFormats(stage: Stage, file: string): Promise<void> {
  const runs = await readJson(file, z.array(runSchema));
  for (const [model, ofModel] of groupBy(runs, row => row.model)) {
    const formats = groupBy(ofModel, ({edit_format}) => edit_format);
    const ratesOf = (runsOfFormat: typeof runs) => {
      const [{test_cases: tasks}] = runsOfFormat as [(typeof runs)[number]];
      return {rates: runsOfFormat.map(({pass_rate_1}) => Math.round((pass_rate_1 * tasks) / 100) / tasks), tasks};
    };
    const markdown = formats.get("Markdown");
    for (const [format, runsOfFormat] of formats) {
      const rates = ratesOf(runsOfFormat);
      const [overRuns, overTasks] = [rateOverRuns(rates), rateOverTasks(rates)];
      const isOther = format !== "Markdown" && markdown !== undefined;
      const byRuns = isOther ? differenceOverRuns(rates, ratesOf(markdown)) : null;
      const byTasks = isOther ? differenceOverTasks(rates, ratesOf(markdown)) : null;
      const costs = runsOfFormat.flatMap(({total_cost, test_cases}) => perTask(total_cost, test_cases) ?? []);
      stage.append("aider_formats", {
        model,
        format,
        runs: runsOfFormat.length,
        tasks: rates.tasks,
        rates: rates.rates,
        ...overRuns,
        task_low: overTasks.low,
        task_high: overTasks.high,
        difference: byRuns?.value ?? null,
        difference_low: byRuns?.low ?? null,
        difference_high: byRuns?.high ?? null,
        difference_task_low: byTasks?.low ?? null,
        difference_task_high: byTasks?.high ?? null,
        well_formed: mean(runsOfFormat.map(({percent_cases_well_formed}) => percent_cases_well_formed / 100)),
        seconds: mean(runsOfFormat.map(({seconds_per_case}) => seconds_per_case)),
        cost: costs.length > 0 ? mean(costs) : null
      });
    }
  }
}
