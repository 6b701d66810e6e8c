// Reads how answers to an item are read out of its record.
import {answerFormatSchema, localeSchema} from "../answerFormat.js";
import {explain} from "../issue.js";
import {text, texts} from "./fields.js";
import type {ItemSettings} from "./itemSettings.js";

const NO_SETTINGS: ItemSettings = {};

/** The settings that a record's values describe, or one sentence about what is wrong with them. */
export function readSettings({
  answer_format,
  locale,
  accept
}: {
  [Name in keyof ItemSettings]?: unknown;
}): ItemSettings | string {
  if (isAbsent(answer_format) && isAbsent(locale) && isAbsent(accept)) return NO_SETTINGS; // most records
  const settings: ItemSettings = {};
  if (!isAbsent(answer_format)) {
    const format = answerFormatSchema.safeParse(answer_format);
    if (!format.success)
      return `answer_format: ${explain(format.error, {value: answer_format, schema: answerFormatSchema}).text}`;
    settings.answer_format = format.data;
  }
  if (!isAbsent(locale)) {
    const language = localeSchema.safeParse(locale);
    if (!language.success) return `locale: ${explain(language.error, {value: locale, schema: localeSchema}).text}`;
    settings.locale = language.data;
  }
  if (!isAbsent(accept)) {
    const single = text(accept);
    const others = texts(accept) ?? (single === undefined ? undefined : [single]);
    if (!others) return "accept: not a list of texts";
    settings.accept = others;
  }
  return settings;
}

/** Whether a value says nothing: no field, null, an empty cell of a table or an empty list. */
const isAbsent = (value: unknown): boolean =>
  value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);
