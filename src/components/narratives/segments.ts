// Cuts a narrative's text at the ends of its parts, names and faults, so that each piece can be shown in its own way.
import {anchorsIn} from "../../pipelines/generate/narratives/anchors.js";
import type {Part} from "../../pipelines/generate/narratives/narrative.js";
import type {Problem} from "../../pipelines/generate/narratives/problem.js";

/** A stretch of a text within which nothing begins or ends. */
export interface Piece {
  start: number;
  end: number;
  /** The operation whose result the piece names. */
  anchor?: number;
  /** Numbers of the problems that concern the piece, in the order given. */
  problems: number[];
}

/** A part of the text with its pieces; text outside all parts has no part. */
export interface Segment {
  part: Part | undefined;
  start: number;
  end: number;
  pieces: Piece[];
}

export interface Marked {
  text: string;
  parts?: readonly Part[] | undefined;
  anchors?: readonly string[] | undefined;
  problems?: readonly Pick<Problem, "start" | "end">[];
}

/**
 * The segments of a text in order; joined, their pieces are the text. Parts that lie outside of it, or overlap an earlier one, are ignored, as
 * files of others may have any.
 */
export function segmentsOf({text, parts = [], anchors = [], problems = []}: Marked): Segment[] {
  const segments: Segment[] = [];
  let at = 0;
  const add = (start: number, end: number, part?: Part) => {
    if (end > start) segments.push({part, start, end, pieces: []});
    at = end;
  };
  for (const part of [...parts].sort((a, b) => a.start - b.start)) {
    if (part.start < at || part.end > text.length || part.end <= part.start) continue;
    add(at, part.start);
    add(part.start, part.end, part);
  }
  add(at, text.length);
  const names = anchorsIn(text, anchors);
  const faults = problems.flatMap(({start, end}, number) => (end > start && end <= text.length ? [{start, end, number}] : []));
  const long = faults.filter(fault => segments.some(({start, end}) => fault.start <= start && fault.end >= end));
  const short = faults.filter(fault => !long.includes(fault)).sort((a, b) => a.start - b.start);
  let name = 0;
  for (const segment of segments) {
    while (name < names.length && names[name]!.end <= segment.start) name++;
    const own: typeof names = [];
    for (let i = name; i < names.length && names[i]!.start < segment.end; i++) own.push(names[i]!);
    const wrong = short.filter(({start, end}) => start < segment.end && end > segment.start);
    segment.pieces = piecesOf(segment, own, wrong, long);
  }
  return segments;
}

type Fault = {start: number; end: number; number: number};

function piecesOf(
  {start, end}: Segment,
  names: readonly {operation: number; start: number; end: number}[],
  faults: readonly Fault[],
  everywhere: readonly Fault[]
): Piece[] {
  const inside = (place: number) => place > start && place < end;
  const cuts = [...names, ...faults].flatMap(each => [each.start, each.end]).filter(inside);
  const places = [...new Set([start, ...cuts, end])].sort((a, b) => a - b);
  return places.slice(1).map((to, i) => {
    const from = places[i]!;
    const covers = (each: {start: number; end: number}) => each.start <= from && each.end >= to;
    const anchor = names.find(covers)?.operation;
    return {
      start: from,
      end: to,
      ...(anchor !== undefined && {anchor}),
      problems: [...faults, ...everywhere]
        .filter(covers)
        .map(({number}) => number)
        .sort((a, b) => a - b)
    };
  });
}
