// Texts that a pattern with nested or neighbouring repetitions reads in quadratic time or worse: what a looping or hostile model may send.

/** What is repeated to fill a text. */
const UNITS = [
  [" ", "\n", "\t", "\r\n", "\u00a0", " \n", "\n\n \n", "\u2028", "\0"],
  ["a", "é", "1", "10", "🙂", "\ufe0f", "\ud83d", "a ", "1 ", "1a", "a1", "a-1 "],
  [".", ",", ". ", ".,;!", "?", "…", ": ", ":\n", "- ", "-", "= ", "*", "**", "_", "`", '"', "’", "“”", "$", "%", "/"],
  ["(", ")", "()", "[", "]", "{", "}", "{}", ")]}>", "<", "\\}", "\\(", "\\[", "\\"],
  ["1,", "1,111", "1.1", "1, ", "1.", "-1", "1-", "1/", "1 = ", "1e", "1e1", "1+1=", "x = 1 or ", "1 or ", "1. ", "1? "],
  ["a, ", "a,", "a , ", '"a", ', "true ", "not true ", "true or ", "(A) ", "(A) or ", "A: ", "A) ", "not (A) "],
  ["2024-02-29 ", "January 1, ", "1/1/", "1st of May ", "item-100 ", "$.a[0]", "or ", "not ", "not the ", "n't ", "is ", "and "],
  ["answer ", "answer\n", "answer: ", "the answer is ", "answer is not ", "answer: 1 or ", "if the answer is ", "A:\n", "A: 1\n"],
  ["\\boxed{", "\\boxed{}", "\\boxed{1}", "\\boxed{1} or ", "\\boxed ", "\\text{", "<think>", "</think>", "<think></think>"]
].flat();

/** What stands around it. */
const FRAMES: readonly (readonly [string, string])[] = [
  ["", ""],
  ["Answer: ", ""],
  ["The answer is 1 ", "."],
  ["", "\nx"],
  ["\\boxed{", "}"],
  ["(A) 1 true a, ", "1 true (A) a, a x"]
];

export interface HostileText {
  name: string;
  text: string;
}

/** A text of every unit, each in the next frame. @param size UTF-16 units */
export function* hostileTexts(size: number): Generator<HostileText> {
  for (const [i, unit] of UNITS.entries()) {
    const [before, after] = FRAMES[i % FRAMES.length]!;
    const filled = repeated(unit, size - before.length - after.length);
    yield {name: JSON.stringify([before, unit, after]), text: before + filled + after};
  }
}

/**
 * A prompt with every unit repeated in it, each at the next place between two words, and then with the prompt's own words repeated.
 * @param size UTF-16 units
 * @param share which of the units are taken, where others are taken for another prompt
 */
export function* hostilePrompts(prompt: string, size: number, share = {part: 0, of: 1}): Generator<HostileText> {
  const places = [...prompt.matchAll(/(?<=\S)\s(?=\S)/gu)].map(({index}) => index + 1);
  const own = prompt.split(/\n|, |(?<=\.) /u).filter(part => part !== "" && part.length < LONGEST_OWN);
  const units = [...UNITS, ...own.flatMap(part => [", ", " ", "\n"].map(between => part + between))];
  for (const [i, unit] of units.entries()) {
    if (i < UNITS.length && i % share.of !== share.part) continue;
    const at = places[(i * PRIME) % places.length]!;
    const text = prompt.slice(0, at) + repeated(unit, size) + prompt.slice(at);
    yield {name: `${JSON.stringify(unit)} behind ${JSON.stringify(prompt.slice(0, at).slice(-LONGEST_OWN))}`, text};
  }
}

/** Longest part of a prompt that is repeated, characters. */
const LONGEST_OWN = 60;
/** Steps over the places of a prompt, so that neighbouring units stand far apart. */
const PRIME = 37;

const repeated = (unit: string, size: number) => unit.repeat(Math.ceil(size / unit.length)).slice(0, size);
