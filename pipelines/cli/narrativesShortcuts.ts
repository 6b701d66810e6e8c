// The command `narratives shortcuts`: what readers of a file of narratives would earn who do not do the work.
import {z} from "zod";
import {plural} from "../book/plural.js";
import type {NarrativeLine} from "../generate/narratives/narrative.js";
import {UserError} from "../rows/error.js";
import {tableText} from "../store/show.js";
import {type Figure, MEASURES, type MeasureUnit} from "../studies/narratives/measures.js";
import {type ShortcutReport, shortcutStudy} from "../studies/narratives/shortcuts.js";
import {jsonText, positional, printingCommand} from "./command.js";
import {narrativesIn} from "./narrativesFile.js";
import {path} from "./optionTypes.js";
import {checkOut, writeOut} from "./out.js";

export const shortcutsCommand = printingCommand({
  name: "narratives shortcuts",
  summary: "measure the accuracy of shortcuts that do not solve the lists of a file, with n and 95 % interval",
  options: z.strictObject({
    file: positional(z.string(), "JSON lines with the fields of Verbose ListOps, also gzipped; it is read twice"),
    out: path("write to a file instead of the terminal: .json, or any other for the table").optional()
  }),
  examples: ["stories.jsonl", "stories.jsonl --out shortcuts.json"],
  async run({file, out}, io) {
    await checkOut(out);
    const study = shortcutStudy();
    await each(file, study.first);
    await each(file, study.second);
    const report = study.report();
    if (report.narratives === 0) throw new UserError(`${file} holds no narrative`);
    const result = {file, ...report};
    if (out !== undefined) await writeOut(out.endsWith(".json") ? jsonText(result) : reportText(result), out, io);
    return result;
  },
  print: (result, {out}) => (out === undefined ? reportText(result) : "")
});

/** Hands over every narrative of a file. Throws a UserError at the first line that is none, since a report on the others would mislead. */
async function each(file: string, read: (line: NarrativeLine) => void): Promise<void> {
  for await (const {line, row, bad} of narrativesIn(file)) {
    if (!row) throw new UserError(`${file}:${line} is not a narrative: ${bad}`);
    try {
      read(row);
    } catch (error) {
      if (!(error instanceof SyntaxError || error instanceof RangeError)) throw error;
      const reason = error instanceof SyntaxError ? error.message : "its list is too deep";
      throw new UserError(`${file}:${line} ${row.id}: ${reason.replace(/\.$/u, "")}; see npm run narratives -- validate`);
    }
  }
}

function reportText({file, narratives, deep, sentence, novel, measures}: {file: string} & ShortcutReport): string {
  const deepHeading = `depth ≥ ${deep.depth}`;
  const table = tableText(
    {
      columns: ["measure", "what it is", "n", "value", "95 % interval", "n", deepHeading, "95 % interval"],
      rows: measures.map(({name, overall, deep}) => [
        ...[name, MEASURES[name].words],
        ...cells(overall, MEASURES[name].unit),
        ...cells(deep, MEASURES[name].unit)
      ])
    },
    {count: false}
  );
  const reasons = measures.flatMap(({name, overall, deep}) =>
    overall.not_measured !== null
      ? [`${name} not measured: ${overall.not_measured}`]
      : deep.not_measured !== null && deep.not_measured !== measures[0]!.deep.not_measured
        ? [`${name} at ${deepHeading} not measured: ${deep.not_measured}`]
        : []
  );
  return [
    `${file}: ${plural(narratives, "narrative")}, ${deep.narratives} of ${deepHeading.replace("≥", "at least")}\n\n`,
    table,
    ...(sentence === null ? [] : [`\nmost frequent sentence: ${sentence}\n`]),
    ...(typeof novel?.distinct_4grams === "number" ? [`${novelLine(novel.words, novel.distinct_4grams)}\n`] : []),
    ...(reasons.length === 0 ? [] : ["\n", ...reasons.map(reason => `${reason}\n`)])
  ].join("");
}

const novelLine = (words: number, share: number): string =>
  `distinct 4-grams in as many words of a novel (${words}): ${(100 * share).toFixed(1)} %`;

function cells({n, value, low, high}: Figure, unit: MeasureUnit): [number, string, string] {
  const shown = shownAs(unit);
  return [n, value === null ? "–" : shown(value), low === null || high === null ? "" : `[${shown(low)}, ${shown(high)}]`];
}

const shownAs =
  (unit: MeasureUnit) =>
  (value: number): string =>
    unit === "correlation" || unit === "auc"
      ? (Number(value.toFixed(2)) || 0).toFixed(2) // no minus before a rounded zero
      : `${unit === "points" && value > 0 ? "+" : ""}${(100 * value).toFixed(1)} ${unit === "points" ? "points" : "%"}`;
