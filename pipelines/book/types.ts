import type {Grid, Model, Precision, Sampler, Suite, Template} from "./schemas.js";

/** Where a value of a YAML file stands; `path` are keys and 0-based positions from the file's root. Gives `file:line:column`. */
export type Locate = (path: readonly (string | number)[]) => string;

/** A book with everything that it names, checked. */
export interface Book {
  title: string;
  suite: Suite;
  /** Finds the place of a value in the suite's file, for errors that only generation can see (unknown tasks, impossible params). */
  locateInSuite: Locate;
  models: Model[];
  templates: Template[];
  samplers: Sampler[];
  precision: Precision;
  seed: number;
  max_cost?: number;
}
export type {Grid, Model, Precision, Sampler, Suite, Template};
