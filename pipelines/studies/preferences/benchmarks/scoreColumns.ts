// Separates the score columns of a table from its other numeric columns: ends of intervals, errors, counts, tokens, costs, dates.

/** Kinds of numeric columns that are not scores. */
type IgnoredColumn = "low" | "high" | "error" | "count" | "covariate";

export interface Sorted {
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
export interface Ends {
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
