// How often 95 % intervals of abilities of few models on many items hold the truth, under the model that is chosen, and how wide they are.
import {randomOf} from "../../../pipelines/generate/seed.js";
import {Z975} from "../../../pipelines/stats/distributions.js";
import type {ModelName} from "../../../pipelines/studies/irt/estimate/parameters.js";
import {fitResponses} from "../../../pipelines/studies/irt/estimate/settings.js";
import {information} from "../../../pipelines/studies/irt/item.js";
import {answers, guessingItems, normal, someItems} from "./simulated.js";

export const TRUTHS = ["rasch", "2pl", "3pl"] as const satisfies readonly ModelName[];

export interface AbilityGrid {
  models: number;
  items: number;
  truth: ModelName;
  repetitions: number;
}

export interface AbilityCoverage {
  /** share of intervals that hold the true ability */
  share: number;
  n: number;
  /** mean width over the mean width of intervals with known items, that of a normal distribution with the items' information */
  width: number;
  /** how often each model was chosen */
  chosen: Record<ModelName, number>;
  converged: number;
}

function scaleOf(values: readonly number[]): {mean: number; sd: number} {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return {mean, sd: Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length)};
}

/**
 * Abilities are compared after linear linking by mean and standard deviation: true and estimated ones are both standardised over the models of
 * the matrix, since answers alone fix neither origin nor unit. Repetition `r` has the seed `abilities MODELS ITEMS TRUTH r`.
 */
export function abilityCoverage({models, items, truth, repetitions}: AbilityGrid): AbilityCoverage {
  let [held, n, width, ideal, converged] = [0, 0, 0, 0, 0];
  const chosen: Record<ModelName, number> = {rasch: 0, "2pl": 0, "3pl": 0};
  for (let r = 0; r < repetitions; r++) {
    const seed = `abilities ${models} ${items} ${truth} ${r}`;
    const random = randomOf(seed);
    const theta = Array.from({length: models}, () => normal(random));
    const drawn = truth === "3pl" ? guessingItems(items, random) : someItems(items, random);
    const curves = truth === "rasch" ? drawn.map(item => ({...item, a: 1, d: item.d / item.a})) : drawn;
    const {fit} = fitResponses(answers(theta, () => curves, `${seed} answers`));
    chosen[fit.model]++;
    converged += Number(fit.converged);
    const [real, scale] = [scaleOf(theta), scaleOf(fit.ability.map(({eap}) => eap))];
    for (const [i, {eap, lo, hi}] of fit.ability.entries()) {
      const half = (hi - lo) / 2 / scale.sd;
      n++;
      held += Number(Math.abs((theta[i]! - real.mean) / real.sd - (eap - scale.mean) / scale.sd) <= half);
      width += 2 * half;
      ideal += (2 * Z975) / Math.sqrt(curves.reduce((sum, item) => sum + information(item, theta[i]!), 0)) / real.sd;
    }
  }
  return {share: held / n, n, width: width / ideal, chosen, converged};
}

const HEADING = "## Abilities of few models";
const HEAD =
  "| truth | models | items | ability | intervals | width over that with known items | chosen Rasch, 2PL, 3PL | repetitions | seeds | date |";

/** A line of the table. */
export function abilityRow(grid: AbilityGrid, {share, n, width, chosen}: AbilityCoverage, date: string): string {
  const {models, items, truth, repetitions} = grid;
  const counts = TRUTHS.map(name => chosen[name]).join(", ");
  const seeds = `abilities ${models} ${items} ${truth} 0…${repetitions - 1}`;
  return `| ${[truth, models, items, `${(100 * share).toFixed(1)} %`, n, width.toFixed(2), counts, repetitions, seeds, date].join(" | ")} |`;
}

const keyOf = (line: string): string => line.split("|").slice(1, 4).join("|");

/** The document with rows of this table in place of those of the same models, items and truth. */
export function withAbilityRows(text: string, rows: readonly string[]): string {
  const lines = text.trimEnd().split("\n");
  const start = lines.indexOf(HEAD, lines.indexOf(HEADING)) + 2;
  const length = lines.slice(start).findIndex(line => !line.startsWith("|"));
  const end = length < 0 ? lines.length : start + length;
  const others = lines.slice(start, end).filter(line => !rows.some(row => keyOf(row) === keyOf(line)));
  const order = (line: string): number => {
    const [truth, models, items] = keyOf(line)
      .split("|")
      .map(cell => cell.trim());
    return Number(models) * 1e6 + Number(items) * 10 + TRUTHS.indexOf(truth as (typeof TRUTHS)[number]);
  };
  const sorted = [...others, ...rows].sort((u, v) => order(u) - order(v));
  return `${[...lines.slice(0, start), ...sorted, ...lines.slice(end)].join("\n")}\n`;
}

/** The rows of the table. */
export function readAbilityRows(text: string): (AbilityGrid & Pick<AbilityCoverage, "share" | "n" | "width">)[] {
  const lines = text.split("\n").filter(line => /^\| (rasch|2pl|3pl) \| \d+ \| \d+ \|/u.test(line));
  return lines.map(line => {
    const cells = line.split("|").map(cell => cell.trim());
    const [models, items, percent, n, width, , repetitions] = cells.slice(2).map(cell => Number.parseFloat(cell)) as number[];
    const truth = cells[1] as ModelName;
    return {models: models!, items: items!, truth, share: percent! / 100, n: n!, width: width!, repetitions: repetitions!};
  });
}
