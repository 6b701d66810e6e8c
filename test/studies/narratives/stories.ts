// Narratives for tests: told by the grammar, or put together by hand.
import {operationsIn, readTree, treeValue} from "../../../pipelines/generate/lists/tree.js";
import {makeNarrative} from "../../../pipelines/generate/narratives/make.js";
import {lineOf, type NarrativeLine, type Part} from "../../../pipelines/generate/narratives/narrative.js";
import {type NarrativeSettings, narrativeSettings} from "../../../pipelines/generate/narratives/settings.js";
import {randomOf} from "../../../pipelines/generate/seed.js";
import {tokenCounter} from "../../../pipelines/tokenizer/counter.node.js";

/** Narratives of the built-in grammar: 7 operations of depth 4 in 1,500 tokens, all else by default. */
export function toldSet(count: number, given: Partial<NarrativeSettings> = {}): NarrativeLine[] {
  const settings = narrativeSettings.parse({num_operations: 7, max_depth: 4, target_tokens: 1_500, ...given});
  const counter = tokenCounter(settings.tokenizer);
  return Array.from({length: count}, (_, i) => {
    const random = randomOf(`shortcuts ${i}`);
    const narrative = makeNarrative(settings, {id: `told-${i}`, random, count: counter});
    return lineOf(narrative);
  });
}

/** A narrative of parts by hand: `beat 1` tells operation 1. Parts are joined by empty lines. */
export function written(id: string, ast: string, parts: [kind: string, text: string][]): NarrativeLine {
  let text = "";
  const places: Part[] = [];
  for (const [name, words] of parts) {
    if (text !== "") text += "\n\n";
    const [kind, number] = name.split(" ") as [Part["kind"], string?];
    places.push({
      kind,
      ...(number !== undefined && {operation: Number(number)}),
      start: text.length,
      end: text.length + words.length
    });
    text += words;
  }
  const tree = readTree(ast);
  const operations = operationsIn(tree);
  const anchors = operations.map((_, i) => `the ${["red", "blue", "green", "white"][i % 4]} ledger ${"abcdefgh"[i >> 2]}`);
  const narrative = {id, tree, median: "truncMean" as const, answer: treeValue(tree), anchors, text, parts: places, tokens: 0};
  return lineOf(narrative);
}
