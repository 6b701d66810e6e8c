// Published paraphrases with their originals (../shared/data/paraphrases), and rewordings of this project's questions, planted in small corpora.
import {existsSync, readFileSync} from "node:fs";
import {gunzipSync} from "node:zlib";
import {parse} from "csv-parse/sync";
import {randomOf} from "../../../../pipelines/generate/seed.js";
import {labelledPairs} from "../../../../pipelines/studies/contamination/calibration/measure.node.js";
import {type MeasuredItems, measureCandidates} from "../../../../pipelines/studies/contamination/paraphrases/decision.js";
import {type CandidateWindow, openCandidateSearch} from "../../../../pipelines/studies/contamination/paraphrases/search.js";
import {profileOf} from "../../../../pipelines/studies/contamination/paraphrases/terms.js";

const FOLDER = "../shared/data";
export const present = existsSync(`${FOLDER}/paraphrases`);

/** An item and a paraphrase of it. */
export interface Pair {
  /** The item's number in its set; sets of the same items share it. */
  number: number;
  item: string;
  paraphrase: string;
}

/** Names of the sets from which is learnt, by family: what is learnt without a set is learnt without its family. */
export const FAMILIES: Readonly<Record<string, readonly string[]>> = {
  gsm8k: ["gsm8k"],
  humaneval: ["python", "python with solutions", "javascript", "javascript with solutions"],
  sociology: ["sociology", "sociology without options"]
};
/** Sets that are only looked at: translations, and questions of which all others of a template are nearly paraphrases. */
export const OTHER_SETS: readonly string[] = ["chinese", "chinese without options", "templates"];

const linesOf = (file: string): string[] => {
  const bytes = readFileSync(`${FOLDER}/${file}`);
  return (file.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8").split("\n");
};
const recordsOf = <T>(file: string): T[] =>
  linesOf(file)
    .filter(Boolean)
    .map(line => JSON.parse(line) as T);

const paired = (items: readonly string[], paraphrases: readonly (string | undefined)[]): Pair[] =>
  items.flatMap((item, i) => (paraphrases[i]?.trim() ? [{number: i, item, paraphrase: paraphrases[i]!}] : []));

/** Rewordings of this project's questions, which share their templates: 10 of each of 15 tasks. */
const templatePairs = (): Pair[] =>
  labelledPairs({count: 10})
    .filter(({kind}) => kind === "paraphrase")
    .map(({item, other}, number) => ({number, item, paraphrase: other}));

/** All sets by name. */
export function readSets(): Record<string, Pair[]> {
  const questions = recordsOf<{question: string}>("banks/gsm8k-test.jsonl").map(({question}) => question);
  const problems = recordsOf<{prompt: string; canonical_solution: string}>("banks/HumanEval.jsonl.gz");
  const texts = (file: string) =>
    linesOf(`paraphrases/${file}`).map(line => (line.trim() ? (JSON.parse(line) as {text: string}).text : undefined));
  const prompts = problems.map(({prompt}) => prompt);
  const solved = problems.map(({prompt, canonical_solution}) => prompt + canonical_solution);
  const rows = parse(linesOf("paraphrases/sociology_test.csv.gz").join("\n")) as string[][];
  const stems = rows.map(([stem]) => stem!);
  const withOptions = rows.map(
    ([stem, ...options]) =>
      `${stem}\n${options
        .slice(0, 4)
        .map((option, k) => `${"ABCD"[k]}. ${option}`)
        .join("\n")}`
  );
  const [english, chinese] = [texts("sociology_test_rephrase_english.jsonl.gz"), texts("sociology_test_chinese.jsonl.gz")];
  const [python, javascript] = [texts("humaneval_python.jsonl.gz"), texts("humaneval_js.jsonl.gz")];
  return {
    gsm8k: paired(questions, texts("rephrase_gsm8k.jsonl.gz")),
    python: paired(prompts, python),
    "python with solutions": paired(solved, python),
    javascript: paired(prompts, javascript),
    "javascript with solutions": paired(solved, javascript),
    sociology: paired(withOptions, english),
    "sociology without options": paired(stems, english),
    templates: templatePairs(),
    chinese: paired(withOptions, chinese),
    "chinese without options": paired(stems, chinese)
  };
}

/** A corpus of paraphrases of half of a set's items, one document each, and items that are looked for in it. */
export interface Planting {
  pairs: readonly Pair[];
  seed: number;
  /** Items that are looked for, in any order; all where absent. */
  audited?: number;
  /** Texts of other kinds, which are in the corpus too. */
  others?: readonly string[];
  /** Copies of each paraphrase; 0 = the corpus holds only the others. */
  copies?: number;
}

export interface Planted {
  measured: MeasuredItems;
  /** By item: whether its paraphrase is in the corpus. */
  isPlanted: boolean[];
  /** By item and candidate: whether the candidate is its paraphrase. */
  isParaphrase: boolean[][];
}

const profiles = new Map<string, ReturnType<typeof profileOf>>();
const toProfile: typeof profileOf = text => {
  let profile = profiles.get(text);
  if (!profile) profiles.set(text, (profile = profileOf(text)));
  return profile;
};

/** Plants paraphrases and collects and measures the candidates of the items. */
export function plant({pairs, seed, audited, others = [], copies = 1}: Planting): Planted {
  const random = randomOf(`planted paraphrases ${seed}`);
  const numbers = random.shuffle([...pairs.keys()]);
  const planted = new Set(copies > 0 ? numbers.slice(0, numbers.length >> 1) : []);
  const documents = random.shuffle([
    ...[...planted].flatMap(i => Array.from({length: copies}, () => ({text: pairs[i]!.paraphrase, source: i}))),
    ...others.map(text => ({text, source: -1}))
  ]);
  const items = random.shuffle(numbers).slice(0, audited);
  const texts = items.map(i => pairs[i]!.item);
  const search = openCandidateSearch(texts);
  for (const [i, {text}] of documents.entries()) search.add(text, {file: "corpus", document: `${i}`});
  const measured = measureCandidates(texts, search.candidates, {toProfile});
  const sourceOf = ({document}: CandidateWindow) => documents[Number(document)]!.source;
  return {
    measured,
    isPlanted: items.map(i => planted.has(i)),
    isParaphrase: measured.candidates.map((list, k) => list.map(({window}) => sourceOf(window) === items[k]))
  };
}

/** HumanEval's problems with solutions, the nearest sample of CodeAlpaca of each, and whether it was published as rephrased. */
export const readVerdicts = (): {test: string; sample: string; isRephrased: boolean}[] =>
  recordsOf<{test: string; train: string[]; results: boolean[]}>("paraphrases/codealpaca-humaneval.jsonl.gz").map(
    ({test, train, results}) => ({test, sample: train[0]!, isRephrased: results[0]!})
  );
