// Shares of domains in a corpus, their table, and what the claims auditor says of its average.
import fc from "fast-check";
import {describe, expect, test} from "vitest";
import {defaultQuestions} from "../../../pipelines/generate/registry.node.js";
import {audit} from "../../../pipelines/studies/claims/audit.js";
import {readClaims} from "../../../pipelines/studies/claims/schema.js";
import {
  ALL,
  domainClaims,
  domainClassifier,
  domainRows,
  domainsTable,
  type LabelledText,
  OTHER,
  sharesOf,
  termsOf,
  trainClassifier
} from "../../../pipelines/studies/contamination/distribution.js";

import {VERDICTS} from "../../../pipelines/studies/contamination/settings.js";

/** Shares of domains in some documents. */
function domainShares(texts: readonly LabelledText[], documents: readonly string[]) {
  const counter = domainClassifier(texts)();
  for (const text of documents) counter.add(text);
  return counter.shares();
}

const rows = (...values: number[][]) => values.map(row => Float64Array.from(row));

test("shares undo the confusion exactly where that is possible, and stay within 0 and 1 where it is not", () => {
  // (0.62 − 0.2) ÷ 0.7 = 0.6, and a system of three by exact fractions in Python: (½, 3⁄10, ⅕) gives (43, 28, 29) of 100
  const two = rows([0.9, 0.1], [0.2, 0.8]);
  expect([...sharesOf(Float64Array.of(620, 380), two)]).toEqual([expect.closeTo(0.6, 6), expect.closeTo(0.4, 6)]);
  const three = rows([0.8, 0.1, 0.1], [0.1, 0.7, 0.2], [0, 0.1, 0.9]);
  const found = sharesOf(Float64Array.of(43, 28, 29), three);
  for (const [i, share] of [0.5, 0.3, 0.2].entries()) expect(found[i]!).toBeCloseTo(share, 5);
  // more assigned than any share explains: all of it
  expect([...sharesOf(Float64Array.of(99, 1), two)]).toEqual([expect.closeTo(1, 3), expect.closeTo(0, 3)]);
});

test("shares of any counts and confusion sum to 1", () => {
  const counts = fc.array(fc.nat(50), {minLength: 3, maxLength: 3}).filter(list => list.some(count => count > 0));
  const row = fc.array(fc.double({min: 0.01, max: 1, noNaN: true}), {minLength: 3, maxLength: 3});
  fc.assert(
    fc.property(counts, fc.array(row, {minLength: 3, maxLength: 3}), (counts, given) => {
      const confusion = given.map(row => {
        const total = row.reduce((sum, each) => sum + each, 0);
        return Float64Array.from(row, each => each / total);
      });
      const shares = sharesOf(Float64Array.from(counts), confusion);
      expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9);
      expect(shares.every(share => share >= 0 && share <= 1)).toBe(true);
    })
  );
});

test("terms are words and pairs of words, numbers alike", () => {
  expect(termsOf("Add 12, then 7!")).toEqual(["add", "0", "then", "0", "add 0", "0 then", "then 0"]);
  expect(termsOf("—")).toEqual([]);
});

test("a classifier tells classes by their words, and gives no class to a text without any", () => {
  const classify = trainClassifier(
    [
      {label: 0, text: "ships and harbours"},
      {label: 1, text: "numbers and sums"}
    ],
    2
  );
  expect(classify("the harbours of ships")).toBe(0);
  expect(classify("sums of numbers")).toBe(1);
  expect(classify("…")).toBe(-1);
});

const promptsOf = (name: string, from: number, count: number) => {
  const questionAt = defaultQuestions(name, 3);
  return Array.from({length: count}, (_, i) => questionAt(from + i).prompt);
};
const DOMAINS = ["movies", "dates", "shuffle"];
const labelled: LabelledText[] = DOMAINS.flatMap(domain => promptsOf(domain, 0, 20).map(text => ({domain, text})));
const background: LabelledText[] = promptsOf("tables", 0, 20).map(text => ({domain: OTHER, text}));

describe("shares of a corpus", () => {
  test("known shares are recovered, with log-odds against the benchmark", () => {
    const corpus = [...promptsOf("movies", 100, 60), ...promptsOf("dates", 100, 30), ...promptsOf("tables", 100, 10)];
    const {shares, documents, open, why} = domainShares([...labelled, ...background], corpus);
    expect({documents, open, why}).toEqual({documents: 100, open: true, why: ""});
    expect(shares.map(({domain}) => domain)).toEqual(["dates", "movies", "shuffle", OTHER]);
    for (const {domain, share, low, high} of shares) {
      const truth = {movies: 0.6, dates: 0.3, shuffle: 0, [OTHER]: 0.1}[domain]!;
      expect(low! <= truth + 1e-6 && truth <= high! + 1e-6).toBe(true);
      expect(share!).toBeCloseTo(truth, 1);
    }
    const movies = shares.find(({domain}) => domain === "movies")!;
    expect(movies.benchmark_share).toBeCloseTo(1 / 3, 12);
    expect(movies.log_odds!).toBeCloseTo(Math.log(movies.share! / (1 - movies.share!)) - Math.log(0.5), 9);
    expect(movies.log_odds_low!).toBeGreaterThan(0);
    expect(shares.at(-1)!.log_odds).toBeNull(); // the benchmark holds nothing of the background
    expect(shares.find(({domain}) => domain === "shuffle")!.high!).toBeGreaterThan(0);
  });

  test("log-odds end where the interval of a share ends at 0: no number stands for what has no end", () => {
    const {shares} = domainShares(labelled, promptsOf("movies", 100, 30));
    for (const {low, high, log_odds_low, log_odds_high, log_odds} of shares) {
      if (low! <= 1e-9) expect(log_odds_low).toBeNull();
      if (high! >= 1 - 1e-9) expect(log_odds_high).toBeNull();
      for (const value of [log_odds, log_odds_low, log_odds_high]) expect(Math.abs(value ?? 0)).toBeLessThan(30);
    }
    expect(shares.some(({low}) => low! <= 1e-9)).toBe(true);
  });

  test("without a background every document counts as of a domain, and it is said", () => {
    expect(domainShares(labelled, promptsOf("movies", 50, 9))).toMatchObject({open: false, documents: 9, why: ""});
  });

  test.each([
    ["shares need two domains, or one and a background of other documents", [], ["a b"]],
    ["shares need two domains, or one and a background of other documents", labelled.slice(0, 20), ["a b"]],
    ["shuffle: fewer than 5 texts, too few to measure the classifier's confusion", labelled.slice(0, 43), ["a b"]],
    ["no document holds a word", labelled, []],
    ["no document holds a word", labelled, ["", "\u0000\u0001", "—"]]
  ])("%s", (why, texts, corpus) => {
    expect(domainShares(texts, corpus)).toMatchObject({shares: [], why});
  });
});

describe("the table of domains", () => {
  const items = labelled.map(({domain}, i) => ({domain, verdict: VERDICTS[(i * 7) % 11 < 2 ? 0 : i % 13 === 0 ? 3 : 2]!}));
  /** Without the rows of a sum, each of which the auditor lists as well. */
  const whole = <T extends {id: string}>(found: readonly T[]) => found.filter(({id}) => !id.includes("/"));
  const none = {shares: [], documents: 0, open: false, why: "no document holds a word"};

  test.each([
    ["without a background", labelled],
    ["with one", [...labelled, ...background]]
  ])("its averages follow from its rows, as the claims auditor finds, %s", (_, texts) => {
    const table = domainRows("web", items, domainShares(texts, promptsOf("dates", 60, 40)));
    expect(table.at(-1)).toMatchObject({corpus: "web", domain: ALL, items: 60, documents: 40, benchmark_share: 1});
    expect(table.some(({domain}) => domain === OTHER)).toBe(texts !== labelled);
    // by hand: the average is contaminated ÷ testable over all
    const count = (...of: string[]) => items.filter(({verdict}) => of.includes(verdict)).length;
    expect(table.at(-1)!.rate).toBeCloseTo(count("exact", "near") / count("exact", "near", "clean"), 12);
    const claims = audit(
      readClaims(JSON.stringify(domainClaims([...table, ...domainRows("empty", items, none)])), "domains.json")
    );
    expect(whole(claims).map(({id}) => id)).toEqual(
      ["items", "contaminated", "rate", "documents", "shares"].map(id => `${id}-1`).concat("items-2", "contaminated-2", "rate-2")
    );
    expect(new Set(claims.map(({verdict}) => verdict))).toEqual(new Set(["reproduced"]));
    for (const row of table)
      expect(Object.keys(row).sort()).toEqual(Object.keys(domainsTable.contamination_domains.columns).sort());
  });

  test("a figure that does not follow from the rows is found out", () => {
    const claims = domainClaims(domainRows("web", items, none)) as {claims: {id: string; printed: string}[]};
    const rate = claims.claims.find(({id}) => id === "rate-1")!;
    rate.printed = (Number(rate.printed) + 0.01).toFixed(4);
    const found = audit(readClaims(JSON.stringify(claims), "domains.json")).find(({id}) => id === "rate-1")!;
    expect(found.verdict).not.toBe("reproduced");
  });

  test("domains without a testable item, and no corpus, give no rate and no share, never NaN", () => {
    const table = domainRows("web", [{domain: "a", verdict: "not_testable"}], none);
    expect(
      table.map(({rate, rate_low, rate_high, corpus_share, recall}) => [rate, rate_low, rate_high, corpus_share, recall])
    ).toEqual([
      [null, 0, 1, null, null],
      [null, 0, 1, null, null]
    ]);
    expect(table[0]!.why).toBe("no document holds a word");
    const claims = audit(readClaims(JSON.stringify(domainClaims(table)), "domains.json"));
    expect(whole(claims).map(({id, verdict}) => [id, verdict])).toEqual([
      ["items-1", "reproduced"],
      ["contaminated-1", "reproduced"]
    ]);
    expect(domainRows("web", [], none)).toEqual([]);
  });

  test("of thousands of texts a class learns from some, and the benchmark's shares are of all", () => {
    const many = Array.from({length: 3_000}, (_, i) => ({domain: "many", text: `ships and harbours ${i}`}));
    const few = Array.from({length: 1_000}, () => ({domain: "few", text: "numbers and sums"}));
    const {shares} = domainShares([...many, ...few], ["the harbours of ships"]);
    expect(shares.map(({domain, items, benchmark_share}) => [domain, items, benchmark_share])).toEqual([
      ["few", 1_000, 0.25],
      ["many", 3_000, 0.75]
    ]);
    expect(shares.every(({recall}) => recall === 1)).toBe(true);
  });
});
