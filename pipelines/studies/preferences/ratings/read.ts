// Reads ratings from records, one row per rating or one row per answer; warnings are reported, never dropped silently.
import {z} from "zod";
import {explain} from "../../../book/issue.js";
import {RATINGS, type VoteWarning, voteWarningList} from "../votes/read.js";
import type {VoteRecord} from "../votes/records.js";
import type {Rating, Scale} from "./ratings.js";

const name = z.union([z.string().min(1), z.number()]).transform(String);
const parts = z.array(z.union([z.string(), z.number()]));

/** Fields of a record besides its ratings. Every other numeric column is an aspect, unless its name says otherwise. */
export const ratingSchema = z
  .looseObject({
    judge: z
      .union([name, parts.transform(list => list.join("_"))])
      .nullish()
      .describe("who rated; where it is missing, all such ratings count as one judge's"),
    model: name.describe("the model whose answer was rated"),
    question_id: name.nullish().describe("the prompt; where it is missing, each record counts as a prompt of its own"),
    turn: z.number().int().min(0).nullish().describe("turn of the conversation, 1 if missing"),
    aspect: name.nullish().describe("in which respect, where each record holds one rating and names it")
  })
  .describe("a rating of one answer");

export interface RatingsRead {
  ratings: Rating[];
  records: number;
  /** aspects in order of first appearance, with the known scales */
  aspects: string[];
  scales: Record<string, Scale>;
  warnings: VoteWarning[];
  notes: string[];
}

/** Names of numeric columns that are not ratings. */
const OTHER =
  /^(|judge|model|question_id|turn|aspect|wave|seed|version|simulated|order|position|shown_.*|.*_position|id|.*_id|idx|index|row|line|tstamp|.*time(stamp)?|date|created.*|.*_at|.*_ms|.*seconds|length.*|.*_length|.*tokens?|.*_count)$/i;
const BLANK = /^(|-|–|—|n\/?a|nan|null|none|\?)$/i;
/** The scale of the named aspects, unless more than this share of the ratings lies outside it. */
const USUAL: Scale = {min: 1, max: 5, given: true};
const FEW = 0.05;

/**
 * Reads records of ratings.
 * @param scale scale of all aspects
 */
export function readRatings(
  records: readonly VoteRecord[],
  {scale}: {scale?: {min: number; max: number} | undefined} = {}
): RatingsRead {
  const {report, warnings} = voteWarningList();
  const {aspects, passedOver, long} = aspectsOf(records);
  const notes: string[] = [];
  const given: {rating: Rating; line: number; column?: number | undefined}[] = [];
  let [anonymous, unasked, unscored] = [0, 0, 0];
  for (const record of records) {
    const read = identityOf(record);
    if ("bad" in read) {
      report("bad", read.bad, record.line, read.field === undefined ? undefined : record.column?.(read.field));
      continue;
    }
    if (read.row.judge == null) anonymous++;
    if (read.row.question_id == null) unasked++;
    const {judge, model, question_id, turn, aspect} = read.row;
    const rater = {judge: judge ?? "anonymous", model, question: question_id ?? `line ${record.line}`, turn: turn ?? 1};
    for (const field of long ? aspects.slice(0, 1) : aspects) {
      const found = numberOf(record.value![field]);
      const column = record.column?.(field);
      if (found === null) continue;
      if (typeof found === "string") report("bad", `${field} "${found}" is not a number`, record.line, column);
      else if (found === -1 && Array.isArray(record.value!.judge)) unscored++;
      else given.push({rating: {...rater, aspect: long ? (aspect ?? field) : field, value: found}, line: record.line, column});
    }
  }
  const names = [...new Set(given.map(({rating}) => rating.aspect))];
  const scales: Record<string, Scale> = {};
  for (const each of names) {
    const own = scale ? {...scale, given: true} : usualScale(each, given, notes);
    if (own) scales[each] = own;
  }
  const ratings = withinScale(given, scales, report);
  reportRepeats(ratings, report);
  if (anonymous > 0) notes.push(`records without a judge: ${anonymous}; together they count as one judge's`);
  if (unasked > 0) notes.push(`records without a question_id: ${unasked}; each counts as a prompt of its own`);
  if (unscored > 0) notes.push(`ratings of −1, by which FastChat marks that no score was found: ${unscored}, left out`);
  if (passedOver.length > 0) notes.push(`columns of numbers that are not taken for ratings: ${passedOver.join(", ")}`);
  return {
    ratings: ratings.map(({rating}) => rating),
    records: records.length,
    aspects: names,
    scales,
    warnings: warnings(),
    notes
  };
}

/** Whether records are ratings of single answers: they name one model, and hold a number that may be a rating. */
export const areRatings = (records: readonly VoteRecord[]): boolean =>
  records.some(({value}) => value && "model" in value && ("judge" in value || "question_id" in value)) &&
  !records.some(({value}) => value && ("model_a" in value || "cmp_key" in value || "benchmark" in value)) &&
  aspectsOf(records).aspects.length > 0;

/** Columns of ratings: the candidates whose entries are numbers more often than not. */
function aspectsOf(records: readonly VoteRecord[]): {aspects: string[]; passedOver: string[]; long: boolean} {
  const columns = new Map<string, {numbers: number; others: number}>();
  let long = false;
  for (const {value} of records)
    for (const [column, entry] of Object.entries(value ?? {})) {
      if (column === "aspect") long = true;
      const found = numberOf(entry);
      if (found === null) continue;
      let known = columns.get(column);
      if (!known) columns.set(column, (known = {numbers: 0, others: 0}));
      if (typeof found === "number") known.numbers++;
      else known.others++;
    }
  const numeric = [...columns].filter(([, {numbers, others}]) => numbers > others).map(([column]) => column);
  const known = new Set(["judge", "model", "question_id", "turn", "aspect", ""]);
  const passedOver = numeric.filter(column => OTHER.test(column) && !known.has(column));
  return {aspects: numeric.filter(column => !OTHER.test(column)), passedOver, long};
}

/** The number of an entry; null for a blank; otherwise the text that is not a number. */
function numberOf(entry: unknown): number | string | null {
  if (entry === null || entry === undefined || typeof entry === "boolean") return null;
  if (typeof entry === "number") return Number.isFinite(entry) ? entry : null;
  if (typeof entry === "object") return "…";
  const text = String(entry).trim();
  if (BLANK.test(text)) return null;
  const value = Number(text);
  return Number.isNaN(value) ? text.slice(0, 40) : value;
}

function identityOf({value, bad}: VoteRecord): {row: z.infer<typeof ratingSchema>} | {bad: string; field?: string} {
  if (value === undefined) return {bad: bad!};
  const result = ratingSchema.safeParse(value);
  if (result.success) return {row: result.data};
  const {path, text} = explain(result.error, {value, schema: ratingSchema});
  const field = path.length > 0 ? String(path[0]) : undefined;
  const located = field === undefined || text.includes(`"${field}"`) ? text : `${field}: ${text}`;
  return {bad: located, ...(field !== undefined && {field})};
}

interface Placed {
  rating: Rating;
  line: number;
  column?: number | undefined;
}
type Report = ReturnType<typeof voteWarningList>["report"];

/** The usual scale of 1 to 5 for the aspects that votes have; null where the ratings themselves imply another scale. */
function usualScale(aspect: string, given: readonly Placed[], notes: string[]): Scale | null {
  if (!(RATINGS as readonly string[]).includes(aspect)) return null;
  const own = given.filter(({rating}) => rating.aspect === aspect);
  const outside = own.filter(({rating}) => rating.value < USUAL.min || rating.value > USUAL.max).length;
  if (outside <= FEW * own.length) return USUAL;
  notes.push(`${aspect}: ${outside} of ${own.length} ratings lie outside 1–5; the scale is taken from the ratings`);
  return null;
}

function withinScale(given: readonly Placed[], scales: Readonly<Record<string, Scale>>, report: Report): Placed[] {
  return given.filter(({rating: {aspect, value}, line, column}) => {
    const scale = scales[aspect];
    if (!scale || (value >= scale.min && value <= scale.max)) return true;
    report("outside the scale", `${aspect} ${value}; expected ${scale.min} to ${scale.max}`, line, column);
    return false;
  });
}

/** Reports repeated ratings of the same answer in the same aspect by one judge. */
function reportRepeats(ratings: readonly Placed[], report: Report): void {
  const seen = new Map<string, number>();
  for (const {rating, line} of ratings) {
    const {judge, model, question, turn, aspect, value} = rating;
    const key = JSON.stringify([judge, model, question, turn, aspect]);
    const before = seen.get(key);
    if (before === undefined) seen.set(key, value);
    else if (before === value) report("duplicate", `the same judge on the same answer, with the same ${aspect} as before`, line);
    else report("contradiction", `the same judge on the same answer, with another ${aspect} than before`, line);
  }
}
