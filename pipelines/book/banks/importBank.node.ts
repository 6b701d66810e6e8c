// Imports a file of questions as an item bank: its items in one layout, the bank's YAML file, and a summary of what was found.
import {once} from "node:events";
import {createWriteStream, existsSync} from "node:fs";
import {mkdir, rename, rm, writeFile} from "node:fs/promises";
import {basename, join} from "node:path";
import {finished} from "node:stream/promises";
import {stringify} from "yaml";
import {type BankFile, bankSchema, type Format, type LayoutName} from "../bankSchemas.js";
import {UserError} from "../error.js";
import {nameSchema} from "../schemas.js";
import {sourceOf} from "./bank.node.js";
import {itemsOf} from "./reader.node.js";
import {noRecords} from "./recordCounts.js";
import {layoutOf, type Source} from "./recordReader.node.js";
import {openSummary, type Summary} from "./summary.node.js";

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
  /** Threads that read lines beside this one, which are waited for; as many as pay if absent. */
  threads?: number | undefined;
}

/** What an import wrote and found. */
export interface Imported {
  yaml: string;
  items: string;
  summary: Summary;
  /** Whether ids begin with the names of the files, since they restart in each of them. */
  prefixed: boolean;
}

/** Bytes after which the import waits until they are written. */
const HELD = 16 * 2 ** 20;

/** Imports a bank. Records that cannot be read are left out and listed in the summary. Throws a UserError where nothing can be read. */
export async function importBank({
  files,
  layout,
  name,
  folder,
  force = false,
  threads,
  ...given
}: ImportOptions): Promise<Imported> {
  if (!nameSchema.safeParse(name).success || /[/\\]/u.test(name))
    throw new UserError(`--name ${JSON.stringify(name)} cannot serve as a bank's name; expected letters, digits and . _ : @ + -`);
  const [yaml, items] = [join(folder, `${name}.yaml`), join(folder, `${name}.jsonl`)];
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
  const temporary = `${items}.part`;
  try {
    const plain = await writeItems(source, {temporary, threads, prefixIds: false});
    const found = plain ?? (await writeItems(source, {temporary, threads, prefixIds: true}))!;
    if (found.items === 0)
      throw new UserError(
        `${files[0]} holds no item that can be asked${found.problems.length > 0 ? `; ${found.problems[0]}` : ""}`
      );
    await rename(temporary, items);
    await writeFile(yaml, bankText({files, layout, name, ...given}));
    return {yaml, items, summary: found, prefixed: plain === null};
  } finally {
    await rm(temporary, {force: true});
  }
}

/** Writes the items of files and returns their summary; null, without prefixes, where ids restart in a file. */
async function writeItems(
  source: Source,
  {temporary, threads, prefixIds}: {temporary: string; threads: number | undefined; prefixIds: boolean}
): Promise<Summary | null> {
  const counts = noRecords();
  const summary = openSummary(counts);
  const out = createWriteStream(temporary, {highWaterMark: HELD});
  try {
    for await (const lines of itemsOf(source, counts, {ids: false, threads, prefixIds})) {
      if (counts.restarted > 0 && !prefixIds) return null;
      summary.add(lines);
      if (lines.size > 0 && !out.write(lines.bytes)) await once(out, "drain");
    }
    out.end();
    await finished(out);
    return summary.close();
  } finally {
    out.on("error", () => {}); // of what was not yet written
    out.destroy();
    if (!out.closed) await new Promise<void>(resolve => out.once("close", resolve)); // the next pass writes the same file
  }
}

/** The YAML of an imported bank. */
function bankText({files, layout, name, licence, source}: Omit<ImportOptions, "folder">): string {
  const {scorer, prompt} = layoutOf({layout});
  const bank = {
    title: name,
    files: `${name}.jsonl`,
    layout: "plain",
    imported_layout: layout,
    scorer,
    ...(prompt && {prompt}),
    version: 1,
    ...(licence && {licence}),
    source: source ?? `imported from ${files.map(file => basename(file)).join(", ")}`
  };
  bankSchema.parse(bank);
  return `# Items of layout ${layout}, one JSON object a line. A suite asks them with "- bank: ${name}" (docs/banks.md).\n${stringify(bank)}`;
}
