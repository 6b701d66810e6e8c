// Types of a checked book and of its parts.
import type {Bank} from "./banks/types.js";
import type {WrittenCategory, WrittenSource} from "./domainSchemas.js";
import type {
  Corpus,
  DatasetFile,
  Density,
  Filter,
  Grid,
  IrtSettings,
  Model,
  Precision,
  Sampler,
  Suite,
  Template
} from "./schemas.js";
import type {Spectrum} from "./spectrumSchema.js";

/** Keys and 0-based positions that lead from a file's root to a value. */
export type Path = readonly (string | number)[];

/**
 * Returns the place of a value in a YAML file, or with `key: true` of the key in front of it: `file:line:column`.
 * A value that the file lacks is placed at the nearest value that should contain it.
 */
export type Locate = (path: Path, options?: {key?: boolean}) => string;

/** A suite with the place of each of its values, for errors that only generation can detect (unknown tasks, impossible parameters). */
export interface PlacedSuite {
  suite: Suite;
  locate: Locate;
  /** Of a suite that lists domains: all its categories, those that nothing fills included. */
  categories?: readonly Category[];
}

/** Another benchmark of the subject of a category: a public one, or a generated one. */
export interface CategorySource extends WrittenSource {
  /** Position in its file, `file:line:column`. */
  place: string;
  /** Reason why its bank cannot be asked; absent where it can. */
  absent?: string;
}

/** A category of a suite that lists domains. */
export interface Category extends Omit<WrittenCategory, "sources"> {
  /** Other benchmarks of the same subject. */
  sources?: readonly CategorySource[];
  domain: string;
  /** Where it is written, `file:line:column`. */
  place: string;
  /** Why its bank cannot be asked; absent where it can, and of categories with a task. */
  absent?: string;
}

/** A text that questions may stand in. */
export interface BackgroundText {
  /** `text-` and the first 16 digits of the SHA-256 of the text: equal texts are one background, wherever their files lie. */
  id: string;
  /** As the suite names its files, for messages. */
  name: string;
  text: string;
}

/** The book with the contents of all files that it names, checked. */
export interface Book {
  title: string;
  /** One suite at least, each of another id. */
  suites: readonly PlacedSuite[];
  /** The item banks that the suites name, with their items; absent where they name none. */
  banks?: readonly Bank[];
  /** Texts of the user's own that the suites name as backgrounds; absent where they name none. */
  backgrounds?: readonly BackgroundText[];
  models: Model[];
  templates: Template[];
  samplers: Sampler[];
  /** Share of the suite's points that is evaluated; absent means normal, every point. */
  density?: Density;
  precision: Precision;
  seed: number;
  max_cost?: number;
  /** Folder of the response cache, which all stores of the workbook share. */
  cache: string;
  /** Folder for answers for which the cache's disk has no room. */
  spill?: string;
  /** Folder of the workbook's own store. */
  store: string;
  /** Suites and settings of the spectrum study. */
  spectrum: Omit<Spectrum, "suites"> & {suites: PlacedSuite[]};
  /** Corpora that are audited for the book's tests, with paths from the working folder; absent where it names none. */
  corpora?: Corpus[];
  /** Settings of the item response theory fit. */
  irt: IrtSettings;
}

/** A checked dataset: facet metadata of finished evaluations. */
export interface Dataset extends DatasetFile {
  id: string;
  /** The file that the dataset was read from. */
  file: string;
  /** Place of its title (`file:line:column`), for errors that only the store's tables can reveal. */
  place: string;
  /** Place of each entry of `evaluations`. */
  places: string[];
}

export type {Corpus, Density, Filter, Grid, Model, Sampler, Suite, Template};
