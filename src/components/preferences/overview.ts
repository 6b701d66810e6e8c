// Sentences of the overview of page Human: agreement, judge against people, and benchmarks.
import {type CorrelationRow, peopleCard} from "../../pipelines/charts/overview/cards.js";
import type {Sql} from "../../pipelines/charts/shared/sql.js";
import {plainRows} from "../shared/answers.js";
import {againstSentence} from "./against.js";
import {agreementInShort} from "./agreement.js";
import {
  correlationRows,
  correlationSentence,
  criteriaOf,
  publishedCorrelations,
  shownCorrelations,
  usable
} from "./correlations.js";
import type {Scores} from "./data.js";
import {againstIn, agreementIn, type Shown} from "./shown.js";
import type {ShownStrength} from "./strengths.js";

interface Overview {
  agreement: string;
  against: string;
  correlation: string;
}

/**
 * Three sentences: how far judges agree, how far a judging model agrees with people, and which benchmark correlates most with the first
 * criterion.
 * @param other a second table of scores, whose columns are criteria then · @param published tables whose study has the correlations with the
 * strengths of the votes; null where these are not of the shown votes
 */
export async function overviewOf(
  study: Shown,
  {
    rows,
    scores,
    other,
    published
  }: {
    rows: readonly ShownStrength[];
    scores: Scores;
    other: Scores | null;
    published: Sql | null;
  }
): Promise<Overview> {
  const criteria = criteriaOf(rows, scores, other);
  const criterion = usable(criteria, scores)[0]!;
  const own = criteria.find(({from}) => from === "votes")!;
  const list =
    published && criterion === own
      ? await publishedCorrelations(published)
      : shownCorrelations(criterion, scores, {bootstrap: false});
  return {
    agreement: agreementInShort(await agreementIn(study)),
    against: againstSentence(await againstIn(study)),
    correlation: correlationSentence(correlationRows(list, scores), criterion, own, scores)
  };
}

/** Returns the figure of page Overview in a sentence: the rank correlation of the benchmark that has most models; empty without correlations. */
export async function widestCorrelation(sql: Sql): Promise<string> {
  const rows = await sql.query(
    `select benchmark, criterion, value, low, high, n::double as n, simulated from correlations
    where coefficient = 'spearman' and value is not null order by n desc, benchmark, criterion`
  );
  return widestSentence(plainRows<CorrelationRow>(rows));
}

/** Returns the sentence of the correlation with most models. @param rows rank correlations */
export function widestSentence(rows: readonly CorrelationRow[]): string {
  const card = peopleCard(rows);
  return card ? `${card.estimate}: ${card.text.split(";")[0]} (the figure on the Overview).` : "";
}
