// A sample for reading: problem, program as it was run, and the first test that failed. All texts are untrusted.
import {html} from "npm:htl";
import {scorerSchema} from "../../pipelines/book/scorers.js";
import {sampleLink} from "../../pipelines/charts/shared/sampleLink.js";
import {simulatedBadge} from "../../pipelines/charts/shared/simulated.js";
import {visibleText} from "../../pipelines/score/answer/visible.js";
import {programOf} from "../../pipelines/score/scorers/program.js";
import {answerParts, type Exchange, type Found, fetchedFrom, fetchingNote, textPart} from "../shared/exchange.js";
import {untrusted} from "../shared/text.js";
import {textsFrom, textsPlace} from "../shared/texts.js";
import {OUTCOME_NAMES, type SampleRow} from "./shown.js";

/** Most lines of a program that are shown: drawing more takes seconds. */
const MOST_LINES = 2_000;

/** A program with line numbers. */
function programNode(source: string): HTMLElement {
  const lines = source.trimEnd().replaceAll("\r\n", "\n").split("\n");
  const left = lines.length - MOST_LINES;
  return html`<div><ol class="rb-program" tabindex="0">${lines.slice(0, MOST_LINES).map(line => html`<li>${untrusted(line)}</li>`)}</ol>
    ${left > 0 ? html`<p class="rb-muted">${left} further lines are not shown.</p>` : ""}</div>`;
}

/** The scorer of a problem; null where it is none that runs programs. */
function codeScorer(text: string | null) {
  try {
    const {data} = scorerSchema.safeParse(JSON.parse(text ?? "null"));
    return data?.kind === "code" ? data : null;
  } catch {
    return null; // a store of other hands
  }
}

/** The program of a response as it was run; null where it has none. */
function programShown({outcome}: Pick<SampleRow, "outcome">, scorer: string | null, response: Exchange): string | null {
  const known = codeScorer(scorer);
  if (known?.language !== "python" || outcome === "truncated" || outcome === "not_answered") return null;
  return programOf(visibleText(response).final, known)?.source ?? null;
}

function testsNode(scorer: string | null): HTMLElement | string {
  const known = codeScorer(scorer);
  if (!known) return "";
  const {tests, cases, entry_point = "f"} = known;
  const calls = cases.map(
    each => `${entry_point}(${each.arguments.map(value => JSON.stringify(value)).join(", ")}) → ${JSON.stringify(each.result)}`
  );
  const text = tests === "" ? calls.join("\n") : tests;
  return text === "" ? "" : html`<details class="rb-details"><summary>Its tests</summary>${programNode(text)}</details>`;
}

interface Asked {
  evaluation: string;
  problem: {prompt: string; scorer: string | null} | null;
}

/**
 * One sample, from problem to failing test. Where its text lies elsewhere, a button fetches it, since the page opens a sample by itself.
 * @param read reads its response
 */
export async function openedSample(
  sample: SampleRow,
  {read, ...asked}: Asked & {read: () => Promise<Found>}
): Promise<HTMLElement> {
  if (!textsPlace) return sampleNode(sample, {...asked, found: await read()});
  const fetching = async () => {
    text.replaceChildren(fetchingNote());
    node.replaceChildren(...sampleNode(sample, {...asked, found: await read()}).childNodes);
  };
  const text = html`<div><button type="button" class="rb-button" onclick=${fetching}>Fetch the answer from ${textsFrom()}</button></div>`;
  const node = sampleNode(sample, {...asked, found: {}, instead: text});
  return node;
}

/** @param instead what stands in the place of a text that nobody has asked for yet */
function sampleNode(
  sample: SampleRow,
  {evaluation, problem, found, instead}: Asked & {found: Found; instead?: HTMLElement}
): HTMLElement {
  const response = found.exchange;
  const scorer = problem?.scorer ?? null;
  const program = response ? programShown(sample, scorer, response) : null;
  const tests = sample.tests_passed === null ? "" : ` · ${(100 * sample.tests_passed).toFixed(0)} % of its tests passed`;
  return html`<div id="sample">
    <p><strong>${OUTCOME_NAMES[sample.outcome] ?? sample.outcome}</strong>${tests} · ${evaluation} ${sample.simulated ? simulatedBadge() : ""} · ${sampleLink(sample)}</p>
    ${problem ? textPart("Problem", problem.prompt) : html`<p class="rb-muted">This store does not hold its problem.</p>`}
    ${testsNode(scorer)}
    ${
      program === null
        ? html`<div id="no-program">${response ? "" : html`<h4>Program</h4>`}${instead ?? answerParts(found)}</div>`
        : html`<div id="program"><h4>Program</h4>${programNode(program)}${fetchedFrom(found)}</div>`
    }
    ${sample.failed === null ? "" : html`<div id="failed"><h4>First test that failed</h4><div class="rb-text">${untrusted(sample.failed)}</div></div>`}
    ${program === null || !response ? "" : html`<details class="rb-details"><summary>The whole answer</summary>${answerParts({exchange: response})}</details>`}
  </div>`;
}
