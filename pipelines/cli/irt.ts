// The commands of item response theory.
import {z} from "zod";
import {plural} from "../book/plural.js";
import {report} from "../infer/progress.node.js";
import {UserError} from "../rows/error.js";
import {fitDocument} from "../studies/adaptive/fitDocument.js";
import {isContaminated} from "../studies/contamination/settings.js";
import {readVerdicts} from "../studies/contamination/verdictsFile.node.js";
import {copiesText, fitSimilarity, withoutCopies} from "../studies/irt/diagnose/answerSimilarity.js";
import {warnings} from "../studies/irt/diagnose/warnings.js";
import type {ModelName} from "../studies/irt/estimate/parameters.js";
import type {Priors} from "../studies/irt/estimate/priors.js";
import {SIGNS} from "../studies/irt/estimate/result.js";
import {fitResponses, MODEL_NAMES, refuseUnfit} from "../studies/irt/estimate/settings.js";
import {fitFileSchema} from "../studies/irt/fitFile.js";
import {partOf, type Responses} from "../studies/irt/item.js";
import {readResponses} from "../studies/irt/readResponses.node.js";
import {scoredDocument} from "../studies/irt/scored/document.js";
import {fitScores} from "../studies/irt/scored/fit.js";
import {isScored, withScores} from "../studies/irt/scored/responses.js";
import {isScoreModel, SCORE_MODELS} from "../studies/irt/scored/scale.js";
import {scoredSummary} from "../studies/irt/scored/summary.js";
import {scoredWarnings} from "../studies/irt/scored/warnings.js";
import {fitSummary} from "../studies/irt/summary.js";
import {threadsFor} from "../studies/irt/threads.node.js";
import {option, printingCommand} from "./command.js";
import {adaptiveCommand} from "./irtAdaptive.js";
import {linkCommand, scoreCommand} from "./irtCalibrate.js";
import {checkCommand, difCommand} from "./irtDifferences.js";
import {compareCommand, varianceCommand} from "./irtStructure.js";
import {missingOption, path} from "./optionTypes.js";
import {checkOut, writeOut} from "./out.js";

/** Models of right or wrong answers. */
const MODELS = ["rasch", "2pl", "3pl"] as const satisfies readonly ModelName[];

/** A prior with two parameters, NAME:FIRST,SECOND. The second is positive; of a beta distribution, both. */
const prior = (name: "lognormal" | "beta" | "normal", description: string) =>
  option(
    z
      .string()
      .transform((text, context): [number, number] => {
        const [density, rest = ""] = text.split(":");
        const numbers = rest.split(",").map(part => (part.trim() === "" ? Number.NaN : Number(part)));
        const isRight = density === name && numbers.length === 2 && numbers.every(Number.isFinite);
        if (isRight && numbers[1]! > 0 && (name !== "beta" || numbers[0]! > 0)) return [numbers[0]!, numbers[1]!];
        context.addIssue("expects a density");
        return z.NEVER;
      })
      .optional(),
    description,
    {value: "density", expects: `${name}:NUMBER,NUMBER with a positive second one`}
  );

const fitCommand = printingCommand({
  name: "irt fit",
  summary: "fit a matrix of responses: items and abilities with their errors, as a summary or as JSON",
  options: z.strictObject({
    responses: path(
      "CSV, TSV, JSON lines, JSON, Parquet, Arrow or YAML: models × items of 0, 1, blank or scores, or rows of model, item and correct or score"
    ),
    missing: missingOption,
    categories: option(
      z
        .string()
        .transform(text => text.split(",").map(each => each.trim()))
        .refine(names => names.length > 1 && names.every(Boolean) && new Set(names).size === names.length)
        .optional(),
      "names of ordered categories that the file has instead of numbers, lowest first, such as poor,fair,good",
      {value: "names", expects: "two or more different names, separated by commas"}
    ),
    clean: path("leave out items that an audit found in a corpus: items.jsonl of contamination audit").optional(),
    model: option(
      z.enum([...MODELS, ...SCORE_MODELS]).optional(),
      "model to fit (default: of right or wrong the richest that the matrix allows; of scores graded where they are few and equally spaced, else continuous)",
      {value: "name"}
    ),
    estimate: option(
      z.enum(["ml", "map", "eb"]).optional(),
      "ml: maximum likelihood; map: posterior mode under the priors given; eb: empirical Bayes, the default (of scores with few items ml, or map)",
      {value: "name"}
    ),
    sign: option(
      z.enum(SIGNS).default(SIGNS[0]),
      "free: discriminations may be negative, for items that better models get wrong more often; positive: they may not",
      {value: "name"}
    ),
    prior_a: prior("lognormal", "prior of the discrimination: lognormal:MEAN,SD of its logarithm, such as lognormal:0,0.5"),
    prior_c: prior("beta", "prior of the guessing chance: beta:ALPHA,BETA, such as beta:5,17"),
    prior_d: prior("normal", "prior of the intercept −ab: normal:MEAN,SD, such as normal:0,2"),
    count_copies_once: option(
      z.boolean().default(false),
      "fit again with one of each group of models that answer alike as copies of one model do, and name those that are left out"
    ),
    out: path("JSON file to write instead of printing a summary").optional()
  }),
  examples: ["--responses responses.csv", "--responses data/store/samples.parquet --model 2pl --out fit.json"],
  outputSchema: () => z.toJSONSchema(fitFileSchema, {io: "input"}),
  async run(options, io) {
    const {responses: file, missing, categories, clean, model, estimate, sign, count_copies_once: isOnce, out} = options;
    const {prior_a: a, prior_c: c, prior_d: d} = options;
    if (estimate !== "map" && (a || c || d))
      throw new UserError(`priors go with --estimate map; --estimate ${estimate ?? "eb"} takes none`);
    if (c && model !== "3pl")
      throw new UserError(
        `--prior-c goes with --model 3pl; ${model ?? "a model that is chosen by size"} may have no guessing chance`
      );
    await checkOut(out);
    const log = report();
    const every = await readResponses(file, {missing, scores: {categories, warn: text => log.warn(`irt: ${text}`)}});
    const all = clean === undefined ? every : await withoutContaminated(every, {clean, report: log.info});
    const priors: Priors = {
      ...(a && {a: {mean: a[0], sd: a[1]}}),
      ...(c && {c: {alpha: c[0], beta: c[1]}}),
      ...(d && {d: {mean: d[0], sd: d[1]}})
    };
    const started = performance.now();
    let last = started;
    let fitting = "";
    const progress = ({iteration, value, slope}: {iteration: number; value: number; slope: number}) => {
      if (performance.now() - last < EVERY_MS) return;
      last = performance.now();
      log.info(`irt: ${fitting}, step ${iteration}, log posterior ${value.toFixed(2)}, largest slope ${slope.toPrecision(2)}`);
    };
    /** Writes a fit and reports it, or says how to. */
    const finish = async (
      {model: name, estimate: method, loglik, iterations}: {model: string; estimate: string; loglik: number; iterations: number},
      fitted: {responses: Responses; text: () => string; why: string | null; warned: () => readonly string[]}
    ) => {
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      if (out === undefined) return log.info(`irt: ${seconds} s; --out FILE writes every item and model as JSON`);
      const {persons, items} = fitted.responses;
      await writeOut(fitted.text(), out, io);
      if (fitted.why) log.info(`irt: chosen: ${fitted.why}`);
      log.info(
        `irt: ${persons.length} × ${items.length}, ${name} by ${method}, log-likelihood ${loglik.toFixed(2)}, ${iterations} steps, ${seconds} s → ${out}`
      );
      for (const text of fitted.warned()) log.warn(`irt: ${text}`);
    };
    if (isScored(all) || categories || isScoreModel(model ?? "")) {
      if (isOnce) throw new UserError("--count-copies-once goes with answers that are right or wrong, not with scores");
      const scored = withScores(all);
      fitting = "scores";
      const chosen = inFile(file, () => fitScores(scored, {model, estimate, sign, priors, categories}, {progress}));
      const {fit, why} = chosen;
      await finish(fit, {
        responses: scored,
        text: () => scoredText(fit, scored),
        why: why && `${fit.model}, for ${why}`,
        warned: () => scoredWarnings(fit, scored)
      });
      return {kind: "scores" as const, chosen, responses: scored};
    }
    refuseUnfit(all, file);
    await using threads = await threadsFor(all);
    const running: Parameters<typeof fitResponses>[2] = {
      ...(threads && {threads}),
      begin: ({model: name}) => {
        fitting = MODEL_NAMES[name];
      },
      progress
    };
    const settings = {model: model as ModelName | undefined, estimate, sign, ...(estimate === "map" && {priors})};
    const first = fitResponses(all, settings, running);
    const {copies} = fitSimilarity(first.fit, all);
    const groups = copies.map(group => group.map(person => all.persons[person]!));
    const isRefit = isOnce && copies.length > 0;
    const responses = isRefit ? partOf(all, {rows: withoutCopies(all, copies), columns: [...all.items.keys()]}) : all;
    if (isRefit) refuseUnfit(responses, file);
    // threads hold the whole matrix
    const chosen = isRefit ? fitResponses(responses, settings, {...running, threads: undefined}) : first;
    const notes = groups.map(group => (isRefit ? countedOnceText(group, new Set(responses.persons)) : copiesText(group)));
    const {fit, why} = chosen;
    await finish(fit, {
      responses,
      text: () => documentText(fit, responses),
      why,
      warned: () => [...warnings(fit, responses), ...notes]
    });
    return {kind: "answers" as const, chosen, responses, notes};
  },
  print: (fitted, {responses: file, out}) =>
    out !== undefined
      ? ""
      : fitted.kind === "scores"
        ? scoredSummary(fitted.chosen, fitted.responses, file)
        : fitSummary(fitted.chosen, fitted.responses, {file, notes: fitted.notes}),
  json: fitted =>
    fitted.kind === "scores" ? scoredText(fitted.chosen.fit, fitted.responses) : documentText(fitted.chosen.fit, fitted.responses)
});

/** Names the model of a group that remains, and those that are left out. */
function countedOnceText(group: readonly string[], remaining: ReadonlySet<string>): string {
  const isIn = (name: string) => remaining.has(name);
  return `counted once: ${group.find(isIn)} for ${group.filter(name => !isIn(name)).join(", ")}`;
}

/** Names the file in a user's mistake. */
function inFile<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof UserError ? new UserError(`${file}: ${error.message}`) : error;
  }
}

const scoredText = (...fitted: Parameters<typeof scoredDocument>): string =>
  `${JSON.stringify(scoredDocument(...fitted), null, 1)}\n`;

const documentText = (...fitted: Parameters<typeof fitDocument>): string =>
  `${JSON.stringify(fitDocument(...fitted), null, 1)}\n`;

export const commands = [
  fitCommand,
  adaptiveCommand,
  scoreCommand,
  linkCommand,
  compareCommand,
  varianceCommand,
  difCommand,
  checkCommand
];

/** Leaves out the items that an audit found. Throws a UserError where it speaks of none of the items. */
async function withoutContaminated(
  responses: Responses,
  {clean, report}: {clean: string; report: (text: string) => void}
): Promise<Responses> {
  const verdicts = await readVerdicts(clean);
  const of = responses.items.map(id => verdicts.get(id));
  const audited = of.filter(verdict => verdict !== undefined).length;
  if (audited === 0) throw new UserError(`${clean} has none of the ${plural(of.length, "item")} of the responses`);
  const kept = [...of.keys()].filter(i => !isContaminated(of[i]));
  const unknown = of.filter(verdict => verdict === undefined || verdict === "not_testable").length;
  report(
    `irt: ${of.length - kept.length} of ${plural(of.length, "item")} were found in a corpus and are left out; ${plural(unknown, "other")} could not be tested or ${unknown === 1 ? "was" : "were"} not, and ${unknown === 1 ? "remains" : "remain"}`
  );
  return partOf(responses, {columns: kept});
}

/** Least time between two lines of progress. */
const EVERY_MS = 2_000;
