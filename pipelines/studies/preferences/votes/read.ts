// Reads votes from records in the field names of MT-Bench, Chatbot Arena and PandaLM; warnings are reported, never dropped silently.
import {z} from "zod";
import {explain} from "../../../book/issue.js";
import {shareOf} from "../../../stats/intervals.js";
import type {VoteRecord} from "./records.js";
import {CHECK_MODEL, type Vote, type VoteOutcome, type Votes, voteColumns} from "./votes.js";

/** Aspects that annotators may rate beside their preference, 1 to 5. */
export const RATINGS = ["helpfulness", "correctness", "fluency"] as const;

const name = z.union([z.string().trim().min(1), z.number()]).transform(String);
const score = z.number().min(1).max(5).nullish();
const share = z.union([z.boolean(), z.number()]).nullish();
const rating = z.union([z.object({a: score, b: score}), z.number()]).nullish();

/** One vote with all spellings of its fields. Other fields are kept as covariates where they are pairs x_a, x_b of numbers. */
export const voteSchema = z
  .looseObject({
    judge: z
      .union([name, z.array(z.union([z.string(), z.number()])).transform(parts => parts.join("_"))])
      .nullish()
      .describe("who judged; where it is missing, all such votes count as one judge's"),
    model_a: name.describe("the model whose answer was shown first, or on the left"),
    model_b: name.describe("the other model"),
    question_id: name.nullish().describe("the prompt; where it is missing, each vote counts as a prompt of its own"),
    turn: z.number().int().min(0).nullish().describe("turn of the conversation, 1 if missing"),
    winner: z
      .string()
      .nullish()
      .describe('model_a, model_b, tie, "tie (bothbad)" or any other "tie (…)", or the name of the model that won'),
    winner_model_a: share.describe("1 or true where a won: in place of `winner`"),
    winner_model_b: share.describe("the same for b"),
    winner_tie: share.describe("the same for a tie"),
    helpfulness: rating.describe("1–5 for each answer as {a, b}, or as helpfulness_a and helpfulness_b"),
    correctness: rating.describe("the same"),
    fluency: rating.describe("the same"),
    tstamp: z.unknown().optional().describe("when the vote was cast; not used by the study")
  })
  .describe("a pairwise judgment");

const pandaSchema = z.looseObject({idx: name, cmp_key: z.string().regex(/^[^_]+_[^_]+$/, "expected two models joined by _")});

/** A kind of warning, its frequency, and the places of the first few. */
export interface VoteWarning {
  kind: "bad" | "unknown winner" | "self-comparison" | "outside the scale" | "duplicate" | "contradiction";
  text: string;
  votes: number;
  places: {line: number; column?: number}[];
}

export interface VotesRead {
  votes: Votes;
  /** number of records in the file */
  records: number;
  /** indices of the votes that are inconsistent ties of a judge that was asked in both orders; null where no vote says so */
  inconsistent: number[] | null;
  warnings: VoteWarning[];
  /** assumptions made where the file is silent */
  notes: string[];
}

const MOST_PLACES = 5;

/** Collects warnings by kind, with the first few places of each. */
export function voteWarningList() {
  const known = new Map<string, VoteWarning>();
  const report = (kind: VoteWarning["kind"], text: string, line: number, column?: number): void => {
    const key = `${kind} ${text}`;
    let own = known.get(key);
    if (!own) known.set(key, (own = {kind, text, votes: 0, places: []}));
    own.votes++;
    if (own.places.length < MOST_PLACES) own.places.push({line, ...(column !== undefined && {column})});
  };
  return {report, warnings: (): VoteWarning[] => [...known.values()]};
}

/**
 * Reads records into votes. Records that are not votes, name an unknown winner, or compare a model with itself are left out and reported;
 * duplicates are kept and reported.
 * @param shown how names of judges and models are written
 */
export function readVotes(
  records: readonly VoteRecord[],
  {shown = name => name}: {shown?(name: string): string} = {}
): VotesRead {
  const {report, warnings} = voteWarningList();
  const columns = voteColumns();
  const lines: number[] = [];
  let [anonymous, unasked] = [0, 0];
  const checks = new Map<string, {n: number; right: number}>();
  const inconsistent: number[] = [];
  for (const given of records) {
    const {line} = given;
    if (given.value === undefined) {
      report("bad", given.bad!, line);
      continue;
    }
    for (const read of "cmp_key" in given.value ? ofPanda(given) : [ofVote(given)]) {
      if ("bad" in read) {
        report(read.kind ?? "bad", read.bad, line, read.field === undefined ? undefined : given.column?.(read.field));
        continue;
      }
      const {vote, judged, asked} = read;
      if (vote.model_a === CHECK_MODEL || vote.model_b === CHECK_MODEL) {
        const {n, right} = checks.get(vote.judge) ?? {n: 0, right: 0};
        const isRight = vote.winner === (vote.model_a === CHECK_MODEL ? "b" : "a");
        checks.set(vote.judge, {n: n + 1, right: right + Number(isRight)});
        continue;
      }
      if (vote.model_a === vote.model_b) {
        report("self-comparison", `"${vote.model_a}" against itself`, line, given.column?.("model_b"));
        continue;
      }
      if (!judged) anonymous++;
      if (!asked) {
        unasked++;
        vote.question = `line ${line}`;
      }
      if (/inconsistent/i.test(String(given.value.winner))) inconsistent.push(lines.length);
      lines.push(line);
      columns.add({...vote, judge: shown(vote.judge), model_a: shown(vote.model_a), model_b: shown(vote.model_b)});
    }
  }
  const votes = columns.votes();
  const swapped = repeated(votes, (v, text) => report(text === SAME ? "duplicate" : "contradiction", text, lines[v]!));
  const notes: string[] = [];
  if (anonymous > 0) notes.push(`${counted(anonymous, "vote names", "votes name")} no judge: together they count as one judge's`);
  if (unasked > 0)
    notes.push(`${counted(unasked, "vote names", "votes name")} no question_id: each counts as a prompt of its own`);
  if (swapped > 0)
    notes.push(`${counted(swapped, "vote is", "votes are")} a judge's second look at the same answers, in the other order`);
  notes.push(...checkNotes(checks), ...alikeNotes(votes), ...missingNotes(votes));
  return {
    votes,
    records: records.length,
    inconsistent: inconsistent.length > 0 ? inconsistent : null,
    warnings: warnings().sort((one, other) => one.places[0]!.line - other.places[0]!.line),
    notes
  };
}

/** A note on attention checks, whose votes are left out: how many were right, and who failed a third of theirs or more. */
function checkNotes(checks: ReadonlyMap<string, {n: number; right: number}>): string[] {
  if (checks.size === 0) return [];
  const sum = (part: "n" | "right") => [...checks.values()].reduce((total, each) => total + each[part], 0);
  const share = shareOf(sum("right"), sum("n"));
  const failed = [...checks]
    .filter(([, {n, right}]) => 3 * (n - right) >= n)
    .map(([judge, {n, right}]) => `${judge} ${n - right} of ${n}`);
  const interval = [share.low, share.high].map(end => (100 * end).toFixed(1)).join(", ");
  const names = failed.length > 0 ? `; failed by ${failed.slice(0, 8).join(", ")}${failed.length > 8 ? " and others" : ""}` : "";
  return [
    `${counted(share.n, "vote on an attention check", "votes on attention checks")} left out, ${(100 * share.value!).toFixed(1)} % right [${interval}]${names}`
  ];
}

const SAME = "the same judge on the same answers, with the same verdict as before";
const OTHER = "the same judge on the same answers, with another verdict than before";

/** Reports votes of a judge on answers in an order that the judge has judged before; returns how often the order was the other one. */
function repeated({n, a, b, judge, unit, units, outcome}: Votes, report: (vote: number, text: string) => void): number {
  const seen = new Map<number, number>();
  let swapped = 0;
  for (let v = 0; v < n; v++) {
    const reversed = a[v]! > b[v]! ? 1 : 0;
    const key = 2 * (judge[v]! * units + unit[v]!);
    const before = seen.get(key + reversed);
    if (before !== undefined) report(v, before === outcome[v] ? SAME : OTHER);
    else if (seen.has(key + 1 - reversed)) swapped++;
    seen.set(key + reversed, outcome[v]!);
  }
  return swapped;
}

/** Notes on names that differ only in case or spaces; they remain two models, since only the file can say which is meant. */
function alikeNotes({models}: Votes): string[] {
  const byCase = new Map<string, string[]>();
  for (const model of models) {
    const key = model.toLowerCase().replace(/\s+/g, " ");
    byCase.set(key, [...(byCase.get(key) ?? []), model]);
  }
  return [...byCase.values()]
    .filter(names => names.length > 1)
    .map(names => `${names.map(each => `"${each}"`).join(" and ")} differ only in case or spaces, and count as different models`);
}

/** Notes on votes without a covariate that other votes have. */
function missingNotes({n, covariates}: Votes): string[] {
  return Object.entries(covariates)
    .map(([key, {a}]) => [key, a.reduce((sum, value) => sum + (Number.isNaN(value) ? 1 : 0), 0)] as const)
    .filter(([, missing]) => missing > 0 && missing < n)
    .map(([key, missing]) => `${counted(missing, "vote has", "votes have")} no ${key}: effects held equal leave these out`);
}

const counted = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`;

type Read = {vote: Vote; judged: boolean; asked: boolean} | {bad: string; kind?: VoteWarning["kind"]; field?: string};

/** Fields that hold names: numbers among them are kept as they are written. */
const NAMES = ["judge", "model_a", "model_b", "question_id", "winner"];

const writtenNames = (written: NonNullable<VoteRecord["written"]>): Record<string, string> =>
  Object.fromEntries(
    NAMES.flatMap(field => {
      const text = written(field);
      return text === undefined ? [] : [[field, text] as const];
    })
  );

function ofVote(given: VoteRecord): Read {
  const value = given.written ? {...given.value, ...writtenNames(given.written)} : given.value!;
  const result = voteSchema.safeParse(value);
  if (!result.success) {
    const {path, text} = explain(result.error, {value, schema: voteSchema});
    const field = path.length > 0 ? String(path[0]) : undefined;
    return {
      bad: field === undefined || text.includes(`"${field}"`) ? text : `${field}: ${text}`,
      ...(field !== undefined && {field})
    };
  }
  const row = result.data;
  const winner = winnerOf(row);
  if (winner === null) {
    if (row.winner == null) return {bad: 'missing "winner"', field: "winner"};
    const why = readingsOf(row.winner, row).size > 1 ? ", which names one model and stands for the other's place" : "";
    return {bad: `winner "${row.winner}"${why}; expected model_a, model_b or tie`, kind: "unknown winner", field: "winner"};
  }
  const vote: Vote = {
    judge: row.judge ?? "anonymous",
    model_a: row.model_a,
    model_b: row.model_b,
    question: row.question_id ?? "",
    turn: row.turn ?? 1,
    winner
  };
  const ratings = ratingsOf(row);
  if (ratings) vote.ratings = ratings;
  const covariates = covariatesOf(row);
  if (covariates) vote.covariates = covariates;
  return {vote, judged: row.judge != null, asked: row.question_id != null};
}

type Row = z.infer<typeof voteSchema>;

function winnerOf({winner, model_a, model_b, ...row}: Row): VoteOutcome | null {
  if (winner == null) {
    const flags = [row.winner_model_a, row.winner_tie, row.winner_model_b].map(Number);
    if (flags.filter(each => each === 1).length !== 1) return null;
    return flags[0] === 1 ? "a" : flags[1] === 1 ? "tie" : "b";
  }
  const readings = readingsOf(winner, {model_a, model_b});
  return readings.size === 1 ? [...readings][0]! : null;
}

/** Possible meanings of a winner: a position, a tie, or a model's name, which need not be at that position. */
function readingsOf(winner: string, {model_a, model_b}: Pick<Row, "model_a" | "model_b">): Set<VoteOutcome> {
  const text = winner.trim();
  const found = new Set<VoteOutcome>();
  if (/^(model_)?a$/i.test(text) || text === model_a) found.add("a");
  if (/^(model_)?b$/i.test(text) || text === model_b) found.add("b");
  if (/^(tie\b.*|both[ _]?bad)$/i.test(text)) found.add("tie");
  return found;
}

function ratingsOf(row: Row): Vote["ratings"] {
  const found: NonNullable<Vote["ratings"]> = {};
  for (const each of RATINGS) {
    const nested = row[each];
    const of = (side: "a" | "b") => {
      const value = nested && typeof nested === "object" ? nested[side] : row[`${each}_${side}`];
      return typeof value === "number" ? value : null;
    };
    const [a, b] = [of("a"), of("b")];
    if (a !== null || b !== null) found[each] = {a, b};
  }
  return Object.keys(found).length > 0 ? found : undefined;
}

const NO_COVARIATE = new Set(["model", "winner_model", ...RATINGS]);

/**
 * Covariates from pairs of numbers x_a and x_b; from an Arena vote's metadata, lengths in tokens and counts of headers, lists and bold
 * text.
 */
function covariatesOf(row: Row): Vote["covariates"] {
  const found: NonNullable<Vote["covariates"]> = {};
  const meta = row.conv_metadata as Record<string, unknown> | undefined;
  const all = meta && typeof meta === "object" ? {...row, ...arenaStyle(meta)} : row;
  for (const [key, a] of Object.entries(all)) {
    if (!key.endsWith("_a") || typeof a !== "number") continue;
    const stem = key.slice(0, -2);
    const b = (all as Record<string, unknown>)[`${stem}_b`];
    if (typeof b === "number" && Number.isFinite(a) && Number.isFinite(b) && !NO_COVARIATE.has(stem)) found[stem] = {a, b};
  }
  return Object.keys(found).length > 0 ? found : undefined;
}

function arenaStyle(meta: Record<string, unknown>): Record<string, number> {
  const flat: Record<string, number> = {};
  for (const side of ["a", "b"]) {
    for (const [theirs, ours] of [
      [`sum_assistant_${side}_tokens`, "length"],
      [`header_count_${side}`, "headers"],
      [`list_count_${side}`, "lists"],
      [`bold_count_${side}`, "bold"]
    ] as const) {
      const value = meta[theirs];
      if (typeof value === "number") flat[`${ours}_${side}`] = value;
      else if (value && typeof value === "object")
        flat[`${ours}_${side}`] = Object.values(value).reduce(
          (sum: number, each) => sum + (typeof each === "number" ? each : 0),
          0
        );
    }
  }
  return flat;
}

/** PandaLM format: one record per pair with a column for each annotator; 1 is the first model, 2 the second, 0 a tie. */
function ofPanda({value}: VoteRecord): Read[] {
  const result = pandaSchema.safeParse(value);
  if (!result.success) {
    const {path, text} = explain(result.error, {value, schema: pandaSchema});
    return [{bad: text, field: String(path[0])}];
  }
  const {idx, cmp_key, ...rest} = result.data;
  const [model_a, model_b] = cmp_key.split("_") as [string, string];
  return Object.entries(rest).flatMap(([judge, label]): Read[] => {
    if (!/^annotator/.test(judge)) return [];
    const winner = ({0: "tie", 1: "a", 2: "b"} as const)[Number(label) as 0 | 1 | 2];
    if (!winner) return [{bad: `${judge} ${JSON.stringify(label)}; expected 0, 1 or 2`, kind: "unknown winner", field: judge}];
    return [{vote: {judge, model_a, model_b, question: idx, turn: 1, winner}, judged: true, asked: true}];
  });
}

/** A warning as one line: `12 votes: winner "model_c"; expected … (votes.jsonl:7:98, votes.jsonl:9:98, …)`. */
export function voteWarningLine({kind, text, votes, places}: VoteWarning, file: string): string {
  const where = places.map(({line, column}) => `${file}:${line}${column === undefined ? "" : `:${column}`}`).join(", ");
  const fate = kind === "duplicate" || kind === "contradiction" ? "kept" : "left out";
  return `${votes} ${votes === 1 ? "record" : "records"} ${fate}, ${kind}: ${text} (${where}${votes > places.length ? ", …" : ""})`;
}
