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
    value: double("the estimate: a share from 0 to 1, a sum or difference of shares, a count or a p-value; null without answers"),
    low: double("lower end of its 95 % interval; null where too few answers give one, and of counts and p-values"),
    high: double("upper end"),
    n: integer("answers that it is an estimate over; null of counts and p-values"),
    clusters: integer("items that they are answers to"),
    truncated: integer("answers that are left out because the token limit stopped them"),
    method: key(
      "method of the interval: wilson; clustered wilson, on the effective number of answers; newcombe, of a weighted sum of shares; rescaled wilson, of excess accuracy; bootstrap over items; paired; empty without one"
    ),
    simulated
  },
  order: ["study", "model", "template", "sampler", "base_task", "facet", "facet_value", "measure"]
} satisfies Table;

const {base_task, value, low, high, n, clusters, truncated} = estimatesTable.columns;

/** Facet of a kind of question in one language, whose values are both with a space between. */
export const KIND_LANGUAGE = "kind and language";

/** A view over the table: the schema of its columns and its query. */
export interface EstimateView {
  table: Table;
  query: string;
}

/** A column of a view: the expression over `estimates` that it is, and its schema. */
type ViewColumn = readonly [sql: string, column: Column];

/** A part of a measure in a view whose rows are several measures of the same answers. */
const partOf = (measure: string, part: "value" | "low" | "high" | "n" | "truncated" = "value"): string =>
  `any_value(${part}) filter (measure = '${measure}')`;
/** The same, 0 where the measure is absent. */
const countOf = (measure: string, part?: "n" | "truncated"): string => `coalesce(${partOf(measure, part)}, 0)`;

/** Columns of excess accuracy and the counts of its answers. */
const accuracyOf = (prefix: string, answers: string): Record<string, ViewColumn> => ({
  [`${prefix}n`]: [
    countOf(`${prefix}accuracy`, "n"),
    integer(`first answers${answers} that were scored, truncated ones not among them`)
  ],
  [`${prefix}correct`]: [countOf(`${prefix}correct`), integer("of these, right ones")],
  [`${prefix}truncated`]: [countOf(`${prefix}accuracy`, "truncated"), truncated],
  [`${prefix}unparsed`]: [
    countOf(`${prefix}unparsed`),
    integer("of n, answers without one of the right kind, refusals among them; they count as wrong")
  ],
  [`${prefix}unscored`]: [countOf(`${prefix}unscored`), integer("answers that could not be scored")],
  [`${prefix}guess`]: [partOf(`${prefix}guess`), double("mean guess chance; null without answers")],
  [`${prefix}accuracy`]: [partOf(`${prefix}accuracy`), double("excess accuracy, 0 guessing, 1 knowing; null without answers")],
  [`${prefix}low`]: [partOf(`${prefix}accuracy`, "low"), double("lower end of its 95 % interval; null without answers")],
  [`${prefix}high`]: [partOf(`${prefix}accuracy`, "high"), high]
});

/** A view over one study's rows with the columns in their order; rows that share all columns but parts of measures are one. */
function viewOf(
  study: string,
  {description, columns, order}: {description: string; columns: Record<string, ViewColumn | Column>; order: string[]}
): EstimateView {
  const entries = Object.entries(columns).map(([name, column]): [string, ViewColumn] => [
    name,
    "type" in column ? [name, column] : column
  ]);
  const isGrouped = entries.some(([, [sql]]) => sql.includes(" filter ("));
  const selected = entries.map(([name, [sql, {type}]]) => `(${sql})::${SQL_TYPES[type]} as "${name}"`);
  return {
    table: {
      description: `a view over ${ESTIMATES}: ${description}`,
      columns: Object.fromEntries(entries.map(([name, [, column]]) => [name, column])),
      order
    },
    query: `select ${selected.join(", ")} from ${ESTIMATES} where study = '${study}'${isGrouped ? " group by all" : ""}
      order by ${order.join(", ")}`
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
  }),
  language_gaps: viewOf("languages", {
    description:
      "one row per evaluation, task, kind and language of questions that are asked in several languages: accuracy, the paired gap to English, and answers in the wrong language",
    columns: {
      ...evaluation,
      base_task,
      kind: [
        `if(facet = '${KIND_LANGUAGE}', regexp_extract(facet_value, '(?s)^(.*) ', 1), '')`,
        key("kind of question; empty for all together")
      ],
      language: [
        `if(facet = '${KIND_LANGUAGE}', regexp_extract(facet_value, '[^ ]*$'), facet_value)`,
        key("language of the questions, BCP 47; empty for all but English together")
      ],
      ...accuracyOf("", ""),
      pairs: [countOf("gap", "n"), integer("questions with finished answers in English and in this language")],
      gap: [
        partOf("gap"),
        double(
          "excess accuracy in English minus that in this language over these pairs: positive where it is worse than English; null of English and without pairs"
        )
      ],
      gap_low: [partOf("gap", "low"), double("lower end of its paired 95 % interval; null with fewer than two pairs")],
      gap_high: [partOf("gap", "high"), high],
      p: [partOf("p"), double("two-sided p-value of no gap")],
      q: [
        partOf("q"),
        double("p adjusted over the languages of this evaluation, task and kind (Benjamini & Hochberg); null of all together")
      ],
      only_english: [
        partOf("only_english"),
        integer("pairs that were right in English alone; null without pairs, and of all together")
      ],
      only_language: [partOf("only_language"), integer("pairs that were right in this language alone")],
      exact: [partOf("exact"), double("McNemar's exact p; null without pairs, and of all together")],
      measured: [
        countOf("wrong_language", "n"),
        integer("finished answers of which it is known whether they are in another language")
      ],
      wrong_language: [
        partOf("wrong_language"),
        double("share of these that are wrong, but say the right thing in another language; null without any")
      ],
      wrong_low: [partOf("wrong_language", "low"), double("lower end of its 95 % interval")],
      wrong_high: [partOf("wrong_language", "high"), high],
      simulated
    },
    order: ["model", "template", "sampler", "base_task", "kind", "language"]
  }),
  multimodal: viewOf("multimodal", {
    description:
      "one row per evaluation and category of generated questions about images: accuracy with the picture, without it, and the paired difference",
    columns: {
      ...evaluation,
      category: ["facet_value", key("Charts and tables, Geometry, Counting or Spatial relations")],
      ...accuracyOf("", " to questions with their picture"),
      ...accuracyOf("blind_", " to questions whose picture was withheld"),
      missing: [
        countOf("missing"),
        integer(
          "questions that were answered without their picture and have no response with it: they were not asked, or failed, as where an endpoint refuses images"
        )
      ],
      pairs: [countOf("gain", "n"), integer("questions with finished answers both with the picture and without")],
      value: [
        partOf("gain"),
        double("excess accuracy with the picture minus that without, over these pairs; null without pairs")
      ],
      value_low: [partOf("gain", "low"), double("lower end of its paired 95 % interval; null with fewer than two pairs")],
      value_high: [partOf("gain", "high"), high],
      p: [partOf("p"), double("two-sided p-value of no difference")],
      only_shown: [countOf("only_shown"), integer("pairs that were right with the picture alone")],
      only_blind: [countOf("only_blind"), integer("pairs that were right without it alone")],
      exact: [partOf("exact"), double("McNemar's exact p; null without pairs")],
      simulated
    },
    order: ["model", "template", "sampler", "category"]
  }),
  repetitions: viewOf("repetitions", {
    description: "one row per evaluation, suite, task and reducer, of evaluations that were asked questions more than once",
    columns: {
      ...evaluation,
      base_task: key("the task's name; empty for all tasks of the suite together"),
      reducer: [
        "if(measure similar to 'pass[@^].*', if(measure[5] = '@', 'pass', 'pass_hat'), measure)",
        key(
          "mean: share of right answers; pass: pass@k, at least one of k is right; pass_hat: pass^k, all of k are right (both unbiased); majority: the most frequent answer is right"
        )
      ],
      k: ["try_cast(measure[6:] as integer)", integer("number of answers that the reducer takes; null for mean and majority")],
      value: ["value", double("its mean over items, 0–1; truncated answers are not right, and no guessing is subtracted")],
      low: ["low", double("lower end of its 95 % interval, by a bootstrap over items; null for a single item")],
      high,
      items: ["clusters", integer("items with enough answers for it; those of mean are all of them")],
      answers: ["n", integer("answers to these items")],
      simulated,
      suite: ["facet_value", key("the suite that asked them; empty where none is known")]
    },
    order: ["model", "template", "sampler", "suite", "base_task", "reducer", "k"]
  })
};

/** Schemas of the views by name. */
export const estimateTables: Readonly<Record<string, Table>> = Object.fromEntries(
  Object.entries(estimateViews).map(([name, {table}]) => [name, table])
);

/** Names of the views over a store's tables: those of all where it has estimates. */
export const viewsOver = (tables: readonly string[]): string[] => (tables.includes(ESTIMATES) ? Object.keys(estimateViews) : []);
