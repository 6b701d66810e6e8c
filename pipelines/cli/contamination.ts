// The command `contamination`: looks for items in texts that models may have been trained on.
import {mkdir, writeFile} from "node:fs/promises";
import {availableParallelism} from "node:os";
import {join} from "node:path";
import {z} from "zod";
import {plural} from "../book/plural.js";
import {currentBook} from "../book/read.node.js";
import {ByteProgress, reportAbove} from "../infer/progress.node.js";
import {redisPlace} from "../run/cluster/place.js";
import {Interrupted, interrupts} from "../run/interrupt.js";
import {currentResults} from "../run/results.js";
import {replaceFile} from "../store/files.node.js";
import {tableText} from "../store/show.js";
import {type Audit, audit} from "../studies/contamination/audit.node.js";
import type {CorpusFile} from "../studies/contamination/corpora.node.js";
import {ALL, type DomainRow, domainClaims} from "../studies/contamination/distribution.js";
import {corpusDomains} from "../studies/contamination/domains.node.js";
import {duplicates, proposed} from "../studies/contamination/duplicates.js";
import {type Item, itemIndex} from "../studies/contamination/itemIndex.js";
import {fileRow, hitsOf, itemRow, paraphraseRow, verdictText} from "../studies/contamination/outputs.js";
import type {Paraphrase} from "../studies/contamination/paraphrases/decision.js";
import {findParaphrases} from "../studies/contamination/paraphrases/find.node.js";
import {auditReport, auditReportSchema, reportText, shareText} from "../studies/contamination/report.js";
import {partsOfFolder, partsOfStore, probeIn, probesIn} from "../studies/contamination/reportSources.node.js";
import {placeOf} from "../studies/contamination/results.js";
import {DEFAULTS, type Settings} from "../studies/contamination/settings.js";
import {simulatedCorpus} from "../studies/contamination/simulatedCorpus.node.js";
import {study} from "../studies/make.node.js";
import {command, jsonText, option, positional, printingCommand} from "./command.js";
import {embeddingsCommand} from "./contaminationEmbeddings.js";
import {filesOf, inputOptions, itemsOf, itemsOption, printLine, safe, writeLines} from "./contaminationInputs.js";
import {performanceCommand} from "./contaminationPerformance.js";
import {powerCommand} from "./contaminationPower.js";
import {probeCommand} from "./contaminationProbe.js";
import {path, shareBetween0And1, wholeNumber} from "./optionTypes.js";
import {checkOut, writeOut} from "./out.js";

const reportCommand = printingCommand({
  name: "contamination report",
  summary: "report the result of an audit, in markdown: verdicts, what was read, effect on scores, embeddings and probes",
  options: z.strictObject({
    folder: positional(z.string().optional(), "the --out of an audit; without it the tests of the book in its corpora"),
    probe: option(
      z.array(z.string()).optional(),
      "reports of contamination probe; without it the files probe*.json of the folder",
      {value: "file..."}
    ),
    out: path("write there instead of to stdout: .json with all digits, or any other for markdown").optional()
  }),
  examples: ["audit --out report.md", "audit --probe probe.json --json"],
  outputSchema: () => z.toJSONSchema(auditReportSchema),
  async run({folder, probe, out}, io) {
    await checkOut(out);
    const parts = folder === undefined ? await ofBook() : await partsOfFolder(folder);
    const probes = probe ?? (folder === undefined ? [] : await probesIn(folder));
    const report = auditReport({...parts, probes: await Promise.all(probes.map(probeIn))});
    if (out !== undefined) await writeOut(out.endsWith(".json") ? jsonText(report) : reportText(report), out, io);
    return report;
  },
  print: (report, {out}) => (out === undefined ? reportText(report) : "")
});

async function ofBook(): ReturnType<typeof partsOfStore> {
  const folder = await currentResults();
  for (const table of ["contamination_items", "contamination_files", "contamination_effects"] as const)
    await study(table, folder);
  return partsOfStore(folder);
}

/** Options of a search through corpora. @param out description of the folder of results */
const searchOptions = (out: string) => ({
  ...inputOptions,
  out: path(out, {value: "folder"}),
  threads: wholeNumber("files that are searched in parallel (default: 2, or 1 on a single core)").optional(),
  exact: shareBetween0And1("least containment of an exact copy").default(DEFAULTS.exact),
  near: shareBetween0And1("least subsequence ratio of a near copy", {value: "ratio"}).default(DEFAULTS.near),
  redis: option(
    z.union([z.string(), z.literal(true)]).optional(),
    "let workers search the files that they have too: npm run worker with the same Redis (without a URL: REASONBOOK_REDIS)",
    {value: "url", bare: true}
  )
});

const auditOptions = z.strictObject({
  ...searchOptions("where items.jsonl, hits.jsonl and manifest.jsonl are written, and each file's result is kept"),
  probability: shareBetween0And1(
    "also search for paraphrases, write paraphrases.jsonl, and count as near what is one with this probability, such as 0.9",
    {value: "share"}
  ).optional()
});
const domainsOptions = z.strictObject({
  ...searchOptions(
    "where domains.jsonl and, for npm run claims, domains.claims.json are written; results that audit kept there are used"
  ),
  background: option(
    z.array(z.string()).optional(),
    "documents that belong to no domain; without them each document is assigned to a domain",
    {value: "path..."}
  )
});
type AuditOptions = z.infer<typeof auditOptions> & {background?: string[] | undefined};

const auditCommand = printingCommand({
  name: "contamination audit",
  summary: "search corpora for items; running it again resumes an interrupted search; exit code 1 where something was not read",
  options: auditOptions,
  examples: ["--out audit", "--items items.jsonl --corpus corpus/ --out audit --probability 0.9"],
  async run(options) {
    const {out} = options;
    const {done, files, paraphrases, verdict, incomplete} = await audited(options);
    const corpusOf = new Map(files.map(({path, corpus}) => [path, corpus]));
    const items = done.items.map((item, i) => itemRow(item, done.results[i]!));
    await writeLines(join(out, "items.jsonl"), items);
    await writeLines(
      join(out, "hits.jsonl"),
      done.items.flatMap((item, i) => hitsOf(item, done.copies.get(i) ?? [], done.settings))
    );
    if (paraphrases)
      await writeLines(
        join(out, "paraphrases.jsonl"),
        paraphrases.map((paraphrase, i) => paraphraseRow(done.items[i]!, paraphrase))
      );
    const manifest = done.files.map(file => fileRow(corpusOf.get(file.file)!, file));
    await writeLines(join(out, "manifest.jsonl"), manifest);
    return {verdict, incomplete, items, files: manifest};
  },
  print: ({verdict}) => `${verdict}\n`,
  exitCode: ({incomplete}) => (incomplete ? 1 : 0)
});

const domainsCommand = printingCommand({
  name: "contamination domains",
  summary: "compare the domains of corpora: share of each next to its share of the items, and contamination by domain",
  options: domainsOptions,
  examples: ["--out audit", "--corpus corpus/ --background other/ --out audit"],
  async run(options) {
    const {done, items, files, verdict, incomplete} = await audited(options);
    const progress = new ByteProgress(files.reduce((sum, {bytes}) => sum + bytes, 0));
    const rows = await corpusDomains(items, files, done, {onBytes: progress.add});
    progress.done();
    await writeLines(join(options.out, "domains.jsonl"), rows);
    const claims = `${JSON.stringify(domainClaims(rows), null, 2)}\n`;
    await replaceFile(join(options.out, "domains.claims.json"), temporary => writeFile(temporary, claims));
    return {verdict, incomplete, rows};
  },
  print: ({verdict, rows}) => `${verdict}\n${domainsText(rows)}`,
  exitCode: ({incomplete}) => (incomplete ? 1 : 0)
});

const duplicatesCommand = command({
  name: "contamination duplicates",
  summary: "find items that are nearly the same, within and between benchmarks: Jaccard similarity of 13-gram sets above 0.7",
  options: z.strictObject({
    items: itemsOption,
    out: path("write pairs there, one JSON object a line, instead of to stdout").optional()
  }),
  examples: ["", "--items first.jsonl second.jsonl --out pairs.jsonl"],
  async run({items: files, out}, io) {
    await checkOut(out);
    const {items, problems} = await itemsOf(files);
    const index = itemIndex(items, {...DEFAULTS, passage_words: 0});
    const pairs = duplicates(index).map(({a, b, jaccard}) => {
      const [one, other] = [items[a]!, items[b]!];
      return {a: one.id, b: other.id, jaccard, group_a: one.group, group_b: other.group};
    });
    await writeOut(pairs.map(pair => `${JSON.stringify(pair)}\n`).join(""), out, io);
    const between = pairs.filter(({group_a, group_b}) => group_a !== group_b).length;
    const lost = 1 - proposed(index.settings.published);
    printLine(
      `${plural(items.length, "item")}: ${plural(pairs.length - between, "pair")} within benchmarks, ${between} between them; 1 pair in ${Math.round(1 / lost)} of similarity ${index.settings.published} is missed`
    );
    return problems > 0 ? 1 : 0;
  }
});

const simulateCommand = command({
  name: "contamination simulate",
  summary: "write the corpus that the workbook ships with: the tests that simulated models know, among random words, and the key",
  options: z.strictObject({
    out: path("where planted.jsonl, planted.key.jsonl and background.jsonl are written, such as data/corpora", {value: "folder"})
  }),
  examples: ["--out data/corpora"],
  async run({out}) {
    const {pages, key, background} = simulatedCorpus(await currentBook());
    await mkdir(out, {recursive: true});
    await writeLines(join(out, "planted.jsonl"), pages);
    await writeLines(join(out, "planted.key.jsonl"), key);
    await writeLines(join(out, "background.jsonl"), background);
    printLine(`${plural(pages.length, "simulated page")}`);
  }
});

export const commands = [
  auditCommand,
  domainsCommand,
  embeddingsCommand,
  probeCommand,
  powerCommand,
  performanceCommand,
  reportCommand,
  duplicatesCommand,
  simulateCommand
];

interface Audited {
  done: Audit;
  /** As they were given. */
  items: Item[];
  files: CorpusFile[];
  /** By item; undefined where none was searched for. */
  paraphrases: (Paraphrase | null)[] | undefined;
  /** Counts of verdicts, documents and files, as a sentence. */
  verdict: string;
  /** Whether a line is no item, or something was not read. */
  incomplete: boolean;
}

/** Audits as the options say, with progress and problems on stderr. */
async function audited(options: AuditOptions): Promise<Audited> {
  const {items: itemFiles, corpus, out, exact, near, probability, background} = options;
  const threads = options.threads ?? Math.min(2, availableParallelism());
  const redis = options.redis === undefined ? undefined : redisPlace(options.redis === true ? undefined : options.redis);
  const settings: Settings = {...DEFAULTS, exact, near, probability: probability ?? null};
  const files = await filesOf(corpus, background);
  const {items, problems} = await itemsOf(itemFiles);
  await mkdir(out, {recursive: true});
  const total = files.reduce((sum, {bytes}) => sum + bytes, 0);
  const progress = new ByteProgress(probability === undefined ? total : 2 * total);
  let unread = 0;
  const log = reportAbove(progress, redis?.secrets);
  using signals = redis ? interrupts(log) : null;
  const {stop, abort} = signals ?? {};
  const shared = {items, files, settings, report: log, stop, abort};
  const remoteSearch = redis && (await import("../run/cluster/audits/coordinator.js")).searchedByWorkers({redis, ...shared});
  const paraphrases = probability === undefined ? undefined : await findParaphrases(items, files, {onBytes: progress.add});
  const done = await audit(items, files, {
    settings,
    threads,
    paraphrases: paraphrases?.map(found => found && {probability: found.probability, document: placeOf(found.window)}),
    remoteSearch,
    onBytes: progress.add,
    kept: join(out, "files"),
    onFile({file, whole, problems}) {
      if (!whole) unread++;
      for (const problem of problems) progress.line(safe(`${file}: ${problem}`));
    }
  }).catch((error: unknown) => {
    if (stop?.aborted || abort?.aborted)
      throw new Interrupted("interrupted; the same command goes on with the files that are left");
    throw error;
  });
  progress.done();
  if (files.length === 0) printLine("the corpus has no files: nothing was read");
  const {documents, files: read} = done.coverage;
  const verdict = `${verdictText(done.results)}; ${plural(documents, "document")} of ${plural(read, "file")}${unread > 0 ? `, ${unread} of which not read completely` : ""}`;
  return {done, items, files, paraphrases, verdict, incomplete: problems > 0 || unread > 0 || documents === 0};
}

/** The rows as a table, each share with its n and interval. */
function domainsText(rows: readonly DomainRow[]): string {
  const percent = (value: number | null) => (value === null ? "–" : `${(100 * value).toFixed(1)} %`);
  const ofCorpus = ({corpus_share: value, corpus_low: low, corpus_high: high}: DomainRow) =>
    low === null || high === null ? percent(value) : shareText({value, low, high});
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
        ...[row.corpus, row.domain, shareText({value: row.rate, low: row.rate_low, high: row.rate_high}), row.testable],
        ...[percent(row.benchmark_share), row.items],
        ...[ofCorpus(row), row.documents]
      ])
    },
    {count: false}
  );
  const notes = rows
    .filter(({domain}) => domain === ALL)
    .flatMap(({corpus, open, why}) => {
      if (why) return [`${corpus}: no shares, since ${why}`];
      return open ? [] : [`${corpus}: no background was given, so that each document is assigned to one of the domains`];
    });
  return `${table}${notes.map(note => `${note}\n`).join("")}`;
}
