// Error messages of DuckDB in plain words.
import {damagedFile} from "../../pipelines/store/damaged.js";
import {renamedInMessage} from "../../pipelines/store/views.sql.js";

const OWN_TABLES_ONLY = "this page reads its own tables only; other files and addresses are closed";
const CLASS =
  /^((Catalog|Binder|Parser|Conversion|Invalid Input|Not implemented|IO|Out of Range|Constraint|Permission|Invalid) )?Error:\s*/i;

/** What browsers say where DuckDB's program in WebAssembly fails, as opposed to an error that it reports. */
const FAILED = /RuntimeError|table index is out of bounds|unreachable/;
const OVERRAN = /memory access out of bounds/i;
/** The same where its stack is at an end, as some eighty selects that one query joins by `union all` bring about. */
const NESTED = /null function|function signature mismatch|maximum call stack/i;
export const hasCrashed = (message: string): boolean => [FAILED, OVERRAN, NESTED].some(each => each.test(message));

/** The message where a file of the site does not come. */
export const notLoaded = (name: string, status: number): string =>
  `cannot load ${name}: the server answered ${status}${status === 404 || status === 410 ? "; the site was published again: reload the page" : ""}`;

/** The message where the browser does not start DuckDB's worker. */
export const NO_WORKER =
  "queries cannot be answered: the server's Content-Security-Policy forbids workers of blob:; leave the header out, or allow worker-src blob:";
const NO_WASM =
  "queries cannot be answered: the server's Content-Security-Policy forbids WebAssembly; leave the header out, or allow 'wasm-unsafe-eval'";

/** DuckDB's message in plain words: its first line without the error class, followed by a remedy where one is known. */
export function plainError(message: string): string {
  const line = message.trim().split("\n")[0]!;
  const damaged = damagedFile(line);
  if (damaged !== null)
    return `the file of ${damaged === "" ? "a table" : `the table ${damaged.replace(/^.*\/|\.parquet$/g, "")}`} is damaged or incomplete: reload the page; if that does not help, npm run build publishes it anew`;
  if (/unsafe-eval|content security policy/i.test(line)) return NO_WASM;
  if (NESTED.test(line))
    return "DuckDB failed in this browser tab: the query joins or nests too much for it; ask in several parts";
  if (/WebAssembly\./.test(line) || FAILED.test(line))
    return "DuckDB failed in this browser tab, on a damaged table or for lack of memory: reload the page; if that does not help, npm run build publishes the tables anew";
  if (/out of memory/i.test(line) || OVERRAN.test(line))
    return "the result does not fit into this browser tab; aggregate, or add a limit";
  if (/single statement/i.test(line)) return "one statement at a time, please";
  if (/closed address|XMLHttpRequest|no files found|cannot open file|failed to open/i.test(line)) return OWN_TABLES_ONLY;
  const renamed = renamedInMessage(line);
  if (renamed !== null) return renamed;
  let text = line;
  while (CLASS.test(text)) text = text.replace(CLASS, "");
  text = text.replaceAll("!", ".");
  const plain = text.charAt(0).toLowerCase() + text.slice(1);
  return /Parser Error/i.test(line) ? `not valid SQL: ${plain}` : plain;
}
