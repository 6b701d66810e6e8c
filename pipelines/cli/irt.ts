// The commands of item response theory.
import {z} from "zod";
import {plural} from "../book/plural.js";
import {report} from "../infer/progress.node.js";
import {UserError} from "../rows/error.js";
import {fitDocument} from "../studies/adaptive/fitDocument.js";
import {isContaminated} from "../studies/contamination/settings.js";
import {readVerdicts} from "../studies/contamination/verdictsFile.node.js";
import {warnings} from "../studies/irt/diagnose/warnings.js";
import type {Priors} from "../studies/irt/estimate/priors.js";
import {SIGNS} from "../studies/irt/estimate/result.js";
import {fitResponses, MODEL_NAMES, refuseUnfit} from "../studies/irt/estimate/settings.js";
import {fitFileSchema} from "../studies/irt/fitFile.js";
import {partOf, type Responses} from "../studies/irt/item.js";
import {readResponses} from "../studies/irt/readResponses.node.js";
import {fitSummary} from "../studies/irt/summary.js";
import {threadsFor} from "../studies/irt/threads.node.js";
import {option, printingCommand} from "./command.js";
import {adaptiveCommand} from "./irtAdaptive.js";
import {linkCommand, scoreCommand} from "./irtCalibrate.js";
import {checkCommand, difCommand} from "./irtDifferences.js";
import {compareCommand, varianceCommand} from "./irtStructure.js";
import {missingOption, path} from "./optionTypes.js";
import {checkOut, writeOut} from "./out.js";

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
      "CSV, TSV, JSON lines, JSON, Parquet, Arrow or YAML: models × items of 0, 1 or blank, or rows of model, item and correct"
    ),
    missing: missingOption,
    clean: path("leave out items that an audit found in a corpus: items.jsonl of contamination audit").optional(),
    model: option(z.enum(["rasch", "2pl", "3pl"]).optional(), "model to fit (default: the richest that the matrix allows)", {
      value: "name"
    }),
    estimate: option(
      z.enum(["ml", "map", "eb"]).optional(),
      "ml: maximum likelihood; map: posterior mode under the priors given; eb: empirical Bayes, the default",
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
    out: path("JSON file to write instead of printing a summary").optional()
  }),
  examples: ["--responses responses.csv", "--responses data/store/samples.parquet --model 2pl --out fit.json"],
  outputSchema: () => z.toJSONSchema(fitFileSchema, {io: "input"}),
  async run({responses: file, missing, clean, model, estimate, sign, prior_a: a, prior_c: c, prior_d: d, out}, io) {
    if (estimate !== "map" && (a || c || d))
      throw new UserError(`priors go with --estimate map; --estimate ${estimate ?? "eb"} takes none`);
    if (c && model !== "3pl")
      throw new UserError(
        `--prior-c goes with --model 3pl; ${model ?? "a model that is chosen by size"} may have no guessing chance`
      );
    await checkOut(out);
    const log = report();
    const every = await readResponses(file, {missing});
    const responses = clean === undefined ? every : await withoutContaminated(every, {clean, report: log.info});
    refuseUnfit(responses, file);
    const priors: Priors = {
      ...(a && {a: {mean: a[0], sd: a[1]}}),
      ...(c && {c: {alpha: c[0], beta: c[1]}}),
      ...(d && {d: {mean: d[0], sd: d[1]}})
    };
    const started = performance.now();
    let last = started;
    let fitting = "";
    await using threads = await threadsFor(responses);
    const chosen = fitResponses(
      responses,
      {model, estimate, sign, ...(estimate === "map" && {priors})},
      {
        ...(threads && {threads}),
        begin: ({model: name}) => {
          fitting = MODEL_NAMES[name];
        },
        progress({iteration, value, slope}) {
          if (performance.now() - last < EVERY_MS) return;
          last = performance.now();
          log.info(
            `irt: ${fitting}, step ${iteration}, log posterior ${value.toFixed(2)}, largest slope ${slope.toPrecision(2)}`
          );
        }
      }
    );
    const {fit, why} = chosen;
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    if (out === undefined) log.info(`irt: ${seconds} s; --out FILE writes every item and model as JSON`);
    else {
      await writeOut(documentText(fit, responses), out, io);
      if (why) log.info(`irt: chosen: ${why}`);
      log.info(
        `irt: ${responses.persons.length} × ${responses.items.length}, ${fit.model} by ${fit.estimate}, log-likelihood ${fit.loglik.toFixed(2)}, ${fit.iterations} steps, ${seconds} s → ${out}`
      );
      for (const text of warnings(fit, responses)) log.warn(`irt: ${text}`);
    }
    return {chosen, responses};
  },
  print: ({chosen, responses}, {responses: file, out}) => (out === undefined ? fitSummary(chosen, responses, file) : ""),
  json: ({chosen, responses}) => documentText(chosen.fit, responses)
});

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
