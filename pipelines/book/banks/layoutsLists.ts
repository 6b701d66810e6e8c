// Layouts of nested lists: ListOps as its authors and Long Range Arena publish it, and Verbose ListOps.
import {text, whole} from "./fields.js";
import type {Draft} from "./item.node.js";
import {type Layout, optional, scorer} from "./layout.js";
import {listopsValue} from "./listopsValue.js";
import {nestedListOf} from "./nestedList.js";

const NUMBER = scorer({kind: "number"});

/** What the operators mean, since an expression alone does not tell. */
const LISTOPS =
  "Work out the value of this expression. MIN and MAX are the smallest and largest, MED the median rounded down, SM the sum modulo 10.";

/** The chance of a blind guess: values of these lists are digits. */
const A_DIGIT = 0.1;

export const listLayouts: Record<"listops-tsv" | "lra-listops" | "verbose-listops", Layout> = {
  "listops-tsv": {
    summary: "a table without a heading: the value, a tab, the expression (Nangia and Bowman 2018)",
    scorer: NUMBER,
    guess: A_DIGIT,
    needs: ["source"],
    columns: ["label", "source"],
    heading: ["label"],
    read: record => listops(record.source, record.label)
  },
  "lra-listops": {
    summary: "a table with the heading `Source`, `Target` (Long Range Arena)",
    scorer: NUMBER,
    guess: A_DIGIT,
    needs: ["Source"],
    read: record => listops(record.Source, record.Target)
  },
  "verbose-listops": {
    summary: "`full_text_for_eval`, `ground_truth_value`, `id`; `ast_str`, `anchors` and what else a narrative has, for steps",
    scorer: NUMBER,
    needs: ["full_text_for_eval"],
    read: record => ({
      question: text(record.full_text_for_eval) ?? "",
      ...optional("answer", text(record.ground_truth_value)),
      ...optional("id", text(record.id)),
      ...optional("nested_list", nestedListOf(record))
    })
  }
};

function listops(source: unknown, target: unknown): Draft | string {
  const expression = (text(source) ?? "").replace(/\s+/gu, " ").trim();
  if (expression === "") return "missing question";
  const value = text(target)?.trim() ?? "";
  if (value !== "" && whole(value) === undefined) return `label ${JSON.stringify(value.slice(0, 40))} is not a whole number`;
  const right = value === "" ? null : listopsValue(expression);
  if (right !== null && Number(value) !== right) return `label ${value}, but the expression has the value ${right}`;
  return {question: `${LISTOPS}\n\n${expression}`, answer: value};
}
