// Abilities: their chart and table, the Wright map, and what truncated answers change.

import * as Plot from "npm:@observablehq/plot";
import {html} from "npm:htl";
import {spearman, zInterval} from "../../pipelines/stats/correlation.js";
import type {RankInterval} from "../../pipelines/stats/ranks.js";
import {abilityRanks} from "../../pipelines/studies/irt/diagnose/reliability.js";
import {probability} from "../../pipelines/studies/irt/item.js";
import {
  type Column,
  countColumn,
  forest,
  formatCount,
  modelLink,
  nameAxis,
  numberColumn,
  plotFigure,
  plural,
  simulatedBadge,
  textColumn,
  tip
} from "../shared/charts.js";
import {
  type Calibration,
  hasScores,
  type Moved,
  number,
  type Person,
  reversedIn,
  samplingLean,
  simulatedIn,
  spanText
} from "./calibration.js";

// Chart and table of abilities with their intervals and possible ranks.

export interface Ranked extends Person {
  rank: number;
  /** simultaneous 95 % interval */
  rankLow: number;
  rankHigh: number;
}

/** Persons, best first. */
export const rankedPersons = ({persons}: Pick<Calibration, "persons">): Ranked[] =>
  byRank(persons, abilityRanks(persons.map(({eap, low, high}) => ({eap, lo: low, hi: high}))));

/** Persons with their ranks, best first. */
export const byRank = (persons: readonly Person[], ranks: readonly RankInterval[]): Ranked[] =>
  persons
    .map((person, i) => ({...person, rank: ranks[i]!.rank, rankLow: ranks[i]!.low, rankHigh: ranks[i]!.high}))
    .sort((a, b) => a.rank - b.rank);

/** Most rows in the chart. */
const MOST_ROWS = 100;

/** Chart of the hundred highest abilities, or of all. */
export function abilityPlot(rows: readonly Ranked[], {width = 640} = {}): HTMLElement {
  const shown = rows.slice(0, MOST_ROWS);
  const more = rows.length > shown.length ? ` The ablest ${MOST_ROWS} of ${formatCount(rows.length)} are drawn.` : "";
  return forest(
    shown.map(row => ({
      name: row.name,
      simulated: row.simulated,
      estimate: {value: row.eap, low: row.low, high: row.high, clusters: row.n},
      detail: `ability ${spanText({value: row.eap, ...row})}\nn = ${plural(row.n, "answer")}\nrank ${row.rank} [${row.rankLow}, ${row.rankHigh}]`
    })),
    {
      width,
      title: "Ability",
      caption: `Mean of each posterior with its 95 % interval, the items' uncertainty included.${more}`,
      id: "ability",
      x: {label: "ability, standard deviations"}
    }
  );
}

export function abilityColumns(): Column<Ranked>[] {
  return [
    numberColumn(
      "rank",
      "Rank",
      row => row.rank,
      row => `${row.rank} [${row.rankLow}, ${row.rankHigh}]`,
      "simultaneous 95 % interval of ranks (Mogstad, Romano, Shaikh & Wilhelm 2024)"
    ),
    textColumn(
      "name",
      "Evaluation",
      row => html`<span>${row.model ? modelLink(row.model, row.name) : row.name} ${row.simulated ? simulatedBadge() : ""}</span>`,
      {by: row => row.name}
    ),
    numberColumn(
      "eap",
      "Ability",
      row => row.eap,
      row => spanText({value: row.eap, low: row.low, high: row.high}),
      "posterior mean, in standard deviations of the population, with its 95 % interval"
    ),
    countColumn("n", "n", "answers that count")
  ];
}

export function abilitySentence(rows: readonly Ranked[]): string {
  const sure = rows.filter(({rankLow, rankHigh}) => rankLow === rankHigh).length;
  const widths = rows.map(({rankLow, rankHigh}) => rankHigh - rankLow + 1).sort((a, b) => a - b);
  const [first] = rows;
  if (!first) return "There is no evaluation to show.";
  const contenders = rows.filter(({rankLow}) => rankLow === 1).length;
  return `${first.name} has the highest ability, ${spanText({value: first.eap, low: first.low, high: first.high})} (n = ${plural(first.n, "answer")}); ${contenders === 1 ? "no other may share" : `${plural(contenders, "evaluation")} may hold`} the first rank. ${formatCount(sure)} of ${plural(rows.length, "rank")} are certain, and the median rank interval spans ${plural(widths[Math.floor(widths.length / 2)]!, "rank")}.`;
}

export function recoverySentence(calibration: Calibration, known: readonly {model: string; ability: number}[]): string {
  const pairs = pairsOf(calibration, known);
  if (pairs.length < 4) return "";
  const rho = spearman(
    pairs.map(([estimated]) => estimated),
    pairs.map(([, truth]) => truth)
  );
  const [low, high] = zInterval("spearman", "bonett-wright", rho, pairs.length) ?? [rho, rho]; // a perfect correlation has no such interval
  return `The reference models have a built-in ability, which estimated abilities follow with ρ = ${number(rho, 3)} [${number(low, 3)}, ${number(high, 3)}], n = ${plural(pairs.length, "model")}.`;
}

/** Estimated and true ability of each simulated model; a model with several evaluations counts once for each. */
function pairsOf({persons}: Calibration, known: readonly {model: string; ability: number}[]): [number, number][] {
  const built = new Map(known.map(({model, ability}) => [model, ability]));
  return persons.flatMap(({model, simulated, eap}) => {
    const ability = simulated && model !== null ? built.get(model) : undefined;
    return ability === undefined ? [] : [[eap, ability] as [number, number]];
  });
}

// Wright map: abilities and difficulties on one scale.

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
  const beyond = items.filter(({b}) => Math.abs(b) > EDGE).length;
  return plotFigure({
    title: "Abilities and difficulties on one scale",
    caption: `Up: evaluations; down: items. A test measures best where the two overlap.${reversed.length > 0 ? ` Outlined, in red: ${plural(reversed.length, "reversed item")}, which those below ${reversed.length === 1 ? "its" : "their"} difficulty solve and those above fail.` : ""}${beyond > 0 ? ` ${plural(beyond, "item")} beyond ±${EDGE} ${beyond === 1 ? "stands" : "stand"} in the outermost bars.` : ""}`,
    simulated: simulatedIn(calibration),
    id: "wright",
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
      tip(
        all,
        {
          x: (bar: Bar) => bar.from + BIN / 2,
          y: "share",
          title: (bar: Bar) => `${bar.count} ${bar.side}\nfrom ${number(bar.from)} to ${number(bar.from + BIN)}`
        },
        "x"
      )
    ]
  });
}

export function wrightSentence({items, persons, model}: Calibration): string {
  const abilities = persons.map(({eap}) => eap).sort((a, b) => a - b);
  const [least, most] = [abilities[0]!, abilities.at(-1)!];
  const easier = items.filter(item => probability(item, least) > 0.5).length;
  const harder = items.filter(item => probability(item, most) < 0.5).length;
  const share = (count: number) => `${number((100 * count) / items.length, 1)} %`;
  if (hasScores({model}))
    return `Even the least able of ${plural(persons.length, "evaluation")} (ability ${number(least)}) is expected to have more than half of the score on ${share(easier)} of ${plural(items.length, "item")}, and even the ablest (${number(most)}) less than half on ${share(harder)} of them.`;
  return `Even the least able of ${plural(persons.length, "evaluation")} (ability ${number(least)}) is expected to solve ${share(easier)} of ${plural(items.length, "item")} more often than not, and even the ablest (${number(most)}) to fail ${share(harder)} of them.`;
}

// Charts of abilities when truncated answers count as wrong instead of missing, and of the number of answers per item.

const MOST = 25;

/** Sentences on truncated answers: what counting them as wrong would change, and whether more are asked of medium difficulty. */
export const truncationSentences = (calibration: Calibration) => ({
  moves: movesSentence(calibration.moved),
  lean: truncationByAbilitySentence(calibration)
});

/** The evaluations that change most: from truncated as missing (ring) to truncated as wrong (dot). */
export function movesPlot(calibration: Calibration, {width = 640} = {}): HTMLElement | DocumentFragment {
  const rows = calibration.moved
    .filter(({truncated}) => truncated > 0)
    .sort((a, b) => a.wrong - a.person.eap - (b.wrong - b.person.eap))
    .slice(0, MOST);
  if (rows.length === 0) return html.fragment``;
  const names = nameAxis(
    rows.map(({person}) => person.name),
    width
  );
  const y = ({person}: Moved) => person.name;
  return plotFigure({
    title: "Truncated as missing, or as wrong",
    caption: `Ring: ability with truncated answers left out, on its 95 % interval. Arrow: to where it falls when they count as wrong and items are fitted anew. The ${MOST} that move most.`,
    simulated: simulatedIn(calibration),
    id: "moves",
    width,
    height: 70 + 17 * rows.length,
    marginLeft: names.margin,
    marginRight: 24,
    marginBottom: 40,
    x: {grid: true, label: "ability, standard deviations →"},
    y: {domain: rows.map(y), label: null, tickFormat: names.format, tickSize: 0},
    marks: [
      Plot.ruleY(rows, {
        y,
        x1: ({person}: Moved) => person.low,
        x2: ({person}: Moved) => person.high,
        stroke: "var(--theme-foreground-faint)",
        strokeWidth: 6
      }),
      Plot.arrow(rows, {
        y1: y,
        y2: y,
        x1: ({person}: Moved) => person.eap,
        x2: "wrong",
        stroke: "var(--theme-red)",
        inset: 3,
        headLength: 6
      }),
      Plot.dot(rows, {
        y,
        x: ({person}: Moved) => person.eap,
        r: 4,
        fill: "var(--theme-background)",
        stroke: "var(--theme-blue)",
        strokeWidth: 2
      }),
      tip(
        rows,
        {
          y,
          x: "wrong",
          title: (row: Moved) =>
            `${row.person.name}\nmissing ${number(row.person.eap)} [${number(row.person.low)}, ${number(row.person.high)}]\nwrong ${number(row.wrong)} [${number(row.low)}, ${number(row.high)}]\n${plural(row.truncated, "truncated answer")} of ${formatCount(row.person.n + row.truncated)}`
        },
        "y"
      )
    ]
  });
}

function movesSentence(moved: readonly Moved[]): string {
  if (moved.length === 0) return "Which answers were truncated is not known here.";
  const with_ = moved.filter(({truncated}) => truncated > 0);
  if (with_.length === 0) return "No answer was truncated, so it does not matter how truncated answers count.";
  const beyond = with_.filter(({person, wrong}) => wrong < person.low).length;
  const most = with_.reduce((a, b) => (b.wrong - b.person.eap < a.wrong - a.person.eap ? b : a));
  return `${formatCount(with_.length)} of ${plural(moved.length, "evaluation")} left answers unfinished. Here those are missing; counted as wrong they would lower ${most.person.name} most, from ${number(most.person.eap)} [${number(most.person.low)}, ${number(most.person.high)}] to ${number(most.wrong)} [${number(most.low)}, ${number(most.high)}] (${plural(most.truncated, "truncated answer")} of ${formatCount(most.person.n + most.truncated)}), and ${formatCount(beyond)} would fall below ${beyond === 1 ? "its" : "their"} interval.`;
}

function truncationByAbilitySentence(calibration: Calibration): string {
  const {r, n, least, most} = samplingLean(calibration);
  if (least === most) return `Every item has ${formatCount(most)} answers, so sampling does not favour any difficulty.`;
  const range = `Items have ${formatCount(least)} to ${formatCount(most)} answers`;
  const [low, high] = zInterval("pearson", "fisher", r, Math.max(4, n)) ?? [r, r]; // a perfect correlation has no such interval
  const lean = `correlation of answers with nearness to one half right ${number(r)} [${number(low)}, ${number(high)}], n = ${plural(n, "item")}`;
  return low > 0
    ? `${range}, and more where accuracy is middling (${lean}), as where progressive sampling goes on until an interval is narrow. Such items weigh more.`
    : `${range}, but not significantly more where accuracy is middling (${lean}).`;
}
