// The whole study of one file of votes, in the form that `npm run human -- study` writes (docs/human-formats.md).

import {plural} from "../../book/plural.js";
import {shareOf} from "../../stats/intervals.js";
import {type VoteAgreement, voteAgreement} from "./agreement/agreement.js";
import {type Agreed, agreedOver, nothing, OVER_NAMES, type PlainAgreed, plainAgreed} from "./agreement/coefficient.js";
import {cohenPooled} from "./agreement/cohen.js";
import {type SelfConsistency, selfConsistency} from "./agreement/repeats.js";
import {type Correlation, correlationsOf, LEAST_MODELS} from "./benchmarks/against.js";
import {common, type Leaderboard} from "./benchmarks/leaderboard.js";
import type {Ties} from "./bradleyTerry/fit.js";
import {type ErrorKind, type Strengths, strengths} from "./bradleyTerry/strengths.js";
import {calibration} from "./judging/calibration.js";
import {jointUnits} from "./judging/joint.js";
import {type Ratings, ratingsOfVotes} from "./ratings/ratings.js";
import {type AspectStudy, ratingStudy} from "./ratings/study.js";
import type {Votes} from "./votes/votes.js";

interface StudyStrength {
  model: string;
  beta: number;
  elo: number;
  se_information: number | null;
  se_sandwich: number | null;
  se_by_prompt: number | null;
  se_by_annotator: number | null;
  rank_lo: number;
  rank_hi: number;
}

export interface Study {
  /** whether any vote or rating is simulated rather than given by a person or a language model */
  simulated: boolean;
  votes: number;
  judges: number;
  agreement: Record<"fleiss" | "krippendorff" | "cohen", PlainAgreed>;
  /** votes that judges cast again on the same answers, of which the first counts in agreement */
  repeats: SelfConsistency;
  strengths: StudyStrength[];
  correlations: Correlation[];
  /** κ with the votes of another file: pairs of judges, one of each file, on the units that both judged; null without another file */
  against: PlainAgreed | null;
  /** one entry per aspect; empty where nobody rated */
  ratings: AspectStudy[];
  /** what a reader must know: regularisation, models left out, warnings of the file */
  notes: string[];
}

export interface StudyOptions {
  against?: Leaderboard | null;
  /** votes of other judges, for comparison */
  others?: Votes | null;
  /** ratings from another file, in place of those in the votes */
  ratings?: readonly Ratings[] | null;
  ties?: Ties;
  ranksBy?: ErrorKind;
  simulated?: boolean;
}

/** The study of ratings without votes. */
export const ratingsAlone = (
  ratings: readonly Ratings[],
  {against = null, ranksBy, simulated = false}: Pick<StudyOptions, "against" | "ranksBy" | "simulated"> = {}
): Study => {
  const none = plainAgreed(nothing("no votes"));
  return {
    simulated,
    votes: 0,
    judges: 0,
    agreement: {fleiss: none, krippendorff: none, cohen: none},
    repeats: {repeats: 0, contradictions: 0, consistent: shareOf(0, 0)},
    strengths: [],
    correlations: [],
    against: null,
    ratings: ratingStudy(ratings, {against, by: ranksBy}),
    notes: ["ratings alone: no strengths and no agreement of votes"]
  };
};

/** Results on strengths and agreement, for the study and its page. */
export interface Findings {
  study: Study;
  strengths: Strengths;
  agreement: VoteAgreement;
}

/** Models of the votes that a table lacks, and models of the table without votes: a few by name. */
function unmatched(models: readonly string[], table: Leaderboard): string[] {
  const pairs = common(new Map(table.models.map(model => [model, 0])), new Map(models.map((model, i) => [model, i])), table);
  const [judged, listed] = [new Set(pairs.map(({y}) => models[y])), new Set(pairs.map(({model}) => model))];
  const reportUnmatched = (all: readonly string[], known: ReadonlySet<string | undefined>, where: string) => {
    const missing = all.filter(model => !known.has(model));
    if (missing.length === 0) return [];
    const names = missing.length > 8 ? "" : `: ${missing.join(", ")}`;
    return [`${missing.length} of ${all.length} models of ${where}${names}`];
  };
  return [
    ...reportUnmatched(models, judged, "the votes are not in the table under that name"),
    ...reportUnmatched(table.models, listed, "the table are in no comparison of the votes")
  ];
}

/** Names of benchmarks without a correlation: a few at most. */
function uncorrelated({benchmarks}: Leaderboard, found: ReadonlySet<string>): string[] {
  const names = benchmarks.map(({name}) => name).filter(name => !found.has(name));
  const listed = names.length > 8 ? `${names.slice(0, 8).join(", ")} and ${names.length - 8} more` : names.join(", ");
  const why = `fewer than ${LEAST_MODELS} models in common with the votes, or all with one score`;
  return names.length > 0 ? [`no correlation of ${listed}: ${why}`] : [];
}

export function humanStudy(
  votes: Votes,
  {against = null, others = null, ratings = null, ties = "half", ranksBy, simulated = false}: StudyOptions = {}
): Findings {
  const found = strengths(votes, {ties, ...(ranksBy && {ranksBy})});
  // As for strengths: the broadest generalisation by default, and where there are too few clusters, the next.
  const over = agreedOver(ranksBy ?? "both");
  const agreement = voteAgreement(votes, {over});
  const cohen = cohenPooled(votes, {over});
  const across = others && kappaWith(votes, others);
  const repeats = selfConsistency(votes).all;
  const notes = [...found.notes, ...repeatNotes(repeats)];
  if (across?.value === null) notes.push(`no κ with the votes held against: ${across.why}`);
  if (agreement.fleiss.value === null) notes.push(`no agreement among judges: ${agreement.fleiss.why}`);
  else if (agreement.fleiss.over !== over && agreement.fleiss.lo !== null)
    notes.push(`intervals of agreement are over ${OVER_NAMES[agreement.fleiss.over!]}: there are none over ${OVER_NAMES[over]}`);
  if (agreement.fleiss.value !== null && cohen.value === null) notes.push(`no Cohen's κ: ${cohen.why}`);
  const preference = new Map(found.rows.map(({model, beta}) => [model, beta]));
  const correlations = against ? correlationsOf(preference, against) : [];
  if (against && correlations.length === 0)
    notes.push(`no benchmark shares ${LEAST_MODELS} models with the votes: no correlations`);
  else if (against) notes.push(...uncorrelated(against, new Set(correlations.map(({benchmark}) => benchmark))));
  if (against) notes.push(...unmatched([...preference.keys()], against));
  const study: Study = {
    simulated,
    votes: votes.n,
    judges: new Set(votes.judge).size,
    agreement: {
      fleiss: plainAgreed(agreement.fleiss),
      krippendorff: plainAgreed(agreement.krippendorff.nominal),
      cohen: plainAgreed(cohen)
    },
    repeats,
    strengths: found.rows.map(({model, beta, elo, se, ranks}) => ({
      model,
      beta,
      elo,
      se_information: se.information,
      se_sandwich: se.votes,
      se_by_prompt: se.prompts,
      se_by_annotator: se.annotators,
      rank_lo: ranks.lo,
      rank_hi: ranks.hi
    })),
    correlations,
    against: across && plainAgreed(across),
    ratings: ratingStudy(ratings ?? ratingsOfVotes(votes), {
      strengths: found.rows,
      votes: ratings ? null : votes,
      against,
      by: ranksBy
    }),
    notes
  };
  return {study, strengths: found, agreement};
}

function repeatNotes({repeats, contradictions, consistent: {n}}: SelfConsistency): string[] {
  if (repeats === 0) return [];
  const units = `${plural(contradictions, "unit")} of ${n}`;
  return [
    `${plural(repeats, "vote")} of judges on answers that they had judged before: agreement counts the first; on ${units} a judge contradicts itself`
  ];
}

/** κ over pairs of one vote of each file, with its interval over prompts; n is the number of units. */
function kappaWith(votes: Votes, others: Votes): Agreed {
  const {judge, units} = calibration(jointUnits(votes, others));
  return {...judge.kappa, n: units};
}
