// Reads a reader's file of narratives: each validated, and the shortcut report of all. It runs in a worker, which keeps the narratives.
import {explain} from "../../pipelines/book/issue.js";
import {type NarrativeLine, narrativeLine} from "../../pipelines/generate/narratives/narrative.js";
import {validateLine} from "../../pipelines/generate/narratives/validate.js";
import {factsOf, type NarrativeFacts} from "../../pipelines/studies/narratives/facts.js";
import {type ShortcutReport, shortcutStudy} from "../../pipelines/studies/narratives/shortcuts.js";
import {type Content, recordsIn} from "../shared/content.js";

/** A narrative of a file, without its text. */
export interface ListedNarrative extends NarrativeFacts {
  /** Its place among the file's narratives, and its line. */
  place: number;
  line: number;
  id: string;
  tokens: number;
  answer: number;
  problems: number;
  codes: string[];
  unchecked: number;
}

export interface ReadFile {
  name: string;
  narratives: ListedNarrative[];
  /** Lines that are no narratives, each as `file:line what is wrong`: the first of them, and how many there are. */
  faults: string[];
  faulty: number;
  /** Absent where a line cannot be read, since a report on the others would mislead. */
  report: ShortcutReport | null;
}

/** Most faulty lines that are told. */
const MOST_FAULTS = 20;

/** What is done of a file so far, of `of` steps. */
export interface Progress {
  done: number;
  of: number;
}

/** Narratives that were read, with those whose list cannot be. */
export interface OpenFile {
  read: ReadFile;
  lines: NarrativeLine[];
}

/**
 * Reads a file's text. Throws an Error whose message begins with the file's name, and the line where one is meant.
 * @param report called after each narrative of each reading
 */
export function readNarratives(content: Content, report: (progress: Progress) => void = () => {}): OpenFile {
  const {name} = content;
  const records = recordsIn(content);
  const study = shortcutStudy();
  const [lines, narratives, faults]: [NarrativeLine[], ListedNarrative[], string[]] = [[], [], []];
  let faulty = 0;
  let isReported = true;
  const refuse = (line: number, what: string) => {
    faulty++;
    isReported = false;
    if (faults.length < MOST_FAULTS) faults.push(`${name}:${line} ${what}`);
  };
  for (const [i, {line, value, bad}] of records.entries()) {
    const given = bad === undefined ? narrativeLine.safeParse(value) : undefined;
    if (!given?.success) {
      const what = given ? explained(given.error, value) : bad!;
      if (i === 0) throw new Error(`${name}:${line} is not a narrative: ${what}`);
      refuse(line, `is not a narrative: ${what}`);
      continue;
    }
    const own = given.data;
    const {problems, unchecked} = validateLine(own);
    lines.push(own);
    narratives.push({
      ...factsOf(own),
      place: lines.length - 1,
      line,
      id: own.id,
      tokens: own.token_count_narrative,
      answer: own.ground_truth_value,
      problems: problems.length,
      codes: [...new Set(problems.map(({code}) => code))],
      unchecked: unchecked.length
    });
    if (isReported)
      taken(
        () => study.first(own),
        what => refuse(line, what)
      );
    report({done: i + 1, of: 2 * records.length});
  }
  if (isReported)
    for (const [i, own] of lines.entries()) {
      study.second(own);
      report({done: records.length + i + 1, of: 2 * records.length});
    }
  return {read: {name, narratives, faults, faulty, report: isReported ? study.report() : null}, lines};
}

function taken(take: () => void, refuse: (what: string) => void): void {
  try {
    take();
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof RangeError)) throw error;
    refuse(error instanceof SyntaxError ? error.message : "its list is too deep");
  }
}

function explained(error: Parameters<typeof explain>[0], value: unknown): string {
  const {path, text} = explain(error, {value, schema: narrativeLine});
  return path.length > 0 ? `${path.join(".")}: ${text}` : text;
}
