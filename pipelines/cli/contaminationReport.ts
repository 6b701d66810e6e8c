// The command `contamination report`: what an audit found, in one text.
import type {Command} from "commander";
import {z} from "zod";
import {currentResults} from "../run/results.js";
import {auditReport, auditReportSchema, reportText} from "../studies/contamination/report.js";
import {partsOfFolder, partsOfStore, probeIn, probesIn} from "../studies/contamination/reportSources.node.js";

import {study} from "../studies/make.node.js";
import {checkOut, writeOut} from "./out.js";

interface Options {
  probe?: string[];
  json?: boolean;
  out?: string;
  schema?: boolean;
}

/** Adds the subcommand to `contamination`. */
export function reportOfContamination(contamination: Command): void {
  contamination
    .command("report")
    .description("report what an audit found, in markdown: verdicts, what was read, effect on scores, embeddings and probes")
    .argument("[folder]", "the --out of an audit; without it the tests of the book in its corpora")
    .option("--probe <file...>", "reports of contamination probe; without it the files probe*.json of the folder")
    .option("--json", "as JSON, with all digits")
    .option("--out <file>", "write there instead of to stdout")
    .option("--schema", "print the JSON Schema of --json instead")
    .action(reportCommand);
}

async function reportCommand(folder: string | undefined, {probe, json, out, schema}: Options): Promise<void> {
  if (schema) return void process.stdout.write(`${JSON.stringify(z.toJSONSchema(auditReportSchema), null, 2)}\n`);
  await checkOut(out);
  const parts = folder === undefined ? await ofBook() : await partsOfFolder(folder);
  const probes = probe ?? (folder === undefined ? [] : await probesIn(folder));
  const report = auditReport({...parts, probes: await Promise.all(probes.map(probeIn))});
  await writeOut(json ? `${JSON.stringify(report, null, 2)}\n` : reportText(report), out);
}

async function ofBook(): ReturnType<typeof partsOfStore> {
  const folder = await currentResults();
  for (const table of ["contamination_items", "contamination_files", "contamination_effects"] as const)
    await study(table, folder);
  return partsOfStore(folder);
}
