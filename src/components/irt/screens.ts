// Checks that should be read before the results are believed.
import {html} from "npm:htl";
import {plural} from "../../pipelines/book/plural.js";
import {formatCount} from "../../pipelines/charts/shared/interval.js";
import {MOST_Q3_ITEMS, type ModelChecks, STRONG_Q3} from "../../pipelines/studies/irt/diagnose/checks.js";
import {reliabilityOf} from "../../pipelines/studies/irt/diagnose/reliability.js";
import type {Calibration} from "./calibration.js";
import type {Misfit} from "./misfit.js";
import {number} from "./numbers.js";

export interface Finding {
  name: string;
  text: string;
}

/** @param checks of the same items, as `checksOf` computes them or the study's tables hold them */
export function findings(calibration: Calibration, rows: readonly Misfit[], checks: ModelChecks): Finding[] {
  return [
    reliability(calibration),
    alike(calibration, rows),
    negative(rows),
    dependence(calibration, checks),
    {name: "Overall fit (M2)", text: `${checks.m2[0]!.toUpperCase()}${checks.m2.slice(1)}.`},
    copies(calibration, checks),
    aberrant(calibration, checks)
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

function dependence({items}: Calibration, {q3}: ModelChecks): Finding {
  const name = "Local dependence (Q3)";
  if (q3 === null)
    return {
      name,
      text: `Pairs of ${formatCount(items.length)} items are too many to go through here; choose a category of at most ${MOST_Q3_ITEMS} items.`
    };
  const {pairs, strong, mean, strongest} = q3;
  if (pairs === 0)
    return {name, text: "No pair of items has right and wrong answers by enough evaluations to test their dependence."};
  return {
    name,
    text: `${formatCount(strong)} of ${plural(pairs, "pair")} of items ${strong === 1 ? "has" : "have"} residual correlations (Q3) significantly more than ${STRONG_Q3} above what the model expects (mean Q3 ${number(mean ?? Number.NaN, 3)}).${strongest ? ` Strongest: ${items[strongest.i]!.id} and ${items[strongest.j]!.id}, Q3 = ${number(strongest.r)}, n = ${formatCount(strongest.n)}.` : ""}`
  };
}

function copies({persons}: Calibration, {copies, compared, alike, effective, closest}: ModelChecks): Finding {
  return {
    name: "Evaluations that are not independent",
    text: `${formatCount(copies)} of ${plural(persons.length, "evaluation")} ${copies === 1 ? "repeats" : "repeat"} another answer by answer. ${compared === 0 ? "No pair has answers to enough common items to test whether more of them answer alike." : `Beyond ability and difficulty, ${formatCount(alike)} of ${plural(compared, "compared pair")} ${alike === 1 ? "answers" : "answer"} alike significantly, so that all together carry as much information as about ${number(effective, 0)} independent ones.`}${closest ? ` Closest: ${persons[closest.i]!.name} and ${persons[closest.j]!.name}, r = ${number(closest.r)}, n = ${plural(closest.n, "item")}.` : ""}`
  };
}

function aberrant({persons}: Calibration, checks: ModelChecks): Finding {
  const low = checks.persons
    .flatMap(({zh, n}, i) => (zh < -2 ? [{zh, name: persons[i]!.name, n}] : []))
    .sort((a, b) => a.zh - b.zh);
  return {
    name: "Person fit (Zh)",
    text: `${formatCount(low.length)} of ${plural(checks.persons.length, "evaluation")} ${low.length === 1 ? "has" : "have"} less likely answers than the model expects (Zh below −2; about ${number(0.023 * checks.persons.length, 0)} by chance).${low[0] ? ` Furthest: ${low[0].name}, Zh = ${number(low[0].zh, 1)}, n = ${plural(low[0].n, "answer")}.` : ""}`
  };
}

export const findingsList = (found: readonly Finding[]): HTMLElement =>
  html`<dl class="rb-facts" id="screens">${found.map(({name, text}) => html.fragment`<dt>${name}</dt><dd>${text}</dd>`)}</dl>`;
