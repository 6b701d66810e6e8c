// Sentences of the grammar compiled for fast telling: every fragment knows its tokens, so that a story's length is a sum.
import type {Random} from "../../seed.js";
import * as call from "./call.js";
import * as prose from "./prose.js";
import type {Genre} from "./worlds.js";

/** Counts the tokens of a text. */
export type TokenCounter = (text: string) => number;

/** A phrase with its tokens behind a blank, and capitalised without one. */
export interface Phrase {
  text: string;
  capital: string;
  tokens: number;
  capitalTokens: number;
}

/** A stretch of a sentence: fixed text, or a slot by its name. */
interface Segment {
  text: string;
  tokens: number;
  slot?: {name: string; capital: boolean; spaced: boolean};
}
export type Sentence = readonly Segment[];

/** Sentences of one kind of part. */
interface SentenceSet {
  /** Sentences of padding that are a single one, and the same with a clause after each. */
  padding: Sentence[];
  longPadding: Sentence[];
  scenes: Sentence[];
  counts: Sentence[];
  twoCounts: Sentence[];
  known: Sentence[];
  knownLater: Sentence[];
  rules: Sentence[];
  namings: Sentence[];
  questions: Sentence[];
}

export interface Grammar {
  sentences: SentenceSet;
  /** Phrases by the slot that they fill. */
  lists: ReadonlyMap<string, Phrase[]>;
  phrase(text: string): Phrase;
  /** What stands between two sentences: a blank, or in a transcript a line's end. */
  between: string;
}

/** Slots that a sentence may have more than once; any other would name one time or one person twice. */
const REPEATABLE = new Set(["adjective", "item"]);

/** Where each set of sentences stands. */
const SETS = {
  prose: {
    padding: prose.PADDING.filter(isSingle),
    longPadding: lengthened(prose.PADDING, prose.TAILS),
    scenes: prose.SCENES,
    counts: prose.COUNTS,
    twoCounts: prose.TWO_COUNTS,
    known: prose.KNOWN,
    knownLater: prose.KNOWN_LATER,
    rules: prose.RULES,
    namings: prose.NAMINGS,
    questions: prose.QUESTIONS
  },
  call: {
    padding: call.CALL_PADDING.filter(isSingle),
    longPadding: lengthened(call.CALL_PADDING, call.CALL_TAILS),
    scenes: call.CALL_SCENES,
    counts: call.CALL_COUNTS,
    twoCounts: call.CALL_TWO_COUNTS,
    known: call.CALL_KNOWN,
    knownLater: call.CALL_KNOWN_LATER,
    rules: call.CALL_RULES,
    namings: call.CALL_NAMINGS,
    questions: prose.QUESTIONS
  }
};

/** Whether a template is one sentence: of two, one would be repeated although both together are not. */
function isSingle(template: string): boolean {
  return !/[.?!] /u.test(template);
}

/** Every template that ends in a full stop with every tail that has other slots. */
function lengthened(templates: readonly string[], tails: readonly string[]): string[] {
  return templates
    .filter(template => isSingle(template) && template.endsWith("."))
    .flatMap(template => {
      const slots = slotsIn(template);
      return tails
        .filter(tail => !slotsIn(tail).some(slot => slots.includes(slot) && !REPEATABLE.has(slot)))
        .map(tail => template.slice(0, -1) + tail);
    });
}

function slotsIn(template: string): string[] {
  return Array.from(template.matchAll(/\{(\w+)\}/gu), ([, name]) => name!.toLowerCase());
}

const compiled = new WeakMap<TokenCounter, Map<string, Grammar>>();

/** The sentences of a genre with their tokens; compiled at first use for each counter. */
export function grammarOf(genre: Genre, count: TokenCounter): Grammar {
  let known = compiled.get(count);
  if (!known) compiled.set(count, (known = new Map()));
  let grammar = known.get(genre.id);
  if (!grammar) known.set(genre.id, (grammar = compile(genre, count)));
  return grammar;
}

function compile(genre: Genre, count: TokenCounter): Grammar {
  const phrases = new Map<string, Phrase>();
  const phrase = (text: string): Phrase => {
    let known = phrases.get(text);
    if (!known) {
      const capital = capitalised(text);
      phrases.set(text, (known = {text, capital, tokens: count(` ${text}`), capitalTokens: count(capital)}));
    }
    return known;
  };
  const {places, props, roles, ambient, voice} = genre;
  const shared: Record<string, string[]> = voice === "call" ? call.CALL_SHARED : prose.SHARED;
  const lists = new Map(
    Object.entries({...shared, place: places, prop: props, role: roles, ambient}).map(([name, texts]) => [
      name,
      texts.map(phrase)
    ])
  );
  const lengths = new Map<string, number>(); // templates share most of their text
  const countOnce = (text: string): number => {
    let length = lengths.get(text);
    if (length === undefined) lengths.set(text, (length = count(text)));
    return length;
  };
  const sentences = Object.fromEntries(
    Object.entries(SETS[voice]).map(([set, templates]) => [set, templates.map(template => sentence(template, countOnce))])
  ) as unknown as SentenceSet;
  return {sentences, lists, phrase, between: voice === "call" ? "\n" : " "};
}

const capitalised = (text: string): string => text[0]!.toUpperCase() + text.slice(1);

/** A sentence with slots in braces; a slot with a capital is filled with one. The blank before a slot is counted with what fills it. */
function sentence(template: string, count: TokenCounter): Sentence {
  const segments: Segment[] = [];
  for (const [i, part] of template.split(/\{(\w+)\}/u).entries()) {
    if (i % 2) {
      const before = segments.at(-1);
      const spaced = before?.text.endsWith(" ") ?? false;
      if (before && spaced) {
        before.text = before.text.slice(0, -1);
        before.tokens = before.text === "" ? 0 : count(before.text);
      }
      segments.push({
        text: "",
        tokens: 0,
        slot: {name: part[0]!.toLowerCase() + part.slice(1), capital: /^\p{Lu}/u.test(part), spaced}
      });
    } else if (part !== "") segments.push({text: part, tokens: count(part)});
  }
  return segments;
}

/** Told text and its tokens, as far as they add up from fragments. */
export class Telling {
  private text = "";
  tokens = 0;

  add(text: string, tokens: number): void {
    this.text += text;
    this.tokens += tokens;
  }

  toString(): string {
    return this.text;
  }
}

/** Writes a sentence; slots that `given` does not fill, in order of their occurrence, are filled from the genre's lists. */
export function tell(
  sentence: Sentence,
  {grammar, given, random, into}: {grammar: Grammar; given: ReadonlyMap<string, Phrase[]>; random: Random; into: Telling}
): void {
  let used: Map<string, number> | undefined;
  for (const {text, tokens, slot} of sentence) {
    if (!slot) {
      into.add(text, tokens);
      continue;
    }
    const {name, capital, spaced} = slot;
    let phrase: Phrase;
    const own = given.get(name);
    if (own) {
      const place = used?.get(name) ?? 0;
      if (own.length > 1) (used ??= new Map()).set(name, place + 1);
      phrase = own[Math.min(place, own.length - 1)]!;
    } else phrase = random.pick(grammar.lists.get(name)!);
    const written = capital ? phrase.capital : phrase.text;
    // A capital letter costs no token of its own as a rule; at the beginning of a sentence there is no blank that could be counted.
    const cost = capital && !spaced ? phrase.capitalTokens : phrase.tokens;
    into.add(spaced ? ` ${written}` : written, cost);
  }
}

/** Matches where a story of the grammar gives a result its name; the first group is the name without its article. */
export function namings(): RegExp {
  const before = [...prose.NAMINGS, ...call.CALL_NAMINGS].map(template => {
    const text = template.slice(0, template.indexOf("{anchor}"));
    return text.slice(text.lastIndexOf("}") + 1).replace(/^: /u, "");
  });
  return new RegExp(`(?:${before.join("|")})the ([A-Z][a-z]+(?: [A-Z][a-z]+){1,3})`, "gu");
}
