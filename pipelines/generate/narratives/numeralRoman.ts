// Roman numerals of an English text.

const LONGEST = 8; // XXXVIII
const NUMERAL = /^(X{0,3})(IX|IV|V?I{0,3})$/u;
const ONES = ["", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"];

/**
 * The value of a word that is a Roman numeral from 2 to 39; null where it is none. "I", "V", "X", "XX" and "XXX" are words, letters and
 * signs more often than numbers, and numerals with L, C, D or M are words, so these are none.
 */
export function romanValue(text: string, start: number, end: number): number | null {
  const first = text.charCodeAt(start);
  if (first !== 73 && first !== 86 && first !== 88) return null; // I, V, X
  if (end - start < 2 || end - start > LONGEST) return null;
  const match = NUMERAL.exec(text.slice(start, end));
  return match === null || match[2] === "" ? null : 10 * match[1]!.length + ONES.indexOf(match[2]!);
}
