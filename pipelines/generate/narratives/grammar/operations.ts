// How stories of the built-in grammar say what an operation does. Simulated models know an operation by these phrases.
import type {Operation} from "../../lists/operations.js";

/** No phrase of an operation is part of a phrase of another that is not longer, so the longest phrase found tells the operation. */
export const OPERATION_PHRASES: Readonly<Record<Operation, readonly string[]>> = {
  MAX: [
    "the largest of these figures",
    "the greatest figure among them",
    "whichever figure was the highest here",
    "the top figure of the lot",
    "the biggest of the figures at hand",
    "the figure that no other here exceeded"
  ],
  MIN: [
    "the smallest of these figures",
    "the least figure among them",
    "whichever figure was the lowest here",
    "the bottom figure of the lot",
    "the lowest of the figures at hand",
    "the figure that no other here undercut"
  ],
  MED: [
    "the median of these figures",
    "the middle figure when they are put in order of size",
    "the median of the lot",
    "the value in the middle of these figures, sorted by size",
    "the median among the figures at hand",
    "the midmost of these figures by size"
  ],
  SM: [
    "only the last digit of the sum of these figures",
    "the final digit of their total, and nothing more of it",
    "the units digit of the sum of the lot",
    "the last digit of the total of the figures at hand",
    "the closing digit of what they add up to",
    "the sum of these figures cut down to its last digit"
  ],
  SUM: [
    "the full sum of these figures",
    "the grand total of the lot",
    "everything here added together",
    "the whole sum of the figures at hand",
    "the complete total of them all",
    "all of these figures added up in full"
  ],
  AVG: [
    "the mean of these figures, rounded down",
    "the average of the lot with any fraction dropped",
    "their mean, less whatever fraction it has",
    "the average of the figures at hand, rounded down",
    "the arithmetic mean of them all without its fraction",
    "their average as a whole number, rounded down"
  ]
};

const longestFirst = (Object.entries(OPERATION_PHRASES) as [Operation, readonly string[]][])
  .flatMap(([operation, phrases]) => phrases.map(phrase => ({operation, phrase})))
  .sort((a, b) => b.phrase.length - a.phrase.length);

/** The operation that a stretch of text speaks of, or undefined where it speaks of none. */
export const operationIn = (text: string): Operation | undefined =>
  longestFirst.find(({phrase}) => text.includes(phrase))?.operation;
