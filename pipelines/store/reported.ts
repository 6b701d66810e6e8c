// What another program said of an answer, kept beside our own reading of it: as measures of a store, and as text while rows are sorted.
import type {Row} from "./writer.node.js";

/** A program's verdict on an answer, with all scores that it gave. */
export interface Reported {
  /** Whether its main score calls the answer right; null where it does not say. */
  right: boolean | null;
  /** The answer that it found, null if none; absent where it does not say. */
  answer?: string | null | undefined;
  /** Its scores by their names. */
  scores: Readonly<Record<string, number>>;
  /** Measures under our own names that the program's data allow, such as the confidence that log-probabilities state. */
  measures?: Readonly<Record<string, number>> | undefined;
  /** Whether our rules may read the answer's text: not where there is none, as for log-probabilities of choices. */
  readable?: boolean | undefined;
  /** Set where there is no answer, so that nothing can be scored. */
  unanswered?: boolean | undefined;
  /** Set where these are further scores of the sample before, and no sample of their own. */
  further?: boolean | undefined;
}

/** Measure that says whether the program called the answer right. */
const REPORTED_RIGHT = "reported_right";
/** Measure that says whether our rules do, where they can tell. */
export const OWN_RIGHT = "own_right";
/** How the names of measures begin that hold the program's scores. */
const SCORE = "reported:";

/** The measures in which a store keeps what was reported. */
export const reportedMeasures = ({right, scores, measures}: Reported): Record<string, number> => ({
  ...(right !== null && {[REPORTED_RIGHT]: right ? 1 : 0}),
  ...Object.fromEntries(Object.entries(scores).map(([name, value]) => [`${SCORE}${name}`, value])),
  ...measures
});

/** SQL condition on the name of a measure: it is one of those that a program reported. */
export const IS_REPORTED = `name = '${REPORTED_RIGHT}' or name = '${OWN_RIGHT}' or starts_with(name, '${SCORE}') or name in ('confidence', 'confidence_chosen')`;

/**
 * What was reported of a stored sample; undefined where a store has nothing.
 * @param measures its measures whose names meet IS_REPORTED · @param sample the answer that the store has, and the rule by which it was found
 */
export function reportedOf(
  measures: readonly {name: string; value: number}[],
  {answer, answer_rule}: {answer: string | null; answer_rule: string | null}
): Reported | undefined {
  const found = new Map(measures.map(({name, value}) => [name, value]));
  const right = found.get(REPORTED_RIGHT);
  const scores = Object.fromEntries(
    measures.filter(({name}) => name.startsWith(SCORE)).map(({name, value}) => [name.slice(SCORE.length), value])
  );
  if (right === undefined && Object.keys(scores).length === 0) return undefined;
  const beside = measures.filter(({name}) => name === "confidence" || name === "confidence_chosen");
  return {
    right: right === undefined ? null : right > 0,
    scores,
    ...(answer_rule === "reported" && {answer}),
    ...(beside.length > 0 && {measures: Object.fromEntries(beside.map(({name, value}) => [name, value]))}),
    readable: found.has(OWN_RIGHT)
  };
}

/** What was reported as it is staged. */
export const reportedText = (reported: Reported): string => JSON.stringify(reported);
export const reportedFrom = (row: Row): Reported | undefined =>
  typeof row.reported === "string" ? (JSON.parse(row.reported) as Reported) : undefined;
