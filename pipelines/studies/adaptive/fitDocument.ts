// The content of the file that `irt fit` writes: names and numbers only, null for infinite or undefined values. docs/irt.md lists its
// fields.
import {randomOf} from "../../generate/seed.js";
import {nameItems} from "../irt/diagnose/itemFit.js";
import type {Fit} from "../irt/estimate/fit.js";
import {partOf, type Responses} from "../irt/item.js";
import {bankOf, indexOf} from "./bank.js";
import type {Inflation} from "./inflatedErrors.js";
import {discrepancies, expectedItem, inflationOf} from "./inflation.js";

/**
 * All items in the order of the file. Estimates are null for items that were left out, and for abilities of persons with all answers right
 * or all wrong.
 */
export function fitDocument(fit: Fit, responses: Responses) {
  const {items} = responses;
  const fittedItems = new Map(fit.items.map(item => [item.id, item]));
  return {
    n: fit.persons,
    items: items.length,
    model: fit.model,
    estimate: fit.estimate,
    loglik: number(fit.loglik),
    logprior: number(fit.logprior),
    converged: fit.converged,
    bounds: fit.bounds,
    unsettled: fit.unsettled,
    starts: fit.starts,
    max_gradient: number(fit.max_gradient),
    iterations: fit.iterations,
    quadrature: fit.quadrature,
    nodes: fit.nodes,
    spread: number(fit.spread),
    inflation: inflationOfFit(fit, responses),
    population: fit.population,
    left_out: fit.left_out,
    screen: nameItems(responses),
    item: items.map(id => {
      const {a, b, c, d, se_a, se_b, se_c, se_d} = fittedItems.get(id) ?? NONE;
      return {id, a: number(a), b: number(b), c: number(c), d: number(d), ...errors({se_a, se_b, se_c, se_d})};
    }),
    ability: fit.ability.map(({id, eap, eap_se, map, ml, wle, lo, hi}) => ({
      id,
      eap: number(eap),
      eap_se: number(eap_se),
      map: number(map),
      ml: number(ml),
      wle: number(wle),
      lo: number(lo),
      hi: number(hi)
    }))
  };
}

/** Factors for the standard errors of an adaptive test with these items, measured on the persons of the fit. */
function inflationOfFit({items, spread}: Fit, responses: Responses): Inflation[] {
  const known = items.filter(({a}) => a !== 0);
  if (known.length === 0) return [];
  const bank = bankOf(known.map(item => expectedItem(item)));
  const column = new Map(responses.items.map((id, j) => [id, j]));
  const {cells} = partOf(responses, {columns: bank.ids.map(id => column.get(id)!)});
  const answers = responses.persons.map((_, i) => cells.subarray(i * bank.ids.length, (i + 1) * bank.ids.length));
  return inflationOf([discrepancies(indexOf(bank), answers, {random: randomOf("irt fit"), prior: {mean: 0, sd: spread}})]);
}

const NONE = {a: null, b: null, c: null, d: null, se_a: null, se_b: null, se_c: null, se_d: null};
const number = (value: number | null): number | null => (value !== null && Number.isFinite(value) ? value : null);
const errors = (values: Record<string, number | null>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, number(value)]));
