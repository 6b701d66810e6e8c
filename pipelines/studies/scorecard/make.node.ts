// Makes the study tables `suite_categories`, `scorecards` and `domain_scorecards`: what fills the categories of the book's suites that list
// domains, and how the evaluations of a store did in them.
import {canonicalJson, sha256Hex} from "../../book/canonical.js";
import {evaluationOf, maker} from "../maker.node.js";
import {domainScores} from "./domains.js";
import {
  domainsOf,
  headlineCondition,
  listedCategories,
  placeCategories,
  simulatedIn,
  storedScores,
  withEmptied
} from "./storedScores.node.js";
import {scorecardTables} from "./tables.js";

/** What the tables depend on besides the store: the categories, and what fills them. */
export async function key(): Promise<string> {
  const listed = (await listedCategories()).map(({category: {place: _, ...category}, ...each}) => ({...each, category}));
  return `categories ${sha256Hex(canonicalJson(listed)).slice(0, 16)}`;
}

/** Writes the tables into a store, without rows where the book has no suite that lists domains. */
export const make = maker(scorecardTables, async ({folder, stage, open}) => {
  const listed = await listedCategories();
  if (listed.length === 0) return;
  const opened = await open();
  await placeCategories(listed, opened);
  const all = await storedScores(listed, opened);
  const counted = await headlineCondition(opened);
  const scores = counted === null ? all : withEmptied(await storedScores(listed, opened, {counted}), all);
  const simulated = await simulatedIn(folder, opened);
  const filled = scores.filter(({place}) => listed[place]!.state !== "empty");
  for (const row of filled) stage.append("scorecards", {...row, suite_id: row.suite, simulated: simulated.has(row.eval_id)});

  const unclaimed = new Map<number, number>();
  for (const {place, n, truncated, unanswered} of all)
    unclaimed.set(place, (unclaimed.get(place) ?? 0) + n + truncated + unanswered);
  for (const [place, each] of listed.entries())
    stage.append("suite_categories", {
      ...each,
      suite_id: each.suite,
      domain: each.category.domain,
      category: each.category.name,
      origin: each.category.origin,
      published_items: each.category.items,
      averaged: each.category.averaged,
      licence: each.category.licence,
      source: each.category.source,
      notes: each.category.notes ?? null,
      unclaimed: each.state === "empty" ? (unclaimed.get(place) ?? 0) : 0
    });

  const evaluations = new Map(filled.map(score => [score.eval_id, evaluationOf(score)]));
  for (const score of domainScores(filled, domainsOf(listed)))
    stage.append("domain_scorecards", {
      ...score,
      ...evaluations.get(score.eval_id)!,
      suite_id: score.suite,
      simulated: simulated.has(score.eval_id)
    });
});
