// The command `contamination report`: what an audit found, in one text.
import {z} from "zod";
import {currentResults} from "../run/results.js";
import {auditReport, auditReportSchema, reportText} from "../studies/contamination/report.js";
import {partsOfFolder, partsOfStore, probeIn, probesIn} from "../studies/contamination/reportSources.node.js";

import {study} from "../studies/make.node.js";
import {command, option, positional} from "./command.js";
import {flag, path} from "./optionTypes.js";
import {checkOut, writeOut} from "./out.js";

export const reportCommand = command({
  name: "contamination report",
  summary: "report the result of an audit, in markdown: verdicts, what was read, effect on scores, embeddings and probes",
  options: z.strictObject({
    folder: positional(z.string().optional(), "the --out of an audit; without it the tests of the book in its corpora"),
    probe: option(
      z.array(z.string()).optional(),
      "reports of contamination probe; without it the files probe*.json of the folder",
      {value: "file..."}
    ),
    json: flag("print JSON, with all digits"),
    out: path("write there instead of to stdout").optional()
  }),
  examples: ["audit --out report.md", "audit --probe probe.json --json"],
  outputSchema: () => z.toJSONSchema(auditReportSchema),
  async run({folder, probe, json, out}, io) {
    await checkOut(out);
    const parts = folder === undefined ? await ofBook() : await partsOfFolder(folder);
    const probes = probe ?? (folder === undefined ? [] : await probesIn(folder));
    const report = auditReport({...parts, probes: await Promise.all(probes.map(probeIn))});
    await writeOut(json ? `${JSON.stringify(report, null, 2)}\n` : reportText(report), out, io);
  }
});

async function ofBook(): ReturnType<typeof partsOfStore> {
  const folder = await currentResults();
  for (const table of ["contamination_items", "contamination_files", "contamination_effects"] as const)
    await study(table, folder);
  return partsOfStore(folder);
}
