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
  /** Domain and category of the tests that it stands for, where the page tells them apart; empty for generated tests. */
  domain?: string;
  category?: string;
}
