// The interface by which charts query a page's tables: implemented by DuckDB in the browser and in Node.

/** The part of an Arrow table or batch that pages use. */
export interface Rows extends Iterable<Record<string, unknown>> {
  numRows: number;
  schema: {fields: readonly {name: string; type: {toString(): string}}[]};
  getChildAt(column: number): {get(row: number): unknown; toArray(): ArrayLike<number>} | null;
}

export interface Sql {
  (strings: TemplateStringsArray, ...params: unknown[]): Promise<Rows>;
  query(text: string, params?: readonly unknown[]): Promise<Rows>;
}
