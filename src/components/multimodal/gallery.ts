// Pictures of questions, drawn by their generator, with what was asked and answered. Answers are untrusted text.
import {html} from "npm:htl";
import {sampleLink} from "../../pipelines/charts/shared/sampleLink.js";
import {simulatedBadge} from "../../pipelines/charts/shared/simulated.js";
import type {Benchmark, MadeItem} from "../../pipelines/generate/benchmarks/benchmark.js";
import {benchmarkTask, placesOf} from "../../pipelines/generate/benchmarks/benchmark.js";
import {vision} from "../../pipelines/generate/benchmarks/vision/vision.js";
import {untrusted} from "../shared/text.js";
import type {PictureExample} from "./shown.js";

const benchmarkOf = (name: string): Benchmark | undefined => vision.find(each => each.name === name);

/** The picture of an item, as an image of its SVG. Its words are those of the generator. */
const picture = ({images}: Pick<MadeItem, "images">): HTMLElement =>
  html`<img src=${images![0]!} alt="the picture of the question below" width="512" height="384">`;

const OUTCOME_NAMES = {
  wrong: "wrong",
  right: "right",
  "no answer found": "no answer found",
  truncated: "truncated",
  "": "not answered"
} as const;

/** Answers beside the pictures that they are about. */
export const answered = (examples: readonly PictureExample[]): HTMLElement =>
  html`<div class="rb-gallery" id="gallery">${examples.map(example => {
    const benchmark = benchmarkOf(example.base_task);
    if (!benchmark) return "";
    const item = benchmarkTask(benchmark).items.at(example.place, {edition: example.edition});
    return html`<div class="rb-figure">${example.item_id.endsWith(item.content) ? picture(item) : html`<p class="rb-muted">Another version drew this picture.`}
      <p><strong>${OUTCOME_NAMES[example.outcome]}</strong> · picture withheld: ${OUTCOME_NAMES[example.blind]} · ${example.evaluation} ${example.simulated ? simulatedBadge() : ""} · ${sampleLink({...example, trial: 0})}</p>
      <dl class="rb-facts"><dt>Question</dt><dd>${untrusted(item.prompt)}</dd><dt>Expected</dt><dd>${untrusted(example.expected)}</dd><dt>Found</dt><dd>${example.answer === null ? "none" : untrusted(example.answer)}</dd></dl>
      ${example.text === null ? "" : html`<details><summary>Response</summary><div class="rb-text">${untrusted(example.text)}</div></details>`}
    </div>`;
  })}</div>`;

export const CATEGORIES: readonly string[] = vision.map(({category}) => category);

/** Kinds of a category's questions, in words: `chart: bars, marks: 4`. */
export const kindsOf = (category: string): string[] => [...new Set(shownCells(category).map(({kind}) => kind))];

/** Cells of a category that show their picture, with the first place of each. */
function shownCells(category: string): {kind: string; start: number; size: number}[] {
  const {cells} = vision.find(each => each.category === category)!;
  const {starts} = placesOf(cells);
  return cells.flatMap(({facets, size}, at) => {
    const {image, ...own} = facets;
    const kind = Object.entries(own)
      .map(([name, value]) => `${name}: ${value}`)
      .join(", ");
    return image === "shown" ? [{kind, start: starts[at]!, size}] : [];
  });
}

/** Questions that are shown at a time. */
const PER_PAGE = 6;
/** Pages of questions of a kind. */
export const pagesOf = (category: string, kind: string): number =>
  Math.ceil((shownCells(category).find(each => each.kind === kind)?.size ?? 0) / PER_PAGE);

/** Questions of a kind as they are asked, with their right answers. @param page from 1 */
export function unanswered({category, kind, page}: {category: string; kind: string; page: number}): HTMLElement {
  const benchmark = vision.find(each => each.category === category)!;
  const cell = shownCells(category).find(each => each.kind === kind);
  if (!cell) return html`<span>`;
  const {items} = benchmarkTask(benchmark);
  const first = PER_PAGE * (page - 1);
  const shown = Array.from({length: Math.max(0, Math.min(PER_PAGE, cell.size - first))}, (_, i) =>
    items.at(cell.start + first + i)
  );
  return html`<div class="rb-gallery" id="browsed">${shown.map(
    item => html`<div class="rb-figure">${picture(item)}
      <dl class="rb-facts"><dt>Question</dt><dd>${untrusted(item.prompt)}</dd></dl>
      <details><summary>Right answer</summary><p>${untrusted(item.expected)}</p></details>
    </div>`
  )}</div>`;
}
