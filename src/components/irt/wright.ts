// Wright map: abilities and difficulties on one scale.
import * as Plot from "npm:@observablehq/plot";
import {plural} from "../../pipelines/book/plural.js";
import {figure} from "../../pipelines/charts/shared/figure.js";
import {drawPlot} from "../../pipelines/charts/shared/plot.js";
import {probability} from "../../pipelines/studies/irt/item.js";
import {type Calibration, reversedIn, simulatedIn} from "./calibration.js";
import {number} from "./numbers.js";

const EDGE = 5;
const BIN = 0.25;
/** Extra length of the axis beyond the highest bar, which leaves room for the labels. */
const ROOM = 1.2;
const clip = (x: number): number => Math.min(EDGE - BIN / 2, Math.max(-EDGE + BIN / 2, x));

interface Bar {
  side: "evaluations" | "items" | "reversed items";
  from: number;
  share: number;
  count: number;
}

/** @param of number that bars are shares of */
function bars(values: readonly number[], side: Bar["side"], of: number): Bar[] {
  const sign = side === "evaluations" ? 1 : -1;
  const counts = new Map<number, number>();
  for (const value of values) {
    const from = Math.floor(clip(value) / BIN) * BIN;
    counts.set(from, (counts.get(from) ?? 0) + 1);
  }
  return [...counts].map(([from, count]) => ({side, from, count, share: (sign * 100 * count) / of}));
}

/** Heights of the bars, upwards and downwards. */
function heights(all: readonly Bar[]): number[] {
  const piles = new Map<string, number>();
  for (const {side, from, share} of all) {
    const at = `${side === "evaluations"} ${from}`;
    piles.set(at, (piles.get(at) ?? 0) + Math.abs(share));
  }
  return [...piles.values()];
}

/** Distributions of evaluations (upwards) and items (downwards), both as shares, on one scale. */
export function wrightMap(calibration: Calibration, {width = 640} = {}): HTMLElement {
  const {items, persons} = calibration;
  const reversed = reversedIn(items);
  const difficulties = (of: readonly {b: number}[]) => of.map(({b}) => b);
  const all = [
    ...bars(
      persons.map(({eap}) => eap),
      "evaluations",
      persons.length
    ),
    ...bars(difficulties(items.filter(({a}) => !(a < 0))), "items", items.length),
    ...bars(difficulties(reversed), "reversed items", items.length)
  ];
  const reach = Math.max(...heights(all));
  const used = all.flatMap(({from}) => [from, from + BIN]);
  const plot = drawPlot({
    width,
    height: 320,
    marginLeft: 44,
    marginBottom: 40,
    x: {domain: [Math.min(-2, ...used), Math.max(2, ...used)], label: "ability and difficulty, standard deviations →"},
    y: {domain: [-ROOM * reach, ROOM * reach], grid: true, label: "% of each", tickFormat: (y: number) => String(Math.abs(y))},
    color: {
      domain: ["evaluations", "items", "reversed items"],
      range: ["var(--theme-blue)", "var(--theme-yellow)", "var(--theme-red)"]
    },
    marks: [
      Plot.rectY(all, {
        x1: "from",
        x2: (bar: Bar) => bar.from + BIN,
        y: "share",
        fill: "side",
        stroke: ({side}: Bar) => (side === "reversed items" ? "currentColor" : "none"),
        insetLeft: 0.5,
        insetRight: 0.5
      }),
      Plot.ruleY([0]),
      Plot.text([`abilities of ${plural(persons.length, "evaluation")}`], {frameAnchor: "top-left", dx: 4, dy: 2}),
      Plot.text([`difficulties of ${plural(items.length, "item")}`], {frameAnchor: "bottom-left", dx: 4, dy: -4}),
      Plot.tip(
        all,
        Plot.pointerX({
          x: (bar: Bar) => bar.from + BIN / 2,
          y: "share",
          title: (bar: Bar) => `${bar.count} ${bar.side}\nfrom ${number(bar.from)} to ${number(bar.from + BIN)}`
        })
      )
    ]
  });
  const beyond = items.filter(({b}) => Math.abs(b) > EDGE).length;
  return figure(plot, {
    title: "Abilities and difficulties on one scale",
    caption: `Up: evaluations; down: items. A test measures best where the two overlap.${reversed.length > 0 ? ` Outlined, in red: ${plural(reversed.length, "reversed item")}, which those below ${reversed.length === 1 ? "its" : "their"} difficulty solve and those above fail.` : ""}${beyond > 0 ? ` ${plural(beyond, "item")} beyond ±${EDGE} ${beyond === 1 ? "stands" : "stand"} in the outermost bars.` : ""}`,
    simulated: simulatedIn(calibration),
    id: "wright"
  });
}

export function wrightSentence({items, persons}: Calibration): string {
  const abilities = persons.map(({eap}) => eap).sort((a, b) => a - b);
  const [least, most] = [abilities[0]!, abilities.at(-1)!];
  const easier = items.filter(item => probability(item, least) > 0.5).length;
  const harder = items.filter(item => probability(item, most) < 0.5).length;
  const share = (count: number) => `${number((100 * count) / items.length, 1)} %`;
  return `Even the least able of ${plural(persons.length, "evaluation")} (ability ${number(least)}) is expected to solve ${share(easier)} of ${plural(items.length, "item")} more often than not, and even the ablest (${number(most)}) to fail ${share(harder)} of them.`;
}
