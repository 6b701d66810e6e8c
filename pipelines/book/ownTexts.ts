// Texts of the user's own that parameters name, by their content: backgrounds, and worlds of stories.
import type {BackgroundText} from "./types.js";

export const TEXT_ID = /^text-[0-9a-f]{16}$/u;

/** The texts that have been read, by id. A generator finds them here, since an id says what the text is. */
const texts = new Map<string, BackgroundText>();

export const keepText = (text: BackgroundText): void => void texts.set(text.id, text);
export const ownText = (id: string): BackgroundText | undefined => texts.get(id);
/** All of them, for a thread that has read no book. */
export const ownTexts = (): BackgroundText[] => [...texts.values()];
