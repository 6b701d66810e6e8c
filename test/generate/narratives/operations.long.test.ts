// Operations that scenes say: six kinds of damage to 200 stories are refused, sound stories are not. No words here are taken from the grammar.
import {expect, test} from "vitest";
import type {Operation} from "../../../pipelines/generate/lists/operations.js";
import {operationsIn} from "../../../pipelines/generate/lists/tree.js";
import {OPERATION_PHRASES} from "../../../pipelines/generate/narratives/grammar/operations.js";
import {GENRES, list} from "../../../pipelines/generate/narratives/grammar/worlds.js";
import {makeNarrative} from "../../../pipelines/generate/narratives/make.js";
import type {Narrative} from "../../../pipelines/generate/narratives/narrative.js";
import {narrativeSettings} from "../../../pipelines/generate/narratives/settings.js";
import {validate} from "../../../pipelines/generate/narratives/validate.js";
import {type Random, randomOf} from "../../../pipelines/generate/seed.js";
import {wilson} from "../../../pipelines/stats/intervals.js";

/** Approximate tokens, enough to make stories. */
const count = (text: string): number => text.split(/\s+/u).length;

const WORDS: Record<Operation, readonly string[]> = {
  MAX: list(
    "the highest one; the maximum; whichever came out largest; the biggest number on the slate; whichever was greater than all the others; the peak value; the figure above all others; the heaviest of the figures; the one that beat the rest; whichever number outranked the others; the max; the largest entry; the highest count; the most anybody had; the greatest amount; the bigger one; only the largest; the best of these; the top value"
  ),
  MIN: list(
    "the lowest one; the minimum; whichever came out smallest; the least number on the slate; whichever was lower than all the others; the min; the slightest of the figures; whichever number fell below the others; the smallest entry; the figure beneath all the rest; the lowest tally; the lowest count; the fewest anybody had; the least amount; the smaller one; only the smallest; the poorest of these; the bottom value"
  ),
  MED: list(
    "the middle one once they were sorted; the middle value; the median value; the one in the middle after sorting; the value halfway along when sorted; the middle entry by size; the figure with as many above as below; the median tally; the one at the centre when ranked; the middle of the row, smallest to largest; the median count; the number that falls in the middle; the middle number in order; the one between the extremes; the central value"
  ),
  SM: list(
    "the sum modulo 10; the last digit of everything added up; only the units digit of the total; what remains of the sum after division by ten; the ones digit of the sum; the total's last digit; the sum, tens dropped; the sum mod 10; the last figure of the total; just the units of the sum; the total with everything but its final digit struck off; the last digit of the sum; the final digit of the total; the sum, but only its last digit; the total modulo ten; the remainder of the sum divided by 10"
  ),
  SUM: list(
    "the sum; the total; everything added together; all of them added up; the combined total; the sum total; the figures added up; the aggregate; all of it summed up; the tally of everything; every figure added to the rest; the sum of them; the total of these; all of it put together; the whole lot added; the overall total; what they came to in total"
  ),
  AVG: list(
    "the average, rounded down; the mean without its fraction (7.9 becomes 7); the average with the fraction dropped; their mean, rounded down to a whole figure; the total divided evenly, leftovers ignored; the average; the mean figure, fraction cut off; the sum shared equally among them; the average, remainder ignored; the floor of their mean; the average of them; the mean of the numbers; the average, cut to a whole number; an even share of the whole; the mean rounded down"
  )
};
const FOREIGN = list(
  "the product; the product of them all; all of them multiplied together; the difference between the largest and the smallest; the one that came up most often; the geometric mean; the quotient of them; the sum of their squares; the gap between top and bottom; the second largest; the result of multiplying them; the highest minus the lowest; the product of these numbers; the numbers multiplied; the difference between the first two; how many numbers there were; the most common number; the ratio of the extremes"
);
const VAGUE = list(
  "the figure that mattered; the usual result; what the rules asked for; the proper figure; that one figure alone; what everybody expected; a certain figure; the one they always used; as custom demanded; the rightful figure; the right figure; the important one; what she liked best; the final figure; the figure as agreed"
);
const OPPOSITE: Record<Operation, Operation> = {MAX: "MIN", MIN: "MAX", SUM: "SM", SM: "SUM", AVG: "MED", MED: "AVG"};

/** A change of the words of a rule, of a beat of the operation. */
const DAMAGES: Record<string, (operation: Operation, random: Random) => string | null> = {
  "the opposite operation": (operation, random) => random.pick(WORDS[OPPOSITE[operation]]),
  "another operation of lists": (operation, random) =>
    random.pick(WORDS[random.pick((Object.keys(WORDS) as Operation[]).filter(other => other !== operation))]),
  "an operation that no list has": (_, random) => random.pick(FOREIGN),
  "no rule": () => null,
  "a vague rule": (_, random) => random.pick(VAGUE),
  "two operations": (operation, random) => `${random.pick(WORDS[operation])}, or else ${random.pick(WORDS[OPPOSITE[operation]])}`
};

/** The story with other words for the rule of a beat; with null without the sentence. */
function changed(narrative: Narrative, operation: number, words: string | null): Narrative {
  const beat = narrative.parts.find(part => part.kind === "beat" && part.operation === operation)!;
  const text = narrative.text.slice(beat.start, beat.end);
  const phrase = Object.values(OPERATION_PHRASES)
    .flat()
    .sort((a, b) => b.length - a.length)
    .find(each => text.includes(each))!;
  const place = text.indexOf(phrase);
  const isCall = /^\p{L}+: /u.test(text);
  const start = isCall ? text.lastIndexOf("\n", place) + 1 : text.slice(0, place).search(/[^.!?]*$/u);
  const after = text.slice(place).search(isCall ? /\n/u : /[.!?]["”]?\s/u);
  const [from, to] = words === null ? [start, place + after + 2] : [place, place + phrase.length];
  const added = (words ?? " ").length - (to - from);
  const moved = (position: number) => (position >= beat.end ? position + added : position);
  return {
    ...narrative,
    text: narrative.text.slice(0, beat.start + from) + (words ?? " ") + narrative.text.slice(beat.start + to),
    parts: narrative.parts.map(part => ({...part, start: moved(part.start), end: moved(part.end)}))
  };
}

const stories = Array.from({length: 200}, (_, i) => {
  const [genre, order] = [GENRES[i % GENRES.length]!.id, i % 2 === 0 ? "inner first" : "outer first"];
  const settings = narrativeSettings.parse({genre, order, target_tokens: 1_500});
  return makeNarrative(settings, {id: `${genre} ${i}`, random: randomOf(`${genre} ${i}`), count});
});
const codesOf = (narrative: Narrative) => validate(narrative).map(({code, operation}) => `${code} ${operation ?? ""}`.trim());

/** The share with its interval, for the message. */
const shareOf = (successes: number, n: number) => {
  const {center, margin} = wilson(successes / n, n);
  return `${successes} of ${n}, 95 % from ${(center - margin).toFixed(4)} to ${(center + margin).toFixed(4)}`;
};

test("sound stories are accepted, also in words that the grammar does not have", () => {
  const random = randomOf("sound");
  const refused = stories.flatMap(narrative => {
    const operations = operationsIn(narrative.tree);
    const said = operations.reduce<Narrative>(
      (story, {operation}, i) => changed(story, i, random.pick(WORDS[operation])),
      narrative
    );
    return [narrative, said].flatMap(each => (codesOf(each).length > 0 ? [codesOf(each).join()] : []));
  });
  process.stdout.write(`sound stories refused: ${shareOf(refused.length, 2 * stories.length)}\n`);
  expect(refused.length / (2 * stories.length), refused.slice(0, 5).join("; ")).toBeLessThanOrEqual(0.01);
});

test.each(Object.entries(DAMAGES))("%s in one beat is refused, and the beat is named", (name, damage) => {
  const missed = stories.filter((narrative, i) => {
    const random = randomOf(`${name} ${i}`);
    const operations = operationsIn(narrative.tree);
    const operation = random.integer(0, operations.length - 1);
    const codes = codesOf(changed(narrative, operation, damage(operations[operation]!.operation, random)));
    return !codes.some(code => code === `operation-other ${operation}` || code === `operation-unclear ${operation}`);
  });
  process.stdout.write(`${name}: refused ${shareOf(stories.length - missed.length, stories.length)}\n`);
  expect(missed.length / stories.length, missed.map(({id}) => id).join()).toBeLessThanOrEqual(0.01);
});
