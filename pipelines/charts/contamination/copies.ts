// Copies of tests in documents: a table, and one test beside its document.
import {html} from "npm:htl";
import {LIKELY} from "../../studies/contamination/paraphrases/decision.js";
import {FALSE_ALARMS} from "../../studies/contamination/paraphrases/weights.js";
import type {HitRow} from "../../studies/contamination/redecide.js";
import type {Verdict} from "../../studies/contamination/settings.js";
import {formatCount, formatRate} from "../shared/interval.js";
import {itemLink} from "../shared/sampleLink.js";
import type {Column} from "../shared/sortable.js";

/** A row of the table `contamination_hits`, with the test's text. */
export interface CopyRow extends HitRow {
  base_task: string;
  document: string;
  verdict: Verdict;
  reason: string;
  excerpt: string;
  run_at: number;
  run_length: number;
  prompt: string;
}

const ratio = (value: number): string => value.toFixed(2);

/** The table's columns: which test stands where, and how much of it. */
export function copyColumns(): Column<CopyRow>[] {
  const number = (key: "containment" | "subsequence" | "jaccard", label: string, description: string): Column<CopyRow> => ({
    key,
    label,
    description,
    numeric: true,
    by: row => row[key],
    show: row => ratio(row[key])
  });
  return [
    {key: "verdict", label: "Verdict", by: row => row.verdict, show: row => row.verdict},
    {key: "reason", label: "Why", show: row => row.reason},
    {key: "base_task", label: "Task or bank", by: row => row.base_task, show: row => row.base_task},
    {key: "item_id", label: "Test", by: row => row.item_id, show: row => row.item_id},
    {key: "document", label: "Document", by: row => row.document, show: row => row.document},
    number("containment", "Containment", "share of the test's n-grams in a window of the document, boilerplate left out"),
    number("subsequence", "Subsequence", "longest common subsequence of words ÷ the test's words, in such a window"),
    number("jaccard", "Jaccard", "of the 13-gram sets of test and whole document: the rule as published"),
    {
      key: "run_words",
      label: "Run (words)",
      numeric: true,
      description: "words of the longest run in common",
      by: row => row.run_words,
      show: row => formatCount(row.run_words)
    }
  ];
}

/** A likely paraphrase of a test. */
export interface ParaphraseRow {
  item_id: string;
  base_task: string;
  document: string;
  probability: number;
  excerpt: string;
  prompt: string;
}

/** The table's columns: which text is a likely paraphrase of which test. */
export const paraphraseColumns = (): Column<ParaphraseRow>[] => [
  {
    key: "probability",
    label: "Probability",
    numeric: true,
    description: "that the text is a paraphrase of the test",
    by: row => row.probability,
    show: row => ratio(Math.floor(100 * row.probability) / 100)
  },
  {key: "item_id", label: "Test", by: row => row.item_id, show: row => row.item_id},
  {key: "document", label: "Document", by: row => row.document, show: row => row.document},
  {key: "prompt", label: "Text of the test", show: row => row.prompt},
  {key: "excerpt", label: "Text of the document", show: row => row.excerpt}
];

/** The number of tests, none of them found as a copy, with a likely paraphrase, and how often tests without one have one too. */
export function paraphraseSentence(tests: readonly {probability: number}[]): string {
  const likely = tests.filter(({probability}) => probability >= LIKELY).length;
  const rate = `${formatRate(FALSE_ALARMS)}, n = ${formatCount(FALSE_ALARMS.n)}`;
  const subject = `tests that were not found as copies ${likely === 1 ? "has" : "have"}`;
  return `${formatCount(likely)} of ${formatCount(tests.length)} ${subject} a paraphrase that is likely (a probability of at least ${LIKELY}). About ${formatCount(Math.round(FALSE_ALARMS.value * tests.length))} of them are expected by mistake: of public tests without any paraphrase ${rate} reach it too, and questions of one template more often.`;
}

/** A test and the document's text around its copy, side by side, the longest common run marked; `isStored` where the store holds the test. All of it is text, whatever it holds. */
export function sideBySide(
  {prompt, excerpt, run_at, run_length, document, item_id, verdict, reason}: CopyRow,
  {isStored = false}: {isStored?: boolean} = {}
): HTMLElement {
  const [before, run, after] = [
    excerpt.slice(0, run_at),
    excerpt.slice(run_at, run_at + run_length),
    excerpt.slice(run_at + run_length)
  ];
  const text = (...parts: (string | Node)[]) => html`<pre class="rb-copy" tabindex="0">${parts}`;
  return html`<div class="rb-beside" id="beside">
    <section><h4>Test ${item_id}</h4>${isStored ? html`<p>${itemLink(item_id, "Answers to this test on page Samples")}</p>` : ""}${text(prompt)}</section>
    <section><h4>${document}: ${verdict}, ${reason}</h4>${text(before, run === "" ? "" : html`<mark>${run}`, after)}</section>
  </div>`;
}
