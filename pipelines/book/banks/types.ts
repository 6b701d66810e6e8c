// Types of an item bank that has been read.
import type {AnswerSettings} from "../answerFormat.js";
import type {BankFile} from "../bankSchemas.js";
import type {Model} from "../schemas.js";
import type {Scorer} from "../scorers.js";
import type {BankItem} from "./item.node.js";

/** What was read from one record. */
export interface ReadItem {
  item: BankItem;
  /** Its identity by content. */
  id: string;
}

/** An item that was just checked, with its JSON. */
export interface CheckedItem extends ReadItem {
  json: string;
}

/** Records that gave no item of their own. */
export interface RecordCounts {
  records: number;
  /** Records that repeat an earlier item. */
  duplicates: number;
  /** Records that cannot be read, each as `file:line what is wrong`, the first `MOST_PROBLEMS` of them. */
  problems: string[];
  /** All of them. */
  faulty: number;
  /** Those without an answer. */
  unanswered: number;
  /** Those whose id another file has for another item. */
  restarted: number;
}

/** What a category's questions are asked with. */
export interface CategoryPolicy {
  shots: number;
  think: boolean | undefined;
  instruction: string | undefined;
}

export interface Bank {
  name: string;
  /** The bank's file, for messages. */
  file: string;
  title?: string | undefined;
  version: number;
  definition: BankFile;
  /** Changes whenever the items, their order, or how they are asked and scored change. */
  digest: string;
  /** Items that can be asked. */
  size: number;
  /** Categories of these items, sorted. */
  categories: readonly string[];
  counts: RecordCounts;
  /** The model that grades answers to items with a rubric, where the bank names one. */
  judge?: Model | undefined;
  /** Place in the bank's file that asks for a rubric, or the file itself where items do; absent where nothing does. */
  rubricAt?: string | undefined;
  /** Whether each item is one request: none is a dialogue or scored by log-probability. */
  single: boolean;
  /** Item i of those that can be asked, with its identity by content. */
  item(i: number): ReadItem;
  /** Numbers of the items of a category. */
  ofCategory(category: string): Uint32Array;
  /** How answers to an item are scored. */
  scorerOf(item: BankItem): Scorer;
  /** How answers to an item are read, where the item or the bank says it. */
  readingOf(item: BankItem): AnswerSettings | undefined;
  /** Chance of a blind guess at a question without options, where the bank or its layout says it. */
  guess?: number | undefined;
  policyOf(category: string): CategoryPolicy;
  /** Worked examples for a category, in order: its own first, then others. */
  examplesOf(category: string): readonly BankItem[];
}
