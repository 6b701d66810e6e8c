// Names of evaluations. An evaluation, a model asked with a template and a sampler, is the unit of all comparisons.

/** The fields that together identify an evaluation by name. */
export interface EvaluationName {
  model: string;
  template: string;
  sampler: string;
}

/** An evaluation with its id, as studies and pages receive it. */
export interface Evaluated extends EvaluationName {
  eval_id: string;
  simulated: boolean;
}

/** An evaluation with the shortest name that distinguishes it from the others shown. */
export interface NamedEvaluation extends Evaluated {
  name: string;
}

/** Model, template and sampler with blanks between them. */
export const fullName = ({model, template, sampler}: EvaluationName): string => `${model} ${template} ${sampler}`;

/** The shortest names that distinguish evaluations: template and sampler appear only where the rows differ in them. */
export function evaluationLabels<Row extends EvaluationName>(rows: readonly Row[]): (row: Row) => string {
  const several = (key: "template" | "sampler") => new Set(rows.map(row => row[key])).size > 1;
  const [templates, samplers] = [several("template"), several("sampler")];
  return ({model, template, sampler}) => [model, templates && template, samplers && sampler].filter(Boolean).join(" · ");
}
