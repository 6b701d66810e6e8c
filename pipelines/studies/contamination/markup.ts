// Takes markup out of a text, so that a copy on a web page, in a quotation or in escaped JSON has the words of the original.

const BLOCKS =
  "p|br|hr|div|section|article|header|footer|main|nav|aside|ul|ol|li|dl|dt|dd|table|thead|tbody|tfoot|tr|td|th|caption|blockquote|pre|h[1-6]|html|head|body|title|figure|figcaption|img|details|summary|form|option|select|wbr";
const INLINE = "a|abbr|b|big|cite|code|del|em|font|i|ins|kbd|mark|q|s|small|samp|span|strike|strong|sub|sup|tt|u|var";
/** Attributes have values: `a <b and c> d` is no tag. */
const ATTRIBUTES = `(?:\\s+[\\w:-]+\\s*=\\s*(?:"[^"<>]{0,2000}"|'[^'<>]{0,2000}'|[^\\s"'<>]{1,2000})){0,30}\\s*/?`;
const BLOCK_TAG = new RegExp(`</?(?:${BLOCKS})${ATTRIBUTES}>|<!--[^<>]{0,2000}-->`, "gi");
const INLINE_TAG = new RegExp(`</?(?:${INLINE})${ATTRIBUTES}>`, "gi");

const NAMED: Readonly<Record<string, string>> = {
  ...{
    amp: "&",
    lt: "<",
    gt: ">",
    quot: '"',
    apos: "'",
    nbsp: " ",
    shy: "\u00ad",
    ndash: "–",
    mdash: "—",
    hellip: "…",
    minus: "\u2212"
  },
  ...{
    lsquo: "‘",
    rsquo: "’",
    ldquo: "“",
    rdquo: "”",
    times: "×",
    divide: "÷",
    deg: "°",
    middot: "·",
    bull: "•",
    le: "≤",
    ge: "≥",
    ne: "≠"
  }
};
const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi;
const LAST_CODE = 0x10ffff;

/** Signs at the beginning of a line: of quotations, headings and lists. */
const LINE_MARKS = /^(?:[ \t]*>)+[ \t]?|^[ \t]{0,3}(?:#{1,6}|[*+-])[ \t]+/gm;
/** Emphasis next to a word, not a product (`2 * 3`, `a*b`) nor an argument (`**rest`). */
const EMPHASIS = /(?<![\w*])(\*{1,3})(?=[^\s*])([^*\n]{0,500}[^\s*])\1(?![\w*])/g;
const LINK = /!?\[([^\][\n]{0,300})\]\((?:https?:|\/|#|\.)[^()\s]{0,500}\)/g;
/** A line end as JSON and program text write it; commands of TeX that begin with n stay. */
const ESCAPED_LINE_END =
  /(?<!\\)(?:\\+r)?\\+n(?!(?:abla|atural|cong|e|earrow|eg|eq|eqq|exists|ewcommand|ewline|geq|gtr|i|leq|less|mid|oindent|olimits|onumber|ormalsize|ot|otin|parallel|prec|sim|subseteq|succ|u|um|warrow)(?![A-Za-z]))/g;
const ESCAPED_QUOTE = /(?<!\\)\\+(?=["'])/g;

/**
 * Returns the text without markup: tags and entities of HTML, signs of markdown (quotations, headings, lists, emphasis, links), and line ends
 * and quotes as JSON escapes them, once or twice. Signs that may be mathematics or code stay. Items and documents are both read this way, so that what is
 * taken out of code by mistake is missing on both sides.
 */
export function withoutMarkup(text: string): string {
  let result = text;
  if (result.includes("\\")) result = result.replace(ESCAPED_LINE_END, "\n").replace(ESCAPED_QUOTE, "");
  if (result.includes("<")) result = result.replace(BLOCK_TAG, "\n").replace(INLINE_TAG, "");
  if (result.includes("&")) result = result.replace(ENTITY, decodeEntity);
  result = result.replace(LINE_MARKS, "");
  if (result.includes("*")) result = result.replace(EMPHASIS, "$2");
  if (result.includes("](")) result = result.replace(LINK, "$1");
  return result;
}

function decodeEntity(entity: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return NAMED[name.toLowerCase()] ?? entity;
  const code = decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal);
  const isCharacter = code > 0 && code <= LAST_CODE && (code < 0xd800 || code > 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : entity;
}
