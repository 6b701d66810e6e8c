// The command `contamination`: looks for items in texts that models may have been trained on.
import {mkdir, writeFile} from "node:fs/promises";
import {availableParallelism} from "node:os";
import {basename, join} from "node:path";
import type {Command} from "commander";
import {UserError} from "../book/error.js";
import {currentBook} from "../book/read.js";
import type {Corpus} from "../book/types.js";
import {oneLine} from "../infer/failure.js";
import {duration} from "../infer/progress.js";
import {currentResults} from "../run/results.js";
import {replaceFile} from "../store/files.js";
import {tableText} from "../store/show.js";
import {type Audit, audit} from "../studies/contamination/audit.js";
import {type CorpusFile, corpusFiles} from "../studies/contamination/corpora.js";
import {domainClaims} from "../studies/contamination/distributionClaims.js";
import {ALL, type DomainRow} from "../studies/contamination/distributionTable.js";
import {corpusDomains} from "../studies/contamination/domains.js";
import {duplicates, proposed} from "../studies/contamination/duplicates.js";
import {type Item, itemIndex} from "../studies/contamination/itemIndex.js";
import {readItems} from "../studies/contamination/itemsFile.js";
import {storedItems} from "../studies/contamination/make.js";
import {fileRow, hitsOf, itemRow, verdictText} from "../studies/contamination/outputs.js";
import {plantedCorpus} from "../studies/contamination/plantedCorpus.js";
import {DEFAULTS, type Settings} from "../studies/contamination/settings.js";
import {powerOfContamination} from "./contaminationPower.js";
import {probeOfContamination} from "./contaminationProbe.js";
import {positive, within01} from "./options.js";
import {checkOut, writeOut} from "./out.js";

/** Time between two lines of progress, and between two updates of the line on a terminal. */
const PLAIN_EVERY_MS = 5_000;
const LIVE_EVERY_MS = 200;

interface AuditOptions {
  items?: string[];
  corpus?: string[];
  out: string;
  threads: number;
  exact: number;
  near: number;
  background?: string[];
}

/** Adds the command with its subcommands to the program. */
export function contaminationCommands(program: Command): void {
  const command = program
    .command("contamination")
    .description("look for items in texts that models may have been trained on (docs/contamination.md)");
  auditOptions(
    command
      .command("audit")
      .description(
        "search corpora for items; the same command goes on after one that was killed; exit code 1 where something was not read"
      ),
    "where items.jsonl, hits.jsonl and manifest.jsonl are written, and each file's result is kept"
  ).action(auditCommand);
  auditOptions(
    command
      .command("domains")
      .description("what corpora are about: share of each domain beside its share of the items, and contamination by domain"),
    "where domains.jsonl and, for npm run claims, domains.claims.json are written; results that audit kept there are used"
  )
    .option("--background <path...>", "documents that are about no domain; without them each document counts as of one")
    .action(domainsCommand);
  probeOfContamination(command);
  powerOfContamination(command);
  command
    .command("duplicates")
    .description(
      "find items that are nearly the same, within and between benchmarks: Jaccard similarity of 13-gram sets above 0.7"
    )
    .option("--items <file...>", "JSON lines or Parquet with an id and a text; without it the tests of the book's store")
    .option("--out <file>", "write pairs there, one JSON object a line, instead of to stdout")
    .action(duplicatesCommand);
  command
    .command("simulate")
    .description(
      "write the corpus that the workbook ships with: the tests that simulated models know, among random words, and the key"
    )
    .requiredOption(
      "--out <folder>",
      "where planted.jsonl, planted.key.jsonl and background.jsonl are written, such as data/corpora"
    )
    .action(async ({out}: {out: string}) => {
      const {pages, key, background} = plantedCorpus(await currentBook());
      await mkdir(out, {recursive: true});
      await writeLines(join(out, "planted.jsonl"), pages);
      await writeLines(join(out, "planted.key.jsonl"), key);
      await writeLines(join(out, "background.jsonl"), background);
      say(`${pages.length} pages, simulated`);
    });
}

/** Adds the options of a search through corpora. */
const auditOptions = (command: Command, out: string): Command =>
  command
    .option("--items <file...>", "JSON lines or Parquet with an id and a text; without it the tests of the book's store")
    .option("--corpus <path...>", "files, folders or patterns; without it the book's corpora")
    .requiredOption("--out <folder>", out)
    .option("--threads <n>", "files that are searched side by side", positive("threads"), Math.min(2, availableParallelism()))
    .option("--exact <share>", "containment from which a copy is exact", within01("exact"), DEFAULTS.exact)
    .option("--near <ratio>", "subsequence ratio from which a copy is near", within01("near"), DEFAULTS.near);

async function duplicatesCommand({items: files, out}: {items?: string[]; out?: string}): Promise<void> {
  await checkOut(out);
  const {items, problems} = await itemsOf(files);
  const index = itemIndex(items);
  const pairs = duplicates(index).map(({a, b, jaccard}) => {
    const [one, other] = [items[a]!, items[b]!];
    return {a: one.id, b: other.id, jaccard, group_a: one.group, group_b: other.group};
  });
  await writeOut(pairs.map(pair => `${JSON.stringify(pair)}\n`).join(""), out);
  const between = pairs.filter(({group_a, group_b}) => group_a !== group_b).length;
  const lost = 1 - proposed(index.settings.published);
  say(
    `${items.length} items: ${pairs.length - between} pairs within benchmarks, ${between} between them; 1 pair in ${Math.round(1 / lost)} of similarity ${index.settings.published} is missed`
  );
  if (problems > 0) process.exitCode = 1;
}

/** Tells of a mistake or a result on stderr, which may hold words of a file. */
const say = (text: string): void => {
  process.stderr.write(`${oneLine(text, {longest: 2_000})}\n`);
};

/** The items of files, or of the book's store, and the number of lines that are none, each of which is told. */
async function itemsOf(files: readonly string[] | undefined): Promise<{items: Item[]; problems: number}> {
  const {items, problems} = files ? await readAll(files) : {items: await storedItems(await currentResults()), problems: []};
  for (const problem of problems) say(problem);
  if (items.length === 0) throw new UserError("no item to look for");
  return {items, problems: problems.length};
}

interface Audited {
  done: Audit;
  /** As they were given. */
  items: Item[];
  files: CorpusFile[];
  /** Whether a line is no item, or something was not read. */
  incomplete: boolean;
}

/** Audits as the options say, with progress and problems on stderr. */
async function audited({items: itemFiles, corpus, out, threads, exact, near, background}: AuditOptions): Promise<Audited> {
  const settings: Settings = {...DEFAULTS, exact, near};
  const corpora: Corpus[] = corpus
    ? corpus.map(path => ({name: basename(path), files: path, ...(background && {background})}))
    : ((await currentBook()).corpora ?? []);
  if (corpora.length === 0) throw new UserError("no corpus: give --corpus, or write corpora: into the book");
  const files = await corpusFiles(corpora);
  const {items, problems} = await itemsOf(itemFiles);
  await mkdir(out, {recursive: true});

  const progress = progressLine(files.reduce((sum, {bytes}) => sum + bytes, 0));
  let unread = 0;
  const done = await audit(items, files, {
    ...{settings, threads, onBytes: progress.add},
    kept: join(out, "files"),
    onFile({file, whole, problems}) {
      if (!whole) unread++;
      for (const problem of problems) {
        progress.erase();
        say(`${file}: ${problem}`);
      }
    }
  });
  progress.end();
  if (files.length === 0) say("the corpus has no file: nothing was read");
  const {documents, files: read} = done.coverage;
  process.stdout.write(
    `${verdictText(done.results)}; ${documents} documents of ${read} files${unread > 0 ? `, ${unread} of which not read whole` : ""}\n`
  );
  return {done, items, files, incomplete: problems > 0 || unread > 0 || documents === 0};
}

async function auditCommand(options: AuditOptions): Promise<void> {
  const {out} = options;
  const {done, files, incomplete} = await audited(options);
  const corpusOf = new Map(files.map(({path, corpus}) => [path, corpus]));
  await writeLines(
    join(out, "items.jsonl"),
    done.items.map((item, i) => itemRow(item, done.results[i]!))
  );
  await writeLines(
    join(out, "hits.jsonl"),
    done.items.flatMap((item, i) => hitsOf(item, done.copies.get(i) ?? [], done.settings))
  );
  await writeLines(
    join(out, "manifest.jsonl"),
    done.files.map(file => fileRow(corpusOf.get(file.file)!, file))
  );
  if (incomplete) process.exitCode = 1;
}

async function domainsCommand(options: AuditOptions): Promise<void> {
  const {done, items, files, incomplete} = await audited(options);
  const progress = progressLine(files.reduce((sum, {bytes}) => sum + bytes, 0));
  const rows = await corpusDomains(items, files, done, {onBytes: progress.add});
  progress.end();
  await writeLines(join(options.out, "domains.jsonl"), rows);
  const claims = `${JSON.stringify(domainClaims(rows), null, 2)}\n`;
  await replaceFile(join(options.out, "domains.claims.json"), temporary => writeFile(temporary, claims));
  process.stdout.write(domainsText(rows));
  if (incomplete) process.exitCode = 1;
}

/** The rows as a table, each share with its n and interval. */
export function domainsText(rows: readonly DomainRow[]): string {
  const percent = (value: number | null, low: number | null, high: number | null) =>
    value === null
      ? "–"
      : `${(100 * value).toFixed(1)} %${low === null || high === null ? "" : ` [${(100 * low).toFixed(1)}, ${(100 * high).toFixed(1)}]`}`;
  const columns = [
    "corpus",
    "domain",
    "contaminated",
    "of testable",
    "share of the items",
    "n items",
    "share of the corpus",
    "n documents"
  ];
  const table = tableText(
    {
      columns,
      rows: rows.map(row => [
        ...[row.corpus, row.domain, percent(row.rate, row.rate_low, row.rate_high), row.testable],
        ...[percent(row.benchmark_share, null, null), row.items],
        ...[percent(row.corpus_share, row.corpus_low, row.corpus_high), row.documents]
      ])
    },
    {count: false}
  );
  const notes = rows
    .filter(({domain}) => domain === ALL)
    .flatMap(({corpus, open, why}) => {
      if (why) return [`${corpus}: no shares, since ${why}`];
      return open ? [] : [`${corpus}: no background was given, so that each document counts as of one of the domains`];
    });
  return `${table}${notes.map(note => `${note}\n`).join("")}`;
}

/** Items of several files; an id that two files have is the first one's. */
async function readAll(files: readonly string[]): Promise<{items: Item[]; problems: string[]}> {
  const items: Item[] = [];
  const problems: string[] = [];
  const known = new Map<string, string>();
  for (const file of files) {
    const read = await readItems(file);
    problems.push(...read.problems);
    for (const item of read.items) {
      const earlier = known.get(item.id);
      if (earlier !== undefined) problems.push(`${file}: id ${JSON.stringify(item.id)} is already one of ${earlier}: left out`);
      else {
        known.set(item.id, file);
        items.push(item);
      }
    }
  }
  return {items, problems};
}

const writeLines = (file: string, rows: readonly object[]): Promise<void> =>
  replaceFile(file, temporary => writeFile(temporary, rows.map(row => `${JSON.stringify(row)}\n`).join("")));

/** Bytes read and time left: one line on a terminal, a line every few seconds elsewhere. */
function progressLine(total: number) {
  const started = performance.now();
  const live = process.stderr.isTTY;
  let [bytes, last, drawn] = [0, started, false];
  const megabytes = (count: number) => `${(count / 1e6).toFixed(1)} MB`;
  const erase = () => {
    if (drawn) process.stderr.write("\r\u001b[K");
    drawn = false;
  };
  return {
    erase,
    end: erase,
    add(more: number) {
      bytes += more;
      const now = performance.now();
      if (now - last < (live ? LIVE_EVERY_MS : PLAIN_EVERY_MS)) return;
      last = now;
      const perSecond = bytes / ((now - started) / 1000);
      const text = `${megabytes(bytes)} of ${megabytes(total)}, ${megabytes(perSecond)}/s, ${duration((total - bytes) / perSecond)} left`;
      erase();
      process.stderr.write(live ? text : `${text}\n`);
      drawn = live;
    }
  };
}
