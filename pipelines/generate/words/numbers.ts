// Numbers in English words.

const SMALL =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " "
  );
const TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");

/** A whole number in words, 0 to 99: "forty-two". */
export function inWords(number: number): string {
  if (number < SMALL.length) return SMALL[number]!;
  const ones = number % 10;
  return TENS[Math.floor(number / 10) - 2]! + (ones ? `-${SMALL[ones]}` : "");
}
