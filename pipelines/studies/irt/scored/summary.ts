// Formats a fit of scores for the terminal.
import {plural} from "../../../book/plural.js";
import {inert, tableText} from "../../../store/show.js";
import {settingsText} from "../estimate/settings.js";
import type {ScoredResponses} from "../item.js";
import {endsOf, modelsTable, reliabilityText, shortNumber, spreadText} from "../summary.js";
import type {ChosenScored, ScoredFit, ScoredItem} from "./fit.js";
import {scoredWarnings} from "./warnings.js";

/**
 * Text of the summary.
 * @param file named as the source of the responses
 */
export function scoredSummary({fit, why}: ChosenScored, responses: ScoredResponses, file: string): string {
  const {persons, items, scores} = responses;
  const missing = scores.reduce((sum, score) => sum + Number(Number.isNaN(score)), 0);
  const criteria = fit.aic === null ? "" : `, AIC ${fit.aic.toFixed(2)}, BIC ${fit.bic!.toFixed(2)}`;
  const quasi = fit.model === "continuous" ? " (of right or wrong answers with the information of the scores)" : "";
  return [
    `${file}: ${plural(persons.length, "model")} × ${plural(items.length, "item")}, ${plural(scores.length - missing, "answer")}, ${missing.toLocaleString("en-US")} missing`,
    `model           ${settingsText(fit)}${why ? ` (chosen: ${why})` : ""}`,
    `search          ${fit.converged ? "converged" : "NOT CONVERGED"} after ${plural(fit.iterations, "step")}, largest slope ${fit.max_gradient.toPrecision(2)}`,
    `log-likelihood  ${fit.loglik.toFixed(2)}${criteria}${quasi}`,
    `reliability     ${reliabilityText(fit)}`,
    "",
    fit.model === "graded"
      ? "Items by difficulty b, the mean of the thresholds, which are the abilities at which the next score or more becomes likelier than not:"
      : "Items by difficulty b, at which half of the score is expected; dispersion 1 is as of right or wrong, less is more precise:",
    tableText(itemsTable(fit)),
    `Models by ability (${spreadText(fit)}), with standard error and 95 % interval:`,
    tableText(modelsTable(fit), {count: false}),
    ...scoredWarnings(fit, responses).map(text => `warning: ${text}`)
  ]
    .join("\n")
    .split("\n")
    .map(inert) // names of items and models are the file's
    .join("\n")
    .concat("\n");
}

function itemsTable({items, model}: ScoredFit) {
  const most = Math.max(...items.map(({thresholds}) => thresholds.length));
  const names = model === "graded" ? Array.from({length: most}, (_, k) => `b${k + 1}`) : ["dispersion"];
  return {
    columns: ["item", "b", "se_b", "a", "se_a", ...names],
    rows: endsOf(
      [...items].sort((u, v) => u.b - v.b),
      ({id, b, se_b, a, se_a, ...item}: ScoredItem) => [
        id,
        ...[
          b,
          se_b,
          a,
          se_a,
          ...(model === "graded" ? names.map((_, k) => item.thresholds[k] ?? Number.NaN) : [item.dispersion])
        ].map(shortNumber)
      ]
    )
  };
}
