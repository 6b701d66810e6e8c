// Shows one step of a session: the item and its answer, the ability before and after, and where the item is informative.
import * as Plot from "npm:@observablehq/plot";
import {html} from "npm:htl";
import {figure} from "../../pipelines/charts/shared/figure.js";
import {formatCost, formatCount, formatEstimate} from "../../pipelines/charts/shared/interval.js";
import {drawPlot} from "../../pipelines/charts/shared/plot.js";
import {itemLink} from "../../pipelines/charts/shared/sampleLink.js";
import {simulatedBadge} from "../../pipelines/charts/shared/simulated.js";
import {information} from "../../pipelines/studies/irt/item.js";
import {answerFound, untrusted} from "../shared/text.js";
import {type Density, densityAfter, itemOf, type SessionFacts, type StepRow} from "./data.js";

const STATUS = ["wrong", "right", "cut off by the token limit"] as const;
const number = (x: number, digits = 2) => x.toFixed(digits).replace("-", "−");

/** `ability 0.43 [0.02, 0.84], standard error 0.210` */
const abilityText = ({theta, low, high, se}: Pick<StepRow, "theta" | "low" | "high" | "se">): string =>
  `ability ${formatEstimate({value: theta, low, high}, {digits: 2})}, standard error ${number(se, 3)}`;

/** The step in words: the item, why it was selected, and its result. */
export function stepCard(session: SessionFacts, steps: readonly StepRow[], at: number): HTMLElement {
  const row = steps[at - 1];
  if (!row) return html`<p>No step.`;
  const before = steps[at - 2];
  const spent = steps.slice(0, at);
  const cost = spent.reduce((sum, each) => sum + each.cost, 0);
  return html`<section id="step">
    <h3>Step ${formatCount(at)} of ${formatCount(steps.length)}: ${row.base_task}, ${STATUS[row.status]} ${session.simulated ? simulatedBadge() : ""}</h3>
    <p id="step-reading">${before ? `Before: ${abilityText(before)}.` : "Before: nothing but the prior, ability 0 [−1.96, 1.96], standard error 1."}
      The item of difficulty ${number(row.b)} and discrimination ${number(row.a)} told most there (information ${number(row.information)}).
      ${row.counted ? `After: ${abilityText(row)}.` : "A truncated answer carries no information: the ability estimate is unchanged."}
      ${formatCount(at)} ${at === 1 ? "item" : "items"} so far, ${formatCost(cost)} at list price.</p>
    <dl class="rb-facts">
      <dt>Question</dt><dd class="rb-text">${untrusted(row.prompt)}</dd>
      <dt>Answer</dt><dd>${row.answer === null && session.live ? "read it in the session's file" : answerFound(row)}; expected ${untrusted(row.expected)}</dd>
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
        x1: Math.max(row.low, domain[0]),
        x2: Math.min(row.high, domain[1]),
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
    caption:
      "Left: what is known of the ability before the answer (dashed) and after (blue; the thick base is the 95 % credible interval). Right: what the item tells at each ability; the dot is where it was chosen.",
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
  const plot = drawPlot({
    width,
    height: 230,
    marginLeft: 36,
    marginRight: 20,
    marginBottom: 36,
    x: {label: "items used →", domain: [0.5, steps.length + 0.5]},
    y: {label: "↑ ability", grid: true, ticks: 5},
    marks: [
      full === null ? null : Plot.ruleY([full], {stroke: "var(--theme-foreground)", strokeDasharray: "6 3"}),
      Plot.areaY(steps, {x: "step", y1: "low", y2: "high", fill: "var(--theme-blue)", fillOpacity: 0.15}),
      Plot.lineY(steps, {x: "step", y: "theta", stroke: "var(--theme-blue)", strokeWidth: 1.5}),
      Plot.ruleX([at], {stroke: "var(--theme-foreground-muted)"}),
      row ? Plot.dot([row], {x: "step", y: "theta", fill: "var(--theme-blue)", r: 4.5}) : null,
      Plot.tip(
        steps,
        Plot.pointerX({x: "step", y: "theta", title: (each: StepRow) => `after ${each.step} items\n${abilityText(each)}`})
      )
    ]
  });
  const reference =
    full === null ? "" : ` Dashed: ${number(full)}, by all of the evaluation's answers on a bank that was calibrated without it.`;
  return figure(plot, {
    title: "The estimate over the session",
    simulated,
    caption: `Line: posterior mean; band: 95 % credible interval.${reference}`,
    id: "path"
  });
}
