// Where in a query DuckDB found a mistake.

export interface Place {
  from: number;
  to: number;
}

/**
 * The place that DuckDB's message marks by `LINE 2: …` and a caret below; null where it marks none. Long lines are shown in part, between
 * dots, so that the shown part is looked for in the line.
 * @param text the query as it was asked, white space around it included
 */
export function errorPlace(message: string, text: string): Place | null {
  const [, number, shown, gap] = /^LINE (\d+): (.*)\n( *)\^/m.exec(message) ?? [];
  if (number === undefined || shown === undefined || gap === undefined) return null;
  const leading = text.length - text.trimStart().length; // queries are asked without it
  const lines = text.trimStart().split("\n");
  const line = lines[Number(number) - 1];
  if (line === undefined) return null;
  const caret = gap.length - `LINE ${number}: `.length;
  const part = shown.replace(/^\.\.\./, "").replace(/\.\.\.$/, "");
  const start = line.indexOf(part);
  if (start < 0 || caret < 0) return null;
  const column = Math.min(line.length, start + Math.max(0, caret - (shown.startsWith("...") ? 3 : 0)));
  const before = lines.slice(0, Number(number) - 1).reduce((sum, each) => sum + each.length + 1, 0);
  const from = leading + before + column;
  const word = /^(?:"[^"]*"?|'[^']*'?|[\w.]+|\S)/.exec(line.slice(column))?.[0] ?? "";
  return {from, to: from + Math.max(word.length, 0)};
}
