// What contamination does to each model's score: a chart, a table and a sentence.
import * as Plot from "npm:@observablehq/plot";
import type {EvaluationKey} from "../../store/rows.node.js";
import type {ContaminationEffect} from "../../studies/contamination/effect.js";
import {evaluationColumn} from "../shared/evaluationColumn.js";
import {figure} from "../shared/figure.js";
import {formatCount, formatDifference, formatP, formatRate} from "../shared/interval.js";
import {evaluationNames, nameAxis} from "../shared/label.js";
import {drawPlot} from "../shared/plot.js";
import type {Column} from "../shared/sortable.js";

type Group = "all" | "clean" | "contaminated";

type Gain = "compared_contaminated" | "others" | "gain" | "gain_low" | "gain_high" | "p" | "q" | "memoriser" | "why";

/** A row of the table `contamination_effects`. */
export interface EffectRow
  extends EvaluationKey,
    Record<`${Group}_items` | `${Group}_answers`, number>,
    Record<`${Group}_accuracy` | `${Group}_low` | `${Group}_high`, number | null>,
    Pick<ContaminationEffect, Gain> {
  simulated: boolean;
}

function accuracy(row: EffectRow, group: Group): string {
  const [value, low, high] = [row[`${group}_accuracy`], row[`${group}_low`], row[`${group}_high`]];
  return formatRate({value, low: low ?? 0, high: high ?? 0, n: row[`${group}_answers`]});
}

const gainText = ({gain, gain_low, gain_high}: EffectRow): string =>
  gain === null ? "–" : formatDifference({value: gain, low: gain_low, high: gain_high});

const verdictText = ({memoriser}: EffectRow): string => (memoriser === null ? "not tested" : memoriser ? "gains" : "no sign");

/** The table's columns: accuracy on clean and on contaminated tests, and the gain beyond what other models gain. */
export function effectColumns(rows: readonly EffectRow[]): Column<EffectRow>[] {
  const of = (group: Group, label: string, description: string): Column<EffectRow>[] => [
    {
      key: group,
      label,
      description,
      numeric: true,
      by: row => row[`${group}_accuracy`],
      show: row => accuracy(row, group)
    },
    {
      key: `${group}_n`,
      label: "n",
      description: "answers to them",
      numeric: true,
      by: row => row[`${group}_answers`],
      show: row => formatCount(row[`${group}_answers`])
    }
  ];
  return [
    evaluationColumn(rows),
    ...of("clean", "Clean", "excess accuracy on clean tests, with its 95 % interval over tests"),
    ...of("contaminated", "Contaminated", "the same on exact and near copies"),
    {
      key: "gain",
      label: "Gain (points)",
      numeric: true,
      by: (row: EffectRow) => row.gain,
      show: gainText,
      description:
        "right answers on contaminated minus on clean tests of the same point or category, each minus the other models' on the same test; 95 % interval over tests"
    },
    {
      key: "q",
      label: "q",
      numeric: true,
      by: (row: EffectRow) => row.q,
      show: (row: EffectRow) => formatP(row.q),
      description: "one-sided p-value by permutation, adjusted over models (Benjamini and Hochberg)"
    },
    {
      key: "memoriser",
      label: "Gains by contamination",
      by: verdictText,
      show: verdictText,
      description: "whether q is at most 0.05"
    },
    {key: "why", label: "Remark", show: row => row.why}
  ];
}

/** The gain of each model with its interval, largest first; models that gain are filled. */
export function effectPlot(rows: readonly EffectRow[], {width = 640} = {}): HTMLElement {
  const name = evaluationNames(rows);
  const drawn = rows.filter(({gain}) => gain !== null).sort((a, b) => b.gain! - a.gain!);
  const names = drawn.map(name);
  const {margin, format} = nameAxis(names, width);
  const simulated = drawn.some(row => row.simulated);
  const plot = drawPlot({
    width,
    height: 20 * drawn.length + 56,
    marginLeft: margin,
    marginRight: 16,
    x: {label: "gain on contaminated tests (percentage points)", grid: true},
    y: {label: null, domain: names, tickFormat: format},
    marks: [
      Plot.ruleX([0]),
      Plot.ruleY(
        drawn.filter(({gain_low}) => gain_low !== null),
        {y: name, x1: row => 100 * row.gain_low, x2: row => 100 * row.gain_high, strokeWidth: 1.5}
      ),
      Plot.dot(drawn, {
        y: name,
        x: row => 100 * row.gain,
        r: 4,
        stroke: "currentColor",
        strokeWidth: 1.5,
        fill: row => (row.memoriser ? "var(--theme-foreground)" : "var(--theme-background)")
      }),
      Plot.tip(
        drawn,
        Plot.pointerY({
          y: name,
          x: (row: EffectRow) => 100 * row.gain!,
          title: (row: EffectRow) =>
            `${name(row)}${row.simulated ? " (simulated)" : ""}\ngain ${gainText(row)}, q ${formatP(row.q)}\nn = ${formatCount(row.compared_contaminated)} contaminated tests, ${formatCount(row.others)} other models`
        })
      )
    ]
  }) as HTMLElement;
  return figure(plot, {
    title: "Gain by contamination",
    simulated,
    id: "contamination-gain",
    caption:
      "Bars are 95 % intervals over tests. Filled: q at most 0.05, so that of the filled ones one in twenty is expected to be chance."
  });
}

/** Which models gain, and of how many nothing can be said. */
export function effectSentence(rows: readonly EffectRow[]): string {
  if (rows.length === 0) return "No answers to audited tests.";
  const name = evaluationNames(rows);
  const tested = rows.filter(({memoriser}) => memoriser !== null);
  if (tested.length === 0) return `None of ${formatCount(rows.length)} evaluations could be tested: ${rows[0]!.why}.`;
  const found = tested.filter(({memoriser}) => memoriser).sort((a, b) => b.gain! - a.gain!);
  const untested = rows.length - tested.length;
  const rest = untested > 0 ? ` ${formatCount(untested)} more could not be tested.` : "";
  const each = (row: EffectRow) =>
    `${name(row)}${row.simulated ? " (simulated)" : ""} ${gainText(row)} (n = ${formatCount(row.compared_contaminated)} contaminated tests)`;
  const shown = found.slice(0, 6).map(each).join("; ");
  const more = found.length > 6 ? `; and ${formatCount(found.length - 6)} more` : "";
  const head = `${formatCount(found.length)} of ${formatCount(tested.length)} evaluations gain where tests are contaminated, at a false discovery rate of 5 %`;
  return `${head}${found.length > 0 ? `: ${shown}${more}, in percentage points` : ""}.${rest}`;
}
