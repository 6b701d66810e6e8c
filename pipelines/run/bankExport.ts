// Exports an item bank for other programs: JSON lines, Parquet, Inspect's and lm-evaluation-harness's datasets.
import {once} from "node:events";
import type {BankItem} from "../book/banks/item.node.js";
import {settingFields} from "../book/banks/itemSettings.js";
import {PARTS} from "../book/banks/parts.node.js";
import {OPTION_LETTERS} from "../book/letters.js";
import {promptOf} from "../generate/bankTask.node.js";
import {readTree} from "../generate/lists/tree.js";
import {sentImage} from "../infer/raster.node.js";
import {UserError} from "../rows/error.js";
import {column} from "../store/columns.js";
import type {Table} from "../store/tables.js";
import {openStage} from "../store/writer.node.js";
import type {ShownBank} from "./benchmarkItems.js";

export const EXPORTS = ["jsonl", "parquet", "inspect", "lm-eval", "listops-tsv", "lra-listops", "verbose-listops"] as const;
type ExportFormat = (typeof EXPORTS)[number];
/** Formats of one line an item. */
type LineFormat = Exclude<ExportFormat, "parquet">;

const exported: Table = {
  description: "items of a bank",
  columns: {
    id: column("text", "identity by content"),
    number: column("integer", "0-based place in the bank"),
    pair_id: column("text", "shared by items that ask the same in another way; null if none"),
    question: column("text", "the question without its options"),
    choices: column("texts", "its options; empty if none"),
    answer: column("text", "the right answer: a letter where there are options"),
    domain: column("key", "domain"),
    category: column("key", "category"),
    reasoning: column("text", "a worked solution; null if none"),
    scorer: column("text", "the item's own scorer, as JSON; null where the bank's holds"),
    answer_format: column("key", "declared format of answers; null if none"),
    locale: column("key", "language in which answers write numbers; null if none is set"),
    accept: column("texts", "other right answers; empty if none"),
    images: column("texts", "images in front of the question, as data URLs; empty if none"),
    tools: column("text", "tools that may be called, as JSON; null if none"),
    turns: column("texts", "further messages of the user; empty if none"),
    max_turns: column("integer", "most requests of the dialogue; null for the usual number"),
    nested_list: column("text", "the nested list that the question hides, as JSON; null if none"),
    scored_by: column("text", "how answers are scored, by the item's scorer or the bank's, as JSON")
  },
  order: ["number"]
};

/** The item with its drawings as PNG, which other programs and `items import` read. */
const withPictures = (item: BankItem): BankItem => (item.images ? {...item, images: item.images.map(sentImage)} : item);

/** Images, tools and turns of an item, where it has any. */
const partsIn = (item: BankItem): Partial<BankItem> =>
  Object.fromEntries(PARTS.flatMap(name => (item[name] === undefined ? [] : [[name, item[name]]])));

/** Line of one item. Throws a UserError where the format cannot hold it. */
function lineOf(bank: ShownBank, {item, id, number}: {item: BankItem; id: string; number: number}, format: LineFormat): string {
  switch (format) {
    case "listops-tsv":
      return `${item.answer}\t${expressionOf(bank, item, number)}`;
    case "lra-listops":
      return `${expressionOf(bank, item, number)}\t${item.answer}`;
    default:
      return JSON.stringify(fieldsOf(bank, item, id, format));
  }
}

/** What stands above the lines of a table. */
const HEADINGS: Partial<Record<LineFormat, string>> = {"lra-listops": "Source\tTarget"};

/** The list that an item asks for, as its file spells it: the last line of its question. */
function expressionOf(bank: ShownBank, {question}: BankItem, number: number): string {
  const line = question.slice(question.lastIndexOf("\n") + 1).trim();
  try {
    readTree(line);
    return line;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new UserError(
      `item ${number} of bank ${JSON.stringify(bank.name)} does not ask for a nested list: ${error.message}; export it as jsonl`
    );
  }
}

/** The fields of one item in a format of JSON lines. */
function fieldsOf(
  bank: ShownBank,
  item: BankItem,
  id: string,
  format: Exclude<LineFormat, "listops-tsv" | "lra-listops">
): object {
  const scorer = bank.scorerOf(item);
  const {domain, category} = item;
  const settings = settingFields(bank.readingOf(item));
  const {accept = [], ...reading} = settings;
  switch (format) {
    case "jsonl":
      // The bank's scorer is not written as the item's own, of which an open question's identity is made.
      // Its settings are, since they are no part of the identity.
      return {...item, ...settings, id: item.id ?? id, scored_by: scorer};
    case "verbose-listops":
      return {
        id: item.id ?? id,
        full_text_for_eval: item.question,
        ground_truth_value: answeredBy(bank, item),
        ...item.nested_list
      };
    case "inspect":
      // a Sample of Inspect: input, choices, target, id, metadata
      return {
        input: item.question,
        ...(item.choices.length > 0 && !item.listed && {choices: item.choices}),
        target: accept.length > 0 ? [item.answer, ...accept] : item.answer,
        id,
        metadata: {domain, category, scorer, ...reading, ...(item.reasoning && {reasoning: item.reasoning}), ...partsIn(item)}
      };
    case "lm-eval":
      // what a task's YAML names as doc_to_text, doc_to_choice and doc_to_target
      return {
        id,
        doc_to_text: promptOf(item, {scorer, ...bank.policyOf(category)}),
        doc_to_choice: item.choices,
        doc_to_target: item.choices.length > 0 ? OPTION_LETTERS.indexOf(item.answer) : item.answer,
        domain,
        category,
        ...settings,
        ...partsIn(item)
      };
  }
}

/** The answer as a whole number. */
function answeredBy(bank: ShownBank, {answer}: BankItem): number {
  if (/^-?\d{1,15}$/u.test(answer)) return Number(answer);
  throw new UserError(
    `bank ${JSON.stringify(bank.name)} has the answer ${JSON.stringify(answer)}, which is not a whole number; export it as jsonl`
  );
}

/** Writes a bank's items as lines. Throws a UserError where the format cannot hold an item. */
export async function exportLines(bank: ShownBank, format: LineFormat, out: NodeJS.WritableStream): Promise<void> {
  if (HEADINGS[format] !== undefined) out.write(`${HEADINGS[format]}\n`);
  for (let i = 0; i < bank.size; i++) {
    const {item, id} = bank.item(i);
    const line = lineOf(bank, {item: withPictures(item), id, number: i}, format);
    if (!out.write(`${line}\n`)) await once(out, "drain");
  }
}

/** Writes a bank's items as a Parquet file. */
export async function exportParquet(bank: ShownBank, file: string, {folder}: {folder: string}): Promise<void> {
  await using stage = await openStage({items: exported}, {folder});
  for (let i = 0; i < bank.size; i++) {
    const {id, ...made} = bank.item(i);
    const item = withPictures(made.item);
    const {answer_format = null, locale = null, accept = []} = settingFields(bank.readingOf(item));
    stage.append("items", {
      ...item,
      id,
      answer_format,
      locale,
      accept,
      number: i,
      pair_id: item.pair_id ?? null,
      reasoning: item.reasoning ?? null,
      scorer: item.scorer ? JSON.stringify(item.scorer) : null,
      images: item.images ?? [],
      tools: item.tools ? JSON.stringify(item.tools) : null,
      turns: item.turns ?? [],
      max_turns: item.max_turns ?? null,
      nested_list: item.nested_list ? JSON.stringify(item.nested_list) : null,
      scored_by: JSON.stringify(bank.scorerOf(item))
    });
  }
  await stage.write("items", file);
}
