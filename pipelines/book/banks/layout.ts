// The interface of layouts of item banks.
import {type Scorer, scorerSchema} from "../scorers.js";
import type {Fields} from "./fields.js";
import type {Draft} from "./item.node.js";
import type {Arrangement} from "./records.node.js";

/** How the records of a published benchmark are to be read. */
export interface Layout extends Arrangement {
  /** One sentence for the documentation. */
  summary: string;
  /** How answers are scored, unless the bank or an item says otherwise. */
  scorer: Scorer;
  /** Chance of a blind guess at a question without options, where its answers are few. */
  guess?: number;
  /** Fields of which a record needs at least one, to be of this layout at all. */
  needs: readonly string[];
  /** Whether `read` is given the names of the two folders above the file too, each with a slash behind it. */
  path?: true;
  /** How an imported bank puts its questions, where the benchmark's rule needs answers of its own form. */
  prompt?: {instruction: string};
  /** The question of a record, or what is wrong with it. @param file the file's name without folder and endings */
  read(record: Fields, file: string): Draft | string;
}

/** A scorer with the defaults of its kind. */
export const scorer = (given: {kind: Scorer["kind"]} & Record<string, unknown>): Scorer => scorerSchema.parse(given);

/** A field of a draft where it has a value. */
export function optional<Key extends keyof Draft>(
  key: Key,
  value: Draft[Key] | undefined
): Pick<Draft, Key> | Record<string, never> {
  return value === undefined ? {} : ({[key]: value} as Pick<Draft, Key>);
}
