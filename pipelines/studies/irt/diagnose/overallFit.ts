// M2 of a response matrix, from a maximum likelihood fit made for the purpose, or the reason why there is none, as text.
import {plural} from "../../../book/plural.js";
import {fit as fitted, screen} from "../estimate/fit.js";
import {MISSING, partOf, type Responses} from "../item.js";
import {type LimitedFit, limitedInformation, MOST_M2_ITEMS} from "./m2.js";

/** Fewest persons: with fewer, the distribution of M2 is not close to its asymptotic one. */
const FEWEST = 100;

/** Fewest items: with fewer, a 2PL has as many parameters as there are margins; two items cannot even be fitted. */
const FEWEST_ITEMS = 3;

export interface OverallFit {
  fit: LimitedFit | null;
  /** one sentence without a full stop */
  text: string;
}

/** M2 and its reading, from the persons who answered every item and the items that were not answered alike by all of them. */
export function overallFit(responses: Responses, model: "rasch" | "2pl"): OverallFit {
  const {persons, items, cells} = responses;
  const none = (text: string): OverallFit => ({fit: null, text: `not made: ${text}`});
  const whole = persons.flatMap((_, i) =>
    cells.subarray(i * items.length, (i + 1) * items.length).includes(MISSING) ? [] : [i]
  );
  if (whole.length < FEWEST)
    return none(`${plural(whole.length, "model")} answered every item, and ${FEWEST} at least are needed`);
  const complete = partOf(responses, {rows: whole, columns: [...items.keys()]});
  const {kept} = screen(complete);
  if (kept.length > MOST_M2_ITEMS)
    return none(`${plural(kept.length, "item")} are more than the ${MOST_M2_ITEMS} that it is made for`);
  if (kept.length < FEWEST_ITEMS) return none(`${plural(kept.length, "item")} that tell models apart leave no degree of freedom`);
  const part = partOf(complete, {columns: kept});
  const fit = fitted(part, {model, estimate: "ml"});
  const name = model === "rasch" ? "Rasch" : "2PL";
  if (!fit.converged) return none(`the ${name} by maximum likelihood has not converged`);
  const found = limitedInformation(
    fit.items.map(item => ({...item, a: item.a * fit.spread})),
    part,
    {model}
  );
  if (!found) return none(`${plural(kept.length, "item")} leave no degree of freedom, or do not determine the parameters`);
  const {m2, df, p, rmsea, low, high, n} = found;
  const verdict =
    p > 0.05
      ? "the data do not contradict the model"
      : low > 0.05
        ? "the model is wrong by more than a little"
        : "the model is not exact, but close";
  return {
    fit: found,
    text: `${m2.toFixed(1)} on ${df} df, p ${p < 0.001 ? "< 0.001" : `= ${p.toFixed(3)}`}, RMSEA ${rmsea.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}] (90 %), n = ${plural(n, "model")}, ${name} by maximum likelihood: ${verdict}`
  };
}
