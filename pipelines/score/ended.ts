// Finds answers that were cut although no finish reason says so: no claim, an end in mid-sentence, and a length at which texts pile up.

/** Name of the end of a response that was cut by evidence, where others have the name of their finish reason. */
export const CUT = "cut, by its text";

/** Characters at the end of a response that show whether it ends in mid-sentence. */
export const TAIL_LENGTH = 200;

/** Blanks, quotes, closing brackets of quotations, and marks of emphasis: they may follow the end of a sentence. */
const CLOSERS = /[\s"'”’»›*_~」』】〉》\u200b\ufeff]|\ufe0f/u;
/** Punctuation that ends a sentence in any script, and what closes a formula, a list, a table, a program or a tag. */
const FINAL = new Set(".!?…。．！？؟۔।॥။៕።፧‼⁇⁈⁉)）]}>`$|■□✓✔");
/** Scripts that write no mark at the end of a sentence, so that nothing shows whether it ends there; and pictures. */
const UNMARKED = /\p{Script=Thai}|\p{Script=Lao}|\p{Extended_Pictographic}/u;
/** A last line that is nothing but the mark of a list item or of a heading, and one that is a rule. */
const BARE_MARK = /^(?:#{1,6}|[-*+•]|\(?\d{1,3}[.)]|\(?[A-Za-z][.)])$/u;
const RULE = /^(?:-{3,}|={3,}|_{3,}|\*{3,})$/u;

/** Whether a UTF-16 code unit is one of A to Z, a to z, 0 to 9. */
const isLetterOrDigit = (unit: number): boolean =>
  (unit >= 97 && unit <= 122) || (unit >= 48 && unit <= 57) || (unit >= 65 && unit <= 90);

/** Whether a text ends in mid-sentence. Judges by its last characters; an empty text has no end. */
export function endsInMidSentence(text: string): boolean {
  const tail = text.slice(-TAIL_LENGTH).trimEnd();
  if (isLetterOrDigit(tail.charCodeAt(tail.length - 1))) return true; // for speed: most do
  const lineStart = tail.lastIndexOf("\n") + 1;
  const line = tail.slice(lineStart).trim();
  if (lineStart > 0 && BARE_MARK.test(line)) return true;
  if (RULE.test(line)) return false;
  let end = tail.length;
  while (end > 0 && CLOSERS.test(tail[end - 1]!)) end--;
  if (end === 0) return false;
  const last = /[\udc00-\udfff]/.test(tail[end - 1]!) ? tail.slice(end - 2, end) : tail[end - 1]!;
  return !FINAL.has(last) && !UNMARKED.test(last);
}

/** Bins of lengths per e-fold, each 5 % wide: any number of responses is counted in a few hundred numbers. */
const BINS = 20;
/** Least limit, tokens: smaller ones are set where a letter or a word is wanted. */
const MIN_LIMIT = 32;
/** Least number of responses that end in mid-sentence in the three bins around a limit: fewer can be chance. */
const MIN_PILE = 3;
/** Least share of the responses from the limit on that end in mid-sentence. Measured: 0.5 to 1 at limits, at most 0.35 elsewhere. */
const MIN_SHARE = 0.4;
/** Reach of a pile in relation to its limit: down to where, by another tokenizer than the model's, responses at the limit may lie. */
const MIN_REACH = 0.5;
/** Length in relation to the limit beyond which there is hardly any response. */
const BEYOND = 1.25;
/** Least number of responses in a bin of a pile, in relation to its fullest bin. */
const MIN_DENSITY = 0.02;
/** Most responses in mid-sentence beyond, in relation to those in the pile. */
const MAX_BEYOND = 0.03;

/** The tasks of an evaluation have limits of their own. */
interface Asked {
  eval_id: string;
  base_task: string;
}

/** A response without a finish reason. */
export interface EndedText extends Asked {
  /** reasoning and response; if its tokens are known, its last `TAIL_LENGTH` characters will do */
  text: string;
  /** tokens by any tokenizer; null where they were not counted */
  tokens: number | null;
  /** bytes of both in UTF-8 */
  bytes: number;
}

const binOf = (length: number): number => Math.floor(BINS * Math.log(Math.max(1, length)));
const widthOf = (ratio: number): number => BINS * Math.log(ratio);

/** Counts of the responses to one task by length: tokens of those that end in mid-sentence, bytes of the others. */
class LengthCounts {
  readonly #open = new Map<number, number>();
  readonly #whole = new Map<number, number>();
  #bytes = 0;
  #tokens = 0;

  addOpen(tokens: number, bytes: number): void {
    this.#open.set(binOf(tokens), (this.#open.get(binOf(tokens)) ?? 0) + 1);
    this.#tokens += tokens;
    this.#bytes += bytes;
  }

  addWhole(bytes: number): void {
    this.#whole.set(binOf(bytes), (this.#whole.get(binOf(bytes)) ?? 0) + 1);
  }

  /** Number of counts. */
  get size(): number {
    return this.#open.size + this.#whole.size;
  }

  /** Least number of tokens of the pile of cut responses; infinite where there is none. */
  pileFrom(): number {
    const near = (bin: number) => [bin - 1, bin, bin + 1].map(each => this.#open.get(each) ?? 0);
    const sum = (counts: readonly number[]) => counts.reduce((a, b) => a + b, 0);
    const [limit] = [...this.#open.keys()].sort((a, b) => sum(near(b)) - sum(near(a)) || b - a);
    const isPile = limit !== undefined && limit >= binOf(MIN_LIMIT) && sum(near(limit)) >= MIN_PILE;
    if (!isPile || this.#shareFrom(limit) < MIN_SHARE) return Number.POSITIVE_INFINITY;
    const isFull = (bin: number) => (this.#open.get(bin) ?? 0) >= Math.max(1, MIN_DENSITY * Math.max(...near(limit)));
    let from = limit;
    while (isFull(from - 1) && from - 1 >= limit + widthOf(MIN_REACH) && this.#shareFrom(from - 1) >= MIN_SHARE) from--;
    const beyond = countFrom(this.#open, limit + widthOf(BEYOND));
    if (beyond > MAX_BEYOND * (countFrom(this.#open, from) - beyond)) return Number.POSITIVE_INFINITY;
    return Math.exp(from / BINS);
  }

  /** Share of the responses of at least a bin's tokens that end in mid-sentence; the others' tokens follow from their bytes. */
  #shareFrom(bin: number): number {
    const open = countFrom(this.#open, bin);
    return open / (open + countFrom(this.#whole, bin + BINS * Math.log(this.#bytes / this.#tokens)));
  }
}

function countFrom(counts: ReadonlyMap<number, number>, least: number): number {
  let sum = 0;
  for (const [bin, count] of counts) if (bin >= least) sum += count;
  return sum;
}

/** Lengths at which the responses to each task of each evaluation were cut. */
export class CutLengths {
  readonly #counts = new Map<string, LengthCounts>();
  readonly #from = new Map<string, number>();

  /** @param count tokens of a text, where nobody counted them */
  constructor(private readonly count: (text: string) => number) {}

  /** Adds a response without a finish reason; all must be added before the first question. */
  add({text, tokens, bytes, ...asked}: EndedText): void {
    const key = keyOf(asked);
    let counts = this.#counts.get(key);
    if (!counts) this.#counts.set(key, (counts = new LengthCounts()));
    if (endsInMidSentence(text)) counts.addOpen(tokens ?? this.count(text), bytes);
    else counts.addWhole(bytes);
  }

  /** Number of counts that are held. */
  get size(): number {
    return [...this.#counts.values()].reduce((sum, counts) => sum + counts.size, 0);
  }

  /** Whether a response without an answer was cut: it ends in mid-sentence, at a length at which such responses pile up. */
  isCut({text, tokens, ...asked}: Omit<EndedText, "bytes">): boolean {
    const from = this.#pileFrom(keyOf(asked));
    return Number.isFinite(from) && endsInMidSentence(text) && (tokens ?? this.count(text)) >= from;
  }

  #pileFrom(key: string): number {
    const known = this.#from.get(key) ?? this.#counts.get(key)?.pileFrom() ?? Number.POSITIVE_INFINITY;
    this.#from.set(key, known);
    return known;
  }
}

const keyOf = ({eval_id, base_task}: Asked): string => `${eval_id}\n${base_task}`;
