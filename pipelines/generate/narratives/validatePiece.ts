// Checks one part of a story as it comes from a narrator, before the others are there.
import {anchorFinder} from "./anchors.js";
import {beatStructure} from "./beatStructure.js";
import type {Narrative, Part} from "./narrative.js";
import {markerProblem, scanned} from "./validate.js";
import {useProblems} from "./validateAnchors.js";
import {numberProblems} from "./validateNumbers.js";
import {wrappingIn} from "./wrapping.js";

/** What a part belongs to. */
export interface PieceOf extends Pick<Narrative, "tree" | "median" | "answer" | "anchors"> {
  kind: Exclude<Part["kind"], "instructions">;
  /** Of a beat: the number of its operation. */
  operation?: number | undefined;
}

/** What is wrong with a part, a sentence each; none where it may stand in the story. */
export function pieceProblems(text: string, {kind, operation, ...story}: PieceOf): string[] {
  if (text.trim() === "") return ["There is no text."];
  const piece: Narrative = {
    ...story,
    id: "",
    text,
    parts: [{kind, operation, start: 0, end: text.length}],
    tokens: 0
  };
  const found = scanned(text, anchorFinder(story.anchors));
  const structure = beatStructure(piece);
  const problems = [
    ...found.markers.map(marker => markerProblem(text, marker)),
    ...useProblems(piece, structure, [found.anchors]),
    ...numberProblems(piece, structure, [found.numbers])
  ].sort((a, b) => a.start - b.start);
  return [
    ...wrappingIn(text),
    ...problems.map(({message, words}) => (words === "" ? message : `${message} It says: ${JSON.stringify(words)}`)),
    ...(kind === "introduction" ? found.anchors : []).map(
      ({operation}) => `${JSON.stringify(story.anchors[operation])} is named here, before the story comes to it.`
    )
  ];
}
