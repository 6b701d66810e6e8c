// Data, tables, charts and pictures of page Multimodal.
import {html} from "npm:htl";
import {type Benchmark, benchmarkTask, type MadeItem, placesOf} from "../pipelines/generate/benchmarks/benchmark.js";
import {vision} from "../pipelines/generate/benchmarks/vision/vision.js";
import type {Evaluated} from "../pipelines/store/evaluationName.js";
import type {ExampleOutcome} from "../pipelines/studies/multimodal/tables.js";
import {namedRows} from "./shared/answers.js";
import {
  type Column,
  type Estimated,
  evaluationColumns,
  forest,
  formatCount,
  formatDifference,
  formatInterval,
  numberColumn,
  pColumn,
  type Sql,
  sampleLink,
  simulatedBadge,
  textColumn
} from "./shared/charts.js";
import {untrusted} from "./shared/text.js";

// What the page Multimodal shows: accuracy with the picture and without, as chart, table and sentence.

interface Named extends Evaluated {
  evaluation: string;
  category: string;
}

interface SeeingRow extends Named {
  n: number;
  unparsed: number;
  truncated: number;
  unscored: number;
  guess: number | null;
  accuracy: number | null;
  low: number | null;
  high: number | null;
  blind_n: number;
  blind_unscored: number;
  blind_accuracy: number | null;
  blind_low: number | null;
  blind_high: number | null;
  missing: number;
  pairs: number;
  value: number | null;
  value_low: number | null;
  value_high: number | null;
  exact: number | null;
}

/** An answer to a question whose picture is drawn again from its place. */
interface PictureExample extends Named {
  outcome: ExampleOutcome;
  item_id: string;
  base_task: string;
  edition: number;
  place: number;
  expected: string;
  answer: string | null;
  text: string | null;
  blind: ExampleOutcome | "";
}

export const seeingIn = (sql: Sql): Promise<SeeingRow[]> =>
  namedRows(sql, "select * from multimodal order by category, model, template, sampler, eval_id");
export const picturesIn = (sql: Sql): Promise<PictureExample[]> =>
  namedRows(sql, "select * from multimodal_examples order by category, model, template, sampler, eval_id, outcome, item_id");

const rate = (value: number | null, low: number | null, high: number | null, n: number): string =>
  value === null || low === null || high === null ? "–" : formatInterval({value, low, high, n});
const shownText = ({accuracy, low, high, n}: SeeingRow): string => rate(accuracy, low, high, n);
const blindText = (row: SeeingRow): string => rate(row.blind_accuracy, row.blind_low, row.blind_high, row.blind_n);
const gainText = ({value, value_low, value_high, pairs}: SeeingRow): string =>
  value === null ? "–" : `${formatDifference({value, low: value_low, high: value_high})} n = ${formatCount(pairs)}`;

const count = (key: string, label: string, of: (row: SeeingRow) => number, description: string): Column<SeeingRow> =>
  numberColumn(key, label, of, row => formatCount(of(row)), description);

export const seeingColumns: readonly Column<SeeingRow>[] = [
  ...evaluationColumns,
  textColumn("category", "Category", row => row.category),
  numberColumn(
    "accuracy",
    "With picture",
    row => row.accuracy,
    shownText,
    "accuracy above guessing: 0 guessing, 100 knowing; 95 % interval"
  ),
  numberColumn(
    "blind",
    "Picture withheld",
    row => row.blind_accuracy,
    blindText,
    "the blind baseline: the same questions without their picture"
  ),
  numberColumn(
    "value",
    "Gain from the picture",
    row => row.value,
    gainText,
    "with the picture minus without, in points, over questions answered both ways; paired 95 % interval"
  ),
  pColumn("exact", "McNemar p", "two-sided, exact"),
  count(
    "missing",
    "No response to picture",
    row => row.missing,
    "questions answered without their picture that have no response with it: an endpoint that refuses images leaves all of them"
  ),
  count(
    "unparsed",
    "No answer found",
    row => row.unparsed,
    "with the picture; refusals in words among them; they count as wrong"
  ),
  count("truncated", "Truncated", row => row.truncated, "with the picture; left out"),
  count("unscored", "Not scored", row => row.unscored + row.blind_unscored, "with the picture or without; left out")
];

/** Accuracy of one category with the picture and without, of evaluations that have both or either, those that see most first. */
export function seeingChart(
  rows: readonly SeeingRow[],
  {width, category, limit = Number.POSITIVE_INFINITY}: {width: number; category: string; limit?: number}
): HTMLElement | null {
  const drawn = rows
    .filter(row => row.category === category)
    .sort((a, b) => (b.accuracy ?? -1) - (a.accuracy ?? -1))
    .slice(0, limit)
    .flatMap((row): Estimated[] => {
      const {evaluation, simulated} = row;
      const side = (name: string, [value, low, high, n]: readonly [number | null, number | null, number | null, number]) =>
        value === null || low === null || high === null
          ? []
          : [
              {
                name: `${evaluation}, ${name}`,
                simulated,
                detail: rate(value, low, high, n),
                estimate: {value: 100 * value, low: 100 * low, high: 100 * high, clusters: n}
              }
            ];
      return [
        ...side("picture", [row.accuracy, row.low, row.high, row.n]),
        ...side("withheld", [row.blind_accuracy, row.blind_low, row.blind_high, row.blind_n])
      ];
    });
  if (drawn.length === 0) return null;
  return forest(drawn, {
    width,
    id: "seeing",
    title: category,
    reference: 0,
    x: {label: "accuracy above guessing, % →"},
    caption:
      "Each evaluation with the picture and with it withheld, with 95 % intervals; n is in the table. Accuracy above 0 with the picture withheld comes from the words."
  });
}

/** How many answers are owed to seeing, and which endpoints gave none. */
export function seeingSentence(rows: readonly SeeingRow[]): string {
  const compared = rows.filter(({value}) => value !== null);
  const silent = rows.filter(({n, unscored, missing}) => n === 0 && unscored === 0 && missing > 0);
  const refused =
    silent.length === 0
      ? ""
      : `${[...new Set(silent.map(({evaluation}) => evaluation))].join(", ")} answered ${formatCount(silent.reduce((sum, row) => sum + row.missing, 0))} questions without their picture and none with it, as where an endpoint refuses images.`;
  if (compared.length === 0)
    return `No question was answered both with its picture and without, so the effect of the picture is not known. ${refused}`.trim();
  const better = compared.filter(({value_low}) => value_low !== null && value_low > 0).length;
  const most = compared.reduce((a, b) => (b.value! > a.value! ? b : a));
  return `In ${formatCount(better)} of ${formatCount(compared.length)} ${compared.length === 1 ? "category of an evaluation" : "categories of evaluations"} the picture helps significantly, most in ${most.category} of ${most.evaluation}: ${gainText(most)} points of excess accuracy, which is negative for answers worse than guesses. ${refused}`.trim();
}

// Pictures of questions, drawn by their generator, with what was asked and answered. Answers are untrusted text.

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
