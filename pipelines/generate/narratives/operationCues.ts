// The operation that a scene says: the words for it, in the sentences around the name of its result.
import {OPERATION_NAMES, type Operation} from "../lists/operations.js";

/** Operations that no list has, as reports name them. */
const FOREIGN = [
  "the product",
  "a difference",
  "a quotient",
  "a count",
  "the most frequent",
  "another mean",
  "another figure"
] as const;
export type SaidOperation = Operation | (typeof FOREIGN)[number];

/** A word for an operation. A weak one is common in other sentences: it counts where no other operation has a strong one. */
export interface Cue {
  operation: SaidOperation;
  isStrong: boolean;
  start: number;
  end: number;
}

/** Nouns that a figure is called by. */
const FIGURE =
  "(?:figures?|numbers?|values?|counts?|amounts?|totals?|results?|entry|entries|readings?|scores?|bids?|offers?|answers?)";
const OPEN = "[^.!?]";

const STRONG: Record<SaidOperation, string> = {
  MAX: `largest|biggest|greatest|highest|maximum|(?<=the )max|topmost|peak|(?:heaviest|tallest|longest|strongest|widest|fullest|richest) of|above (?:all|every)(?: \\w+){0,2} (?:others?|rest)|(?:beat|outranked|outdid|topped|exceeded|surpassed|was above)(?: all| every)?(?: of)?(?: the)? (?:others?|rest)|(?:top|upper) ${FIGURE}|no other${OPEN}{0,20} exceed\\w*|(?:larger|bigger|greater|higher) (?:of|one|${FIGURE})|the most (?:that )?any\\w*|best of (?:these|those|them|the ${FIGURE})|(?:which|what)ever(?: \\w+)? (?:is|was|had|'s)${OPEN}{0,12}\\b(?:more|most|larger|bigger|greater|higher)`,
  MIN: `smallest|lowest|slightest|minimum|(?<=the )min|(?:lightest|shortest|weakest|thinnest|poorest|meanest|narrowest) of|(?:below|beneath|under)(?: all| every)?(?: of)?(?: the)? (?:others?|rest)|(?<!at )(?<!last but not )least|fewest|bottom ${FIGURE}|no other${OPEN}{0,20} undercut\\w*|(?:smaller|lesser|lower) (?:of|one|${FIGURE})|coldest|cheapest|as little as any|(?:which|what)ever(?: \\w+)? (?:is|was|had|'s|held)${OPEN}{0,12}\\b(?:less|least|fewer|smaller|lower)`,
  MED: `median|as many (?:above|over|larger) as (?:below|under|smaller)|(?:centre|center) (?:when|once)|mid(?:dle)?most|middle (?:of|${FIGURE}|one|is|card)|in the middle(?! of the (?:night|day|week|room|floor|road|street))|midway|between (?:the )?(?:two )?extremes|half-?way (?:along|down|through)|middling|(?:sits?|sat|lies|lay|falls?|fell|comes?|came)(?: in)? between|neither(?: the)? (?:\\w*est\\b|most|least|extremes?)|central ${FIGURE}`,
  SM: `(?:last|final|closing|units?|ones?|rightmost) (?:digit|place|column)|last figure|mod(?:ulo)? (?:10|ten)|(?:drop|dropped|strike|struck|let|lost?|forget|forgot|throw|threw)\\b${OPEN}{0,20}\\btens\\b|(?:but|only|just|keep|kept) the units?|units? of (?:the|their|its) (?:sum|total)|tens? (?:dropped|struck|stripped|removed|thrown|cut)|without (?:its|the) tens|remain(?:s|ed|der|ing)?\\b${OPEN}{0,40}\\b(?:10|tens?)|(?:division|dividing) by (?:10|ten)`,
  SUM: `sums?|summ(?:ed|ing)|aggregate|tall(?:y|ied) of (?:everything|all|them|it)|(?:figures|numbers|lot) added|added to (?:all )?the (?:rest|others)|combined|totals?|totall?(?:ed|ing)|add(?:s|ed|ing)?(?: (?:it|them|these|those|all|both|everything|the lot|that))*(?: all)? (?:up|together)|add(?:s|ed|ing)? (?:it all|them|these|those|all|both|everything|the lot)|added,|(?:all|both|everything|put|taken|reckon\\w*|lump\\w*|heap\\w*|piled?)\\b[^.!?,;]{0,60}?\\btogether|everything here added`,
  AVG: `averag(?:e|es|ed|ing)|(?:arithmetic|the|their|its|plain|simple|a|rounded) mean(?=\\W)|evenly|equally|even(?:ed|s)?(?: \\w+)? out|(?:fair|equal|even) (?:part|share)s?|divided?${OPEN}{0,40}\\bby (?:how many|the number|their number)`,
  "the product": `products? of|multipl(?:y|ied|ies|ying|ication)|times (?:each other|one another)|the product(?=[,;.!]|$)`,
  "a difference":
    "minus the|gap between|(?:span|spread|range) (?:of|between)|(?<!split the )(?<!splits the )difference (?:between|of)|subtract\\w*|tak(?:e|es|en|ing) away from",
  "a quotient": "quotient|ratio (?:of|between)|divid(?:e|ed|es|ing) (?:one|each|them|the (?:first|larger|largest|smaller)) by",
  "a count": `how many (?:of (?:them|these|those)|${FIGURE})(?= there|[,.;])|number of (?:these|those|the) ${FIGURE}`,
  "the most frequent": "most (?:often|frequent\\w*|common(?:ly)?)",
  "another mean": "(?:geometric|harmonic|quadratic|weighted) (?:mean|average)",
  "another figure": `(?:their|the) squares|squared|squares of|second[- ](?:largest|smallest|highest|lowest|biggest|least|greatest)|the (?:first|last|latest|earliest) (?:of (?:these|those|them)|${FIGURE} (?:named|said|given|to))`
};

const WEAK: Partial<Record<SaidOperation, string>> = {
  MAX: `larger|bigger|greater|higher|most|strongest|stronger|heaviest|longest|tallest|(?:best|better|worst)(?= of (?!it)|,| (?:is|was|were|find|one|${FIGURE}))`,
  MIN: "smaller|lesser|lower|less|fewer|cheaper|lightest|lighter|shorter|shortest|poorer|poorest|meaner|meanest",
  MED: "middle|sorted|ranked|by size|in order of size",
  SM: "remainder|remain(?:s|ed)",
  SUM: "add(?:s|ed|ing)?(?! the figure| §)|together|altogether|plus|tall(?:y|ied)|in all|all of (?:it|that|this|them)|every piece|the lot",
  AVG: "mean(?=\\W)|share"
};

/** A more special operation says the words of others too: "the last digit of the sum". */
const WITHIN: Partial<Record<SaidOperation, readonly Operation[]>> = {
  MED: ["MAX", "MIN", "AVG"],
  SM: ["SUM"],
  AVG: ["SUM", "SM"],
  "the product": ["SUM"],
  "another figure": ["MAX", "MIN", "SUM"],
  "a difference": ["MAX", "MIN"],
  "the most frequent": ["MAX"],
  "another mean": ["AVG"]
};

const NAMES = [...OPERATION_NAMES, ...FOREIGN] as readonly SaidOperation[];
/** Expressions of a set of words; lines may be broken at each blank. */
const expressions = (words: Partial<Record<SaidOperation, string>>): [SaidOperation, RegExp][] =>
  NAMES.flatMap(name => {
    const pattern = words[name]?.replaceAll(" ", "\\s+");
    return pattern === undefined ? [] : [[name, new RegExp(`\\b(?:${pattern})(?!\\w)`, "giu")]];
  });
const [strong, weak] = [expressions(STRONG), expressions(WEAK)];

/** All words for operations in a text, in which names are masked. */
function cuesIn(text: string): Cue[] {
  const cuesOf = (words: [SaidOperation, RegExp][], isStrong: boolean): Cue[] =>
    words.flatMap(([operation, pattern]) =>
      [...text.matchAll(pattern)].map(({index, 0: {length}}) => ({operation, isStrong, start: index, end: index + length}))
    );
  return [...cuesOf(strong, true), ...cuesOf(weak, false)].sort((a, b) => a.start - b.start);
}

/** The operations that words say: strong words before weak ones, a special operation before those within it, unless "or" parts them. */
function operationsOf(cues: readonly Cue[], text: string): Cue[] {
  const counted = cues.some(({isStrong}) => isStrong) ? cues.filter(({isStrong}) => isStrong) : cues;
  const isWithin = (cue: Cue): boolean =>
    counted.some(
      other =>
        WITHIN[other.operation]?.includes(cue.operation as Operation) &&
        !OR.test(text.slice(Math.min(cue.end, other.end), Math.max(cue.start, other.start)))
    );
  const firsts = new Map<SaidOperation, Cue>();
  for (const cue of counted) if (!firsts.has(cue.operation) && !isWithin(cue)) firsts.set(cue.operation, cue);
  return [...firsts.values()];
}

/** Words between two operations of which either may be meant. */
const OR = /\b(?:or|instead|rather)\b/iu;

/** Ends of sentences. */
const SENTENCE = /[.!?:;]["”’')]*\s+|\n\s*\n/gu;
/** Sentences before and after that with the name in which the operation is looked for first. */
const AROUND = 2;

/**
 * The operations that a scene says, each by its first word: those near the name of its result, else those anywhere in it.
 * @param names places of names of results in the scene, in order; `isOwn` for that of the scene's own result
 */
export function operationsSaid(text: string, names: readonly {start: number; end: number; isOwn: boolean}[]): Cue[] {
  let masked = text;
  for (const {start, end} of names) masked = masked.slice(0, start) + "§".repeat(end - start) + masked.slice(end);
  masked = masked.replaceAll(/§+/gu, run => `§${" ".repeat(run.length - 1)}`);
  const cues = cuesIn(masked);
  const naming = names.find(({isOwn}) => isOwn);
  const starts = [0, ...[...masked.matchAll(SENTENCE)].map(({index, 0: {length}}) => index + length), text.length + 1];
  const place = naming ? starts.findLastIndex(start => start <= naming.start) : -1;
  const [from, to] = [starts[Math.max(0, place - AROUND)]!, starts[Math.min(starts.length - 1, place + AROUND + 1)]!];
  const near = naming ? cues.filter(({start}) => start >= from && start < to) : [];
  if (near.some(({isStrong}) => isStrong)) return operationsOf(near, masked);
  const anywhere = cues.filter(({isStrong}) => isStrong);
  return operationsOf(anywhere.length > 0 ? anywhere : near, masked);
}

/** Numbers that words for operations hold: "modulo 10", and those of the rules that prompts state. Without `u` it is read 14 times as fast. */
export const RULE_NUMBERS = /\b(?:mod(?:ulo)?|(?:divided|divid(?:e|es|ing)|division) by) (?:10|ten)\b|\b7\.9 becomes 7\b/gi;
