// Columns of the tables of the study of reasoning traces. docs/reference.md is generated from them.
import {
  boolean,
  type Column,
  complexity,
  double,
  evaluation,
  integer,
  key,
  simulated,
  type Table,
  text
} from "../../store/columns.js";
import {PARTS} from "./entropy.js";

export const tracesTables = {
  traces: {
    description:
      "one row per response, or per response of a share of the items where there are very many: what its trace looks like",
    columns: {
      ...evaluation,
      ...complexity,
      item_id: text("identity of the test"),
      trial: integer("0-based repetition of the same prompt"),
      status: integer("0 incorrect, 1 correct, 2 truncated"),
      trace_bytes: integer("bytes of the reasoning trace, UTF-8"),
      first_512: integer("bytes of its first 512 bytes after DEFLATE, level 6; null if it is shorter"),
      first_1024: integer("bytes of its first 1,024 bytes after DEFLATE, level 6; null if it is shorter"),
      first_2048: integer("bytes of its first 2,048 bytes after DEFLATE, level 6; null if it is shorter"),
      last_1024: integer("bytes of its last 1,024 bytes after DEFLATE, level 6; null if it is shorter"),
      repetition: double("share of its 32-character shingles that stood in it before, 0–1, to three decimals"),
      loop: boolean("it repeats one block at least 3 times, one after the other, over at least 256 characters"),
      loop_period: integer("characters of that block; null without a loop"),
      loop_length: integer("characters that the loop covers; null without a loop"),
      garble: key("why it counts as garbled: broken, scripts, noise or consonants; null if it does not"),
      simulated
    },
    order: ["model", "template", "sampler", "base_task", "params", "item_id", "trial"]
  },
  trace_checks: {
    description: "one row per fault that was planted into clean traces, and per kind of clean text: what the detectors said",
    columns: {
      detector: key("loop or garble"),
      case: key("what was planted, or what the clean text is"),
      planted: boolean("true where the detector should find something"),
      claimed: boolean("false for faults that the detector is not built for"),
      n: integer("texts"),
      found: integer("texts that were flagged")
    },
    order: ["detector", "planted", "case"]
  }
} satisfies Record<string, Table>;

/** A part's columns of `trace_cells`: traces that are long enough for it, and sums over their compressed bytes. */
const partColumns = (part: string): Record<string, Column> => ({
  [`${part}_n`]: integer(`traces that are long enough for column ${part} of table traces`),
  [`${part}_sum`]: double("sum of that column over them, bytes"),
  [`${part}_squares`]: double("sum of its squares")
});

/** Tables of the published store, which no study makes, since it has no texts. */
export const publishedTracesTables = {
  trace_cells: {
    description:
      "one row per evaluation, task, tenth of its items by difficulty and outcome of published answers: counts and sums of what table traces has for each answer",
    columns: {
      ...evaluation,
      base_task: complexity.base_task,
      params: text(
        "tenth of the task's items from the easiest to the hardest for all evaluations, or the task's parameters where few were asked it; canonical JSON"
      ),
      status: integer("0 incorrect, 1 correct, 2 truncated, by the evidence of the text"),
      traces: integer("answers"),
      guess_sum: double("sum of their guess chances"),
      loops: integer("answers that run in a loop"),
      garbled: integer("answers that are garbled"),
      ...Object.assign({}, ...Object.keys(PARTS).map(partColumns)),
      simulated
    },
    order: ["model", "template", "sampler", "base_task", "params", "status"]
  },
  trace_flaws: {
    description:
      "one row per published answer that runs in a loop or is garbled: its row of table traces, with params as in trace_cells",
    columns: (({first_512, first_1024, first_2048, last_1024, ...columns}) => columns)(tracesTables.traces.columns),
    order: tracesTables.traces.order
  }
} satisfies Record<string, Table>;
