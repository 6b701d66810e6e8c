// Win rates between models, pair by pair.
import {clusteredProportion} from "../../../stats/clustered.js";
import {wilson} from "../../../stats/intervals.js";
import type {Votes} from "../votes/votes.js";
import {countsOf, winMatrix} from "./cells.js";
import {pairsOf} from "./ranking.js";
import type {Strengths} from "./strengths.js";

/** Wins of the row's model against the column's model. */
export interface WinCell {
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
export function winCells({votes, rows, fit, models, covariances, ranksBy}: Strengths): WinCell[] {
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
