// Items of a bank in long texts: what the question speaks of apart from what it asks, and the parameters of the text around it.
import type {BankItem} from "../book/banks/item.node.js";
import {plural} from "../book/plural.js";
import type {Book} from "../book/types.js";
import {tokenCounter} from "../tokenizer/counter.node.js";
import {backgroundFields, type Placed, placedSchema, refusedLength} from "./background/insert.node.js";
import {sentencesIn} from "./background/split.js";
import {surrounded} from "./background/surrounded.node.js";
import {randomOf} from "./seed.js";

const FEWEST_TOKENS = 1_000;
/** Tokens that instructions and the frame of a question take at most. */
const BESIDE = 400;
/** Share of a context that a question may fill. */
const MOST_SHARE = 0.9;

/** The same fields as of tasks. Without `context_tokens` an item is asked as it is. */
export const itemBackgroundFields = {
  context_tokens: backgroundFields.context_tokens
    .unwrap()
    .optional()
    .describe(`${backgroundFields.context_tokens.description}, for items alike; absent = items as they are`),
  depth: backgroundFields.depth.unwrap().optional().describe(backgroundFields.depth.description!),
  background: backgroundFields.background.unwrap().optional().describe(backgroundFields.background.description!),
  tokenizer: backgroundFields.tokenizer.unwrap().optional().describe(backgroundFields.tokenizer.description!)
};

/** Where a point's items stand, defaults filled in. */
export const placedOf = (params: Record<string, unknown>): Placed => placedSchema.parse(params);

/** Why the parameters of a bank's point cannot be; undefined where they can. */
export function refusedBackground(given: Partial<Placed>): string | undefined {
  const {context_tokens, depth, background, tokenizer} = given;
  if (context_tokens === undefined)
    return depth === undefined && background === undefined && tokenizer === undefined
      ? undefined
      : "depth, background and tokenizer are of a text around the items; give context_tokens too";
  if (context_tokens > 0 && context_tokens < FEWEST_TOKENS)
    return `context_tokens ${context_tokens} is too few for items of a bank; give ${FEWEST_TOKENS} or more, or 0`;
  const placed = placedSchema.safeParse(given);
  return placed.success ? refusedLength(placed.data, {sentences: 0, each: 0, what: "items"}) : undefined;
}

/** What an item's question speaks of, in paragraphs, and what it asks; null where it has but one sentence. */
export function itemParts({question, listed}: Pick<BankItem, "question" | "listed">): {pieces: string[]; inquiry: string} | null {
  const options = listed ? question.search(/\n\s*(?:Options:|\(?A[).:] )/u) : -1;
  const body = options < 0 ? question : question.slice(0, options);
  const sentences = sentencesIn(body);
  const asks = sentences.findLastIndex(({text}) => /\?["'”’)]*$/u.test(text));
  const from = sentences[asks > 0 ? asks : sentences.length - 1]?.start ?? 0;
  const statement = body.slice(0, from).trim();
  if (statement === "" || asks === 0) return null;
  const paragraphs = statement.split(/\n\s*\n/u).map(each => each.trim());
  const pieces = paragraphs.length > 1 ? paragraphs : sentencesIn(statement).map(({text}) => text);
  return {pieces, inquiry: question.slice(from).trim()};
}

/** Whether an item can be asked in a text of this length. At 0 those are taken that can be asked in any. */
export function isExpandable(item: BankItem, {context_tokens, tokenizer}: Pick<Placed, "context_tokens" | "tokenizer">): boolean {
  if (item.scorer?.kind === "loglikelihood" || item.turns || itemParts(item) === null) return false;
  const room = context_tokens * MOST_SHARE - BESIDE;
  const text = `${item.question}\n${item.choices.join("\n")}`;
  return context_tokens === 0 || Buffer.byteLength(text) <= room || tokenCounter(tokenizer)(text) <= room;
}

/**
 * The prompt of an item in a text.
 * @param prompt the item's own, which begins with its question
 */
export function expandedItem(item: BankItem, {id, prompt, placed}: {id: string; prompt: string; placed: Placed}): string {
  const parts = itemParts(item);
  if (!parts || placed.context_tokens === 0) return prompt;
  const asked = `${parts.inquiry}${prompt.slice(item.question.length)}`;
  return surrounded({pieces: parts.pieces, asked}, {placed, random: randomOf(`expanded item ${id}`)});
}

/** What a user is told of banks that are asked in texts and have items which cannot be, a line for each. */
export const notExpandedOf = ({suites, banks = []}: Pick<Book, "suites" | "banks">): string[] =>
  banks.flatMap(bank => {
    const grids = suites.flatMap(({suite}) => suite.tasks).filter(grid => grid.bank === bank.name);
    if (!grids.some(({params}) => params.context_tokens !== undefined)) return [];
    let left = 0;
    for (let i = 0; i < bank.size; i++) if (!isExpandable(bank.item(i).item, {context_tokens: 0, tokenizer: "o200k"})) left++;
    const which = "of one sentence, scored by log-probability or of several turns";
    return left > 0 ? [`bank ${bank.name}: ${left} of ${plural(bank.size, "item")} not asked in texts (${which})`] : [];
  });
