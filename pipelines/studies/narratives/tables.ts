// The tables of the study of narratives.
import {column, complexity, type Table} from "../../store/columns.js";

const dataSet = column(
  "key",
  "tests of one form, length and way of telling: each of them asks about another list. A bank is one data set"
);

export const narrativesTables = {
  narratives: {
    description: "one row per test that asks for a nested list, told or written out: the list, and how it is told",
    columns: {
      item_id: column("text", "identity of the test"),
      ...complexity,
      pair_id: column("text", "identity of the list, shared by tests that put it in another form or length; null of banks"),
      data_set: dataSet,
      form: column("key", "story, prose or expression; null of banks"),
      tokens: column("integer", "tokens of the text without how to answer; null of a list that is written out"),
      operations: column("integer", "operations in the list; null where it cannot be read, and then so are the next three"),
      depth: column("integer", "levels of operations"),
      effective_depth: column("integer", "levels down to the deepest whose result can change the answer"),
      chain: column("boolean", "whether no operation has more than one other inside"),
      padding_share: column(
        "double",
        "share of the story's characters, instructions left out, that lies in padding; null without parts"
      ),
      order: column("key", "inner first or outer first; null of neither, and without parts"),
      median: column("key", "rule of even medians"),
      answer: column("double", "the answer, a whole number"),
      tree: column("text", "the list, as (SUM 3 (MAX 1 2))"),
      anchors: column(
        "text",
        "name of each operation's result, a JSON list; operations are numbered from the outermost, each before those inside it. Null where there are none"
      ),
      parts: column(
        "text",
        "stretches of the prompt, a JSON list of kind, operation, start and end in UTF-16 code units; null where they are not known"
      ),
      problems: column("integer", "problems that the validator finds; null of a list that is written out"),
      problem_codes: column("texts", "their codes, each once"),
      unchecked: column("texts", "checks that could not be made")
    },
    order: ["data_set", "item_id"],
    rowGroup: 8_192
  },
  narrative_shortcuts: {
    description:
      "one row per data set of narratives, measure and scope: accuracy of shortcuts that do not solve the lists (docs/narratives.md)",
    columns: {
      data_set: dataSet,
      narratives: column("integer", "narratives of the data set in the scope"),
      measure: column("key", "name of the measure"),
      unit: column("key", "accuracy, points, share, correlation or auc; fractions of 1 but for correlation and auc"),
      scope: column("key", "overall, or deep: narratives of 4 levels or more"),
      n: column("integer", "narratives that it rests on; of largest_sentence, sentences"),
      value: column("double", "its value; null where it cannot be measured"),
      low: column("double", "lower end of its 95 % interval; null where there is none"),
      high: column("double", "upper end"),
      not_measured: column("text", "why there is no value; null where there is one")
    },
    order: ["data_set", "measure", "scope"]
  }
} satisfies Record<string, Table>;
