// An item of a bank: a question that exists, checked and with an identity by content.
import {hash} from "node:crypto";
import {letterOf, OPTION_LETTERS} from "../letters.js";
import {type Scorer, scorerWithin} from "../scorers.js";
import type {ItemSettings} from "./itemSettings.js";
import type {NestedList} from "./nestedList.js";
import {PARTS, type Parts} from "./parts.node.js";

/** What a layout reads from one record, before it is checked. */
export interface Draft extends Parts, ItemSettings {
  question: string;
  /** The options of a multiple-choice question; absent or empty for others. */
  choices?: readonly string[];
  /** 0-based place of the right option; instead of `answer`. */
  right?: number;
  /** The right answer in words; for questions with options it is resolved into a place first. */
  answer?: string;
  /** The item's own id, where it has one. */
  id?: string;
  domain?: string;
  category?: string;
  /** Shared by items that ask the same in another way, such as in another language. */
  pair_id?: string;
  /** A worked solution. */
  reasoning?: string;
  /** Where answers to this item are scored in a way of its own. */
  scorer?: Scorer;
  /** Set where the question's text lists its options already. */
  listed?: true;
  /** The nested list that the question hides; no part of its identity. */
  nested_list?: NestedList;
}

export interface BankItem extends Parts, ItemSettings {
  question: string;
  choices: string[];
  /** The right answer: a letter where there are choices. */
  answer: string;
  id?: string;
  pair_id?: string;
  domain: string;
  category: string;
  reasoning?: string;
  scorer?: Scorer;
  listed?: true;
  nested_list?: NestedList;
}

/** Longest text of one field, characters: about two million tokens. */
export const LONGEST_TEXT = 8_000_000;
/** Scorers whose items may have no answer of their own. */
const WITHOUT_ANSWER = new Set(["instructions", "summary", "rubric", "json", "code"]);
/** Whether an item may have no answer of its own. Without a pattern, the answer is what a regular expression is. */
export const needsAnswer = (scorer: Scorer | undefined): boolean =>
  scorer?.kind === "regex" ? scorer.pattern === undefined : !WITHOUT_ANSWER.has(scorer?.kind ?? "");

/** A checked item, or one sentence about what is wrong with the draft. */
export function itemOf(draft: Draft, place: {domain: string; category: string; scorer?: Scorer | undefined}): BankItem | string {
  const question = plain(draft.question);
  if (question === "") return "missing question";
  const choices: string[] = [];
  if (draft.choices) for (const choice of draft.choices) choices.push(plain(choice));
  let answer = draft.answer === undefined ? "" : plain(draft.answer);
  if (choices.length > 0) {
    const fault = faultOfChoices(draft, choices);
    if (fault !== null) return fault;
    answer = letterOf(draft.right!);
  } else if (answer === "" && needsAnswer(scorerWithin(draft.scorer, place.scorer))) return "missing answer";
  const {reasoning, id, pair_id, scorer, listed, nested_list, answer_format, locale} = draft;
  const accept = draft.accept && otherAnswers(draft.accept, answer);
  if (accept && accept.length > 0 && choices.length > 0) return "accept: of a question with options one option is right";
  const long = tooLong({question, answer, reasoning: reasoning ?? ""}, choices, accept);
  if (long !== null) return long;
  // Assigned one by one, since this is done for every item of a bank.
  const item: BankItem = {
    question,
    choices,
    answer,
    domain: draft.domain || place.domain,
    category: draft.category || place.category
  };
  if (id) item.id = id;
  if (pair_id) item.pair_id = pair_id;
  if (reasoning) item.reasoning = plain(reasoning);
  if (scorer) item.scorer = scorer;
  if (listed) item.listed = true;
  if (nested_list) item.nested_list = nested_list;
  if (answer_format) item.answer_format = answer_format;
  if (locale) item.locale = locale;
  if (accept && accept.length > 0) item.accept = accept;
  return withParts(item, draft, place.scorer);
}

/** The item with the draft's images, tools and turns, or what is wrong with them. */
function withParts(item: BankItem, draft: Draft, bank: Scorer | undefined): BankItem | string {
  if (draft.images === undefined && draft.tools === undefined && draft.turns === undefined && draft.max_turns === undefined)
    return item; // most items
  const named = PARTS.filter(name => draft[name] !== undefined);
  if (scorerWithin(item.scorer, bank)?.kind === "loglikelihood" && item.choices.length > 0)
    return `${named[0]}: a question that is scored by log-probability is one text`;
  if (draft.turns) {
    const length = draft.turns.reduce((sum, turn) => sum + turn.length, 0);
    if (length > LONGEST_TEXT)
      return `turns of ${length.toLocaleString("en")} characters; at most ${LONGEST_TEXT.toLocaleString("en")}`;
    if (draft.max_turns !== undefined && draft.max_turns <= draft.turns.length)
      return `max_turns: ${draft.max_turns} requests cannot put a question and ${draft.turns.length} further turns`;
  }
  for (const name of named) Object.assign(item, {[name]: draft[name]});
  return item;
}

function faultOfChoices({right, answer}: Draft, choices: readonly string[]): string | null {
  if (choices.length < 2) return "a single choice; give at least two";
  if (choices.length > OPTION_LETTERS.length) return `${choices.length} choices; at most ${OPTION_LETTERS.length}`;
  const empty = choices.indexOf("");
  if (empty >= 0) return `choice ${letterOf(empty)} is empty`;
  if (right === undefined) return "missing answer";
  if (Number.isInteger(right) && right >= 0 && right < choices.length) return null;
  return `answer ${answer === undefined ? right : JSON.stringify(answer.slice(0, 40))} is none of the ${choices.length} choices`;
}

/** Answers that differ from the right one and from each other, empty ones left out. */
function otherAnswers(accept: readonly string[], answer: string): string[] {
  const others = new Set(accept.map(plain));
  others.delete("");
  others.delete(answer);
  return [...others];
}

function tooLong(
  texts: Record<"question" | "answer" | "reasoning", string>,
  choices: readonly string[],
  accept: readonly string[] = []
): string | null {
  let all = texts.question.length + texts.answer.length + texts.reasoning.length;
  for (const choice of choices) all += choice.length;
  for (const other of accept) all += other.length;
  if (all <= LONGEST_TEXT) return null;
  const named = [
    ...Object.entries(texts),
    ...choices.map((text, i) => [`choice ${letterOf(i)}`, text] as const),
    ...accept.map((text, i) => [`accept.${i}`, text] as const)
  ];
  const long = named.find(([, text]) => text.length > LONGEST_TEXT);
  const limit = LONGEST_TEXT.toLocaleString("en");
  return long ? `${long[0]} of ${long[1].length.toLocaleString("en")} characters; at most ${limit}` : null;
}

/** Text without white space around it, with line feeds alone for line breaks, composed as Unicode recommends (NFC). */
function plain(text: string): string {
  return (MAY_CHANGE.test(text) ? text.replace(/\r\n?/gu, "\n").normalize("NFC") : text).trim();
}
/** Below U+0300 every text is composed. */
const MAY_CHANGE = /[\u0300-\uffff\r]/;

/**
 * The identity of an item: the first 16 hexadecimal digits of SHA-256 over the JSON of question, choices and answer. Where a program checks
 * the answer, its checks are part of the question, as images, tools and further turns are.
 * @param json the item as JSON, where it is known
 */
export function contentId(item: Identified, json = JSON.stringify(item)): string {
  return hash("sha256", identified(item, json), "hex").slice(0, 16);
}
type Identified = Pick<BankItem, "question" | "choices" | "answer" | "scorer" | keyof Parts>;

/** JSON of what identifies an item. Where the item's JSON has no escape, its texts are taken as they are, which is faster. */
function identified({question, choices, answer, scorer, images, tools, turns}: Identified, json: string): string {
  const parts: unknown[] = [];
  if (scorer && choices.length === 0) parts.push(scorer);
  if (images || tools || turns) parts.push({images, tools, turns});
  if (parts.length > 0 || json.includes("\\")) return JSON.stringify([question, choices, answer, ...parts]);
  let listed = "";
  for (const choice of choices) listed += listed === "" ? `"${choice}"` : `,"${choice}"`;
  return `["${question}",[${listed}],"${answer}"]`;
}
