// Votes that page Human shows first, and the study of the votes that a reader selects.
import type {Sql} from "../../pipelines/charts/shared/sql.js";
import type {Ties} from "../../pipelines/studies/preferences/bradleyTerry/fit.js";
import type {Votes} from "../../pipelines/studies/preferences/votes/votes.js";
import {type Judgments, type Rated, ratingsFromVotes, type Scores, sampleJudge, shippedJudgments, shippedScores} from "./data.js";
import {chosen, type HumanFilters} from "./inputs.js";
import {computed, isDefault, published, type Shown} from "./shown.js";
import {type ShownStrength, shownStrengths} from "./strengths.js";

/** Votes and scores of the store; `study` is that of all votes, null where the store has none. */
interface StoredStudy {
  judgments: Judgments;
  scores: Scores;
  study: Shown | null;
}

/** Reads votes, scores and their study from the tables of the store. */
export async function storedStudy(sql: Sql): Promise<StoredStudy> {
  const [judgments, scores] = await Promise.all([shippedJudgments(sql), shippedScores(sql)]);
  return {judgments, scores, study: await published(sql, judgments)};
}

/** Votes that pass the filters, with their ratings, their study and the strengths of the models. */
interface SelectedStudy {
  votes: Votes;
  ties: Ties;
  rated: Rated;
  study: Shown;
  rows: ShownStrength[];
}

/** Returns the study of the votes that pass the filters: the stored one where that is of all stored votes, else computed. */
export function studyOf({
  judgments,
  filters,
  stored,
  sql
}: {
  judgments: Judgments;
  filters: HumanFilters;
  stored: StoredStudy;
  sql: Sql;
}): SelectedStudy {
  const {votes, ties} = chosen(judgments.votes, filters);
  const rated = ratingsFromVotes(judgments, chosen(judgments.votes, {...filters, ties: "half"}).votes);
  const isStored = judgments === stored.judgments;
  const study =
    stored.study && isStored && isDefault(filters)
      ? stored.study
      : computed(votes, {ties, filters, rated, shipped: isStored ? () => sampleJudge(sql) : null});
  return {votes, ties, rated, study, rows: shownStrengths(study.fit, judgments.simulated)};
}
