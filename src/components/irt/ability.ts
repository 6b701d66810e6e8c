// Chart and table of abilities with their intervals and possible ranks.

import {html} from "npm:htl";
import {plural} from "../../pipelines/book/plural.js";
import {forest} from "../../pipelines/charts/shared/estimate.js";
import {formatCount} from "../../pipelines/charts/shared/interval.js";
import {modelLink} from "../../pipelines/charts/shared/modelLink.js";
import {simulatedBadge} from "../../pipelines/charts/shared/simulated.js";
import type {Column} from "../../pipelines/charts/shared/sortable.js";
import {spearman, zInterval} from "../../pipelines/stats/correlation.js";
import type {RankInterval} from "../../pipelines/stats/ranks.js";
import {abilityRanks} from "../../pipelines/studies/irt/diagnose/abilityRanks.js";
import type {Calibration, Person} from "./calibration.js";
import {number, spanText} from "./numbers.js";

export interface Ranked extends Person {
  rank: number;
  /** simultaneous 95 % interval */
  rankLow: number;
  rankHigh: number;
}

/** Persons, best first. */
export const rankedPersons = ({persons}: Calibration): Ranked[] =>
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

/** Most rows in the table. */
const MOST_LISTED = 500;
/** Rows of the table: all, or the ablest ones of thousands. The CSV file has all. */
export const abilityRows = (rows: readonly Ranked[]): readonly Ranked[] => rows.slice(0, MOST_LISTED);

export function abilityColumns(): Column<Ranked>[] {
  return [
    {
      key: "rank",
      label: "Rank",
      numeric: true,
      by: row => row.rank,
      show: row => `${row.rank} [${row.rankLow}, ${row.rankHigh}]`,
      description: "simultaneous 95 % interval of ranks (Mogstad, Romano, Shaikh & Wilhelm 2024)"
    },
    {
      key: "name",
      label: "Evaluation",
      by: row => row.name,
      show: row =>
        html`<span>${row.model ? modelLink(row.model, row.name) : row.name} ${row.simulated ? simulatedBadge() : ""}</span>`
    },
    {
      key: "eap",
      label: "Ability",
      numeric: true,
      by: row => row.eap,
      show: row => spanText({value: row.eap, low: row.low, high: row.high}),
      description: "posterior mean, in standard deviations of the population, with its 95 % interval"
    },
    {key: "n", label: "n", numeric: true, by: row => row.n, show: row => formatCount(row.n), description: "answers that count"}
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

export function recoverySentence(pairs: readonly (readonly [number, number])[]): string {
  if (pairs.length < 4) return "";
  const rho = spearman(
    pairs.map(([estimated]) => estimated),
    pairs.map(([, truth]) => truth)
  );
  const [low, high] = zInterval("spearman", "bonett-wright", rho, pairs.length) ?? [rho, rho]; // a perfect correlation has no such interval
  return `The reference models have a built-in ability, which estimated abilities follow with ρ = ${number(rho, 3)} [${number(low, 3)}, ${number(high, 3)}], n = ${plural(pairs.length, "model")}.`;
}

/** Estimated and true ability of each simulated model; a model with several evaluations counts once for each. */
export function pairsOf({persons}: Calibration, known: readonly {model: string; ability: number}[]): [number, number][] {
  const built = new Map(known.map(({model, ability}) => [model, ability]));
  return persons.flatMap(({model, simulated, eap}) => {
    const ability = simulated && model !== null ? built.get(model) : undefined;
    return ability === undefined ? [] : [[eap, ability] as [number, number]];
  });
}
