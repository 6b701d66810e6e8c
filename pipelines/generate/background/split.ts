// Cuts a text into passages that may stand apart: whole sentences of a paragraph, of a few lines each.

/** Fewest characters of a passage, but for the last of a paragraph. */
const FEWEST = 120;
/** Most characters of a passage; a longer sentence is cut at a blank, or anywhere where it has none. */
const MOST = 1_000;
/** A paragraph that ends in the middle of a sentence goes on in the next one. */
const ENDS = /[.!?。！？…]["'”’»)\]]*$/u;

const sentences = new Intl.Segmenter("en", {granularity: "sentence"});

/** The sentences of a text with their places. A paragraph's end ends one too. */
export const sentencesIn = (text: string): {text: string; start: number}[] =>
  [...sentences.segment(text)].flatMap(({segment, index}) => {
    const trimmed = segment.trim();
    return trimmed === "" ? [] : [{text: trimmed, start: index + segment.indexOf(trimmed[0]!)}];
  });

/** The passages of a text in their order. White space within them is one blank. */
export function passagesIn(text: string): string[] {
  const passages: string[] = [];
  let open = "";
  for (const paragraph of text.split(/\n\s*\n/u)) {
    for (const {segment} of sentences.segment(paragraph.replace(/\s+/gu, " "))) {
      const sentence = segment.trim();
      if (sentence === "") continue;
      open += `${open === "" ? "" : " "}${sentence}`;
      while (open.length > MOST) {
        const blank = open.lastIndexOf(" ", MOST);
        const end = blank > 0 ? blank : MOST - (isHalf(open, MOST) ? 1 : 0);
        passages.push(open.slice(0, end));
        open = open.slice(end).trim();
      }
      if (open.length >= FEWEST && ENDS.test(open)) close();
    }
    if (ENDS.test(open)) close();
  }
  close();
  return passages;

  function close(): void {
    if (open !== "") passages.push(open);
    open = "";
  }
}

/** Whether a place in a text is between the two halves of one character. */
const isHalf = (text: string, at: number): boolean => (text.codePointAt(at - 1) ?? 0) > 0xffff;
