// An item of a bank: a question that exists, checked and with an identity by content.
import {hash} from "node:crypto";
import type {Scorer} from "../scorers.js";

/** What a layout reads from one record, before it is checked. */
export interface Draft {
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
  /** A worked solution. */
  reasoning?: string;
  /** Where answers to this item are scored in a way of its own. */
  scorer?: Scorer;
  /** Set where the question's text lists its options already. */
  listed?: true;
}

export interface BankItem {
  question: string;
  choices: string[];
  /** The right answer: a letter where there are choices. */
  answer: string;
  id?: string;
  domain: string;
  category: string;
  reasoning?: string;
  scorer?: Scorer;
  listed?: true;
}

/** Letters of options, A the first; a question may have no more of them. */
export const OPTION_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
/** Longest text of one field, characters: about two million tokens. */
export const LONGEST_TEXT = 8_000_000;
/** Scorers whose items may have no answer of their own. */
const WITHOUT_ANSWER = new Set(["instructions", "rubric", "json", "code", "regex"]);

/** A checked item, or one sentence about what is wrong with the draft. */
export function itemOf(draft: Draft, place: {domain: string; category: string; scorer?: Scorer | undefined}): BankItem | string {
  const question = plain(draft.question).trim();
  if (question === "") return "missing question";
  const choices = (draft.choices ?? []).map(each => plain(each).trim());
  let answer = draft.answer === undefined ? "" : plain(draft.answer).trim();
  if (choices.length > 0) {
    if (choices.length < 2) return "a single choice; give at least two";
    if (choices.length > OPTION_LETTERS.length) return `${choices.length} choices; at most ${OPTION_LETTERS.length}`;
    const empty = choices.indexOf("");
    if (empty >= 0) return `choice ${OPTION_LETTERS[empty]} is empty`;
    const {right} = draft;
    if (right === undefined) return "missing answer";
    if (!(right >= 0 && right < choices.length))
      return `answer ${draft.answer === undefined ? right : JSON.stringify(draft.answer.slice(0, 40))} is none of the ${choices.length} choices`;
    answer = OPTION_LETTERS[right]!;
  } else if (answer === "" && !WITHOUT_ANSWER.has((draft.scorer ?? place.scorer)?.kind ?? "")) return "missing answer";
  for (const [name, text] of [
    ["question", question],
    ["answer", answer],
    ["reasoning", draft.reasoning ?? ""],
    ...choices.map((text, i) => [`choice ${OPTION_LETTERS[i]}`, text] as const)
  ] as const)
    if (text.length > LONGEST_TEXT)
      return `${name} of ${text.length.toLocaleString("en")} characters; at most ${LONGEST_TEXT.toLocaleString("en")}`;
  return {
    question,
    choices,
    answer,
    ...(draft.id !== undefined && draft.id !== "" && {id: draft.id}),
    domain: draft.domain || place.domain,
    category: draft.category || place.category,
    ...(draft.reasoning && {reasoning: plain(draft.reasoning).trim()}),
    ...(draft.scorer && {scorer: draft.scorer}),
    ...(draft.listed && {listed: true})
  };
}

/** Text with line feeds alone for line breaks, composed as Unicode recommends (NFC). */
const plain = (text: string): string => (text.includes("\r") ? text.replace(/\r\n?/gu, "\n") : text).normalize("NFC");

/**
 * The identity of an item: the first 16 hexadecimal digits of SHA-256 over the JSON of question, choices and answer. Where a program checks
 * the answer, its checks are part of the question.
 */
export function contentId({
  question,
  choices,
  answer,
  scorer
}: Pick<BankItem, "question" | "choices" | "answer" | "scorer">): string {
  const parts: unknown[] = [question, choices, answer];
  if (scorer && choices.length === 0) parts.push(scorer);
  return hash("sha256", JSON.stringify(parts), "hex").slice(0, 16);
}
