// How answers to an item of a bank are scored: by its own scorer, or by the bank's where that fits the question.
import {type Scorer, scorerWithin} from "../scorers.js";
import type {BankItem} from "./item.node.js";

const CHOICE: Scorer = {kind: "choice"};
const EXACT: Scorer = {kind: "exact", ignore_case: true};
/** Scorers that can tell which option an answer names. */
const OF_CHOICES = new Set(["choice", "loglikelihood", "regex", "rubric"]);
/** Scorers that need options. */
const NEED_CHOICES = new Set(["choice", "loglikelihood"]);

/** The scorer of an item: its own, or the bank's where that can score questions with options, and without them, respectively. */
export function scorerOf({scorer: item, choices}: Pick<BankItem, "scorer" | "choices">, bank: Scorer): Scorer {
  if (item) return scorerWithin(item, bank)!;
  if (choices.length > 0) return OF_CHOICES.has(bank.kind) ? bank : CHOICE;
  return NEED_CHOICES.has(bank.kind) ? EXACT : bank;
}
