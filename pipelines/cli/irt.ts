// The commands of item response theory.
import {type Command, Option} from "commander";
import {UserError} from "../book/error.js";
import {plural} from "../book/plural.js";
import {report} from "../infer/progress.node.js";
import {fitDocument} from "../studies/adaptive/fitDocument.js";
import {isContaminated} from "../studies/contamination/settings.js";
import {readVerdicts} from "../studies/contamination/verdictsFile.node.js";
import {warnings} from "../studies/irt/diagnose/warnings.js";
import type {EstimateName, SignName} from "../studies/irt/estimate/fit.js";
import type {ModelName} from "../studies/irt/estimate/parameters.js";
import type {Priors} from "../studies/irt/estimate/priors.js";
import {SIGNS} from "../studies/irt/estimate/result.js";
import {fitResponses, MODEL_NAMES, refuseUnfit} from "../studies/irt/estimate/settings.js";
import {fitFileSchema} from "../studies/irt/fitFile.js";
import {partOf, type Responses} from "../studies/irt/item.js";
import {schemaText} from "../studies/irt/outputs.js";
import {readResponses} from "../studies/irt/readResponses.node.js";
import {fitSummary} from "../studies/irt/summary.js";
import {threadsFor} from "../studies/irt/threads.node.js";
import {adaptiveOfIrt} from "./irtAdaptive.js";
import {calibrationOfIrt} from "./irtCalibrate.js";
import {differencesOfIrt} from "./irtDifferences.js";
import {structureOfIrt} from "./irtStructure.js";
import {needed} from "./options.js";
import {checkOut, writeOut} from "./out.js";

interface FitArguments {
  responses?: string;
  missing?: string[];
  model?: ModelName;
  clean?: string;
  estimate?: EstimateName;
  sign?: SignName;
  priorA?: [number, number];
  priorC?: [number, number];
  priorD?: [number, number];
  out?: string;
  schema?: boolean;
}

/** Adds the command with all its subcommands to the program. */
export function irtCommands(program: Command): void {
  const irt = program
    .command("irt")
    .description("item response theory: difficulties of items and abilities of models (docs/irt.md)");
  irt
    .command("fit")
    .description("fit a matrix of responses: items and abilities with their errors, as a summary or as JSON")
    .option(
      "--responses <file>",
      "CSV, TSV, JSON lines, JSON, Parquet, Arrow or YAML: models × items of 0, 1 or blank, or rows of model, item and correct"
    )
    .option(
      "--missing <texts>",
      "texts that mark a missing response besides a blank, NA and NaN, separated by commas: .,-,N/A",
      (text: string) => text.split(",").map(each => each.trim())
    )
    .option("--clean <file>", "leave out items that an audit found in a corpus: items.jsonl of contamination audit")
    .addOption(
      new Option("--model <name>", "model to fit (default: the richest that the matrix allows)").choices(["rasch", "2pl", "3pl"])
    )
    .addOption(
      new Option(
        "--estimate <name>",
        "ml: maximum likelihood; map: posterior mode under the priors given; eb: empirical Bayes, the default"
      ).choices(["ml", "map", "eb"])
    )
    .addOption(
      new Option(
        "--sign <name>",
        "free: discriminations may be negative, for items that better models get wrong more often; positive: they may not"
      )
        .choices(SIGNS)
        .default(SIGNS[0])
    )
    .option(
      "--prior-a <density>",
      "prior of the discrimination: lognormal:MEAN,SD of its logarithm, such as lognormal:0,0.5",
      two("prior-a", "lognormal")
    )
    .option("--prior-c <density>", "prior of the guessing chance: beta:ALPHA,BETA, such as beta:5,17", two("prior-c", "beta"))
    .option("--prior-d <density>", "prior of the intercept −ab: normal:MEAN,SD, such as normal:0,2", two("prior-d", "normal"))
    .option("--out <file>", "JSON file to write instead of printing a summary")
    .option("--schema", "print the JSON Schema of that file instead")
    .action(fitCommand);
  adaptiveOfIrt(irt);
  calibrationOfIrt(irt);
  structureOfIrt(irt);
  differencesOfIrt(irt);
}

async function fitCommand({
  responses: asked,
  missing,
  clean,
  model,
  estimate,
  sign,
  priorA,
  priorC,
  priorD,
  out,
  schema
}: FitArguments): Promise<void> {
  if (schema) return void process.stdout.write(schemaText(fitFileSchema));
  const file = needed("responses", asked);
  if (estimate !== "map" && (priorA || priorC || priorD))
    throw new UserError(`priors go with --estimate map; --estimate ${estimate ?? "eb"} takes none`);
  if (priorC && model !== "3pl")
    throw new UserError(
      `--prior-c goes with --model 3pl; ${model ?? "a model that is chosen by size"} may have no guessing chance`
    );
  await checkOut(out);
  const log = report();
  const every = await readResponses(file, {missing});
  const responses = clean === undefined ? every : await withoutContaminated(every, {clean, report: log.info});
  refuseUnfit(responses, file);
  const priors: Priors = {
    ...(priorA && {a: {mean: priorA[0], sd: priorA[1]}}),
    ...(priorC && {c: {alpha: priorC[0], beta: priorC[1]}}),
    ...(priorD && {d: {mean: priorD[0], sd: priorD[1]}})
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
        log.info(`irt: ${fitting}, step ${iteration}, log posterior ${value.toFixed(2)}, largest slope ${slope.toPrecision(2)}`);
      }
    }
  );
  const {fit, why} = chosen;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  if (out === undefined) {
    process.stdout.write(fitSummary(chosen, responses, file));
    log.info(`irt: ${seconds} s; --out FILE writes every item and model as JSON`);
    return;
  }
  await writeOut(`${JSON.stringify(fitDocument(fit, responses), null, 1)}\n`, out);
  if (why) log.info(`irt: chosen: ${why}`);
  log.info(
    `irt: ${responses.persons.length} × ${responses.items.length}, ${fit.model} by ${fit.estimate}, log-likelihood ${fit.loglik.toFixed(2)}, ${fit.iterations} steps, ${seconds} s → ${out}`
  );
  for (const text of warnings(fit, responses)) log.warn(`irt: ${text}`);
}

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

/** Returns a parser of a prior with two parameters, name:FIRST,SECOND. The second must be positive; of a beta distribution, both. */
function two(option: string, name: string) {
  return (text: string): [number, number] => {
    const [density, rest = ""] = text.split(":");
    const numbers = rest.split(",").map(part => (part.trim() === "" ? Number.NaN : Number(part)));
    const fine = density === name && numbers.length === 2 && numbers.every(Number.isFinite);
    if (!fine || !(numbers[1]! > 0) || (name === "beta" && !(numbers[0]! > 0)))
      throw new UserError(`--${option} expects ${name}:NUMBER,NUMBER with a positive second one, got "${text}"`);
    return [numbers[0]!, numbers[1]!];
  };
}
