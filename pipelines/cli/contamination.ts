// The command `contamination`: looks for items in texts that models may have been trained on.
import {mkdir} from "node:fs/promises";
import {availableParallelism} from "node:os";
import {join} from "node:path";
import type {Command} from "commander";
import {currentBook} from "../book/read.js";
import {audit} from "../studies/contamination/audit.js";
import {duplicates, proposed} from "../studies/contamination/duplicates.js";
import {nearestOf} from "../studies/contamination/embeddingsFile.js";
import {itemIndex} from "../studies/contamination/itemIndex.js";
import {fileRow, hitsOf, itemRow, verdictText} from "../studies/contamination/outputs.js";
import {plantedCorpus} from "../studies/contamination/plantedCorpus.js";
import {DEFAULTS, type Settings} from "../studies/contamination/settings.js";
import {byteProgress} from "./byteProgress.js";
import {embeddingsOfContamination} from "./contaminationEmbeddings.js";
import {filesOf, inputOptions, itemsOf, itemsOption, safe, say, writeLines} from "./contaminationInputs.js";
import {probeOfContamination} from "./contaminationProbe.js";
import {reportOfContamination} from "./contaminationReport.js";
import {positive, within01} from "./options.js";
import {checkOut, writeOut} from "./out.js";

interface AuditOptions {
  items?: string[];
  corpus?: string[];
  out: string;
  threads: number;
  exact: number;
  near: number;
  distance?: number;
}

/** Adds the command with its subcommands to the program. */
export function contaminationCommands(program: Command): void {
  const command = program
    .command("contamination")
    .description("look for items in texts that models may have been trained on (docs/contamination.md)");
  inputOptions(command.command("audit"))
    .description(
      "search corpora for items; the same command goes on after one that was killed; exit code 1 where something was not read"
    )
    .requiredOption(
      "--out <folder>",
      "where items.jsonl, hits.jsonl and manifest.jsonl are written, and each file's result is kept"
    )
    .option("--threads <n>", "files that are searched side by side", positive("threads"), Math.min(2, availableParallelism()))
    .option("--exact <share>", "containment from which a copy is exact", within01("exact"), DEFAULTS.exact)
    .option("--near <ratio>", "subsequence ratio from which a copy is near", within01("near"), DEFAULTS.near)
    .option(
      "--distance <cosine>",
      "count as near also what `embeddings` with the same --out has found up to this distance; without it distances decide nothing",
      within01("distance")
    )
    .action(auditCommand);
  embeddingsOfContamination(command);
  probeOfContamination(command);
  reportOfContamination(command);
  itemsOption(command.command("duplicates"))
    .description(
      "find items that are nearly the same, within and between benchmarks: Jaccard similarity of 13-gram sets above 0.7"
    )
    .option("--out <file>", "write pairs there, one JSON object a line, instead of to stdout")
    .action(duplicatesCommand);
  command
    .command("simulate")
    .description(
      "write the corpus that the workbook ships with: the tests that simulated models know, among random words, and the key"
    )
    .requiredOption("--out <folder>", "where planted.jsonl and planted.key.jsonl are written, such as data/corpora")
    .action(async ({out}: {out: string}) => {
      const {pages, key} = plantedCorpus(await currentBook());
      await mkdir(out, {recursive: true});
      await writeLines(join(out, "planted.jsonl"), pages);
      await writeLines(join(out, "planted.key.jsonl"), key);
      say(`${pages.length} pages, simulated`);
    });
}

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

async function auditCommand({items: itemFiles, corpus, out, threads, exact, near, distance}: AuditOptions): Promise<void> {
  const settings: Settings = {...DEFAULTS, exact, near, distance: distance ?? null};
  const files = await filesOf(corpus);
  const {items, problems} = await itemsOf(itemFiles);
  await mkdir(out, {recursive: true});
  const nearest = distance === undefined ? undefined : await nearestOf(out, {items, files, distance});

  const progress = byteProgress(files.reduce((sum, {bytes}) => sum + bytes, 0));
  let unread = 0;
  const done = await audit(items, files, {
    ...{settings, threads, nearest, onBytes: progress.add},
    kept: join(out, "files"),
    onFile({file, whole, problems}) {
      if (!whole) unread++;
      for (const problem of problems) progress.line(safe(`${file}: ${problem}`));
    }
  });
  progress.done();
  if (files.length === 0) say("the corpus has no file: nothing was read");
  const corpusOf = new Map(files.map(({path, corpus}) => [path, corpus]));
  await writeLines(
    join(out, "items.jsonl"),
    done.items.map((item, i) => itemRow(item, done.results[i]!))
  );
  await writeLines(
    join(out, "hits.jsonl"),
    done.items.flatMap((item, i) => hitsOf(item, done.copies.get(i) ?? [], settings))
  );
  await writeLines(
    join(out, "manifest.jsonl"),
    done.files.map(file => fileRow(corpusOf.get(file.file)!, file))
  );
  const {documents, files: read} = done.coverage;
  process.stdout.write(
    `${verdictText(done.results)}; ${documents} documents of ${read} files${unread > 0 ? `, ${unread} of which not read whole` : ""}\n`
  );
  if (problems > 0 || unread > 0 || documents === 0) process.exitCode = 1;
}
