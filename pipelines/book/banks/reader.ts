// Reads the items of a bank's files: records through a layout, checked, duplicates counted and kept once.
import {basename, relative} from "node:path";
import type {BankFile, Fields as FieldNames, LayoutName} from "../bankSchemas.js";
import {FORMATS, type Format} from "../bankSchemas.js";
import {UserError} from "../error.js";
import type {Scorer} from "../scorers.js";
import {at, type Fields, isMap, text, texts} from "./fields.js";
import {idSet} from "./idSet.js";
import {type BankItem, contentId, type Draft, itemOf} from "./item.js";
import {type Layout, scorer} from "./layout.js";
import {layouts, rightOf} from "./layouts.js";
import {PARTS, partsOf} from "./parts.js";
import {formatOf, recordsOf} from "./records.js";
import type {PrintedItem, RecordCounts} from "./types.js";

/** Most problems that are kept in words. */
const MOST_PROBLEMS = 1_000;

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
const fileName = (file: string): string => relative(process.cwd(), file).replace(/^(?:\.\.\/){3,}.*$/u, file) || file;

/**
 * Yields the distinct items of a bank's files in batches, in order, and counts in `counts` what else they hold. Throws a UserError where a
 * file as a whole cannot be read, or its first record is of another layout.
 */
export async function* itemsOf(source: Source, counts: RecordCounts): AsyncGenerator<PrintedItem[]> {
  const layout = layoutOf(source);
  const {domain, category} = source;
  const [domainField, categoryField] = [domain, category].map(each => (typeof each === "object" ? each.field : undefined));
  const place = {
    domain: typeof domain === "string" ? domain : source.name,
    category: typeof category === "string" ? category : source.name,
    scorer: source.scorer ?? layout.scorer
  };
  const seen = idSet();
  const given = new Set<string>();
  const fault = (file: string, line: number, what: string) => {
    counts.faulty++;
    if (what === "missing answer") counts.unanswered++;
    if (counts.problems.length < MOST_PROBLEMS) counts.problems.push(`${fileName(file)}:${line} ${what}`);
  };
  /** An item that is new; null where it repeats an earlier one, or has the id of another. */
  const kept = (item: BankItem, file: string, line: number): PrintedItem | null => {
    const json = JSON.stringify(item);
    const id = contentId(item, json);
    if (item.id !== undefined) {
      if (given.has(item.id) && !seen.has(id)) {
        fault(file, line, `id ${JSON.stringify(item.id.slice(0, 60))} of another item too`);
        return null;
      }
    }
    if (!seen.add(id)) {
      counts.duplicates++;
      return null;
    }
    if (item.id !== undefined) given.add(item.id);
    return {item, id, json};
  };
  for (const file of source.files) {
    const format = source.format ?? formatOf(file);
    if (!format)
      throw new UserError(`${fileName(file)} has no ending that tells its format; write format: ${FORMATS.join(", ")}`);
    const name = basename(file)
      .replace(/\.gz$/iu, "")
      .replace(/\.\w+$/u, "");
    let first = true;
    for await (const batch of recordsOf(file, format, layout)) {
      const found: PrintedItem[] = [];
      for (const {line, value, bad} of batch) {
        counts.records++;
        if (bad !== undefined) fault(file, line, bad);
        else if (!isMap(value)) fault(file, line, "expected a map of fields");
        else {
          if (first && !layout.needs.some(field => at(value, field) !== undefined))
            throw new UserError(otherLayout(file, line, {value, layout, source}));
          first = false;
          const draft = layout.read(value, name);
          const item = typeof draft === "string" ? draft : itemOf(placed(draft, value), place);
          if (typeof item === "string") fault(file, line, item);
          else {
            const read = kept(item, file, line);
            if (read) found.push(read);
          }
        }
      }
      yield found;
    }
  }

  function placed(draft: Draft, record: Fields): Draft {
    if (domain === undefined && category === undefined) return draft;
    const own = (field: string | undefined, constant: unknown, known: string | undefined) =>
      field !== undefined ? text(at(record, field)) : constant !== undefined ? undefined : known;
    const {domain: knownDomain, category: knownCategory, ...rest} = draft;
    const [d, c] = [own(domainField, domain, knownDomain), own(categoryField, category, knownCategory)];
    return {...rest, ...(d !== undefined && {domain: d}), ...(c !== undefined && {category: c})};
  }
}

/** Whether a record can be read in a layout. */
function isOf(value: Fields, layout: Layout): boolean {
  if (!layout.needs.some(field => at(value, field) !== undefined)) return false;
  const draft = layout.read(value, "");
  return typeof draft !== "string" && typeof itemOf(draft, {domain: "x", category: "x", scorer: layout.scorer}) !== "string";
}

function otherLayout(
  file: string,
  line: number,
  {value, layout, source}: {value: Fields; layout: Layout; source: Source}
): string {
  const named = source.fields ? "the fields" : `layout ${source.layout ?? "plain"}`;
  const like = Object.entries(layouts).find(
    ([name, each]) => name !== "plain" && name !== "pairs" && !each.unfold && each !== layout && isOf(value, each)
  );
  const has = Object.keys(value).slice(0, 8).join(", ");
  return `${fileName(file)}:${line} no field ${layout.needs.map(field => JSON.stringify(field)).join(" or ")}, which ${named} ${source.fields ? "name" : "needs"}; it has ${has}${like && !source.fields ? `; layout ${like[0]}?` : ""}`;
}

function layoutOfFields(names: FieldNames): Layout {
  const {question, choices, answer, answer_is, id, domain, category, reasoning} = names;
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
      if (options === undefined) return `field ${JSON.stringify(choices)} is no list of texts`;
      const given = answer === undefined ? undefined : at(record, answer);
      const right = options.length > 0 ? rightOf(given, options, answer_is) : undefined;
      const worded = text(given) ?? texts(given)?.[0];
      const more = partsOf(Object.fromEntries(parts.map(name => [name, at(record, names[name]!)])));
      if (typeof more === "string") return more;
      return {
        question: text(at(record, question)) ?? "",
        ...(options.length > 0 && {choices: options, ...(right !== undefined && {right})}),
        ...(worded !== undefined && {answer: worded}),
        ...optional(record, "id", id),
        ...optional(record, "domain", domain),
        ...optional(record, "category", category),
        ...optional(record, "reasoning", reasoning),
        ...more
      };
    }
  };
}
