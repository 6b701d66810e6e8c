// Makes narratives: draws a tree, has it told, and puts instructions with worked examples in front.
import {drawTree} from "../lists/draw.js";
import {MEDIAN_RULES, type MedianRule, OPERATIONS, type Operation} from "../lists/operations.js";
import {treeValue} from "../lists/tree.js";
import type {Random} from "../seed.js";
import type {TokenCounter} from "./grammar/compile.js";
import {tellStory} from "./grammar/narrate.js";
import type {Narrative} from "./narrative.js";
import {type NarrativeSettings, operationsAllowed, shapeOf} from "./settings.js";

/** The line after which the story begins. Simulated models look for it. */
export const STORY_BEGINS = "This is the story.";

/** Worked examples are small, so that many fit. */
const EXAMPLE = {
  num_operations: 2,
  max_depth: 2,
  effective_depth: 1,
  chain_share: 0,
  max_arity: 3,
  min_arity: 2,
  answer: "digit"
} as const;

/**
 * The narrative of these settings and this stream; equal ones give equal narratives. Throws a RangeError where the tree cannot be drawn, or
 * told in as many tokens as there are.
 * @param count counts tokens by the tokenizer of the settings
 */
export function makeNarrative(
  settings: NarrativeSettings,
  {id, random, count}: {id: string; random: Random; count: TokenCounter}
): Narrative {
  const shape = shapeOf(settings);
  const taken = new Set<string>();
  const tree = drawTree(shape, random);
  const {order, numerals, median, genre, beat_tokens, target_tokens} = settings;
  const telling = {order, numerals, taken, beatTokens: beat_tokens, count, random, ...(genre !== "any" && {genre})};
  const examples = Array.from({length: settings.examples}, () => {
    const tree = drawTree({...shape, ...shapeOf({...settings, ...EXAMPLE})}, random);
    const {text, anchors} = tellStory({...telling, tree, bare: true});
    for (const anchor of anchors) taken.add(anchor);
    return `An example:\n${text}\nAnswer: ${treeValue(tree, median)}`;
  });
  const instructions = [rulesText(operationsAllowed(settings), median), ...examples, STORY_BEGINS].join("\n\n");
  const storyTokens = target_tokens - count(`${instructions}\n\n`);
  if (storyTokens <= 0)
    throw new RangeError(
      `the instructions and examples take more than the ${target_tokens} tokens that there are; give more, or fewer examples`
    );
  const story = tellStory({...telling, tree, storyTokens});
  const offset = instructions.length + 2;
  return {
    id,
    tree,
    median,
    answer: treeValue(tree, median),
    anchors: story.anchors,
    text: `${instructions}\n\n${story.text}`,
    parts: [
      {kind: "instructions", start: 0, end: instructions.length},
      ...story.parts.map(part => ({...part, start: part.start + offset, end: part.end + offset}))
    ],
    tokens: target_tokens - storyTokens + story.tokens
  };
}

/** What a reader must know of the rules, in words alone. */
function rulesText(operations: readonly Operation[], median: MedianRule): string {
  const rules = operations.map(
    operation => `- ${operation === "MED" ? `the median of its figures; ${MEDIAN_RULES[median]}` : RULES[operation]}`
  );
  return `The story below works with figures, step by step. Each step takes the figures that it states and the results of other steps that it calls by name, applies a rule to all of them, and gives its own result a name. These rules may occur:
${rules.join("\n")}
Nothing else in the story changes a figure. Work out the figure that is asked for at the end.`;
}

const RULES = Object.fromEntries(
  Object.entries(OPERATIONS).map(([name, text]) => [
    name,
    text.replaceAll("its values", "its figures").replaceAll("two middle ones", "middle ones")
  ])
) as Record<Operation, string>;
