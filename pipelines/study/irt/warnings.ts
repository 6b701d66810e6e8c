// What to beware of in a fit, in sentences without a full stop.
import {plural} from "../../book/plural.js";
import {type Responses, RIGHT} from "./item.js";
import type {Fit} from "./result.js";
import {screenItems} from "./screens.js";

/** Standard deviations of ability, logits, that no test could tell from none, or from any larger one. */
const LEAST_SPREAD = 0.05;
const MOST_SPREAD = 20;
/** With 4 models and hundreds of items, given the scale, 95 % intervals of abilities cover about 70 %; with 10 they cover 91 %. */
const FEWEST_FOR_SPREAD = 10;

export function warnings(fit: Fit, responses: Responses): string[] {
  const found: string[] = [];
  if (!fit.converged)
    found.push(
      "the search did not converge: the numbers above are not to be relied on; --model with a simpler model, or --estimate map with priors, may help"
    );
  if (fit.model === "rasch" && !(fit.spread > LEAST_SPREAD && fit.spread < MOST_SPREAD))
    found.push(
      fit.spread < 1
        ? "no spread of ability is found: models differ no more than chance has it, and are not told apart"
        : "the spread of ability has no end: models are right on all or on none, and only their order is told"
    );
  if (fit.persons < FEWEST_FOR_SPREAD)
    found.push(
      `${plural(fit.persons, "model")} hardly tell how far models differ (${FEWEST_FOR_SPREAD} are needed): ${fit.quadrature === "items" ? "intervals of abilities are too narrow" : "the priors weigh much"}`
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
      `the answers do not tell ${plural(unsure.length, "item")} firmly enough for standard errors: ${names(unsure.map(({id}) => id))}`
    );
  const negative = screenItems(responses).flatMap(({negative: below}, j) => (below ? [responses.items[j]!] : []));
  if (negative.length > 0)
    found.push(
      `better models fail ${plural(negative.length, "item")} more often (item–rest correlation below 0 with its 95 % interval); look for a wrong key: ${names(negative)}`
    );
  const ends_ = extremes(responses);
  if (ends_ > 0)
    found.push(
      `${plural(ends_, "model has", "models have")} only right or only wrong answers; how far out ${ends_ === 1 ? "it stands" : "they stand"} is told by the population, not by the answers`
    );
  return found;
}

const names = (ids: readonly string[]): string => `${ids.slice(0, 3).join(", ")}${ids.length > 3 ? ", …" : ""}`;

function extremes({persons, items: {length}, cells}: Responses): number {
  return persons.filter((_, i) => {
    const answers = cells.subarray(i * length, (i + 1) * length).filter(cell => cell <= RIGHT);
    return answers.length > 0 && answers.every(cell => cell === answers[0]);
  }).length;
}
