// The axis of tokens and the appearance of outcomes in charts of competing risks.
import * as Plot from "npm:@observablehq/plot";
import {CORRECT, INCORRECT, type Status, TRUNCATED} from "../../score/status.js";
import {formatCount} from "../shared/interval.js";
import {outcomeStyle} from "../shared/outcome.js";

/** Colour, dash and name of each outcome, so that nothing depends on colour alone. */
export const OUTCOMES: Record<Status, {name: string; color: string; dash: string}> = {
  [CORRECT]: {name: "correct", color: outcomeStyle.correct.color, dash: ""},
  [INCORRECT]: {name: "incorrect", color: outcomeStyle.incorrect.color, dash: "7,3"},
  [TRUNCATED]: {name: "truncated", color: outcomeStyle.truncated.color, dash: "2,3"}
};

export interface TokenAxis {
  ticks: number[];
  low: number;
  scale: Plot.ScaleOptions;
  /** tick labels, since Plot's own labels of a logarithmic axis leave numbers out */
  marks: Plot.Markish[];
}

const PIXELS_PER_TICK = 52;

/**
 * An axis of tokens from the first ending to `right`, with ticks that leave room for counts below them; the last tick is at the longest
 * sample.
 * @param room pixels between both ends
 */
export function tokenAxis(
  {first, end, right = end}: {first: number; end: number; right?: number},
  {axis, room}: {axis: "log" | "linear"; room: number}
): TokenAxis {
  const low = axis === "log" ? Math.max(1, first * 0.9) : 0;
  const most = Math.max(2, Math.floor(room / PIXELS_PER_TICK));
  const share = (t: number) => (axis === "log" ? Math.log(t / low) / Math.log(right / low) : t / right);
  const round = axis === "log" ? logTicks(low, end, most) : linearTicks(end, most);
  const ticks = [...round.filter(t => (share(end) - share(t)) * room >= PIXELS_PER_TICK), end];
  return {
    ticks,
    low,
    scale: {type: axis, domain: [low, right], axis: null},
    marks: [
      Plot.axisX(ticks, {text: (t: number) => formatCount(t), label: "completion tokens →", labelOffset: 34}),
      Plot.gridX(ticks, {strokeOpacity: 0.06})
    ]
  };
}

/** Ticks at 1, 2, 5, 10, … or fewer; never closer together than a label is wide. */
function logTicks(low: number, high: number, most: number): number[] {
  const decades = Array.from({length: 8}, (_, k) => 10 ** k);
  const steps = [[1, 2, 5], [1, 3], [1]].map(parts =>
    decades.flatMap(d => parts.map(part => part * d)).filter(t => t >= low && t <= high)
  );
  return steps.find(ticks => ticks.length <= most && ticks.length > 0) ?? steps[steps.length - 1]!;
}

function linearTicks(high: number, most: number): number[] {
  const step = [1, 2, 5, 10, 20, 50]
    .map(part => part * 10 ** Math.max(0, Math.floor(Math.log10(Math.max(10, high))) - 1))
    .find(s => high / s < most)!;
  return Array.from({length: Math.floor(high / step) + 1}, (_, k) => k * step);
}
