// Tells a narrative by a language model: world, names of results, introduction, a beat for each operation, a question, and padding.

import {atomsOf, innerFirst, innerOf, type ListTree, operationsIn, treeValue} from "../../generate/lists/tree.js";
import {anchorsOf} from "../../generate/narratives/grammar/narrate.js";
import {QUESTIONS} from "../../generate/narratives/grammar/prose.js";
import {FIRST_NAMES} from "../../generate/narratives/grammar/worlds.js";
import {joinParts, type PartText} from "../../generate/narratives/joinParts.js";
import {drawTrees, instructionsOf, RULES, withInstructions} from "../../generate/narratives/make.js";
import type {Narrative} from "../../generate/narratives/narrative.js";
import {validate} from "../../generate/narratives/validate.js";
import {pieceProblems} from "../../generate/narratives/validatePiece.js";
import type {Random} from "../../generate/seed.js";
import type {World} from "../../infer/narrating.js";
import {type AskPart, type Read, Untold} from "./askPart.js";
import {padStory, wordsFor} from "./padding.js";
import {readAnchors, readWorld} from "./replies.js";
import type {ModelNarratorFile} from "./settings.js";

/** A narrative with the world that it plays in. */
export interface Told {
  narrative: Narrative;
  world: World;
}

/** Share by which a text may miss its length, and the part of it that padding leaves to what joins parts. */
const LENGTH_TOLERANCE = 0.02;
const PADDING_TOLERANCE = 0.015;
/** Fewest tokens of an introduction, of a question, and of a beat without and for each of its values. */
const LEAST = {introduction: 30, question: 16, beat: 30, value: 8};
/** Share of the tokens that a beat may take which it is asked for, since models write more than they are asked for. */
const ASKED_SHARE = 0.8;

interface TellOptions {
  id: string;
  /** The list and whatever the built-in narrator draws too; equal streams give equal lists. */
  random: Random;
  count: (text: string) => number;
  settings: ModelNarratorFile;
  ask: AskPart;
}

/**
 * Tells one narrative. Rejects with Untold where a part is not accepted, with a RangeError where the list cannot be told in as many tokens
 * as there are, before anything is asked, and as the client does.
 */
export async function tellNarrative({id, random, count, settings, ask}: TellOptions): Promise<Told> {
  const {median, order, target_tokens: target, genre} = settings;
  const {tree, examples} = drawTrees(settings, random);
  const {instructions, taken} = instructionsOf(examples, settings, {random, count});
  const names = random.shuffle(FIRST_NAMES).slice(0, random.integer(settings.min_characters, settings.max_characters));
  const operations = operationsIn(tree);
  const drawn = settings.anchors === "grammar" ? anchorsOf(operations.length, {random, taken}) : undefined;
  const question = random.pick(QUESTIONS);
  const cost = (text: string): number => count(`.\n\n${text}`) - count(".");
  const room = target - count(`${instructions}\n\n`);
  const numbers = (order === "inner first" ? innerFirst(tree) : operations).map(each => operations.indexOf(each));
  checkRoom(room, operations, target);

  const world = await ask({part: "world", names, ...(genre !== "any" && {genre})}, {read: text => readWorld(text, names)});
  const anchors =
    drawn ??
    (await ask(
      {part: "anchors", world, count: operations.length, longest: settings.max_anchor_words},
      {read: text => readAnchors(text, {count: operations.length, longest: settings.max_anchor_words, instructions})}
    ));

  const story = {tree, median, answer: treeValue(tree, median), anchors};
  let left = room;
  /** Reads a part that may take so many tokens. */
  const within =
    (most: number, of: Omit<Parameters<typeof pieceProblems>[1], keyof typeof story>) =>
    (text: string): Read<string> => {
      const faults = pieceProblems(text, {...story, ...of});
      const tokens = cost(text);
      if (tokens > most) faults.push(`It is too long: write at most ${wordsFor(most * ASKED_SHARE)} words.`);
      return faults.length > 0 ? {faults} : {value: text};
    };

  const asked =
    settings.question === "grammar"
      ? question.replace("{anchor}", anchors[0]!)
      : await ask({part: "question", name: anchors[0]!}, {read: within(room / 4, {kind: "question"})});
  left -= cost(asked);

  const shareOf = (parts: number) => left / parts;
  const introduction = await ask(
    {part: "introduction", world, words: wordsFor(Math.min(settings.beat_tokens, ASKED_SHARE * shareOf(numbers.length + 1)))},
    {read: within(shareOf(numbers.length + 1), {kind: "introduction"})}
  );
  left -= cost(introduction);

  const beats: {operation: number; text: string}[] = [];
  for (const [place, operation] of numbers.entries()) {
    const node = operations[operation]!;
    const most = Math.max(leastOf(node), shareOf(numbers.length - place));
    const text = await ask(
      {
        part: "beat",
        world,
        words: wordsFor(Math.max(leastOf(node), Math.min(settings.beat_tokens, ASKED_SHARE * most))),
        rule: RULES[node.operation],
        figures: random.shuffle(atomsOf(node)),
        results: innerOf(node).map(inner => anchors[operations.indexOf(inner)]!),
        name: anchors[operation]!,
        before: settings.beat_context === 0 ? "" : (beats.at(-1)?.text ?? introduction).slice(-settings.beat_context)
      },
      {operation, read: within(most, {kind: "beat", operation})}
    );
    beats.push({operation, text});
    left -= cost(text);
  }

  const padding = {ask, world, beats, cost, settings, tolerance: PADDING_TOLERANCE * target};
  const problems = (text: string) => pieceProblems(text, {...story, kind: "padding"});
  let {pieces} = await padStory({...padding, wanted: left, problems});
  const joined = (): Narrative => {
    const parts = joinParts([
      {kind: "introduction", text: introduction},
      ...beats.flatMap(({operation, text}, i): PartText[] => [
        {kind: "beat", operation, text},
        {kind: "padding", operation, text: pieces[i]!.join("\n\n")}
      ]),
      {kind: "question", text: asked}
    ]);
    const whole = withInstructions(instructions, {anchors, ...parts});
    return {id, ...story, ...whole, tokens: count(whole.text)};
  };
  let narrative = joined();
  if (narrative.tokens < (1 - LENGTH_TOLERANCE) * target) {
    ({pieces} = await padStory({...padding, wanted: target - narrative.tokens, problems, told: pieces}));
    narrative = joined();
  }
  const miss = narrative.tokens - target;
  if (Math.abs(miss) > LENGTH_TOLERANCE * target)
    throw new Untold(`padding: the text has ${narrative.tokens} tokens, and ${target} are wanted`);
  const [first] = validate(narrative);
  if (first) throw new Untold(`the whole text: ${first.code}, ${first.message} ${first.words}`.trim());
  return {narrative, world};
}

/** Fewest tokens that a beat can be told in. */
const leastOf = ({values}: ListTree): number => LEAST.beat + LEAST.value * values.length;

function checkRoom(room: number, operations: readonly ListTree[], target: number): void {
  const needed = operations.reduce((sum, node) => sum + leastOf(node), LEAST.introduction + LEAST.question);
  if (room < needed)
    throw new RangeError(
      `the list takes at least ${target - room + needed} tokens to tell, instructions and examples included, more than the ${target} that there are; give more, or fewer operations or examples`
    );
}
