// What is known of a narrative beside its text: size and shape of its list, and how it is told.
import {depthThatMatters} from "../../generate/lists/draw.js";
import {depthOf, isChain, type ListTree, operationsIn, readTree} from "../../generate/lists/tree.js";
import {beatStructure} from "../../generate/narratives/beatStructure.js";
import {type NarrativeLine, narrativeOf, type Part} from "../../generate/narratives/narrative.js";
import {spanProblems} from "../../generate/narratives/validateParts.js";

/** Size and shape of a list. */
export interface ListFacts {
  operations: number;
  depth: number;
  effective_depth: number;
  chain: boolean;
}

export interface NarrativeFacts extends Partial<ListFacts> {
  padding_share: number | null;
  order: "inner first" | "outer first" | null;
}

export const listFacts = (tree: ListTree, median: NarrativeLine["median"]): ListFacts => ({
  operations: operationsIn(tree).length,
  depth: depthOf(tree),
  effective_depth: depthThatMatters(tree, median),
  chain: isChain(tree)
});

/** The tree that a text says; undefined where it says none, or one too deep to be read. */
export function treeIn(text: string): ListTree | undefined {
  try {
    const tree = readTree(text);
    operationsIn(tree);
    return tree;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Facts of a line: without those of the list where that cannot be read, and null where parts lack or do not lie in the text. */
export function factsOf(line: NarrativeLine): NarrativeFacts {
  const {ast_str, median, anchors, parts, full_text_for_eval: text} = line;
  const tree = treeIn(ast_str);
  const isTold = parts !== undefined && spanProblems({text, parts}).length === 0;
  const {order} = tree && isTold ? beatStructure(narrativeOf({...line, parts, anchors: anchors ?? []})) : {order: null};
  return {
    ...(tree && listFacts(tree, median)),
    padding_share: isTold ? paddingShare(parts) : null,
    order: order === null ? null : order === "post" ? "inner first" : "outer first"
  };
}

/** Share of the characters of padding among those of all parts but instructions; null where there are none. */
function paddingShare(parts: readonly Part[]): number | null {
  const length = (wanted: (kind: Part["kind"]) => boolean) =>
    parts.reduce((sum, {kind, start, end}) => sum + (wanted(kind) ? end - start : 0), 0);
  const story = length(kind => kind !== "instructions");
  return story === 0 ? null : length(kind => kind === "padding") / story;
}
