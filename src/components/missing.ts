// What the page for unknown addresses says: which page or model there is not, and what there is.
import {html} from "npm:htl";
import {modelLink, pageLink} from "../pipelines/charts/shared/modelLink.js";
import {modelPath} from "../pipelines/store/modelPath.js";

/** The most models that are offered; page Leaderboard lists all. */
const OFFERED = 12;

/** Which of the models resemble what an address asks for: those that share its first letters come first. */
export function resembling(asked: string, models: readonly string[]): string[] {
  const common = (model: string): number => {
    const path = modelPath(model).toLowerCase();
    let length = 0;
    while (length < path.length && path[length] === asked[length]) length++;
    return length;
  };
  return models
    .map(model => ({model, length: common(model)}))
    .sort((a, b) => b.length - a.length || (a.model < b.model ? -1 : 1))
    .slice(0, OFFERED)
    .map(({model}) => model);
}

/** The sentence and the way on, for the path of an address. */
export function missing(path: string, models: readonly string[]): HTMLElement {
  const asked = /\/models\/([^/]+?)(?:\.html)?$/.exec(path)?.[1];
  if (asked === undefined)
    return html`<div id="missing"><p>This site has no page at <code>${path}</code>. The navigation lists all pages; ${pageLink("index", "Overview")} is the first.`;
  const name = decodeURIComponent(asked);
  return html`<div id="missing"><p>No model of this site has a page <code>${name}</code>.</p>${
    models.length === 0
      ? html`<p>There are no results yet.`
      : html`<p>There ${models.length === 1 ? "is one model" : `are ${models.length} models`}${models.length > OFFERED ? ", among them" : ""}:</p><ul>${resembling(name.toLowerCase(), models).map(model => html`<li>${modelLink(model)}`)}</ul><p>All of them stand on page ${pageLink("leaderboard", "Leaderboard")}.`
  }`;
}
