// The rows of the study for the points of one evaluation and task: accuracies by length and position, effective lengths, contrasts.
import {groupBy} from "../../stats/groupBy.js";
import type {LengthAccuracy} from "./answers.js";
import {type Cell, type Clustered, lengthAccuracy} from "./answers.js";
import {type Place, type Position, thirdOf} from "./axis.js";
import {type Contrast, contrastsOf, type PairedAnswer} from "./contrasts.js";
import {effectiveLengths, type Fitted} from "./effective.js";

/** A point with its counts, and its answers where the store has them. */
export interface PlacedCell extends Place, Cell {
  /** First answers. */
  answers: readonly PairedAnswer[];
  /** Right and untruncated answers by what was asked, repetitions included. */
  clusters: readonly Omit<Clustered, "cell">[];
}

interface SeriesLength extends LengthAccuracy {
  length: number;
  position: Position;
  depth: number | null;
}

export interface Series {
  /** Canonical JSON of the parameters that its points share; empty for all series of a task together. */
  series: string;
  lengths: SeriesLength[];
  fitted: Fitted | {reason: string};
  contrasts: Contrast[];
}

/** Each series of a task, and all of them together where several were asked at all of its lengths. */
export function seriesOf(cells: readonly PlacedCell[]): Series[] {
  const all = [...groupBy(cells, ({series}) => series)].sort(([a], [b]) => (a < b ? -1 : 1));
  const lengths = new Set(cells.map(({length}) => length)).size;
  const whole = all.filter(([, own]) => new Set(own.map(({length}) => length)).size === lengths);
  const together =
    whole.length > 1 && lengths > 1
      ? [
          oneSeries(
            "",
            whole.flatMap(([, own]) => own)
          )
        ]
      : [];
  return [...together, ...all.map(([series, own]) => oneSeries(series, own))];
}

function oneSeries(series: string, cells: readonly PlacedCell[]): Series {
  const byLength = [...groupBy(cells, ({length}) => length)].sort(([a], [b]) => a - b);
  const whole = byLength.flatMap(([length, own]) => accuracyOf(own, {length, position: "all", depth: null}));
  const parts = byLength.flatMap(([length, own]) =>
    [...groupBy(own, ({depth}) => depth ?? -1).values()]
      .sort(([a], [b]) => (a!.depth ?? -1) - (b!.depth ?? -1))
      .flatMap(([first, ...rest]) =>
        accuracyOf([first!, ...rest], {length, position: thirdOf(first!.depth), depth: first!.depth})
      )
  );
  return {
    series,
    lengths: [...whole, ...parts],
    fitted: effectiveLengths(whole),
    contrasts: contrastsOf(cells.flatMap(({answers}) => answers))
  };
}

function accuracyOf(cells: readonly PlacedCell[], at: Pick<SeriesLength, "length" | "position" | "depth">): SeriesLength[] {
  const clustered = cells.flatMap(({clusters}, cell) => clusters.map(each => ({...each, cell})));
  const found = lengthAccuracy(cells, clustered);
  return found ? [{...at, ...found}] : [];
}
