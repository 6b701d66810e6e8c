// Waves of a study of people: votes or labels by round, and how far models' scores go with them in each.
import {groupBy} from "../../../stats/groupBy.js";
import {annotationRounds, correlationWithScores} from "../annotation/annotation.js";
import {simulatedAmong, type VoteRecord} from "../votes/records.js";

/** A wave: a row of table `waves`. */
export interface Wave {
  study: string;
  kind: "votes" | "labels";
  wave: string;
  /** first and last date of its votes or labels, ISO 8601; null where none has a date */
  begin: string | null;
  end: string | null;
  votes: number;
  annotators: number;
  /** models of the votes or labels, and those among them that have a score */
  models: number;
  n: number;
  /** Spearman's ρ over these models, with its interval; null with fewer than four, or where one side does not vary */
  correlation: number | null;
  low: number | null;
  high: number | null;
  simulated: boolean;
}

/** Name of the wave of votes and labels without a date. */
const UNDATED = "undated";

/** A date as ISO 8601; null where it is none. Numbers are seconds of the Unix epoch, as Chatbot Arena has them, or milliseconds. */
export function dateOf(value: unknown): string | null {
  const time = typeof value === "number" ? (value < MIN_MILLISECONDS ? 1000 * value : value) : Date.parse(String(value ?? ""));
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
/** Numbers below are seconds: as milliseconds they would be of 1970. */
const MIN_MILLISECONDS = 1e11;

const monthOf = (date: string | null): string => date?.slice(0, "2026-01".length) ?? UNDATED;
const dateOfVote = ({value}: VoteRecord): string | null => dateOf(value?.tstamp ?? value?.date ?? value?.at);

/** First and last of the dates that are known. */
function range(dates: readonly (string | null)[]): Pick<Wave, "begin" | "end"> {
  const sorted = dates.filter(date => date !== null).sort();
  return {begin: sorted[0] ?? null, end: sorted.at(-1) ?? null};
}

/** Waves by time; those without a date by name. */
const inOrder = (waves: readonly Wave[]): Wave[] =>
  [...waves].sort((a, b) =>
    a.begin !== null && b.begin !== null && a.begin !== b.begin
      ? a.begin < b.begin
        ? -1
        : 1
      : a.wave.localeCompare(b.wave, "en", {numeric: true})
  );

/**
 * The waves of a study of votes. The wave of a vote is its field `wave`; without one, its file where the study has several files, else the
 * month of its date.
 * @param score score of each model, to correlate shares of wins with
 */
export function wavesOfVotes(
  study: string,
  files: readonly {name: string; records: readonly VoteRecord[]}[],
  score: ReadonlyMap<string, number>
): {waves: Wave[]; warnings: number} {
  const waveOf = (record: VoteRecord, file: string): string => {
    const named = record.value?.wave;
    if (named !== undefined && named !== null && named !== "") return String(named);
    return files.length > 1 ? file : monthOf(dateOfVote(record));
  };
  const records = files.flatMap(({name, records: ofFile}) =>
    ofFile.map(
      (record): VoteRecord => (record.value ? {...record, value: {...record.value, wave: waveOf(record, name)}} : record)
    )
  );
  const votes = records.filter(({value}) => value !== undefined);
  const byWave = groupBy(votes, ({value}) => String(value!.wave));
  const {rounds, warnings} = annotationRounds(votes, score);
  const waves = rounds
    .filter(({votes: n}) => n > 0)
    .map(({wave, votes: n, judges, models, correlation}): Wave => {
      const ofWave = byWave.get(wave)!;
      return {
        ...{study, kind: "votes", wave},
        ...range(ofWave.map(dateOfVote)),
        ...{votes: n, annotators: judges, models},
        n: correlation.n,
        correlation: correlation.value,
        low: correlation.lo,
        high: correlation.hi,
        simulated: simulatedAmong(ofWave) > 0
      };
    });
  const faults = records.length - votes.length + warnings.reduce((sum, {votes: n}) => sum + n, 0);
  return {waves: inOrder(waves), warnings: faults};
}

/** A label of table `labels`, as waves need it. */
export interface DatedLabel {
  model: string;
  annotator: string;
  label: boolean;
  at: string;
  simulated: boolean;
}

/** The waves of labels of single answers: by month. Correlated are the models' shares of right answers by people. */
export function wavesOfLabels(labels: readonly DatedLabel[], score: ReadonlyMap<string, number>): Wave[] {
  const months = groupBy(labels, label => monthOf(dateOf(label.at)));
  const waves = [...months].map(([wave, group]): Wave => {
    const byModel = groupBy(group, ({model}) => model);
    const shares = new Map(
      [...byModel].map(([model, rows]) => [model, rows.filter(({label}) => label).length / rows.length] as const)
    );
    const {value, lo, hi, n} = correlationWithScores(shares, score);
    return {
      ...{study: "labels", kind: "labels", wave},
      ...range(group.map(label => dateOf(label.at))),
      votes: group.length,
      annotators: new Set(group.map(({annotator}) => annotator)).size,
      models: byModel.size,
      ...{n, correlation: value, low: lo, high: hi},
      simulated: group.some(({simulated}) => simulated)
    };
  });
  return inOrder(waves);
}
