// Settings by which answers are read: the declared format, the locale of numbers, the small classifier, and other right answers.
import {z} from "zod";

/** Formats that a task, bank, item, suite or template can declare for answers. */
export const ANSWER_FORMATS = ["json:answer", "tag:answer", "boxed", "hash", "line", "letter", "last-line", "any"] as const;
export type AnswerFormat = (typeof ANSWER_FORMATS)[number];

/** How the answer to a test is read; absent fields are left to the reader. */
export interface AnswerSettings {
  format?: AnswerFormat;
  /** BCP 47 language in which numbers are written, in canonical spelling. */
  locale?: string;
  /** False where the small classifier may not choose an answer. */
  classifier?: false;
  /** Other right answers in addition to `expected`; never empty. */
  accept?: readonly string[];
}

export const answerFormatSchema = z
  .enum(ANSWER_FORMATS)
  .describe(
    "declared format of answers: json:answer = field `answer` of a JSON object, tag:answer = `<answer>…</answer>`, boxed = `\\boxed{…}`, hash = after `####`, line = a line `Answer: …`, letter = an option's letter first, last-line = the last line, any = none of these; other rules read an answer that lacks it"
  );

/** A primary language of two or three letters, then subtags. `german` is well-formed too, but no language. */
const LANGUAGE = /^[a-z]{2,3}(?:-[a-z\d]{1,8})*$/iu;

/** The canonical spelling of a BCP 47 language, such as `pt-BR` for `pt-br`; undefined for other texts. */
export function canonicalLocale(text: string): string | undefined {
  if (!LANGUAGE.test(text)) return undefined;
  try {
    return Intl.getCanonicalLocales(text)[0];
  } catch {
    return undefined;
  }
}

/** Characters of a text that an error shows. */
const MAX_SHOWN = 40;
const LOCALE_FAULT = "expected a BCP 47 language such as en, de or pt-BR";

export const localeSchema = z
  .string()
  .refine(text => canonicalLocale(text) !== undefined, {
    error: ({input}) => `${LOCALE_FAULT}, got ${JSON.stringify(String(input).slice(0, MAX_SHOWN))}`
  })
  .overwrite(text => canonicalLocale(text) ?? text)
  .describe(
    "BCP 47 language in which answers write numbers, such as en, de or pt-BR: decides between decimal comma and decimal point; absent = the question's language"
  );

/** Settings as tables and exported files hold them. */
export const settingsSchema = z
  .strictObject({
    format: answerFormatSchema.optional(),
    locale: localeSchema.optional(),
    classifier: z.literal(false).optional(),
    accept: z.array(z.string()).min(1).optional()
  })
  .transform(settings => answerSettings(settings) ?? {});

/** The settings in one order of fields, without absent ones; undefined where none is set. */
export function answerSettings({
  format,
  locale,
  classifier,
  accept = []
}: {
  [Field in keyof AnswerSettings]: AnswerSettings[Field] | undefined;
}): AnswerSettings | undefined {
  const settings: AnswerSettings = {
    ...(format !== undefined && {format}),
    ...(locale !== undefined && {locale}),
    ...(classifier === false && {classifier}),
    ...(accept.length > 0 && {accept})
  };
  return Object.keys(settings).length > 0 ? settings : undefined;
}

/** The same test or item with a format that holds where nothing nearer declares one. */
export function withFormat<Read extends {reading?: AnswerSettings}>(test: Read, format: AnswerFormat | undefined): Read {
  if (format === undefined || test.reading?.format !== undefined) return test;
  return {...test, reading: answerSettings({...test.reading, format})!};
}
