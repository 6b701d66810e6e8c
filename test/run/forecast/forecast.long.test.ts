// What a plan expects, held against what the run of the same book came to: simulated models, asked in this process.
import {describe, expect, test} from "vitest";
import {modelSchema, samplerSchema, suiteSchema} from "../../../pipelines/book/schemas.js";
import type {Book} from "../../../pipelines/book/types.js";
import {randomOf} from "../../../pipelines/generate/seed.js";
import type {ChatRequest, Completion} from "../../../pipelines/infer/completion.js";
import {limited} from "../../../pipelines/infer/reference/limit.js";
import {reply} from "../../../pipelines/infer/reference/reply.node.js";
import {roster} from "../../../pipelines/infer/reference/roster.js";
import {tokensOf} from "../../../pipelines/infer/reference/wire.js";
import {planOf} from "../../../pipelines/run/evaluation.js";
import type {CacheLookup} from "../../../pipelines/run/forecast/cachedAnswer.js";
import {forecast} from "../../../pipelines/run/forecast/forecast.js";
import {lengthPrior} from "../../../pipelines/run/forecast/lengthPrior.js";
import {type Prediction, predict} from "../../../pipelines/run/forecast/plan.js";
import {testsOf} from "../../../pipelines/run/forecast/pointEstimate.js";
import {cellId, replay} from "../../../pipelines/run/forecast/replay.js";
import {predictionText} from "../../../pipelines/run/forecast/text.js";

const PRECISION = {min: 8, step: 8, max: 24, width: 0.35};
const suite = suiteSchema.parse({
  tasks: [
    {task: "arithmetic", params: {length: [4, 16]}},
    {task: "boolean", params: {length: [4, 24]}},
    {task: "letters", params: {}},
    {task: "sort", params: {}}
  ]
});
const FAMILIES = ["cedar", "heron", "lynx", "quartz"];
const models = roster.filter(({family}) => FAMILIES.includes(family));
const bookOf = (changes: Partial<Book> = {}, ids = models.map(({id}) => id)): Book => ({
  title: "t",
  suites: [{suite: {...suite, id: "s"}, locate: path => path.join(".")}],
  models: ids.map(id =>
    modelSchema.parse({
      id,
      endpoint: "reference:",
      groups: ["reference", `family:${id.split("-")[1]}`],
      price: {input: 1, output: 4}
    })
  ),
  templates: [{id: "plain", before: "", after: ""}],
  samplers: [{...samplerSchema.parse({max_tokens: 2048}), id: "greedy"}],
  precision: PRECISION,
  seed: 7,
  cache: "/nowhere/cache",
  store: "/nowhere/store",
  spectrum: {suites: [], tests: 8, tokenizers: [], longest: 131_072, window: "none"},
  irt: {guessing: "known"},
  ...changes
});

const answered = new Map<string, Completion>();
/** The answer of a simulated model, as its server would give it. */
const ask = ({model, messages, sampling}: ChatRequest): Completion => {
  const prompt = messages.at(-1)!.content;
  const key = `${model} ${sampling.max_tokens} ${prompt}`;
  let found = answered.get(key);
  if (!found) {
    const {reasoning, text, finish_reason, completion_tokens} = limited(
      reply(roster.find(({id}) => id === model)!, prompt),
      sampling.max_tokens as number
    );
    const counts = {prompt_tokens: tokensOf(prompt), completion_tokens, trace_bytes: 0, compressed_bytes: 0};
    found = {reasoning, text, finish_reason, ...counts, billed: null, latency_ms: 1, retries: 0};
    answered.set(key, found);
  }
  return found;
};

/** What a run of the book asks for, point by point, by the rule that runs follow. */
function runOf(book: Book, look: CacheLookup = ask) {
  const {evaluations, points} = planOf(book);
  return new Map(
    evaluations.map(evaluation => {
      const cells = points.map(point =>
        replay(evaluation, point, {look, test: testsOf(point), precision: book.precision, limit: Number.POSITIVE_INFINITY})
      );
      const sum = (of: "prompt_tokens" | "completion_tokens") => cells.reduce((total, {counters}) => total + counters[of], 0);
      const requests = cells.reduce((total, {samples}) => total + samples, 0);
      const cost = (sum("prompt_tokens") * 1 + sum("completion_tokens") * 4) / 1e6;
      return [evaluation.model.id, {requests, completion_tokens: sum("completion_tokens"), cost}] as const;
    })
  );
}

const QUANTITIES = ["requests", "completion_tokens", "cost"] as const;

/** How often the 90 % intervals held, over models and quantities, and for the whole. */
function held({by_model, expected}: Prediction, {had = new Map()}: {had?: ReturnType<typeof runOf>} = {}) {
  const came = runOf(bookOf());
  const counts = {each: 0, of: 0, whole: 0, missed: [] as string[]};
  for (const quantity of QUANTITIES) {
    let total = 0;
    for (const {model, requests, expected: own} of by_model) {
      const actual = came.get(model)![quantity] - (had.get(model)?.[quantity] ?? 0);
      total += actual;
      const {low, estimate, high} = own[quantity]!;
      expect(low).toBeLessThanOrEqual(estimate);
      expect(estimate).toBeLessThanOrEqual(high);
      if (requests.high === 0) {
        expect([low, high, actual]).toEqual([0, 0, expect.closeTo(0, 9)]);
        continue;
      }
      counts.of++;
      if (actual >= low && actual <= high) counts.each++;
      else counts.missed.push(`${model} ${quantity} ${actual} [${low}, ${high}]`);
    }
    const {low, high} = expected[quantity]!;
    if (total >= low && total <= high) counts.whole++;
  }
  return counts;
}

const nowhere = {folder: "/nowhere"};
const among = (ids: readonly string[]) => {
  const set = new Set(ids);
  return (request: ChatRequest) => (set.has(request.model) ? ask(request) : undefined);
};

describe("90 % intervals hold for models and for the whole", () => {
  test("from the prior alone, which the text names", async () => {
    const prediction = await predict(bookOf(), {...nowhere, look: () => undefined});
    const {each, of, whole} = held(prediction);
    expect(each / of).toBeGreaterThan(0.9);
    expect(whole).toBe(3);
    expect(predictionText(prediction)).toContain(
      "Forecast from the built-in models' answers to the starter book, since no answer of any model is at hand: 130 tokens a request"
    );
  });

  test("from the other half of the models, over six ways of parting them", async () => {
    const sums = {each: 0, of: 0, whole: 0};
    for (let split = 0; split < 6; split++) {
      const ids = randomOf(`split ${split}`).shuffle(models.map(({id}) => id));
      const prediction = await predict(bookOf(), {...nowhere, look: among(ids.slice(0, ids.length / 2))});
      const {each, of, whole} = held(prediction, {had: runOf(bookOf({}, ids.slice(0, ids.length / 2)))});
      sums.each += each;
      sums.of += of;
      sums.whole += whole;
    }
    expect(sums.of).toBe(6 * 16 * 3);
    expect(sums.each / sums.of).toBeGreaterThan(0.84);
    expect(sums.each / sums.of).toBeLessThan(0.99);
    expect(sums.whole).toBeGreaterThanOrEqual(15);
  });

  test("from the first tests of each point", async () => {
    const book = bookOf();
    const first = new Set(planOf(book).points.flatMap(point => Array.from({length: 6}, (_, i) => testsOf(point)(i).prompt)));
    const look = (request: ChatRequest) => (first.has(request.messages.at(-1)!.content) ? ask(request) : undefined);
    const prediction = await predict(book, {...nowhere, look});
    const {each, of, missed} = held(prediction, {had: runOf({...book, precision: {min: 6, step: 6, max: 6, width: 1}})});
    expect(each / of, missed.join("\n")).toBeGreaterThan(0.85);
    expect(prediction.by_model.every(({basis}) => basis.kind === "own answers")).toBe(true);
  });
});

test("what is nearer tells more: the prior, other models, its family, its own answers", async () => {
  const ids = models.map(({id}) => id);
  const [target] = ids;
  const width = async (look: CacheLookup) => {
    const {by_model} = await predict(bookOf(), {...nowhere, look});
    const {expected, basis} = by_model.find(({model}) => model === target)!;
    return {kind: basis.kind, ratio: expected.cost!.high / expected.cost!.low};
  };
  const prior = await width(() => undefined);
  const others = await width(among(ids.filter(id => !id.includes("cedar"))));
  const family = await width(among(ids.filter(id => id !== target)));
  expect([prior.kind, others.kind, family.kind]).toEqual(["prior", "other models", "group"]);
  expect(prior.ratio).toBeGreaterThan(others.ratio);
  const point = (request: ChatRequest) => (request.messages.at(-1)!.content.length % 2 ? ask(request) : undefined);
  const own = await width(point);
  expect(own.kind).toBe("own answers");
  expect(own.ratio).toBeLessThan(prior.ratio);
});

test("where all is at hand nothing is asked, though points stopped before their maximum", async () => {
  const {requests, cost, expected, cached} = await predict(bookOf(), {...nowhere, look: ask});
  const came = [...runOf(bookOf()).values()].reduce((sum, {requests}) => sum + requests, 0);
  const cells = planOf(bookOf()).points.length * models.length;
  expect(came).toBeLessThan(cells * PRECISION.max);
  expect({requests, cost, cached}).toEqual({requests: {low: 0, high: 0}, cost: {low: 0, high: 0}, cached: came});
  expect(expected.cost).toEqual({estimate: 0, low: 0, high: 0});
  expect(predictionText(await predict(bookOf(), {...nowhere, look: ask}))).toContain("Nothing is left to ask: 0 requests, $0.");
});

test("expectations lie within the bounds, repeat, and a fixed number of tests is exact", async () => {
  const book = bookOf({precision: {min: 5, step: 5, max: 5, width: 1}});
  const [first, second] = [
    await predict(book, {...nowhere, look: () => undefined}),
    await predict(book, {...nowhere, look: () => undefined})
  ];
  expect(first).toEqual(second);
  const cells = planOf(book).points.length;
  for (const {expected, requests, completion_tokens, cost} of first.by_model) {
    expect(expected.requests).toEqual({estimate: 5 * cells, low: 5 * cells, high: 5 * cells});
    expect(requests).toEqual({low: 5 * cells, high: 5 * cells});
    expect(expected.completion_tokens.high).toBeLessThanOrEqual(completion_tokens.high);
    expect(expected.cost!.high).toBeLessThanOrEqual(cost.high + 1e-12);
  }
});

test("a model without a price has no cost in any number, and the text says so", async () => {
  const book = bookOf({models: [modelSchema.parse({id: "mine", endpoint: "http://localhost:1/v1"})]});
  const alone = await predict(book, {...nowhere, look: () => undefined});
  expect([alone.expected.cost, alone.by_model[0]!.expected.cost]).toEqual([null, null]);
  expect(alone.expected.requests.estimate).toBeGreaterThan(0);
  expect(predictionText(alone)).toMatch(/cost\s+unknown: no price/);
  const mixed = await predict(
    {...book, models: [...book.models, ...bookOf({}, ["sim-cedar-01"]).models]},
    {...nowhere, look: () => undefined}
  );
  expect(mixed.expected.cost!.estimate).toBeCloseTo(mixed.by_model[1]!.expected.cost!.estimate, 9);
  expect(predictionText(mixed)).toContain("without the unpriced");
});

test("simulated models tell nothing of a real one", async () => {
  const real = modelSchema.parse({id: "mine", endpoint: "http://localhost:1/v1", groups: ["family:cedar"]});
  const {by_model} = await predict(
    {...bookOf(), models: [...bookOf().models, real]},
    {...nowhere, look: among(models.map(({id}) => id))}
  );
  expect(by_model.at(-1)!.basis.kind).toBe("prior");
});

test("answers that only a store's tables hold count as the model's own, under any sampler", () => {
  const {evaluations, points} = planOf(bookOf({}, ["sim-lynx-04"]));
  const cells = (look: CacheLookup) =>
    new Map(
      points.map(point => [
        cellId(point),
        replay(evaluations[0]!, point, {look, test: testsOf(point), precision: PRECISION, limit: 100})
      ])
    );
  const facts = {...evaluations[0]!.key, groups: [], simulated: true};
  const target = {
    ...facts,
    cells: cells(() => undefined),
    shapes: new Map(
      points.map(point => [
        cellId(point),
        {prompt: {low: 100, high: 100}, completion: {low: 1, high: 2048}, further: 0, images: 0, shown: 0}
      ])
    ),
    price: null,
    longest: 2048,
    prior: lengthPrior(new Map())
  };
  for (const sampler of ["greedy", "another"]) {
    const {each} = forecast([target], {others: [{...facts, sampler, cells: cells(ask)}], precision: PRECISION});
    expect(each[0]!.basis.kind).toBe("own answers elsewhere");
    const {completion_tokens} = runOf(bookOf({}, ["sim-lynx-04"])).get("sim-lynx-04")!;
    expect(each[0]!.completion_tokens.low).toBeLessThan(completion_tokens);
    expect(each[0]!.completion_tokens.high).toBeGreaterThan(completion_tokens);
  }
});

test("no model, no point, a limit of 0: nothing to expect and no error", async () => {
  const none = await predict(bookOf(), {...nowhere, limit: 0, look: () => undefined});
  expect(none.expected.requests).toEqual({estimate: 0, low: 0, high: 0});
  expect(none.by_model[0]!.basis.kind).toBe("nothing to ask");
  expect(forecast([], {others: [], precision: PRECISION})).toMatchObject({each: [], together: {requests: {estimate: 0}}});
});
