// Checks of a narrative's parts: their places, their order, one beat for each operation.
import {operationsIn} from "../lists/tree.js";
import type {BeatStructure} from "./beatStructure.js";
import type {Narrative, Part} from "./narrative.js";
import {type Problem, quoted} from "./problem.js";

/** Problems of spans, which leave nothing in the parts that could be checked. */
export function spanProblems({text, parts}: Pick<Narrative, "text" | "parts">): Problem[] {
  const problems: Problem[] = [];
  let behind = 0;
  for (const {kind, start, end} of parts) {
    const wrong =
      end > text.length
        ? `ends at ${end}, beyond the text's ${text.length} characters`
        : end <= start
          ? `ends at ${end}, not behind its start at ${start}`
          : start < behind
            ? `begins at ${start}, within a part before it or ahead of it`
            : null;
    if (wrong === null) behind = end;
    else problems.push({code: "parts-span", start, end, words: "", message: `A part (${kind}) ${wrong}.`});
  }
  return problems;
}

/** Text outside all parts; their spans must be in order. */
export function gapProblems({text, parts}: Pick<Narrative, "text" | "parts">): Problem[] {
  const edges = [...parts.map(({start, end}) => ({start, end})), {start: text.length, end: text.length}];
  let behind = 0;
  return edges.flatMap(({start, end}): Problem[] => {
    const from = behind;
    behind = end;
    if (text.slice(from, start).trim() === "") return [];
    return [
      {code: "parts-gap", start: from, end: start, words: quoted(text, from, start), message: "This text belongs to no part."}
    ];
  });
}

/** Problems of the order of parts and of beats. */
export function orderProblems({tree, parts, text}: Narrative, structure: BeatStructure): Problem[] {
  const problems: Problem[] = [];
  const {beats, count, order} = structure;
  const add = (code: Problem["code"], part: Part | null, message: string, operation?: number) =>
    problems.push({
      code,
      ...(operation !== undefined && {operation}),
      start: part?.start ?? text.length,
      end: part?.end ?? text.length,
      words: part ? quoted(text, part.start, part.end) : "",
      message
    });
  const operations = operationsIn(tree);
  for (const [operation, {length}] of beats.entries()) {
    const name = `operation ${operation} (${operations[operation]!.operation})`;
    if (length === 0) add("beat-missing", null, `There is no beat for ${name}.`, operation);
    for (const place of beats[operation]!.slice(1))
      add("beat-repeated", parts[place]!, `This is another beat for ${name}.`, operation);
  }
  let last: number | undefined;
  let isAsked = false;
  const firstBeat = parts.findIndex(({kind}) => kind === "beat");
  for (const [place, part] of parts.entries()) {
    const {kind, operation} = part;
    const isKnown = operation !== undefined && operation < count;
    if (kind === "beat" && !isKnown)
      add(
        "beat-unknown",
        part,
        `This beat tells operation ${operation ?? "(none)"}, and the list has ${count}, numbered from 0.`
      );
    if (kind === "padding" && operation !== undefined && operation !== last)
      add(
        "parts-order",
        part,
        `This padding is said to follow the beat of operation ${operation}, and follows ${last === undefined ? "none" : `that of ${last}`}.`
      );
    if (kind === "introduction" && firstBeat >= 0 && place > firstBeat)
      add("parts-order", part, "This introduction stands behind a beat.");
    if (isAsked && kind !== "instructions") add("parts-order", part, `This part (${kind}) stands behind the question.`);
    if (kind === "beat") last = operation;
    isAsked ||= kind === "question";
  }
  if (!isAsked) add("question-missing", null, "There is no question.");
  if (order === null) {
    const numbers = parts.flatMap(({kind, operation}) => (kind === "beat" ? [operation ?? "?"] : []));
    const shown = numbers.length > 12 ? `${numbers.slice(0, 12).join(", ")} and so on` : numbers.join(", ");
    add("beat-order", parts[firstBeat] ?? null, `The beats tell operations ${shown}: neither post-order nor pre-order.`);
  }
  return problems;
}
