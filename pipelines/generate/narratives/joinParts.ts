// Joins the texts of a story's parts, with a blank line between two of them.
import type {Part} from "./narrative.js";

/** A part before its place in the text is known. */
export type PartText = Omit<Part, "start" | "end"> & {text: string};

/** The whole text with the place of each part; empty parts are left out. */
export function joinParts(given: readonly PartText[]): {text: string; parts: Part[]} {
  const parts: Part[] = [];
  const pieces: string[] = [];
  let length = 0;
  for (const {text, ...part} of given) {
    if (text === "") continue;
    if (length > 0) {
      pieces.push("\n\n");
      length += 2;
    }
    parts.push({...part, start: length, end: length + text.length});
    pieces.push(text);
    length += text.length;
  }
  return {text: pieces.join(""), parts};
}
