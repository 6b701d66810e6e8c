// Reads data/book.yaml and all files that it names, checks them and returns one Book.

import {existsSync} from "node:fs";
import {readdir, readFile, realpath} from "node:fs/promises";
import {basename, dirname, extname, isAbsolute, join, relative, resolve, sep} from "node:path";
import type {z} from "zod";
import {currentIo} from "../io/current.node.js";
import {UserError} from "../rows/error.js";
import {didYouMean} from "../rows/nearest.js";
import {withBackgrounds} from "./backgrounds.node.js";
import {type BankFile, bankSchema} from "./bankSchemas.js";
import {type BankDefaults, readBank} from "./banks/bank.node.js";
import type {Bank} from "./banks/types.js";
import {canonicalJson, sha256Hex} from "./canonical.js";
import {noteModelKey} from "./childEnvironment.node.js";
import {domainSuiteSchema} from "./domainSchemas.js";
import {bankDefaultsOf, domainIn, suiteOfDomains} from "./domains.js";
import {FOLDER} from "./folder.js";
import {explain} from "./issue.js";
import {withListPrices} from "./listPrice.js";
import {
  bookSchema,
  datasetSchema,
  modelListSchema,
  modelSchema,
  nameSchema,
  samplerSchema,
  suiteSchema,
  templateSchema
} from "./schemas.js";
import type {BackgroundText, Book, Dataset, Locate, Model, PlacedSuite} from "./types.js";
import {parseYaml} from "./yaml.js";

export {FOLDER} from "./folder.js";

const BOOK = `${FOLDER}/book.yaml`;
const DATASETS = `${FOLDER}/datasets`;
const BANKS = `${FOLDER}/banks`;
/** Folders of data/ that hold no YAML files of the book and may be very large; they are not searched. */
const PASSED_OVER = new Set(["store", "cache", "corpora", "human", "banks", "node_modules"]);

/** An object with an id, and a function that locates fields in the file that it was read from. */
interface Placed<T> {
  item: T;
  place: string;
}

/** Folders of the files that a book names: its own, then `root`/data. */
interface Places {
  root: string;
  /** Folder of the book; absent for a file that is read without a book. */
  bookFolder?: string;
}

/** The folder that holds `data/`: the working folder, or that of a book in the folder data/ of another workbook. */
function rootOf(file: string): string {
  const folder = dirname(resolve(file));
  return basename(folder) === FOLDER && !within(resolve("."), folder) ? dirname(folder) : ".";
}

/**
 * Reads a book with all files that it names, and checks them. A path is looked for in the book's own folder first, then below data/, and a
 * bank likewise. Throws a UserError of one line, `file:line:column …`, for a user's mistake. An unset environment variable that should hold
 * a model's key is not an error here: a book may be read where no key is available.
 * @param root the folder that holds `data/`
 */
export async function readBook(file = BOOK, {root = rootOf(file)} = {}): Promise<Book> {
  const {value, locate} = parseYaml(await readText(resolve(root, file), file), file, bookSchema);
  const places = {root, bookFolder: dirname(resolve(root, file))};
  const open = <T>(path: string, place: string, read: (text: string, file: string) => T | Promise<T>) =>
    openBelow(path, {place, ...places, read});
  const suite = (text: string, file: string) => suiteIn(text, file, {root});
  const each = async <T>(field: "models" | "template" | "sampler", read: (text: string, file: string) => T): Promise<T[]> => {
    const listed = Array.isArray(value[field]);
    const paths = [value[field]].flat();
    return Promise.all(paths.map((path, i) => open(path, locate(listed ? [field, i] : [field]), read)));
  };

  // Files are read one after the other, so that of several mistakes the same one is reported every time.
  const named = value.suites ?? [value.suite!];
  const placed: Placed<PlacedSuite & {id: string}>[] = [];
  for (const [i, path] of named.entries()) {
    const place = locate(value.suites ? ["suites", i] : ["suite"]);
    const read = await open(path, place, suite);
    placed.push({item: {...read, id: read.suite.id}, place});
  }
  const folder = join(root, FOLDER);
  const {suites: asked, backgrounds} = await withBackgrounds(distinct("suite", placed), {folder});
  const models = await each("models", modelsIn);
  const templates = await each("template", (text, name) => identified(text, name, templateSchema));
  const samplers = await each("sampler", (text, name) => identified(text, name, samplerSchema));
  const shown = [];
  for (const [i, path] of value.spectrum.suites.entries()) shown.push(await open(path, locate(["spectrum", "suites", i]), suite));
  const {suites} = await withBackgrounds(shown, {folder});
  const banks = await banksOf(asked, places);
  const {title, density, precision, seed, max_cost, cache, spill, spectrum, corpora, irt} = value;
  const fromHere = (path: string) => relative(".", resolve(root, path)) || ".";
  const fromData = (paths: string | readonly string[]) =>
    [paths].flat().map(path => fromHere(isAbsolute(path) ? path : join(FOLDER, path)));
  return {
    title,
    suites: asked,
    ...(banks.length > 0 && {banks}),
    ...(backgrounds.length > 0 && {backgrounds}),
    models: await withListPrices(distinct("model", models.flat())),
    templates: distinct("template", templates),
    samplers: distinct("sampler", samplers),
    ...(density !== "normal" && {density}),
    precision,
    seed,
    ...(max_cost !== undefined && {max_cost}),
    cache: fromHere(cache),
    ...(spill !== undefined && {spill: fromHere(spill)}),
    store: fromHere(join(FOLDER, "store")),
    spectrum: {...spectrum, suites},
    ...(corpora.length > 0 && {
      corpora: corpora.map(({files, background, ...corpus}) => ({
        ...corpus,
        files: fromData(files),
        ...(background !== undefined && {background: fromData(background)})
      }))
    }),
    irt
  };
}

/** The file of the book that commands and loaders work on: that of the environment variable REASONBOOK_BOOK, else data/book.yaml. */
export const currentBookFile = (): string => currentIo().env.REASONBOOK_BOOK || BOOK;
export const currentBook = (): Promise<Book> => readBook(currentBookFile());

/** Reads one template; `file` is a path, or the name of a file in data/templates. Throws a UserError. */
export const readTemplate = (file: string, {root = "."} = {}) => readOne(file, {kind: "template", schema: templateSchema, root});
/** Reads one sampler; `file` is a path, or the name of a file in data/samplers. Throws a UserError. */
export const readSampler = (file: string, {root = "."} = {}) => readOne(file, {kind: "sampler", schema: samplerSchema, root});

/** Reads the models of one file. Throws a UserError. */
export const readModels = async (file: string): Promise<Model[]> =>
  modelsIn(await readText(resolve(file), file), file).map(({item}) => item);

async function readOne<T extends {id?: string}>(
  file: string,
  {kind, schema, root}: {kind: "template" | "sampler"; schema: z.ZodType<T>; root: string}
): Promise<T & {id: string}> {
  const path = await fileNamed(file, {kind, folder: `${FOLDER}/${kind}s`, root});
  return identified(await readText(resolve(root, path), path), path, schema).item;
}

/** The path of a file that is given either as a path or as a name in a folder of YAML files. */
async function fileNamed(file: string, {kind, folder, root}: {kind: string; folder: string; root: string}): Promise<string> {
  if (/\.ya?ml$/u.test(file)) return file;
  const known = await namesIn(folder, root);
  if (known.includes(file)) return `${folder}/${file}.yaml`;
  throw new UserError(`no ${kind} ${JSON.stringify(file)} in ${folder}${didYouMean(file, known) || listed(known)}`);
}

/** Reads suites from any paths, with the banks that they name, to try them before a book names them. Throws a UserError. */
export async function readSuites(
  files: readonly string[],
  {root = "."} = {}
): Promise<Pick<Book, "suites"> & {banks: Bank[]; backgrounds: BackgroundText[]}> {
  const placed: Placed<PlacedSuite & {id: string}>[] = [];
  for (const file of files) {
    const read = await suiteIn(await readText(resolve(file), file), file, {root});
    placed.push({item: {...read, id: read.suite.id}, place: `${file}:1:1`});
  }
  const {suites, backgrounds} = await withBackgrounds(distinct("suite", placed), {folder: join(root, FOLDER)});
  return {suites, banks: await banksOf(suites, {root}), backgrounds};
}

/** The item banks that suites name, each once. */
async function banksOf(suites: readonly PlacedSuite[], places: Places): Promise<Bank[]> {
  const found = new Map<string, Bank>();
  const defaults = bankDefaultsOf(suites);
  for (const {suite, locate} of suites)
    for (const [i, {bank}] of suite.tasks.entries())
      if (bank !== undefined && !found.has(bank))
        found.set(
          bank,
          await readBankNamed(bank, {...places, place: locate(["tasks", i, "bank"]), defaults: defaults.get(bank)})
        );
  return [...found.values()];
}

/** The names of the item banks of data/banks, sorted. */
export const bankNames = ({root = "."} = {}): Promise<string[]> => namesIn(BANKS, root);

/**
 * Reads an item bank by its name: a file of data/banks, or of the folder of the book that names it. Throws a UserError.
 * @param place where the name is written
 * @param bookFolder the book's folder
 * @param defaults what holds where the bank's own file says nothing
 */
export async function readBankNamed(
  name: string,
  {root = ".", place, bookFolder, defaults}: Partial<Places> & {place?: string; defaults?: BankDefaults | undefined} = {}
): Promise<Bank> {
  const places = {root, ...(bookFolder !== undefined && {bookFolder})};
  const known = await namesIn(BANKS, root);
  const ownFolder = bookFolder !== undefined && existsSync(join(bookFolder, `${name}.yaml`)) ? bookFolder : null;
  if (ownFolder === null && !known.includes(name))
    throw new UserError(
      `${place ? `${place} ` : ""}no bank ${JSON.stringify(name)} in ${BANKS}${didYouMean(name, known) || listed(known)}`
    );
  const judgeIn = async (judge: NonNullable<BankFile["judge"]>, locate: Locate): Promise<Model> => {
    const {file, model} = typeof judge === "string" ? {file: judge, model: undefined} : judge;
    const place = locate(typeof judge === "string" ? ["judge"] : ["judge", "file"]);
    const models = await withListPrices((await openBelow(file, {place, ...places, read: modelsIn})).map(({item}) => item));
    const ids = models.map(({id}) => id);
    const found = model === undefined ? models : models.filter(({id}) => id === model);
    if (found.length === 1) return found[0]!;
    if (found.length > 1)
      throw new UserError(`${place} ${file} lists ${ids.length} models; name one: judge: {file: ${file}, model: ${ids[0]}}`);
    throw new UserError(`${locate(["judge", "model"])} no model "${model}" in ${file}${didYouMean(model!, ids) || listed(ids)}`);
  };
  const bank = await readBank(join(ownFolder ?? join(root, BANKS), `${name}.yaml`), {
    within: ownFolder ?? join(root, FOLDER),
    judgeIn,
    defaults
  });
  if (bank.name !== name)
    throw new UserError(`${bank.file}:1:1 a bank of name ${JSON.stringify(bank.name)} in a file of another name; rename one`);
  return bank;
}

/**
 * Reads a dataset: facet metadata of finished evaluations. Its store may be absent but must lie below `root`; its suite must exist. Throws
 * a UserError.
 * @param file a path, or the name of a file in data/datasets
 */
export async function readDataset(file: string, {root = "."} = {}): Promise<Dataset> {
  const path = await fileNamed(file, {kind: "dataset", folder: DATASETS, root});
  const {value, locate} = parseYaml(await readText(resolve(root, path), path), path, datasetSchema);
  if (isAbsolute(value.store) || !within(resolve(root), resolve(root, value.store)))
    throw new UserError(`${locate(["store"])} store ${JSON.stringify(value.store)} leads outside this folder`);
  if (value.suite !== undefined)
    await openBelow(value.suite, {place: locate(["suite"]), root, read: (text, file) => suiteIn(text, file, {root})});
  const places = value.evaluations.map((_, i) => locate(["evaluations", i]));
  return {...value, id: value.id ?? idOf(path), file: path, place: locate(["title"]), places};
}

async function namesIn(folder: string, root: string): Promise<string[]> {
  const files = await readdir(join(root, folder)).catch(() => []);
  return files.flatMap(file => (file.endsWith(".yaml") ? [file.slice(0, -".yaml".length)] : [])).sort();
}

const listed = (names: string[]) => (names.length > 0 ? `; there are ${names.join(", ")}` : "");

/**
 * SHA-256, in hexadecimal, of everything that results depend on. The order of models, titles, API keys and the pace of requests do not
 * count.
 */
export function bookHash({suites, banks = [], density = "normal", models, templates, samplers, precision, seed}: Book): string {
  const sorted = <T extends {id: string}>(items: T[]) => items.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const asked = models.map(
    ({
      api_key_env: _,
      headers: ________,
      concurrency: __,
      timeout_seconds: ___,
      stream: ____,
      retries: _____,
      batch: ______,
      batch_price: _______,
      ...model
    }) => model
  );
  const thinned = density === "normal" ? {} : {density};
  const items = banks.length === 0 ? {} : {banks: Object.fromEntries(banks.map(({name, digest}) => [name, digest]))};
  const {reallocate, ...stopping} = precision;
  return sha256Hex(
    canonicalJson({
      ...(suites.length === 1 ? {suite: suites[0]!.suite} : {suites: suites.map(({suite}) => suite)}),
      ...thinned,
      ...items,
      models: sorted(asked),
      templates: sorted(templates),
      samplers: sorted(samplers),
      precision: reallocate ? precision : stopping,
      seed
    })
  );
}

/** The suite of a file; of one that lists domains, with an entry for each category that has a task, or a bank that is there. */
async function suiteIn(text: string, file: string, {root}: {root: string}): Promise<PlacedSuite> {
  type Written = z.infer<typeof suiteSchema> | z.infer<typeof domainSuiteSchema>;
  const {value, locate} = parseYaml<Written>(text, file, raw =>
    typeof raw === "object" && raw !== null && "domains" in raw ? domainSuiteSchema : suiteSchema
  );
  const id = value.id ?? idOf(file);
  if (!("domains" in value)) return {suite: {...value, id}, locate};
  const banks = new Set(await bankNames({root}));
  return suiteOfDomains(
    {...value, id},
    {
      locate,
      open: (path, place) => openBelow(path, {place, root, read: domainIn}),
      bankNamed: async name => {
        if (!banks.has(name)) return null;
        const bank = `${BANKS}/${name}.yaml`;
        return parseYaml(await readText(join(root, bank), bank), bank, bankSchema).value;
      }
    }
  );
}

function identified<T extends {id?: string}>(text: string, file: string, schema: z.ZodType<T>): Placed<T & {id: string}> {
  const {value, locate} = parseYaml(text, file, schema);
  return {item: {...value, id: value.id ?? idOf(file)}, place: locate(["id"])};
}

/**
 * The models of one file. Fields beside `models` are shared by all of them: a model's own value replaces the shared one; only groups are
 * combined.
 */
function modelsIn(text: string, file: string): Placed<Model>[] {
  type Written = z.infer<typeof modelSchema> | z.infer<typeof modelListSchema>;
  const {value, locate} = parseYaml<Written>(text, file, raw =>
    typeof raw === "object" && raw !== null && "models" in raw ? modelListSchema : modelSchema
  );
  for (const {api_key_env, headers = {}} of "models" in value ? [value, ...value.models] : [value])
    for (const variable of [api_key_env, ...Object.values(headers)]) if (variable) noteModelKey(variable);
  if (!("models" in value)) return [{item: value, place: locate(["id"])}];
  const {models, ...shared} = value;
  return models.map((own, i) => {
    const groups = [...new Set([...(shared.groups ?? []), ...(own.groups ?? [])])];
    const merged = {...shared, ...own, groups};
    const result = modelSchema.safeParse(merged);
    if (result.success) return {item: result.data, place: locate(["models", i, "id"])};
    const {path, key, text} = explain(result.error, {value: merged, schema: modelSchema});
    throw new UserError(`${locate(["models", i, ...path], {key})} ${text}`);
  });
}

function distinct<T extends {id: string}>(kind: string, items: Placed<T>[]): T[] {
  const places = new Map<string, string>();
  for (const {item, place} of items) {
    const earlier = places.get(item.id);
    if (earlier) throw new UserError(`${place} ${kind} "${item.id}" is already given at ${earlier}`);
    places.set(item.id, place);
  }
  return items.map(({item}) => item);
}

function idOf(file: string): string {
  const id = basename(file, extname(file));
  if (nameSchema.safeParse(id).success) return id;
  throw new UserError(
    `${file}:1:1 the file's name ${JSON.stringify(id)} cannot serve as id; write one into the file: id: some-name`
  );
}

/**
 * Reads a file that the book names by its path in the book's folder or below data/. Neither `..` nor a symbolic link may lead out of that
 * folder.
 */
async function openBelow<T>(
  path: string,
  {place, root, bookFolder, read}: Places & {place: string; read: (text: string, file: string) => T | Promise<T>}
): Promise<T> {
  const data = resolve(root, FOLDER);
  const folder = bookFolder !== undefined && existsSync(resolve(bookFolder, path)) ? bookFolder : data;
  const outside = new UserError(`${place} path ${JSON.stringify(path)} leads outside ${FOLDER}/`);
  if (isAbsolute(path) || !within(folder, resolve(folder, path))) throw outside;
  const target = await realpath(join(folder, path)).catch(() => undefined);
  if (target === undefined) {
    const hint = didYouMean(path, await yamlBelow(folder));
    throw new UserError(`${place} no file ${JSON.stringify(path)} below ${FOLDER}/${hint}`);
  }
  if (!within(await realpath(folder), target)) throw outside;
  const file = relative(resolve(root), resolve(folder, path)).replaceAll(sep, "/");
  return read(await readText(target, file, place), file);
}

function within(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return !isAbsolute(way) && way !== ".." && !way.startsWith(`..${sep}`);
}

async function readText(path: string, file: string, place?: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    const {code = "unknown error"} = error as NodeJS.ErrnoException;
    const reason: Record<string, string> = {
      ENOENT: "no such file",
      EISDIR: "a folder, not a file",
      EACCES: "no permission to read it"
    };
    if (file === BOOK && code === "ENOENT")
      throw new UserError(`cannot read "${BOOK}": this folder is no workbook; reasonbook init makes one`);
    throw new UserError(`${place ? `${place} ` : ""}cannot read ${JSON.stringify(file)}: ${reason[code] ?? code}`);
  }
}

/** Paths of the YAML files in a folder that a book may name. */
export async function yamlBelow(folder: string, prefix = ""): Promise<string[]> {
  const entries = await readdir(join(folder, prefix), {withFileTypes: true}).catch(() => []);
  const found = entries.map(async entry => {
    const path = prefix ? `${prefix}/${entry.name}` : entry.name;
    if (entry.isDirectory()) return PASSED_OVER.has(entry.name) ? [] : yamlBelow(folder, path);
    return /\.ya?ml$/u.test(entry.name) ? [path] : [];
  });
  return (await Promise.all(found)).flat().sort();
}
