// SQL of the views through which pages and commands read a store's tables, for both versions of DuckDB.
import {truncationUnknown} from "../score/stats.sql.js";
import {INCORRECT, TRUNCATED} from "../score/status.js";

/** A column that rows of older versions do not have, with its replacement and the columns of which that is made. */
interface LaterColumn {
  name: string;
  value: string;
  from: readonly string[];
}

/** Columns of counts that had another name in older versions, by that name. */
const RENAMED_COLUMNS: Readonly<Record<string, string>> = {
  tokens_completion: "completion_tokens",
  tokens_prompt: "prompt_tokens"
};

/** A row with the present names of its columns. */
export function withPresentNames<Row>(row: Row): Row {
  if (typeof row !== "object" || row === null || !Object.keys(RENAMED_COLUMNS).some(name => name in row)) return row;
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [RENAMED_COLUMNS[name] ?? name, value])) as Row;
}

/**
 * The source of a table's rows with the present names of its columns: the source itself where no column has an old name.
 * @param source as it is written after `from` · @param columns names of the source's columns
 */
export function presentNames(source: string, columns: readonly string[]): string {
  const old = columns.filter(name => name in RENAMED_COLUMNS);
  const renamed = old.map(name => `${name} as ${RENAMED_COLUMNS[name]}`);
  return old.length === 0 ? source : `(select * exclude (${old.join(", ")}), ${renamed.join(", ")} from ${source})`;
}

/** The error for a name that a column no longer has; null where it never was a column's. */
export function renamedColumn(name: string): string | null {
  const present = RENAMED_COLUMNS[name.toLowerCase()];
  return present === undefined ? null : `no column "${name}": it is called "${present}" now`;
}

/** The same for DuckDB's message about a column that is not there. */
export function renamedInMessage(message: string): string | null {
  const [line] = message.trim().split("\n");
  const [, name] = /\bcolumn (?:named )?"(\w+)"/u.exec(line!) ?? [];
  return name === undefined ? null : renamedColumn(name);
}

/** Sums over tests of rows that have one answer to each test. */
const SINGLE_ANSWERS: readonly LaterColumn[] = [
  {name: "answers", value: "correct + incorrect", from: ["correct", "incorrect"]},
  {name: "shares", value: "correct", from: ["correct"]},
  {name: "share_squares", value: "correct", from: ["correct"]},
  {name: "share_tests", value: "correct + incorrect", from: ["correct", "incorrect"]},
  {name: "share_guess", value: "guess_sum", from: ["guess_sum"]}
];

const LATER_COLUMNS: Readonly<Record<string, readonly LaterColumn[]>> = {
  samples: [
    {
      name: "ended",
      value: "case when finish_reason in ('unknown', '') then 'unknown' else 'known' end",
      from: ["finish_reason"]
    }
  ],
  points: [
    {name: "suites", value: "[]::varchar[]", from: ["tiers"]},
    {name: "suite_tiers", value: "[]::varchar[]", from: ["tiers"]},
    {name: "cut_by_evidence", value: "0", from: []},
    {name: "ended_unknown", value: "correct + incorrect", from: ["correct", "incorrect"]},
    ...SINGLE_ANSWERS
  ],
  scores: [{name: "suite", value: "''", from: []}],
  task_counts: SINGLE_ANSWERS,
  adjusted_points: SINGLE_ANSWERS,
  adjusted_task_counts: SINGLE_ANSWERS
};

/** The status that counts, as `outcomeOf` gives it: an answer that its text shows to be cut is truncated. */
const OUTCOME = `case when ended = 'cut' and status = ${INCORRECT} then ${TRUNCATED} else status end`;

const ENDS_UNKNOWN = truncationUnknown({
  samples: "(correct + incorrect + truncated)",
  truncated: "truncated",
  ended_unknown: "ended_unknown"
});
/** Values that the views give in place of those of the files. */
const REPLACED: Readonly<Record<string, LaterColumn>> = {
  samples: {name: "status", value: OUTCOME, from: ["status"]},
  points: {
    name: "truncated_ratio",
    value: `case when not ${ENDS_UNKNOWN} then truncated_ratio end`,
    from: ["truncated_ratio", "correct", "incorrect", "truncated"]
  }
};

/** Whether the view of a table differs from its file. */
export const isCompleted = (table: string): boolean => table in LATER_COLUMNS;

/**
 * The source of a view: the rows of a table with a value in each column that its file, or some of its rows, do not have, samples with the
 * status that counts, and points without a share of cut answers where nothing is known of any end.
 * @param file source of the rows, as it is written after `from` · @param columns names of the file's columns
 */
export function completed(table: string, file: string, columns: readonly string[]): string {
  const source = presentNames(file, columns);
  const later = (LATER_COLUMNS[table] ?? []).filter(({from}) => from.every(name => columns.includes(name)));
  const added = later.filter(({name}) => !columns.includes(name)).map(({name, value}) => `, ${value} as ${name}`);
  const filled = later
    .filter(({name}) => columns.includes(name))
    .map(({name, value}) => `coalesce(${name}, ${value}) as ${name}`);
  const replaced = filled.length > 0 ? ` replace (${filled.join(", ")})` : "";
  const whole = later.length === 0 ? source : `(select *${replaced}${added.join("")} from ${source})`;
  const {name, value, from} = REPLACED[table] ?? {from: []};
  const isReplaced = value !== undefined && later.length > 0 && from.every(each => columns.includes(each));
  return isReplaced ? `(select * replace (${value} as ${name}) from ${whole})` : whole;
}
