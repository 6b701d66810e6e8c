// Table and summary of the clusters of evaluations that cannot be told apart.

import {html} from "npm:htl";
import type {Evaluation} from "../../studies/compare/answers.js";
import type {ClusterMember, ClusterOptions, Clusters} from "../../studies/compare/clusters.js";
import {countColumn} from "../shared/columns.js";
import {formatCount, formatRate} from "../shared/interval.js";
import {modelLink} from "../shared/modelLink.js";
import {simulatedBadge} from "../shared/simulated.js";
import type {Column} from "../shared/sortable.js";

/** A member of a cluster with its names and its evaluation. */
export interface NamedMember extends ClusterMember, Omit<Evaluation, "groups"> {
  rank: number;
  name: string;
}

/** Members joined with their evaluations, in order of rank. */
export function namedMembers(
  {members}: Clusters,
  evaluations: readonly Evaluation[],
  name: (evaluation: Evaluation) => string
): NamedMember[] {
  return members.map((member, i) => {
    const {groups: _, ...evaluation} = evaluations[member.evaluation]!;
    return {rank: i + 1, name: name(evaluations[member.evaluation]!), ...evaluation, ...member};
  });
}

export const METHOD_NAMES = {
  BH: "paired tests, Benjamini–Hochberg",
  BY: "paired tests, Benjamini–Yekutieli",
  overlap: "95 % intervals overlap"
} as const;

/** Columns of the table of letters. */
export const clusterColumns: Column<NamedMember>[] = [
  {key: "rank", label: "Rank", numeric: true, by: row => row.rank, show: row => formatCount(row.rank)},
  {
    key: "name",
    label: "Evaluation",
    by: row => row.name,
    show: row => html`<span>${modelLink(row.model, row.name)} ${row.simulated ? simulatedBadge() : ""}</span>`
  },
  {
    key: "letters",
    label: "Letters",
    by: row => row.rank,
    show: row => html`<span class="rb-letters">${row.letters}`,
    description: "two evaluations that share a letter do not differ, by the test method above"
  },
  {
    key: "accuracy",
    label: "Excess accuracy",
    numeric: true,
    by: row => row.accuracy,
    show: row => formatRate({value: row.accuracy, ...row}),
    description: "over its own tests; 0 guessing, 100 % knowing; 95 % interval over tests"
  },
  {key: "n", label: "n", numeric: true, by: row => row.n, show: row => formatCount(row.n), description: "its tests that count"},
  countColumn("better", "Better than", "evaluations that it is better than, by the test method above"),
  countColumn("tied", "Tied with", "evaluations from which it does not differ, by the same"),
  countColumn("worse", "Worse than", "evaluations that it is worse than, by the same")
];

/** Summary of the tests, in a few sentences. */
export function clustersSentence(
  {members, pairs, groups, apart}: Clusters,
  {method = "BH", q = 0.05, error = "tests"}: ClusterOptions,
  asked: number
): string {
  if (members.length < 2) return "Fewer than two evaluations pass the filters: there is nothing to compare.";
  const differing = pairs.filter(({differ}) => differ).length;
  const untested = method === "overlap" ? 0 : pairs.filter(({p}) => p === null).length;
  const single = pairs.every(({points}) => points < 2);
  const by =
    method === "overlap"
      ? "differ: their 95 % intervals do not overlap"
      : `differ significantly by paired tests on the tests that both answered, ${error !== "points" ? "with the error over tests of these points" : single ? "with the error over tests, since they all lie in one point" : "clustered by point"}, with at most ${100 * q} % of them expected to be false (${METHOD_NAMES[method].slice("paired tests, ".length)})`;
  const common = pairs.map(({n}) => n);
  return [
    `Of ${formatCount(pairs.length)} pairs of ${formatCount(members.length)} evaluations, ${formatCount(differing)} ${by}.`,
    groups.length === members.length
      ? "Each has a letter of its own."
      : `The letters name ${formatCount(groups.length)} ${groups.length === 1 ? "group" : "overlapping groups"} of evaluations that do not differ; at least ${formatCount(apart.length)} ${apart.length === 1 ? "evaluation" : "evaluations"} can be picked, from the top down, that all differ from one another.`,
    `Two evaluations have between ${formatCount(Math.min(...common))} and ${formatCount(Math.max(...common))} of ${formatCount(asked)} tests in common.`,
    untested === 0
      ? ""
      : `${formatCount(untested)} ${untested === 1 ? "pair" : "pairs"} could not be tested: they have fewer than two tests in common.`
  ]
    .filter(Boolean)
    .join(" ");
}
