// Estimates of a study of rates from a query and a list of measures, compared with counts by hand, published values and the weakest cases.
import {DuckDBInstance} from "@duckdb/node-api";
import {expect, test} from "vitest";
import {hallucination} from "../../pipelines/studies/hallucination/study.js";
import {type AnswerSums, type Estimate, estimatesOf, type RateStudy, sumsQuery} from "../../pipelines/studies/rateStudy.js";

interface Answer {
  item: string;
  entity?: "real" | "fabricated";
  subject?: string;
  cut?: boolean;
  outcome: "right" | "wrong" | "abstained" | "confabulated" | "empty";
}

/** The study of hallucination over answers that are written down. */
const studyOver = (answers: readonly Answer[]): RateStudy => {
  const rows = answers.map(({item, entity = "real", subject = "", cut = false, outcome}) => {
    const is = (...outcomes: Answer["outcome"][]) => outcomes.includes(outcome) && !cut;
    const isRight = entity === "real" ? is("right") : is("abstained");
    return `('e', 'm', 't', 's', 'facts', '${item}', false, '${subject}', '${entity}', ${cut}, ${isRight}, ${is("wrong")}, ${is("abstained")},
      ${is("confabulated")}, ${is("empty")}, ${is("right", "wrong", "confabulated")})`;
  });
  return {
    ...hallucination,
    answers: `from (values ${rows.join(", ")}) rows(eval_id, model, template, sampler, base_task, item_id, simulated, subject, entity, cut,
      "right", wrong_answer, abstained, confabulated, no_answer, answered)`
  };
};

async function estimated(study: RateStudy): Promise<Map<string, Record<string, Estimate>>> {
  const instance = await DuckDBInstance.create();
  const connection = await instance.connect();
  const sums = (await connection.runAndReadAll(sumsQuery(study))).getRowObjectsJS() as unknown as AnswerSums[];
  connection.closeSync();
  instance.closeSync();
  return new Map(sums.map(row => [`${row.facet}=${row.facet_value}`, estimatesOf(study, row)]));
}

/** Answers to so many items, each once. */
const many = (n: number, answer: Omit<Answer, "item">): Answer[] =>
  Array.from({length: n}, (_, i) => ({
    ...answer,
    item: `${answer.entity ?? "real"} ${answer.outcome} ${answer.subject ?? ""} ${i}`
  }));

test("the score's interval is that of a difference of two proportions by Newcombe's method 10", async () => {
  // Newcombe 1998, table II, comparison (a): 56/70 − 48/80 = 0.2, [0.0524, 0.3339].
  const all = await estimated(
    studyOver([
      ...many(56, {outcome: "right"}),
      ...many(14, {outcome: "wrong"}),
      ...many(32, {entity: "fabricated", outcome: "abstained"}),
      ...many(48, {entity: "fabricated", outcome: "confabulated"}),
      ...many(3, {entity: "fabricated", outcome: "empty", cut: true})
    ])
  );
  const {score, accuracy_answered, answered, confabulated} = all.get("=")!;
  expect(score!.value).toBeCloseTo(0.2, 12);
  expect(score!.low).toBeCloseTo(0.0524, 4);
  expect(score!.high).toBeCloseTo(0.3339, 4);
  expect(score).toMatchObject({n: 150, clusters: 150, truncated: 3, method: "newcombe"});
  // Its accuracy where it answers counts inventions too.
  expect(accuracy_answered).toMatchObject({value: 56 / 118, n: 118, truncated: 3});
  expect(answered).toMatchObject({value: 118 / 150, n: 150, truncated: 3});
  expect(confabulated).toMatchObject({value: 0.6, n: 80, truncated: 3, method: "wilson"});
});

test("nothing, one kind of entity, one answer and all alike", async () => {
  const truncated = await estimated(studyOver(many(4, {outcome: "empty", cut: true})));
  expect(truncated.get("=")).toEqual({});
  const real = (await estimated(studyOver(many(5, {outcome: "right"})))).get("=")!;
  expect(Object.keys(real)).toEqual(["accuracy", "wrong_answer", "abstained_real", "answered", "accuracy_answered", "no_answer"]);
  for (const {value, low, high} of Object.values(real)) expect(low <= value && value <= high && high - low > 0.3).toBe(true);
  const single = await estimated(
    studyOver([...many(1, {outcome: "wrong"}), ...many(1, {entity: "fabricated", outcome: "abstained"})])
  );
  expect(single.get("=")!.score).toMatchObject({value: 0});
  for (const {low, high} of Object.values(single.get("=")!)) expect(Number.isFinite(low) && Number.isFinite(high)).toBe(true);
});

test("questions without a value of the facet count in the total alone", async () => {
  const all = await estimated(
    studyOver([
      ...many(3, {subject: "elements", outcome: "right"}),
      ...many(2, {subject: "time zones", outcome: "wrong"}),
      ...many(5, {outcome: "wrong"})
    ])
  );
  expect([...all.keys()].sort()).toEqual(["=", "subject=elements", "subject=time zones"]);
  expect(all.get("=")!.accuracy).toMatchObject({value: 0.3, n: 10});
  expect(all.get("subject=elements")!.accuracy).toMatchObject({value: 1, n: 3});
});

test("with two facets, each divides all answers", async () => {
  const rows = Array.from(
    {length: 12},
    (_, i) => `('e', 'm', 't', 's', 'q', '${i}', false, '${"ab"[i % 2]}', '${["x", "y", ""][i % 3]}', false, ${i < 4})`
  );
  const all = await estimated({
    ...{name: "two", needs: {}, facets: ["letter", "other"], shares: {share: {hit: "hit"}}},
    answers: `from (values ${rows.join(", ")}) rows(eval_id, model, template, sampler, base_task, item_id, simulated, letter, other, cut, hit)`
  });
  const counts = [...all].map(([key, {share}]) => [key, share!.n, Math.round(share!.value * share!.n)]);
  expect(counts).toEqual([
    ["=", 12, 4],
    ["letter=a", 6, 2],
    ["letter=b", 6, 2],
    ["other=x", 4, 2],
    ["other=y", 4, 1]
  ]);
});

test("several answers to an item are one cluster: ten equal answers to each item give the interval of one", async () => {
  const once = [...many(30, {outcome: "right"}), ...many(10, {outcome: "wrong"})];
  const [one, ten] = await Promise.all(
    [once, Array.from({length: 10}, () => once).flat()].map(each => estimated(studyOver(each)))
  );
  const [single, repeated] = [one!.get("=")!.accuracy!, ten!.get("=")!.accuracy!];
  expect([repeated.value, repeated.n, repeated.clusters, repeated.method]).toEqual([0.75, 400, 40, "clustered wilson"]);
  // Student's t over 40 clusters instead of the normal makes it a little wider.
  expect(repeated.high - repeated.low).toBeGreaterThan(single.high - single.low);
  expect(repeated.high - repeated.low).toBeLessThan(1.1 * (single.high - single.low));
});

test("a million items have the width of the binomial", () => {
  const n = 1_000_000;
  const sums = {clusters0: n, n0: n, nn0: n, k0: 0.8 * n, kk0: 0.8 * n, kn0: 0.8 * n, cut0: 0} as unknown as AnswerSums;
  const {share} = estimatesOf({shares: {share: {hit: "true"}}}, sums);
  expect(share).toMatchObject({value: 0.8, n, clusters: n});
  expect(share!.high - share!.low).toBeCloseTo(2 * 1.96 * Math.sqrt(0.16 / 1e6), 6);
});
