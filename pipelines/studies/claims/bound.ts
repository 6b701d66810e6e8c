// Claims about all rows of a column: "below y in all rows", "the largest of".

import {type FigureRange, figureOf, show, showRange} from "./figure.js";
import {type Cell, columnOf, type Finding, percentOf, printedOf} from "./finding.js";
import {ONE_WAY, VERDICTS, type Verdict} from "./rounding.js";
import type {ClaimOf, ClaimTable} from "./schema.js";

export function auditBound(claim: ClaimOf<"below" | "above">, table: ClaimTable): Finding[] {
  const cells = columnOf(table, claim.column);
  const bound = figureOf(claim.bound, {exact: true});
  const below = claim.kind === "below";
  // "above" is the mirror image of "below"
  const within = ({low, high}: FigureRange) => (below ? (bound.value - low) / (high - low) : (high - bound.value) / (high - low));
  const inside = (value: number) => (below ? value < bound.value : value > bound.value);
  const worst = cells.reduce((most, cell) => ((below ? cell.value > most.value : cell.value < most.value) ? cell : most));
  const failing = cells.filter(({value}) => !inside(value));
  const range = {low: extreme(cells, "low", below), high: extreme(cells, "high", below)};
  // A row on the bound satisfies it with the share of its rounding range on the right side; rounding errors of rows are independent.
  const chance = failing.reduce((all, cell) => all * Math.min(1, Math.max(0, cell.low === cell.high ? 0 : within(cell))), 1);
  const verdict: Verdict =
    failing.length === 0 ? "reproduced" : chance === 0 ? "not reproducible" : chance < ONE_WAY ? VERDICTS[2] : "possible";
  const named = failing.map(({row, text, low, high}) => `${row} ${text} ${showRange({low, high}, worst.digits + 2)}`);
  return [
    {
      part: "",
      ...printedOf(bound),
      value: worst.value,
      ...range,
      quantity: `${below ? "largest" : "smallest"} ${claim.column}`,
      n: cells.length,
      n_of: "rows",
      verdict,
      chance: failing.length === 0 ? null : chance,
      arithmetic:
        failing.length === 0
          ? `the ${below ? "largest" : "smallest"} of ${cells.length} is ${worst.row}, ${worst.text} ${showRange(range, worst.digits + 2)}`
          : `${below ? "not below" : "not above"} ${bound.text}: ${named.join(", ")}; ${cells.length - failing.length} of ${cells.length} rows hold${chance > 0 ? `, all of them in ${percentOf(chance)} of the cases that rounding allows` : ""}`,
      reading: verdict === "reproduced" ? "" : boundReading(claim, {table, worst, below, bound: bound.value})
    }
  ];
}

const extreme = (cells: readonly FigureRange[], side: "low" | "high", below: boolean): number =>
  (below ? Math.max : Math.min)(...cells.map(cell => cell[side]));

function boundReading(
  claim: ClaimOf<"below" | "above">,
  {table, worst, below, bound}: {table: ClaimTable; worst: Cell; below: boolean; bound: number}
): string {
  const step = worst.half > 0 ? 2 * worst.half : 1;
  const holds = show(below ? worst.value + step : worst.value - step, worst.digits);
  const others = Object.keys(table.columns).filter(column => {
    if (column === claim.column || table.columns[column] !== table.columns[claim.column]) return false;
    return columnOf(table, column).every(({value}) => (below ? value < bound : value > bound));
  });
  const side = below ? "below" : "above";
  return [
    `all rows are ${side} ${holds}`,
    ...others.map(column => `the column ${column} is ${side} ${claim.bound} in all rows`)
  ].join("; ");
}

export function auditLargest(claim: ClaimOf<"largest">, table: ClaimTable): Finding[] {
  const cells = columnOf(table, claim.column).filter(({row}) => claim.among.includes(row) || row === claim.row);
  const own = cells.find(({row}) => row === claim.row)!;
  const others = cells.filter(({row}) => row !== claim.row);
  const ahead = others.filter(({value}) => value > own.value);
  const beyond = others.filter(({low}) => low > own.high);
  const best = cells.reduce((most, cell) => (cell.value > most.value ? cell : most));
  const verdict: Verdict = beyond.length > 0 ? "not reproducible" : ahead.length === 0 ? "reproduced" : "possible";
  const described = ({row, text, low, high}: Cell) => `${row} ${text} ${showRange({low, high}, own.digits + 1)}`;
  return [
    {
      part: "",
      ...printedOf(own),
      value: best.value,
      low: best.low,
      high: best.high,
      quantity: `largest ${claim.column}`,
      n: cells.length,
      n_of: "rows",
      verdict,
      chance: null,
      arithmetic:
        ahead.length === 0 ? `no row is above ${described(own)}` : `above ${described(own)}: ${ahead.map(described).join(", ")}`,
      reading: ahead.length === 0 ? "" : `the largest of these rows is ${best.row}, ${best.text}`
    }
  ];
}
