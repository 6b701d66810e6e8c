// Combines the votes of this browser with those of a file, by annotation round.
import {type Annotation, jsonLines} from "../../pipelines/studies/preferences/annotation/annotation.js";
import {annotationRounds, type RoundsRead} from "../../pipelines/studies/preferences/annotation/annotationRounds.js";
import {refuseNoText} from "../shared/fileText.js";

/** Votes by round, or the reason why there are none. */
export interface RoundsTogether extends RoundsRead {
  error: string | null;
}

const messageOf = (name: string, {message}: Error): string => (message.startsWith(name) ? message : `${name}: ${message}`);

/** Votes of this browser and of a previously saved file, by round. For a vote in both, the file's line is used. */
export function wavesTogether(
  own: readonly Annotation[],
  file: {name: string; text: string} | null,
  score: ReadonlyMap<string, number>
): RoundsTogether {
  try {
    if (file) refuseNoText(file.name, file.text);
    const known = new Set((file?.text ?? "").split("\n").map(line => line.trim()));
    const added = own.filter(annotation => !known.has(JSON.stringify(annotation)));
    return {...annotationRounds(`${(file?.text ?? "").trimEnd()}\n${jsonLines(added)}`, score), error: null};
  } catch (error) {
    return {waves: [], warnings: [], notes: [], error: messageOf(file?.name ?? "votes", error as Error)};
  }
}
