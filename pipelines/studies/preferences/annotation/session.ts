// A person's session on page Annotate, of pairs or of single answers: everything that must survive a reload of the page.
import {type Random, randomOf} from "../../../generate/seed.js";

/** A session with entries `Done`, and the entries for the current pair or answer so far. */
export interface SessionOf<Done, Draft> {
  /** the person */
  judge: string;
  /** pass over the pairs, or draw of the answers */
  wave: string;
  /** seed of the order */
  seed: string;
  done: Done[];
  draft: Draft;
}

/**
 * Size of the blocks in which all annotators see pairs and answers, so that two annotators with twenty entries each have twenty in common,
 * not three.
 */
export const BLOCK = 20;

/** Random numbers of a session: the same after a reload, different for another person or pass. */
export const randomOfSession = (
  kind: string,
  {judge, wave, seed}: Pick<SessionOf<never, never>, "judge" | "wave" | "seed">
): Random => randomOf(JSON.stringify([kind, seed, judge, wave]));

/** The items in a random order within blocks. */
export function shuffledInBlocks<T>(items: readonly T[], random: Random): T[] {
  const blocks = Array.from({length: Math.ceil(items.length / BLOCK)}, (_, i) => items.slice(i * BLOCK, (i + 1) * BLOCK));
  return blocks.flatMap(block => random.shuffle(block));
}

/** Entries as JSON lines. */
export const jsonLines = (entries: readonly object[]): string => entries.map(entry => `${JSON.stringify(entry)}\n`).join("");

/** Parses a stored session; null where the text is not one (another program's, or an older format). */
export function restored<Done, Draft>(
  text: string | null,
  isDraft: (draft: Partial<Draft>) => boolean
): SessionOf<Done, Draft> | null {
  try {
    const {judge, wave, seed, done, draft} = JSON.parse(text ?? "null") as SessionOf<Done, Draft>;
    const isWhole = [judge, wave, seed].every(part => typeof part === "string") && Array.isArray(done) && isDraft(draft);
    return isWhole ? {judge, wave, seed, done, draft} : null;
  } catch {
    return null;
  }
}
