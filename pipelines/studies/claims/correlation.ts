// Claims about correlations: whether a printed interval fits its number of models, and which values a rank correlation can have.
import {Z975} from "../../stats/distributions.js";
import {type Figure, type FigureRange, figureOf, meet, show, showRange} from "./figure.js";
import {type Cell, columnOf, type Finding, printedOf} from "./finding.js";

import type {ClaimOf, ClaimTable} from "./schema.js";

/** 95 % interval of Pearson's r over n pairs (Fisher 1915, 1921): tanh(atanh r ± 1.96 ÷ √(n − 3)). */
export function fisherInterval(r: number, n: number): FigureRange {
  const [z, reach] = [Math.atanh(r), Z975 / Math.sqrt(n - 3)];
  return {low: Math.tanh(z - reach), high: Math.tanh(z + reach)};
}

/**
 * The range of numbers of pairs for which Fisher's interval prints as given: over all r, low and high that print alike and are consistent.
 * On the z scale the ends are s − d and s + d around atanh r; the smallest and largest d give the most and the fewest pairs. Null where no
 * n fits.
 */
export function impliedPairs({r, low, high}: {r: FigureRange; low: FigureRange; high: FigureRange}): FigureRange | null {
  const z = ({low, high}: FigureRange): FigureRange => ({
    low: Math.atanh(Math.max(-1, low)),
    high: Math.atanh(Math.min(1, high))
  });
  const [middle, a, b] = [z(r), z(low), z(high)];
  // Sums a + b that are consistent with both the ends and the middle.
  const sums = {low: Math.max(2 * middle.low, a.low + b.low), high: Math.min(2 * middle.high, a.high + b.high)};
  if (sums.low > sums.high + 1e-9) return null;
  const widest = Math.min(Math.max(a.low + b.high, sums.low), sums.high);
  const narrowest = Math.min(Math.max(a.high + b.low, sums.low), sums.high);
  const most = Math.min(2 * b.high - widest, widest - 2 * a.low);
  const least = Math.max(2 * b.low - narrowest, narrowest - 2 * a.high);
  if (most <= 0) return null;
  return {low: pairsOf(most), high: least > 0 ? pairsOf(least) : Number.POSITIVE_INFINITY};
}

/** Number of pairs that gives an interval of this width on the z scale. */
const pairsOf = (width: number): number => 3 + ((2 * Z975) / width) ** 2;

/** Number of pairs implied by the printed ends, taken as exact. */
const pairsBetween = (low: number, high: number): number => pairsOf(Math.atanh(high) - Math.atanh(low));

/** Number of pairs implied by an interval that is symmetric about r: Wald's, r ± 1.96 (1 − r²) ÷ √(n − 1), with this half width. */
const waldPairs = (r: number, half: number): number => 1 + ((Z975 * (1 - r * r)) / half) ** 2;

interface Row {
  r: Cell;
  low: Figure;
  high: Figure;
  implied: FigureRange | null;
}

export function auditInterval(claim: ClaimOf<"interval">, table: ClaimTable): Finding[] {
  const [lows, highs] = [columnOf(table, claim.low), columnOf(table, claim.high)];
  const rows = columnOf(table, claim.column).map((r, i): Row => {
    const [low, high] = [lows[i]!, highs[i]!];
    return {r, low, high, implied: impliedPairs({r, low, high})};
  });
  const findings = rows.map(row => intervalFinding(row, claim));
  return rows.length > 1 ? [...findings, together(rows, claim)] : findings;
}

function intervalFinding({r, low, high, implied}: Row, {n, others}: ClaimOf<"interval">): Finding {
  const atN = fisherInterval(r.value, n);
  const ends = [r.low, r.high].map(value => fisherInterval(value, n));
  const fits = implied !== null && Math.ceil(implied.low - 1e-9) <= n && n <= implied.high + 1e-9;
  const verbatim = meet(low, {low: atN.low, high: atN.low}) && meet(high, {low: atN.high, high: atN.high});
  const value = pairsBetween(low.value, high.value);
  return {
    part: r.row,
    printed: `${r.text} [${low.text}, ${high.text}], n = ${n}`,
    printed_value: n,
    printed_low: n,
    printed_high: n,
    value: Number.isFinite(value) ? value : null,
    low: implied?.low ?? null,
    high: implied?.high ?? null,
    quantity: "models that the interval implies",
    n,
    n_of: "models",
    verdict: fits ? (verbatim ? "reproduced" : "possible") : "not reproducible",
    chance: null,
    arithmetic: [
      `n = ${n}: tanh(atanh ${r.text} ± 1.96 ÷ √(${n} − 3)) = ${showRange(atN, r.digits + 1)}`,
      `over all r that print alike, ends in ${showRange({low: ends[0]!.low, high: ends[1]!.low}, 3)} and ${showRange({low: ends[0]!.high, high: ends[1]!.high}, 3)}`,
      `n from the ends: 3 + (2 × 1.96 ÷ (atanh ${high.text} − atanh ${low.text}))² = ${impliedText(value, implied)}`
    ].join("; "),
    reading: fits ? "" : intervalReading({r, low, high, implied}, {n, others})
  };
}

const whole = (value: number) => (Number.isFinite(value) ? show(value, 0) : "any number");
const wholeRange = ({low, high}: FigureRange) => `[${whole(Math.ceil(low - 1e-9))}, ${whole(Math.floor(high + 1e-9))}]`;
const impliedText = (value: number, implied: FigureRange | null) =>
  implied === null
    ? `${whole(value)}, but no n puts Fisher's interval around this r`
    : `${whole(value)}; over all that print alike n = ${wholeRange(implied)}`;

function intervalReading({r, low, high, implied}: Row, {n, others}: {n: number; others: Record<string, number>}): string {
  const parts: string[] = [];
  const value = pairsBetween(low.value, high.value);
  parts.push(
    implied === null
      ? `Fisher's interval of this width takes ${whole(value)} models, but lies elsewhere`
      : `Fisher's interval with ${whole(value)} models ${wholeRange(implied)}, not ${n}`
  );
  const [below, above] = [r.value - low.value, high.value - r.value];
  if (Math.abs(below - above) < r.half) {
    parts.push(
      `it stands ± ${show(below, r.digits)} about r, as r ± 1.96 (1 − r²) ÷ √(n − 1) does with n = ${whole(waldPairs(r.value, below))}`
    );
  }
  const named = Object.entries(others).filter(([, count]) => implied !== null && implied.low <= count && count <= implied.high);
  parts.push(...named.map(([name, count]) => `${name} (${count}) would fit`));
  return parts.join("; ");
}

/** Whether one n fits all rows. */
function together(rows: readonly Row[], {n}: ClaimOf<"interval">): Finding {
  const implied = rows.flatMap(({implied}) => implied ?? []);
  const common = {low: Math.max(...implied.map(({low}) => low)), high: Math.min(...implied.map(({high}) => high))};
  const values = rows.map(({low, high}) => pairsBetween(low.value, high.value));
  const span = {low: Math.min(...values), high: Math.max(...values)};
  const one = implied.length === rows.length && Math.ceil(common.low - 1e-9) <= Math.floor(common.high + 1e-9);
  const fits = one && common.low <= n && n <= common.high;
  return {
    part: "all rows",
    printed: `n = ${n}`,
    printed_value: n,
    printed_low: n,
    printed_high: n,
    value: values.reduce((sum, value) => sum + value, 0) / values.length,
    ...span,
    quantity: "models that the intervals imply: mean, least and most",
    n: rows.length,
    n_of: "intervals",
    verdict: fits ? "possible" : "not reproducible",
    chance: null,
    arithmetic: `the ${rows.length} intervals as printed take ${wholeRange({low: Math.round(span.low), high: Math.round(span.high)})} models${one ? `; n = ${wholeRange(common)} fits all of them` : "; no single n fits them all, whatever the rounding"}`,
    reading: fits ? "" : `about ${whole(span.low)} to ${whole(span.high)} models, not ${n}`
  };
}

/**
 * The values of Spearman's ρ that n models can have and that print alike: without ties it is 1 − 6 Σd² ÷ (n (n² − 1)) with an even Σd² (all
 * even values occur from n = 4 on), so that with few models only some values are possible.
 */
export function reachableRho(printed: FigureRange, n: number): number[] {
  const scale = (n * (n * n - 1)) / 6;
  const from = Math.max(0, Math.ceil((scale * (1 - printed.high)) / 2 - 1e-9));
  const to = Math.min(scale, Math.floor((scale * (1 - printed.low)) / 2 + 1e-9));
  const sums: number[] = [];
  for (let half = from; half <= to && sums.length < 1_000; half++)
    if (n > 3 || [0, 2, 6, 8].slice(0, n === 2 ? 2 : 4).includes(2 * half)) sums.push(2 * half);
  return sums;
}

export function auditRankCorrelation(claim: ClaimOf<"rank-correlation">, table: ClaimTable): Finding[] {
  const {n} = claim;
  const scale = (n * (n * n - 1)) / 6;
  const cells = columnOf(table, claim.column);
  const naming: Finding = {
    part: "its name",
    printed: claim.called,
    printed_value: null,
    printed_low: null,
    printed_high: null,
    value: null,
    low: null,
    high: null,
    quantity: "name of the statistic",
    n,
    n_of: "models",
    verdict: "possible",
    chance: null,
    arithmetic: `Pearson's r of ranks is 1 − 6 Σd² ÷ (n (n² − 1)) where none are tied: Spearman's ρ`,
    reading: "Spearman's ρ, if rankings are what was correlated; Pearson's r of the scores would be another figure"
  };
  const rows = cells.map((cell): Finding => {
    const sums = reachableRho(cell, n);
    const values = sums.map(sum => 1 - sum / scale);
    const middle =
      values.length > 0
        ? values.reduce((best, each) => (Math.abs(each - cell.value) < Math.abs(best - cell.value) ? each : best))
        : null;
    return {
      part: cell.row,
      ...printedOf(figureOf(cell.text, {within: [-1, 1]})),
      value: middle,
      low: values.at(-1) ?? null,
      high: values[0] ?? null,
      quantity: "Spearman's ρ that rankings without ties can have",
      n,
      n_of: "models",
      verdict: sums.length > 0 ? "possible" : "not reproducible",
      chance: null,
      arithmetic:
        sums.length > 0
          ? `ρ = 1 − 6 Σd² ÷ (${n} × (${n}² − 1)) prints as ${cell.text} for Σd² = ${sums.length > 3 ? `${sums[0]}, ${sums[1]} … ${sums.at(-1)}` : sums.join(", ")}`
          : `ρ = 1 − 6 Σd² ÷ (${n} × (${n}² − 1)) prints as ${cell.text} for no Σd² of ${n} ranks without ties`,
      reading: ""
    };
  });
  return [naming, ...rows];
}
