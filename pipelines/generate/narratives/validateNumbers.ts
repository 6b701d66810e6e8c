// Checks of the numbers of a narrative: operands as often as their operation has them, and nothing besides.
import {atomsOf, innerOf, type ListTree, operationsIn} from "../lists/tree.js";
import type {BeatStructure} from "./beatStructure.js";
import type {Narrative, Part} from "./narrative.js";
import type {Mention, NumeralKind} from "./numerals.js";
import {FAULTS, type Problem, type ProblemCode, quoted} from "./problem.js";

/** Numbers that are no operands whatever their value; vague ones, "twice" and a pronoun "one" are left alone. */
const OTHERS = ["ordinal", "fraction", "multiple", "decimal", "percentage", "range", "date", "time", "compound"] as const;
type OtherKind = (typeof OTHERS)[number];
const isOther = (kind: NumeralKind): kind is OtherKind => (OTHERS as readonly NumeralKind[]).includes(kind);

/** Whether a number counts something, as an operand does. */
export const isOperandLike = ({kind, value}: Mention): boolean =>
  (kind === "cardinal" || kind === "dozen") && !Number.isNaN(value);

/** How often each value occurs. */
function countsOf(values: readonly number[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/**
 * Problems of the numbers in all parts.
 * @param numbers the mentions in each part outside names and markers, with places in the whole text
 */
export function numberProblems(
  narrative: Narrative,
  structure: BeatStructure,
  numbers: readonly (readonly Mention[])[]
): Problem[] {
  const {text, parts, tree} = narrative;
  const operations = operationsIn(tree);
  const resultOf = new Map(structure.results.map((result, i) => [result, i] as const).toReversed());
  const answer = structure.results[0]!;
  return parts.flatMap((part, place) => {
    const mentions = numbers[place]!;
    if (part.kind === "instructions") return leaks(part, mentions);
    const problems = othersAmong(text, mentions);
    if (part.kind !== "beat") {
      const plain = mentions.filter(mention => mention.certain && isOperandLike(mention));
      return [...problems, ...plain.map(mention => outside(part, mention))];
    }
    const node = operations[part.operation ?? -1];
    return node ? [...problems, ...beatProblems(part, node, mentions)] : problems;
  });

  function problem(code: ProblemCode, {start, end}: {start: number; end: number}, message: string, operation?: number): Problem {
    return {code, ...(operation !== undefined && {operation}), start, end, words: quoted(text, start, end), message};
  }

  function outside({kind}: Part, mention: Mention): Problem {
    const {value} = mention;
    if (kind === "question") return problem("question-number", mention, `The question has the number ${value}.`);
    if (value === answer) return problem("answer-stated", mention, `The ${kind} states ${value}, the answer.`, 0);
    const operation = resultOf.get(value);
    return operation === undefined
      ? problem("number-outside", mention, `The ${kind} has the number ${value}.`)
      : problem("result-stated", mention, `The ${kind} states ${value}, the result of operation ${operation}.`, operation);
  }

  function beatProblems(part: Part, node: ListTree, mentions: readonly Mention[]): Problem[] {
    const operation = part.operation!;
    const needed = countsOf(atomsOf(node));
    const seen = new Map<number, {certain: Mention[]; unclear: number}>();
    for (const mention of mentions) {
      if (!isOperandLike(mention)) continue;
      const of = seen.get(mention.value) ?? {certain: [], unclear: 0};
      if (mention.certain) of.certain.push(mention);
      else of.unclear++;
      seen.set(mention.value, of);
    }
    const problems: Problem[] = [];
    for (const [value, times] of needed) {
      const {certain, unclear} = seen.get(value) ?? {certain: [], unclear: 0};
      const found = certain.length + unclear;
      if (found < times)
        problems.push(
          problem(
            "operand-missing",
            part,
            `The beat of operation ${operation} has its operand ${value} ${found === 0 ? "nowhere" : `${found} of ${times} times`}.`,
            operation
          )
        );
    }
    for (const [value, {certain}] of seen)
      for (const mention of certain.slice(needed.get(value) ?? 0))
        problems.push(surplus(operation, node, mention, needed.get(value) ?? 0));
    return problems;
  }

  function surplus(operation: number, node: ListTree, mention: Mention, needed: number): Problem {
    const {value} = mention;
    const where = `The beat of operation ${operation}`;
    if (value === structure.results[operation])
      return operation === 0
        ? problem("answer-stated", mention, `${where} states ${value}, the answer.`, 0)
        : problem("result-stated", mention, `${where} states ${value}, its result.`, operation);
    const inner =
      innerOf(node).length > 0
        ? structure.parents.findIndex((parent, i) => parent === operation && structure.results[i] === value)
        : -1;
    if (inner >= 0)
      return problem("result-stated", mention, `${where} states ${value}, the result of operation ${inner}.`, inner);
    if (value === answer) return problem("answer-stated", mention, `${where} states ${value}, the answer.`, 0);
    return needed > 0
      ? problem(
          "operand-repeated",
          mention,
          `${where} has its operand ${value} more than ${needed === 1 ? "once" : `${needed} times`}.`,
          operation
        )
      : problem("number-extra", mention, `${where} has the number ${value}, which is none of its operands.`, operation);
  }

  /** Instructions may hold examples with numbers, but not those of this list one after the other. */
  function leaks(part: Part, mentions: readonly Mention[]): Problem[] {
    const atoms = operations.flatMap(atomsOf);
    if (atoms.length < LEAST_LEAK) return [];
    const values = mentions.filter(isOperandLike);
    const start = values.findIndex(
      (_, i) => i + atoms.length <= values.length && atoms.every((atom, k) => values[i + k]!.value === atom)
    );
    if (start < 0) return [];
    const place = {start: values[start]!.start, end: values[start + atoms.length - 1]!.end};
    return [
      problem(
        "instructions-leak",
        place,
        `The instructions of ${part.end - part.start} characters have the operands of the list in its order.`
      )
    ];
  }
}

/** Fewest operands in a row that instructions cannot hold by chance. */
const LEAST_LEAK = 3;

/** Numbers of a kind that no operand is of. */
const othersAmong = (text: string, mentions: readonly Mention[]): Problem[] =>
  mentions
    .filter((mention): mention is Mention & {kind: OtherKind} => mention.certain && isOther(mention.kind))
    .map(({kind, start, end}) => ({
      code: kind as ProblemCode,
      start,
      end,
      words: quoted(text, start, end),
      message: `The story has ${FAULTS[kind]}.`
    }));

/** Problems of the numbers of a text whose parts are not known: each value may stand as often as the list has it. */
export function wholeTextProblems(text: string, operations: readonly ListTree[], numbers: readonly Mention[]): Problem[] {
  const needed = countsOf(operations.flatMap(atomsOf));
  const problems: Problem[] = [];
  const certain = new Map<number, number>();
  const all = new Map<number, number>();
  for (const mention of numbers) {
    if (!isOperandLike(mention)) continue;
    const {value, start, end} = mention;
    all.set(value, (all.get(value) ?? 0) + 1);
    if (!mention.certain) continue;
    const times = (certain.get(value) ?? 0) + 1;
    certain.set(value, times);
    const allowed = needed.get(value) ?? 0;
    if (times <= allowed) continue;
    const message =
      allowed === 0
        ? `The text has the number ${value}, which is no operand.`
        : `The text has ${value} more often than the list, which has it ${allowed === 1 ? "once" : `${allowed} times`}.`;
    problems.push({
      code: allowed === 0 ? "number-extra" : "operand-repeated",
      start,
      end,
      words: quoted(text, start, end),
      message
    });
  }
  for (const [value, times] of needed) {
    const found = all.get(value) ?? 0;
    if (found < times)
      problems.push({
        code: "operand-missing",
        start: 0,
        end: text.length,
        words: "",
        message: `The text has the operand ${value} ${found} of ${times} times.`
      });
  }
  return [...problems, ...othersAmong(text, numbers)];
}
