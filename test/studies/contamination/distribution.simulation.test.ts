// Coverage of the shares of domains by simulation: 200 seeded corpora of known composition, in words that domains share.
import {expect, test} from "vitest";
import {type Random, randomOf} from "../../../pipelines/generate/seed.js";
import {binomialCdf} from "../../../pipelines/stats/distributions.js";
import {domainClassifier} from "../../../pipelines/studies/contamination/distribution.js";
import {leeway, repetitions} from "../../repetitions.js";

const DOMAINS = ["law", "physics", "history"];
const TRUTH = [0.6, 0.4, 0]; // the third is not in the corpus at all
/** A text of twelve words, one in four of its domain's own thirty and the rest of thirty that all share. */
const textOf = (domain: string, random: Random): string =>
  Array.from(
    {length: 12},
    () => `${random.chance(0.25) ? domain : "common"}${"abcdefghij"[random.integer(0, 9)]}${random.pick(["x", "y", "z"])}`
  ).join(" ");

test("intervals hold the true shares, and a domain that is absent is found in at most 5 % of corpora", () => {
  const runs = repetitions(200);
  const covered = [0, 0, 0];
  let found = 0;
  for (let run = 0; run < runs; run++) {
    const random = randomOf(`domains ${run}`);
    const labelled = DOMAINS.flatMap(domain => Array.from({length: 40}, () => ({domain, text: textOf(domain, random)})));
    const corpus = Array.from({length: 100}, () => textOf(random.chance(TRUTH[0]!) ? "law" : "physics", random));
    const counter = domainClassifier(labelled)();
    for (const text of corpus) counter.add(text);
    const {shares} = counter.shares({seed: run, replicates: 200});
    for (const [i, domain] of DOMAINS.entries()) {
      const {low, high} = shares.find(each => each.domain === domain)!;
      if (low! <= TRUTH[i]! + 1e-6 && TRUTH[i]! <= high!) covered[i]!++;
      if (TRUTH[i] === 0 && low! > 0.001) found++;
    }
  }
  expect(found).toBeLessThanOrEqual((0.05 + leeway(0.05, runs)) * runs);
  for (const each of covered) expect(binomialCdf(each, runs, 0.95)).toBeGreaterThan(0.001);
});
