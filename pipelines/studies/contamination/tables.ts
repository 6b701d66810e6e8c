// Columns of the tables of contamination. docs/reference.md is generated from them.
import {bigint, boolean, double, integer, key, type Table, text, texts} from "../../store/columns.js";
import {domainsTable} from "./distribution.js";
import {VERDICTS} from "./settings.js";

const measures = {
  run_words: integer("words of the longest run that item and document have in common, boilerplate left out of both"),
  subsequence: double("longest common subsequence of words ÷ the item's words, in a window of twice as many, 0–1")
};
const verdict = key(`${VERDICTS.join(", ")} (docs/contamination.md)`);

export const contaminationTables = {
  contamination_items: {
    description: "one row per test: whether it is in one of the book's corpora, boilerplate of its task left out",
    columns: {
      item_id: text("identity of the test"),
      base_task: key("the task's or bank's name"),
      verdict,
      reason: text("what decided it"),
      containment: double("largest share of its n-grams in a window of one document, 0–1; null where it cannot be tested"),
      jaccard_max: double("largest Jaccard similarity of 13-gram sets with a whole document, 0–1: the rule as published"),
      ...measures,
      document: text("file, and after a # the document in it, with the strongest finding; null if none is alike"),
      probability: double(
        "probability that its most alike text of the corpora is a paraphrase of it, 0–1; null where paraphrases were not searched for"
      ),
      by_passage: boolean("whether only a passage that it shares with other tests was found, none of its other words"),
      words: integer("its words without boilerplate and passages that it shares with other tests"),
      all_words: integer("all its words"),
      bits_per_word: double("information that a word of its task carries, at most 5 bits")
    },
    order: ["base_task", "item_id"]
  },
  contamination_hits: {
    description: "one row per test and document of a corpus that holds some of it, at most 8 documents a test",
    columns: {
      item_id: text("identity of the test"),
      base_task: key("the task's or bank's name"),
      document: text("file, and after a # the document in it"),
      verdict,
      reason: text("what decided it"),
      containment: double("share of the test's n-grams in a window of the document, 0–1"),
      jaccard: double("Jaccard similarity of 13-gram sets with the whole document, 0–1"),
      ...measures,
      words: integer("words that were compared: the test's, or those of a passage that it shares with other tests"),
      bits: double("information of the runs that they have in common, bits"),
      excerpt: text(
        "the document's text around the copy, without markup and in Unicode's form NFKC; at most 4,000 UTF-16 code units"
      ),
      run_at: integer("where the longest run begins in it, UTF-16 code units"),
      run_length: integer("how long that run is in it, boilerplate included")
    },
    order: ["base_task", "item_id", "document"]
  },
  ...domainsTable,
  contamination_files: {
    description: "one row per file of a corpus that was audited",
    columns: {
      corpus: key("the corpus's name in the book"),
      source: text("where its texts come from; null if nobody said"),
      licence: text("under which they may be used; null if nobody said"),
      file: text("path of the file"),
      format: key("how it was read"),
      bytes: bigint("its size"),
      sha256: text("SHA-256 of it; null where it was not read to its end"),
      documents: integer("documents in it"),
      words: bigint("words that were searched, those twice in which pieces of a long document overlap"),
      read: boolean("whether all of its text was read"),
      problems: texts("what was not read, or otherwise than it is written")
    },
    order: ["corpus", "file"]
  }
} satisfies Record<string, Table>;
