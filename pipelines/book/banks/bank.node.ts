// An item bank in memory: its items by number.
import {readFile} from "node:fs/promises";
import {basename, dirname, extname, relative, resolve} from "node:path";
import {deflateRawSync, inflateRawSync} from "node:zlib";
import {UserError} from "../../rows/error.js";
import {type BankFile, bankSchema, type Policy} from "../bankSchemas.js";
import {canonicalJson, sha256Hex} from "../canonical.js";
import {nameSchema} from "../schemas.js";
import type {Scorer} from "../scorers.js";
import type {Locate, Model} from "../types.js";
import {parseYaml} from "../yaml.js";
import {filesOf} from "./find.node.js";
import {type BankItem, contentId} from "./item.node.js";
import {type ItemIndex, openIndex} from "./itemIndex.node.js";
import {scorerOf} from "./itemScorer.js";
import {readingOf} from "./itemSettings.js";
import {itemsOf} from "./reader.node.js";
import {noRecords} from "./recordCounts.js";
import {layoutOf, type Source} from "./recordReader.node.js";
import type {Bank, RecordCounts} from "./types.js";

/** Characters from which on an item is compressed in memory; few of such items are asked a second. */
const MIN_COMPRESSED = 16_000;

/** What holds for a bank where its own file says nothing, and where that is written. */
export interface BankDefaults {
  prompt?: Policy | undefined;
  metric?: string | undefined;
  place: string;
}

/** Reads a bank's YAML file and finds its files. Throws a UserError. */
export async function openBankFile(path: string, {within, defaults}: {within: string; defaults?: BankDefaults | undefined}) {
  const file = relative(".", path) || path;
  const text = await readFile(path, "utf8").catch(() => {
    throw new UserError(`no file ${JSON.stringify(file)}`);
  });
  let written: object = {};
  const {value, locate} = parseYaml(text, file, raw => {
    if (typeof raw === "object" && raw !== null) written = raw;
    return bankSchema;
  });
  const isDefault = (key: "prompt" | "metric") => defaults?.[key] !== undefined && !Object.hasOwn(written, key);
  if (isDefault("prompt")) value.prompt = defaults!.prompt!;
  if (isDefault("metric")) value.metric = defaults!.metric!;
  const promptAt = isDefault("prompt") ? defaults!.place : locate(["prompt"]);
  const name = value.name ?? basename(path, extname(path));
  if (!nameSchema.safeParse(name).success)
    throw new UserError(`${file}:1:1 the file's name ${JSON.stringify(name)} cannot serve as the bank's; write name: some-name`);
  const folder = dirname(resolve(path));
  const find = async (files: string | string[], field: (string | number)[]) =>
    filesOf([files].flat(), {folder, within, place: locate(field)});
  return {
    value,
    locate,
    name,
    file,
    find,
    promptAt,
    source: {...sourceOf(value, name), files: await find(value.files, ["files"])}
  };
}

/**
 * Reads a bank's YAML file and all its items. Throws a UserError.
 * @param within the folder that no file may lie outside of
 * @param judgeIn reads the model that the bank names as its judge; without it the bank has none
 * @param defaults what holds where the bank's own file says nothing
 */
export async function readBank(
  path: string,
  {
    within,
    judgeIn,
    defaults
  }: {
    within: string;
    judgeIn?: ((judge: NonNullable<BankFile["judge"]>, locate: Locate) => Promise<Model>) | undefined;
    defaults?: BankDefaults | undefined;
  }
): Promise<Bank> {
  const {value, locate, name, file, find, promptAt, source} = await openBankFile(path, {within, defaults});
  const judge = value.judge === undefined ? undefined : await judgeIn?.(value.judge, locate);
  const {examples} = value.prompt;
  const development = examples && "files" in examples ? await find(examples.files, ["prompt", "examples", "files"]) : [];
  const apart = examples && "first" in examples ? examples.first : 0;

  const layout = layoutOf(source);
  const scorer = value.scorer ?? layout.scorer;
  const guess = value.guess ?? layout.guess;
  const counts = noRecords();
  const shown = new Map<string, BankItem[]>();
  const show = (item: BankItem) => {
    const own = shown.get(item.category);
    if (own) own.push(item);
    else shown.set(item.category, [item]);
  };
  const stored = apart === 0 && isAsImported(value) ? await readStored(source.files, scorer) : null;
  if (stored) counts.records = stored.index.size;
  const {index, jsonAt} = stored ?? (await readItems());
  const other = noRecords();
  if (development.length > 0)
    for await (const items of itemsOf({...source, files: development}, other)) for (const {item} of items) show(item);
  for (const {problems, faulty} of [counts, other]) {
    if (faulty > 0 && value.faulty === "refuse")
      throw new UserError(
        `${problems[0]}${faulty > 1 ? ` (and ${faulty - 1} more: npm run items -- check ${name})` : ""}; correct it, or write "faulty: leave out" into ${file}`
      );
  }
  if (index.size === 0)
    throw new UserError(
      `${locate(["files"])} no item that can be asked${shown.size > 0 && apart > 0 ? `: all are set apart as examples by ${promptAt}` : ""}`
    );
  checkShots(value.prompt, shown, promptAt);
  const rubricAt = value.scorer?.kind === "rubric" ? locate(["scorer"]) : index.hasRubric ? `${file}:1:1` : undefined;
  return bankOf({name, file, definition: value, index, jsonAt, counts, shown, scorer, guess, judge, rubricAt});

  /** Reads and checks the items of all files, but for those that are set apart as examples. */
  async function readItems(): Promise<Items> {
    const collected = openIndex(scorer);
    const texts: (string | Buffer)[] = [];
    for await (const items of itemsOf(source, counts))
      for (const checked of items) {
        const {item, json} = checked;
        if (apart > 0 && (shown.get(item.category)?.length ?? 0) < apart) {
          show(item);
          continue;
        }
        collected.add(checked);
        texts.push(json.length < MIN_COMPRESSED ? json : deflateRawSync(json, {level: 1}));
      }
    const jsonAt = (i: number) => {
      const text = texts[i]!;
      return typeof text === "string" ? text : inflateRawSync(text).toString();
    };
    return {index: collected.close(), jsonAt};
  }
}

/** Whether a bank's file reads items as `items import` has written them. */
const isAsImported = ({layout, format, fields, domain, category}: BankFile): boolean =>
  layout === "plain" && (format ?? fields ?? domain ?? category) === undefined;

/** Reads the items of an imported bank; null for other files. DuckDB is loaded for these alone. */
async function readStored([file, ...others]: readonly string[], scorer: Scorer): Promise<Items | null> {
  if (others.length > 0 || !file!.endsWith(".parquet")) return null;
  return (await import("./storedItems.node.js")).readItemFile(file!, scorer);
}

/** What a bank's file says about its items, without the files. */
export const sourceOf = ({format, layout, fields, domain, category, scorer}: BankFile, name: string): Omit<Source, "files"> => ({
  format,
  layout,
  fields,
  domain,
  category,
  name,
  scorer
});

interface Items {
  index: ItemIndex;
  /** Item i as JSON. */
  jsonAt(i: number): string;
}

interface Contents extends Items {
  name: string;
  file: string;
  definition: BankFile;
  counts: RecordCounts;
  shown: ReadonlyMap<string, readonly BankItem[]>;
  /** Scorer of items that have none of their own. */
  scorer: Scorer;
  guess: number | undefined;
  judge: Model | undefined;
  rubricAt: string | undefined;
}

function bankOf({name, file, definition, index, jsonAt, counts, shown, scorer, guess, judge, rubricAt}: Contents): Bank {
  const {prompt, version, title} = definition;
  const members = new Map<string, Uint32Array>();
  const codes = new Map(index.categories.map((category, code) => [category, code]));
  const {licence: _, source: __, notes: ___, title: ____, files: _____, imported_layout: ______, ...asked} = definition;
  const examples = [...shown].map(([category, items]) => [category, items] as const);
  return {
    name,
    file,
    title,
    version,
    definition,
    counts,
    guess,
    judge,
    rubricAt,
    single: index.single,
    digest: sha256Hex(
      canonicalJson({
        asked,
        items: index.digest,
        examples,
        ...(judge && {judge: graderOf(judge)}),
        ...(guess !== undefined && {guess})
      })
    ),
    size: index.size,
    categories: [...index.categories].sort(),
    item(i) {
      const json = jsonAt(i);
      const item = JSON.parse(json) as BankItem;
      return {item, id: contentId(item, json)};
    },
    ofCategory(category) {
      let found = members.get(category);
      const code = codes.get(category);
      if (!found) members.set(category, (found = Uint32Array.from([...index.codes.keys()].filter(i => index.codes[i] === code))));
      return found;
    },
    scorerOf: item => scorerOf(item, scorer),
    readingOf: item => readingOf(item, definition),
    policyOf(category) {
      const {shots = 0, think, instruction} = {...prompt, ...prompt.by_category[category]};
      return {shots, think, instruction};
    },
    examplesOf: category => [
      ...(shown.get(category) ?? []),
      ...[...shown].flatMap(([name, items]) => (name === category ? [] : items))
    ]
  };
}

/** What a judge's grades depend on. */
const graderOf = ({id, endpoint, protocol, model, sampler}: Model) =>
  JSON.parse(JSON.stringify({id, endpoint, protocol, model, sampler})) as object;

function checkShots({shots = 0, by_category}: Policy, shown: ReadonlyMap<string, readonly BankItem[]>, place: string): void {
  const there = [...shown.values()].reduce((sum, {length}) => sum + length, 0);
  const wanted = Math.max(shots, ...Object.values(by_category).map(own => own.shots ?? 0));
  if (wanted > there)
    throw new UserError(
      `${place} ${wanted} shots, but only ${there} examples; name a larger development split, or set more items apart`
    );
}
