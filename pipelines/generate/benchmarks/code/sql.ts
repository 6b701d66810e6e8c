// The benchmark ZenSQL: questions about three small databases, answered by one query that is run when it is scored.
import type {Random} from "../../seed.js";
import {THINK} from "../../task.js";
import type {Benchmark, MadeItem} from "../benchmark.js";
import {type Family, LEVELS} from "./sqlQuestions.js";
import {DATABASES, databaseOf, schemaOf, setupOf} from "./sqlTables.js";

/** The words that begin every question. */
export const SQL_OPENING = "Write one SQL query for DuckDB that answers a question about these tables.";
/** Most rows of a right result; a question that has none, or more, is drawn again. */
const MAX_ROWS = 20;

function itemOf(name: string, family: Family, random: Random): MadeItem {
  const database = databaseOf(name, random);
  const {text, columns, rows} = family(database, random);
  if (rows.length === 0 || rows.length > MAX_ROWS) return itemOf(name, family, random);
  return {
    prompt: `${SQL_OPENING}\n\n${schemaOf(database)}\n\n${text}\nColumns, in this order: ${columns.join(", ")}. The rows may be in any order.\n\n${THINK} with the query in a block:\n\`\`\`sql\n<query>\n\`\`\``,
    expected: JSON.stringify(rows),
    guess_chance: 0,
    scorer: {kind: "sql", setup: setupOf(database), milliseconds: 2_000}
  };
}

/** Items of each family and database. */
const SIZE = 77;

export const sql: Benchmark = {
  name: "zen-sql",
  version: 1,
  summary:
    "Questions about three small databases, answered by one query that is run: filters, joins, groups, windows, recursion.",
  domain: "Code generation",
  category: "SQL",
  facets: {database: "which tables", family: "kind of question", level: "difficulty, 1 to 5"},
  single: true,
  cells: LEVELS.flatMap((families, i) =>
    Object.entries(families).flatMap(([family, make]) =>
      DATABASES.map(database => ({
        facets: {database, family, level: i + 1},
        size: SIZE,
        item: (_: number, random: Random) => itemOf(database, make, random)
      }))
    )
  )
};
