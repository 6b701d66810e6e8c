// Formats a fit for the terminal: what was fitted and how the search ended, the items and models at either end, and warnings.
import {plural} from "../../book/plural.js";
import {inert, tableText} from "../../store/show.js";
import type {QueryResult} from "../../store/sql.node.js";
import {nameItems, screenLines} from "./diagnose/itemFit.js";
import {type Predicted, predictive} from "./diagnose/predictiveCheck.js";
import {reliabilityOf} from "./diagnose/reliability.js";
import {warnings} from "./diagnose/warnings.js";
import type {Fit, FittedItem} from "./estimate/fit.js";
import {type Chosen, settingsText} from "./estimate/settings.js";
import {type Responses, RIGHT} from "./item.js";

/** Number of rows shown at either end of a table. */
const ENDS = 5;

/**
 * Text of the summary.
 * @param file named as the source of the responses
 * @param notes further warnings, such as of copies among the models
 */
export function fitSummary(
  {fit, why}: Chosen,
  responses: Responses,
  {file, notes = []}: {file: string; notes?: readonly string[]}
): string {
  const predicted = predictive(fit, responses);
  return [
    ...heading(fit, {why, predicted}, responses, file),
    "",
    "Items by difficulty b, with standard errors:",
    tableText(
      items(
        fit,
        byNumber(({b}) => b)
      )
    ),
    ...(fit.model === "rasch"
      ? []
      : [
          "Items by discrimination a, with standard errors:",
          tableText(
            items(
              fit,
              byNumber(({a}) => a)
            )
          )
        ]),
    `Models by ability (${spreadText(fit)}), with standard error and 95 % interval:`,
    table(modelsTable(fit)),
    ...prediction(predicted),
    "Item screen:",
    ...screenLines(nameItems(responses)),
    "",
    ...[...warnings(fit, responses), ...notes].map(text => `warning: ${text}`)
  ]
    .join("\n")
    .split("\n")
    .map(inert) // names of items and models are the file's
    .join("\n")
    .concat("\n");
}

function heading(
  fit: Fit,
  {why, predicted}: Pick<Chosen, "why"> & {predicted: readonly Predicted[]},
  {persons, cells}: Responses,
  file: string
): string[] {
  const missing = cells.reduce((sum, cell) => sum + Number(cell > RIGHT), 0);
  const integrated = fit.quadrature === "items" ? ", items integrated out at the abilities found" : "";
  return [
    `${file}: ${plural(persons.length, "model")} × ${plural(fit.items.length + fit.left_out.length, "item")}, ${plural(cells.length - missing, "answer")}, ${missing.toLocaleString("en-US")} missing`,
    `model           ${settingsText(fit)}${why ? ` (chosen: ${why})` : ""}`,
    `search          ${fit.converged ? "converged" : "NOT CONVERGED"} after ${plural(fit.iterations, "step")}, largest slope ${fit.max_gradient.toPrecision(2)}${rejection(predicted)}`,
    `log-likelihood  ${fit.loglik.toFixed(2)}${integrated}`,
    `reliability     ${reliabilityText(fit)}`
  ];
}

/** Says at the end of the search that the model is rejected, where simulated matrices differ from the answers. */
function rejection(predicted: readonly Predicted[]): string {
  const outside = predicted.filter(each => each.outside).length;
  if (outside === 0) return "";
  return `; THE MODEL DOES NOT FIT in ${outside} of ${plural(predicted.length, "property", "properties")} of the answers (fit check below)`;
}

/** Reliability of the abilities with its interval. */
export function reliabilityText({ability}: Pick<Fit, "ability">): string {
  const {value, low, high} = reliabilityOf(ability.map(({eap, eap_se}) => ({eap, se: eap_se})));
  const text = Number.isFinite(value)
    ? `${value.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}]`
    : "not defined: all abilities are estimated alike";
  return `${text}, the share of the spread of abilities that is not error (n = ${plural(ability.length, "model")})`;
}

/** Lines of the posterior predictive check: properties of simulated matrices beside those of the observed one. Empirical Bayes only. */
function prediction(predicted: readonly Predicted[]): string[] {
  if (predicted.length === 0) return [];
  const rows = predicted.map(({property, observed, low, high, outside}) => [
    property,
    ...[observed, low, high].map(shortNumber),
    outside ? "outside" : ""
  ]);
  return [
    "Fit check by posterior prediction: the answers, and 95 % of matrices drawn with new items of the population:",
    table({columns: ["property", "answers", "low", "high", ""], rows})
  ];
}

const table = (rows: QueryResult): string => tableText(rows, {count: false});

type Row = unknown[];
const byNumber =
  (of: (item: FittedItem) => number) =>
  (left: FittedItem, right: FittedItem): number =>
    of(left) - of(right);

/** The first and last entries of a sorted list, with the number of entries left out between them. */
export function endsOf<T>(sorted: readonly T[], row: (each: T) => Row): Row[] {
  if (sorted.length <= 2 * ENDS + 1) return sorted.map(row);
  const between = `… ${(sorted.length - 2 * ENDS).toLocaleString("en-US")} between`;
  const blank = row(sorted[0]!).map((_, i) => (i === 0 ? between : null));
  return [...sorted.slice(0, ENDS).map(row), blank, ...sorted.slice(-ENDS).map(row)];
}

function items({model, items: all}: Fit, order: (left: FittedItem, right: FittedItem) => number) {
  const guessing = model === "3pl";
  return {
    columns: ["item", "b", "se_b", "a", "se_a", ...(guessing ? ["c", "se_c"] : [])],
    rows: endsOf([...all].sort(order), ({id, b, se_b, a, se_a, c, se_c}) => [
      id,
      ...[b, se_b, a, se_a, ...(guessing ? [c, se_c] : [])].map(shortNumber)
    ])
  };
}

/** Rows of the models at either end, ablest first. */
export const modelsTable = ({ability}: Pick<Fit, "ability">) => ({
  columns: ["model", "ability", "se", "low", "high"],
  rows: endsOf(
    [...ability].sort((left, right) => right.eap - left.eap),
    ({id, eap, eap_se, lo, hi}) => [id, ...[eap, eap_se, lo, hi].map(shortNumber)]
  )
});

/** Mean and spread of the abilities. */
export function spreadText({ability, spread, model}: Pick<Fit, "ability" | "spread"> & {model: string}): string {
  const values = ability.map(({eap}) => eap);
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const sd = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
  const errors = ability.map(({eap_se}) => eap_se).sort((left, right) => left - right);
  const unit = model === "rasch" ? `; in logits, population's standard deviation ${spread.toFixed(2)}` : "";
  return `n = ${plural(values.length, "model")}, mean ${mean.toFixed(2).replace(/^-(?=0\.00$)/, "")}, standard deviation ${sd.toFixed(2)}, median standard error ${errors[Math.floor(errors.length / 2)]!.toFixed(2)}${unit}`;
}

/** Rounded to three decimals; null where the number is not finite. */
export const shortNumber = (value: number): number | null => (Number.isFinite(value) ? Number(value.toFixed(3)) : null);
