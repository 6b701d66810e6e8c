// Checks of the names of results: unique, given in their own beat, used where they are needed and nowhere else.
import {type AnchorMention, plainAnchor} from "./anchors.js";
import type {BeatStructure} from "./beatStructure.js";
import type {Narrative, Part} from "./narrative.js";
import {numeralsIn} from "./numerals.js";
import {type Problem, quoted} from "./problem.js";

/** Problems of the names by themselves. */
export function nameProblems(anchors: readonly string[], count: number): Problem[] {
  const problems: Problem[] = [];
  const add = (code: Problem["code"], operation: number, words: string, message: string) =>
    problems.push({code, operation, start: 0, end: 0, words, message});
  if (anchors.length !== count)
    problems.push({
      code: "anchor-count",
      start: 0,
      end: 0,
      words: "",
      message: `There are ${anchors.length} names for ${count} operations.`
    });
  const plain = anchors.map(plainAnchor);
  for (const [i, name] of plain.entries()) {
    if (name === "") {
      add("anchor-count", i, "", `The name of operation ${i} is empty.`);
      continue;
    }
    const other = plain.findIndex((longer, k) => k !== i && longer.includes(name) && (longer !== name || k < i));
    if (other >= 0)
      add(
        "anchor-duplicate",
        i,
        anchors[i]!,
        `The name of operation ${i} is ${plain[other] === name ? "also" : "part of"} that of operation ${other}, ${JSON.stringify(anchors[other])}.`
      );
    if (numeralsIn(anchors[i]!).some(({certain, kind}) => certain && kind !== "pronoun"))
      add("anchor-number", i, anchors[i]!, `The name of operation ${i} holds a number.`);
  }
  return problems;
}

/**
 * Problems of where the names stand.
 * @param named the mentions in each part, with places in the whole text
 */
export function useProblems(
  {text, parts, anchors}: Narrative,
  structure: BeatStructure,
  named: readonly (readonly AnchorMention[])[]
): Problem[] {
  const problems: Problem[] = [];
  const {beats, parents, order} = structure;
  const add = (code: Problem["code"], operation: number, {start, end}: {start: number; end: number}, message: string) =>
    problems.push({code, operation, start, end, words: quoted(text, start, end), message});
  const mentions = (place: number, operation: number) => named[place]!.some(mention => mention.operation === operation);
  const second = (place: number, operation: number) => named[place]!.filter(mention => mention.operation === operation)[1];
  /** The first part that may name each result. */
  const firsts: (number | undefined)[] = [];
  for (let operation = 0; operation < structure.count; operation++) {
    const name = JSON.stringify(anchors[operation] ?? "");
    const own = beats[operation]![0];
    if (own !== undefined && !mentions(own, operation))
      add(
        "anchor-missing",
        operation,
        parts[own]!,
        `The beat of operation ${operation} does not give its result the name ${name}.`
      );
    const parent = beats[parents[operation]!]?.[0];
    if (parent !== undefined && !mentions(parent, operation))
      add(
        "anchor-unused",
        operation,
        parts[parent]!,
        `The beat of operation ${parents[operation]} does not name ${name}, the result that it needs.`
      );
    const again = parent === undefined ? undefined : second(parent, operation);
    if (again)
      add(
        "anchor-repeated",
        operation,
        again,
        `The beat of operation ${parents[operation]} names ${name} more than once, so that it reads as two of its values.`
      );
    firsts.push(order === "pre" ? (parent ?? own) : own);
  }
  for (const [place, part] of parts.entries())
    for (const mention of named[place]!) judge(mention, part, place < (firsts[mention.operation] ?? 0));
  for (const [place, part] of parts.entries())
    if (part.kind === "question" && !mentions(place, 0))
      add(
        "question-anchor",
        0,
        part,
        `The question does not name ${JSON.stringify(anchors[0] ?? "")}, the result of the outermost operation.`
      );
  return problems;

  function judge(mention: AnchorMention, {kind, operation: within}: Part, isBefore: boolean): void {
    const {operation} = mention;
    const name = JSON.stringify(anchors[operation]);
    const isNeeded = kind === "beat" && (within === operation || within === parents[operation]);
    if (isNeeded) return;
    if (kind === "padding") add("anchor-misplaced", operation, mention, `${name} is named in padding, which needs no result.`);
    else if (kind === "instructions" || isBefore)
      add("anchor-early", operation, mention, `${name} is named before the story comes to operation ${operation}.`);
    else if (kind === "beat")
      add("anchor-misplaced", operation, mention, `${name} is named in the beat of operation ${within}, which does not need it.`);
    else if (kind === "question" && operation !== 0)
      add("anchor-misplaced", operation, mention, `The question names ${name}, an intermediate result.`);
  }
}
