// The tables of the study of narratives.
import {boolean, complexity, double, integer, key, type Table, text, texts} from "../../store/columns.js";

const dataSet = key("tests of one form, length and way of telling: each of them asks about another list. A bank is one data set");

export const narrativesTables = {
  narratives: {
    description: "one row per test that asks for a nested list, told or written out: the list, and how it is told",
    columns: {
      item_id: text("identity of the test"),
      ...complexity,
      pair_id: text("identity of the list, shared by tests that put it in another form or length; null of banks"),
      data_set: dataSet,
      form: key("story, prose or expression; null of banks"),
      tokens: integer("tokens of the text without how to answer; null of a list that is written out"),
      operations: integer("operations in the list; null where it cannot be read, and then so are the next three"),
      depth: integer("levels of operations"),
      effective_depth: integer("levels down to the deepest whose result can change the answer"),
      chain: boolean("whether no operation has more than one other inside"),
      padding_share: double("share of the story's characters, instructions left out, that lies in padding; null without parts"),
      order: key("inner first or outer first; null of neither, and without parts"),
      median: key("rule of even medians"),
      answer: double("the answer, a whole number"),
      tree: text("the list, as (SUM 3 (MAX 1 2))"),
      anchors: text(
        "name of each operation's result, a JSON list; operations are numbered from the outermost, each before those inside it. Null where there are none"
      ),
      parts: text(
        "stretches of the prompt, a JSON list of kind, operation, start and end in UTF-16 code units; null where they are not known"
      ),
      problems: integer("problems that the validator finds; null of a list that is written out"),
      problem_codes: texts("their codes, each once"),
      unchecked: texts("checks that could not be made")
    },
    order: ["data_set", "item_id"],
    rowGroup: 8_192
  },
  narrative_shortcuts: {
    description:
      "one row per data set of narratives, measure and scope: accuracy of shortcuts that do not solve the lists (docs/narratives.md)",
    columns: {
      data_set: dataSet,
      narratives: integer("narratives of the data set in the scope"),
      measure: key("name of the measure"),
      unit: key("accuracy, points, share, correlation or auc; fractions of 1 but for correlation and auc"),
      scope: key("overall, or deep: narratives of 4 levels or more"),
      n: integer("narratives that it rests on; of largest_sentence, sentences"),
      value: double("its value; null where it cannot be measured"),
      low: double("lower end of its 95 % interval; null where there is none"),
      high: double("upper end"),
      not_measured: text("why there is no value; null where there is one")
    },
    order: ["data_set", "measure", "scope"]
  }
} satisfies Record<string, Table>;
