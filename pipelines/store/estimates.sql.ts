// The table of all estimated rates, and the views over it that have the names and columns of the tables that single studies wrote before.
import {type Column, double, evaluation, integer, key, SQL_TYPES, simulated, type Table} from "./columns.js";

/** Name of the table. */
export const ESTIMATES = "estimates";

export const estimatesTable = {
  description: "one row per study of rates, evaluation, task, facet value and measure: an estimate with its interval",
  columns: {
    study: key("the study that estimates it; `npm run -s analyze -- STUDY` prints its rows"),
    ...evaluation,
    base_task: key("the task's or bank's name"),
    facet: key("property of the questions by which they are divided; empty for all together"),
    facet_value: key("its value; empty for all together"),
    measure: key("name of the rate, as the study defines it"),
    value: double("the estimate: a share from 0 to 1, or a sum of shares"),
    low: double("lower end of its 95 % interval"),
    high: double("upper end"),
    n: integer("answers that it is an estimate over"),
    clusters: integer("items that they are answers to"),
    truncated: integer("answers that the token limit stopped; they are left out"),
    method: key(
      "method of the interval: wilson; clustered wilson, on the effective number of answers; newcombe, of a weighted sum of shares"
    ),
    simulated
  },
  order: ["study", "model", "template", "sampler", "base_task", "facet", "facet_value", "measure"]
} satisfies Table;

const {base_task, value, low, high, n, clusters, truncated} = estimatesTable.columns;

/** A view over the table: the schema of its columns and its query. */
export interface EstimateView {
  table: Table;
  query: string;
}

/** A column of a view: the expression over `estimates` that it is, and its schema. */
type ViewColumn = readonly [sql: string, column: Column];

/** A view over one study's rows with the columns in their order. */
function viewOf(
  study: string,
  {description, columns, order}: {description: string; columns: Record<string, ViewColumn | Column>; order: string[]}
): EstimateView {
  const entries = Object.entries(columns).map(([name, column]): [string, ViewColumn] => [
    name,
    "type" in column ? [name, column] : column
  ]);
  const selected = entries.map(([name, [sql, {type}]]) => `(${sql})::${SQL_TYPES[type]} as "${name}"`);
  return {
    table: {
      description: `a view over ${ESTIMATES}: ${description}`,
      columns: Object.fromEntries(entries.map(([name, [, column]]) => [name, column])),
      order
    },
    query: `select ${selected.join(", ")} from ${ESTIMATES} where study = '${study}'`
  };
}

/** The views by name. A file of that name, which a store of an older version has, is read only where the store has no estimates. */
export const estimateViews: Readonly<Record<string, EstimateView>> = {
  hallucination: viewOf("hallucination", {
    description:
      "one row per evaluation, task, subject and rate, of questions about entities that exist and about fabricated ones (scorer fact)",
    columns: {
      ...evaluation,
      base_task,
      subject: ["facet_value", key("topic of the facts; empty for all subjects together")],
      rate: [
        "measure",
        key(
          "of real entities accuracy, wrong_answer and abstained_real; of fabricated ones confabulated and abstained_fabricated; of all answered, accuracy_answered (right where answered) and no_answer (empty); score = accuracy + abstained_fabricated − 1"
        )
      ],
      ...{value, low, high, n},
      items: ["clusters", clusters],
      ...{truncated, simulated}
    },
    order: ["model", "template", "sampler", "base_task", "subject", "rate"]
  })
};

/** Schemas of the views by name. */
export const estimateTables: Readonly<Record<string, Table>> = Object.fromEntries(
  Object.entries(estimateViews).map(([name, {table}]) => [name, table])
);

/** Names of the views over a store's tables: those of all where it has estimates. */
export const viewsOver = (tables: readonly string[]): string[] => (tables.includes(ESTIMATES) ? Object.keys(estimateViews) : []);
