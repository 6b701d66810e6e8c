// The raw answers of the published store: which files of which public repositories they are, and their samples in the common form.
import {existsSync, readdirSync} from "node:fs";
import {basename, join} from "node:path";
import {longLayouts} from "../../book/banks/layoutsLong.js";
import {openRows} from "../../rows/openRows.node.js";
import {recordIn, recordText} from "../../score/episode.js";
import {vocabulary} from "../../tokenizer/openai.js";
import type {ForeignRun, ForeignSample} from "../imports/foreign.js";
import {type Fields, fieldsOf, listOf, numberOf, textOf} from "../imports/json.js";
import {tauBenchRun} from "../imports/tauBench.js";
import {publishedName, type ZeroEvalSet} from "./zeroEvalNames.js";

/** Answers of one set: those of a model, or a part of them that has its own file in the public repository. */
export interface RawRun extends ForeignRun {
  /** address of the file with the raw answers */
  raw: string;
}

/** A set of raw answers, with its origin. */
export interface RawSet {
  /** id of the suite: the benchmark */
  suite: string;
  /** project that published the answers, with address and licence */
  source: string;
  address: string;
  licence: string;
  /** state of the files: a date, or the commit that the addresses name */
  state: string;
  /** how its answers were taken, one sentence each */
  notes: readonly string[];
  /** whether the set has no texts of answers, so that lengths are not known */
  withoutTexts?: true;
  /** whether items' expected answers and the values read may not be published */
  withoutValues?: true;
  /** files that all of its runs read, below the folder of all data */
  shared?: readonly string[];
  /** accuracies that its authors report: their file below that folder, and the name that it gives to the model of a file of answers */
  accuracies?: {file: string; title: string; nameOf(file: string): string};
  runs(from: string): Promise<RawRun[]>;
}

/** A set with its runs. */
export interface LoadedSet extends RawSet {
  loaded: readonly RawRun[];
}

/** The vocabulary by which answers without counts are counted. */
export const COUNTED = "o200k_base";

const PACKED = /\.jsonl(?:\.gz)?$/u;

const run = (fields: Pick<RawRun, "file" | "model" | "task" | "raw" | "samples">): RawRun => ({
  format: "raw",
  template: null,
  sampler: null,
  identity: null,
  ...fields,
  // MMLU-Pro writes versions with underscores: Llama-3_1.
  model: fields.model.replace(/(?<=\d)_(?=\d)/gu, ".")
});

/** A run for each file of a folder, but for the file of items. @param fields by the file's name without its ending */
const runsIn = (
  folder: string,
  fields: (name: string, file: string) => Pick<RawRun, "model" | "task" | "raw" | "samples">,
  items = ""
): RawRun[] =>
  readdirSync(folder)
    .filter(name => PACKED.test(name) && name !== basename(items))
    .sort()
    .map(name => {
      const file = join(folder, name);
      return run({file, ...fields(name.replace(PACKED, ""), file)});
    });

type Sampled = AsyncGenerator<ForeignSample | {place: string; bad: string}>;

/** Reads JSON lines; `read` returns a sample without place and tokens, or what is wrong. */
async function* samplesIn(file: string, read: (record: Fields, line: number) => Omit<ForeignSample, "place"> | string): Sampled {
  for await (const {line, value, bad} of openRows(file)) {
    const place = `${file}:${line}`;
    const sample = bad ?? read(fieldsOf(value), line);
    if (typeof sample === "string") yield {place, bad: sample};
    else yield {uncounted: true, ...sample, place};
  }
}

async function itemsIn(file: string): Promise<Map<string, Fields>> {
  const items = new Map<string, Fields>();
  for await (const {value} of openRows(file)) {
    const item = fieldsOf(value);
    items.set(String(item.id), item);
  }
  return items;
}

/** A number as ZeroEval writes it: "# 18". */
const plainNumber = (expected: string): string => expected.replace(/^#\s*/u, "");

/** Answers with items in another file, as the data of ZeroEval and MMLU-Pro are kept. */
function itemized({
  suite,
  folder,
  items: itemsFile,
  raw,
  ...set
}: Omit<RawSet, "runs" | "shared"> & {
  folder: string;
  items: string;
  raw: (model: string) => string;
}): RawSet {
  return {
    ...set,
    suite,
    shared: [itemsFile],
    async runs(from) {
      const items = await itemsIn(join(from, itemsFile));
      return runsIn(
        join(from, folder),
        (model, file) => {
          const samples = () => samplesIn(file, answer => itemizedSample(answer, {suite, items}));
          return {model, task: suite, raw: raw(model), samples};
        },
        itemsFile
      );
    }
  };
}

function itemizedSample(
  answer: Fields,
  {suite, items}: {suite: string; items: ReadonlyMap<string, Fields>}
): Omit<ForeignSample, "place"> | string {
  const id = textOf(answer.id) ?? "";
  const item = items.get(id);
  if (!item) return `no item ${JSON.stringify(id)}`;
  const expected = plainNumber(textOf(answer.expected) ?? "");
  const question = textOf(item.question) ?? "";
  const options = listOf(item.options).map(String);
  // MMLU-Pro's own reader draws a letter where it finds none, so that its letter is no reading of the text.
  const theirs = textOf(answer.published_pred);
  return {
    id: Number(id.replace(/^.*#/u, "")),
    question,
    prompt: question,
    expected,
    ...(options.length > 0 && {choices: options}),
    text: typeof answer.text === "string" ? answer.text : JSON.stringify(answer.text ?? ""),
    category: textOf(item.category),
    pair_id: `${suite} ${id}`,
    reported: {right: theirs === undefined ? null : theirs === expected, answer: theirs ?? null, scores: {}}
  };
}

const ZERO_EVAL_FILES = "https://github.com/WildEval/ZeroEval/blob/8c1485edf12c6efb5f69135a562927c5ad484059/result_dirs";
const ZERO_EVAL = {
  source: "WildEval/ZeroEval",
  address: "https://github.com/WildEval/ZeroEval",
  licence: "Apache-2.0",
  state: "commit 8c1485ed",
  notes: ["`line` is the record in the list of the model's file, whose records are in the same order as ours."]
};

const zeroEvalAccuracies = (set: ZeroEvalSet, benchmark: string): NonNullable<RawSet["accuracies"]> => ({
  file: `responses/zeroeval/${set}.published.json`,
  title: `${benchmark}, ZeroEval`,
  nameOf: file => publishedName(set, file)
});

const GSM_ITEMS = "responses/zeroeval/gsm.items.jsonl.gz";
const GSM_SOLUTIONS = "responses/gsm8k-solutions.jsonl";
const GSM_MODELS = ["6b_finetuning", "6b_verification", "175b_finetuning", "175b_verification"];

/** Four models' solutions of GSM8K's test questions, one line each with the verdicts of its authors. */
const gsmSolutions: RawSet = {
  suite: "gsm8k",
  source: "openai/grade-school-math",
  address: "https://github.com/openai/grade-school-math",
  licence: "MIT",
  state: "commit 3ab48733",
  notes: ["Models of 2021 by their names in the file; the authors' verdict `is_correct` is kept next to ours."],
  shared: [GSM_ITEMS],
  async runs(from) {
    const file = join(from, GSM_SOLUTIONS);
    const items = await itemsIn(join(from, GSM_ITEMS));
    return GSM_MODELS.map(model =>
      run({
        file,
        model,
        task: "gsm8k",
        raw: `https://github.com/openai/grade-school-math/blob/3ab487330c1f3c28650d4bcd30bb51d33a14d404/grade_school_math/data/example_model_solutions.jsonl`,
        samples: () =>
          samplesIn(file, (record, line) => {
            const {solution, is_correct} = fieldsOf(record[model]);
            const expected = (textOf(record.ground_truth) ?? "").split("A: ").at(-1)!.trim().replaceAll(",", "");
            // The lines are the test set in its order, as ZeroEval numbers it: the same item where the answer agrees.
            const item = items.get(`gsm8k-main-test-#${line - 1}`);
            const same = item && plainNumber(textOf(item.answer) ?? "").replaceAll(",", "") === expected;
            const question = (same && textOf(item.question)) || (textOf(record.question) ?? "");
            return {
              id: line - 1,
              question,
              prompt: question,
              expected: same ? plainNumber(textOf(item.answer)!) : expected,
              text: textOf(solution) ?? "",
              reported: {right: is_correct === true, scores: {}}
            };
          })
      })
    );
  }
};

const BABILONG = "responses/babilong";
const babilong: RawSet = {
  suite: "babilong",
  source: "booydar/babilong",
  address: "https://github.com/booydar/babilong",
  licence: "Apache-2.0",
  state: "commit c058d06f",
  notes: [
    "`line` is the record in a file of all tasks and lengths, ordered by task, length and index; the repository has a file for each task and length."
  ],
  async runs(from) {
    return runsIn(join(from, BABILONG), (model, file) => ({
      model,
      task: "babilong",
      raw: `https://github.com/booydar/babilong/tree/c058d06fb4daef85be7aa646f349ba3024ff32ce/babilong_evals/google/${model}`,
      samples: () =>
        samplesIn(file, record => {
          // The background is not in the file; the reader needs the question alone.
          const item = longLayouts.babilong.read({...record, input: "-"}, file);
          if (typeof item === "string") return item;
          const {category = ""} = item;
          const question = `${category} ${numberOf(record.index)} ${textOf(record.question) ?? ""}`;
          return {
            id: numberOf(record.index) ?? 0,
            params: {category},
            question,
            prompt: question,
            expected: (textOf(record.target) ?? "").trim(),
            text: textOf(record.output) ?? "",
            scorer: JSON.stringify(item.scorer),
            reported: {right: null, scores: {}}
          };
        })
    }));
  }
};

const BBH = "responses/bbh-cot";
const bbh: RawSet = {
  suite: "bbh",
  source: "suzgunmirac/BIG-Bench-Hard",
  address: "https://github.com/suzgunmirac/BIG-Bench-Hard",
  licence: "MIT",
  state: "commit 9ee07bd4",
  withoutValues: true,
  notes: [
    "14 of its 27 tasks. The benchmark carries a canary: no question, expected answer or value read is here, only verdicts, rules and lengths.",
    "dyck_languages and word_sorting ask for lines of words, which our rules do not read: their answers have no verdict.",
    "Chances of guessing count as 0."
  ],
  async runs(from) {
    return runsIn(join(from, BBH), (task, file) => ({
      model: "code-davinci-002",
      task: `bbh-${task}`,
      raw: `https://github.com/suzgunmirac/BIG-Bench-Hard/blob/9ee07bd481feebf959a6b59d61ea57bdcf30964d/code-davinci-002-outputs/code-davinci-002-cot/${task}_few_shot_template_0-255000.json`,
      samples: () =>
        samplesIn(file, (record, line) => {
          const question = textOf(record.question) ?? "";
          return {
            id: line - 1,
            question,
            prompt: question,
            expected: textOf(record.target) ?? "",
            text: textOf(record.response) ?? "",
            reported: {right: null, scores: {}}
          };
        })
    }));
  }
};

const LIVEBENCH = "irt/livebench_13012025.parquet";
interface Judgment {
  line: number;
  id: string;
  task: string;
  category: string;
  model: string;
  score: number;
  time: number;
}

/** LiveBench's judgments: items whose scores are all 0 or 1 have verdicts, others scores. */
const livebench: RawSet = {
  suite: "livebench",
  source: "LiveBench, by way of sambowyer/bayes_evals",
  address: "https://github.com/sambowyer/bayes_evals",
  licence: "MIT",
  state: "January 2025, commit e135c35b",
  withoutTexts: true,
  notes: [
    "Verdicts are LiveBench's own.",
    "363 of its 1,136 items have a score between 0 and 1 for some model: their 31,000 scores are measures (`reported:score`), and enter neither rates nor item response.",
    "590 answers were judged twice, 59 of them differently: the first judgment counts."
  ],
  async runs(from) {
    const file = join(from, LIVEBENCH);
    if (!existsSync(file)) return [];
    const judgments: Judgment[] = [];
    for await (const {line, value} of openRows(file)) {
      const {question_id, task, category, model, score, tstamp} = fieldsOf(value);
      const text = (field: unknown) => textOf(field) ?? "";
      judgments.push({
        line,
        id: text(question_id),
        task: text(task),
        category: text(category),
        model: text(model),
        score: numberOf(score) ?? Number.NaN,
        time: numberOf(tstamp) ?? 0
      });
    }
    const graded = new Set(judgments.filter(({score}) => score !== 0 && score !== 1).map(({id}) => id));
    const first = new Map<string, Map<string, Judgment>>();
    for (const judgment of judgments.sort((a, b) => a.time - b.time || a.line - b.line)) {
      const judged = first.get(judgment.model) ?? new Map<string, Judgment>();
      first.set(judgment.model, judged);
      if (!judged.has(judgment.id)) judged.set(judgment.id, judgment);
    }
    const raw =
      "https://github.com/sambowyer/bayes_evals/blob/e135c35bc5b1e5b8ed1faffea401b8ba52cfd888/examples/data/livebench_13012025.parquet";
    return [...first]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([model, judged]) =>
        run({
          file,
          model,
          task: "livebench",
          raw,
          async *samples() {
            for (const {line, id, task, category, score} of judged.values())
              yield {
                place: `${file}:${line}`,
                id,
                task: `livebench-${task}`,
                question: id,
                prompt: id,
                expected: "",
                text: "",
                category,
                reported: {
                  right: graded.has(id) ? null : score === 1,
                  scores: graded.has(id) ? {score} : ({} as Record<string, number>),
                  readable: false
                }
              };
          }
        })
      );
  }
};

const TAU_BENCH = "agents/tau-bench-gpt-4o-airline.json.gz";
const tauBench: RawSet = {
  suite: "tau-bench-airline",
  source: "sierra-research/tau-bench",
  address: "https://github.com/sierra-research/tau-bench",
  licence: "MIT",
  state: "commit 7362a170",
  withoutTexts: true,
  notes: [
    "50 tasks in four trials; verdicts are the benchmark's own.",
    "The files have the costs of the simulated user alone (`reported:user_cost`): what the model cost is unknown.",
    "Tokens are those of the model's messages and of the arguments of its calls."
  ],
  async runs(from) {
    const file = join(from, TAU_BENCH);
    if (!existsSync(file)) return [];
    const {count} = await vocabulary("o200k");
    const read = await tauBenchRun(file);
    return [
      run({
        ...read,
        raw: "https://github.com/sierra-research/tau-bench/blob/7362a1708d720a4d697d042f21fd8637ea144c3b/historical_trajectories/gpt-4o-airline.json",
        async *samples() {
          for await (const sample of read.samples()) {
            if ("bad" in sample) yield sample;
            else {
              const turns = recordIn(sample.text)?.turns ?? [];
              const tokens = turns.flatMap(({text, calls}) => [text, ...calls.map(call => call.arguments)]).map(count);
              const bare = turns.map(({calls}) => ({
                text: "",
                calls: calls.map(call => ({...call, arguments: "", result: ""}))
              }));
              yield {...sample, text: recordText(bare), completion_tokens: tokens.reduce((sum, each) => sum + each, 0)};
            }
          }
        }
      })
    ];
  }
};

/** The sets in the order in which pages list their suites. */
export const RAW_SETS: readonly RawSet[] = [
  itemized({
    suite: "mmlu-pro",
    folder: "responses/mmlu-pro",
    items: "responses/mmlu-pro/items.jsonl.gz",
    raw: model =>
      `https://github.com/TIGER-AI-Lab/MMLU-Pro/blob/964a136e98ff17f81b0cd11c15c70784f6ee4378/eval_results/model_outputs_${model}_5shots.zip`,
    source: "TIGER-AI-Lab/MMLU-Pro",
    address: "https://github.com/TIGER-AI-Lab/MMLU-Pro",
    licence: "Apache-2.0; items MIT",
    state: "commit 964a136e",
    accuracies: {
      file: "responses/mmlu-pro/published.json",
      title: "MMLU-Pro, TIGER-AI-Lab",
      nameOf: file => file
    },
    notes: [
      "`line` is the record in the model's answers, ordered as the benchmark's test split.",
      "The key was corrected between releases: an item whose expected answers differ between files is two items."
    ]
  }),
  itemized({
    suite: "gsm8k",
    folder: "responses/zeroeval/gsm",
    items: GSM_ITEMS,
    raw: model => `${ZERO_EVAL_FILES}/gsm/${model}.json`,
    accuracies: zeroEvalAccuracies("gsm", "GSM8K"),
    ...ZERO_EVAL
  }),
  gsmSolutions,
  itemized({
    suite: "math-level-5",
    folder: "responses/zeroeval/math-l5",
    items: "responses/zeroeval/math-l5.items.jsonl.gz",
    raw: model => `${ZERO_EVAL_FILES}/math-l5/${model}.json`,
    accuracies: zeroEvalAccuracies("math-l5", "MATH level 5"),
    ...ZERO_EVAL
  }),
  livebench,
  babilong,
  bbh,
  tauBench
];
