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
