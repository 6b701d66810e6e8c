// Second solver of ZenReading: reads the parts of a document, and works out values in passes over all parts until the asked one is there.
import {READING_OPENING} from "../../../../pipelines/generate/benchmarks/language/reading.js";
import {methodSolver, type Worked} from "../quality/methodSolver.js";

/** A part as its line says it. */
interface Line {
  from: string;
  to: string;
  subject?: string;
  /** Sentence about its value. */
  value: string;
}

/** Patterns of lines, by the groups from, to, subject and value. */
const LINES: readonly RegExp[] = [
  /^Letter \d+\. Dear (?<to>\w+), (?<value>.+) Yours, (?<from>\w+)$/u,
  /^Letter \d+, from (?<from>\w+) to (?<to>\w+): (?<value>.+)$/u,
  /^Item \d+\. Repair and care of (?<subject>.+), proposed by (?<from>\w+)\. The work goes to (?<to>\w+)\. (?<value>.+)$/u,
  /^Item \d+\. (?<from>\w+) proposes work on (?<subject>.+), which (?<to>\w+) will do\. (?<value>.+)$/u,
  /^Rule \d+, on (?<subject>[^.]+)\. (?<value>.+) Keeper: (?<from>\w+)\. Deputy: (?<to>\w+)\.$/u,
  /^Rule \d+ is about (?<subject>[^;]+); (?<from>\w+) keeps it, with (?<to>\w+) as deputy\. (?<value>.+)$/u,
  /^Line \d+ starts at (?<from>.+) and ends at (?<to>[^.]+)\. (?<value>.+)$/u,
  /^Line \d+: (?<from>.+) to (?<to>[^.]+)\. (?<value>.+)$/u
];

/** Beginnings of references that go on with another one, and the place from that one's. */
const NESTED: readonly (readonly [start: RegExp, place: (lines: readonly Line[], inner: number) => number])[] = [
  [/^the \w+ directly after /u, (_, inner) => inner + 1],
  [/^the \w+ directly before /u, (_, inner) => inner - 1],
  [
    /^the (?:letter from the recipient of|item proposed by the person who carries out|rule kept by the deputy of|line from the last stop of) /u,
    (lines, inner) => lines.findIndex(({from}) => from === lines[inner]!.to)
  ],
  [
    /^the (?:letter to the writer of|item carried out by the person who proposed|rule whose deputy is the keeper of|line to the first stop of) /u,
    (lines, inner) => lines.findIndex(({to}) => to === lines[inner]!.from)
  ]
];
const LAST = ["", " but one", " but two", " but three"];

/** Place of the part that a phrase names, and the references within it. */
function placeOf(phrase: string, lines: readonly Line[]): {place: number; nested: number} {
  for (const [start, step] of NESTED) {
    const inner = phrase.replace(start, "");
    if (inner === phrase) continue;
    const {place, nested} = placeOf(inner, lines);
    return {place: step(lines, place), nested: nested + 1};
  }
  const number = /^\w+ (\d+)$/u.exec(phrase);
  if (number) return {place: Number(number[1]) - 1, nested: 0};
  const last = /^the last \w+( but \w+)?$/u.exec(phrase);
  if (last) return {place: lines.length - 1 - LAST.indexOf(last[1] ?? ""), nested: 0};
  const [, word, name] = /^the \w+ (from|to|proposed by|carried out by|kept by|with|about|on) (.+?)(?: as deputy)?$/u.exec(
    phrase
  )!;
  const field = (
    {from: "from", "proposed by": "from", "kept by": "from", about: "subject", on: "subject"} as Record<
      string,
      "from" | "subject"
    >
  )[word!];
  return {place: lines.findIndex(line => line[field ?? "to"] === name), nested: 0};
}

/** Sentences about a value; the group of a reference comes last. */
const VALUES: readonly (readonly [RegExp, (numbers: number[], before: number) => number])[] = [
  [/^you will find (\d+) euros in this/u, ([n]) => n!],
  [/^(?:The work takes|The fine is) (\d+) (?:hours|euros)\.$/u, ([n]) => n!],
  [/^you will find (\d+) euros more .* than in (?<reference>.+)\.$/u, ([n], before) => before + n!],
  [/^you will find (\d+) euros less .* than in (?<reference>.+)\.$/u, ([n], before) => before - n!],
  [/^The work takes (\d+) hours more than that of (?<reference>.+)\.$/u, ([n], before) => before + n!],
  [/^The work takes (\d+) hours less than that of (?<reference>.+)\.$/u, ([n], before) => before - n!],
  [/^The fine is (\d+) euros higher than that of (?<reference>.+)\.$/u, ([n], before) => before + n!],
  [/^The fine is (\d+) euros lower than that of (?<reference>.+)\.$/u, ([n], before) => before - n!],
  [
    /^(?:you will find twice as many euros in this envelope as in|The work takes twice the hours of|The fine is twice that of) (?<reference>.+)\.$/u,
    (_, before) => 2 * before
  ],
  [
    /^The bus leaves at (\d+):(\d+) and travels for (\d+) minutes\.$/u,
    ([hour, minute, ride]) => 60 * (hour! - 6) + minute! + ride!
  ],
  [
    /^The bus travels for (\d+) minutes and leaves (\d+) minutes after the arrival of (?<reference>.+)\.$/u,
    ([ride, wait], before) => before + wait! + ride!
  ]
];

const QUESTIONS = [
  /^How many euros were in (.+)\?$/u,
  /^What amount in euros was enclosed in (.+)\?$/u,
  /^How many hours does the work of (.+) take\?$/u,
  /^What number of hours is planned for (.+)\?$/u,
  /^What is the fine in euros of (.+)\?$/u,
  /^How many euros does a person pay who breaks (.+)\?$/u,
  /^How many minutes after 6:00 is the arrival of (.+)\?$/u,
  /^Counted in minutes from 6:00, what is the arrival time of (.+)\?$/u
];

function read(question: string): Worked {
  const texts = question.split("\n");
  const lines = texts.slice(1, -1).map(text => LINES.map(pattern => pattern.exec(text)).find(Boolean)!.groups as unknown as Line);
  const asked = QUESTIONS.map(pattern => pattern.exec(texts.at(-1)!)).find(Boolean)![1]!;
  const equations = lines.map(({value}) => {
    const [match, work] = VALUES.map(([pattern, result]) => [pattern.exec(value), result] as const).find(([groups]) => groups)!;
    const numbers = match!
      .slice(1)
      .filter(text => /^\d+$/u.test(text))
      .map(Number);
    const reference = match!.groups?.reference;
    return {numbers, work, reference: reference === undefined ? undefined : placeOf(reference, lines)};
  });
  const goal = placeOf(asked, lines);
  const results = new Map<number, Worked>();
  for (let pass = 0; pass < lines.length; pass++)
    for (const [place, {numbers, work, reference}] of equations.entries()) {
      if (results.has(place)) continue;
      const before = reference === undefined ? {answer: 0, steps: 0} : results.get(reference.place);
      if (before) results.set(place, {answer: work(numbers, before.answer), steps: before.steps + 1 + (reference?.nested ?? 0)});
    }
  const {answer, steps} = results.get(goal.place)!;
  return {answer, steps: steps + goal.nested};
}

/** Solves a question from its text; null where it is none of ZenReading. */
export const solveReading = methodSolver(READING_OPENING, [[/./u, read]]);
