// Warnings about a fit, as sentences without a full stop.
import {plural} from "../../../book/plural.js";
import type {Fit, FittedItem} from "../estimate/result.js";
import {type Responses, RIGHT} from "../item.js";
import {named} from "./itemScreen.js";

/** Plausible range of the standard deviation of ability, in logits: no test could tell smaller ones from 0, or larger ones apart. */
const LEAST_SPREAD = 0.05;
const MOST_SPREAD = 20;
/** Two starts whose log-likelihoods differ by less reached the same optimum. */
const AGREED = 0.5;
/** With 4 models and hundreds of items, given the scale, 95 % intervals of abilities cover about 70 %; with 10 models they cover 91 %. */
const FEWEST_FOR_SPREAD = 10;

/** The part of a fit that is checked, of one made in this process or of one read from its file. */
export type Warned = Pick<
  Fit,
  "model" | "estimate" | "persons" | "spread" | "quadrature" | "converged" | "bounds" | "unsettled" | "starts" | "left_out"
> & {items: readonly Pick<FittedItem, "id" | "a" | "se_a" | "se_b" | "se_c">[]};

export function warnings(fit: Warned, responses: Responses): string[] {
  const found: string[] = [];
  if (!fit.converged)
    found.push(
      `the search did not converge: do not rely on the numbers above; try ${wayOut(fit)}${
        fit.unsettled.length > 0 ? `; not settled: ${names(fit.unsettled)}` : ""
      }`
    );
  if (fit.bounds.length > 0)
    found.push(
      `${plural(fit.bounds.length, "estimate stands", "estimates stand")} at the end of what is searched, since the answers set ${fit.bounds.length === 1 ? "it" : "them"} no end: ${named(
        fit.bounds.map(({id, parameter, value}) => `${parameter} = ${Number(value.toPrecision(3))} of ${id}`),
        3
      )}; a prior (--estimate map, or eb) would`
    );
  const ends = fit.starts.map(({loglik}) => loglik);
  if (Math.max(...ends) - Math.min(...ends) > AGREED)
    found.push(
      `the likelihood has several optima: of ${fit.starts.length} starts the best is kept, ${fit.starts.map(({start, loglik}) => `${start} ${loglik.toFixed(1)}`).join(", ")}; a prior would choose among them`
    );
  if (fit.model === "rasch" && !(fit.spread > LEAST_SPREAD && fit.spread < MOST_SPREAD))
    found.push(
      fit.spread < 1
        ? "no spread of ability is found: models differ no more than by chance, and cannot be distinguished"
        : "the spread of ability is unbounded: models are right on all or on none, and only their order is known"
    );
  if (fit.persons < FEWEST_FOR_SPREAD)
    found.push(
      `${plural(fit.persons, "model")} are too few to estimate how far models differ (${FEWEST_FOR_SPREAD} are needed): ${fit.quadrature === "items" ? "intervals of abilities are too narrow" : "the priors weigh much"}`
    );
  if (fit.left_out.length > 0) {
    const by = (reason: string) => fit.left_out.filter(item => item.reason === reason);
    const parts = ["all right", "all wrong", "unanswered"].flatMap(reason =>
      by(reason).length > 0 ? [`${reason}: ${names(by(reason).map(({id}) => id))}`] : []
    );
    found.push(
      `${plural(fit.left_out.length, "item tells", "items tell")} nothing and ${fit.left_out.length === 1 ? "is" : "are"} left out (${parts.join("; ")})`
    );
  }
  const unsure = fit.items.filter(({se_a, se_b, se_c}) => ![se_a, se_b, se_c].every(Number.isFinite));
  if (unsure.length > 0)
    found.push(
      `the answers do not determine ${plural(unsure.length, "item")} well enough for standard errors: ${names(unsure.map(({id}) => id))}`
    );
  const reversed = fit.items.filter(({a}) => a < 0);
  if (reversed.length > 0)
    found.push(
      `${plural(reversed.length, "item is", "items are")} reversed, with a below 0: better models get ${reversed.length === 1 ? "it" : "them"} wrong more often; look for ${reversed.length === 1 ? "a wrong key" : "wrong keys"}: ${names(reversed.map(({id}) => id))}`
    );
  const oneSided = extremes(responses);
  if (oneSided > 0)
    found.push(
      `${plural(oneSided, "model has", "models have")} only right or only wrong answers; how extreme ${oneSided === 1 ? "it is" : "they are"} follows from the population, not from the answers`
    );
  return found;
}

/** Suggests another model or estimation method that this fit could still use. */
function wayOut({model, estimate}: Pick<Fit, "model" | "estimate">): string {
  const simpler = model === "3pl" ? "--model 2pl" : model === "2pl" ? "--model rasch" : null;
  const priors =
    estimate === "map" ? "narrower priors" : "--estimate map with priors (--prior-a lognormal:0,0.5 --prior-d normal:0,2)";
  return [simpler, priors].filter(Boolean).join(", or ");
}

const names = (ids: readonly string[]): string => named(ids, 3);

function extremes({persons, items: {length}, cells}: Responses): number {
  return persons.filter((_, i) => {
    const answers = cells.subarray(i * length, (i + 1) * length).filter(cell => cell <= RIGHT);
    return answers.length > 0 && answers.every(cell => cell === answers[0]);
  }).length;
}
