// Relation of two values in one statement: alternatives, a list, parts of a sum, or unrelated.

/** `either`, `both` and `list` name several answers; `sum` forms an expression of two values; `not` rules the second one out. */
export type Link = "either" | "both" | "list" | "sum" | "not";

/** Longest text between two values that can relate them, characters. */
const MAX_GAP = 80;
/** Most words (a unit, or the text of an option) between a value and the "or", "and" or "to" after it. */
const MAX_WORDS = {either: 8, both: 4, to: 1};

const MARKUP = /\\(?:text|textbf|mathrm|mathbf|boxed|left|right|quad|qquad)\b|\\[,;:!% ]|\*\*|[{}$_`"'“”‘’%°€£¥]/gu;
const SIGNS: readonly [RegExp, string][] = [
  [/\\(?:l?or|vee)\b/gu, " or "],
  [/\\(?:land|wedge)\b/gu, " and "],
  [/\\(?:times|cdot|div|pm)\b/gu, "×"]
];
const NEGATION = /\b(?:not|never|rather|instead|without|except|unlike|excluding)\b|n't\b/iu;
/** Words after which the text explains or states something else, so that a later "or" does not refer to the value before them. */
const EXPLAINS = new Set("because since as so if when where while therefore thus hence which that given by".split(" "));
const VERBS = new Set("is are was were has have had makes make gives gave does do equals leaves left".split(" "));
const EITHER = new Set("or nor maybe perhaps possibly potentially alternatively otherwise could might may versus vs".split(" "));
const BOTH = new Set("and also well along together".split(" "));
const SUM = new Set("plus minus times xor implies modulo mod".split(" "));
const TO = new Set("to through until till".split(" "));
/** Words that may stand between "or" and the value that it offers. */
const FILL = new Set(
  "the a an it is be are would should can option options choice choices answer answers number value even else too another one other say about around approximately roughly some up i think we this equally just simply both either final correct right my with rather probably likely".split(
    " "
  )
);
/** Words that may stand between "and" and the value that it adds. Verbs are not among them, since a verb begins a new statement. */
const FILL_BOTH = new Set(
  "both the a an option options choice choices answer answers number value even another one other as about with".split(" ")
);

/**
 * The relation of two values, or null where they are unrelated.
 * @param gap the text between the two values
 * @param alike whether both are written alike, in parentheses or without
 * @param goesOn whether words follow the second value, so that a comma or a dash leads to an explanation
 */
export function linkOf(gap: string, {alike = true, goesOn = false} = {}): Link | null {
  if (gap.length > MAX_GAP) return null;
  let plain = gap;
  for (const [sign, word] of SIGNS) plain = plain.replace(sign, word);
  plain = plain.replace(MARKUP, " ");
  if (NEGATION.test(plain)) return "not";
  return byPunctuation(plain, {alike, goesOn}) ?? byWords(plain);
}

function byPunctuation(gap: string, {alike, goesOn}: {alike: boolean; goesOn: boolean}): Link | null {
  if (/[\p{L}\p{N}\n]/u.test(gap)) return null;
  const signs = gap.replace(/[\s()[\]]/gu, "");
  if (signs === "") return alike && !/[([]/u.test(gap.trimEnd()) ? "list" : null;
  if (/^[|&]+$/u.test(signs)) return "list";
  if (/^[-−–—+*/×÷^±~·<>]+$/u.test(signs)) {
    const spaced = /^[)\]]*\s+[-−–—]\s+$/u.test(gap);
    return spaced && goesOn ? null : "sum";
  }
  return /^[,;]$/u.test(signs) && !goesOn ? "list" : null;
}

function byWords(gap: string): Link | null {
  const words = gap.toLowerCase().match(/\p{L}+|[.!?\n]|[-+*/×÷^=<>]/gu) ?? [];
  const at = words.findIndex(word => EITHER.has(word) || BOTH.has(word) || SUM.has(word) || TO.has(word));
  if (at < 0) return null;
  const before = words.slice(0, at);
  const after = words.slice(at + 1);
  const apart = before.some(word => EXPLAINS.has(word) && words[at] !== "well");
  // "or" may begin the next sentence or line and still refer to the value before it; other words may not.
  if (words.some(word => /[.!?\n]/u.test(word)) && !(EITHER.has(words[at]!) && before.every(word => /[.!?\n]/u.test(word))))
    return null;
  const filled = (fill: ReadonlySet<string>) =>
    after.every(word => fill.has(word) || EITHER.has(word) || BOTH.has(word) || TO.has(word) || /^[a-z=/\n]$/u.test(word));
  if (words.some(word => EITHER.has(word))) return !apart && before.length <= MAX_WORDS.either && filled(FILL) ? "either" : null;
  if (SUM.has(words[at]!)) return before.length === 0 && after.length === 0 ? "sum" : null;
  if (TO.has(words[at]!))
    return before.length <= MAX_WORDS.to && before.every(word => word.length <= 3) && after.length === 0 ? "both" : null;
  const clause = apart || before.some(word => VERBS.has(word));
  return !clause && before.length <= MAX_WORDS.both && filled(FILL_BOTH) ? "both" : null;
}
