// The command `human correct`: accuracy by a judge's grades, corrected by people's labels of single answers.
import {z} from "zod";
import {plural} from "../book/plural.js";
import {report} from "../infer/progress.node.js";
import {UserError} from "../rows/error.js";
import {publishTables, STORE} from "../run/results.js";
import {tableText} from "../store/show.js";
import {withStore} from "../studies/maker.node.js";
import {type PlainAgreed, plainAgreed} from "../studies/preferences/agreement/coefficient.js";
import {ESTIMATORS} from "../studies/preferences/judging/correctedAccuracy.js";
import {type CorrectedJudge, correctJudge} from "../studies/preferences/labels/accuracy.js";
import {labelsFrom, storedLabels, storeLabels} from "../studies/preferences/labels/labelsFile.node.js";
import {HALF_WIDTH} from "../studies/preferences/labels/make.node.js";
import {labelled, notesOn} from "../studies/preferences/labels/store.node.js";
import {option, printingCommand} from "./command.js";
import {flag, path, shareBetween0And1, storeOption} from "./optionTypes.js";

/** Two shares such as "0.9,0.8". */
const rates = z.string().transform((text, context) => {
  const [sensitivity, specificity, ...more] = text.split(",").map(Number);
  const isShare = (value: number | undefined): value is number => value !== undefined && value >= 0 && value <= 1;
  if (isShare(sensitivity) && isShare(specificity) && more.length === 0) return {sensitivity, specificity};
  context.addIssue(`"${text}" is not a sensitivity and a specificity; expected two shares such as 0.9,0.8`);
  return z.NEVER;
});

interface Result {
  /** half width that `needed` is about */
  half_width: number;
  labels: number;
  /** among annotators: Cohen's κ over pairs of them, Fleiss' κ and Krippendorff's nominal α, over answers that two or more labelled */
  agreement: {annotators: number} & Record<"cohen" | "fleiss" | "krippendorff", PlainAgreed>;
  judges: CorrectedJudge[];
  notes: string[];
}

export const correctCommand = printingCommand({
  name: "human correct",
  summary: "correct models' accuracies by a judge's grades with people's labels of some answers (docs/judges.md)",
  options: z.strictObject({
    labels: path("people's labels of single answers; default: those that the store keeps").optional(),
    store: storeOption(),
    save: flag("add the labels to those of the store, for page Human; a label changes no verdict"),
    half_width: shareBetween0And1("count the labels needed for intervals of this half width").default(HALF_WIDTH),
    estimator: option(
      z.enum(ESTIMATORS).optional(),
      "of all models; default: efficient where a model has labels, else rogan-gladen with the labels of all",
      {value: "name"}
    ),
    assume: option(rates.optional(), "sensitivity and specificity of a judge without labels, to count the labels needed", {
      value: "shares"
    })
  }),
  examples: ["--labels labels.jsonl --half-width 0.02", "--assume 0.9,0.8"],
  async run({labels: file, store: folder, save = false, half_width: halfWidth, estimator, assume: assumed}): Promise<Result> {
    if (save && file === undefined) throw new UserError("--save goes with --labels: the labels to add to the store");
    const log = report();
    const records = file === undefined ? await storedLabels(folder) : await labelsFrom(file);
    if (records.length === 0 && assumed === undefined)
      throw new UserError(
        `${folder} has no labels; name a file with --labels, or a sensitivity and a specificity with --assume to plan how many are needed`
      );
    const joined = await withStore(folder, store => labelled(folder, store, records));
    const judges = [...joined.judges].map(([name, evaluations]) =>
      correctJudge(name, evaluations, {estimator, halfWidth, assumed})
    );
    const notes = notesOn(joined);
    for (const note of notes) log.warn(note);
    for (const judge of judges) if (judge.noBetterThanChance) log.warn(chanceWarning(judge));
    if (save) {
      const added = await storeLabels(folder, records, {onWait: log.info});
      if (folder === STORE) await publishTables(folder, ["labels", "judge_accuracy"]);
      log.info(`${plural(added, "label")} added to ${folder}`);
    }
    const {annotators, cohen, fleiss, krippendorff} = joined.agreement;
    const agreement = {
      annotators,
      cohen: plainAgreed(cohen),
      fleiss: plainAgreed(fleiss),
      krippendorff: plainAgreed(krippendorff)
    };
    return {half_width: halfWidth, labels: joined.labels.length, agreement, judges, notes};
  },
  print: ({judges, half_width, agreement}) =>
    [...agreementText(agreement), ...judges.map(judge => judgeText(judge, half_width))].join("\n")
});

/** One line on how far annotators agree; none of one annotator. */
function agreementText({annotators, cohen, fleiss, krippendorff}: Result["agreement"]): string[] {
  if (annotators < 2) return [];
  if (cohen.n === 0) return [`${plural(annotators, "annotator")}: no answer has labels of two of them\n`];
  const number = ({value, lo, hi}: PlainAgreed) =>
    `${value === null ? "–" : value.toFixed(2)}${lo === null || hi === null ? "" : ` [${lo.toFixed(2)}, ${hi.toFixed(2)}]`}`;
  return [
    `${plural(annotators, "annotator")}: Cohen's κ ${number(cohen)}, Fleiss' κ ${number(fleiss)}, Krippendorff's α ${number(krippendorff)} on ${plural(cohen.n, "answer")} that two or more labelled\n`
  ];
}

const chanceWarning = ({judge, rates: {informedness}}: CorrectedJudge): string => {
  const {value, low, high} = informedness!;
  const number = (x: number) => x.toFixed(2);
  return `${judge} may be no better than chance: sensitivity + specificity − 1 is ${number(value)} [${number(low)}, ${number(high)}]; its grades then add nothing to the labels`;
};

/** `62.1 % [58.0, 66.2]`; without an estimate its interval alone, if there is one. */
function shareText({value, low, high}: {value: number | null; low: number | null; high: number | null}): string {
  if (low === null || high === null) return "–";
  const points = (share: number) => (100 * share).toFixed(1);
  return `${value === null ? "–" : `${points(value)} %`} [${points(low)}, ${points(high)}]`;
}

/** A judge's rates and a table of its models. */
function judgeText({judge, labels, rates: {sensitivity, specificity}, models}: CorrectedJudge, halfWidth: number): string {
  const columns = ["model", "n", "as judged", "corrected", "estimator", "labels", `for ±${(100 * halfWidth).toFixed(1)}`];
  const severalEvaluations = new Set(models.map(({model}) => model)).size < models.length;
  const rows = models.map(({model, template, sampler, judged, corrected, estimator, labels: used, needed}) => [
    severalEvaluations ? `${model} · ${template} · ${sampler}` : model,
    judged.n,
    shareText(judged),
    shareText(corrected),
    estimator ?? "–",
    used,
    needed ?? "more answers"
  ]);
  const rate = ({n, ...share}: typeof sensitivity, kind: "right" | "wrong") =>
    n === 0 ? `no ${kind} answer is labelled` : `calls ${kind} ${shareText(share)} of ${n} ${kind} answers`;
  const reading =
    labels === 0
      ? "no labelled answer"
      : `${plural(labels, "labelled answer")}; ${rate(sensitivity, "right")}; ${rate(specificity, "wrong")}`;
  return `${judge}: ${reading}\n${tableText({columns, rows}, {count: false})}`;
}
