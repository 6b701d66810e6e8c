// Writes an ask as a book in a folder: questions, suite, models, template and sampler, each in a file that a person can edit.
import {existsSync} from "node:fs";
import {copyFile, mkdir, readFile, writeFile} from "node:fs/promises";
import {basename, dirname, join} from "node:path";
import {parseDocument, stringify} from "yaml";
import type {z} from "zod";
import {bankSchema, type Format} from "../../book/bankSchemas.js";
import {sourceOf} from "../../book/banks/bank.node.js";
import {checkBank} from "../../book/banks/check.node.js";
import {at, isMap, text} from "../../book/banks/fields.js";
import {storeItems} from "../../book/banks/importBank.node.js";
import {fileName, layoutOf} from "../../book/banks/recordReader.node.js";
import type {Summary} from "../../book/banks/summary.js";
import {FOLDER} from "../../book/folder.js";
import {modelSchema, nameSchema, type Sampler, type Template} from "../../book/schemas.js";
import {type Scorer, scorerSchema} from "../../book/scorers.js";
import type {Model} from "../../book/types.js";
import {UserError} from "../../rows/error.js";
import {openRows} from "../../rows/openRows.node.js";
import {digestOf} from "../../store/files.node.js";
import {STORE} from "../../store/publish.node.js";
import {kindOf} from "../expectedKinds.js";
import {type FoundFields, fieldsSentence, findFields, type NamedFields} from "./fields.js";

/** Folder of asks in a folder that is no workbook. */
export const OUTSIDE = "reasonbook-asks";

/** Questions, models and settings of an ask. */
export interface Ask {
  name: string;
  files: readonly string[];
  /** File of an item bank that is asked in place of `files`. */
  bank?: string | undefined;
  format?: Format | undefined;
  named: NamedFields;
  models: readonly Model[];
  judge?: Model | undefined;
  template: Template;
  sampler: Sampler;
}

/** Folders of an ask. */
interface AskPlace {
  /** Folder of the book's files. */
  folder: string;
  book: string;
  store: string;
}

/** An ask as it was written. */
export interface WrittenAsk extends AskPlace {
  summary: Summary;
  /** Name of the bank that is asked, as it is in the tables. */
  task: string;
  /** A sentence that names the columns which are read. */
  columns: string;
}

/** Scorer of answers that a model grades. */
const GRADED = {
  kind: "rubric",
  rubric:
    "The answer is right if it says the same as the reference answer, or, without one, if it answers the question correctly. Wording, length and form play no part."
};

/** Whether the current folder is a workbook. */
export const isWorkbook = (): boolean => existsSync(join(FOLDER, "book.yaml"));

/** Returns the place of an ask: in a workbook data/asks/NAME, else reasonbook-asks/NAME. */
function placeOfAsk(name: string): AskPlace {
  const inside = isWorkbook();
  const folder = inside ? `${FOLDER}/asks/${name}` : `${OUTSIDE}/${name}`;
  return {folder, book: `${folder}/book.yaml`, store: inside ? `${STORE}/asks/${name}` : `${folder}/store`};
}

/** Characters of a file's name that name its ask: names of files that are made of it stay within 255 bytes. */
const MAX_NAME = 100;

/** Returns a name for an ask of these files. */
export function askNameOf(files: readonly string[]): string {
  const [first = "questions"] = files;
  const plain =
    first === "-"
      ? "questions"
      : basename(first)
          .replace(/\.(?:gz|zst)$/iu, "")
          .replace(/\.\w+$/u, "");
  const name = plain.replace(/[^A-Za-z0-9._-]+/gu, "-").replace(/^[^A-Za-z0-9]+/u, "");
  return name.slice(0, MAX_NAME) || "questions";
}

/** Writes an ask's files; a person's changes in them stay, except in the fields that the ask sets. Throws `UserError`. */
export async function writeAsk({name, files, bank, format, named, models, judge, template, sampler}: Ask): Promise<WrittenAsk> {
  if (!nameSchema.safeParse(name).success || /[/\\]/u.test(name))
    throw new UserError(`--name ${JSON.stringify(name)} cannot serve as a name; expected letters, digits and . _ : @ + -`);
  const place = placeOfAsk(name);
  const fields = bank === undefined ? await fieldsIn(files, {format, named, needsAnswer: judge === undefined}) : null;
  await mkdir(join(place.folder, "models"), {recursive: true});
  const task = bank === undefined ? name : nameOfFile(bank);
  const {summary, isChanged} =
    fields === null ? await useBank(place, bank!) : await writeQuestions(place, {name, files, format, reading: fields.reading});
  const write = (file: string, text: string, changes: Changes = []) => writeYaml(join(place.folder, file), text, changes);
  if (fields !== null) await writeBank(fields);
  await write(
    "suite.yaml",
    `# The bank that is asked. More banks and tasks may follow (docs/suites.md).\nid: ${name}\ntasks:\n  - bank: ${task}\n`
  );
  await write("template.yaml", `# How a question is put (docs/templates-and-samplers.md).\n${stringify(template)}`, [
    [["id"], template.id],
    [["system"], template.system]
  ]);
  await write("sampler.yaml", `# How answers are decoded (docs/templates-and-samplers.md).\n${stringify(sampler)}`, [
    [["id"], sampler.id],
    [["trials"], sampler.trials]
  ]);
  for (const model of models) await write(modelFile(model), modelText(model), [[["endpoint"], model.endpoint]]);
  if (judge) await write("judge.yaml", modelText(judge));
  await writeBook();
  return {
    ...place,
    summary,
    task,
    columns: fields === null ? `bank ${task}` : fieldsSentence(fields.reading)
  };

  async function writeBank({reading, scorer}: {reading: FoundFields; scorer: Scorer}): Promise<void> {
    const {prompt} = layoutOf(reading);
    const bank = {
      files: `${name}.parquet`,
      layout: "plain",
      scorer: judge ? GRADED : scorer,
      ...(prompt && {prompt}),
      ...(judge && {judge: "judge.yaml"}),
      version: 1,
      source: `asked from ${files.map(file => (file === "-" ? "standard input" : basename(file))).join(", ")}`
    };
    bankSchema.parse(bank);
    const file = join(place.folder, `${name}.yaml`);
    const version = existsSync(file) ? Number(parseDocument(await readFile(file, "utf8")).get("version") ?? 1) : 0;
    await writeYaml(file, `# The questions of ${name}.parquet, one a row (docs/banks.md).\n${stringify(bank)}`, [
      [["version"], isChanged ? version + 1 : Math.max(version, 1)],
      ...(judge
        ? ([
            [["judge"], "judge.yaml"],
            [["scorer"], GRADED]
          ] as Changes)
        : [])
    ]);
  }

  async function writeBook(): Promise<void> {
    const size = summary.items;
    const precision = {min: size, step: size, max: size, width: 1};
    const cache = isWorkbook() ? {} : {cache: `${place.folder}/cache`};
    const text = stringify({
      title: name,
      suite: "suite.yaml",
      models: models.map(modelFile),
      template: "template.yaml",
      sampler: "sampler.yaml",
      ...cache,
      precision
    });
    const file = join(place.folder, "book.yaml");
    const before = existsSync(file) ? (parseDocument(await readFile(file, "utf8")).toJS() as {models?: string[]}).models : [];
    const all = [...new Set([...(before ?? []), ...models.map(modelFile)])];
    await writeYaml(
      file,
      `# Written by reasonbook ask; npx reasonbook run --book ${place.book} --out ${place.store} asks again.\n${text}`,
      [
        [["models"], all],
        [["precision"], precision]
      ]
    );
  }
}

/** Summary of a bank that is asked. Outside a workbook it is copied into the ask's folder, so that the book finds it. */
async function useBank({folder}: AskPlace, bank: string): Promise<{summary: Summary; isChanged: boolean}> {
  if (!isWorkbook())
    for (const ending of ["yaml", "parquet"])
      await copyFile(`${dirname(bank)}/${nameOfFile(bank)}.${ending}`, `${folder}/${nameOfFile(bank)}.${ending}`);
  return {summary: await checkBank(bank, {within: dirname(bank)}), isChanged: false};
}

const nameOfFile = (yaml: string): string => basename(yaml, ".yaml");

type Changes = readonly (readonly [path: readonly string[], value: unknown])[];

/** Writes a YAML file, or, where there is one, only the values that differ, so that comments and further fields stay. */
async function writeYaml(file: string, text: string, changes: Changes): Promise<void> {
  if (!existsSync(file)) return writeFile(file, text);
  const document = parseDocument(await readFile(file, "utf8"));
  const same = (path: readonly string[], value: unknown) =>
    JSON.stringify((document.getIn(path, false) as {toJSON?(): unknown} | undefined) ?? null) === JSON.stringify(value ?? null);
  let isChanged = false;
  for (const [path, value] of changes) {
    if (same(path, value)) continue;
    if (value === undefined) document.deleteIn(path);
    else document.setIn(path, value);
    isChanged = true;
  }
  if (isChanged) await writeFile(file, document.toString());
}

/** Path of a model's file, from the ask's folder. */
const modelFile = ({id}: Model): string => `models/${id.replace(/[^A-Za-z0-9._-]+/gu, "-")}.yaml`;

/** A model's file: the fields that differ from the defaults. */
function modelText(model: Model): string {
  const defaults = modelSchema.parse({id: model.id, endpoint: model.endpoint}) as Record<string, unknown>;
  const isDefault = (name: string, value: unknown) => JSON.stringify(defaults[name]) === JSON.stringify(value);
  const fields = Object.entries(model).filter(([name, value]) => ["id", "endpoint"].includes(name) || !isDefault(name, value));
  return `# A model (docs/add-a-model.md).\n${stringify(Object.fromEntries(fields))}`;
}

/** Returns the columns of the first record of files, and the scorer of its answers. */
async function fieldsIn(
  files: readonly string[],
  {format, named, needsAnswer}: {format: Format | undefined; named: NamedFields; needsAnswer: boolean}
): Promise<{reading: FoundFields; scorer: Scorer}> {
  let reading: FoundFields | undefined;
  let [answers, numbers] = [0, 0];
  for await (const {value, file, line, bad} of openRows(files, {format})) {
    const place = `${fileName(file)}:${line}`;
    if (reading === undefined) {
      if (bad !== undefined) throw new UserError(`${place} ${bad}`);
      if (!isMap(value)) throw new UserError(`${place} expected a record with a question and an answer`);
      reading = findFields(value, named, {place, needsAnswer});
    }
    if ("layout" in reading || reading.fields.answer === undefined || answers >= MAX_COMPARED) break;
    const answer = isMap(value) ? text(at(value, reading.fields.answer)) : undefined;
    if (answer === undefined) continue;
    answers++;
    if (kindOf(answer) === "number") numbers++;
  }
  if (reading === undefined) throw new UserError(`${files.map(fileName).join(", ")}: no records`);
  const {scorer} = layoutOf(reading);
  return {
    reading,
    scorer: scorer.kind === "exact" && answers > 0 && numbers === answers ? scorerSchema.parse({kind: "number"}) : scorer
  };
}

/** Most right answers that are read to see whether all are numbers. */
const MAX_COMPARED = 1_000;

/** Writes the questions as Parquet. Returns their summary, and whether they differ from those of before. */
async function writeQuestions(
  {folder}: AskPlace,
  {name, files, format, reading}: Pick<Ask, "name" | "files" | "format"> & {reading: FoundFields}
): Promise<{summary: Summary; isChanged: boolean}> {
  const file = join(folder, `${name}.parquet`);
  const bank = bankSchema.parse({files: [...files], ...reading, ...(format && {format})}) as z.infer<typeof bankSchema>;
  const before = existsSync(file) ? await digestOf(file) : null;
  const {summary} = await storeItems({...sourceOf(bank, name), files}, file);
  return {summary, isChanged: before !== (await digestOf(file))};
}
