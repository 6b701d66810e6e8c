// The words of a report: scores with interval and n, and what a report says of itself.
import type {ReportDocument, ReportedEvaluation} from "./schema.js";

type Score = ReportedEvaluation["scores"][number];
type Bounded = Pick<Score, "score" | "low" | "high">;

/** Domains that a published table of such a suite has as columns, in its order, with what it calls them. */
const PUBLISHED = new Map([
  ["Reasoning", "Reasoning"],
  ["Mathematics", "Mathematics"],
  ["Code generation", "Code"],
  ["Safety", "Safety"]
]);

/** The columns of a suite's table: the domains that the published table has first, then the others as the suite has them. */
export function columnsOf(domains: readonly {domain: string}[]): {domain: string; label: string}[] {
  const names = domains.map(({domain}) => domain);
  const first = [...PUBLISHED.keys()].filter(domain => names.includes(domain));
  return [...first, ...names.filter(domain => !PUBLISHED.has(domain))].map(domain => ({
    domain,
    label: PUBLISHED.get(domain) ?? domain
  }));
}

const fixed = (value: number): string => {
  const text = value.toFixed(1);
  return (text === "-0.0" ? "0.0" : text).replace("-", "−");
};

/** `61.2 [55.0, 67.1]`; without brackets where it has no interval, and a dash where it has no value. */
export function boundedText({score, low, high}: Bounded): string {
  if (score === null) return "—";
  return low === null || high === null ? fixed(score) : `${fixed(score)} [${fixed(low)}, ${fixed(high)}]`;
}

/** The same with the number of answers behind it. */
export const scoreText = (score: Bounded & {n: number}): string =>
  score.score === null ? "—" : `${boundedText(score)} n ${score.n.toLocaleString("en")}`;

/** `3 [1, 5] of 64` */
export const rankText = (rank: ReportedEvaluation["rank"]): string =>
  rank === null ? "—" : `${rank.rank} [${rank.low}, ${rank.high}] of ${rank.among}`;

/** The evaluation's score on the whole or on a domain; undefined where it has no row. */
export const scoreOf = ({scores}: ReportedEvaluation, scope: Score["scope"], domain = ""): Score | undefined =>
  scores.find(each => each.scope === scope && each.domain === domain && each.category === "");

/** A name that tells an evaluation from others of the same model. */
export function namesOf(evaluations: readonly Pick<ReportedEvaluation, "model" | "template" | "sampler">[]): string[] {
  const several = (of: "template" | "sampler") => new Set(evaluations.map(each => each[of])).size > 1;
  const [templates, samplers] = [several("template"), several("sampler")];
  return evaluations.map(({model, template, sampler}) =>
    [model, ...(templates ? [template] : []), ...(samplers ? [sampler] : [])].join(", ")
  );
}

/** What a suite has and lacks, as a sentence. */
export function emptySentence(domains: ReportDocument["suites"][number]["domains"]): string {
  const sum = (of: "categories" | "empty") => domains.reduce((total, each) => total + each[of], 0);
  const [categories, empty] = [sum("categories"), sum("empty")];
  return empty === 0
    ? categories === 1
      ? "Its one category is filled."
      : `All ${categories} categories are filled.`
    : `${empty} of ${categories} categories are empty: nothing fills them, and they are left out of every mean.`;
}

/** Why domains have no score, once each: `Mathematics: all 9 categories are empty`. */
export function reasonsOf({domains, evaluations}: ReportDocument["suites"][number]): string[] {
  return domains.flatMap(({domain}) => {
    const why = new Map<string, number>();
    for (const evaluation of evaluations) {
      const score = scoreOf(evaluation, "domain", domain);
      if (score && score.score === null) why.set(score.why, (why.get(score.why) ?? 0) + 1);
    }
    return [...why].map(([reason, count]) =>
      count === evaluations.length
        ? `${domain}: ${reason}`
        : `${domain}: ${reason} (${count} of ${evaluations.length} evaluations)`
    );
  });
}

export const SIMULATED_SENTENCE = {
  all: "All evaluations are of simulated reference models: programs that calibrate the workbook, not language models.",
  some: "Evaluations marked “simulated” are of reference models: programs that calibrate the workbook, not language models.",
  none: ""
} as const;
