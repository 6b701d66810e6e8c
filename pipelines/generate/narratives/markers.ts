// Finds what betrays how a story was made: labels of its parts, markdown, tags, and the list itself.

export const MARKER_CODES = [
  "marker-segment",
  "marker-label",
  "marker-heading",
  "marker-markdown",
  "marker-fence",
  "marker-tag",
  "marker-operator",
  "marker-list"
] as const;
export type MarkerCode = (typeof MARKER_CODES)[number];

export interface Marker {
  code: MarkerCode;
  start: number;
  end: number;
}

const LABEL =
  "beat|scene|segment|section|chapter|part|act|step|padding|introduction|intro|narrative|story|outline|operation|op|epilogue|prologue";
const ORDER = "max|min|med|sm|sum_mod|sum|avg|median|mean|average";
const NUMBER = "[-−]?\\d{1,15}";

/**
 * In the order of precedence: of two that begin at one place the first counts. None reaches more than a line, and each run is bounded, or
 * ends at the first character that may close it, so that a long line is read once. A list's item stands behind a
 * line that has ended, since a wrapped line may begin with the number or the dash of a sentence. The third are signs of which every match
 * has at least one: to look for these is quicker than the pattern, and most stories have none.
 */
const MARKERS: readonly (readonly [MarkerCode, RegExp, (readonly string[])?])[] = [
  ["marker-fence", /^[ \t]{0,8}(?:```|~~~)[^\n]{0,80}$/gmu, ["```", "~~~"]],
  [
    "marker-list",
    new RegExp(
      `[[(][ \\t]{0,3}(?:${ORDER})[ ,:\\t]{1,3}(?:${NUMBER}|[[(])[^\\][()\\n]{0,80}|\\b(?:${ORDER})\\([ \\t]{0,3}${NUMBER}|\\[[ \\t]{0,3}${NUMBER}(?:[ ,\\t]{1,3}${NUMBER}){0,30}[ \\t]{0,3}\\]`,
      "giu"
    ),
    ["[", "("]
  ],
  [
    "marker-segment",
    /\[[^[\]\n]{0,80}\b(?:padding|segment|beat|scene|insert|placeholder|todo|continue|continued|introduction|intro|narrative|chapter|part|section|end|story|redacted|name|number|anchor)\b[^[\]\n]{0,80}\]|\{\{[^{}\n]{1,80}\}\}/giu,
    ["[", "{{"]
  ],
  [
    "marker-segment",
    new RegExp(
      `[({][ \\t]{0,3}(?:end of )?(?:the )?(?:padding|filler|placeholder)(?:[ \\t:_-]{1,3}(?:${LABEL}|text|begins?|ends?|starts?|here|\\d{1,4})){0,3}[ \\t]{0,3}[)}]`,
      "giu"
    ),
    ["(", "{"]
  ],
  [
    "marker-heading",
    /^[ \t]{0,3}#{1,6}[ \t]{1,8}(?=\S)|^[ \t]{0,3}(?:={3,}|-{3,}|\*{3,}|_{3,}|\* \* \*)[ \t\r]{0,8}$/gmu,
    ["#", "===", "---", "***", "___", "* * *"]
  ],
  [
    "marker-label",
    new RegExp(
      `^[ \\t]{0,8}[*_]{0,2}(?:${LABEL})(?:[ \\t]{1,3}(?:\\d{1,4}|[ivx]{1,6}|one|two|three|four|five|six|seven|eight|nine|ten))?[*_]{0,2}[ \\t]{0,2}(?::|[ \\t\\r]{0,8}$)|^[ \\t]{0,8}(?:${LABEL})[ \\t]{1,3}\\d{1,4}\\b`,
      "gimu"
    )
  ],
  ["marker-label", /\b(?:Beat|Scene|Segment|Padding|BEAT|SCENE|SEGMENT|PADDING)[ \t]{1,3}#?\d{1,4}\b/gu],
  [
    "marker-label",
    /^[ \t]{0,8}(?:(?:sure|certainly|of course|okay)[,!.]? )?here(?:'s|’s| is| are) (?:the|a|an|your|my) (?:\w{1,20} ){0,3}(?:beat|scene|segment|story|narrative|passage|continuation|introduction|text)\b/gimu
  ],
  ["marker-tag", /<[/!?]?[A-Za-z][^<>\n]*>|<!--|-->/gu, ["<", "-->"]],
  [
    "marker-markdown",
    /\*\*[^*\n]+\*\*|__[^_\n]+__|(?<![\w*])\*[^*\s][^*\n]*\*(?![\w*])|(?<![\p{L}\d_])_[^_\s][^_\n]*_(?![\p{L}\d_])|`[^`\n]+`|\[[^[\]\n]+\]\([^()\n]+\)/gu,
    ["*", "_", "`", "["]
  ],
  [
    "marker-markdown",
    /^(?<![^\s.:;!?,"”’)][ \t\r]?\n)[ \t]{0,8}(?:[-*+•][ \t]{1,8}(?=\S)|>[ \t]{0,8}(?=\S)|\d{1,4}[.)][ \t]{1,8}(?=\S)|\|[^\n]+\|)/gmu
  ],
  ["marker-operator", /\b(?:MAX|MIN|MED|AVG|SUM|SM|SUM_MOD)\b/gu]
];

/** All markers of a text in their order, none within another. */
export function markersIn(text: string): Marker[] {
  const all: (Marker & {rank: number})[] = [];
  for (const [rank, [code, pattern, signs]] of MARKERS.entries()) {
    if (signs && !signs.some(sign => text.includes(sign))) continue;
    for (const match of text.matchAll(pattern)) all.push({code, rank, start: match.index, end: match.index + match[0].length});
  }
  all.sort((a, b) => a.start - b.start || a.rank - b.rank);
  const found: Marker[] = [];
  for (const {code, start, end} of all) if (start >= (found.at(-1)?.end ?? 0)) found.push({code, start, end});
  return found;
}
