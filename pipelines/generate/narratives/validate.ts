// Validates narratives: that a story tells its list rightly, betrays nothing, and holds no number besides. Knows nothing of who wrote it.
import {type ListTree, operationsIn, readTree} from "../lists/tree.js";
import {type AnchorMention, anchorFinder} from "./anchors.js";
import {beatStructure, resultsOf} from "./beatStructure.js";
import {type Marker, type MarkerCode, markersIn} from "./markers.js";
import {instructionsEnd, type Narrative, type NarrativeLine, narrativeOf, type Part} from "./narrative.js";
import {type Mention, numeralsIn} from "./numerals.js";
import {RULE_NUMBERS} from "./operationCues.js";
import {PROBLEM_CODES, type Problem, quoted} from "./problem.js";
import {nameProblems, useProblems} from "./validateAnchors.js";
import {numberProblems, wholeTextProblems} from "./validateNumbers.js";
import {operationProblems} from "./validateOperations.js";
import {gapProblems, orderProblems, spanProblems} from "./validateParts.js";

/** Instructions may be set out as their writer likes; what speaks of the list is a marker there too. */
const ALLOWED_IN_INSTRUCTIONS = new Set<MarkerCode>([
  "marker-label",
  "marker-heading",
  "marker-markdown",
  "marker-fence",
  "marker-tag"
]);

const MARKER_NAMES: Record<MarkerCode, string> = {
  "marker-segment": "a placeholder",
  "marker-label": "a label of a part",
  "marker-heading": "a heading or a rule",
  "marker-markdown": "markdown",
  "marker-fence": "a fence of code",
  "marker-tag": "a tag",
  "marker-operator": "the name of an operation in capitals",
  "marker-list": "a list expression"
};

/** All problems of a narrative, by their place; none where it is right. */
export function validate(narrative: Narrative): Problem[] {
  const {text, parts, tree, median, answer, anchors} = narrative;
  const problems: Problem[] = [];
  const result = resultsOf(operationsIn(tree), median)[0]!;
  if (result !== answer) problems.push(answerProblem(answer, result));
  if (text.trim() === "") return [...problems, of("empty", "There is no text.")];
  const spans = spanProblems(narrative);
  if (spans.length > 0) return [...problems, ...spans].sort(inOrder);
  const structure = beatStructure(narrative);
  // Lists are joined, not pushed one argument a problem: a text may have more markers than a call takes arguments.
  const found = [problems, gapProblems(narrative), orderProblems(narrative, structure), nameProblems(anchors, structure.count)];
  const named: AnchorMention[][] = [];
  const numbers: Mention[][] = [];
  const names = anchorFinder(anchors.slice(0, structure.count));
  for (const part of parts) {
    const within = scanned(text.slice(part.start, part.end), names);
    const markers = within.markers.filter(({code}) => part.kind !== "instructions" || !ALLOWED_IN_INSTRUCTIONS.has(code));
    found.push(markers.map(marker => markerProblem(text, moved(marker, part))));
    named.push(within.anchors.map(mention => moved(mention, part)));
    numbers.push(within.numbers.map(mention => moved(mention, part)));
  }
  found.push(
    useProblems(narrative, structure, named),
    operationProblems(narrative, named),
    numberProblems(narrative, structure, numbers)
  );
  return found.flat().sort(inOrder);
}

/** What a validation of a line of a file found, and what it could not look at. */
export interface Validated {
  problems: Problem[];
  /** Checks that were not made, each as a phrase. */
  unchecked: string[];
}

const NEED_PARTS = [
  "operations beat by beat",
  "operands beat by beat",
  "results stated beside their operands",
  "which numbers belong to instructions",
  "order of beats",
  "use of names in beats",
  "the question"
];

/**
 * Validates a line of a file. Without parts or names, only what can be checked over the whole text is; where a line of it says where the
 * story begins, what stands before are instructions, which are not checked.
 */
export function validateLine(line: NarrativeLine): Validated {
  const {ast_str, num_operations, ground_truth_value, median, full_text_for_eval: whole, anchors, parts} = line;
  let operations: ListTree[];
  try {
    operations = operationsIn(readTree(ast_str));
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof RangeError)) throw error;
    const reason = error instanceof SyntaxError ? error.message : "it is too deep";
    return {problems: [of("tree", `The list cannot be read: ${reason}.`)], unchecked: ["everything that needs the list"]};
  }
  let problems: Problem[] = [];
  if (operations.length !== num_operations)
    problems.push(of("operations", `The line says ${num_operations} operations; the list has ${operations.length}.`));
  if (anchors && parts) return {problems: [...problems, ...validate(narrativeOf({...line, anchors, parts}))], unchecked: []};
  const result = resultsOf(operations, median)[0]!;
  if (result !== ground_truth_value) problems.push(answerProblem(ground_truth_value, result));
  const start = instructionsEnd(whole);
  const text = whole.slice(start);
  if (text.trim() === "") return {problems: [...problems, of("empty", "There is no text.")], unchecked: NEED_PARTS};
  const found = scanned(text, anchorFinder(anchors ?? []));
  problems = problems.concat(
    found.markers.map(marker => markerProblem(text, marker)),
    wholeTextProblems(text, operations, found.numbers)
  );
  if (anchors) {
    const there = new Set(found.anchors.map(({operation}) => operation));
    problems.push(...nameProblems(anchors, operations.length));
    for (const [operation, name] of anchors.entries())
      if (!there.has(operation))
        problems.push({
          ...of("anchor-missing", `The text nowhere names ${JSON.stringify(name)}, the result of operation ${operation}.`),
          operation
        });
  }
  const placed = problems.map(problem =>
    problem.words === "" ? problem : {...problem, start: problem.start + start, end: problem.end + start}
  );
  return {problems: placed.sort(inOrder), unchecked: [...NEED_PARTS, ...(anchors ? [] : ["names of results"])]};
}

/** Names (which `names` finds) and markers of a text, and the numbers that lie in neither. */
export function scanned(
  text: string,
  names: (text: string) => AnchorMention[]
): {anchors: AnchorMention[]; markers: Marker[]; numbers: Mention[]} {
  const anchors = names(text);
  const markers = markersIn(text);
  const labels = markers.filter(({code}) => code !== "marker-list"); // whose numbers are no part of the story; those of a list are operands
  const rules = [...text.matchAll(RULE_NUMBERS)].map(({index, 0: {length}}) => ({start: index, end: index + length}));
  const numbers = [anchors, labels, rules].reduce<Mention[]>(apartFrom, numeralsIn(text));
  return {anchors, markers, numbers};
}

/** The numbers that overlap none of the stretches; both are in order. */
export function apartFrom(numbers: readonly Mention[], stretches: readonly {start: number; end: number}[]): Mention[] {
  let next = 0;
  return numbers.filter(({start, end}) => {
    while (next < stretches.length && stretches[next]!.end <= start) next++;
    return next >= stretches.length || stretches[next]!.start >= end;
  });
}

/** A find of a part, with its place in the whole text. */
const moved = <T extends {start: number; end: number}>(find: T, part: Part): T => ({
  ...find,
  start: find.start + part.start,
  end: find.end + part.start
});

const of = (code: Problem["code"], message: string): Problem => ({code, start: 0, end: 0, words: "", message});

const answerProblem = (given: number, result: number): Problem =>
  of("answer", `The line says that the answer is ${given}; the list has ${result}.`);

export const markerProblem = (text: string, {code, start, end}: Marker): Problem => ({
  code,
  start,
  end,
  words: quoted(text, start, end),
  message: `The text has ${MARKER_NAMES[code]}.`
});

const inOrder = (a: Problem, b: Problem): number =>
  a.start - b.start || PROBLEM_CODES.indexOf(a.code) - PROBLEM_CODES.indexOf(b.code) || a.end - b.end;
