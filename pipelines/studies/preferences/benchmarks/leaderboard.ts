// Reads tables of several benchmarks by model, possibly with blanks, in wide or long form or as an object by model.

import {meantColumn} from "../../../rows/columns.js";
import {didYouMean} from "../../../rows/nearest.js";
import {recordsOf, type VoteRecord} from "../votes/records.js";

export interface Benchmark {
  name: string;
  /** a score for each model of the table; null for a blank */
  values: (number | null)[];
  /** ends of its 95 % intervals, if the table has them */
  low?: (number | null)[];
  high?: (number | null)[];
  /** other benchmarks, or "preference", that enter its own score, so that a correlation with them is not informative */
  contains?: string[];
  source?: string;
  date?: string;
}

export interface Leaderboard {
  models: string[];
  benchmarks: Benchmark[];
  notes: string[];
  /** numeric columns that are not benchmarks: ends of intervals, errors, counts, tokens, costs, dates */
  aside?: Benchmark[];
  /** names of all numeric columns */
  columns?: string[];
  /** other names of a model of the table */
  aliases?: Readonly<Record<string, readonly string[]>>;
}

const BLANK = /^(|-|–|—|n\/?a|nan|null|none|\?)$/i;

/**
 * Reads a leaderboard from a text or from records. Columns whose names show that they are not scores are kept apart, unless `columns`
 * names the scores.
 * @throws SyntaxError that names `line:column` where a score is neither a number nor a blank
 */
export function readLeaderboard(
  given: string | readonly VoteRecord[],
  {columns}: {columns?: readonly string[] | undefined} = {}
): Leaderboard {
  const records = byModel(typeof given === "string" ? recordsOf(given) : given);
  const bad = records.find(record => record.value === undefined);
  if (bad) throw new SyntaxError(`${bad.line} ${bad.bad}`);
  if (records.length === 0) throw new SyntaxError("1 the table is empty");
  const long = records.every(({value}) => "benchmark" in value! && "score" in value!);
  const scores = new Map<string, Map<string, number>>();
  const models = new Set<string>();
  const notes: string[] = [];
  const odd = new Map<string, SyntaxError>(); // in a column without any score it is a text column
  const put = (record: VoteRecord, name: string, benchmark: string, found: unknown, field: string) => {
    if (!scores.has(benchmark)) scores.set(benchmark, new Map());
    if (found === null || found === undefined || BLANK.test(String(found).trim())) return;
    const value = typeof found === "number" ? found : Number(String(found).trim().replace(/%$/, ""));
    if (!Number.isFinite(value)) {
      const fault = new SyntaxError(
        `${place(record, field)} score "${found}" is not a ${Number.isNaN(value) ? "" : "finite "}number`
      );
      if (!odd.has(benchmark)) odd.set(benchmark, fault);
      return;
    }
    if (scores.get(benchmark)!.has(name))
      notes.push(`${place(record, field)} ${name} has several scores of ${benchmark}; the first counts`);
    else scores.get(benchmark)!.set(name, value);
  };
  for (const record of records) {
    const {model: given, ...rest} = record.value!;
    const model = record.written?.("model") ?? (typeof given === "string" ? given.trim() : given);
    if (typeof model !== "string" && typeof model !== "number")
      throw new SyntaxError(`${place(record, "model")} missing "model"${meantColumn(Object.keys(rest), ["model"])}`);
    models.add(String(model));
    if (long) put(record, String(model), String(rest.benchmark), rest.score, "score");
    else for (const [name, value] of Object.entries(rest)) put(record, String(model), name, value, name);
  }
  for (const [benchmark, fault] of odd) if (long || scores.get(benchmark)!.size > 0) throw fault;
  const names = [...models];
  const numeric = [...scores]
    .filter(([, own]) => own.size > 0)
    .map(([name, own]): Benchmark => ({name, values: names.map(model => own.get(model) ?? null)}));
  const textual = [...scores].filter(([, own]) => own.size === 0).map(([name]) => name);
  if (textual.length > 0) notes.push(`no scores: ${textual.join(", ")}`);
  return {models: names, ...(long && !columns ? {benchmarks: numeric, notes} : chosen(numeric, {columns, notes}))};
}

/** Selects the benchmarks among numeric columns, with the intervals that other columns contain. */
function chosen(
  numeric: readonly Benchmark[],
  {columns, notes}: {columns: readonly string[] | undefined; notes: string[]}
): Pick<Leaderboard, "benchmarks" | "notes" | "aside" | "columns"> {
  const names = numeric.map(({name}) => name);
  for (const name of columns ?? [])
    if (!names.includes(name)) throw new SyntaxError(`1 no column of numbers is called "${name}"${didYouMean(name, names)}`);
  const sorted = sortColumns(names);
  const ends = endsOf(sorted);
  const own = (name: string) => numeric.find(each => each.name === name)!;
  const scores = columns ?? sorted.scores;
  const used = new Set<string>();
  const benchmarks = scores.map((name): Benchmark => {
    const pair = ends.get(name);
    if (!pair) return own(name);
    const [low, high] = [own(pair.low).values, own(pair.high).values];
    const {values} = own(name);
    // Interval ends that do not include the score belong to something else.
    const fits = values.every(
      (value, i) => value === null || low[i] == null || high[i] == null || (low[i] <= value && value <= high[i])
    );
    if (!fits) return own(name);
    used.add(pair.low).add(pair.high);
    notes.push(`${pair.low} and ${pair.high} are the ends of the intervals of ${name}`);
    return {name, values, low, high};
  });
  const aside = numeric.filter(({name}) => !scores.includes(name) && !used.has(name));
  if (aside.length > 0 && !columns) notes.push(`no benchmarks by their names: ${aside.map(({name}) => name).join(", ")}`);
  return {benchmarks, notes, columns: names, ...(aside.length > 0 && {aside})};
}

const place = ({line, column}: VoteRecord, field: string): string => {
  const at = column?.(field);
  return at === undefined ? String(line) : `${line}:${at}`;
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === "object" && !Array.isArray(value);

/** The records of an object with a table's scores by model, where the only record is one; else the records as they are. */
function byModel(records: readonly VoteRecord[]): readonly VoteRecord[] {
  const [{value} = {value: undefined}] = records;
  if (records.length !== 1 || value === undefined) return records;
  const tables = Object.values(value).filter(
    own => isObject(own) && Object.keys(own).length > 1 && Object.values(own).every(isObject)
  );
  // Some files hold their table under a key, next to settings.
  const entries = Object.entries(tables.length === 1 ? (tables[0] as object) : value);
  if (!entries.every(([, own]) => isObject(own))) return records;
  return entries.map(([model, own], i) => ({line: i + 1, value: {model, ...(own as object)}}));
}

/** Finds a model in `known` by its name or one of its aliases; case is ignored where that is unambiguous. */
export function findModel<T>(
  known: ReadonlyMap<string, T>,
  {aliases = {}}: Pick<Leaderboard, "aliases"> = {}
): (model: string) => T | undefined {
  const byCase = new Map<string, T | undefined>();
  for (const [name, value] of known) byCase.set(name.toLowerCase(), byCase.has(name.toLowerCase()) ? undefined : value);
  return model => {
    if (known.has(model)) return known.get(model);
    const names = [model, ...(Object.hasOwn(aliases, model) ? aliases[model]! : [])];
    const exact = names.find(name => known.has(name));
    if (exact !== undefined) return known.get(exact);
    return names.map(name => byCase.get(name.toLowerCase())).find(value => value !== undefined);
  };
}

/** Pairs of values for the models that a benchmark and another source, such as votes, have in common, under the benchmark's names. */
export function common(
  x: ReadonlyMap<string, number>,
  y: ReadonlyMap<string, number>,
  table: Pick<Leaderboard, "aliases"> = {}
): {model: string; x: number; y: number}[] {
  const find = findModel(new Map([...y].map(([model, value]) => [model, {model, value}])), table);
  const taken = new Set([...x.keys()].filter(model => y.has(model)));
  return [...x].flatMap(([model, value]) => {
    const other = find(model);
    if (other === undefined || (other.model !== model && taken.has(other.model))) return []; // another model of the table has that name
    taken.add(other.model);
    return [{model, x: value, y: other.value}];
  });
}

/** A benchmark's scores by model, without blanks. */
export const scoresOf = ({models}: Pick<Leaderboard, "models">, {values}: Benchmark): Map<string, number> =>
  new Map(
    models.flatMap((model, i): [string, number][] => (values[i] === null || values[i] === undefined ? [] : [[model, values[i]]]))
  );

// Separates the score columns of a table from its other numeric columns: ends of intervals, errors, counts, tokens, costs, dates.

/** Kinds of numeric columns that are not scores. */
type IgnoredColumn = "low" | "high" | "error" | "count" | "covariate";

interface Sorted {
  /** columns of scores */
  scores: string[];
  /** the others, each with its kind and, for ends and errors, the name of the score column as far as the column's name contains it */
  aside: {name: string; kind: IgnoredColumn; stem: string}[];
}

const LOW = ["q025", "q25", "q2.5", "p2.5", "low", "lower", "lo", "lcb"];
const HIGH = ["q975", "q97.5", "p97.5", "high", "upper", "hi", "ucb"];
/**
 * Names of interval ends that may also be part of a benchmark's name (a "high" effort): they count only where both ends, or "ci", are
 * present.
 */
const PLAIN = new Set(["low", "lower", "lo", "high", "upper", "hi"]);
const ERROR = new Set(["se", "sd", "std", "stderr", "stdev", "sem"]);
const COUNT = new Set(["n", "count", "counts", "votes", "battles", "samples"]);
/** Last words of names of costs, lengths and dates; words that mark such a column wherever they stand; and first words. */
const LAST = new Set(["cost", "price", "date", "year", "license", "licence", "latency", "length", "len", "seconds", "usd"]);
const ANYWHERE = new Set(["token", "tokens", "license", "licence", "latency"]);
const FIRST = new Set(["cost", "price"]);

const wordsOf = (name: string): string[] =>
  name
    .toLowerCase()
    .split(/[^a-z0-9.]+/u)
    .filter(Boolean);

/** Sorts numeric columns by their names. Where no score column would be left, all are scores. */
export function sortColumns(names: readonly string[]): Sorted {
  const found = names.map(name => ({name, ...kindOf(name)}));
  const paired = new Set<string>();
  for (const {kind, stem} of found)
    if (found.some(other => other.stem === stem && isEnd(other.kind) && isEnd(kind) && other.kind !== kind)) paired.add(stem);
  const sorted: Sorted = {scores: [], aside: []};
  for (const {name, kind, stem, plain} of found)
    if (kind === null || (plain && !paired.has(stem))) sorted.scores.push(name);
    else sorted.aside.push({name, kind, stem});
  return sorted.scores.length > 0 ? sorted : {scores: [...names], aside: []};
}

const isEnd = (kind: IgnoredColumn | null) => kind === "low" || kind === "high";

function kindOf(name: string): {kind: IgnoredColumn | null; stem: string; plain: boolean} {
  const words = wordsOf(name);
  const last = words.at(-1) ?? "";
  const inside = words.filter(word => !/^(ci|ci95|95|conf|confidence|interval|bound)$/u.test(word));
  const named = inside.length < words.length;
  const end = (list: readonly string[]) => inside.find((word, i) => list.includes(word) && (i === inside.length - 1 || named));
  for (const [kind, list] of [
    ["low", LOW],
    ["high", HIGH]
  ] as const) {
    const word = end(list);
    if (word !== undefined) return {kind, stem: inside.filter(each => each !== word).join(" "), plain: PLAIN.has(word) && !named};
  }
  const stem = inside.slice(0, -1).join(" ");
  if (ERROR.has(last) || /\b(standard|std)[ _]?(error|err|dev|deviation)$/u.test(words.join(" ")))
    return {kind: "error", stem: ERROR.has(last) ? stem : "", plain: false};
  if (named && inside.length <= 1) return {kind: "error", stem: inside.join(" "), plain: false};
  if (COUNT.has(last) || /^(n|num|number)$/u.test(words[0] ?? "")) return {kind: "count", stem: "", plain: false};
  const about = LAST.has(last) || FIRST.has(words[0] ?? "") || words.some(word => ANYWHERE.has(word));
  return {kind: about ? "covariate" : null, stem: "", plain: false};
}

/** The interval ends of one score column, by column name. */
interface Ends {
  low: string;
  high: string;
}

/** The interval ends of each score column: those of its name, or the remaining pair where there is one score column and one pair. */
export function endsOf({scores, aside}: Sorted): Map<string, Ends> {
  const stems = [...new Set(aside.map(({stem}) => stem))];
  const pairs = new Map<string, Ends>();
  for (const stem of stems) {
    const [low, high] = (["low", "high"] as const).map(kind => aside.filter(each => each.kind === kind && each.stem === stem));
    if (low!.length === 1 && high!.length === 1) pairs.set(stem, {low: low![0]!.name, high: high![0]!.name});
  }
  const found = new Map<string, Ends>();
  for (const name of scores) {
    const own = pairs.get(wordsOf(name).join(" "));
    if (own) found.set(name, own);
  }
  if (found.size === 0 && scores.length === 1 && pairs.size === 1) found.set(scores[0]!, [...pairs.values()][0]!);
  return found;
}
