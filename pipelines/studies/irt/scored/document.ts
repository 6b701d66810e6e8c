// The content of the file that `irt fit` writes of scores: the fields of any fit, and thresholds, levels and dispersion of each item.
import type {Responses} from "../item.js";
import type {ScoredFit} from "./fit.js";

const finite = (value: number | null): number | null => (value !== null && Number.isFinite(value) ? value : null);

/** All items in the order of the matrix; estimates are null for items that were left out. */
export function scoredDocument(fit: ScoredFit, {items}: Responses) {
  const fitted = new Map(fit.items.map(item => [item.id, item]));
  const {model, estimate, converged, bounds, unsettled, starts, iterations, quadrature, nodes, spread} = fit;
  return {
    n: fit.persons,
    items: items.length,
    ...{model, estimate, loglik: finite(fit.loglik), logprior: finite(fit.logprior), aic: fit.aic, bic: fit.bic},
    ...{converged, bounds, unsettled, starts, max_gradient: finite(fit.max_gradient), iterations, quadrature, nodes, spread},
    population: fit.population,
    categories: fit.categories,
    merged: fit.merged,
    left_out: fit.left_out,
    item: items.map(id => {
      const item = fitted.get(id);
      if (!item) return {id, ...NONE};
      const {a, b, c, d, se_a, se_b, se_c, se_d, steps, levels, dispersion, thresholds, se_thresholds} = item;
      const numbers = Object.entries({a, b, c, d, se_a, se_b, se_c, se_d}).map(([name, value]) => [name, finite(value)]);
      return {
        id,
        ...(Object.fromEntries(numbers) as Record<keyof typeof NONE, number | null>),
        ...(steps && {steps, thresholds, se_thresholds: se_thresholds.map(finite), levels}),
        dispersion
      };
    }),
    ability: fit.ability.map(({id, eap, eap_se, map, lo, hi}) => ({
      id,
      eap,
      eap_se,
      map: finite(map),
      ml: null,
      wle: null,
      lo,
      hi
    }))
  };
}
const NONE = {a: null, b: null, c: null, d: null, se_a: null, se_b: null, se_c: null, se_d: null};
