// Makes narratives: draws a tree, has it told, and puts instructions with worked examples in front.
import {drawTree, type TreeShape} from "../lists/draw.js";
import {MEDIAN_RULES, type MedianRule, OPERATIONS, type Operation} from "../lists/operations.js";
import {type ListTree, treeText, treeValue} from "../lists/tree.js";
import type {Random} from "../seed.js";
import type {TokenCounter} from "./grammar/compile.js";
import {TooShort, tellStory} from "./grammar/narrate.js";
import {type Narrative, STORY_BEGINS} from "./narrative.js";
import type {Problem} from "./problem.js";
import {type NarrativeParams, type NarrativeSettings, operationsAllowed, shapeOf} from "./settings.js";
import {validate} from "./validate.js";
import {genreOf} from "./world.js";

/** The line after which a list stands that is written out. */
export const LIST_BEGINS = "This is the list.";

/** Worked examples are small, so that many fit. */
export const EXAMPLE = {
  num_operations: 2,
  max_depth: 2,
  effective_depth: 1,
  chain_share: 0,
  max_arity: 3,
  min_arity: 2,
  answer: "digit"
} as const;

/** The list of a question, and those of its worked examples. */
interface DrawnTrees {
  tree: ListTree;
  examples: ListTree[];
}

/** The lists of these settings and this stream. Equal ones give equal lists, whatever the form in which they are put. */
export function drawTrees(settings: NarrativeSettings, random: Random): DrawnTrees {
  const tree = drawTree(shapeOf(settings), random);
  const small = shapeOf({...settings, ...EXAMPLE});
  return {tree, examples: Array.from({length: settings.examples}, () => drawExample(small, random))};
}

/** The list of a worked example: with a digit as its answer, or with any where operands and operations allow no digit. */
function drawExample(shape: TreeShape, random: Random): ListTree {
  try {
    return drawTree(shape, random);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return drawTree({...shape, answer: "integer"}, random);
  }
}

/** What a question is made with. */
interface Making {
  id: string;
  random: Random;
  /** Counts tokens by the tokenizer of the settings. */
  count: TokenCounter;
}

/** Tellings of a list until the validator passes one. */
const MOST_ATTEMPTS = 5;

/**
 * The narrative of these settings and this stream; equal ones give equal narratives. Throws a RangeError where the tree cannot be drawn, or
 * told in as many tokens as there are.
 */
export const makeNarrative = (settings: NarrativeSettings, making: Making): Narrative =>
  narrate(drawTrees(settings, making.random), settings, making);

/**
 * Lists told as a narrative that the validator passes; where it does not, which is rare, they are told anew from where the stream stands.
 * Throws a RangeError as `makeNarrative` does.
 * @param bare without a world, scenes and padding, whatever length the settings ask for
 */
export function narrate(trees: DrawnTrees, settings: NarrativeSettings, making: Making & {bare?: boolean}): Narrative {
  let first: Problem | undefined;
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const narrative = toldOnce(trees, settings, making);
    [first] = validate(narrative);
    if (!first) return narrative;
  }
  throw new RangeError(`it is not valid in ${MOST_ATTEMPTS} tellings, the last by ${first!.code}: ${first!.message}`);
}

function toldOnce(
  {tree, examples}: DrawnTrees,
  settings: NarrativeSettings,
  {id, random, count, bare = false}: Making & {bare?: boolean}
): Narrative {
  const {order, numerals, median, genre, beat_tokens, target_tokens} = settings;
  const {instructions, taken} = instructionsOf(examples, settings, {random, count});
  const before = count(`${instructions}\n\n`);
  const storyTokens = target_tokens - before;
  if (storyTokens <= 0 && !bare)
    throw new TooShort(
      `the instructions and examples take more than the ${target_tokens} tokens that there are; give more, or fewer examples`
    );
  const telling = {order, numerals, taken, beatTokens: beat_tokens, count, random, genre: genreOf(genre)};
  const story = tellStory({...telling, tree, ...(bare ? {bare} : {storyTokens})});
  return {
    id,
    tree,
    median,
    answer: treeValue(tree, median),
    ...withInstructions(instructions, story),
    tokens: before + story.tokens
  };
}

/** What stands in front of a story: the rules and worked examples; and the names that the examples give to their results. */
export function instructionsOf(
  examples: readonly ListTree[],
  settings: NarrativeSettings,
  {random, count}: Pick<Making, "random" | "count">
): {instructions: string; taken: ReadonlySet<string>} {
  const {order, numerals, median, genre, beat_tokens} = settings;
  const taken = new Set<string>();
  const telling = {order, numerals, taken, beatTokens: beat_tokens, count, random, genre: genreOf(genre)};
  const shown = examples.map(tree => {
    const {text, anchors} = tellStory({...telling, tree, bare: true});
    for (const anchor of anchors) taken.add(anchor);
    return `An example:\n${text}\nAnswer: ${treeValue(tree, median)}`;
  });
  return {instructions: [rulesText(operationsAllowed(settings), median), ...shown, STORY_BEGINS].join("\n\n"), taken};
}

/** The text of a story behind its instructions, with the places of all parts. */
export function withInstructions(
  instructions: string,
  {anchors, text, parts}: Pick<Narrative, "anchors" | "text" | "parts">
): Pick<Narrative, "anchors" | "text" | "parts"> {
  const offset = instructions.length + 2;
  return {
    anchors,
    text: `${instructions}\n\n${text}`,
    parts: [
      {kind: "instructions", start: 0, end: instructions.length},
      ...parts.map(part => ({...part, start: part.start + offset, end: part.end + offset}))
    ]
  };
}

/** Lists written out, with the same rules and examples as a story of them has. */
function writtenOut({tree, examples}: DrawnTrees, settings: NarrativeSettings): string {
  const {median} = settings;
  const shown = examples.map(tree => `An example:\n${treeText(tree)}\nAnswer: ${treeValue(tree, median)}`);
  const rules = operationsAllowed(settings).map(
    operation =>
      `${operation}: ${operation === "MED" ? `the median of its values; ${MEDIAN_RULES[median]}` : OPERATIONS[operation]}`
  );
  return `Work out the value of this nested list. Each pair of square brackets holds an operation and the values that it is applied to; inner lists come first.
${[rules.join("\n"), ...shown, LIST_BEGINS, treeText(tree)].join("\n\n")}`;
}

/** A list as a test asks it: told as a narrative, or written out. */
interface AskedList {
  tree: ListTree;
  text: string;
  /** Absent where the list is written out. */
  narrative?: Narrative;
}

/**
 * The list of these parameters and this stream, in its form. One that is longer to tell than most has beats with no more words than they
 * need. Throws a RangeError as `narrate` does.
 */
export function askedList({form, ...settings}: NarrativeParams, making: Making): AskedList {
  const trees = drawTrees(settings, making.random);
  const {tree} = trees;
  if (form === "expression") return {tree, text: writtenOut(trees, settings)};
  const narrative = told();
  return {tree, text: narrative.text, narrative};

  function told(): Narrative {
    const how = {...making, bare: form === "prose"};
    try {
      return narrate(trees, settings, how);
    } catch (error) {
      if (!(error instanceof TooShort) || settings.beat_tokens === 0) throw error;
      return narrate(trees, {...settings, beat_tokens: 0}, how);
    }
  }
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

/** The rule of each operation, in the words of instructions. */
export const RULES = Object.fromEntries(
  Object.entries(OPERATIONS).map(([name, text]) => [
    name,
    text.replaceAll("its values", "its figures").replaceAll("two middle ones", "middle ones")
  ])
) as Record<Operation, string>;
