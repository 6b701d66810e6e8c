// The fields of a point under an evaluation that filters use.

/** A point under an evaluation, reduced to what filters use. */
export interface Evaluated {
  model: string;
  template: string;
  sampler: string;
  base_task: string;
  groups: readonly string[];
  tiers: readonly string[];
  simulated: boolean;
}
