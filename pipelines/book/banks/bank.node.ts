// An item bank in memory: its items by number, packed, so that a million of them take little more than their text.
import {hash} from "node:crypto";
import {readFile} from "node:fs/promises";
import {basename, dirname, extname, relative, resolve} from "node:path";
import {deflateRawSync, inflateRawSync} from "node:zlib";
import {type BankFile, bankSchema, type Policy} from "../bankSchemas.js";
import {canonicalJson, sha256Hex} from "../canonical.js";
import {UserError} from "../error.js";
import {nameSchema} from "../schemas.js";
import type {Scorer} from "../scorers.js";
import type {Locate, Model} from "../types.js";
import {parseYaml} from "../yaml.js";
import {filesOf} from "./find.node.js";
import type {BankItem} from "./item.node.js";
import {HAS_RUBRIC, IS_SEVERAL, type ItemLines, itemAt, itemOfLine, startOf} from "./itemLines.node.js";
import {scorerOf} from "./itemScorer.js";
import {readingOf} from "./itemSettings.js";
import {itemsOf} from "./reader.node.js";
import {noRecords} from "./recordCounts.js";
import {layoutOf, type Source} from "./recordReader.node.js";
import type {Bank, ReadItem, RecordCounts} from "./types.js";

/** Items that are kept in one piece of memory, and characters after which it is closed before. */
const PAGE = 64;
const PAGE_CHARACTERS = 2 ** 22;
/** Bytes of a page from which on it is kept compressed: items of more than 16,000 characters, of which few are asked a second. */
const COMPRESSED_BYTES = 2 ** 20;

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

  const pages = openPages();
  const counts = noRecords();
  const shown = new Map<string, BankItem[]>();
  const show = (item: BankItem) => {
    const own = shown.get(item.category);
    if (own) own.push(item);
    else shown.set(item.category, [item]);
  };
  for await (const lines of itemsOf(source, counts, {ids: true})) {
    let from = 0;
    for (let i = 0; apart > 0 && i < lines.size; i++) {
      if ((shown.get(lines.categories.names[lines.categories.codes[i]!]!)?.length ?? 0) >= apart) continue;
      pages.add(lines, from, i);
      show(itemAt(lines, i).item);
      from = i + 1;
    }
    pages.add(lines, from, lines.size);
  }
  const other = noRecords();
  if (development.length > 0)
    for await (const lines of itemsOf({...source, files: development}, other, {ids: true}))
      for (let i = 0; i < lines.size; i++) show(itemAt(lines, i).item);
  for (const {problems, faulty} of [counts, other]) {
    if (faulty > 0 && value.faulty === "refuse")
      throw new UserError(
        `${problems[0]}${faulty > 1 ? ` (and ${faulty - 1} more: npm run items -- check ${name})` : ""}; correct it, or write "faulty: leave out" into ${file}`
      );
  }
  if (pages.size === 0)
    throw new UserError(
      `${locate(["files"])} no item that can be asked${shown.size > 0 && apart > 0 ? `: all are set apart as examples by ${promptAt}` : ""}`
    );
  checkShots(value.prompt, shown, promptAt);
  const ruled = (pages.properties & HAS_RUBRIC) !== 0;
  const single = (pages.properties & IS_SEVERAL) === 0;
  const rubricAt = value.scorer?.kind === "rubric" ? locate(["scorer"]) : ruled ? `${file}:1:1` : undefined;
  const layout = layoutOf(source);
  const scorer = value.scorer ?? layout.scorer;
  const guess = value.guess ?? layout.guess;
  return bankOf({name, file, definition: value, pages: pages.close(), counts, shown, scorer, guess, judge, rubricAt, single});
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

interface Pages {
  size: number;
  digest: string;
  item(i: number): ReadItem;
  /** Number of each item's category among `categories`, which stand in the order in which they occurred. */
  codes: Uint32Array;
  categories: readonly string[];
}

/** Collects items as lines of JSON, up to `PAGE` of them in one buffer outside of JavaScript's heap. */
function openPages() {
  const pages: Buffer[] = [];
  const compressed: boolean[] = [];
  /** Number of each page's first item. */
  const starts: number[] = [];
  /** Bytes of the page that is filled, its items and their characters. */
  let parts: Uint8Array[] = [];
  let [items, characters] = [0, 0];
  const codes: number[] = [];
  const categories = new Map<string, number>();
  let digest = "";
  let properties = 0;
  const flush = () => {
    if (items === 0) return;
    const whole = Buffer.concat([Buffer.from(digest), ...parts]);
    const chained = whole.subarray(0, -1); // the last line feed stands between lines alone
    const page = chained.subarray(digest.length);
    digest = hash("sha256", chained, "hex");
    pages.push(page.length < COMPRESSED_BYTES ? page : deflateRawSync(page, {level: 1}));
    compressed.push(page.length >= COMPRESSED_BYTES);
    starts.push(codes.length - items);
    parts = [];
    [items, characters] = [0, 0];
  };
  return {
    get size() {
      return codes.length;
    },
    /** All properties that some item has. */
    get properties() {
      return properties;
    },
    /** Adds items of lines, from a number to the one before another. */
    add(lines: ItemLines, from: number, to: number): void {
      const {bytes, ends, lengths, categories: named} = lines;
      const own = new Array<number | undefined>(named.names.length);
      let start = startOf(lines, from);
      const take = (end: number) => {
        if (end > start) parts.push(bytes.subarray(start, end));
        start = end;
      };
      for (let i = from; i < to; i++) {
        const name = named.codes[i]!;
        let code = own[name] ?? categories.get(named.names[name]!);
        if (code === undefined) categories.set(named.names[name]!, (code = categories.size));
        codes.push((own[name] = code));
        properties |= lines.properties[i]!;
        items++;
        characters += lengths[i]!;
        if (items < PAGE && characters <= PAGE_CHARACTERS) continue;
        take(ends[i]!);
        flush();
      }
      if (to > from) take(ends[to - 1]!);
    },
    close(): Pages {
      flush();
      let last = {page: -1, lines: [] as string[]};
      return {
        size: codes.length,
        digest,
        codes: Uint32Array.from(codes),
        categories: [...categories.keys()],
        item(i) {
          const page = pageOf(starts, i);
          if (last.page !== page) {
            const bytes = compressed[page] ? inflateRawSync(pages[page]!) : pages[page]!;
            last = {page, lines: bytes.toString("utf8").split("\n")};
          }
          return itemOfLine(last.lines[i - starts[page]!]!);
        }
      };
    }
  };
}

/** The page of an item, given the numbers of the pages' first items. */
function pageOf(starts: readonly number[], i: number): number {
  let low = Math.floor(i / PAGE); // no page holds more
  let high = starts.length - 1;
  if (low === high || starts[low + 1]! > i) return low; // the usual case: all pages are full
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle]! <= i) low = middle;
    else high = middle - 1;
  }
  return low;
}

interface Contents {
  name: string;
  file: string;
  definition: BankFile;
  pages: Pages;
  counts: RecordCounts;
  shown: ReadonlyMap<string, readonly BankItem[]>;
  /** Scorer of items that have none of their own. */
  scorer: Scorer;
  guess: number | undefined;
  judge: Model | undefined;
  rubricAt: string | undefined;
  single: boolean;
}

function bankOf({name, file, definition, pages, counts, shown, scorer, guess, judge, rubricAt, single}: Contents): Bank {
  const {prompt, version, title} = definition;
  const members = new Map<string, Uint32Array>();
  const places = new Map(pages.categories.map((category, code) => [category, code]));
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
    single,
    digest: sha256Hex(
      canonicalJson({
        asked,
        items: pages.digest,
        examples,
        ...(judge && {judge: graderOf(judge)}),
        ...(guess !== undefined && {guess})
      })
    ),
    size: pages.size,
    categories: [...pages.categories].sort(),
    item: pages.item,
    ofCategory(category) {
      let found = members.get(category);
      const code = places.get(category);
      if (!found) members.set(category, (found = Uint32Array.from([...pages.codes.keys()].filter(i => pages.codes[i] === code))));
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
