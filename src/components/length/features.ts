// What this book asks at length beside four published benchmarks; facts as their papers and data cards state them.
import {html} from "npm:htl";

const NAMES = ["Here", "BABILong", "LongReason", "RULER", "Verbose ListOps"] as const;

/** One row a feature, one text a benchmark, in the order of the names. */
const FEATURES: readonly (readonly [string, readonly [string, string, string, string, string]])[] = [
  [
    "Asks",
    [
      "20 kinds of questions about facts; 5 kinds of needles; 15 reasoning tasks put into long texts; nested lists as stories; item banks",
      "20 tasks of bAbI",
      "794 questions: reading comprehension, logical inference, mathematical word problems",
      "13 tasks: retrieval, tracing of variables, aggregation, questions and answers",
      "nested lists of ListOps told as stories"
    ]
  ],
  [
    "Length",
    [
      "0 to 10,000,000 tokens, within 2 %",
      "0 to 10,000,000 tokens, extendable",
      "8,000 to 128,000 tokens",
      "4,000 to 128,000 tokens, configurable",
      "set by target_tokens"
    ]
  ],
  [
    "Background",
    [
      "stories by a grammar, the Bible of 1769, or text files of your own",
      "books of PG-19",
      "unrelated passages",
      "essays, repeated noise, or passages of other questions",
      "padding of the story itself"
    ]
  ],
  ["Position", ["set, or spread", "spread", "spread", "needles at 40 depths", "the story's own order"]],
  [
    "Answer",
    [
      "exact, one of the labels, codes in any order",
      "one label",
      "multiple choice",
      "share of the answer's strings that occur",
      "one number"
    ]
  ],
  [
    "Short form of the same question",
    ["length 0, paired", "length 0k", "the original and the expanded question", "–", "here also as prose and written out, paired"]
  ],
  [
    "Effective length",
    [
      "where 85 % or half of the short form's accuracy is left, by a fit with interval",
      "–",
      "–",
      "longest asked above 85.6 %, Llama 2 (7B) at 4,000 tokens",
      "–"
    ]
  ]
];

const SOURCES =
  "Kuratov et al. 2024, arXiv:2406.10149 (BABILong); Ling et al. 2025, arXiv:2501.15089 (LongReason); Hsieh et al. 2024, arXiv:2404.06654 (RULER). Verbose ListOps: see docs/narratives.md.";

/** The table of features with its sources. */
export const featureTable =
  (): HTMLElement => html`<div><div class="rb-scroll" id="features" tabindex="0"><table class="rb-table">
  <thead><tr><th scope="col">Feature</th>${NAMES.map(name => html`<th scope="col">${name}`)}</tr></thead>
  <tbody>${FEATURES.map(([feature, texts]) => html`<tr><th scope="row">${feature}</th>${texts.map(text => html`<td>${text}`)}</tr>`)}</tbody>
</table></div><p class="rb-muted">Sources: ${SOURCES}</p></div>`;
