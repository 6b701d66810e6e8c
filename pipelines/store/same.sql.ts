// Which rows speak of the same point, in SQL that both DuckDBs understand. Tests are the same where their `item_id` is.

/** What tells points of the task-complexity plane apart. Answers that were collected elsewhere have no seed, so null equals null here. */
export const PLACE = ["base_task", "params", "generator_version", "seed"] as const;
/** The same under an evaluation. */
export const POINT = ["eval_id", ...PLACE] as const;

/** The condition that two tables' rows agree in all columns, a null with a null. */
export const same = (a: string, b: string, columns: readonly string[]): string =>
  columns.map(column => `${a}.${column} is not distinct from ${b}.${column}`).join(" and ");
