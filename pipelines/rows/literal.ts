// A text as part of an SQL statement.

/** A text as an SQL string literal. */
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;
