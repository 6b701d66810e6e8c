// Audits a file of claims: one row per figure.
import {auditBound, auditLargest} from "./bound.js";
import {auditAgreement, auditAuc, auditDesign} from "./checks.js";
import {auditMeanOfColumns, auditOrder, auditRatio, auditShare} from "./columns.js";
import {auditCompare} from "./compare.js";
import {auditInterval, auditRankCorrelation} from "./correlation.js";
import type {Finding} from "./finding.js";
import {auditMean, auditProduct, auditQuotient, auditSum} from "./mean.js";
import {VERDICTS, type Verdict} from "./rounding.js";
import type {Claim, ClaimsFile} from "./schema.js";

export interface Audited extends Finding {
  /** The claim's name, followed by a slash and its part, if there are several. */
  id: string;
  claim: string;
  kind: Claim["kind"];
  /** The report's words, or the question that is asked of its figures. */
  says: string;
  quoted: boolean;
}

/** Findings for every figure of a file, in the file's order. */
export function audit({tables, claims}: ClaimsFile): Audited[] {
  return claims.flatMap(claim =>
    findings(claim, tables).map(finding => ({
      id: finding.part === "" ? claim.id : `${claim.id}/${finding.part}`,
      claim: claim.id,
      kind: claim.kind,
      says: claim.says ?? claim.asks ?? "",
      quoted: claim.says !== undefined,
      ...finding,
      // Binary arithmetic gives 82.19999999999999 where 82.2 is meant.
      value: tidied(finding.value),
      low: tidied(finding.low),
      high: tidied(finding.high)
    }))
  );
}

const tidied = (value: number | null): number | null =>
  value === null || !Number.isFinite(value) ? null : Number(value.toPrecision(12));

function findings(claim: Claim, tables: ClaimsFile["tables"]): Finding[] {
  const table = "table" in claim ? tables[claim.table]! : null;
  switch (claim.kind) {
    case "mean":
      return auditMean(claim, table!);
    case "sum":
      return auditSum(claim, table!);
    case "product":
      return auditProduct(claim);
    case "quotient":
      return auditQuotient(claim);
    case "better":
    case "times":
      return auditCompare(claim, table!);
    case "below":
    case "above":
      return auditBound(claim, table!);
    case "largest":
      return auditLargest(claim, table!);
    case "interval":
      return auditInterval(claim, table!);
    case "rank-correlation":
      return auditRankCorrelation(claim, table!);
    case "ratio":
    case "relative":
      return auditRatio(claim, table!);
    case "share":
      return auditShare(claim, table!);
    case "mean-of-columns":
      return auditMeanOfColumns(claim, table!);
    case "same-order":
      return auditOrder(claim, table!);
    case "auc":
      return auditAuc(claim, table!);
    case "agreement":
      return auditAgreement(claim);
    case "design":
      return auditDesign(claim);
  }
}

/** Number of figures with each verdict, best first, without verdicts that do not occur. */
export const verdictCounts = (rows: readonly Pick<Audited, "verdict">[]): {verdict: Verdict; count: number}[] =>
  VERDICTS.map(verdict => ({verdict, count: rows.filter(row => row.verdict === verdict).length})).filter(({count}) => count > 0);
