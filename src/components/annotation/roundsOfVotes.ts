// Combines the votes of this browser with those of a file, by annotation round.
import {type Annotation, annotationRounds, type RoundsRead} from "../../pipelines/studies/preferences/annotation/annotation.js";

import {type Content, recordsIn} from "../shared/content.js";

/** Votes by round, or the reason why there are none. */
export interface RoundsTogether extends RoundsRead {
  error: string | null;
}

const messageOf = (name: string, {message}: Error): string => (message.startsWith(name) ? message : `${name}: ${message}`);

/** What a vote says; without nulls, which Parquet does not tell from fields that are absent. */
const keyOf = (value: unknown): string => JSON.stringify(value, (_, field: unknown) => (field === null ? undefined : field));

/** Votes of this browser and of a previously saved file, by round. For a vote in both, the file's record is used. */
export function roundsTogether(
  own: readonly Annotation[],
  file: Content | null,
  score: ReadonlyMap<string, number>
): RoundsTogether {
  try {
    const saved = file ? recordsIn(file) : [];
    const inFile = new Set(saved.map(({value}) => keyOf(value)));
    const added = own
      .filter(annotation => !inFile.has(keyOf(annotation)))
      .map((annotation, i) => ({line: saved.length + i + 1, value: {...annotation} as Record<string, unknown>}));
    return {...annotationRounds([...saved, ...added], score), error: null};
  } catch (error) {
    return {rounds: [], warnings: [], notes: [], error: messageOf(file?.name ?? "votes", error as Error)};
  }
}
