// How answers to an item of a bank are read: the settings of its record, and those of its bank where the record has none.
import {type AnswerFormat, type AnswerSettings, answerSettings} from "../answerFormat.js";
import type {BankFile} from "../bankSchemas.js";

export interface ItemSettings {
  answer_format?: AnswerFormat;
  locale?: string;
  /** Other right answers in addition to the item's own. */
  accept?: readonly string[];
}

/** Settings with further right answers in front of those that they have. */
export const withOthers = (settings: ItemSettings, others: readonly string[]): ItemSettings =>
  others.length === 0 ? settings : {...settings, accept: [...others, ...(settings.accept ?? [])]};

/** How answers to an item are read: as it says, else as its bank says. */
export const readingOf = (
  {answer_format, locale, accept}: ItemSettings,
  bank: Pick<BankFile, "answer_format" | "locale" | "classifier"> = {}
): AnswerSettings | undefined =>
  answerSettings({
    format: answer_format ?? bank.answer_format,
    locale: locale ?? bank.locale,
    classifier: bank.classifier === false ? false : undefined,
    accept
  });

/** The settings of an item as the fields of its record, in which exports write them. */
export const settingFields = ({format, locale, accept}: AnswerSettings = {}): ItemSettings => ({
  ...(format !== undefined && {answer_format: format}),
  ...(locale !== undefined && {locale}),
  ...(accept !== undefined && {accept})
});
