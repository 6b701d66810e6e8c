// Checks one part of a story as it comes from a narrator, before the others are there.
import {anchorFinder} from "./anchors.js";
import {beatStructure} from "./beatStructure.js";
import type {Narrative, Part} from "./narrative.js";
import {markerProblem, scanned} from "./validate.js";
import {useProblems} from "./validateAnchors.js";
import {numberProblems} from "./validateNumbers.js";
import {operationProblems} from "./validateOperations.js";

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
    ...operationProblems(piece, [found.anchors]),
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

// Finds what models put around a text that they were asked for: quotation marks, and remarks to whoever asked.

/** A first line that announces what follows: an opening word of an answer, or "below", and a colon at its end. */
const ANNOUNCED =
  /^(?:(?:sure|certainly|of course|absolutely|okay|ok|great|here|below|as requested|as you asked|this is)\b[^\n]{0,160}):[ \t]*(?:\n|$)/iu;
/** A first sentence that answers instead of telling. */
const ANSWERED =
  /^(?:(?:sure|certainly|absolutely|of course)(?: thing)?[!,.]|(?:i'm|i’m|i am) sorry\b|i (?:can't|can’t|cannot|am unable to) (?:help|write|do|assist|provide|fulfil)|as an ai\b)/iu;
/** A last paragraph that speaks to whoever asked. */
const REMARK =
  /(?:^|\n)[ \t]*\(?(?:let me know|i hope (?:this|that)|feel free|would you like|word count|note:|please note|if you(?:'d|’d| would) like|end of (?:the )?(?:scene|story|beat))\b[^\n]*$/iu;
/** Marks of markdown that prose has no use for, whatever stands between them. */
const MARKDOWN = /\*\*|__|`/u;
const OPENING = "\"“'‘«";
const CLOSING = "\"”'’»";

/** A sentence for each kind of wrapping that a text has. Stories may begin and end with speech: marks count where no others stand within. */
export function wrappingIn(text: string): string[] {
  const plain = text.trim();
  const found: string[] = [];
  const announced = ANNOUNCED.exec(plain) ?? ANSWERED.exec(plain);
  if (announced) found.push(`It begins with a remark to the reader: ${JSON.stringify(announced[0].trim())}`);
  const remark = REMARK.exec(plain);
  if (remark && remark.index > 0)
    found.push(`It ends with a remark to the reader: ${JSON.stringify(remark[0].trim().slice(0, 60))}`);
  const markdown = MARKDOWN.exec(plain);
  if (markdown) found.push(`It has marks of markdown: ${markdown[0]}`);
  const mark = OPENING.indexOf(plain[0] ?? " ");
  if (plain.length > 1 && mark >= 0 && plain.endsWith(CLOSING[mark]!)) {
    const within = plain.slice(1, -1);
    const others = mark === 3 || mark === 2 ? within.replace(/(?<=\p{L})['’](?=\p{L})/gu, "") : within; // apostrophes
    if (!others.includes(OPENING[mark]!) && !others.includes(CLOSING[mark]!)) found.push("All of it stands in quotation marks.");
  }
  return found;
}
