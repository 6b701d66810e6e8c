// An adaptive test that a reader watches: its data, session and player.

import * as Plot from "npm:@observablehq/plot";
import {html} from "npm:htl";
import {
  defer,
  EMPTY,
  finalize,
  fromEvent,
  ignoreElements,
  interval,
  map,
  merge,
  type Observable,
  startWith,
  switchMap,
  takeWhile,
  tap
} from "rxjs";
import type {StoredReading} from "../../pipelines/score/answer/storedReading.js";
import type {NamedEvaluation} from "../../pipelines/store/evaluationName.js";
import {bankOf} from "../../pipelines/studies/adaptive/bank.js";
import type {AucRow, QualityRow} from "../../pipelines/studies/adaptive/comparison.js";
import {openPosterior} from "../../pipelines/studies/adaptive/posterior.js";
import {type Item, information} from "../../pipelines/studies/irt/item.js";
import {
  drawPlot,
  evaluationNames,
  figure,
  formatCost,
  formatCount,
  formatEstimate,
  type Input,
  itemLink,
  nameAxis,
  plotFigure,
  type Sql,
  simulatedBadge,
  tip
} from "../shared/charts.js";
import {permalink} from "../shared/permalink.js";
import {answerFound, untrusted} from "../shared/text.js";
import {KINDS, nameOf, swatch} from "./quality.js";

// Reads the page's tables: sessions with their steps, and the comparison of forms.

interface SessionFacts extends NamedEvaluation {
  session: string;
  live: boolean;
  steps: number;
}

interface StepRow extends StoredReading {
  step: number;
  item_id: string;
  base_task: string;
  status: number;
  counted: boolean;
  a: number;
  b: number;
  c: number;
  u: number;
  information: number;
  theta: number;
  se: number;
  low: number;
  high: number;
  /** ability from all answers of a replayed evaluation; null for live sessions */
  full: number | null;
  tokens: number | null;
  cost: number | null;
  prompt: string | null;
  expected: string | null;
}

const rowsOf = <T>(rows: Iterable<{toJSON?(): T}>): T[] => Array.from(rows, row => ({...row.toJSON!()}));

/** Sessions, live ones first, and the comparison of forms by truth, in order of length. */
export async function readAdaptive(
  sql: Sql
): Promise<{sessions: SessionFacts[]; quality: Marked<QualityRow>[]; auc: Marked<AucRow>[]}> {
  return {sessions: await sessionsOf(sql), ...(await comparisonOf(sql))};
}

/** Live sessions first, then replays by name. */
async function sessionsOf(sql: Sql): Promise<SessionFacts[]> {
  const rows = rowsOf<Omit<SessionFacts, "name">>(
    await sql.query(`select session, live, eval_id, model, template, sampler, simulated, max(step) as steps from adaptive_steps
      group by all order by live desc, model, template, sampler, session`)
  );
  const name = evaluationNames(rows);
  const live = (row: (typeof rows)[number]) => rows.filter(each => each.live && each.eval_id === row.eval_id);
  return rows.map(row => {
    const others = live(row);
    const number = others.length > 1 ? ` ${others.indexOf(row) + 1}` : "";
    return {...row, name: row.live ? `${name(row)} · live${number}` : name(row)};
  });
}

/** A session's steps with the text of its items, and the answers where the store has them. */
export async function stepsOf(sql: Sql, {session, live, eval_id}: SessionFacts): Promise<StepRow[]> {
  const rows = await sql.query(
    `select s.step, s.item_id, s.base_task, s.status, s.counted, s.a, s.b, s.c, s.u, s.information, s.theta, s.se, s.low, s.high,
       s."full", s.tokens, s.cost, i.prompt, i.expected, r.* exclude (item_id)
     from adaptive_steps s left join items i on s.item_id = i.item_id
     left join (select item_id, columns('^answer') from samples where eval_id = ? and trial = 0) r on s.item_id = r.item_id
     where s.session = ? and s.live = ? order by s.step`,
    [eval_id, session, live]
  );
  return rowsOf<StepRow>(rows);
}

const itemOf = ({item_id, a, b, c, u}: StepRow): Item => ({id: item_id, a, d: -a * b, c, u});

interface Density {
  theta: number;
  density: number;
}

/**
 * The posterior after a number of steps, as a curve: recomputed from the items' curves and the answers, and scaled to the step's standard
 * error.
 */
function densityAfter(steps: readonly StepRow[], count: number): Density[] {
  const posterior = openPosterior(bankOf(steps.map(itemOf)));
  for (const [i, {status, counted}] of steps.slice(0, count).entries()) if (counted) posterior.add(i, status === 1);
  const {nodes, weights, mean, sd} = posterior;
  const wider = count > 0 ? steps[count - 1]!.se / sd : 1;
  const width = wider * (nodes[1]! - nodes[0]!);
  return Array.from(nodes, (theta, k) => ({theta: mean + wider * (theta - mean), density: weights[k]! / width}));
}

type Marked<Row> = Row & {simulated: boolean};

/** The comparison of forms by truth, in order of length. */
async function comparisonOf(sql: Sql): Promise<{quality: Marked<QualityRow>[]; auc: Marked<AucRow>[]}> {
  const quality = rowsOf<Marked<QualityRow>>(
    await sql.query("select * from adaptive_quality order by truth, form, scored, items")
  );
  const auc = rowsOf<Marked<AucRow>>(await sql.query("select * from adaptive_auc order by truth, form, scored, items"));
  return {
    quality,
    auc: auc.map(row => ({
      ...row,
      false_positive: Array.from(row.false_positive as Iterable<number>),
      true_positive: Array.from(row.true_positive as Iterable<number>)
    }))
  };
}

// Shows one step of a session: the item and its answer, the ability before and after, and where the item is informative.

const STATUS = ["wrong", "right", "cut off by the token limit"] as const;
const number = (x: number, digits = 2) => x.toFixed(digits).replace("-", "−");

/** `ability 0.43 [0.02, 0.84]`: the posterior mean and the 95 % interval of the same posterior, as the curve shows it. */
const abilityText = ({theta, se}: Pick<StepRow, "theta" | "se">): string =>
  `ability ${formatEstimate({value: theta, low: theta - Z95 * se, high: theta + Z95 * se}, {digits: 2})}`;
/** Normal quantile of a 95 % interval. */
const Z95 = 1.96;

/** The step in words: the item, why it was selected, and its result. */
export function stepCard(session: SessionFacts, steps: readonly StepRow[], at: number): HTMLElement {
  const row = steps[at - 1];
  if (!row) return html`<p>No step.`;
  const before = steps[at - 2];
  const spent = steps.slice(0, at);
  // Models without a price have no cost.
  const spentCost = spent.reduce((sum, each) => sum + (each.cost ?? 0), 0);
  const cost = spentCost > 0 ? `, ${formatCost(spentCost)} at list price` : "";
  return html`<section id="step">
    <h3>Step ${formatCount(at)} of ${formatCount(steps.length)}: ${row.base_task}, ${STATUS[row.status]}${row.status === 0 && row.answer === null && !session.live ? " (no answer counts as wrong)" : ""} ${session.simulated ? simulatedBadge() : ""}</h3>
    <p id="step-reading">${before ? `Before: ${abilityText(before)}.` : "Before: nothing but the spread of all models, ability 0 [−1.96, 1.96]."}
      The item, of difficulty ${number(row.b)} and discrimination ${number(row.a)}, has the most information there (${number(row.information)}).
      ${row.counted ? `After: ${abilityText(row)}.` : "A truncated answer carries no information: the ability estimate is unchanged."}
      ${formatCount(at)} ${at === 1 ? "item" : "items"} so far${cost}.</p>
    <dl class="rb-facts">
      ${row.prompt === "" ? "" : html.fragment`<dt>Question</dt><dd class="rb-text">${untrusted(row.prompt)}</dd>`}
      <dt>Answer</dt><dd>${row.answer === null && session.live ? "read it in the session's file" : answerFound(row)}${row.expected === "" ? "" : html.fragment`; expected ${untrusted(row.expected)}`}</dd>
      <dt>Item</dt><dd><code>${row.item_id}</code>, chance of a lucky guess ${number(row.c)}${row.prompt == null ? "" : html`; ${itemLink(row.item_id, "all answers to it on page Samples")}`}</dd>
    </dl>
  </section>`;
}

interface Frame {
  width: number;
  simulated: boolean;
}

/** The posterior before and after the answer, and the information of the item. */
export function stepPlots(steps: readonly StepRow[], at: number, {width, simulated}: Frame): HTMLElement {
  const row = steps[at - 1];
  if (!row) return html`<div>`;
  const each = width >= 760 ? Math.floor((width - 20) / 2) : width;
  const [before, after] = [densityAfter(steps, at - 1), densityAfter(steps, at)];
  const prior = at === 1 ? 0 : steps[at - 2]!.theta;
  const domain = domainOf(steps, at);
  const x = {domain, label: "ability →", ticks: 7};
  const within = (curve: readonly Density[]) => curve.filter(({theta}) => theta >= domain[0] && theta <= domain[1]);
  const posterior = drawPlot({
    width: each,
    height: 230,
    marginLeft: 36,
    marginBottom: 36,
    x,
    y: {label: "↑ posterior density", ticks: 4, grid: true, zero: true},
    marks: [
      Plot.areaY(within(after), {x: "theta", y: "density", curve: "monotone-x", fill: "var(--theme-blue)", fillOpacity: 0.2}),
      Plot.lineY(within(after), {x: "theta", y: "density", curve: "monotone-x", stroke: "var(--theme-blue)", strokeWidth: 2}),
      Plot.lineY(within(before), {
        x: "theta",
        y: "density",
        curve: "monotone-x",
        stroke: "var(--theme-foreground-muted)",
        strokeDasharray: "4 3"
      }),
      Plot.ruleX([row.theta], {stroke: "var(--theme-blue)"}),
      Plot.ruleY([0], {
        x1: Math.max(row.theta - Z95 * row.se, domain[0]),
        x2: Math.min(row.theta + Z95 * row.se, domain[1]),
        stroke: "var(--theme-blue)",
        strokeWidth: 4
      }),
      Plot.ruleY([0])
    ]
  });
  const item = itemOf(row);
  const grid = Array.from({length: 121}, (_, k) => domain[0] + (k * (domain[1] - domain[0])) / 120);
  const curve = grid.map(theta => ({theta, information: information(item, theta)}));
  const informationChart = drawPlot({
    width: each,
    height: 230,
    marginLeft: 36,
    marginBottom: 36,
    x,
    y: {label: "↑ item information", ticks: 4, grid: true, zero: true},
    marks: [
      Plot.ruleX([prior], {stroke: "var(--theme-foreground-muted)", strokeDasharray: "4 3"}),
      Plot.lineY(curve, {x: "theta", y: "information", stroke: "var(--theme-red)", strokeWidth: 2}),
      Plot.dot([row], {x: () => prior, y: "information", fill: "var(--theme-red)", r: 4}),
      Plot.ruleY([0])
    ]
  });
  return figure(html`<div style="display: flex; flex-wrap: wrap; gap: 0.5rem 20px">${posterior}${informationChart}</div>`, {
    title: "What the answer changed",
    simulated,
    caption: `${each < width ? "Left" : "First"}: the ability before the answer (dashed) and after (blue; the thick base is its 95 % interval). ${each < width ? "Right" : "Second"}: the information of the item at each ability; the dot is where it was chosen.`,
    id: "step-plots"
  });
}

/** Domain of the chart: wide at first, narrower as the posterior is; it always contains the posteriors before and after the step. */
function domainOf(steps: readonly StepRow[], at: number): [number, number] {
  const {theta, se} = steps[Math.max(0, at - 2)]!;
  const [center, half] = at === 1 ? [0, 3.5] : [theta, Math.max(0.6, 4.5 * se)];
  const row = steps[at - 1]!;
  return [Math.min(center - half, row.theta - 3 * row.se), Math.max(center + half, row.theta + 3 * row.se)];
}

/** The estimate over the whole session with its interval, and the estimate from all answers. */
export function pathPlot(steps: readonly StepRow[], at: number, {width, simulated}: Frame): HTMLElement {
  const full = steps[0]?.full ?? null;
  const row = steps[at - 1];
  // The first intervals have no end where all answers were right, or all wrong.
  const ends = (errors: number) => [...steps.map(({theta, se}) => theta + errors * se), full ?? 0];
  const reference =
    full === null ? "" : ` Dashed: ${number(full)}, by all of the evaluation's answers on a bank that was calibrated without it.`;
  return plotFigure({
    title: "The estimate over the session",
    simulated,
    caption: `Line: posterior mean, as in the steps; band: the 95 % interval of the answers alone (likelihood), without the spread of all models, which is wider and covers at every ability.${reference}`,
    id: "path",
    width,
    height: 230,
    marginLeft: 36,
    marginRight: 20,
    marginBottom: 36,
    x: {label: "items used →", domain: [0.5, steps.length + 0.5]},
    y: {label: "↑ ability", grid: true, ticks: 5, domain: [Math.min(...ends(-3)), Math.max(...ends(3))], clamp: true},
    marks: [
      full === null ? null : Plot.ruleY([full], {stroke: "var(--theme-foreground)", strokeDasharray: "6 3"}),
      Plot.areaY(steps, {x: "step", y1: "low", y2: "high", fill: "var(--theme-blue)", fillOpacity: 0.15}),
      Plot.lineY(steps, {x: "step", y: "theta", stroke: "var(--theme-blue)", strokeWidth: 1.5}),
      Plot.ruleX([at], {stroke: "var(--theme-foreground-muted)"}),
      row ? Plot.dot([row], {x: "step", y: "theta", fill: "var(--theme-blue)", r: 4.5}) : null,
      tip(steps, {x: "step", y: "theta", title: (each: StepRow) => `after ${each.step} items\n${abilityText(each)}`}, "x")
    ]
  });
}

// Buttons and a slider that step through a session. The position is kept in the address.

/** Time between steps while playing, in milliseconds. */
const PLAY_MS = 700;

interface Player {
  node: HTMLElement;
  /** The step that is shown, from 1. Buttons work while there is a subscriber. */
  step: Observable<number>;
}

/** @param steps number of steps */
export function player(steps: number): Player {
  const slider = permalink(
    "step",
    html`<input type="range" min="1" max=${steps} step="1" value="1" aria-label="Step">` as unknown as Input<string>
  );
  const [previous, play, next] = ["Previous", "Play", "Next"].map(
    label => html`<button type="button" class="rb-button">${label}` as HTMLButtonElement
  ) as [HTMLButtonElement, HTMLButtonElement, HTMLButtonElement];
  const place = html`<span class="rb-field">` as HTMLElement;
  const at = () => Math.min(steps, Math.max(1, Number(slider.value)));
  const go = (step: number) => {
    slider.value = String(Math.min(steps, Math.max(1, step)));
    slider.dispatchEvent(new Event("input", {bubbles: true}));
  };
  const name = (text: string) => {
    play.textContent = text;
  };
  const playing = defer(() => {
    name("Pause");
    if (at() >= steps) go(1);
    return interval(PLAY_MS).pipe(
      tap(() => go(at() + 1)),
      takeWhile(() => at() < steps),
      finalize(() => name("Play"))
    );
  });
  const commands = merge(
    fromEvent(previous, "click").pipe(tap(() => go(at() - 1))),
    fromEvent(next, "click").pipe(tap(() => go(at() + 1))),
    fromEvent(play, "click").pipe(
      map(() => play.textContent === "Play"),
      switchMap(start => (start ? playing : EMPTY))
    )
  ).pipe(ignoreElements());
  const step = merge(fromEvent(slider, "input"), commands).pipe(
    startWith(null),
    map(at),
    tap(shown => {
      place.textContent = `${shown} of ${steps}`;
      previous.disabled = shown <= 1;
      next.disabled = shown >= steps;
    })
  );
  const node = html`<div id="player" class="rb-bar">${previous}${play}${next}${slider}${place}</div>`;
  return {node, step};
}

// Charts of how well evaluations of similar ability are ordered, compared with a published claim.

/** Published AUCs, by form, scoring and length. */
const CLAIMED: readonly {form: AucRow["form"]; scored: AucRow["scored"]; items: number; auc: number}[] = [
  {form: "adaptive", scored: "ability", items: 400, auc: 0.89},
  {form: "fixed", scored: "share", items: 2_000, auc: 0.73},
  {form: "adaptive", scored: "ability", items: 2_000, auc: 0.94}
];
const claimOf = (row: AucRow): number | null =>
  CLAIMED.find(({form, scored, items}) => form === row.form && scored === row.scored && items === row.items)?.auc ?? null;

const label = (row: AucRow, {short = false} = {}): string =>
  `${formatCount(row.items)} ${short ? styleOf(row).short : nameOf(row)}`;
const auc = ({auc: value, auc_low: low, auc_high: high}: AucRow) => formatEstimate({value, low, high}, {digits: 2});
const styleOf = (row: AucRow) => KINDS.find(({form, scored}) => form === row.form && scored === row.scored)!;

interface AucOptions {
  width: number;
  simulated: boolean;
  truth: string;
}

/** AUCs with their intervals, next to the published values. */
export function aucPlot(all: readonly AucRow[], {width, simulated, truth}: AucOptions): HTMLElement {
  const rows = ofTruth(all, truth).map(row => ({...row, name: label(row, {short: width < 500}), claimed: claimOf(row)}));
  const {margin, format} = nameAxis(
    rows.map(({name}) => name),
    width
  );
  const [first] = rows;
  const caption = first
    ? `Chance that the better of two close evaluations gets the higher score: ${formatCount(first.pairs)} pairs of ${formatCount(first.models)} evaluations, 95 % intervals by a bootstrap over evaluations. Crosses: what was published for another bank. Truth: ${truth}.`
    : "";
  return plotFigure({
    title: "Distinguishing close evaluations",
    simulated,
    caption,
    id: "auc",
    width,
    height: 60 + 26 * rows.length,
    marginLeft: margin,
    marginBottom: 40,
    marginRight: 24,
    x: {
      label: width < 500 ? "AUC, closest quarter of pairs →" : "AUC over the closest quarter of pairs →",
      domain: [0.5, 1],
      grid: true,
      ticks: width < 500 ? 5 : 10
    },
    y: {label: null, domain: rows.map(({name}) => name), tickFormat: format, tickSize: 0},
    marks: [
      Plot.ruleX([0.5]),
      Plot.ruleY(rows, {x1: "auc_low", x2: "auc_high", y: "name", stroke: row => styleOf(row).colour, strokeWidth: 2}),
      Plot.dot(rows, {x: "auc", y: "name", fill: row => styleOf(row).colour, r: 4.5}),
      Plot.dot(
        rows.filter(({claimed}) => claimed !== null),
        {x: "claimed", y: "name", symbol: "times", stroke: "currentColor", strokeWidth: 2, r: 5}
      ),
      tip(
        rows,
        {
          x: "auc",
          y: "name",
          title: row => `${row.name}\nAUC ${auc(row)}\n${formatCount(row.pairs)} pairs of ${formatCount(row.models)} evaluations`
        },
        "y"
      )
    ]
  });
}

const ofTruth = (rows: readonly AucRow[], truth: string): AucRow[] =>
  rows.filter(row => row.truth === truth).sort((a, b) => b.auc - a.auc);

/** The three ROC curves of the claim. */
export function rocPlot(all: readonly AucRow[], {width, simulated, truth}: AucOptions): HTMLElement {
  const rows = ofTruth(all, truth).filter(row => claimOf(row) !== null);
  const points = rows.flatMap(row => row.false_positive.map((x, k) => ({x, y: row.true_positive[k]!, name: label(row), row})));
  const size = Math.min(width, 460);
  const dashes = ["none", "6 3", "2 3"];
  const plot = drawPlot({
    width: size,
    height: size,
    marginLeft: 44,
    marginBottom: 40,
    x: {label: "false orders that pass the threshold →", domain: [0, 1], grid: true, ticks: 5},
    y: {label: "↑ true orders that pass", domain: [0, 1], grid: true, ticks: 5},
    marks: [
      Plot.line(
        [
          [0, 0],
          [1, 1]
        ],
        {stroke: "var(--theme-foreground-faint)"}
      ),
      ...rows.map((row, k) =>
        Plot.line(
          points.filter(point => point.row === row),
          {x: "x", y: "y", stroke: colourOf(row), strokeWidth: 2, strokeDasharray: dashes[k % 3]!}
        )
      )
    ]
  });
  const legend = html`<div class="rb-bar">${rows.map(
    (row, k) =>
      html`<span class="rb-field">${swatch(colourOf(row), dashes[k % 3]!)} ${label(row)}: area ${row.area.toFixed(2)}</span>`
  )}</div>`;
  return figure(html`<div>${legend}${plot}</div>`, {
    title: "ROC of score differences",
    simulated,
    caption:
      "Each close pair is put forward in its true and in its false order; a threshold on the score difference passes some of both. The area also compares pairs with one another, which makes it larger than the AUC above.",
    id: "roc"
  });
}

const colourOf = (row: AucRow): string =>
  row.form === "adaptive" && row.items === 400
    ? "var(--theme-blue)"
    : row.form === "adaptive"
      ? "var(--theme-red)"
      : "var(--theme-foreground-muted)";

/** Whether the claim is reproduced here, in a sentence that depends on the numbers. */
export function claimSentence(all: readonly AucRow[], truth: string): string {
  const rows = ofTruth(all, truth);
  const [few, fixed, many] = CLAIMED.map(({form, scored, items}) =>
    rows.find(row => row.form === form && row.scored === scored && row.items === items)
  );
  if (!few) return "The bank has too few items for the comparison.";
  if (!fixed || !many) return `400 adaptive items reach AUC ${auc(few)}; the bank has fewer than 2,000 items to compare with.`;
  const gap = 0 - fixed.difference; // 0 − x avoids a displayed −0
  const [low, high] = [0 - fixed.difference_high, 0 - fixed.difference_low];
  const difference = formatEstimate({value: gap, low, high}, {digits: 2});
  const verdict =
    low > 0
      ? "so the claim's order holds here"
      : high < 0
        ? "so here the claim's order is reversed"
        : "so here the two do not differ significantly";
  const size = low <= 0.89 - 0.73 && 0.89 - 0.73 <= high ? "" : `; the published gap of 0.16 lies outside that interval`;
  return `400 adaptive items reach AUC ${auc(few)}, 2,000 static ones scored by the share right ${auc(fixed)}, 2,000 adaptive ones ${auc(many)} (${formatCount(few.pairs)} pairs of ${formatCount(few.models)} evaluations). The difference of the first two is ${difference}, ${verdict}${size}.`;
}
