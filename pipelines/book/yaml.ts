// Reads YAML files and reports mistakes with their line and column.
import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
  visit,
  type YAMLMap
} from "yaml";
import type {z} from "zod";
import {UserError} from "../rows/error.js";
import {explain, keysAt, shown} from "./issue.js";
import type {Locate} from "./types.js";

/** Longest file that is parsed, in characters. */
const MOST_CHARACTERS = 4_000_000;
/**
 * Most nodes that aliases may expand to: enough for thousands of models that merge one anchor, too few for an alias bomb that grows
 * exponentially.
 */
const MOST_ALIASED = 10_000;

/**
 * Reads one YAML document and checks it. Throws a UserError of one line, `file:line:column what is wrong`.
 * @param file the name to show in errors
 * @param schema the schema of the file, or a function that picks the schema after a look at the raw value
 * @param asWritten true keeps every scalar as the text that was written: 0.0 stays "0.0", no stays "no"
 */
export function parseYaml<T>(
  text: string,
  file: string,
  schema: z.ZodType<T> | ((raw: unknown) => z.ZodType<T>),
  {asWritten = false}: {asWritten?: boolean} = {}
): {value: T; locate: Locate} {
  const fail = (offset: number, message: string): never => {
    const {line, col} = lines.linePos(offset);
    throw new UserError(`${file}:${Math.max(1, line)}:${Math.max(1, col)} ${message}`);
  };
  const lines = new LineCounter();
  if (text.length > MOST_CHARACTERS)
    throw new UserError(`${file}:1:1 file of ${text.length} characters; at most ${MOST_CHARACTERS}`);

  const document = parse();
  const raw = toJS();
  const chosen = typeof schema === "function" ? schema(raw) : schema;
  if (raw === null) fail(0, `empty file; expected the keys of a map, such as ${keysAt(chosen, []).slice(0, 4).join(", ")}`);
  const locate: Locate = (path, {key = false} = {}) => {
    const {line, col} = lines.linePos(offsetOf(document, path, key));
    return `${file}:${line}:${col}`;
  };
  const result = chosen.safeParse(raw);
  if (result.success) return {value: result.data, locate};
  const {path, key, text: message} = explain(result.error, {value: raw, schema: chosen});
  throw new UserError(`${locate(path, {key})} ${message}`);

  function parse(): Document.Parsed {
    try {
      const document = parseDocument(text, {
        lineCounter: lines,
        prettyErrors: false,
        merge: true,
        ...(asWritten ? {schema: "failsafe" as const} : {}),
        stringKeys: true,
        resolveKnownTags: false
      });
      const fault = document.errors[0] ?? document.warnings[0];
      if (fault) fail(Math.min(fault.pos[0], text.length), syntax(fault.code, fault.message, text.slice(fault.pos[0])));
      refuse(document, fail);
      return document;
    } catch (error) {
      if (error instanceof RangeError) fail(0, "nested too deeply");
      throw error;
    }
  }

  function toJS(): unknown {
    try {
      return document.toJS({maxAliasCount: MOST_ALIASED});
    } catch (error) {
      if (error instanceof ReferenceError) fail(0, `aliases (*) expand to more than ${MOST_ALIASED} values`);
      throw error;
    }
  }
}

/** Rejects constructs that YAML allows but that no file of the workbook needs. */
function refuse(document: Document.Parsed, fail: (offset: number, message: string) => never): void {
  visit(document, {
    Scalar(_, {value, range, source}) {
      if (typeof value === "number" && !Number.isFinite(value)) fail(range![0], `expected a finite number, got ${source}`);
    },
    Alias(_, alias) {
      const target = alias.resolve(document);
      const offset = alias.range![0];
      if (!target) fail(offset, `no anchor &${alias.source} above this alias`);
      const [start, end] = target!.range!;
      if (start <= offset && offset < end) fail(offset, `alias *${alias.source} stands inside its own anchor`);
    },
    Pair(_, {key, value}) {
      if (!isScalar(key)) return;
      if (key.value === "__proto__") fail(key.range![0], 'unknown key "__proto__"');
      if (key.source !== "<<") return;
      const merged = (isSeq(value) ? value.items : [value]).map(source => (isAlias(source) ? source.resolve(document) : source));
      if (!merged.every(isMap)) fail(key.range![0], "<< merges maps: give it an alias of one, such as *shared");
    }
  });
}

/** Offset of the value at a path, or of its key. Where the path leads beyond the file's contents, offset of the last value on the way. */
function offsetOf(document: Document.Parsed, path: readonly (string | number)[], key: boolean): number {
  let node: Node | null = document.contents;
  let offset = node?.range?.[0] ?? 0;
  for (const [depth, step] of path.entries()) {
    const outer: Node | null | undefined = isAlias(node) ? node.resolve(document) : node;
    const pair: Pair | undefined = isMap(outer) ? pairOf(outer, String(step), document) : undefined;
    const next = (isSeq(outer) ? outer.items[Number(step)] : pair?.value) as Node | null | undefined;
    if (!next && !pair) break;
    const place = pair && (!next || (key && depth === path.length - 1)) ? (pair.key as Node) : next;
    offset = place?.range?.[0] ?? offset;
    node = next ?? null;
  }
  return offset;
}

/** A map's own pair of a key, or the pair that `<<` merges into the map. */
function pairOf(map: YAMLMap, key: string, document: Document.Parsed): Pair | undefined {
  const own = map.items.find(pair => isScalar(pair.key) && String(pair.key.value) === key);
  if (own) return own;
  for (const {key: name, value} of map.items) {
    if (!isScalar(name) || name.source !== "<<") continue;
    for (const source of isSeq(value) ? value.items : [value]) {
      const merged = isAlias(source) ? source.resolve(document) : source;
      const pair = isMap(merged) ? pairOf(merged, key, document) : undefined;
      if (pair) return pair;
    }
  }
  return undefined;
}

/** The parser's message in the project's wording, quoting nothing of the file but keys. */
function syntax(code: string, message: string, rest: string): string {
  if (code === "DUPLICATE_KEY") return `duplicate key ${shown(/^[\w.$ -]+/u.exec(rest.replace(/^["']/u, ""))?.[0].trim() ?? "")}`;
  if (code === "MULTIPLE_DOCS") return "second document; give one per file, without another ---";
  if (code === "BLOCK_AS_IMPLICIT_KEY") {
    return 'unexpected colon: quote a text that holds one, as in endpoint: "reference:", or put inner keys on lines of their own';
  }
  if (code === "RESOURCE_EXHAUSTION") return "nested too deeply";
  const plain = message.replace(/token: .*/su, "token").replace(/\s+/gu, " ");
  return plain.charAt(0).toLowerCase() + plain.slice(1);
}
