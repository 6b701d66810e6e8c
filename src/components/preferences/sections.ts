// Sections of page Human: the sentences, charts and tables of each, from one study.
import {html} from "npm:htl";
import type {WinCell} from "../../pipelines/studies/preferences/bradleyTerry/winCells.js";
import type {AspectStudy} from "../../pipelines/studies/preferences/ratings/study.js";
import {distinct} from "../../pipelines/studies/preferences/votes/votes.js";
import {csvButton} from "../shared/download.js";
import {tableBox} from "../shared/page.js";
import {
  againstSentence,
  againstTable,
  biasList,
  confusionTable,
  consensusPlot,
  consensusSentence,
  favourPlot,
  ordersSentence,
  winRateColumns,
  winRateSentence,
  worthSentence
} from "./against.js";
import {agreementSentence, agreementTable, judgeColumns, judgeSentence, pairColumns, pairSentence} from "./agreement.js";
import type {Judgments, Rated} from "./data.js";
import {effectList} from "./effects.js";
import {
  ratedModelColumns,
  ratedModels,
  ratingAgreementTable,
  ratingRows,
  ratingsIntro,
  ratingsPlot,
  severeJudges,
  severityColumns,
  severityRows,
  severitySentence
} from "./ratings.js";
import type {studyOf} from "./selected.js";
import {againstIn, agreementIn, effectsIn, type Shown, studyButton} from "./shown.js";
import {
  adjustedColumns,
  adjustedFile,
  adjustedIntro,
  type ShownStrength,
  shownAdjusted,
  strengthColumns,
  strengthFile,
  strengthPlot,
  strengthSentence,
  winPlot,
  winSentence
} from "./strengths.js";

interface Size {
  width: number;
}

/** Describes how strong the models are. */
export function describeStrengths({votes, ties, study, rows}: ReturnType<typeof studyOf>) {
  const {fit} = study;
  const judges = distinct(votes.judge, votes.judges.length);
  return {
    sentence: strengthSentence(rows, {votes: votes.n, judges, found: fit}),
    figure: ({width}: Size) => (rows.length > 1 ? strengthPlot(rows, {width, ranksBy: fit.ranksBy}) : html.fragment``),
    /** Returns the table, and buttons for its file and for that of the whole study. */
    table: (context: Omit<Parameters<typeof studyButton>[0], "votes" | "ties">): Node =>
      html.fragment`${tableBox("strengths", rows, strengthColumns(), {sort: "-elo"})}<div class="rb-bar">${csvButton(() => strengthFile(rows), "strengths.csv")} ${studyButton({...context, votes, ties})}</div>`
  };
}

/** Describes how often each model was preferred to each other one. */
export const describeWins = (cells: readonly WinCell[], rows: readonly ShownStrength[]) => ({
  sentence: winSentence(cells, rows.length),
  figure({width}: Size): Node {
    if (cells.length === 0) return html.fragment``;
    const names = rows.map(({model}) => model);
    const simulated = rows.some(row => row.simulated);
    return html.fragment`${winPlot(cells, {names, width, simulated})}${csvButton(() => cells, "pairs.csv")}`;
  }
});

/** Describes how far judges agree. */
export async function describeAgreement(study: Shown, {simulated}: Pick<Judgments, "simulated">) {
  const agreement = await agreementIn(study);
  return {sentence: agreementSentence(agreement), table: () => agreementTable(agreement, simulated)};
}

/** Describes each judge, and on request pairs of judges. */
export async function describeJudges(study: Shown) {
  const judges = await study.judges();
  return {
    sentence: judgeSentence(judges),
    table: () => tableBox("judges", judges, judgeColumns(judges), {sort: "-votes", key: "judges-sort"}),
    async pairs() {
      const pairs = await study.pairs();
      const table = () => tableBox("judge-pairs", pairs ?? [], pairColumns(), {sort: "-units", key: "judge-pairs-sort"});
      return {sentence: pairSentence(pairs), table};
    }
  };
}

/** Describes ratings of single answers, aspect by aspect. */
export const describeRatings = (
  aspects: readonly AspectStudy[],
  {rated, groundTruth}: {rated: Rated} & Pick<Judgments, "groundTruth">
) => ({
  intro: () => ratingsIntro(aspects, rated, groundTruth),
  figure: ({width}: Size) => (aspects.length > 0 ? ratingsPlot(aspects, {width, simulated: rated.simulated}) : html.fragment``),
  /** Returns the means by model, the agreement of judges, and a sentence on their severity. */
  table(): Node {
    if (aspects.length === 0) return html.fragment``;
    const csv = ["ratings.csv", () => ratingRows(aspects)] as const;
    const models = tableBox("ratings-models", ratedModels(aspects), ratedModelColumns(aspects), {key: "ratings-sort", csv});
    return html.fragment`${models}${ratingAgreementTable(aspects, rated.simulated)}<p id="severity-reading">${severitySentence(aspects)}</p>`;
  },
  severityTable: () =>
    tableBox("severity", severeJudges(aspects), severityColumns(aspects), {
      key: "severity-sort",
      csv: ["severity.csv", () => severityRows(aspects)]
    })
});

/** Describes what moves the verdicts, and the strengths with that held equal. */
export async function describeEffects(
  study: Shown,
  rows: readonly ShownStrength[],
  {groundTruth}: Pick<Judgments, "groundTruth">
) {
  const effects = await effectsIn(study);
  const equal = shownAdjusted(effects.held, rows);
  return {
    list: () => effectList(effects, groundTruth),
    intro: () => adjustedIntro(equal, effects.held),
    table: () =>
      tableBox("held", equal, adjustedColumns(), {
        sort: "-held",
        key: "held-sort",
        csv: ["held-equal.csv", () => adjustedFile(equal)]
      })
  };
}

/** Describes a judge compared with people. @param others a reader's other votes; null for the stored judge's */
export async function describeAgainst(study: Shown, others: Judgments | null) {
  const against = await (others ? study.against(others) : againstIn(study));
  const shared = against !== null && against.calibration.units > 0 ? against : null;
  const winRateRows = () =>
    shared!.winRates.map(({people, corrected, ...row}) => ({
      ...row,
      people: people.value,
      people_low: people.lo,
      people_high: people.hi,
      corrected: corrected.value,
      corrected_low: corrected.lo,
      corrected_high: corrected.hi
    }));
  return {
    sentence: againstSentence(against),
    table: () => (shared ? againstTable(shared) : html.fragment``),
    consensus: shared ? consensusSentence(shared) : "",
    consensusFigure: ({width}: Size) =>
      shared ? html.fragment`${consensusPlot(shared, {width})}${confusionTable(shared)}` : html.fragment``,
    biasFigure: ({width}: Size) => (shared ? html.fragment`${biasList(shared)}${favourPlot(shared, {width})}` : html.fragment``),
    orders: shared ? ordersSentence(shared) : "",
    worth: shared ? `${worthSentence(shared)} ${winRateSentence(shared)}` : "",
    winRates: () =>
      tableBox("win-rates", shared?.winRates ?? [], winRateColumns(), {
        sort: "-corrected",
        key: "win-rates-sort",
        csv: ["win-rates.csv", winRateRows]
      })
  };
}
