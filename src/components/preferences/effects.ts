// Sentences and charts of effects on votes.
import * as Plot from "npm:@observablehq/plot";
import {html} from "npm:htl";
import {ceiling} from "../../pipelines/studies/preferences/benchmarks/reliability.js";
import {POSITION} from "../../pipelines/studies/preferences/bradleyTerry/controlled.js";
import type {DropSensitivity} from "../../pipelines/studies/preferences/bradleyTerry/dropSensitivity.js";
import {ELO} from "../../pipelines/studies/preferences/bradleyTerry/fit.js";
import type {Effects} from "../../pipelines/studies/preferences/shownParts.js";
import type {GroundTruth} from "../../pipelines/studies/preferences/simulate/simulateVotes.js";
import {drawPlot, figure, formatCount, formatEstimate} from "../shared/charts.js";
import {shareText} from "./agreement.js";
import type {ShownFit} from "./shown.js";

const NAMES: Record<string, string> = {[POSITION]: "being shown first", length: "an answer e (2.7) times as long"};
export const effectName = (name: string): string => (name === "length" ? "length" : name === POSITION ? "position" : name);
const odds = (value: number) => `${formatCount(Math.round(ELO * value))}`.replace("-", "−");

/** Sentences on effects, as a list. */
export function effectList({held, swapped, halves, sensitivity}: Effects, groundTruth: readonly GroundTruth[]): HTMLElement {
  const truth = (kind: string) => groundTruth.find(each => each.kind === kind && each.name === "all")?.value;
  const lines = (held?.effects ?? []).map(({name, value, lo, hi}) => {
    const known = truth(name);
    const was =
      known === undefined
        ? ""
        : `; planted: ${known.toFixed(2)} for the average judge, which careless judges and chance reduce a little`;
    return `${NAMES[name] ?? `more ${name}, from none to all`} adds ${formatEstimate({value, low: lo, high: hi}, {digits: 2})} to the log-odds, about ${odds(value)} Elo (n = ${formatCount(held!.n)} votes${was}).`;
  });
  if (held && held.missing > 0) lines.push(`${formatCount(held.missing)} votes lack a covariate and are left out of that.`);
  if (swapped.n > 0)
    lines.push(
      `Of ${formatCount(swapped.n)} ${swapped.n === 1 ? "pair" : "pairs"} of votes with the answers in both orders, ${shareText({...swapped, value: swapped.share})} agree; ${swapped.first} went to the answer shown first both times, ${swapped.second} to the second.`
    );
  if (halves)
    lines.push(
      `Fitted to random halves of the prompts, strengths correlate at r = ${halves.pearson.toFixed(3)} (mean of ${halves.splits} splits, ${halves.models} models). All votes then have a reliability of ${halves.reliability.toFixed(3)} (middle 95 % of splits: ${halves.lo.toFixed(3)} to ${halves.hi.toFixed(3)}), and no benchmark can be expected to correlate with them at more than ${ceiling(halves.reliability).toFixed(3)}.`
    );
  if (sensitivity)
    lines.push(
      `Without ${formatCount(sensitivity.removed)} of ${formatCount(sensitivity.votes)} votes (${((100 * sensitivity.removed) / sensitivity.votes).toFixed(1)} %) ${sensitivity.next} would be first instead of ${sensitivity.first}: ${kindsOf(sensitivity)}. A smaller set may exist.`
    );
  return html`<ul id="effects">${lines.map(line => html`<li>${line[0]!.toUpperCase()}${line.slice(1)}</li>`)}</ul>`;
}

function kindsOf({kinds}: DropSensitivity): string {
  const most = [...kinds].sort((a, b) => b.votes - a.votes);
  const shown = most
    .slice(0, 3)
    .map(
      ({winner, pair, votes}) =>
        `${formatCount(votes)} in which ${winner === null ? `${pair.join(" and ")} tied` : `${winner} beat ${winner === pair[0] ? pair[1] : pair[0]}`}`
    );
  return `${shown.join(", ")}${most.length > 3 ? ", and others" : ""}`;
}

/** Estimated strengths against those expected from the ground truth of the simulation; null for votes that were not simulated here. */
export function groundTruthPlot(
  {rows, ranksBy}: ShownFit,
  groundTruth: readonly GroundTruth[],
  {width}: {width: number}
): {node: HTMLElement; sentence: string} | null {
  const truth = new Map(groundTruth.filter(({kind}) => kind === "expected strength").map(({name, value}) => [name, value]));
  const mean = rows.reduce((sum, {model}) => sum + (truth.get(model) ?? Number.NaN), 0) / rows.length;
  if (rows.length < 3 || Number.isNaN(mean)) return null;
  const dots = rows.map(({model, beta, interval}) => {
    const [low, high] = interval[ranksBy] ?? [Number.NaN, Number.NaN];
    const expected = truth.get(model)! - mean;
    return {model, beta, low, high, expected, covered: low <= expected && expected <= high};
  });
  const ends = [
    Math.min(...dots.map(dot => Math.min(dot.low, dot.expected))),
    Math.max(...dots.map(dot => Math.max(dot.high, dot.expected)))
  ];
  const plot = drawPlot({
    width: Math.min(width, 560),
    height: Math.min(width, 560) * 0.8,
    marginLeft: 45,
    marginTop: 30,
    grid: true,
    x: {label: "expected from what was planted (β) →", domain: ends},
    y: {label: "↑ estimated (β)", domain: ends},
    marks: [
      Plot.line(
        ends.map(end => [end, end]),
        {stroke: "var(--theme-foreground-faint)"}
      ),
      Plot.ruleX(dots, {x: "expected", y1: "low", y2: "high", stroke: "var(--theme-foreground-focus)"}),
      Plot.dot(dots, {
        x: "expected",
        y: "beta",
        fill: "var(--theme-background)",
        stroke: "var(--theme-foreground-focus)",
        title: dot =>
          `${dot.model}\nexpected ${dot.expected.toFixed(2)}\nestimated ${formatEstimate({value: dot.beta, low: dot.low, high: dot.high}, {digits: 2})}`
      })
    ]
  });
  const covered = dots.filter(dot => dot.covered).length;
  return {
    node: figure(plot, {
      title: "Check of the instrument",
      id: "planted",
      simulated: true,
      caption:
        "Expected: what ties as half converge to under the planted abilities, luck, length and careless judges. Bars are 95 % intervals."
    }),
    sentence: `The judgments are simulated, so that the truth is known: ${covered} of ${dots.length} intervals of strengths hold it, of all votes under ties as half.`
  };
}
