// Checks that each beat says its operation, and no other.
import {operationsIn} from "../lists/tree.js";
import type {AnchorMention} from "./anchors.js";
import type {Narrative} from "./narrative.js";
import {operationsSaid} from "./operationCues.js";
import {type Problem, quoted} from "./problem.js";

/**
 * Problems of the operations that beats say.
 * @param named the names of results in each part, with places in the whole text
 */
export function operationProblems({text, parts, tree}: Narrative, named: readonly (readonly AnchorMention[])[]): Problem[] {
  const operations = operationsIn(tree);
  return parts.flatMap(({kind, operation: number, start, end}, place): Problem[] => {
    const expected = operations[number ?? -1]?.operation;
    if (kind !== "beat" || expected === undefined) return [];
    const names = named[place]!.map(mention => ({
      start: mention.start - start,
      end: mention.end - start,
      isOwn: mention.operation === number
    }));
    const said = operationsSaid(text.slice(start, end), names);
    const other = said.find(({operation}) => operation !== expected);
    const isSaid = said.some(({operation}) => operation === expected);
    if (isSaid && !other?.isStrong) return [];
    const beat = `The beat of operation ${number} (${expected})`;
    if (other === undefined)
      return [
        {
          code: "operation-unclear",
          operation: number!,
          start,
          end,
          words: quoted(text, start, end),
          message: `${beat} says in no words that are known which operation it is.`
        }
      ];
    const span = {start: start + other.start, end: start + other.end};
    const words = quoted(text, span.start, span.end);
    return [
      isSaid
        ? {code: "operation-unclear", operation: number!, ...span, words, message: `${beat} says ${other.operation} as well.`}
        : {code: "operation-other", operation: number!, ...span, words, message: `${beat} says ${other.operation}.`}
    ];
  });
}
