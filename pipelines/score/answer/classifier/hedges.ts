// Words by which a text leaves its answer open, so that no value of it is chosen.

/** Characters before and after a value, and at the end of a text, in which a hedge is looked for. */
const NEAR = 160;
const END = 240;

/** Alternatives, doubt and refusal. */
const OPEN =
  /\b(?:either|neither|maybe|perhaps|possibly|presumably|might|may be|could(?: also)? be|can be|unsure|uncertain|not (?:sure|certain|clear|enough|possible)|(?:can|could|do|does|did) ?not (?:be )?(?:determine|decide|say|tell|know|choose|pick|answer|find|give|conclude|settle)\w*|(?:can|could|do|does|did)n't (?:be )?(?:determine|decide|say|tell|know|choose|pick|answer|find|give|conclude|settle)\w*|cannot|can't|unable|impossible|insufficient|unknown|undetermined|unclear|ambiguous|hard to (?:say|tell|know)|difficult to (?:say|tell)|torn|toss-?up|coin|guess\w*|depends|no idea|none of|nor|versus|vs|alternatively|otherwise|one of|plausible|likely|lean\w*|hesitat\w*|seems?|undecided|anyone's|somewhere|wrong|incorrect|open question|who knows|difficult to)\b|\?/iu;
/** "12 or 13", "between 12 and 13" near a value. */
const ALTERNATIVE = /\bor\b(?! (?:so|more|less|fewer)\b)|\bbetween\b|\bnot\b|\bno\b|n't\b|\/ ?\d|\d ?[-–—~] ?\d/iu;

/** Whether a text hedges near a value, or at its end. */
export function isHedged(text: string, {start, end}: {start: number; end: number}): boolean {
  const sentenceStart = Math.max(start - NEAR, lastBoundary(text, start));
  const near = text.slice(sentenceStart, Math.min(text.length, end + NEAR));
  if (OPEN.test(near) || OPEN.test(text.slice(-END))) return true;
  const sentenceEnd = /[.!?](?:\s|$)|\n/u.exec(text.slice(end, end + NEAR));
  return (
    ALTERNATIVE.test(text.slice(sentenceStart, start)) || ALTERNATIVE.test(text.slice(end, end + (sentenceEnd?.index ?? NEAR)))
  );
}

/** Position after the last end of a sentence or line before a position. */
function lastBoundary(text: string, at: number): number {
  const near = text.slice(Math.max(0, at - NEAR), at);
  const ends = [...near.matchAll(/[.!?]\s|\n/gu)].map(({index}) => at - near.length + index + 1);
  return ends.at(-1) ?? Math.max(0, at - NEAR);
}
