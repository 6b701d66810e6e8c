// The unit that is compared everywhere: a model asked with a template and a sampler.

/** What tells evaluations apart. */
export interface EvaluationName {
  model: string;
  template: string;
  sampler: string;
}

/** An evaluation as studies and pages meet it. */
export interface Evaluated extends EvaluationName {
  eval_id: string;
  simulated: boolean;
}

/** The same with the shortest name that tells it from the others shown. */
export interface NamedEvaluation extends Evaluated {
  name: string;
}
