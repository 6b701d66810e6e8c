// Tells what follows a number: a unit, which is read with it, or the rest of an expression of which it is only a part.
import {sticky} from "./numberGroups.js";

const LETTERS =
  /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}_][\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{M}\d_]*/uy;
const ORDINAL = /^(?:st|nd|rd|th)$/iu;
/** Single letters that are units after a number; other single letters are variables. */
const UNIT_LETTERS = new Set("gmlLshtWVAJNCFKpcd€µΩ");
/** Letters after a number that are functions or constants, so that the number is a factor. */
const FACTOR = /^(?:pi|sqrt|log|ln|sin|cos|tan|exp|theta|[xyzuvwnabikeqrπθλφ]{1,2})$/u;
/** What makes a number a part of an expression: roots, constants, brackets of a product, variables. */
const EXPRESSION_AFTER =
  /(?:\s|\\[,;:! ])*(?:\\(?:sqrt|pi|log|ln|sin|cos|tan|theta|alpha|beta|phi|lambda|frac|dfrac|binom|pmod|mod|sum|int|infty|omega|mathrm\{(?:i|e)\})(?![a-z])|[√π∞])|\((?=[-+]?(?:\d|\\|[a-z](?![\p{L}])))|\s*\^(?!\s*\{?\s*(?:\\circ|\\prime))|\s?[-+*·×]\s?(?:\d*[a-z](?![\p{L}])(?!\s\p{L})|\\(?:sqrt|pi|frac|sin|cos|log|ln|cdot)|[√π])|\s*\\(?:cdot|times)\s*(?:[a-zA-Z(]|\\(?!text|%|\$))/uy;

/** What follows a number: its unit, which is read with it, or the rest of an expression that it is only a part of. */
export function afterNumber(text: string, end: number): {open: boolean; end: number} {
  if (sticky(EXPRESSION_AFTER, text, end)) return {open: true, end};
  const letters = sticky(LETTERS, text, end)?.[0];
  if (letters === undefined) return {open: false, end: afterUnit(text, end)};
  const after = end + letters.length;
  const [single] = letters;
  if (letters.length === 1 && !UNIT_LETTERS.has(single!)) return {open: true, end: after};
  if (!ORDINAL.test(letters) && (FACTOR.test(letters) || text[after] === "(")) return {open: true, end: after};
  return {open: false, end: afterUnit(text, after)};
}

/** Position after the power of a unit: `m^2`, `\text{ cm}^3`; its digit is no number. */
function afterUnit(text: string, end: number): number {
  const unit = /(?:\s?\\(?:text|mathrm|mbox|textrm)\s*\{[^{}]{0,60}\})?(?:\s?\^\s*\{?\s*[-+]?\d\s*\}?)?/uy;
  unit.lastIndex = end;
  return end + unit.exec(text)![0].length;
}
