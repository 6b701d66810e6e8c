import {html} from "npm:htl";
import type {EvaluationName} from "../../store/evaluationName.js";
import {modelPath} from "../../store/modelPath.js";

/**
 * Address of a page of the site that works from any page and below any base path: this file is served at `_import/pipelines/charts/shared`.
 * It includes the file's ending, since a plain server adds none.
 */
export const address = (page: string): string => new URL(`../../../../${page}.html`, import.meta.url).href;

/** A link from a cell's HTML to another page, by its address without an ending; Framework itself resolves only links in markdown. */
export const pageLink = (page: string, label: string): HTMLElement => html`<a href=${address(page)}>${label}</a>`;

/** A link to a model's page. Models' ids come from the book; the label is text. */
export const modelLink = (model: string, label: string = model): HTMLElement =>
  html`<a href=${address(`models/${modelPath(model)}`)}>${label}</a>`;

/** A link to the manifold page with an evaluation, and a task where one is given. */
export function manifoldLink(
  {model, template, sampler}: EvaluationName,
  label: string,
  {task}: {task?: string} = {}
): HTMLElement {
  const state = new URLSearchParams({...(task && {task}), evaluation: [model, template, sampler].join(" ")});
  return html`<a href=${`${address("manifold")}#${state}`}>${label}</a>`;
}
