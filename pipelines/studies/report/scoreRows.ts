// From how an evaluation did in the categories of a suite to its rows in the report.
import {type CategoryScore, domainScores, type ListedDomain} from "../scorecard/domains.js";
import {type Aggregate, aggregate, byDomain, byItem} from "./aggregate.js";
import {fullScore, type HumanPart} from "./human.js";
import type {ScoreRow} from "./rows.js";

/** How an evaluation did in the categories of one suite that it was asked. */
export interface Asked {
  eval_id: string;
  suite: string;
  categories: readonly (CategoryScore & {category: string; number: number})[];
}

type Part = Pick<
  ScoreRow,
  "scope" | "domain" | "category" | "score" | "low" | "high" | "n" | "categories" | "empty" | "scored" | "why"
>;

/** Scores on the scale of a report, 100 = knows all. */
const hundred = (value: number | null): number | null => (value === null ? null : 100 * value);
const scored = ({value, low, high, n, scored: of, why}: Omit<Aggregate, "draws" | "se">) => ({
  score: hundred(value),
  low: hundred(low),
  high: hundred(high),
  n,
  scored: of,
  why
});

/** The overall score of an evaluation, whose draws ranks and the full score rest on. */
export const overallOf = ({eval_id, suite, categories}: Asked): Aggregate =>
  aggregate(categories, {weights: byDomain, seed: `${eval_id} ${suite}`});

/**
 * The rows of an evaluation: the whole in three ways, then each domain of the suite with its categories that were asked. Values and intervals
 * of domains and categories are those of the scorecard.
 */
export function partsOf(
  asked: Asked,
  {overall, domains, human}: {overall: Aggregate; domains: readonly ListedDomain[]; human: HumanPart | undefined}
): Part[] {
  const {eval_id, suite, categories} = asked;
  const seed = `${eval_id} ${suite}`;
  const all = {
    domain: "",
    category: "",
    categories: domains.reduce((sum, each) => sum + each.categories, 0),
    empty: domains.reduce((sum, each) => sum + each.empty, 0)
  };
  const items = aggregate(categories, {weights: byItem, seed: `${seed}, item-weighted`});
  const full = human ? fullScore(overall, human, {seed}) : {...NO_VALUE, why: "no votes on its answers in this store"};
  const found = new Map(domainScores(categories, domains).map(each => [each.domain, each]));
  return [
    {scope: "overall", ...all, ...scored(overall)},
    {scope: "item-weighted", ...all, ...scored(items)},
    {scope: "full", ...all, ...scored(full)},
    ...domains.flatMap((listed): Part[] => {
      const own = categories.filter(({domain}) => domain === listed.domain);
      const score = found.get(listed.domain) ?? NO_VALUE;
      return [
        {
          scope: "domain",
          domain: listed.domain,
          category: "",
          categories: listed.categories,
          empty: listed.empty,
          ...scored({...score, why: whyOfDomain(listed, {asked: own.length, value: score.value, low: score.low})})
        },
        ...own.map(
          ({category, value, low, high, value_n, metric}): Part => ({
            scope: "category",
            domain: listed.domain,
            category,
            categories: 1,
            empty: 0,
            ...scored({value, low, high, n: value_n, scored: value === null ? 0 : 1, why: whyOf({value, low, metric})})
          })
        )
      ];
    })
  ];
}

const NO_VALUE = {value: null, low: null, high: null, n: 0, scored: 0, why: ""};

const whyOf = ({value, low, metric}: {value: number | null; low: number | null; metric: string}): string => {
  if (value === null) return "no answer could be scored";
  return low === null ? `the values of ${metric} are one, or all alike` : "";
};

function whyOfDomain(
  {categories, empty}: ListedDomain,
  {asked, value, low}: {asked: number; value: number | null; low: number | null}
): string {
  if (value !== null) return low === null ? "the values of a category are one, or all alike" : "";
  if (categories === empty) return categories === 1 ? "its category is empty" : `all ${categories} categories are empty`;
  return asked === 0 ? "it was asked nothing of this" : "no answer could be scored";
}
