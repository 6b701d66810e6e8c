// Second solver of ZenReference: follows references backwards from the one asked for, and decides pronouns by lists of words.
import {REFERENCE_OPENING} from "../../../../pipelines/generate/benchmarks/language/reference.js";
import {methodSolver, type Worked} from "../quality/methodSolver.js";

/** Parts between the two of a sentence, and the last words of a sentence by which its pronoun means the first or the second of them. */
const BETWEEN: readonly (readonly [between: string, first: RegExp, second: RegExp])[] = [
  ["phoned", /needed the answer/u, /knew the answer/u],
  ["could not lift", /weak/u, /heavy/u],
  ["overtook", /fast/u, /slowly/u],
  ["paid", /received/u, /delivered/u],
  ["could not see past", /short/u, /tall/u],
  ["taught", /a trainer/u, /a beginner/u],
  ["copied the answers of", /nothing/u, /everything/u],
  ["beat", /better/u, /worse/u],
  ["hired", /for staff/u, /for work/u],
  ["thanked", /received/u, /given/u],
  ["bought the boat from", /to own it/u, /to sell it/u],
  ["carried the bags of", /strong/u, /tired/u],
  ["did not fit into", /large/u, /small/u],
  ["was put on top of", /light/u, /sturdy/u],
  ["fell on", /came from/u, /hit from/u],
  ["hid", /in front/u, /background/u],
  ["rolled into", /moving/u, /at rest/u],
  ["was bought instead of", /cheap/u, /expensive/u],
  ["was taken along and", /useful/u, /useless/u],
  ["was wrapped in", /fragile/u, /soft/u],
  ["replaced", /newer/u, /older/u],
  ["arrived before", /earlier/u, /later/u],
  ["was lifted out of", /inside/u, /opened/u],
  ["cast a shadow on", /nearer/u, /farther/u]
];
/** A name, or the reference to one of the two in another sentence. */
const NOUN = "(the (?:person|object) meant in sentence \\d+|the other (?:person|object) in sentence \\d+|the [a-z]+|[a-z]+)";
const SENTENCES = BETWEEN.map(([between, first, second]) => ({
  pattern: new RegExp(`^${NOUN} ${between} ${NOUN}\\b(?<rest>.*)\\.$`, "iu"),
  first,
  second
}));

function read(question: string): Worked {
  const lines = question.split("\n");
  const numbers = new Map([...lines[0]!.matchAll(/((?:the )?\w+) has (\d+)/gu)].map(([, name, n]) => [name!, Number(n)]));
  const sentences = lines.slice(1, -1).map(line => line.replace(/^\d+\. /u, ""));
  const nameOf = (phrase: string): Worked & {name: string} => {
    const reference = /^the (?:(other)|\w+) .*in sentence (\d+)$/iu.exec(phrase);
    if (!reference) {
      const name = [...numbers.keys()].find(each => each.toLowerCase() === phrase.toLowerCase())!;
      return {name, answer: numbers.get(name)!, steps: 0};
    }
    const sentence = sentences[Number(reference[2]) - 1]!;
    const matches = SENTENCES.flatMap(({pattern, first, second}) => {
      const match = pattern.exec(sentence);
      if (!match) return [];
      const {rest} = match.groups!;
      if (first.test(rest!) === second.test(rest!)) throw new SyntaxError(`no decision: ${sentence}`);
      const [meant, other] = first.test(rest!) ? [match[1]!, match[2]!] : [match[2]!, match[1]!];
      return [reference[1] ? other : meant];
    });
    if (matches.length !== 1) throw new SyntaxError(`${matches.length} readings: ${sentence}`);
    const inner = nameOf(matches[0]!);
    return {...inner, steps: inner.steps + 1};
  };
  const asked = /(the (?:person|object) meant in sentence \d+|the other (?:person|object) in sentence \d+)(?: have)?\?$/u.exec(
    lines.at(-1)!
  )![1]!;
  const {answer, steps} = nameOf(asked);
  return {answer, steps};
}

/** Solves a question from its text; null where it is none of ZenReference. */
export const solveReference = methodSolver(REFERENCE_OPENING, [[/./u, read]]);
