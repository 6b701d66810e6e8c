// The tables behind the sample browser: what its filters read, what its list shows, and the words of all responses.
import {boolean, double, integer, key, type Table, text} from "../../store/columns.js";
import {BINNED_KEYS} from "./binned.sql.js";
import {UNKNOWN_BIN} from "./crossFilter.js";
import {LONGEST_WORD} from "./words.js";

const place = integer("0-based position of the sample in the order of model, template, sampler, eval_id, item_id and trial");

const countColumns = {
  incorrect: integer("samples with a wrong answer"),
  correct: integer("samples with the right one"),
  truncated: integer("samples that were truncated")
};

/** Characters of an answer that the list shows. */
export const LISTED_CHARACTERS = 80;

export const samplesTables = {
  sample_index: {
    description: "one row per sample, in numbers alone: what the filters of pages Samples and Explore read, whole",
    columns: {
      place,
      point: integer("0-based row of its point in table points; −1 if it has none"),
      item: integer("0-based rank of its item_id among those of the store: equal for all answers to one test"),
      index: integer("0-based position of the test in its point's stream"),
      trial: integer("0-based repetition"),
      status: integer("0 incorrect, 1 correct, 2 truncated"),
      finish_reason: key("stop, length, or the server's own word"),
      prompt_tokens: integer("tokens of the prompt; −1 if they were not counted"),
      completion_tokens: integer("tokens of the response, reasoning included; −1 if they were not counted"),
      characters: integer("characters of the response, reasoning included; −1 if it is not kept"),
      cost: double("US dollars at list price; null if unknown"),
      corrected: boolean("whether a person has corrected its status")
    },
    order: ["place"],
    rowGroup: 1_048_576 // it is read whole: a request for each column, not for each of many parts
  },
  sample_bins: {
    description: "one row per bin of a number of all samples: what page Explore draws before it reads any sample",
    columns: {
      number: key(`the number, as addresses of page Explore name it: ${BINNED_KEYS.join(", ")}`),
      bin: integer(`0-based; ${UNKNOWN_BIN} for samples whose number is unknown`),
      low: double("lower end of the bin, included; null if unknown"),
      high: double("upper end, left out but in the last bin; null if unknown"),
      log: boolean("whether the bins of the number are equally wide on a logarithmic scale"),
      whole: boolean("whether all of its known values are whole"),
      ...countColumns
    },
    order: ["number", "bin"]
  },
  sample_cells: {
    description:
      "one row per bin of completion tokens and of the share of others wrong on the test that holds samples, or of the numbers that page Explore draws instead",
    columns: {
      x_bin: integer("bin of table sample_bins across"),
      y_bin: integer("bin upwards"),
      ...countColumns
    },
    order: ["x_bin", "y_bin"]
  },
  sample_list: {
    description: "one row per sample: its identity, the head of its answer, and how that was read, for page Samples",
    columns: {
      place,
      eval_id: key("identity of the evaluation"),
      item_id: text("identity of the test"),
      trial: integer("0-based repetition"),
      answer: text(`the first ${LISTED_CHARACTERS} characters of the answer found; null if none`),
      answer_rule: key("rule that found the answer, as table samples has it"),
      answer_start: integer("position of the answer in the response's text, likewise"),
      answer_end: integer("end of the answer in the text, likewise"),
      answer_reason: key("reason for no answer, likewise"),
      expected: text(`the first ${LISTED_CHARACTERS} characters of the right answer`)
    },
    order: ["place"],
    rowGroup: 4_096 // a page of the list reads one or two of them
  },
  sample_words: {
    description:
      "one row per word of the responses, or several where it is frequent: the samples in which it occurs; without rows where no response is kept",
    columns: {
      word: text(
        `a run of letters, marks and digits in lower case, its first ${LONGEST_WORD} characters; a single letter where a script has no spaces`
      ),
      part: integer("0-based part of the word's list of samples: one that takes more than half a megabyte has several"),
      n: integer("samples of this part, whose response or reasoning holds the word"),
      places: text("their places: the first, and differences of consecutive ones, as zigzag LEB128 in base64")
    },
    order: ["word", "part"],
    rowGroup: 512 // a search reads one of them for a word
  }
} satisfies Record<string, Table>;
