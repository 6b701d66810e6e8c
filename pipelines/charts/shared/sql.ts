// Queries over a page's tables, as charts ask them: DuckDB in the browser or in Node answers.

/** An Arrow table or batch, as far as pages use it. */
export interface Rows extends Iterable<Record<string, unknown>> {
  numRows: number;
  schema: {fields: readonly {name: string; type: {toString(): string}}[]};
  getChildAt(column: number): {get(row: number): unknown; toArray(): ArrayLike<number>} | null;
}

export interface Sql {
  (strings: TemplateStringsArray, ...params: unknown[]): Promise<Rows>;
  query(text: string, params?: readonly unknown[]): Promise<Rows>;
}
