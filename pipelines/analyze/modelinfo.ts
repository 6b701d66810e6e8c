// The command `modelinfo`: all facts known about one model.

import {z} from "zod";
import {currentBook, readBook} from "../book/read.node.js";
import {looksSecret, namesSecret} from "../book/secret.js";
import type {Book} from "../book/types.js";
import {UserError} from "../rows/error.js";
import {literal} from "../rows/literal.js";
import type {ScoreColumns} from "../score/rankedScores.js";
import {Z975} from "../stats/distributions.js";
import {command} from "./command.js";
import {countOrNull, numberOrNull, POOLED, text, textOrNull} from "./fields.js";
import type {Store} from "./store.js";

interface Fact {
  section: string;
  name: string;
  value: unknown;
  unit?: string;
  eval_id?: string | null;
  low?: number | null;
  high?: number | null;
  n?: number | null;
}

export const modelinfo = command({
  name: "modelinfo",
  description: "one model: its configuration (never a key), results, scores, and its true parameters where it is simulated",
  options: z.object({
    book: z.string().optional().describe("the book that configures it; by default the current one, where it has the model")
  }),
  row: z.object({
    model: z.string(),
    eval_id: textOrNull("the evaluation that the fact is about; null for the model itself"),
    section: z.enum(["model", "config", "result", "task", "score", "time", "truth"]),
    name: text("what is known"),
    value: z.json(),
    unit: z.string().nullable(),
    low: numberOrNull("lower end of the 95 % interval, for estimates"),
    high: numberOrNull("upper end"),
    n: countOrNull("samples behind it"),
    simulated: z.boolean().describe("the model is a built-in reference model: a simulation, not a language model")
  }),
  async rows(store, {book}) {
    const models = (await store.ask(
      "select model, bool_or(simulated) as simulated, any_value(groups) as groups from picked group by model order by model"
    )) as {
      model: string;
      simulated: boolean;
      groups: string[];
    }[];
    if (models.length > 1) throw new UserError(`modelinfo is about one model, ${models.length} pass the filters; add --model`);
    const [{model, simulated, groups}] = models as [(typeof models)[number]];
    const facts: Fact[] = [
      {section: "model", name: "groups", value: groups},
      ...(await publishedFactsOf(store)),
      ...(await configOf(model, book)),
      ...(await resultsOf(store)),
      ...(await scoresOf(store)),
      ...(await timesOf(store)),
      ...(simulated ? await truthOf(store) : [])
    ];
    return facts.map(fact => ({eval_id: null, unit: null, low: null, high: null, n: null, ...fact, model, simulated})) as never;
  }
});

/** Facts of the table `models`, and the addresses of their sources. */
async function publishedFactsOf(store: Store): Promise<Fact[]> {
  if (!store.tables.has("models")) return [];
  const [row] = await store.ask("select * exclude model from models where model in (select model from picked)");
  return Object.entries(row ?? {})
    .filter(([, value]) => value !== null)
    .map(([column, value]) => ({section: "model", name: column.replaceAll("_", " "), value}));
}

/** Settings from the book. Of a key, only the name of the environment variable that holds it is shown. */
async function configOf(id: string, file: string | undefined): Promise<Fact[]> {
  const book = file === undefined ? await currentBook().catch(() => undefined) : await readBook(file);
  const model = book?.models.find(each => each.id === id);
  if (!book || !model) {
    if (file !== undefined) throw new UserError(`${file} has no model "${id}"`);
    return [];
  }
  const {id: _, groups: __, ...settings} = model;
  const safe = {...settings, endpoint: withoutSecrets(settings.endpoint), sampler: withoutSecrets(settings.sampler)};
  const entries = [...Object.entries(safe), ...shared(book)].filter(([, value]) => value !== undefined);
  return entries.map(([name, value]) => ({section: "config", name, value}));
}

const shared = ({templates, samplers}: Book): [string, unknown][] => [
  ...templates.map(({id, ...template}): [string, unknown] => [`template ${id}`, template]),
  ...samplers.map(({id, ...sampler}): [string, unknown] => [`sampler ${id}`, sampler])
];

/** A value without anything that may be a key, including keys in a URL's path or in an extra field. */
function withoutSecrets(value: unknown): unknown {
  if (typeof value === "string") return value.replace(/[\w+=.-]+/g, part => (looksSecret(part) ? "[key]" : part));
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, namesSecret(name) ? "[key]" : withoutSecrets(inner)])
  );
}

async function resultsOf(store: Store): Promise<Fact[]> {
  const rows =
    await store.ask(`select eval_id, template, sampler, base_task, ${POOLED}, known_sum(prompt_tokens) as read, count(*) as points
    from picked group by grouping sets ((eval_id, template, sampler), (eval_id, template, sampler, base_task)) order by eval_id, base_task nulls first`);
  return rows.flatMap(row => {
    const {eval_id, n, samples} = row as {eval_id: string; n: number; samples: number};
    const fact = (section: string, name: string, value: unknown, rest: Partial<Fact> = {}): Fact => ({
      section,
      name,
      value,
      eval_id,
      ...rest
    });
    const accuracy = {unit: "share, 0 guessing", low: row.low as number, high: row.high as number, n};
    if (row.base_task !== null) return [fact("task", String(row.base_task), row.accuracy, accuracy)];
    return [
      fact("result", "template", row.template),
      fact("result", "sampler", row.sampler),
      fact("result", "points", row.points),
      fact("result", "samples", samples),
      fact("result", "excess accuracy", row.accuracy, accuracy),
      fact("result", "truncated", row.truncated, {
        unit: "share",
        low: row.truncated_low as number,
        high: row.truncated_high as number,
        n: samples
      }),
      fact("result", "unparsed", row.unparsed, {unit: "samples", n}),
      ...(row.read === null ? [] : [fact("result", "prompt tokens", row.read, {unit: "tokens", n: samples})]),
      ...(row.tokens === null
        ? []
        : [
            fact("result", "completion tokens per answer", row.tokens, {
              unit: "tokens",
              low: row.tokens_low as number | null,
              high: row.tokens_high as number | null,
              n: samples
            })
          ]),
      fact("result", "cost", row.cost, {unit: "US dollars at list price", n: samples})
    ];
  });
}

/** Scores are defined for a whole suite; filters of points do not change them. */
async function scoresOf(store: Store): Promise<Fact[]> {
  if (!store.tables.has("scores")) return [];
  const several = store.suites.length > 1;
  const named = store.suites.map(literal).join(", ") || "null";
  const rows = (await store.ask(`select eval_id, suite, layer, tier, score, low, high, formula, formula_low, formula_high, n
    from scores semi join picked using (eval_id) where suite in (${named}) and layer in ('tier', 'mean', 'token') and len(missing) = 0
    order by eval_id, suite, layer, tier`)) as never as (ScoreColumns & {
    eval_id: string;
    suite: string;
    layer: string;
    tier: string;
    n: number;
  })[];
  return rows.flatMap(({eval_id, suite, layer, tier, n, ...row}) => {
    const place = `${several ? ` of ${suite}` : ""}${layer === "tier" ? ` ${tier}` : layer === "token" ? " per token" : ""}`;
    const unit = (whole: string) => (layer === "token" ? "per token" : whole);
    const published = {value: row.score, low: row.low, high: row.high};
    const formula = {value: row.formula, low: row.formula_low, high: row.formula_high};
    return [
      {section: "score", name: `formula score${place}`, unit: unit("0 guessing, 1 knowing"), eval_id, n, ...formula},
      {section: "score", name: `ReasonScore${place}`, unit: unit("0–1000, as published"), eval_id, n, ...published}
    ] as Fact[];
  });
}

/** Median response time with its interval from order statistics: the ranks n/2 ∓ 1.96 √n / 2 (Conover 1999, §3.2). */
async function timesOf(store: Store): Promise<Fact[]> {
  if (!store.tables.has("timings")) return [];
  const rank = (sign: string) => `least(1.0, greatest(0.0, 0.5 ${sign} ${Z975 / 2} / sqrt(count(*))))`;
  const rows = await store.ask(`with times as (select eval_id, latency_ms from timings where latency_ms is not null)
    select eval_id, median(latency_ms) as value, count(*) as n, list_sort(list(latency_ms)) as sorted, ${rank("-")} as low, ${rank("+")} as high
    from times group by eval_id order by eval_id`);
  return rows.map(({eval_id, value, n, low, high, sorted}) => {
    const times = sorted as number[];
    const at = (share: unknown) => times[Math.min(times.length - 1, Math.floor(Number(share) * times.length))]!;
    return {
      section: "time",
      name: "median latency",
      unit: "ms",
      eval_id: String(eval_id),
      value,
      n: Number(n),
      low: at(low),
      high: at(high)
    };
  });
}

async function truthOf(store: Store): Promise<Fact[]> {
  if (!store.tables.has("reference_models")) return [];
  const rows = await store.ask(
    "select family, ability, faculty, value from reference_models where model in (select model from picked) order by faculty"
  );
  const [first] = rows;
  if (!first) return [];
  const truth = (name: string, value: unknown): Fact => ({section: "truth", name, value});
  return [
    truth("family", first.family),
    truth("ability θ", first.ability),
    ...rows.map(({faculty, value}) => truth(String(faculty), value))
  ];
}
