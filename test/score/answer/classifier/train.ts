// Trains the classifier on real answers and writes its weights and figures: `npx tsx test/score/answer/classifier/train.ts [date]`.
import {execFileSync} from "node:child_process";
import {writeFileSync} from "node:fs";
import {join} from "node:path";
import {pathToFileURL} from "node:url";
import {probabilityOf} from "../../../../pipelines/score/answer/classifier/classify.js";
import type {BinFigures, KindFigures, Model, PartFigures} from "../../../../pipelines/score/answer/classifier/figures.js";
import {shareOf} from "../../../../pipelines/stats/intervals.js";
import {CUTS, type Example, examplesOf, PARTS, type Part, partOf} from "./examples.js";
import {type Choice, calibrate, choiceOf, fitWeights, type Weights} from "./fit.js";

/** Kinds of values, and what a kind must reach on unseen models to score. */
const KINDS = ["number", "option", "expression", "literal", "text"] as const;
const MIN_PRECISION = 0.98;
const MIN_LOWER = 0.97;
const MIN_COVERAGE = 0.4;
const MAX_ERROR = 0.03;
/** Bins of equal numbers of texts. */
const BINS = 10;

/** Answers of a model to a set that are read. */
const each = (set: string): number => (set === "mmlu-pro" ? 1_500 : 500);

interface Chosen extends Choice {
  probability: number;
  cut: boolean;
}

const chosen = (examples: readonly Example[], weights: Weights, model: Pick<Model, "slope" | "intercept">): Chosen[] =>
  examples.flatMap(example => {
    const choice = choiceOf(example, weights);
    return choice ? [{...choice, cut: example.cut, probability: probabilityOf(choice.logit, model)}] : [];
  });

/**
 * The least threshold in hundredths at which the lower end of the interval of precision is at least the precision that is needed; where none
 * is, the largest that covers what must be covered.
 */
function thresholdOf(choices: readonly Chosen[], stated: number): number {
  const percents = Array.from({length: 50}, (_, i) => (50 + i) / 100);
  const readAt = (threshold: number) => choices.filter(({probability}) => probability >= threshold);
  const precise = percents.find(threshold => {
    const read = readAt(threshold);
    return read.length > 0 && shareOf(read.filter(({right}) => right).length, read.length).low >= MIN_PRECISION;
  });
  const covers = (threshold: number) =>
    readAt(threshold).filter(choice => choice.right && choice.stated).length >= MIN_COVERAGE * stated;
  return precise ?? percents.findLast(covers) ?? 1;
}

/** Counts of texts, of those that state an answer, and of readings. */
function countsOf(examples: readonly Example[], choices: readonly Chosen[], threshold: number): PartFigures {
  const read = choices.filter(({probability}) => probability >= threshold);
  return {
    models: new Set(examples.map(({model}) => model)).size,
    n: examples.length,
    stated: examples.filter(({stated}) => stated).length,
    read: read.length,
    right: read.filter(({right}) => right).length,
    read_stated: read.filter(({right, stated}) => right && stated).length
  };
}

function binsOf(choices: readonly Chosen[]): BinFigures[] {
  const sorted = choices.toSorted((a, b) => a.probability - b.probability);
  return Array.from({length: BINS}, (_, i) => {
    const bin = sorted.slice(Math.floor((i * sorted.length) / BINS), Math.floor(((i + 1) * sorted.length) / BINS));
    const mean = bin.reduce((sum, {probability}) => sum + probability, 0) / Math.max(1, bin.length);
    const [lowest, highest] = [bin[0]?.probability ?? 0, bin.at(-1)?.probability ?? 1];
    return {
      n: bin.length,
      lowest,
      highest,
      probability: Math.round(1e4 * mean) / 1e4,
      right: bin.filter(({right}) => right).length
    };
  }).filter(({n}) => n > 0);
}

const errorOf = (bins: readonly BinFigures[]): number => {
  const n = bins.reduce((sum, bin) => sum + bin.n, 0);
  return (
    Math.round((1e4 * bins.reduce((sum, bin) => sum + Math.abs(bin.n * bin.probability - bin.right), 0)) / Math.max(1, n)) / 1e4
  );
};

/** The model of a kind, and its figures on models of each part. */
function trainKind(kind: string, examples: readonly Example[]): {model: Model; weights: Weights; figures: KindFigures} {
  const of = (part: Part) => examples.filter(example => example.kind === kind && partOf(example.model) === part);
  const [training, heldOut, unseen] = PARTS.map(of) as [Example[], Example[], Example[]];
  const weights = fitWeights(training);
  const logits = heldOut.flatMap(example => choiceOf(example, weights) ?? []);
  const [slope, intercept] = calibrate(logits).map(value => Math.round(1e4 * value) / 1e4) as [number, number];
  const threshold = thresholdOf(chosen(heldOut, weights, {slope, intercept}), heldOut.filter(({stated}) => stated).length);
  const choices = chosen(unseen, weights, {slope, intercept});
  const counts = countsOf(unseen, choices, threshold);
  const bins = binsOf(choices);
  const [precision, coverage] = [shareOf(counts.right, counts.read), shareOf(counts.read_stated, counts.stated)];
  const enabled =
    (precision.value ?? 0) >= MIN_PRECISION &&
    precision.low >= MIN_LOWER &&
    (coverage.value ?? 0) >= MIN_COVERAGE &&
    errorOf(bins) <= MAX_ERROR;
  const ofCut = (cut: boolean) =>
    countsOf(
      unseen.filter(each => each.cut === cut),
      choices.filter(each => each.cut === cut),
      threshold
    );
  return {
    model: {enabled, threshold, slope, intercept, weights: weightsText(weights)},
    weights,
    figures: {
      kind,
      enabled,
      threshold,
      calibration_error: errorOf(bins),
      training: countsOf(training, chosen(training, weights, {slope, intercept}), threshold),
      held_out: countsOf(heldOut, chosen(heldOut, weights, {slope, intercept}), threshold),
      unseen: counts,
      unseen_whole: ofCut(false),
      unseen_cut: ofCut(true),
      bins
    }
  };
}

/** The weights as `parseWeights` reads them. */
function weightsText(weights: Weights): string {
  let base: string | undefined;
  return [...weights]
    .map(([name, weight]) => {
      const continues = base !== undefined && name.startsWith(`${base} `);
      if (!continues) base = name;
      return `${continues ? name.slice(base!.length) : name}=${weight}`;
    })
    .join("|");
}

function train(date: string): void {
  const examples = [...examplesOf({each, cuts: CUTS})].map(({text: _, ...example}) => example as Example);
  const kinds = KINDS.map(kind => ({kind, ...trainKind(kind, examples)}));
  const models = Object.fromEntries(kinds.filter(({weights}) => weights.size > 0).map(({kind, model}) => [kind, model]));
  const modelsOf = (part: Part) => [...new Set(examples.map(({model}) => model).filter(model => partOf(model) === part))].sort();
  const provenance = {
    date,
    sources: [
      "WildEval/ZeroEval, GSM8K and MATH level 5 (Apache-2.0)",
      "TIGER-AI-Lab/MMLU-Pro, answers of models (Apache-2.0; items MIT)"
    ],
    training: modelsOf("training"),
    held_out: modelsOf("held out"),
    unseen: modelsOf("unseen")
  };
  const folder = join(import.meta.dirname, "../../../../pipelines/score/answer/classifier");
  const write = (file: string, head: string, body: string) => writeFileSync(join(folder, file), `${head}\n${body}`);
  const by = "Written by test/score/answer/classifier/train.ts.";
  write(
    "weights.ts",
    `// Weights of the classifier by kind of value, and its calibration. ${by}\nimport type {Model} from "./figures.js";`,
    `\nexport const MODELS: Readonly<Record<string, Model | undefined>> = ${JSON.stringify(models)};\n`
  );
  write(
    "measured.ts",
    `// What the classifier was trained on, and its figures on models that it was not trained on. ${by}\nimport type {KindFigures, Provenance} from "./figures.js";`,
    `\nexport const PROVENANCE: Provenance = ${JSON.stringify(provenance)};\n\nexport const FIGURES: readonly KindFigures[] = ${JSON.stringify(kinds.map(({figures}) => figures))};\n`
  );
  execFileSync("npx", ["biome", "check", "--write", ...["weights.ts", "measured.ts"].map(file => join(folder, file))]);
}

if (import.meta.url === pathToFileURL(process.argv[1]!).href) train(process.argv[2] ?? new Date().toISOString().slice(0, 10));
