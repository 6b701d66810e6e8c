// Checks that should be read before the results are believed.
import {html} from "npm:htl";
import {plural} from "../../pipelines/book/plural.js";
import {formatCount} from "../../pipelines/charts/shared/interval.js";
import {overallFit} from "../../pipelines/studies/irt/diagnose/overallFit.js";
import {localDependence, residuals, residualsOf} from "../../pipelines/studies/irt/diagnose/q3.js";
import {reliabilityOf} from "../../pipelines/studies/irt/diagnose/reliability.js";
import {meanSquares} from "../../pipelines/studies/irt/diagnose/residuals.js";
import {identicalPersons, modelDependence} from "../../pipelines/studies/irt/diagnose/screens.js";
import {type Calibration, thetas} from "./calibration.js";
import type {Misfit} from "./misfit.js";
import {number} from "./numbers.js";

/** Most items for which pairs are compared: more take seconds. */
const MOST_Q3_ITEMS = 400;
/** Deviation of Q3 that Christensen, Makransky & Horton (2017) flag. */
const STRONG_Q3 = 0.2;

export interface Finding {
  name: string;
  text: string;
}

export function findings(calibration: Calibration, rows: readonly Misfit[]): Finding[] {
  return [
    reliability(calibration),
    alike(calibration, rows),
    negative(rows),
    dependence(calibration),
    {name: "Overall fit (M2)", text: `${overall(calibration)}.`},
    copies(calibration),
    aberrant(calibration)
  ];
}

function reliability({persons}: Calibration): Finding {
  const {value, low, high} = reliabilityOf(persons);
  return {
    name: "Reliability",
    text: `${number(value, 3)} [${number(low, 3)}, ${number(high, 3)}] of the spread of abilities is not error (empirical, n = ${plural(persons.length, "evaluation")}).`
  };
}

function alike({leftOut, items}: Calibration, rows: readonly Misfit[]): Finding {
  const nearly = rows.filter(
    ({screen}) => screen.alike === null && screen.n > 1 && Math.min(screen.right, screen.n - screen.right) === 1
  ).length;
  return {
    name: "Items answered alike",
    text: `${plural(leftOut, "item")} were answered alike by all, or by nobody, and are left out of the fit; ${formatCount(nearly)} of the other ${formatCount(items.length)} rest on one deviating answer.`
  };
}

function negative(rows: readonly Misfit[]): Finding {
  const found = rows.filter(({screen}) => screen.negative);
  const below = rows.filter(({screen}) => screen.rest < 0).length;
  const ids = found.slice(0, 5).map(({item}) => item.id);
  const expected = rows.length * 0.025;
  return {
    name: "Negative item–rest correlation",
    text: `${formatCount(found.length)} of ${plural(rows.length, "item")} are failed significantly more by better models (95 % interval below 0; chance alone would leave up to ${number(expected, 0)}); ${formatCount(below)} are below 0 at all.${ids.length > 0 ? ` First: ${ids.join(", ")}. Look for a wrong key.` : ""}`
  };
}

function dependence(calibration: Calibration): Finding {
  const {items, responses} = calibration;
  const name = "Local dependence (Q3)";
  if (items.length > MOST_Q3_ITEMS)
    return {
      name,
      text: `Pairs of ${formatCount(items.length)} items are too many to go through here; choose a category of at most ${MOST_Q3_ITEMS} items.`
    };
  const {mean, pairs} = localDependence(residualsOf(items, responses, thetas(calibration)));
  if (pairs.length === 0)
    return {name, text: "No pair of items has answers of both kinds by enough evaluations to tell whether they hang together."};
  const strong = pairs.filter(({q3, expected, adjusted}) => q3 - expected > STRONG_Q3 && adjusted <= 0.05);
  const first = strong[0];
  return {
    name,
    text: `${formatCount(strong.length)} of ${plural(pairs.length, "pair")} of items hang together by more than ${STRONG_Q3} above what the model expects (mean Q3 ${number(mean, 3)}) and more than chance explains.${first ? ` Strongest: ${items[first.i]!.id} and ${items[first.j]!.id}, Q3 = ${number(first.q3)}, n = ${formatCount(first.n)}.` : ""}`
  };
}

/** M2 of the shown matrix from a new maximum likelihood fit: under a prior the distribution of M2 does not hold. */
function overall({responses, model}: Calibration): string {
  const {text} = overallFit(responses, model === "rasch" ? "rasch" : "2pl");
  return `${text[0]!.toUpperCase()}${text.slice(1)}`;
}

function copies(calibration: Calibration): Finding {
  const {items, responses, persons} = calibration;
  const same = identicalPersons(responses);
  const {effective, compared, pairs} = modelDependence(residuals(items, responses, thetas(calibration)));
  const strongest = pairs[0];
  const copies_ = same.reduce((sum, group) => sum + group.length - 1, 0);
  return {
    name: "Models that are not separate witnesses",
    text: `${formatCount(copies_)} of ${plural(persons.length, "evaluation")} ${copies_ === 1 ? "repeats" : "repeat"} another answer by answer. ${compared === 0 ? "No pair has answers to enough common items to tell whether more of them answer alike." : `Beyond ability and difficulty, ${formatCount(pairs.length)} of ${plural(compared, "compared pair")} answer alike more than chance explains, so that they tell as much as about ${number(effective, 0)} independent ones.`}${strongest ? ` Closest: ${persons[strongest.i]!.name} and ${persons[strongest.j]!.name}, r = ${number(strongest.r)}, n = ${plural(strongest.n, "item")}.` : ""}`
  };
}

function aberrant(calibration: Calibration): Finding {
  const fit = meanSquares(calibration.items, calibration.responses, thetas(calibration)).persons;
  const low = fit
    .flatMap(({zh}, i) => (zh < -2 ? [{zh, name: calibration.persons[i]!.name, n: fit[i]!.n}] : []))
    .sort((a, b) => a.zh - b.zh);
  return {
    name: "Person fit (Zh)",
    text: `${formatCount(low.length)} of ${plural(fit.length, "evaluation")} answer less likely than the model has it (Zh below −2; about ${number(0.023 * fit.length, 0)} by chance).${low[0] ? ` Furthest: ${low[0].name}, Zh = ${number(low[0].zh, 1)}, n = ${plural(low[0].n, "answer")}.` : ""}`
  };
}

export const findingsList = (found: readonly Finding[]): HTMLElement =>
  html`<dl class="rb-facts" id="screens">${found.map(({name, text}) => html.fragment`<dt>${name}</dt><dd>${text}</dd>`)}</dl>`;
