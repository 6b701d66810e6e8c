// Numbers in English words.

/** The words of 0 to 19. */
export const SMALL_WORDS =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " "
  );
/** The words of 20, 30 and so on. */
export const TENS_WORDS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");

/** A whole number in words, 0 to 99: "forty-two". */
export function inWords(number: number): string {
  if (number < SMALL_WORDS.length) return SMALL_WORDS[number]!;
  const ones = number % 10;
  return TENS_WORDS[Math.floor(number / 10) - 2]! + (ones ? `-${SMALL_WORDS[ones]}` : "");
}
