// Logs of Inspect: `.eval`, a zip archive with one entry a sample, and JSON, one value. https://inspect.aisi.org.uk/eval-logs.html
import {basename} from "node:path";
import {UserError} from "../../book/error.js";
import type {ForeignRun, ForeignSample, ReadOptions} from "./foreign.js";
import {type InspectHeader, inspectSample} from "./inspectSample.js";
import {type Fields, fieldsOf, jsonOf, listOf, objectOf, parsedText, textOf} from "./json.js";
import {configName} from "./naming.js";
import {openZip, type Zip} from "./zip.js";

/** The run that a log holds. */
export async function inspectRun(file: string, options: ReadOptions): Promise<ForeignRun> {
  return file.endsWith(".json") ? ofJson(file, options) : ofArchive(file, options);
}

async function ofJson(file: string, options: ReadOptions): Promise<ForeignRun> {
  // The header stands at the front of a value that has to be read whole; the samples are read again when their turn comes.
  const log = headOf(fieldsOf(await jsonOf(file)), file);
  return runOf(file, log, options, async function* () {
    const samples = listOf(fieldsOf(await jsonOf(file)).samples);
    samples.sort((a, b) => Number(fieldsOf(a).epoch ?? 0) - Number(fieldsOf(b).epoch ?? 0));
    for (const [i, value] of samples.entries()) yield {place: `${file}: sample ${i + 1}`, value};
  });
}

async function ofArchive(file: string, options: ReadOptions): Promise<ForeignRun> {
  await using zip = await openZip(file);
  const name = ["header.json", "_journal/start.json"].find(each => zip.names.includes(each));
  if (!name)
    throw new UserError(`${file} is a zip archive but not a log of Inspect: it has neither header.json nor _journal/start.json`);
  const log = headOf(fieldsOf(await entryOf(zip, file, name)), file);
  if (name !== "header.json") options.notes.add("log", "was not finished: the samples that it has are imported", {example: file});
  return runOf(file, log, options, async function* () {
    await using open = await openZip(file);
    const entries = open.names
      .filter(each => each.startsWith("samples/"))
      .map(each => ({entry: each, epoch: Number(/_epoch_(\d+)\.json$/u.exec(each)?.[1] ?? 1)}))
      .sort((a, b) => a.epoch - b.epoch);
    for (const {entry} of entries) yield {place: `${file}: ${entry}`, value: await entryOf(open, file, entry)};
  });
}

const entryOf = async (zip: Zip, file: string, name: string): Promise<unknown> =>
  parsedText((await zip.bytes(name)).toString("utf8"), `${file}: ${name}`);

/** A log without its samples. Throws a UserError where it is none. */
function headOf({samples: _, ...log}: Fields, file: string): Fields {
  const {model, task} = fieldsOf(log.eval);
  if (typeof model !== "string" || typeof task !== "string")
    throw new UserError(`${file} is not a log of Inspect: eval.model and eval.task are missing`);
  return log;
}

function runOf(
  file: string,
  log: Fields,
  options: ReadOptions,
  values: () => AsyncGenerator<{place: string; value: unknown}>
): ForeignRun {
  const spec = fieldsOf(log.eval);
  const plan = fieldsOf(log.plan);
  const config: Fields = {...fieldsOf(spec.model_generate_config), ...fieldsOf(plan.config)};
  const own = objectOf(fieldsOf(spec.metadata).reasonbook);
  const header: InspectHeader = {
    model: String(spec.model),
    scorers: scorersOf(log),
    max_tokens: typeof config.max_tokens === "number" && config.max_tokens > 0 ? config.max_tokens : null,
    own
  };
  if (typeof log.status === "string" && log.status !== "success")
    options.notes.add("log", `with status ${log.status}: the samples that it has are imported`, {example: file});
  return {
    format: "inspect",
    file,
    model: header.model,
    task: String(spec.task),
    template: textOf(own?.template) ?? configName({...fieldsOf(spec.task_args), solver: solversOf(plan)}),
    sampler: textOf(own?.sampler) ?? configName(config),
    identity: [spec.run_id, spec.task_id, spec.created].every(each => typeof each === "string")
      ? `${spec.run_id} ${spec.task_id} ${spec.created}`
      : null,
    async *samples(): AsyncGenerator<ForeignSample | {place: string; bad: string}> {
      for await (const {place, value} of values()) yield inspectSample(value, place, header, options);
    }
  };
}

/** The names of a log's scorers in their order: newer logs list them, older ones have them in their results. */
function scorersOf(log: Fields): string[] {
  const names = (value: unknown) => listOf(value).flatMap(each => textOf(fieldsOf(each).name) ?? []);
  const listed = names(fieldsOf(log.eval).scorers);
  return (listed.length > 0 ? listed : names(fieldsOf(log.results).scores)).map(name => basename(name));
}

const solversOf = (plan: Fields): string | null => {
  const names = listOf(plan.steps).flatMap(each => textOf(fieldsOf(each).solver) ?? []);
  return names.length > 0 ? names.join("+") : null;
};
