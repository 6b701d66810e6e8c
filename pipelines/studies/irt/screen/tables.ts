// Columns of the tables of items to be checked and of sources whose items depend on each other. docs/reference.md is generated from them.
import {double, integer, key, simulated, type Table, text} from "../../../store/columns.js";

const suite = key("suite of the items, where suites are fitted apart; empty where the store is one");

export const screenTables = {
  suspect_items: {
    description:
      "items to be checked: the 30 of each suite that abler evaluations fail most unlike a Rasch item, those that all evaluations answered with the same value other than the key, and every item whose question has another version with a different key",
    columns: {
      suite,
      reason: key(
        "order: abler evaluations fail it; agreement: all evaluations, 10 at least, gave the same other answer; null for items listed for their versions alone"
      ),
      rank: integer(
        "place among the tested items, 1 = smallest p; null for an item that could not be tested, as are p and the like"
      ),
      item_id: text("identity of the item"),
      category: key("its category, or task"),
      n: integer("evaluations that answered it without truncation"),
      right: integer("of these, right ones"),
      q: double("Q index: 0 the ablest are right, about 0.5 ability makes no difference, 1 the least able are right"),
      p: double("p-value of such a pattern under the Rasch model, given the number of right answers"),
      adjusted: double("that adjusted for the number of tested items (Benjamini–Hochberg)"),
      rest: double("correlation with the share right on all other items"),
      rest_low: double("lower end of its 95 % interval"),
      rest_high: double("upper end of its 95 % interval"),
      expected: text("the key"),
      rival: text("the wrong answer that most evaluations gave; null where none was read or it is long"),
      rival_n: integer("evaluations that gave it"),
      other_expected: text("the key of another version of its question; null where the store has one key"),
      tested: integer("items of the suite that were tested"),
      decidable: integer("of these, items that a wholly reversed pattern would make significant (p below 0.05 ÷ tested)"),
      evaluations: integer("evaluations of the suite"),
      simulated
    },
    order: ["suite", "rank", "item_id"]
  },
  item_dependence: {
    description:
      "one row per category of a suite: how far answers to its items agree beyond what ability explains (mean Q3), under a 2PL fit",
    columns: {
      suite,
      category: key("category, or task"),
      items: integer("fitted items"),
      answers: integer("answers to them"),
      evaluations: integer("evaluations"),
      r: double("mean correlation of the residuals of two of its items, above that of items of different categories"),
      low: double("lower end of its 95 % interval, by the jackknife over evaluations"),
      high: double("upper end of its 95 % interval"),
      effective: double("number of independent items that say as much about the ability over all categories"),
      simulated
    },
    order: ["suite", "category"]
  }
} satisfies Record<string, Table>;
