// Parts of stories one by one, written by hand: what may stand, and each fault with the words that tell it.
import {expect, test} from "vitest";
import {readTree, treeValue} from "../../../pipelines/generate/lists/tree.js";
import {RULES} from "../../../pipelines/generate/narratives/make.js";
import {type PieceOf, pieceProblems, wrappingIn} from "../../../pipelines/generate/narratives/validatePiece.js";
import {SCENE_EXAMPLES} from "../../../pipelines/infer/narrating.js";

// Nangia & Bowman 2018 have this list; its maximum is 9, and 8 + 1 + 4 + 9 ends in 2.
const tree = readTree("[SM 8 1 4 [MAX 9 2 7]]");
const story = {tree, median: "truncMean" as const, answer: 2, anchors: ["the Grey Harvest", "the Blue Cask"]};
const beat = (text: string, operation: 0 | 1) => pieceProblems(text, {...story, kind: "beat", operation});
const padding = (text: string) => pieceProblems(text, {...story, kind: "padding", operation: 1});

const INNER =
  "Ann had nine apples in her apron and Bert 2 apples in each boot's stead, which made him laugh; another seven apples lay by the door. They kept the largest of these counts, and called it the Blue Cask.";
const OUTER =
  "Eight pears, one pear and four pears stood on the sill. Ann put the Blue Cask beside them. Only the last digit of all that they add up to was written down, under the name the Grey Harvest.";

test("a beat that tells its operation passes, the inner one as well as the outer", () => {
  expect(treeValue(tree)).toBe(2);
  expect(beat(INNER, 1)).toEqual([]);
  expect(beat(OUTER, 0)).toEqual([]);
});

test.each<[string, string, RegExp]>([
  ["an operand is missing", INNER.replace("another seven apples", "other apples"), /has its operand 7 nowhere/],
  ["an operand stands twice", `${INNER} The seven were gone.`, /has its operand 7 more than once/],
  ["the answer of all is stated", `${INNER} The two were gone.`, /states 2, the answer/],
  ["the result is stated", INNER.replace("the Blue Cask", "the Blue Cask, which was 9"), /states 9, its result/],
  ["another number", `${INNER} There were twelve geese.`, /has the number 12, which is none of its operands/],
  ["a dozen", `${INNER} A dozen geese went by.`, /has the number 12/],
  ["a time of day", `${INNER} It was 2 o'clock.`, /a time of day.*2 o'clock/],
  ["an ordinal", `${INNER} It was the third basket.`, /an ordinal number/],
  ["a percentage", `${INNER} Half of it, 50 %, was rotten.`, /percentage/],
  ["its own name is not given", INNER.replace(" the Blue Cask", " that"), /does not give its result the name "the Blue Cask"/],
  ["another's name", `${INNER} It was no match for the Grey Harvest.`, /"the Grey Harvest" is named in the beat of operation 1/],
  ["markdown", INNER.replace("nine apples", "**nine apples**"), /markdown/],
  ["markdown around much", `**${INNER}**`, /marks of markdown: \*\*/],
  ["a heading", `## The apron\n\n${INNER}`, /heading/],
  ["a label", `Beat 1: ${INNER}`, /label/],
  ["a fence", `\`\`\`\n${INNER}\n\`\`\``, /fence of code/],
  ["the operation by its sign", INNER.replace("the largest", "the MAX"), /name of an operation in capitals/],
  ["an announcement", `Here is the beat:\n\n${INNER}`, /begins with a remark to the reader/],
  ["an answer", `Sure! ${INNER}`, /begins with a remark/],
  ["a refusal", "I'm sorry, but I can't help with that.", /begins with a remark/],
  ["a remark behind it", `${INNER}\n\nLet me know if you want changes!`, /ends with a remark/],
  ["quotation marks around it", `"${INNER}"`, /All of it stands in quotation marks/],
  ["nothing", "  \n", /no text/]
])("%s is told", (_, text, told) => expect(beat(text, 1).join("\n")).toMatch(told));

test("an outer beat names the results that it needs", () => {
  expect(beat(OUTER.replace("the Blue Cask", "the basket"), 0).join("\n")).toMatch(
    /does not name "the Blue Cask", the result that it needs/
  );
});

// Prose as people write it: what reads like a number and is none must not send a paid part back.
test.each([
  "One of them sighed. No one answered, and one by one they left the room.",
  "She had called him twice that morning, and once more from the gate.",
  "Hundreds of gulls rose from the water, and he thought of the one he had fed.",
  '"You were the one who said so," said Ann. "Perhaps," said Bert.',
  "Bert's half-open coat, the two-handed saw and the road's end were all that she remembered.".replace("two-handed", "long"),
  'He said: "It is late, and I am tired."'
])("padding may stand: %s", text => expect(padding(text)).toEqual([]));

test.each<[string, RegExp]>([
  ["At 2 o'clock the rain began.", /a time of day/],
  ["A dozen gulls rose from the water.", /has the number 12/],
  ["There were seven of them on the wall.", /has the number 7/],
  ["On 4 July the ferry did not run.", /a date/],
  ["It was nine all along.", /states 9, the result of operation 1/],
  ["They thought of the Blue Cask and were silent.", /"the Blue Cask" is named in padding, which needs no result/]
])("padding may not: %s", (text, told) => expect(padding(text).join("\n")).toMatch(told));

test("an introduction speaks of no result", () => {
  const introduction: PieceOf = {...story, kind: "introduction"};
  expect(pieceProblems("The village lay by the sea, and Ann was its baker.", introduction)).toEqual([]);
  expect(pieceProblems("Everyone knew the Grey Harvest.", introduction)).toHaveLength(1);
});

test("a question names the outermost result, and has no number", () => {
  const question: PieceOf = {...story, kind: "question"};
  expect(pieceProblems("Which number is the Grey Harvest?", question)).toEqual([]);
  expect(pieceProblems("Which number is it?", question).join()).toMatch(/does not name "the Grey Harvest"/);
  expect(pieceProblems("Is the Grey Harvest 3?", question).join()).toMatch(/has the number 3/);
  expect(pieceProblems("Is the Blue Cask the Grey Harvest?", question).join()).toMatch(/an intermediate result/);
});

test("speech at both ends of a text is no wrapping", () => {
  expect(wrappingIn('"Good morning," said Ann. "And to you."')).toEqual([]);
  expect(wrappingIn("“Good morning,” said Ann. “And to you.”")).toEqual([]);
  expect(wrappingIn("‘It’s Ann’s,’ he said. ‘So it is.’")).toEqual([]);
  expect(wrappingIn("‘It was Ann’s all along.’")).toHaveLength(1);
  expect(wrappingIn("")).toEqual([]);
});

test.each(
  SCENE_EXAMPLES.map(example => [example.name, example] as const)
)("the scene that prompts show for %s tells its operation", (_, {operation, rule, figures, results, name, scene}) => {
  expect(RULES[operation]).toBe(rule);
  const inner = results.map(() => ({operation: "SUM" as const, values: [50, 50]}));
  expect(
    pieceProblems(scene, {
      tree: {operation, values: [...figures, ...inner]},
      median: "truncMean",
      answer: 100,
      anchors: [name, ...results],
      kind: "beat",
      operation: 0
    })
  ).toEqual([]);
});
