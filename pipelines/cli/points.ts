// The command `points`: queries of a store's points, and tags that users give them. Its names are those of
// pipelines/store/points/queries.node.ts.

import {z} from "zod";
import {pointFilterOf, pointFilterSchema} from "../analyze/filter.js";
import {plural} from "../book/plural.js";
import {savings, savingsSentence} from "../generate/savings.js";
import {report} from "../infer/progress.node.js";
import type {Io} from "../io/io.js";
import {UserError} from "../rows/error.js";
import {didYouMean} from "../rows/nearest.js";
import {publishTables, STORE} from "../run/results.js";
import {tag, upsert} from "../store/points/edits.node.js";
import {aggregate, count, query, unique} from "../store/points/queries.node.js";
import {FACETS, type Facet} from "../store/rows.node.js";
import {csvText, jsonText, markdownText, tableText} from "../store/show.js";
import type {QueryResult} from "../store/sql.node.js";
import {command, option, positional} from "./command.js";
import {flag, STORE_IS_NOT_OUT, storeOption, wholeNumber} from "./optionTypes.js";

const store = storeOption();
const filters = pointFilterSchema.shape;
const forms = {store, json: flag("print JSON"), csv: flag("print CSV"), markdown: flag("print a markdown table")};
/** Facets once had their plural as a name. */
const former = {
  ...STORE_IS_NOT_OUT,
  ...Object.fromEntries(FACETS.map(facet => [`--${facet} <names>`, `--${facet} is now spelled --${facet.replace(/s$/u, "")}`]))
};

const countCommand = command({
  name: "points count",
  summary: "count the points, their evaluations, tasks and samples",
  options: z.strictObject({...filters, ...forms}),
  examples: ["--task arithmetic"],
  former,
  run: async ({store, ...options}, io) => print(await count(store, pointFilterOf(options)), options, io)
});

const queryCommand = command({
  name: "points query",
  summary: "list the points themselves",
  options: z.strictObject({
    ...filters,
    ...forms,
    columns: listOption("columns of the table points, n, samples, or parameters, separated by commas").optional(),
    sort: option(z.string().optional(), "one of them; -name for descending", {value: "name"}),
    limit: wholeNumber("at most n rows", {min: 0}).optional()
  }),
  examples: ["--columns model,task,accuracy --sort -accuracy --limit 10"],
  former,
  run: async ({store, columns, sort, limit, ...options}, io) =>
    print(await query(store, {filter: pointFilterOf(options), columns, sort, limit}), options, io)
});

const aggregateCommand = command({
  name: "points aggregate",
  summary: "pool counters with accuracy, truncation, their 95 % intervals and n, by any dimensions",
  options: z.strictObject({
    ...filters,
    ...forms,
    by: listOption(`columns, facets (${FACETS.join(", ")}) or parameters, separated by commas`).optional()
  }),
  examples: ["--by model,base_task"],
  former,
  run: async ({store, by = [], ...options}, io) =>
    print(await aggregate(store, {filter: pointFilterOf(options), by}), options, io)
});

const uniqueCommand = command({
  name: "points unique",
  summary: "list the values of a dimension, with how many points and samples have each",
  options: z.strictObject({...filters, ...forms, dimension: positional(z.string(), "a column, a facet or a parameter")}),
  examples: ["tiers"],
  former,
  run: async ({store, dimension, ...options}, io) =>
    print(await unique(store, dimension, {filter: pointFilterOf(options)}), options, io)
});

const savingsCommand = command({
  name: "points savings",
  summary: "compare the tests that sets of points need separately and together",
  options: z.strictObject({
    ...filters,
    ...forms,
    sets: option(z.string().default("tiers"), "tiers, surfaces, projections or tags", {value: "facet"}),
    samples: option(
      z.string().transform(samplesBySet).optional(),
      "tests per point that a set needs, e.g. easy=32,hard=128 (default: as many as there are)",
      {value: "set=n"}
    )
  }),
  examples: ["--samples easy=32,hard=128"],
  former,
  async run({store, sets, samples, ...options}, io) {
    const facet = facetOf(sets);
    const {rows} = await query(store, {filter: pointFilterOf(options), columns: [facet, "samples"]});
    const result = savings(
      rows.map(([names, drawn]) => ({sets: names as string[], samples: drawn as number})),
      {...(samples && {wanted: samples})}
    );
    const lines = result.sets.map(({set, points, samples}) => [set, points, samples]);
    print({columns: ["set", "points", "samples"], rows: lines}, options, io);
    report().info(savingsSentence(result, facet.replace(/s$/u, "")));
  }
});

const upsertCommand = command({
  name: "points upsert",
  summary: "import points from another store's points.parquet or JSON lines; points of equal identity are replaced",
  options: z.strictObject({file: positional(z.string(), "points.parquet, or one JSON object of raw counters per line"), store}),
  examples: ["points.jsonl"],
  former: STORE_IS_NOT_OUT,
  async run({file, store: folder}) {
    const {added, replaced, repeated, tables} = await upsert(folder, file, {onWait: report().info});
    const voided = repeated > 0 ? `, ${n(repeated)} ignored, as a later row has the same identity` : "";
    await done(folder, tables, `${n(added)} ${added === 1 ? "point" : "points"} added, ${n(replaced)} replaced${voided}`);
  }
});

const tagOptions = z.strictObject({
  ...filters,
  store,
  facet: positional(z.string(), `one of: ${FACETS.join(", ")}`),
  names: positional(z.array(z.string()).min(1), "the tags")
});

/** Gives or takes tags. */
async function edit(change: "add" | "remove", {store, facet, names, ...options}: z.infer<typeof tagOptions>): Promise<void> {
  const {matched, changed, tables} = await tag(store, {
    facet: facetOf(facet),
    [change]: names,
    filter: pointFilterOf(options),
    onWait: report().info
  });
  await done(store, tables, `${n(changed)} of ${plural(matched, "point")} changed`);
}

const tagCommand = command({
  name: "points tag",
  summary: "give tags to the points that pass the filters; reruns keep them",
  options: tagOptions,
  examples: ["tags hard --param length=10.."],
  former,
  run: options => edit("add", options)
});

const untagCommand = command({
  name: "points untag",
  summary: "remove tags from the points that pass the filters; reruns do not bring them back",
  options: tagOptions,
  examples: ["tags hard"],
  former,
  run: options => edit("remove", options)
});

export const commands = [
  countCommand,
  queryCommand,
  aggregateCommand,
  uniqueCommand,
  savingsCommand,
  upsertCommand,
  tagCommand,
  untagCommand
];

const n = (value: number): string => value.toLocaleString("en");
function namesIn(text: string): string[] {
  return text
    .split(",")
    .map(each => each.trim())
    .filter(Boolean);
}

function listOption(description: string) {
  return option(z.string().transform(namesIn), description, {value: "names"});
}

function samplesBySet(text: string): Map<string, number> {
  return new Map(
    namesIn(text).map(each => {
      const [, set, size] = /^(.+)=(\d+)$/u.exec(each) ?? [];
      if (!set || !Number(size)) throw new UserError(`--samples expects set=n, got "${each}"`);
      return [set, Number(size)];
    })
  );
}

function facetOf(name: string): Facet {
  const facet = FACETS.find(each => each === name);
  if (facet) return facet;
  throw new UserError(`unknown facet "${name}"${didYouMean(name, FACETS) || `; expected one of: ${FACETS.join(", ")}`}`);
}

function print(
  result: QueryResult,
  {json, csv, markdown}: {json?: boolean | undefined; csv?: boolean | undefined; markdown?: boolean | undefined},
  {stdout}: Io
): void {
  stdout.write((json ? jsonText : csv ? csvText : markdown ? markdownText : tableText)(result));
}

/** Reports the change, and publishes changed tables of the book's own store to an open workbook. */
async function done(folder: string, tables: readonly string[], text: string): Promise<void> {
  if (folder === STORE) await publishTables(folder, tables);
  report().info(`${text} in ${folder}`);
}
