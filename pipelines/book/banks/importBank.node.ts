// Imports a file of questions as an item bank: its items in one layout, the bank's YAML file, and a summary of what was found.
import {existsSync} from "node:fs";
import {mkdir, rename, rm, writeFile} from "node:fs/promises";
import {basename, join} from "node:path";
import {stringify} from "yaml";
import {UserError} from "../../rows/error.js";
import {type BankFile, bankSchema, type Format, type LayoutName} from "../bankSchemas.js";
import {nameSchema} from "../schemas.js";
import {sourceOf} from "./bank.node.js";
import {openIndex} from "./itemIndex.node.js";
import {itemsOf} from "./reader.node.js";
import {noRecords} from "./recordCounts.js";
import {fileName, layoutOf, type Source} from "./recordReader.node.js";
import {createItemFile} from "./storedItems.node.js";
import {openSummary, type Summary} from "./summary.js";

export interface ImportOptions {
  files: readonly string[];
  layout: LayoutName;
  name: string;
  format?: Format | undefined;
  domain?: string | undefined;
  category?: string | undefined;
  licence?: string | undefined;
  source?: string | undefined;
  /** The folder of banks. */
  folder: string;
  /** Whether a bank of this name may be replaced. */
  force?: boolean | undefined;
}

/** What an import wrote and found. */
export interface Imported {
  yaml: string;
  items: string;
  summary: Summary;
  /** Whether ids begin with the names of the files, since they restart in each of them. */
  prefixed: boolean;
}

/** Imports a bank. Records that cannot be read are left out and listed in the summary. Throws a UserError where nothing can be read. */
export async function importBank({files, layout, name, folder, force = false, ...given}: ImportOptions): Promise<Imported> {
  if (!nameSchema.safeParse(name).success || /[/\\]/u.test(name))
    throw new UserError(`--name ${JSON.stringify(name)} cannot serve as a bank's name; expected letters, digits and . _ : @ + -`);
  const [yaml, items] = [join(folder, `${name}.yaml`), join(folder, `${name}.parquet`)];
  for (const file of files) if (!existsSync(file)) throw new UserError(`no such file: ${file}`);
  for (const file of [yaml, items])
    if (existsSync(file) && !force)
      throw new UserError(`${file} exists already; give the bank another --name, or replace it with --force`);
  const source = {
    ...sourceOf(
      {
        layout,
        ...(given.format && {format: given.format}),
        ...(given.domain && {domain: given.domain}),
        ...(given.category && {category: given.category})
      } as BankFile,
      name
    ),
    files
  };
  await mkdir(folder, {recursive: true});
  const written = await storeItems(source, items);
  await writeFile(yaml, bankText({files, layout, name, ...given}));
  return {yaml, items, ...written};
}

/** Writes the items of files as Parquet. Throws a UserError if none can be asked; then a file that was there stays. */
export async function storeItems(
  source: Source & {files: readonly string[]},
  file: string
): Promise<Pick<Imported, "summary" | "prefixed">> {
  const temporary = `${file}.part`;
  try {
    const plain = await writeItems(source, temporary);
    const summary = plain ?? (await writeItems(source, temporary, {prefixIds: true}))!;
    if (summary.items === 0)
      throw new UserError(
        `${source.files.map(fileName).join(", ")}: no item that can be asked${summary.problems.length > 0 ? `; ${summary.problems[0]}` : ""}`
      );
    await rename(temporary, file);
    return {summary, prefixed: plain === null};
  } finally {
    await rm(temporary, {force: true});
  }
}

/** Writes the items of files as Parquet and returns their summary; null, without prefixes, where ids restart in a file. */
export async function writeItems(source: Source, file: string, {prefixIds = false} = {}): Promise<Summary | null> {
  const counts = noRecords();
  const summary = openSummary(counts);
  const scorer = source.scorer ?? layoutOf(source).scorer;
  const index = openIndex(scorer);
  /** Whether items name scorers of the user's own, which may change: then each reading checks them. */
  let hasOwnScorer = false;
  await using out = await createItemFile(file);
  for await (const items of itemsOf(source, counts, {prefixIds})) {
    if (counts.restarted > 0 && !prefixIds) return null;
    for (const checked of items) {
      summary.add(checked.item);
      hasOwnScorer ||= checked.item.scorer !== undefined && JSON.stringify(checked.item.scorer).includes('"own"');
      await out.add(checked.json, index.add(checked));
    }
  }
  await out.write(hasOwnScorer ? undefined : {index: index.close(), scorer});
  return summary.close();
}

/** The YAML of an imported bank. */
function bankText({files, layout, name, licence, source}: Omit<ImportOptions, "folder">): string {
  const {scorer, prompt} = layoutOf({layout});
  const bank = {
    title: name,
    files: `${name}.parquet`,
    layout: "plain",
    imported_layout: layout,
    scorer,
    ...(prompt && {prompt}),
    version: 1,
    ...(licence && {licence}),
    source: source ?? `imported from ${files.map(file => basename(file)).join(", ")}`
  };
  bankSchema.parse(bank);
  return `# Items of layout ${layout}, one a row of the Parquet file. A suite asks them with "- bank: ${name}" (docs/banks.md).\n${stringify(bank)}`;
}
