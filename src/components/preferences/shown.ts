// The studies of votes that page Human shows: from the study's tables, or computed for a selection or a file.

import {html} from "npm:htl";
import type {Sql} from "../../pipelines/charts/shared/sql.js";
import {type Leaf, valueOfLeaves} from "../../pipelines/store/pointers.js";
import type {JudgePair} from "../../pipelines/studies/preferences/agreement/agreement.js";
import {type Agreed, type AgreedOver, OVER_NAMES} from "../../pipelines/studies/preferences/agreement/coefficient.js";
import type {Ties} from "../../pipelines/studies/preferences/bradleyTerry/fit.js";
import {
  ERRORS,
  type ErrorKind,
  leadOf,
  type Strength,
  type Strengths,
  strengths
} from "../../pipelines/studies/preferences/bradleyTerry/strengths.js";
import {type WinCell, winCells} from "../../pipelines/studies/preferences/bradleyTerry/winCells.js";
import {type AspectStudy, ratingStudy} from "../../pipelines/studies/preferences/ratings/study.js";
import {
  adjustedFor,
  type Effects,
  judgePairs,
  type ShownJudge,
  type ShownParts,
  sensitivityOf,
  shownJudges,
  swapsAndHalves
} from "../../pipelines/studies/preferences/shownParts.js";
import {humanStudy, type Study} from "../../pipelines/studies/preferences/study.js";
import type {Votes} from "../../pipelines/studies/preferences/votes/votes.js";
import {once} from "../shared/deferred.js";
import {saveText} from "../shared/download.js";
import {type Against, againstOf, ofJudge} from "./against.js";
import {type AgreementShown, agreementOf} from "./agreement.js";
import type {Judgments, Rated, Scores} from "./data.js";
import {errorName, type HumanFilters} from "./inputs.js";

// What the page shows of votes: of the shipped ones as they are from the study's tables, of a selection or a reader's file computed.

/** Strengths as far as the page shows them. */
export interface ShownFit extends Pick<Strengths, "rows" | "ranksBy" | "notes"> {
  /** lead of the first model over the second, in log-odds; null with fewer than two models */
  lead: {value: number; lo: number | null; hi: number | null} | null;
}

/** Each part is read or computed when it is asked for. */
export interface Shown {
  fit: ShownFit;
  wins(): WinCell[] | Promise<WinCell[]>;
  agreement(): AgreementShown | Promise<AgreementShown>;
  judges(): ShownJudge[] | Promise<ShownJudge[]>;
  pairs(): JudgePair[] | null | Promise<JudgePair[] | null>;
  effects(): Effects | Promise<Effects>;
  /** @param rated a reader's ratings; null for those of the votes */
  ratings(rated: Rated | null): AspectStudy[] | Promise<AspectStudy[]>;
  /** @param held a reader's other votes, for comparison; null for those that ship, where these are shown */
  against(held: Judgments | null): Against | null | Promise<Against | null>;
}

/** The agreement, which the overview and a section share. */
export const agreementIn = once((study: Shown) => study.agreement());
/** The shipped judge compared with people, which the overview and a section share. */
export const againstIn = once((study: Shown) => study.against(null));
/** What moves the verdicts, which two sections share. */
export const effectsIn = once((study: Shown) => study.effects());

/** Whether all shipped votes are shown as the study's tables have them. */
export const isDefault = ({judge, turn, ties, errors}: HumanFilters): boolean =>
  judge === "all" && turn === "all" && ties === "half" && errors === "both";

const judged = once((votes: Votes) => once((found: Strengths) => shownJudges(votes, found)));
const paired = once(judgePairs);
const unmoved = once(swapsAndHalves);
const adjusted = (ties: Ties) => once((votes: Votes) => adjustedFor(votes, ties));
const HELD: Record<Ties, (votes: Votes) => Effects["held"]> = {
  half: adjusted("half"),
  davidson: adjusted("davidson"),
  "rao-kupper": adjusted("rao-kupper")
};

/**
 * Computed from votes.
 * @param votes those that pass the filters · @param rated the ratings of the votes · @param shipped reads the votes of the shipped judge, where
 * the shipped votes are shown
 */
export function computed(
  votes: Votes,
  {ties, filters, rated, shipped}: {ties: Ties; filters: HumanFilters; rated: Rated; shipped: (() => Promise<Judgments>) | null}
): Shown {
  const found = strengths(votes, {ties, ranksBy: filters.errors});
  const [first, second] = found.rows;
  const lead = first && second ? leadOf(found, first.model, second.model) : null;
  return {
    fit: {rows: found.rows, ranksBy: found.ranksBy, notes: found.notes, lead},
    wins: () => winCells(found),
    agreement: () => agreementOf(votes, filters.errors),
    judges: () => judged(votes)(found),
    pairs: () => paired(votes),
    effects: () => ({held: HELD[ties](votes), ...unmoved(votes), sensitivity: sensitivityOf(found)}),
    ratings: own => ratedStudy(own ?? rated, found, filters.errors),
    against: async held => againstOf(votes, held ?? (await shipped?.()) ?? null, {filters})
  };
}

const ratedStudy = ({ratings, votes}: Rated, {rows}: Pick<Strengths, "rows">, by: ErrorKind): AspectStudy[] =>
  ratingStudy(ratings, {votes, strengths: rows, by});

interface StrengthRow extends Omit<Strength, "se" | "interval" | "ranks"> {
  over: ErrorKind;
  low: number | null;
  high: number | null;
  rank: number;
  rank_lo: number;
  rank_hi: number;
  rank_at_most: Iterable<number>;
  lead: number | null;
  lead_low: number | null;
  lead_high: number | null;
  se_information: number | null;
  se_sandwich: number | null;
  se_by_prompt: number | null;
  se_by_annotator: number | null;
  se_both: number | null;
}

/** Read from the study's tables. Null where these have no strengths. */
export async function published(sql: Sql, {groundTruth, simulated, votes}: Judgments): Promise<Shown | null> {
  const rows = Array.from(await sql`select * from strengths order by beta desc, model`, row => row as unknown as StrengthRow);
  const [first] = rows;
  if (!first) return null;
  const {over: ranksBy, lead, lead_low, lead_high} = first;
  const fit: ShownFit = {
    rows: rows.map(strengthOf),
    ranksBy,
    notes: [],
    lead: lead === null ? null : {value: lead, lo: lead_low, hi: lead_high}
  };
  const part = async <P extends keyof ShownParts>(name: P): Promise<ShownParts[P]> => {
    const leaves = await sql`select pointer, kind, value, text from preference_details where part = ${name} order by position`;
    return valueOfLeaves(leaves as unknown as Iterable<Leaf>) as ShownParts[P];
  };
  return {
    fit,
    wins: () => part("wins"),
    agreement: () => agreementOfTable(sql),
    judges: () => part("judges"),
    pairs: () => part("pairs"),
    effects: () => part("effects"),
    ratings: async own => (own ? ratedStudy(own, fit, "both") : part("ratings")),
    async against(held) {
      if (held) return againstOf(votes, held, {filters: {judge: "all", turn: "all", ties: "half", errors: "both"}});
      return ofJudge(await part("against"), {name: "the shipped judge", simulated, groundTruth});
    }
  };
}

function strengthOf({
  model,
  votes,
  beta,
  elo,
  over,
  low,
  high,
  rank,
  rank_lo,
  rank_hi,
  rank_at_most,
  ...row
}: StrengthRow): Strength {
  const none = Object.fromEntries(ERRORS.map(kind => [kind, null])) as Strength["interval"];
  return {
    model,
    votes,
    beta,
    elo,
    se: {
      information: row.se_information,
      votes: row.se_sandwich,
      prompts: row.se_by_prompt,
      annotators: row.se_by_annotator,
      both: row.se_both
    },
    interval: {...none, [over]: low === null || high === null ? null : [low, high]},
    ranks: {rank, lo: rank_lo, hi: rank_hi, among: Array.from(rank_at_most, share => Math.round(share * DRAWN) / DRAWN)}
  };
}
/** Curves are published in single precision; these are shares of 2,000 draws. */
const DRAWN = 2_000;

interface AgreementRow {
  coefficient: string;
  ties: boolean;
  value: number | null;
  low: number | null;
  high: number | null;
  over: string | null;
  n: number;
  votes: number;
  observed: number | null;
  observed_low: number | null;
  observed_high: number | null;
  observed_over: string | null;
  chance: number | null;
  rate_first: number;
  rate_tie: number;
  rate_second: number;
}

async function agreementOfTable(sql: Sql): Promise<AgreementShown> {
  const rows = Array.from(await sql`select * from agreement`, row => row as unknown as AgreementRow);
  const of = (ties: boolean, coefficient: string) => rows.find(row => row.ties === ties && row.coefficient === coefficient)!;
  const own = (ties: boolean, coefficient: string): Agreed => {
    const {value, low, high, over, n} = of(ties, coefficient);
    return agreed({value, lo: low, hi: high, n}, over);
  };
  const all = (ties: boolean): AgreementShown["all"] => {
    const {observed, observed_low, observed_high, observed_over, n, ...row} = of(ties, "fleiss");
    return {
      fleiss: own(ties, "fleiss"),
      krippendorff: {
        nominal: own(ties, "krippendorff nominal"),
        ordinal: own(ties, "krippendorff ordinal"),
        interval: own(ties, "krippendorff interval")
      },
      observed: agreed({value: observed, lo: observed_low, hi: observed_high, n}, observed_over),
      chance: row.chance,
      rates: {first: row.rate_first, tie: row.rate_tie, second: row.rate_second},
      units: n,
      votes: row.votes
    };
  };
  return {all: all(true), decided: all(false), cohen: [own(true, "cohen"), own(false, "cohen")]};
}

const OVER = new Map(Object.entries(OVER_NAMES).map(([over, name]) => [name, over as AgreedOver]));
const agreed = (of: Agreed, over: string | null): Agreed => ({
  ...of,
  over: over === null ? null : (OVER.get(over) ?? null),
  ...(of.value === null && {why: "no two votes tell"})
});

// The complete study of the data on the page, in the form of `npm run human -- study --out study.json` (docs/human-formats.md).

interface ShownVotes {
  judgments: Judgments;
  votes: Votes;
  ties: Ties;
  filters: HumanFilters;
  scores: Scores;
}

/** The study as the command writes it; its first notes say which votes it covers. */
function studyOf({judgments, votes, ties: counted, filters, scores}: ShownVotes): Study {
  const {study} = humanStudy(votes, {ties: counted, ranksBy: filters.errors, against: scores, simulated: judgments.simulated});
  const {judge, turn, ties} = filters;
  const about = [
    `votes of ${judgments.name}${judge === "all" ? "" : `, judge ${judge} alone`}${turn === "all" ? "" : `, turn ${turn} alone`}${ties === "left out" ? ", ties left out" : ""}; ranks rest on errors over ${errorName(filters.errors)}`,
    ...(judgments.simulated ? ["simulated: the models are built-in reference models, not language models"] : []),
    `correlated with ${scores.name}`
  ];
  return {...study, notes: [...about, ...judgments.notes, ...scores.notes, ...study.notes]};
}

export function studyButton(shown: ShownVotes): HTMLElement {
  const save = () => saveText(`${JSON.stringify(studyOf(shown), null, 2)}\n`, {name: "study.json", type: "application/json"});
  return html`<button type="button" class="rb-button" id="save-study" onclick=${save}>Download the study (JSON)`;
}
