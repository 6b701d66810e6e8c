// A point under an evaluation, for filters.

/** A point under an evaluation, as far as filters look at it. */
export interface Evaluated {
  model: string;
  template: string;
  sampler: string;
  base_task: string;
  groups: readonly string[];
  tiers: readonly string[];
  simulated: boolean;
}
