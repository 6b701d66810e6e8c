// Finds the evaluation that a person names on the command line.
import {UserError} from "../rows/error.js";
import {didYouMean} from "../rows/nearest.js";
import {type EvaluationName, fullName} from "./evaluationName.js";

/**
 * Returns the evaluation that a text names: an eval_id, a model, or model, template and sampler with blanks between them.
 * @param option the option that has the text, with its hyphens; `absence`: words after the name of one that is not there, "passes the filters"
 * @throws UserError where none or several have that name
 */
export function findEvaluation<E extends EvaluationName & {eval_id: string}>(
  evaluations: readonly E[],
  text: string,
  {option, absence}: {option: string; absence: string}
): E {
  const words = text.split(/[\s·]+/).filter(Boolean);
  const matches = evaluations.filter(({eval_id, model, template, sampler}) =>
    words.every(word => [eval_id, model, template, sampler].includes(word))
  );
  if (matches.length === 1) return matches[0]!;
  if (matches.length === 0)
    throw new UserError(
      `${option}: no evaluation "${text}" ${absence}${didYouMean(
        text,
        evaluations.flatMap(each => [each.model, fullName(each)])
      )}`
    );
  throw new UserError(
    `${option}: "${text}" is ${matches.length} evaluations: ${matches.map(each => `"${fullName(each)}"`).join(", ")}`
  );
}
