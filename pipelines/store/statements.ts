// Where a statement of SQL ends: at a semicolon outside of quotes and comments.

/** Texts within which a semicolon ends nothing: quoted, dollar-quoted, and comments; the last may still be open. */
const CLOSED = /'(?:[^']|'')*'|"(?:[^"]|"")*"|(\$\w*\$)[\s\S]*?\1|--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\//uy;
const OPEN = /'|"|\$\w*\$|\/\*/uy;

/** The whole statements of a text, without their semicolons, and what is left of it: the beginning of another. */
export function statementsIn(text: string): {statements: string[]; rest: string} {
  const statements: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length; ) {
    CLOSED.lastIndex = OPEN.lastIndex = at;
    const closed = CLOSED.exec(text);
    if (closed) at += closed[0].length;
    else if (OPEN.test(text))
      break; // a quote or comment that goes on in the next line
    else if (text[at++] === ";") {
      statements.push(text.slice(from, at - 1).trim());
      from = at;
    }
  }
  return {statements: statements.filter(Boolean), rest: text.slice(from)};
}
