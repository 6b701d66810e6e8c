// Keeps what is worked out of a long text for a while, since one long prompt is put to many models.

/** Characters from which on a text counts as long: looking it up takes less than working on it. */
const LONG = 4_096;
/** Most texts that are kept, and most characters of them together; the one used longest ago goes first. */
const MOST_TEXTS = 512;
const MOST_CHARACTERS = 16_000_000;

/** The same function, which remembers its results for the long texts that it was given last. It must depend on the text alone. */
export function memoizeLongText<Result>(work: (text: string) => Result): (text: string) => Result {
  const kept = new Map<string, {result: Result}>();
  let characters = 0;
  return text => {
    if (text.length < LONG || text.length > MOST_CHARACTERS) return work(text);
    const known = kept.get(text);
    const found = known ?? {result: work(text)};
    if (known) kept.delete(text);
    else characters += text.length;
    kept.set(text, found);
    for (const oldest of kept.keys()) {
      if (kept.size <= MOST_TEXTS && characters <= MOST_CHARACTERS) break;
      kept.delete(oldest);
      characters -= oldest.length;
    }
    return found.result;
  };
}
