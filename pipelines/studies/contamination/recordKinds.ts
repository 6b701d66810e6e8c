// Kinds of records that an audit reads: items that are searched for, and documents that are searched.
import type {RecordKind} from "../../rows/columns.js";

/** Items as a kind of record, with names of columns that benchmarks use. */
export const ITEM_KIND: RecordKind = {
  fields: {id: ["item_id", "question_id"], text: ["question", "prompt"], group: [], domain: [], stratum: []},
  required: ["id", "text"],
  isClosed: true
};

/** Fields of a record that contain its text, of which the first that is there counts; else all its texts. */
const TEXT_FIELDS = ["text", "content", "raw_content", "body"];
const NAME_FIELDS = ["id", "url", "name", "title"];

/** The columns of a table of documents that are needed; all (null) where none is named as a text. */
export const textColumns = (header: readonly string[]): readonly string[] | null =>
  header.some(name => TEXT_FIELDS.includes(name))
    ? header.filter(name => TEXT_FIELDS.includes(name) || NAME_FIELDS.includes(name))
    : null;

/** Fields of a message that contain its text, in the order in which they count. */
const MESSAGE_FIELDS = [...TEXT_FIELDS, "value"];
/** Fields of a message that are labels. */
const LABELS = ["type", "role", "from"];

/** The text and the name of a record; null where it has no text, or an empty field for it and names alone. */
export function documentIn(value: unknown, number: number): {name: string; text: string} | null {
  if (typeof value === "string") return {name: `${number}`, text: value};
  if (value === null || typeof value !== "object") return null;
  const record = value as Record<string, unknown>;
  const field = TEXT_FIELDS.find(name => textsIn(record[name]).length > 0);
  const hasField = TEXT_FIELDS.some(name => name in record);
  const others = Object.keys(record).filter(name => !(hasField && NAME_FIELDS.includes(name)));
  const texts = (field === undefined ? others : [field]).flatMap(name => textsIn(record[name]));
  if (texts.length === 0) return null;
  const named = NAME_FIELDS.find(name => name !== field && ["string", "number"].includes(typeof record[name]));
  return {name: named === undefined ? `${number}` : String(record[named]), text: texts.join("\n")};
}

/** The texts of a value in order: of a list those of its elements, of a message its content. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null || value instanceof Uint8Array) return [];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  const message = value as Record<string, unknown>;
  const content = MESSAGE_FIELDS.map(name => textsIn(message[name])).find(texts => texts.length > 0);
  return content ?? Object.keys(message).flatMap(name => (LABELS.includes(name) ? [] : textsIn(message[name])));
}
