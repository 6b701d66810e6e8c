// Prints the schemas of user-written files as markdown tables, so that docs/reference.md always matches the code.
import {z} from "zod";
import * as schemas from "./schemas.js";

interface Json {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Json[];
  oneOf?: Json[];
  items?: Json;
  properties?: Record<string, Json>;
  additionalProperties?: Json | boolean;
  required?: string[];
  default?: unknown;
  description?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
}

/** Titles and order of the sections; a schema that is not listed here follows under its own name. */
const SECTIONS: Record<string, string> = {
  book: "data/book.yaml",
  precision: "`precision` of a book",
  density: "`density` of a book",
  suite: "data/suites/*.yaml",
  grid: "an entry of a suite's `tasks`",
  filter: "a tier, or `where` of a surface or projection",
  modelFile: "data/models/*.yaml",
  model: "a file with one model",
  modelList: "a file with several models: fields of a model but `id`, shared by all that do not set their own, and",
  template: "data/templates/*.yaml",
  examples: "`examples` of a template",
  sampler: "data/samplers/*.yaml",
  dataset: "data/datasets/*.yaml, facets of finished evaluations",
  name: "how ids and tags may be spelled"
};

/** Every exported schema as a markdown section with a table of field, type, default and description. */
export function schemaReference(): string {
  const all = z.registry<{id: string}>();
  const names: string[] = [];
  for (const [key, value] of Object.entries(schemas) as [string, unknown][]) {
    if (!(value instanceof z.ZodType)) continue;
    names.push(key.replace(/Schema$/u, ""));
    all.add(value, {id: names.at(-1)!});
  }
  // With a registry, schemas refer to each other by name instead of being repeated.
  const {schemas: json} = z.toJSONSchema(all, {io: "input", uri: id => id}) as {schemas: Record<string, Json>};
  const order = [...new Set([...Object.keys(SECTIONS), ...names])].filter(name => names.includes(name));
  return order.map(name => section(name, json[name]!, name === "modelList" ? json.model : undefined)).join("\n");
}

const HEAD = ["| field | type | default | description |", "| --- | --- | --- | --- |"];

/** The fields of one schema as a markdown table. */
export const fieldTable = (schema: z.ZodType): string =>
  [...HEAD, ...new Set(rows(z.toJSONSchema(schema, {io: "input", unrepresentable: "any"}) as Json, "")), ""].join("\n");

/**
 * A discriminated union as markdown: first the fields that all branches share, then for each branch its own fields under its value of
 * `tag`.
 */
export function kindTables(schema: z.ZodType, tag: string): string {
  const {oneOf = []} = z.toJSONSchema(schema, {io: "input", unrepresentable: "any"}) as Json;
  const lines = oneOf.map(branch => new Set(rows(branch, "")));
  const isShared = (line: string) => lines.every(own => own.has(line));
  const shared = [...(lines[0] ?? [])].filter(isShared);
  const branches = oneOf.map((branch, i) => {
    const {[tag]: field = {}} = branch.properties ?? {};
    const own = [...lines[i]!].filter(line => !isShared(line) && !line.startsWith(`| \`${tag}\` |`));
    const heading = `\`${tag}\` ${typeOf(field)}: ${field.description ?? ""}`;
    return [heading, "", ...(own.length > 0 ? [...HEAD, ...own, ""] : [])].join("\n");
  });
  return [[...HEAD, ...shared, ""].join("\n"), ...branches].join("\n");
}

/** One section. @param described a schema that has a section of its own, whose fields are not repeated here */
function section(name: string, json: Json, described: Json = {}): string {
  const lines = rows(json, "").filter(line => {
    const [, list, field] = /^\| `(\w+\[\]\.)?(\w+)/u.exec(line) ?? [];
    return !field || !described.properties || (!list && !(field in described.properties));
  });
  const about = [SECTIONS[name], json.description, lines.length === 0 ? typeOf(json) : undefined].filter(Boolean).join(": ");
  const table = [...HEAD, ...new Set(lines)];
  return [`## ${name}`, "", ...(about ? [about, ""] : []), ...(lines.length > 0 ? [...table, ""] : [])].join("\n");
}

/** One row per field; fields within fields are named `outer.inner`, `list[].inner` and `map.*`. */
function rows(json: Json, prefix: string): string[] {
  const {properties = {}, required = [], additionalProperties, items, anyOf = []} = json;
  const own = Object.entries(properties).flatMap(([name, field]) => {
    const path = prefix ? `${prefix}.${name}` : name;
    const fallback = "default" in field ? code(field.default) : required.includes(name) ? "required" : "";
    return [row(path, field, fallback), ...rows(field, path)];
  });
  const each =
    typeof additionalProperties === "object" && Object.keys(additionalProperties).length > 0 ? additionalProperties : undefined;
  // The values of a map get a row of their own unless their fields are listed.
  const values = each
    ? [
        ...(each.properties || each.$ref ? [] : [row(prefix ? `${prefix}.*` : "*", each, "")]),
        ...rows(each, prefix ? `${prefix}.*` : "*")
      ]
    : [];
  return [...own, ...values, ...(items ? rows(items, `${prefix}[]`) : []), ...anyOf.flatMap(branch => rows(branch, prefix))];
}

const row = (path: string, field: Json, fallback: string) =>
  `| ${[`\`${path}\``, typeOf(field), fallback, field.description ?? ""].map(cell => cell.replaceAll("|", "\\|")).join(" | ")} |`;

function typeOf(json: Json): string {
  // A reference without a section is only ever to arbitrary JSON.
  if (json.$ref) return json.$ref.includes("#") ? "any" : `[${json.$ref}](#${json.$ref.toLowerCase()})`;
  if (json.enum) return json.enum.map(code).join(" or ");
  if (json.const !== undefined) return code(json.const);
  if (json.oneOf) return "map";
  if (json.anyOf) return [...new Set(json.anyOf.map(typeOf))].join(" or ");
  if (json.items) return `list of ${typeOf(json.items).replace(/^.* or .*$/u, "($&)")}`;
  const {additionalProperties: each} = json;
  if (typeof each === "object" && each.$ref) return `map of ${typeOf(each)}`;
  const names = [json.type ?? "any"]
    .flat()
    .map(type => ({object: "map", string: "text", boolean: "true or false"})[type] ?? type);
  return names.join(" or ") + rangeOf(json);
}

/** Range of a number as text, without the limits that only reflect the number format (2^53). */
function rangeOf({minimum, maximum, exclusiveMinimum, exclusiveMaximum}: Json): string {
  const plain = (limit?: number) => (limit !== undefined && Math.abs(limit) < Number.MAX_SAFE_INTEGER ? limit : undefined);
  const low =
    plain(minimum) !== undefined ? `≥ ${minimum}` : plain(exclusiveMinimum) !== undefined ? `> ${exclusiveMinimum}` : "";
  const high =
    plain(maximum) !== undefined ? `≤ ${maximum}` : plain(exclusiveMaximum) !== undefined ? `< ${exclusiveMaximum}` : "";
  return [low, high]
    .filter(Boolean)
    .map((limit, i) => (i === 0 ? ` ${limit}` : `, ${limit}`))
    .join("");
}

const code = (value: unknown) => `\`${JSON.stringify(value)}\``;
