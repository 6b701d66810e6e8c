// Matrix of win rates between models.
import * as Plot from "npm:@observablehq/plot";
import {figure} from "../../pipelines/charts/shared/figure.js";
import {formatCount, formatInterval, formatP} from "../../pipelines/charts/shared/interval.js";
import {nameAxis} from "../../pipelines/charts/shared/label.js";
import {drawPlot} from "../../pipelines/charts/shared/plot.js";
import {clusteredProportion} from "../../pipelines/stats/clustered.js";
import {wilson} from "../../pipelines/stats/intervals.js";
import {countsOf, winMatrix} from "../../pipelines/studies/preferences/bradleyTerry/cells.js";
import {pairsOf} from "../../pipelines/studies/preferences/bradleyTerry/ranking.js";
import type {Strengths} from "../../pipelines/studies/preferences/bradleyTerry/strengths.js";
import type {Votes} from "../../pipelines/studies/preferences/votes/votes.js";

/** Wins of the row's model against the column's model. */
export interface Cell {
  row: string;
  column: string;
  wins: number;
  n: number;
  share: number;
  low: number;
  high: number;
  /** q-value of the pair's difference in strength, and P(row stronger than column) */
  q: number | null;
  chance: number;
}

/** Cells of all ordered pairs of models that were compared, by strength. */
export function winCells({votes, rows, fit, models, covariances, ranksBy}: Strengths): Cell[] {
  if (!fit) return [];
  const size = models.length;
  const {wins, votes: met} = winMatrix(countsOf(votes), size);
  const sure = new Map<string, {q: number | null; chance: number}>();
  for (const {i, j, q, chance} of pairsOf({beta: fit.parameters, models: size, covariances: covariances[ranksBy] ?? []})) {
    sure.set(`${i} ${j}`, {q, chance});
    sure.set(`${j} ${i}`, {q, chance: 1 - chance});
  }
  const over = sharesOver(votes);
  const order = rows.map(({model}) => models.indexOf(model));
  return order.flatMap(i =>
    order.flatMap(j => {
      const n = met[i * size + j]!;
      if (i === j || n === 0) return [];
      const share = wins[i * size + j]! / n;
      const {low, high} = over(i, j);
      return [
        {
          row: models[i]!,
          column: models[j]!,
          wins: wins[i * size + j]!,
          n,
          share,
          low,
          high,
          ...sure.get(`${i} ${j}`)!
        }
      ];
    })
  );
}

/** Wilson's interval of a pair's share of wins, clustered by prompt; a single prompt counts as one vote. */
function sharesOver({n, models, question, a, b, outcome}: Votes): (i: number, j: number) => {low: number; high: number} {
  const size = models.length;
  const pairs = new Map<number, Map<number, {k: number; n: number}>>();
  for (let v = 0; v < n; v++) {
    const [low, high] = a[v]! < b[v]! ? [a[v]!, b[v]!] : [b[v]!, a[v]!];
    const key = low * size + high;
    let prompts = pairs.get(key);
    if (!prompts) pairs.set(key, (prompts = new Map()));
    let own = prompts.get(question[v]!);
    if (!own) prompts.set(question[v]!, (own = {k: 0, n: 0}));
    own.n++;
    own.k += (a[v]! < b[v]! ? 2 - outcome[v]! : outcome[v]!) / 2;
  }
  return (i, j) => {
    const prompts = [...pairs.get(Math.min(i, j) * size + Math.max(i, j))!.values()];
    const sum = (of: (own: {k: number; n: number}) => number) => prompts.reduce((all, own) => all + of(own), 0);
    const counts = {
      n: sum(({n}) => n),
      k: sum(({k}) => k),
      kk: sum(({k}) => k * k),
      kn: sum(({k, n}) => k * n),
      nn: sum(({n}) => n * n)
    };
    const {center, margin} = wilson(counts.k / counts.n, 1);
    const found =
      prompts.length < 2
        ? {low: center - margin, high: center + margin}
        : clusteredProportion({clusters: prompts.length, ...counts});
    const [low, high] = [Math.max(0, found.low!), Math.min(1, found.high!)];
    return i < j ? {low, high} : {low: 1 - high, high: 1 - low};
  };
}

const FALSE_SHARE = 0.05;

export function winPlot(
  cells: readonly Cell[],
  {names, width, simulated}: {names: readonly string[]; width: number; simulated: boolean}
): HTMLElement {
  const {margin, format} = nameAxis(names, Math.min(width, 700));
  const side = Math.max(22, Math.min(46, Math.floor((width - margin - 20) / names.length)));
  const texts = side >= 30;
  const plot = drawPlot({
    width: margin + side * names.length + 20,
    height: side * names.length + margin + 10,
    marginLeft: margin,
    marginTop: margin,
    marginRight: 20,
    x: {domain: names, axis: "top", label: null, tickRotate: -90, tickFormat: format, tickSize: 0},
    y: {domain: names, label: null, tickFormat: format, tickSize: 0},
    color: {type: "diverging", scheme: "PuOr", domain: [0, 1], pivot: 0.5},
    marks: [
      Plot.cell(cells, {
        x: "column",
        y: "row",
        fill: "share",
        inset: 0.5,
        title: (cell: Cell) =>
          `${cell.row} against ${cell.column}\nwon ${formatInterval({value: cell.share, low: cell.low, high: cell.high, n: cell.n})}\nP(stronger) = ${cell.chance.toFixed(3)}, q = ${formatP(cell.q)}`
      }),
      texts
        ? Plot.text(cells, {
            x: "column",
            y: "row",
            text: (cell: Cell) => `${(100 * cell.share).toFixed(0)}${cell.q !== null && cell.q <= FALSE_SHARE ? "" : "≈"}`,
            fill: (cell: Cell) => (cell.share > 0.88 || cell.share < 0.18 ? "white" : "black"),
            pointerEvents: "none"
          })
        : null
    ]
  });
  return figure(plot, {
    title: "Wins of the row's model against the column's (%)",
    id: "wins",
    simulated,
    caption: `Ties count as half. ${texts ? "≈: the two strengths are not told apart (q > 0.05, Benjamini and Yekutieli over all pairs). " : ""}Point at a cell for its interval over prompts, n and P(stronger), which the CSV holds too.`
  });
}

export function winSentence(cells: readonly Cell[], models: number): string {
  const pairs = (models * (models - 1)) / 2;
  const once = cells.filter(cell => cell.row < cell.column);
  const apart = once.filter(cell => cell.q !== null && cell.q <= FALSE_SHARE).length;
  const least = once.reduce((low, cell) => Math.min(low, cell.n), Number.POSITIVE_INFINITY);
  if (once.length === 0) return "No two models met.";
  return `${once.length} of ${pairs} pairs of models met, each at least ${formatCount(least)} ${least === 1 ? "time" : "times"}; of these ${apart} are told apart at a false-discovery rate of 5 %.`;
}
