// How the results of a site are cited: title, version, commit, book and day of the last run.
import {html} from "npm:htl";
import type {Manifest} from "./runs.js";

type Cited = Pick<Manifest, "version" | "git_commit" | "book_hash" | "finished" | "simulated">;

/** The citation as one line of text. A store without a run that ended has no date. */
export function citationText({version, git_commit, book_hash, finished, simulated}: Cited, {title = ""} = {}): string {
  const named = title === "" || title === "reasonbook" ? "Results" : `“${title}”`;
  const commit = git_commit ? `, commit ${git_commit.slice(0, 12)}` : "";
  const day = finished ? `, run of ${finished.slice(0, 10)}` : "";
  return `${named}${simulated ? " (simulated models)" : ""}, made with reasonbook ${version}${commit}, book ${book_hash.slice(0, 12)}${day}.`;
}

/** The citation with a button that copies it. */
export function citation(manifest: Cited, {title = ""} = {}): HTMLElement {
  const text = citationText(manifest, {title});
  const copied = html`<span role="status" class="rb-muted"></span>`;
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    copied.textContent = "copied";
  };
  return html`<div id="citation"><p><code>${text}</code></p><p><button type="button" class="rb-button" onclick=${copy}>Copy</button> ${copied}</p><p class="rb-muted">Cite the sources of published scores and benchmarks too.</p></div>`;
}
