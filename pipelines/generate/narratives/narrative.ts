// A nested list told as a story: its parts, and the line of a file that holds it.
import {z} from "zod";
import {MEDIAN_RULES, type MedianRule} from "../lists/operations.js";
import {type ListTree, operationsIn, readTree, treeText} from "../lists/tree.js";

/**
 * What a stretch of a narrative's text does: how to answer (with examples), the world before the first number, the telling of one operation,
 * a continuation without facts, and the closing question.
 */
const PART_KINDS = ["instructions", "introduction", "beat", "padding", "question"] as const;

/** The line of a prompt after which the story begins. Simulated models look for it. */
export const STORY_BEGINS = "This is the story.";
const BEGINNING = new RegExp(`^${STORY_BEGINS}$`, "mu");

/** Where a prompt's instructions end, by the line that says so; 0 without it. */
export function instructionsEnd(text: string): number {
  const line = BEGINNING.exec(text);
  return line ? line.index + line[0].length : 0;
}

/** A stretch of the text. */
export interface Part {
  kind: (typeof PART_KINDS)[number];
  /** Of a beat: the number of its operation, 0 the outermost, each before those inside it. Of padding: that of the beat before. */
  operation?: number | undefined;
  /** First place in the text, UTF-16 code units, and the place behind its last. */
  start: number;
  end: number;
}

/** A story that hides a tree: each operation is told in one beat, and later beats call its result by an anchor. */
export interface Narrative {
  id: string;
  tree: ListTree;
  median: MedianRule;
  answer: number;
  /** The name of each operation's result, by the operation's number. */
  anchors: string[];
  /** All that a model reads. */
  text: string;
  /** In the order of the text; what lies between two of them is white space. */
  parts: Part[];
  /** Tokens of the text by the tokenizer that its length was measured with. */
  tokens: number;
}

/** One line of a file of narratives: the published fields of Verbose ListOps, then what a validator and a page need beside them. */
export const narrativeLine = z.object({
  id: z.string().describe("identity of the narrative"),
  full_text_for_eval: z.string().describe("all that a model reads"),
  ground_truth_value: z.int().describe("the answer"),
  ast_str: z.string().describe("the tree, as (SUM 3 (MAX 1 2))"),
  num_operations: z.int().min(1).describe("operations in the tree"),
  token_count_narrative: z.int().min(0).describe("tokens of the text"),
  median: z
    .enum(Object.keys(MEDIAN_RULES) as [MedianRule, ...MedianRule[]])
    .default("truncMean")
    .describe("rule of even medians"),
  anchors: z
    .array(z.string())
    .optional()
    .describe("name of each operation's result; operations are numbered from the outermost, each before those inside it"),
  parts: z
    .array(
      z.object({
        kind: z.enum(PART_KINDS).describe("what the stretch does"),
        operation: z
          .int()
          .min(0)
          .optional()
          .describe("number of the operation that a beat tells, or after whose beat padding stands"),
        start: z.int().min(0).describe("first place in full_text_for_eval, UTF-16 code units"),
        end: z.int().min(0).describe("place behind its last")
      })
    )
    .optional()
    .describe("stretches of the text in their order; white space lies between them")
});
export type NarrativeLine = z.infer<typeof narrativeLine>;

/** A narrative as a line of a file. */
export const lineOf = ({id, tree, median, answer, anchors, text, parts, tokens}: Narrative): NarrativeLine => ({
  id,
  full_text_for_eval: text,
  ground_truth_value: answer,
  ast_str: treeText(tree, "()"),
  num_operations: operationsIn(tree).length,
  token_count_narrative: tokens,
  median,
  anchors,
  parts
});

/** The narrative of a line that has anchors and parts. Throws a SyntaxError where its tree cannot be read. */
export const narrativeOf = (line: NarrativeLine & Required<Pick<NarrativeLine, "anchors" | "parts">>): Narrative => ({
  id: line.id,
  tree: readTree(line.ast_str),
  median: line.median,
  answer: line.ground_truth_value,
  anchors: line.anchors,
  text: line.full_text_for_eval,
  parts: line.parts,
  tokens: line.token_count_narrative
});
