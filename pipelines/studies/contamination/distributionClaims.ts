// The averages of the table of domains as claims that the claims auditor recomputes from its rows.
import {ALL, type DomainRow} from "./distributionTable.js";

/** Digits of a rate or share in the tables, and of an average in a claim: fewer, so that rounding of the rows cannot change them. */
const DIGITS = 6;
const PRINTED = 4;

/**
 * A file for `npm run claims`: for each corpus its domains' rates, shares and items as tables, and as claims their average weighted by
 * testable items and their sums. Domains without a testable item or without a share stand in neither table.
 */
export function domainClaims(rows: readonly DomainRow[]): {title: string; source: string; tables: object; claims: object[]} {
  const tables: Record<string, object> = {};
  const claims: object[] = [];
  for (const [i, all] of rows.filter(({domain}) => domain === ALL).entries()) {
    const own = rows.filter(({corpus, domain}) => corpus === all.corpus && domain !== ALL);
    const [rates, shares] = [`rates-${i + 1}`, `shares-${i + 1}`];
    const addClaim = (id: string, of: object, says: string, printed: string) =>
      claims.push({id: `${id}-${i + 1}`, says: `${all.corpus}: ${says}`, ...of, printed});
    tables[rates] = {
      title: `Contaminated items by domain, corpus ${all.corpus}`,
      columns: {items: "count", testable: "count", contaminated: "count", rate: "share"},
      rows: Object.fromEntries(
        own
          .filter(({items}) => items > 0)
          .map(row => [row.domain, [row.items, row.testable, row.contaminated, row.rate ?? 0].map(figure)])
      )
    };
    addClaim("items", {kind: "sum", table: rates, column: "items"}, "items", figure(all.items));
    addClaim("contaminated", {kind: "sum", table: rates, column: "contaminated"}, "contaminated items", figure(all.contaminated));
    if (all.rate !== null)
      addClaim(
        "rate",
        {kind: "mean", table: rates, column: "rate", weights: "testable"},
        "average rate, weighted by testable items",
        all.rate.toFixed(PRINTED)
      );
    if (all.corpus_share === null) continue;
    tables[shares] = {
      title: `Share of the corpus ${all.corpus} by domain, of ${all.documents} documents`,
      columns: {assigned: "count", corpus_share: "share"},
      rows: Object.fromEntries(own.map(row => [row.domain, [row.assigned!, row.corpus_share!].map(figure)]))
    };
    addClaim("documents", {kind: "sum", table: shares, column: "assigned"}, "documents", figure(all.documents));
    addClaim(
      "shares",
      {kind: "sum", table: shares, column: "corpus_share"},
      "shares of the corpus",
      all.corpus_share.toFixed(PRINTED)
    );
  }
  return {title: "contamination_domains", source: "npm run -s contamination -- domains", tables, claims};
}

const figure = (value: number): string => (Number.isInteger(value) ? String(value) : value.toFixed(DIGITS));
