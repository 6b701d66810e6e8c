// The command `analyze`: the results of the pages as text, data and pictures.

import {extname} from "node:path";
import {z} from "zod";
import {type AnalyzeCommand, FORMATS, type Format, isPicture} from "../analyze/command.js";
import {type Filter, filterSchema} from "../analyze/filter.js";
import {commands as analyses} from "../analyze/registry.js";
import {rendered} from "../analyze/render.js";
import {openStore} from "../analyze/store.js";
import {readDataset} from "../book/read.node.js";
import {report} from "../infer/progress.node.js";
import {UserError} from "../rows/error.js";
import {didYouMean} from "../rows/nearest.js";
import {shownStore} from "../store/joined.node.js";
import {STORE} from "../store/publish.node.js";
import {olderReaderText} from "../store/readerVersion.node.js";
import {type AnyCommand, command, option} from "./command.js";
import {path, wholeNumber} from "./optionTypes.js";
import {checkOut, writeOut} from "./out.js";
import {passKCommand} from "./passK.js";

const BY_ENDING: Record<string, Format> = {
  ".json": "json",
  ".md": "markdown",
  ".csv": "csv",
  ".svg": "svg",
  ".png": "png",
  ".txt": "table"
};

const commandOf = (analysis: AnalyzeCommand): AnyCommand =>
  command({
    name: `analyze ${analysis.name}`,
    summary: analysis.description,
    options: z.strictObject({
      ...analysis.options.shape,
      ...filterSchema.shape,
      format: option(
        z.string().optional(),
        `one of: ${FORMATS.filter(format => analysis.plots || !isPicture(format)).join(", ")}; by default the ending of --out, else table`,
        {value: "name"}
      ),
      out: path("write there instead of to stdout").optional(),
      store: option(z.array(z.string()).default([STORE]), "the store, or a dataset's file; several are read as one", {
        value: "folder"
      }),
      dataset: option(z.string().optional(), "only the evaluations of data/datasets/<name>.yaml, with its groups and tags", {
        value: "name"
      }),
      width: wholeNumber("width of a picture", {min: 0, value: "pixels"}).default(800),
      wide: option(z.string().optional(), "one row per evaluation, with columns for each value of this column, e.g. base_task", {
        value: "column"
      })
    }),
    examples: ["", analysis.plots ? "--format svg --out picture.svg" : "--format json"],
    outputSchema: () => z.toJSONSchema(z.array(analysis.row)),
    async run({out, store: paths, dataset, width, wide, ...options}, io) {
      const format = formatOf({format: options.format, out}, analysis);
      if (format === "png" && out === undefined && io.stdout.isTTY)
        throw new UserError("a PNG cannot be shown in a terminal; add --out picture.png");
      if (width < 200 || width > 8_000) throw new UserError(`--width expects 200 to 8000 pixels, got ${width}`);
      if (wide !== undefined && isPicture(format)) throw new UserError("--wide is for tables; a picture has no wide form");
      await checkOut(out);
      const filter = fieldsOf(filterSchema, options) as Filter;
      const sources = dataset === undefined ? paths : [(await readDataset(dataset)).file];
      const source = sources.length === 1 ? sources[0]! : await shownStore(sources, {report: report()});
      const store = await openStore(source, filter, analysis);
      const older = await olderReaderText(store.folder);
      try {
        if (older !== null) io.stderr.write(`${older}\n`);
        for (const line of store.found) io.stderr.write(`${line}\n`);
        const ofAnalysis = fieldsOf(analysis.options, options);
        await writeOut(await rendered(analysis, {store, options: ofAnalysis, format, width, wide}), out, io);
      } finally {
        store.close();
      }
    }
  });

export const commands = [...[...analyses.values()].map(commandOf), passKCommand];

/** Returns the fields of a schema. */
const fieldsOf = ({shape}: z.ZodObject, values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => name in shape));

function formatOf({format, out}: {format?: string | undefined; out?: string | undefined}, {name, plots}: AnalyzeCommand): Format {
  const ending = out === undefined ? undefined : extname(out).toLowerCase();
  const named = format ?? (ending === undefined ? "table" : BY_ENDING[ending]);
  if (named === undefined) throw new UserError(`--out ${out}: the ending "${ending}" names no format; add --format`);
  const chosen = FORMATS.find(each => each === named);
  if (chosen === undefined)
    throw new UserError(
      `--format: unknown format "${named}"${didYouMean(named, FORMATS) || `; expected one of: ${FORMATS.join(", ")}`}`
    );
  if (isPicture(chosen) && !plots) throw new UserError(`${name} has no picture; choose table, json, markdown or csv`);
  return chosen;
}
