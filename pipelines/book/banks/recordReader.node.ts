// Reads a record of a bank's files as an item: through the bank's layout, with its domain and category, checked.
import {relative} from "node:path";
import type {BankFile, Fields as FieldNames, Format, LayoutName} from "../bankSchemas.js";
import type {Scorer} from "../scorers.js";
import {answersIn, at, type Fields, text, texts} from "./fields.js";
import {type BankItem, type Draft, itemOf} from "./item.node.js";
import {withOthers} from "./itemSettings.js";
import {type Layout, scorer} from "./layout.js";
import {layouts, rightOf} from "./layouts.node.js";
import {PARTS, partsOf} from "./parts.node.js";
import {readSettings} from "./readSettings.js";

export interface Source {
  files: readonly string[];
  format?: Format | undefined;
  layout?: LayoutName | undefined;
  fields?: FieldNames | undefined;
  domain?: BankFile["domain"];
  category?: BankFile["category"];
  /** Domain and category where neither the bank nor the record has one. */
  name: string;
  scorer?: Scorer | undefined;
}

/** The layout of a bank: a named one, or what its field names say. */
export const layoutOf = ({layout, fields}: Pick<Source, "layout" | "fields">): Layout =>
  fields ? layoutOfFields(fields) : layouts[layout ?? "plain"];

/** A name for a file in messages: relative to where the command runs. */
export const fileName = (file: string): string => relative(".", file).replace(/^(?:\.\.\/){3,}.*$/u, file) || file;

/**
 * Returns a reader of records: an item, or one sentence about what is wrong with the record.
 * @param name the file's name without folder and endings
 */
export function recordReader(source: Source): (record: Fields, name: string) => BankItem | string {
  const layout = layoutOf(source);
  const {domain, category} = source;
  const [domainField, categoryField] = [domain, category].map(each => (typeof each === "object" ? each.field : undefined));
  const place = {
    domain: typeof domain === "string" ? domain : source.name,
    category: typeof category === "string" ? category : source.name,
    scorer: source.scorer ?? layout.scorer
  };
  const placed = (draft: Draft, record: Fields): Draft => {
    if (domain === undefined && category === undefined) return draft;
    const own = (field: string | undefined, constant: unknown, known: string | undefined) =>
      field !== undefined ? text(at(record, field)) : constant !== undefined ? undefined : known;
    const {domain: knownDomain, category: knownCategory, ...rest} = draft;
    const [d, c] = [own(domainField, domain, knownDomain), own(categoryField, category, knownCategory)];
    return {...rest, ...(d !== undefined && {domain: d}), ...(c !== undefined && {category: c})};
  };
  return (record, name) => {
    const draft = layout.read(record, name);
    return typeof draft === "string" ? draft : itemOf(placed(draft, record), place);
  };
}

/** Layouts of fields that records of many others have, so that they are never suggested. */
const COMMON: ReadonlySet<string> = new Set<LayoutName>(["plain", "pairs", "bbh", "drop"]);

/** What is wrong with a file whose first record is of another layout; undefined where it is not. */
export function otherLayout(file: string, line: number, {value, source}: {value: Fields; source: Source}): string | undefined {
  const layout = layoutOf(source);
  if (layout.needs.some(field => at(value, field) !== undefined)) return undefined;
  const named = source.fields ? "the fields" : `layout ${source.layout ?? "plain"}`;
  const like = Object.entries(layouts).find(([name, each]) => !COMMON.has(name) && each !== layout && isOf(value, each));
  const has = Object.keys(value).slice(0, 8).join(", ");
  return `${fileName(file)}:${line} no field ${layout.needs.map(field => JSON.stringify(field)).join(" or ")}, which ${named} ${source.fields ? "name" : "needs"}; it has ${has}${like && !source.fields ? `; layout ${like[0]}?` : ""}`;
}

/** Whether a record can be read in a named layout. */
export const isOfLayout = (value: Fields, name: LayoutName): boolean => isOf(value, layouts[name]);

function isOf(value: Fields, layout: Layout): boolean {
  if (!layout.needs.some(field => at(value, field) !== undefined)) return false;
  const draft = layout.read(value, "");
  return typeof draft !== "string" && typeof itemOf(draft, {domain: "x", category: "x", scorer: layout.scorer}) !== "string";
}

function layoutOfFields(names: FieldNames): Layout {
  const {question, choices, answer, answer_is, id, pair_id, domain, category, reasoning, answer_format, locale, accept} = names;
  const parts = PARTS.filter(name => names[name] !== undefined);
  const optional = (record: Fields, key: keyof Draft, field: string | undefined) => {
    const value = field === undefined ? undefined : text(at(record, field));
    return value === undefined ? {} : {[key]: value};
  };
  return {
    summary: "",
    scorer: scorer({kind: choices === undefined ? "exact" : "choice"}),
    needs: [question],
    read(record) {
      const options = Array.isArray(choices)
        ? choices.map(field => text(at(record, field)) ?? "")
        : choices === undefined
          ? []
          : texts(at(record, choices));
      if (options === undefined) return `field ${JSON.stringify(choices)} is not a list of texts`;
      const given = answer === undefined ? undefined : at(record, answer);
      const right = options.length > 0 ? rightOf(given, options, answer_is) : undefined;
      const [worded, ...others] = answersIn(given);
      const more = partsOf(Object.fromEntries(parts.map(name => [name, at(record, names[name]!)])));
      if (typeof more === "string") return more;
      const fieldOf = (field: string | undefined) => (field === undefined ? undefined : at(record, field));
      const settings = readSettings({
        answer_format: fieldOf(answer_format),
        locale: fieldOf(locale),
        accept: fieldOf(accept)
      });
      if (typeof settings === "string") return settings;
      return {
        question: text(at(record, question)) ?? "",
        ...(options.length > 0 && {choices: options, ...(right !== undefined && {right})}),
        ...(worded !== undefined && {answer: worded}),
        ...optional(record, "id", id),
        ...optional(record, "pair_id", pair_id),
        ...optional(record, "domain", domain),
        ...optional(record, "category", category),
        ...optional(record, "reasoning", reasoning),
        ...withOthers(settings, options.length > 0 ? [] : others),
        ...more
      };
    }
  };
}
