import type {
  DatasetFile,
  Density,
  Filter,
  Grid,
  IrtSettings,
  Model,
  Precision,
  Sampler,
  Spectrum,
  Suite,
  Template
} from "./schemas.js";

/** Keys and 0-based positions from a file's root. */
export type Path = readonly (string | number)[];

/**
 * Where a value of a YAML file stands, or with `key: true` the key in front of it: `file:line:column`.
 * What the file lacks is placed at the nearest value that should hold it.
 */
export type Locate = (path: Path, options?: {key?: boolean}) => string;

/** A book with everything that it names, checked. */
export interface Book {
  title: string;
  suite: Suite;
  /** Finds the place of a value in the suite's file, for errors that only generation can see (unknown tasks, impossible params). */
  locateInSuite: Locate;
  models: Model[];
  templates: Template[];
  samplers: Sampler[];
  /** Absent = normal: every point of the suite. */
  density?: Density;
  precision: Precision;
  seed: number;
  max_cost?: number;
  /** Folder of the response cache, of all stores of the workbook. */
  cache: string;
  /** The workbook's own store. */
  store: string;
  /** What the spectrum study looks at. */
  spectrum: Omit<Spectrum, "suites"> & {suites: {suite: Suite; locate: Locate}[]};
  /** How responses are fitted by item response theory. */
  irt: IrtSettings;
}

/** Facet metadata of finished evaluations, checked. */
export interface Dataset extends DatasetFile {
  id: string;
  /** The file that it was read from. */
  file: string;
  /** Where its title stands, for errors that only the store's tables can tell. */
  place: string;
  /** Where each entry of `evaluations` stands. */
  places: string[];
}

export type {Density, Filter, Grid, IrtSettings, Model, Precision, Sampler, Suite, Template};
