// npm run -s coverage -- paraphrases [--write]: fits the weights of the detector of paraphrases to every second item of the published paraphrases in
// ../shared/data, and measures it on the others and without a family of sets. With --write weights.ts and the table of docs/contamination.md are written.
import {readFileSync, writeFileSync} from "node:fs";
import {areaOf} from "../../pipelines/stats/area.js";
import {shareOf, type WilsonShare} from "../../pipelines/stats/intervals.js";
import {judgeCandidates, LIKELY} from "../../pipelines/studies/contamination/paraphrases/decision.js";
import type {DecisionWeights} from "../../pipelines/studies/contamination/paraphrases/logistic.js";
import {openCandidateSearch} from "../../pipelines/studies/contamination/paraphrases/search.js";
import {FAMILIES, OTHER_SETS, type Pair, plant, readSets, readVerdicts} from "../studies/contamination/paraphrases/sets.js";
import {bestOf, type Corpus, corporaOf, type Detection, detect, train} from "../studies/contamination/paraphrases/training.js";

const WEIGHTS_FILE = "pipelines/studies/contamination/paraphrases/weights.ts";
const DOCUMENT = "docs/contamination.md";
const HEADER = "| set | items | found at 1 % false alarms | found from 0.9 on | false alarms from 0.9 on |";
const SEEDS = [101, 102, 103, 104, 105];
/** Items that are audited at a time where nearly none compete for a text, and corpora of which that is measured. */
const FEW_ITEMS = 5;
const FEW_SEEDS = Array.from({length: 40}, (_, i) => 201 + i);

/** Fits and measures; yields a line at a time. */
export function* paraphraseLines({isWritten}: {isWritten: boolean}): Generator<string> {
  const sets = readSets();
  const names = Object.values(FAMILIES).flat();
  const halves = ([0, 1] as const).map(half => new Map(names.map(name => [name, corporaOf(sets, name, {half})])));
  const weights = train([...halves[0]!.values()].flat());
  const unseen = (name: string) => sets[name]!.filter(({number}) => number % 2 === 1);
  const rows: string[] = [];
  const push = (name: string, detection: Detection) => {
    const row = rowOf(name, detection);
    rows.push(row);
    return row;
  };
  for (const name of [...names, ...OTHER_SETS]) yield push(name, detect(unseen(name), weights, {seeds: SEEDS}));
  for (const [family, members] of Object.entries(FAMILIES)) {
    const others = halves.flatMap(half =>
      [...half].flatMap(([name, corpora]): Corpus[] => (members.includes(name) ? [] : corpora))
    );
    const without = train(others);
    for (const name of members) yield push(`${name}, learnt without ${family}`, detect(sets[name]!, without, {seeds: SEEDS}));
  }
  for (const name of names)
    yield push(`${name}, ${FEW_ITEMS} items at a time`, detect(unseen(name), weights, {seeds: FEW_SEEDS, audited: FEW_ITEMS}));
  const wrong = falseAlarms(names.map(unseen), weights);
  yield agreement(weights);
  if (!isWritten) return;
  writeFileSync(WEIGHTS_FILE, weightsModule(weights, wrong));
  const note = `Seeds 101 to 105, of audits of ${FEW_ITEMS} items 201 to 240; ${new Date().toISOString().slice(0, 10)}.`;
  writeFileSync(DOCUMENT, withTable(readFileSync(DOCUMENT, "utf8"), [...rows, "", agreement(weights), "", note]));
}

/** Items without a paraphrase in the corpus that have one with a probability of at least 0.9, over the sets. */
function falseAlarms(sets: readonly (readonly Pair[])[], weights: DecisionWeights): WilsonShare {
  const others = sets.flatMap(pairs => bestOf(plant({pairs, seed: SEEDS[0]!}), weights).filter(({isPlanted}) => !isPlanted));
  return shareOf(others.filter(({probability}) => probability >= LIKELY).length, others.length);
}

/** Agreement with published verdicts on the nearest samples of a training set. */
function agreement(weights: DecisionWeights): string {
  const verdicts = readVerdicts();
  const items = verdicts.map(({test}) => test);
  const search = openCandidateSearch(items);
  for (const [i, {sample}] of verdicts.entries()) search.add(sample, {file: "codealpaca", document: `${i}`});
  const probabilities = judgeCandidates(items, search, weights).map(found => found?.probability ?? 0);
  const probabilitiesOf = (isRephrased: boolean) => probabilities.filter((_, i) => verdicts[i]!.isRephrased === isRephrased);
  const [rephrased, others] = [probabilitiesOf(true), probabilitiesOf(false)];
  const likely = (list: readonly number[]) => list.filter(probability => probability >= LIKELY).length;
  const area = areaOf(rephrased, others);
  return `Of ${rephrased.length} HumanEval problems whose nearest sample of CodeAlpaca was published as rephrased, ${likely(rephrased)} have a probability of at least 0.9, and ${likely(others)} of the ${others.length} others; area under the ROC ${area.value!.toFixed(2)} [${area.low.toFixed(2)}, ${area.high.toFixed(2)}].`;
}

const percent = ({value, low, high}: WilsonShare) =>
  value === null ? "–" : `${(100 * value).toFixed(1)} % [${(100 * low).toFixed(1)}, ${(100 * high).toFixed(1)}]`;
const rowOf = (name: string, {items, hits, likely, wrong}: Detection) =>
  `| ${name} | ${items} | ${percent(hits)} | ${percent(likely)} | ${percent(wrong)} |`;

/** The document with the lines after the table's header replaced, up to the next empty line after the note. */
function withTable(document: string, lines: readonly string[]): string {
  const start = document.indexOf(HEADER);
  const end = document.indexOf("\n<!-- end of the table", start);
  if (start < 0 || end < 0) throw new Error(`${DOCUMENT} has no table with the header ${HEADER}`);
  return `${document.slice(0, start)}${HEADER}\n| --- | --- | --- | --- | --- |\n${lines.join("\n")}\n${document.slice(end)}`;
}

const weightsModule = ({pair, among}: DecisionWeights, {n, value, low, high}: WilsonShare): string => {
  const literal = (value: object) => JSON.stringify(value, null, 2).replace(/"(\w+)":/gu, "$1:");
  return `// Weights of the detector of paraphrases, written by npm run -s coverage -- paraphrases --write. They are fitted to every second item of rephrased
// GSM8K, HumanEval and MMLU sociology of github.com/lm-sys/llm-decontaminator (Apache-2.0; the items MIT).
import type {DecisionWeights} from "./logistic.js";

export const WEIGHTS: DecisionWeights = ${literal({pair, among})};

/** Share of items without a paraphrase in the corpus that have one with a probability of at least 0.9: unseen items of the same sets. */
export const FALSE_ALARMS = ${literal({n, value, low, high})};
`;
};
