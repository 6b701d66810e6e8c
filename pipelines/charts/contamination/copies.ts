// Copies of tests in documents: a table, and one test beside its document.
import {html} from "npm:htl";
import type {HitRow} from "../../studies/contamination/redecide.js";
import type {Verdict} from "../../studies/contamination/settings.js";
import {formatCount} from "../shared/interval.js";
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
