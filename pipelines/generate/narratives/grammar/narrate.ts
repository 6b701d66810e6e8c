// The built-in narrator: tells a tree as a story by a grammar, without a model. Equal requests give equal stories.

import type {Operation} from "../../lists/operations.js";
import {atomsOf, innerFirst, innerOf, type ListTree, operationsIn} from "../../lists/tree.js";
import type {Random} from "../../seed.js";
import {inWords} from "../../words/numbers.js";
import {joinParts, type PartText} from "../joinParts.js";
import type {Narrative} from "../narrative.js";
import {type Grammar, grammarOf, type Phrase, type Sentence, Telling, type TokenCounter, tell} from "./compile.js";
import {OPERATION_PHRASES} from "./operations.js";
import {ANCHOR_ADJECTIVES, ANCHOR_NOUNS, FIRST_NAMES, GENRES, type Genre, QUIRKS} from "./worlds.js";

/** Which beats come first: those of inner operations, or the outermost. */
export const ORDERS = ["inner first", "outer first"] as const;
export const NUMERALS = ["mixed", "words", "digits"] as const;

/** What is told, and how long. */
interface StoryRequest {
  tree: ListTree;
  order: (typeof ORDERS)[number];
  numerals: (typeof NUMERALS)[number];
  /** Absent = any of the built-in ones. */
  genre?: Genre | undefined;
  /** Names that the story may not give to its results. */
  taken?: ReadonlySet<string>;
  /** Tokens of each beat, at least; a beat of many values takes more. */
  beatTokens: number;
  /** Tokens of the story and its question together; absent = no padding. */
  storyTokens?: number | undefined;
  /** Told without a world, scenes and padding. */
  bare?: boolean | undefined;
  count: TokenCounter;
  random: Random;
}

/** A story without instructions; places of its parts are those of its text. */
type Story = Pick<Narrative, "anchors" | "text" | "parts"> & {genre: string; question: string; tokens: number};

/** Share by which a story may miss its length. */
const LENGTH_TOLERANCE = 0.02;
/** Texts up to this many tokens are counted whole; longer ones by the tokens of their fragments, which differ by a constant share. */
const COUNTED_WHOLE = 3_000;
const SENTENCES = {fewest: 3, most: 6};

/** A list cannot be told in as few tokens as are given. */
export class TooShort extends RangeError {
  override name = "TooShort";
}

/** Throws TooShort where the tree cannot be told in the tokens that are given. */
export function tellStory(request: StoryRequest): Story {
  const {tree, random, count, bare, order} = request;
  const genre = request.genre ?? random.pick(GENRES);
  const grammar = grammarOf(genre, count);
  const operations = operationsIn(tree);
  const anchors = genre.names ? namesOf(operations, genre, request) : anchorsOf(operations.length, request);
  const cast = castOf(genre, random);
  const objects = random.pick(genre.objects);
  const stage: Stage = {genre, grammar, cast, anchors, operations, random, objects, usedSentences: new Set()};

  const introduction = bare ? "" : introductionOf(stage);
  const beats = new Map(operations.map((_, number) => [number, beatOf(number, stage, request)]));
  const told = order === "inner first" ? innerFirst(tree) : operations;
  const numbers = told.map(each => operations.indexOf(each));
  const question = questionOf(stage);

  const fixed = [introduction, ...numbers.map(number => beats.get(number)!), question].filter(Boolean).join("\n\n");
  const needed = count(fixed);
  const padding = paddingOf(stage, request, {needed, beats: numbers.length});
  const {text, parts} = joinParts([
    {kind: "introduction", text: introduction},
    ...numbers.flatMap((operation, i): PartText[] => [
      {kind: "beat", operation, text: beats.get(operation)!},
      {kind: "padding", operation, text: padding.texts[i] ?? ""}
    ]),
    {kind: "question", text: question}
  ]);
  return {
    genre: genre.id,
    anchors,
    text,
    parts,
    question,
    tokens: text.length < 4 * COUNTED_WHOLE ? count(text) : padding.tokens + needed
  };
}

/** What all sentences of a story share. */
interface Stage {
  genre: Genre;
  grammar: Grammar;
  cast: {name: string; role: string; quirk: string}[];
  anchors: string[];
  operations: ListTree[];
  objects: readonly [singular: string, plural: string];
  random: Random;
  /** Fingerprints of the sentences of padding that the story has. */
  usedSentences: Set<number>;
}

/** Drawn names for that many results. */
export function anchorsOf(size: number, {random, taken}: Pick<StoryRequest, "random" | "taken">): string[] {
  const most = Math.floor((ANCHOR_ADJECTIVES.length * ANCHOR_NOUNS.length) / 2);
  if (size > most) throw new RangeError(`a story has names for ${most} results, not for ${size}`);
  const chosen = new Set<string>();
  while (chosen.size < size) {
    const name = `the ${random.pick(ANCHOR_ADJECTIVES)} ${random.pick(ANCHOR_NOUNS)}`;
    if (!taken?.has(name)) chosen.add(name);
  }
  return [...chosen];
}

/** Names of a world for the results of these operations, each taken once. */
function namesOf(operations: readonly ListTree[], {names = {}}: Genre, {random, taken}: StoryRequest): string[] {
  const left = new Map<Operation, string[]>();
  const used = new Set<string>(taken);
  return operations.map(({operation}) => {
    let unused = left.get(operation);
    if (!unused) left.set(operation, (unused = random.shuffle(names[operation] ?? [])));
    let name = unused.pop();
    while (name !== undefined && used.has(name)) name = unused.pop();
    if (name === undefined)
      throw new RangeError(`the world has too few signals that ${operation} scores; give more signals or subjects`);
    used.add(name);
    return name;
  });
}

function castOf({roles, people = FIRST_NAMES}: Genre, random: Random): Stage["cast"] {
  const size = random.integer(5, 9);
  const names = random.shuffle(people).slice(0, size);
  const shuffledRoles = random.shuffle(roles);
  const quirks = random.shuffle(QUIRKS);
  return names.map((name, i) => ({name, role: shuffledRoles[i % shuffledRoles.length]!, quirk: quirks[i]!}));
}

function introductionOf({genre, cast, objects, random}: Stage): string {
  const template = random.pick(genre.openings);
  const setting = random.pick(genre.settings);
  const opening = template.replace("{setting}", () => setting);
  const people = cast.map(({name, role, quirk}) => `${name}, the ${role}, who ${quirk}`);
  const called = `What was reckoned, part by part, were ${objects[1]}; each result was given a name, and later parts could call on it by that name.`;
  if (genre.voice === "call")
    return `${opening}\n\nOn the line: ${people.join("; ")}.\n\n${called.replace("were", "are").replace("was given", "is given").replace("was reckoned", "is reckoned").replace("could call", "may call")}`;
  const last = people.pop()!;
  return `${opening} There were ${people.join("; ")}; and ${last}.\n\n${called}`;
}

/** Added to the question of a world with signals. */
const STATE_SIGNALS = "On the way, state the score of each signal by its name.";

function questionOf({genre, grammar, anchors, random}: Stage): string {
  const into = new Telling();
  tell(random.pick(grammar.sentences.questions), {
    grammar,
    given: new Map([["anchor", [grammar.phrase(anchors[0]!)]]]),
    random,
    into
  });
  return genre.names ? `${into} ${STATE_SIGNALS}` : into.toString();
}

/** What the sentences of a scene may be filled with: two people, one of whom leads. */
type Scene = Map<string, Phrase[]>;

/** Two scenes of the same two people, in which they take turns. */
function scenesOf({grammar, cast, random}: Stage): [Scene, Scene] {
  const who = random.integer(0, cast.length - 1);
  const other = (who + random.integer(1, cast.length - 1)) % cast.length;
  const [one, two] = [who, other].map(place => [grammar.phrase(cast[place]!.name)]);
  const scene = (who: Phrase[], who2: Phrase[]): Scene => new Map(Object.entries({who, who2}));
  return [scene(one!, two!), scene(two!, one!)];
}

/** The telling of one operation: where, its numbers, the results that it uses, what is done with them, and the name of the result. */
function beatOf(number: number, stage: Stage, {numerals, beatTokens, bare, order}: StoryRequest): string {
  const {genre, grammar, operations, anchors, random, objects} = stage;
  const {sentences, phrase, between} = grammar;
  const operation = operations[number]!;
  const scenes = scenesOf(stage);
  const told: string[] = [];
  let tokens = 0;
  const say = (sentence: Sentence, given: [string, Phrase[]][] = []): void => {
    const into = new Telling();
    const scene = random.pick(scenes);
    tell(sentence, {grammar, given: given.length === 0 ? scene : new Map([...scene, ...given]), random, into});
    told.push(into.toString());
    tokens += into.tokens + 1;
  };

  const amounts = random.shuffle(atomsOf(operation)).map(value => phrase(amountOf(value, {numerals, objects, random})));
  const known = innerOf(operation).map(inner => phrase(anchors[operations.indexOf(inner)]!));
  for (let i = 0; i < amounts.length; ) {
    const two = i + 1 < amounts.length && random.chance(0.5);
    if (two) say(random.pick(sentences.twoCounts), [["n", [amounts[i]!, amounts[i + 1]!]]]);
    else say(random.pick(sentences.counts), [["n", [amounts[i]!]]]);
    i += two ? 2 : 1;
  }
  for (const anchor of known)
    say(random.pick(order === "inner first" ? sentences.known : sentences.knownLater), [["anchor", [anchor]]]);
  const facts = told.length;
  say(random.pick(sentences.rules), [
    ["op", [phrase(random.pick(genre.phrases?.[operation.operation] ?? OPERATION_PHRASES[operation.operation]))]]
  ]);
  say(random.pick(sentences.namings), [["anchor", [phrase(anchors[number]!)]]]);
  if (bare) return told.join(between);

  // The scene comes first, and what is said without facts stands anywhere between it and the rule.
  const core = told.splice(0);
  say(random.pick(sentences.scenes));
  const before = [...told];
  const places = Array.from({length: facts + 1}, (): string[] => []);
  while (tokens < beatTokens) {
    const sentence = newSentence(stage, () => fillSentence(random.pick(sentences.padding), {stage, scenes}));
    tokens += sentence.tokens + 1;
    random.pick(places).push(sentence.toString());
  }
  return [...before, ...core.flatMap((each, i) => [...(places[i] ?? []), each])].join(between);
}

/** Draws of a sentence until it is one that the story does not have; small worlds have no others in the end. */
const MAX_DRAWS = 12;

/** Fills the slots of a sentence of padding from one of the scenes. */
function fillSentence(sentence: Sentence, {stage: {grammar, random}, scenes}: {stage: Stage; scenes: readonly Scene[]}): Telling {
  const into = new Telling();
  tell(sentence, {grammar, given: random.pick(scenes), random, into});
  return into;
}

/** A sentence of padding that the story does not have yet, where one is drawn within `MAX_DRAWS`; from then on the story has it. */
function newSentence({usedSentences}: Stage, draw: () => Telling): Telling {
  for (let draws = 1; ; draws++) {
    const sentence = draw();
    const mark = fingerprint(sentence.toString());
    if (usedSentences.has(mark) && draws < MAX_DRAWS) continue;
    usedSentences.add(mark);
    return sentence;
  }
}

/** FNV-1a in 31 bits. Of two texts that share it the second is drawn again, which does no harm. */
function fingerprint(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 1;
}

/** "seven crates", "7 crates" or "one crate". */
function amountOf(
  value: number,
  {numerals, objects, random}: {numerals: StoryRequest["numerals"]; objects: Stage["objects"]; random: Random}
): string {
  const words = numerals === "words" || (numerals === "mixed" && random.chance(0.5));
  return `${words && value < 100 ? inWords(value) : value} ${objects[value === 1 ? 0 : 1]}`;
}

/** Continuations behind each beat, of equal length, that bring the story to its length. */
function paddingOf(
  stage: Stage,
  request: StoryRequest,
  {needed, beats}: {needed: number; beats: number}
): {texts: string[]; tokens: number} {
  const {storyTokens, bare, count} = request;
  if (storyTokens === undefined || bare) return {texts: [], tokens: 0};
  const wanted = storyTokens - needed;
  if (wanted < -LENGTH_TOLERANCE * storyTokens)
    throw new TooShort(
      beats === 1
        ? `the operation takes ${needed} tokens to tell, more than the ${storyTokens} that there are; give more tokens, or fewer values`
        : `${beats} operations take ${needed} tokens to tell, more than the ${storyTokens} that there are; give more tokens, or fewer operations`
    );
  const texts: string[] = [];
  const source = paddingSource(stage);
  let tokens = 0;
  // Fragments are counted apart; at their seams a tokenizer joins some, by a share that a sample tells.
  let ratio = 1;
  for (let beat = 0; beat < beats; beat++) {
    const aim = Math.round((wanted * (beat + 1)) / beats) - Math.round(tokens);
    const {sentences, tokens: length} = continuation(stage, aim / ratio, source);
    const text = sentences.join("");
    const exact = text.length < 4 * COUNTED_WHOLE && storyTokens <= COUNTED_WHOLE ? count(`\n\n${text}`) : undefined;
    if (exact === undefined && beat === 0) {
      const sample = text.slice(0, 4 * COUNTED_WHOLE);
      ratio = length === 0 ? 1 : (count(sample) * text.length) / (sample.length * length);
    }
    tokens += exact ?? length * ratio;
    texts.push(text);
  }
  return {texts, tokens: Math.round(tokens)};
}

/** Share of sentences of padding without a clause after them. */
const SHORT_SHARE = 0.25;

/** Draws sentences for the people of a scene: any, or short ones to end with. */
interface PaddingSource {
  any(scenes: readonly Scene[]): Telling;
  short(scenes: readonly Scene[]): Telling;
}

/** Padding that says no sentence twice while there are others. */
function paddingSource(stage: Stage): PaddingSource {
  const {random, grammar} = stage;
  const {padding, longPadding} = grammar.sentences;
  return {
    any: scenes =>
      newSentence(stage, () => fillSentence(random.pick(random.chance(SHORT_SHARE) ? padding : longPadding), {stage, scenes})),
    short: scenes => newSentence(stage, () => fillSentence(random.pick(padding), {stage, scenes}))
  };
}

/** Sentences without facts of about this many tokens, each with what joins it to the one before; none where even a short sentence would be too much. */
function continuation(stage: Stage, aim: number, {any, short}: PaddingSource): {sentences: string[]; tokens: number} {
  const {grammar, random} = stage;
  const sentences: string[] = [];
  let tokens = 0;
  let left = random.integer(SENTENCES.fewest, SENTENCES.most);
  let scenes = scenesOf(stage);
  while (tokens < aim) {
    let next = any(scenes);
    if (tokens + next.tokens > aim) {
      // The last sentence: out of several, the one that ends nearest to the aim, or none.
      const fit = (telling: Telling) => Math.abs(aim - tokens - telling.tokens);
      for (let i = 0; i < 8; i++) {
        const other = short(scenes);
        if (fit(other) < fit(next)) next = other;
      }
      if (fit(next) >= aim - tokens) break;
    }
    const joint = sentences.length === 0 ? "" : left === 0 ? "\n\n" : grammar.between;
    if (left === 0) {
      left = random.integer(SENTENCES.fewest, SENTENCES.most);
      scenes = scenesOf(stage);
    }
    left--;
    sentences.push(joint + next.toString());
    tokens += next.tokens;
  }
  return {sentences, tokens};
}

/** Tokens of one stretch of stories without facts, in which genre and people stay the same. */
const STRETCH_TOKENS = 2_000;

/** Sentences of stories without facts, at least so many tokens together: one stretch after the other, each of a genre and people of its own. */
export function continued({random, count, tokens}: Pick<StoryRequest, "random" | "count"> & {tokens: number}): string[] {
  const passages: string[] = [];
  const usedSentences = new Set<number>();
  for (let told = 0; told < tokens; ) {
    const genre = random.pick(GENRES);
    const grammar = grammarOf(genre, count);
    const stage: Stage = {
      genre,
      grammar,
      cast: castOf(genre, random),
      anchors: [],
      operations: [],
      random,
      objects: genre.objects[0]!,
      usedSentences
    };
    const stretch = continuation(stage, STRETCH_TOKENS, paddingSource(stage));
    passages.push(...stretch.sentences.map(sentence => sentence.trim()));
    told += stretch.tokens;
  }
  return passages;
}
