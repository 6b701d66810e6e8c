// Votes of this browser and of a file, wave by wave.
import {type Annotation, jsonLines} from "../../pipelines/studies/preferences/annotation/annotation.js";
import {annotationRounds, type RoundsRead} from "../../pipelines/studies/preferences/annotation/annotationRounds.js";
import {refuseNoText} from "../shared/fileText.js";

/** Waves, and why there are none. */
export interface RoundsTogether extends RoundsRead {
  error: string | null;
}

const toldOf = (name: string, {message}: Error): string => (message.startsWith(name) ? message : `${name}: ${message}`);

/** The votes of this browser and those of a file that was saved before, wave by wave. The file's own line stands for a vote that both hold. */
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
    return {waves: [], oddities: [], notes: [], error: toldOf(file?.name ?? "votes", error as Error)};
  }
}
