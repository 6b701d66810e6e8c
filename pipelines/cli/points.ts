// The command `points`: queries of a store's points, and tags that users give them. Its names are those of
// pipelines/store/points/queries.node.ts.

import type {Command} from "commander";
import {pointFilterOf, pointFilterSchema} from "../analyze/filter.js";
import {UserError} from "../book/error.js";
import {didYouMean} from "../book/nearest.js";
import {plural} from "../book/plural.js";
import {savings, savingsSentence} from "../generate/savings.js";
import {report} from "../infer/progress.node.js";
import {publishTables, STORE} from "../run/results.js";
import {tag, upsert} from "../store/points/edits.node.js";
import type {PointFilter} from "../store/points/filter.node.js";
import {aggregate, count, query, unique} from "../store/points/queries.node.js";
import {FACETS, type Facet} from "../store/rows.node.js";
import {csvText, jsonText, markdownText, tableText} from "../store/show.js";
import type {QueryResult} from "../store/sql.node.js";
import {count as countOption, readsStore, renamed} from "./options.js";
import {addOptions, parsed} from "./schemaOptions.js";

interface Common {
  store: string;
  json?: boolean;
  csv?: boolean;
  markdown?: boolean;
}

/** Values of the filter options, as commander collects them. */
type Filters = object;

/** Adds the command with all its subcommands to the program. */
export function pointsCommands(program: Command): void {
  const points = program.command("points").description("query the store's points, import points, and tag them");

  shown(filtered(points.command("count")))
    .description("how many points there are, of how many evaluations and tasks, with how many samples")
    .action(async (options: Common & Filters) => print(await count(options.store, filterOf(options)), options));

  shown(filtered(points.command("query")))
    .description("the points themselves")
    .option("--columns <names>", "columns of the table points, n, samples, or parameters, separated by commas", list)
    .option("--sort <name>", "one of them; -name for descending")
    .option("--limit <n>", "at most n rows", countOption("limit"))
    .action(async ({columns, sort, limit, ...options}: Common & Filters & {columns?: string[]; sort?: string; limit?: number}) =>
      print(await query(options.store, {filter: filterOf(options), ...given({columns, sort, limit})}), options)
    );

  shown(filtered(points.command("aggregate")))
    .description("pooled counters with accuracy, truncation, their 95 % intervals and n, by any dimensions")
    .option("--by <names>", `columns, facets (${FACETS.join(", ")}) or parameters, separated by commas`, list, [])
    .action(async ({by, ...options}: Common & Filters & {by: string[]}) =>
      print(await aggregate(options.store, {filter: filterOf(options), by}), options)
    );

  shown(filtered(points.command("unique")))
    .description("the values of a dimension, with how many points and samples have each")
    .argument("<dimension>", "a column, a facet or a parameter")
    .action(async (name: string, options: Common & Filters) =>
      print(await unique(options.store, name, {filter: filterOf(options)}), options)
    );

  shown(filtered(points.command("savings")))
    .description("tests that sets of points need separately, and together")
    .option("--sets <facet>", "tiers, surfaces, projections or tags", "tiers")
    .option(
      "--samples <set=n>",
      "tests per point that a set needs, e.g. easy=32,hard=128 (default: as many as there are)",
      wanted
    )
    .action(async ({sets, samples, ...options}: Common & Filters & {sets: string; samples?: Map<string, number>}) => {
      const facet = facetOf(sets);
      const {rows} = await query(options.store, {filter: filterOf(options), columns: [facet, "samples"]});
      const found = savings(
        rows.map(([names, drawn]) => ({sets: names as string[], samples: drawn as number})),
        {...(samples && {wanted: samples})}
      );
      print(
        {columns: ["set", "points", "samples"], rows: found.sets.map(({set, points, samples}) => [set, points, samples])},
        options
      );
      report().info(savingsSentence(found, facet.replace(/s$/u, "")));
    });

  store(points.command("upsert"))
    .description("import points from another store's points.parquet or JSON lines; points of equal identity are replaced")
    .argument("<file>", "points.parquet, or one JSON object of raw counters per line")
    .action(async (file: string, {store: folder}: Common) => {
      const {added, replaced, repeated, tables} = await upsert(folder, file, {onWait: report().info});
      const voided = repeated > 0 ? `, ${n(repeated)} ignored, as a later row has the same identity` : "";
      await done(folder, tables, `${n(added)} ${added === 1 ? "point" : "points"} added, ${n(replaced)} replaced${voided}`);
    });

  for (const [name, does] of [
    ["tag", "give tags to the points that pass the filters; reruns keep them"],
    ["untag", "remove tags from the points that pass the filters; reruns do not bring them back"]
  ] as const) {
    filtered(store(points.command(name)))
      .description(does)
      .argument("<facet>", `one of: ${FACETS.join(", ")}`)
      .argument("<names...>", "the tags")
      .action(async (facet: string, names: string[], options: Common & Filters) => {
        const edit = name === "tag" ? {add: names} : {remove: names};
        const filter = filterOf(options);
        const {matched, changed, tables} = await tag(options.store, {
          facet: facetOf(facet),
          ...edit,
          filter,
          onWait: report().info
        });
        await done(options.store, tables, `${n(changed)} of ${plural(matched, "point")} changed`);
      });
  }
}

const n = (value: number): string => value.toLocaleString("en");
const list = (text: string): string[] =>
  text
    .split(",")
    .map(each => each.trim())
    .filter(Boolean);

function wanted(text: string): Map<string, number> {
  return new Map(
    list(text).map(each => {
      const [, set, size] = /^(.+)=(\d+)$/u.exec(each) ?? [];
      if (!set || !Number(size)) throw new UserError(`--samples expects set=n, got "${each}"`);
      return [set, Number(size)];
    })
  );
}

const store = (command: Command): Command => readsStore(command.option("--store <folder>", "the store", STORE));

const shown = (command: Command): Command =>
  store(command).option("--json", "as JSON").option("--csv", "as CSV").option("--markdown", "as a markdown table");

/** Adds the filters of `analyze`. Facets had their plural as a name once. */
function filtered(command: Command): Command {
  addOptions(command, pointFilterSchema);
  for (const facet of FACETS) renamed(command, `--${facet} <names>`, `--${facet} is now spelled --${facet.replace(/s$/u, "")}`);
  return command;
}

const filterOf = (options: Filters): PointFilter => pointFilterOf(parsed(pointFilterSchema, options));

/** An object without its undefined members. */
const given = <T extends object>(options: T): {[Key in keyof T]?: Exclude<T[Key], undefined>} =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as {
    [Key in keyof T]?: Exclude<T[Key], undefined>;
  };

function facetOf(name: string): Facet {
  const facet = FACETS.find(each => each === name);
  if (facet) return facet;
  throw new UserError(`unknown facet "${name}"${didYouMean(name, FACETS) || `; expected one of: ${FACETS.join(", ")}`}`);
}

function print(result: QueryResult, {json, csv, markdown}: Common): void {
  process.stdout.write((json ? jsonText : csv ? csvText : markdown ? markdownText : tableText)(result));
}

/** Reports the change, and publishes changed tables of the book's own store to an open workbook. */
async function done(folder: string, tables: readonly string[], text: string): Promise<void> {
  if (folder === STORE) await publishTables(folder, tables);
  report().info(`${text} in ${folder}`);
}
