// Stories written by hand, as narratives.
import {readFileSync} from "node:fs";
import {parse} from "yaml";
import {readTree} from "../../../pipelines/generate/lists/tree.js";
import type {Narrative, Part} from "../../../pipelines/generate/narratives/narrative.js";

interface Written {
  title: string;
  /** The code of the planted fault; several are separated by blanks. */
  fault?: string;
  tree: string;
  answer: number;
  anchors: string[];
  parts: Record<string, string>[];
}

export interface Story {
  title: string;
  faults: string[];
  narrative: Narrative;
}

/** The stories of a file below stories/. Parts are joined by empty lines; padding belongs to the beat before it. */
export const storiesOf = (file: string): Story[] =>
  (parse(readFileSync(new URL(`stories/${file}`, import.meta.url), "utf8")) as Written[]).map(({title, fault, ...written}) => ({
    title,
    faults: fault?.split(" ").sort() ?? [],
    narrative: narrativeOf(title, written)
  }));

function narrativeOf(id: string, {tree, answer, anchors, parts: written}: Omit<Written, "title" | "fault">): Narrative {
  let text = "";
  let told: number | undefined;
  const parts: Part[] = [];
  for (const [name, words] of written.flatMap(part => Object.entries(part))) {
    if (text !== "") text += "\n\n";
    const [kind, number] = name.split(" ") as [Part["kind"] | "untold", string?];
    if (kind === "beat") told = Number(number);
    const start = text.length;
    text += words.trim();
    if (kind === "untold") continue;
    const operation = kind === "beat" || kind === "padding" ? told : undefined;
    parts.push({kind, ...(operation !== undefined && {operation}), start, end: text.length});
  }
  return {id, tree: readTree(tree), median: "truncMean", answer, anchors, text, parts, tokens: 0};
}
