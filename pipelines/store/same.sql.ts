// Columns that identify a point, and the SQL condition that two rows belong to the same point, for both versions of DuckDB. Tests are the
// same where their `item_id` is.

/** Columns that identify a point of the manifold. Responses that were collected elsewhere have no seed, so null must equal null here. */
export const PLACE = ["base_task", "params", "generator_version", "seed"] as const;
/** Columns that identify a point under an evaluation. */
export const POINT = ["eval_id", ...PLACE] as const;

/** The condition that the rows of two tables agree in all columns, where null equals null. */
export const same = (a: string, b: string, columns: readonly string[]): string =>
  columns.map(column => `${a}.${column} is not distinct from ${b}.${column}`).join(" and ");
