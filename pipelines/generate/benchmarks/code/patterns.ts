// Regular expressions of a part of Python's syntax, drawn as trees, with a matcher that tries alternatives in order and goes back.
import {type Random, severalOf} from "../../seed.js";

type Span = readonly [start: number, end: number];

/** The text that is searched, and the groups that are set so far. */
interface Search {
  text: string;
  groups: (Span | undefined)[];
}

/** A regular expression. Those that are repeated match no empty text and contain no group. */
export interface Pattern {
  source: string;
  /** Tries each way to match from a place, in order, until the rest of the pattern matches too. */
  match(place: number, search: Search, rest: (place: number) => boolean): boolean;
  /** Draws a text that the pattern matches if no lookahead forbids it. @param groups texts of the groups so far */
  sample(random: Random, groups: string[]): string;
}

/** Characters of the texts. */
const CHARACTERS = "abcd123";
const LETTERS = [..."abcd"];

const oneOf = (source: string, characters: string): Pattern => ({
  source,
  match: (place, {text}, rest) => place < text.length && characters.includes(text[place]!) && rest(place + 1),
  sample: random => random.pick([...characters])
});

const sequence = (parts: readonly Pattern[]): Pattern => ({
  source: parts.map(({source}) => source).join(""),
  match(place, search, rest) {
    const from = (i: number, next: number): boolean =>
      i === parts.length ? rest(next) : parts[i]!.match(next, search, end => from(i + 1, end));
    return from(0, place);
  },
  sample: (random, groups) => parts.map(part => part.sample(random, groups)).join("")
});

const either = (options: readonly Pattern[]): Pattern => ({
  source: `(?:${options.map(({source}) => source).join("|")})`,
  match: (place, search, rest) => options.some(option => option.match(place, search, rest)),
  sample: (random, groups) => random.pick(options).sample(random, groups)
});

/** Most repetitions in a drawn text where the pattern has no limit. */
const MAX_SAMPLED = 3;
/** Marks of repetitions, with their limits. */
const MARKS: readonly (readonly [mark: string, low: number, high: number])[] = [
  ["+", 1, Number.POSITIVE_INFINITY],
  ["*", 0, Number.POSITIVE_INFINITY],
  ["?", 0, 1],
  ["{2}", 2, 2],
  ["{1,2}", 1, 2],
  ["{2,3}", 2, 3]
];

function repeated(part: Pattern, isLazy: boolean, random: Random): Pattern {
  const [mark, low, high] = random.pick(MARKS);
  return {
    source: `${part.source}${mark}${isLazy && low < high ? "?" : ""}`,
    match(place, search, rest) {
      const from = (count: number, next: number): boolean => {
        const more = () => count < high && part.match(next, search, end => from(count + 1, end));
        const enough = () => count >= low && rest(next);
        return isLazy ? enough() || more() : more() || enough();
      };
      return from(0, place);
    },
    sample: (stream, groups) =>
      Array.from({length: stream.integer(low, Math.min(high, MAX_SAMPLED))}, () => part.sample(stream, groups)).join("")
  };
}

const group = (part: Pattern, number: number): Pattern => ({
  source: `(${part.source})`,
  match: (place, search, rest) =>
    part.match(place, search, end => {
      const before = search.groups[number];
      search.groups[number] = [place, end];
      if (rest(end)) return true;
      search.groups[number] = before;
      return false;
    }),
  sample(random, groups) {
    groups[number] = part.sample(random, groups);
    return groups[number];
  }
});

/** The same text as a group; in parentheses, since a digit may follow. */
const reference = (number: number): Pattern => ({
  source: `(?:\\${number})`,
  match(place, {text, groups}, rest) {
    const same = text.slice(...groups[number]!);
    return text.startsWith(same, place) && rest(place + same.length);
  },
  sample: (_, groups) => groups[number]!
});

const lookahead = (part: Pattern, isForbidden: boolean): Pattern => ({
  source: `(?${isForbidden ? "!" : "="}${part.source})`,
  match: (place, search, rest) => part.match(place, search, () => true) !== isForbidden && rest(place),
  sample: () => ""
});

const literal = (random: Random): Pattern => {
  const character = random.pick([...CHARACTERS]);
  return oneOf(character, character);
};

function single(random: Random): Pattern {
  if (random.chance(0.45)) return literal(random);
  const [one, other] = severalOf(LETTERS, 2, random) as [string, string];
  const [source, characters] = random.pick([
    [`[${one}${other}]`, one + other],
    [`[^${one}${other}]`, [...CHARACTERS].filter(each => each !== one && each !== other).join("")],
    [`[^${one}]`, CHARACTERS.replace(one, "")],
    ["[a-c]", "abc"],
    ["[b-d]", "bcd"],
    ["\\d", "123"],
    [`[${one}\\d]`, `${one}123`]
  ] as const);
  return oneOf(source, characters);
}

function piece(level: number, random: Random): Pattern {
  const isChoice = level > 1 && random.chance(0.4);
  const part = isChoice
    ? either(
        Array.from({length: random.integer(2, level > 3 ? 3 : 2)}, () =>
          sequence(Array.from({length: random.integer(1, 2)}, () => literal(random)))
        )
      )
    : single(random);
  return random.chance(0.6) ? repeated(part, level > 2 && random.chance(0.25), random) : part;
}

/** Draws a pattern of pieces, of which some are groups; the first piece is one character, so that no match is empty. */
export function patternOf(level: number, {pieces, groups, random}: {pieces: number; groups: number; random: Random}): Pattern {
  const places = severalOf([...Array(pieces).keys()], groups, random).sort((a, b) => a - b);
  const parts = Array.from({length: pieces}, (_, i) => {
    const part = i === 0 ? single(random) : piece(level, random);
    const number = places.indexOf(i) + 1;
    return number > 0 ? group(part, number) : part;
  });
  if (level > 2 && groups > 0) parts.splice(random.integer(places[0]! + 1, pieces), 0, reference(1));
  if (level > 3 && random.chance(0.6)) {
    const ahead = sequence(Array.from({length: random.integer(1, 2)}, () => single(random)));
    parts.splice(random.integer(0, 1), 0, lookahead(ahead, random.chance(0.7)));
  }
  return sequence(parts);
}

/** Returns whether a pattern matches the whole text. */
export const isWhole = (pattern: Pattern, text: string): boolean =>
  pattern.match(0, {text, groups: []}, end => end === text.length);

/** Finds the matches from left to right, without overlap: the place of each and of its groups. */
export function matchesOf(pattern: Pattern, text: string): {span: Span; groups: readonly Span[]}[] {
  const matches: {span: Span; groups: readonly Span[]}[] = [];
  for (let start = 0; start < text.length; ) {
    const search: Search = {text, groups: []};
    let end = start;
    pattern.match(start, search, place => {
      end = place;
      return true;
    });
    if (end > start) matches.push({span: [start, end], groups: search.groups.slice(1) as Span[]});
    start = Math.max(end, start + 1);
  }
  return matches;
}

/** Draws characters of the texts. */
export const noise = (length: number, random: Random): string =>
  Array.from({length}, () => random.pick([...CHARACTERS])).join("");

/** Changes, removes or inserts one character. */
export function altered(text: string, random: Random): string {
  const place = random.integer(0, Math.max(0, text.length - 1));
  const [replacedCharacters, more] = random.pick([
    [1, 1],
    [1, 0],
    [0, 1]
  ] as const);
  return text.slice(0, place) + noise(more, random) + text.slice(place + replacedCharacters);
}
