// Votes of this browser and of a file, wave by wave.
import {type Annotation, jsonLines} from "../pipelines/study/human/annotation.js";
import {type WavesRead, wavesOf} from "../pipelines/study/human/waves.js";
import {refuseNoText} from "./fileText.js";

/** Waves, and why there are none. */
export interface WavesTogether extends WavesRead {
  error: string | null;
}

const toldOf = (name: string, {message}: Error): string => (message.startsWith(name) ? message : `${name}: ${message}`);

/** The votes of this browser and those of a file that was saved before, wave by wave. The file's own line stands for a vote that both hold. */
export function wavesTogether(
  own: readonly Annotation[],
  file: {name: string; text: string} | null,
  score: ReadonlyMap<string, number>
): WavesTogether {
  try {
    if (file) refuseNoText(file.name, file.text);
    const known = new Set((file?.text ?? "").split("\n").map(line => line.trim()));
    const added = own.filter(annotation => !known.has(JSON.stringify(annotation)));
    return {...wavesOf(`${(file?.text ?? "").trimEnd()}\n${jsonLines(added)}`, score), error: null};
  } catch (error) {
    return {waves: [], oddities: [], notes: [], error: toldOf(file?.name ?? "votes", error as Error)};
  }
}
