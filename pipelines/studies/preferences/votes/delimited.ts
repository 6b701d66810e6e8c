// Parses CSV with the position of every cell, so that errors can name it (RFC 4180; also ; and tab as separators).
import {withoutGuard} from "../../../rows/spreadsheet.js";

export interface Cell {
  text: string;
  line: number;
  column: number;
}

/**
 * Rows of cells, without empty lines.
 * @throws where a quote is never closed
 */
export function cellsOf(text: string, separator = separatorOf(text)): Cell[][] {
  const rows: Cell[][] = [];
  let row: Cell[] = [];
  let [at, line, lineStart] = [text.charCodeAt(0) === 0xfeff ? 1 : 0, 1, 0];
  while (at < text.length) {
    const [place, from] = [{line, column: at - lineStart + 1}, at];
    let value = "";
    if (text[at] === '"') {
      for (at++; ; at++) {
        const end = text.indexOf('"', at);
        if (end < 0) throw new SyntaxError(`${place.line}:${place.column} a quote that is never closed`);
        value += text.slice(at, end);
        at = end + 1;
        if (text[at] !== '"') break;
        value += '"';
      }
      for (let i = from; i < at; i++) if (text[i] === "\n") [line, lineStart] = [line + 1, i + 1];
    }
    const rest = at;
    while (at < text.length && text[at] !== separator && text[at] !== "\n") at++;
    value += text.slice(rest, at);
    row.push({text: withoutGuard(value.endsWith("\r") ? value.slice(0, -1) : value), ...place});
    if (text[at] === separator) {
      at++;
      if (at === text.length || text[at] === "\n") row.push({text: "", line, column: at - lineStart + 1});
      if (text[at] !== "\n" && at < text.length) continue;
    }
    if (row.length > 1 || row[0]!.text.trim() !== "") rows.push(row);
    row = [];
    at++;
    [line, lineStart] = [line + 1, at];
  }
  return rows;
}

/** The separator that is most frequent in the first line. */
function separatorOf(text: string): string {
  const head = text.slice(0, text.indexOf("\n") < 0 ? text.length : text.indexOf("\n"));
  return [",", ";", "\t"].reduce((best, each) => (head.split(each).length > head.split(best).length ? each : best));
}
