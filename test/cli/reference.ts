// `npm run docs`: writes the reference documentation from the schemas that the code uses; `npm run docs -- picture`: takes the README's picture.
import {readFileSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {Command} from "commander";
import {z} from "zod";
import {bankSchema} from "../../pipelines/book/bankSchemas.js";
import {domainSchema, domainSuiteSchema} from "../../pipelines/book/domainSchemas.js";
import {domainIn} from "../../pipelines/book/domains.js";
import {FOLDER} from "../../pipelines/book/read.node.js";
import {fieldTable, kindTables, schemaReference} from "../../pipelines/book/reference.js";
import {parseYaml} from "../../pipelines/book/yaml.js";
import {catalog} from "../../pipelines/cli/catalog.js";
import type {AnyCommand} from "../../pipelines/cli/command.js";
import {testSchema} from "../../pipelines/cli/tests.js";
import {backgroundFields} from "../../pipelines/generate/background/insert.node.js";
import {policyText} from "../../pipelines/generate/categories.js";
import {narratorFile} from "../../pipelines/generate/narratives/settings.js";
import {worldFile} from "../../pipelines/generate/narratives/world.js";
import {tasks} from "../../pipelines/generate/registry.node.js";
import {EXPANDED} from "../../pipelines/generate/tasks/expanded.node.js";
import {processIo} from "../../pipelines/io/node.process.js";
import {clusterSchema} from "../../pipelines/run/cluster/state.js";
import {pairSchema} from "../../pipelines/run/judge/pairs.js";
import {askingFile} from "../../pipelines/run/narrator/settings.js";
import {manifestSchema} from "../../pipelines/store/manifest.node.js";
import type {Table} from "../../pipelines/store/tables.js";
import {interviewSchema, transcriptSchema} from "../../pipelines/store/transcriptFormat.js";
import {publishedAgentsTables} from "../../pipelines/studies/agents/tables.js";
import {claimSchema, claimsSchema} from "../../pipelines/studies/claims/schema.js";
import {everyTable} from "../../pipelines/studies/everyTable.js";
import {fitFileSchema} from "../../pipelines/studies/irt/fitFile.js";
import {checkSchema, comparisonSchema, differencesSchema, varianceSchema} from "../../pipelines/studies/irt/outputs.js";
import {ratingSchema} from "../../pipelines/studies/preferences/ratings/read.js";
import {voteSchema} from "../../pipelines/studies/preferences/votes/read.js";
import {publishedTokensTables} from "../../pipelines/studies/tokens/tables.js";

export const REFERENCE_FILE = "docs/reference.md";

const isExpanded = (name: string): boolean => name.startsWith(EXPANDED);
const expandedTasks = [...tasks.keys()].filter(isExpanded);

/** Returns the whole reference as markdown. */
export async function reference(): Promise<string> {
  return [
    "# Reference\n\nPrinted by `npm run docs` from the schemas that the code runs on; do not edit by hand.\n",
    "# Files that you write\n",
    schemaReference().trim(),
    `\n## An item bank\n\ndata/banks/*.yaml; [how to use one](banks.md). A scorer is identified by its \`kind\`.\n\n${fieldTable(bankSchema)}`,
    `\n## A suite of domains\n\ndata/suites/*.yaml with \`domains\` instead of \`tasks\`; [what it is](categories.md).\n\n${fieldTable(domainSuiteSchema)}`,
    `### A domain\n\nThe files that such a suite names.\n\n${fieldTable(domainSchema)}`,
    zenCategories(),
    `\n## A set of narratives\n\ndata/narrators/*.yaml, for \`npm run narratives -- make\`; [what they are](narratives.md).\n\n${fieldTable(narratorFile)}`,
    `\n### Told by a model\n\nKeys of such a file beside those above, where \`narrator\` names a model; [how it is asked](narratives.md#other-narrators).\n\n${fieldTable(askingFile)}`,
    `\n## A world\n\ndata/worlds/*.yaml, for \`genre\` of [verbose-listops](#verbose-listops); [how to write one](worlds.md).\n\n${fieldTable(worldFile)}`,
    "\n# Tasks\n",
    ...[...tasks.values()]
      .filter(({name}) => !isExpanded(name))
      .map(
        ({name, version, summary, params}) => `## ${name}\n\n${summary} Generator version ${version}.\n\n${fieldTable(params)}`
      ),
    `## expanded-\n\n${expandedTasks.map(name => `\`${name}\``).join(", ")}: the questions of the task that each is named after, in long texts ([how](long-context.md)). They have its parameters and these; a parameter of the task with the same name as one below gets the prefix \`inner_\`.\n\n${fieldTable(z.strictObject(backgroundFields))}`,
    "# Transcripts made elsewhere\n",
    `## A dataset's row\n\nFor \`npm run score -- --dataset\`: a [file of rows](files.md), one response a row.\n\n${fieldTable(transcriptSchema)}`,
    `## An interview's line\n\nFor \`npm run score -- --interview\`: JSON lines, one test with the answers to it.\n\n${fieldTable(interviewSchema)}`,
    "# Files for studies\n",
    `## claims.yaml\n\nFor \`npm run claims\`; [how to write one](claims.md). A figure is text or a number, kept with the digits that it is written with.\n\n${fieldTable(claimsSchema)}`,
    `### A claim\n\n${kindTables(claimSchema, "kind")}`,
    `## Votes\n\nFor \`npm run -s human\` and the page *Human*: JSON lines, a JSON list, CSV or Parquet, one judgment a record; [how they are read](human-formats.md#votes). Pairs of numbers \`x_a\`, \`x_b\` under any other name are covariates.\n\n${fieldTable(voteSchema)}`,
    `## Ratings\n\nFor \`npm run -s human -- study --ratings\` and the page *Human*: JSON lines, a JSON list, CSV or Parquet, a record for each answer that somebody rated; [how they are read](human-formats.md#ratings). Every other column of numbers is an aspect.\n\n${fieldTable(ratingSchema)}`,
    `## Pairs to judge\n\nFor \`npm run judge -- --pairs\`: JSON lines, one pair a line; [how they are judged](judges.md).\n\n${fieldTable(pairSchema)}`,
    "# Tables\n",
    "Parquet, zstd, readable by DuckDB 0.9. Rows are sorted by the columns named under each table.\n",
    ...Object.entries(everyTable).map(tableSection),
    "# Tables of the published answers\n",
    "Figures that others published, in `data/published/` alone; [how they are made](published.md).\n",
    ...Object.entries({...publishedAgentsTables, ...publishedTokensTables}).map(tableSection),
    "# Live data and manifests\n",
    "## live\n\nProgress of the last run as an Arrow stream, one row per checkpoint: `seconds, done, total, samples_per_second, accuracy, truncated, cost, concurrency`.\n",
    `## manifest.json\n\n${fieldTable(manifestSchema)}`,
    `## cluster.json\n\nHow the last run was [shared out among workers](cluster.md); absent after a run of one process.\n\n${fieldTable(clusterSchema)}`,
    "# Output for scripts\n",
    `## npm run -s tests\n\nOne JSON object a line; \`--schema\` prints the JSON Schema.\n\n${fieldTable(testSchema)}`,
    `## A fit's file\n\nWritten by \`npm run -s irt -- fit --out\`; \`--schema\` prints the JSON Schema. Only \`item\` and \`ability\` are needed to read one back.\n\n${fieldTable(fitFileSchema)}`,
    ...IRT_OUTPUTS.map(
      ([command, schema]) =>
        `## npm run -s irt -- ${command}\n\nWith \`--json\`; \`--schema\` prints the JSON Schema. Infinite and undefined values are null.\n\n${fieldTable(schema)}`
    ),
    await commandReference(),
    "## Exit codes\n\n| code | meaning |\n| --- | --- |\n| 0 | done |\n| 1 | failed: at least one request has no answer, or something broke |\n| 2 | a mistake in the book or on the command line |\n| 3 | stopped by a budget |\n| 130 | interrupted |\n"
  ].join("\n");
}

/** The suite that ships, as its files have it. What fills its categories is found out where they are asked. */
const ZEN = join(FOLDER, "suites", "zen.yaml");

/** The categories of the suite that ships as a table. */
function zenCategories(): string {
  const read = (file: string) => readFileSync(file, "utf8");
  const {domains} = parseYaml(read(ZEN), ZEN, domainSuiteSchema).value;
  const rows = domains.flatMap(path => {
    const {domain, categories} = domainIn(read(join(FOLDER, path)), path).value;
    return categories.map(({name, origin, items, task, bank, layout, prompt, scorer, metric, licence, source, version}) => {
      const filling = task ?? `${bank}${layout ? `, ${[layout].flat().join(" or ")}` : ", fields of its own"}`;
      const policy = prompt
        ? policyText({shots: prompt.shots ?? 0, think: prompt.think, instruction: prompt.instruction})
        : "its own";
      const own =
        task === undefined ? [scorer!, metric, licence, version, source] : ["its own", metric, licence, "its own", source];
      return [domain, name, origin, items.toLocaleString("en"), filling, policy, ...own];
    });
  });
  const head = [
    "domain",
    "category",
    "name",
    "items published",
    "task, or bank and layout",
    "prompt",
    "scorer",
    "metric",
    "licence",
    "version",
    "source"
  ];
  const line = (cells: readonly string[]) => `| ${cells.map(cell => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return `## Categories of the suite zen\n\n${[line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n")}\n`;
}

/** Returns a section of every command: its options with their defaults, and its examples. */
async function commandReference(): Promise<string> {
  const sections = await Promise.all(
    catalog.map(async ({name, summary, load}) => {
      const commands = (await load()).commands.filter(each => each.name.split(" ")[0] === name);
      const rows = commands.map(optionRows);
      if (commands.length === 1) return commandSection(commands[0]!, {rows: rows[0]!, level: 2});
      const shared = rows[0]!.filter(row => rows.every(each => each.includes(row)));
      return [
        `## ${scriptLine(name)}\n\n${sentence(summary)}\n`,
        ...(shared.length > 0 ? [`Options of all its commands:\n\n${optionTable(shared)}`] : []),
        ...commands.map((each, i) => commandSection(each, {rows: rows[i]!.filter(row => !shared.includes(row)), level: 3}))
      ].join("\n");
    })
  );
  return [
    "# Commands\n",
    "`npm run NAME --` in the clone and `npx reasonbook NAME` in a workbook are the same command. Each also has `--help`, and `--json-in FILE`, which reads its options from a JSON object of their names with `_` for `-` (`-` is standard input).\n",
    ...sections
  ].join("\n");
}

/** A row for each argument and option, as the help of the command has them. */
function optionRows(definition: AnyCommand): string[] {
  const program = new Command();
  definition.addTo(program, processIo(), () => {});
  const [command] = program.commands;
  const shown = command!.options.filter(({long, hidden}) => long !== "--json-in" && !hidden);
  return [
    ...command!.registeredArguments.map(each => [`${each.name()}${each.variadic ? "..." : ""}`, each.description]),
    ...shown.map(({flags, description}) => [flags, description])
  ].map(([name, description]) => `| \`${name}\` | ${description} |`.replaceAll(/(?<=\w)\|(?=\w)/g, "\\|"));
}

const optionTable = (rows: readonly string[]): string => ["| option | description |", "| --- | --- |", ...rows, ""].join("\n");

function commandSection({name, summary, examples}: AnyCommand, {rows, level}: {rows: readonly string[]; level: number}): string {
  const lines = examples.map(example => scriptLine(`${name} ${example}`.trim()));
  return [
    `${"#".repeat(level)} ${scriptLine(name)}\n\n${sentence(summary)}\n`,
    ...(rows.length > 0 ? [optionTable(rows)] : []),
    ...(lines.length > 0 ? ["```", ...lines, "```\n"] : [])
  ].join("\n");
}

/** `irt fit --out x` as `npm run irt -- fit --out x` */
const scriptLine = (words: string): string => `npm run ${words.replace(" ", " -- ")}`;
const sentence = (text: string): string => `${text[0]!.toUpperCase()}${text.slice(1)}.`;

const IRT_OUTPUTS = [
  ["dif", differencesSchema],
  ["check", checkSchema],
  ["compare", comparisonSchema],
  ["variance", varianceSchema]
] as const;

function tableSection([name, {description, columns, order}]: [string, Table]): string {
  const rows = Object.entries(columns).map(
    ([column, {type, description}]) => `| \`${column}\` | ${TYPES[type]} | ${description} |`
  );
  return `## ${name}\n\n${description[0]!.toUpperCase()}${description.slice(1)}; sorted by ${order.map(column => `\`${column}\``).join(", ")}.\n\n| column | type | meaning |\n| --- | --- | --- |\n${rows.join("\n")}\n`;
}

const TYPES = {
  key: "VARCHAR",
  text: "VARCHAR",
  integer: "INTEGER",
  bigint: "BIGINT",
  double: "DOUBLE",
  boolean: "BOOLEAN",
  texts: "VARCHAR[]",
  numbers: "MAP(VARCHAR, DOUBLE)",
  series: "FLOAT[]"
};

if (process.argv[1] === import.meta.filename) {
  if (process.argv[2] === "picture") await import("../picture.js");
  else writeFileSync(REFERENCE_FILE, await reference());
}
