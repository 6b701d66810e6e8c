// Second solver of ZenNextStep: looks up each condition of an option in the last line that decided it, from the end of the story back.
import {NEXT_STEP_OPENING} from "../../../../pipelines/generate/benchmarks/reasoning/nextStep.js";
import {block, optionsIn} from "../../../../pipelines/infer/reference/solve/block.js";
import type {Solved} from "../quality/measure.js";

type Kind = "take" | "put" | "give" | "use" | "open" | "close" | "lock" | "unlock" | "start" | "stop";

/** Words that show the kind of a line; the first that match decide. */
const CUES: readonly (readonly [RegExp, Kind])[] = [
  [/\bstopped\b/u, "stop"],
  [/\bunlocked\b/u, "unlock"],
  [/\blocked\b/u, "lock"],
  [/\bopen(?:ed|s)?\b/u, "open"],
  [/\bclosed\b|\bshut\b/u, "close"],
  [/\bstarted\b|\bgoing\b/u, "start"],
  [/\btook\b|\btaken\b|\bfetched\b|\bgot\b|\btakes\b|\bgets\b/u, "take"],
  [/\bputs?\b|\bstowed\b|\blaid\b|\blays\b/u, "put"],
  [/\bhanded\b|\bpassed\b|\bgave\b|\blet\b|\bhands\b|\bpasses\b/u, "give"],
  [/\bused\b|\bneeded\b|\bfinished\b|\buses\b/u, "use"]
];

interface Line {
  kind: Kind;
  people: string[];
  object: string | undefined;
  place: string | undefined;
}

interface Start {
  people: readonly string[];
  /** By object. */
  places: ReadonlyMap<string, string>;
  /** By place: open, closed or locked. */
  states: ReadonlyMap<string, string>;
}

function startOf(opening: string): Start {
  const people = /^(\w+) and (\w+) /u.exec(opening)!.slice(1);
  const places = new Map<string, string>();
  const states = new Map<string, string>();
  for (const [, place, state, contents] of opening.matchAll(
    /The ([a-z ]+?)(?: \(|, which is )(open|closed, not locked|locked)(?:\)|,) contains ([^.]+)\./gu
  )) {
    states.set(place!, state!.split(",")[0]!);
    for (const [, object] of contents!.matchAll(/\bthe ([a-z ]+?)(?=,| and |$)/gu)) places.set(object!, place!);
  }
  return {people, places, states};
}

const readLine = (text: string, {people, places, states}: Start): Line => {
  const names = (all: Iterable<string>) => [...all].filter(name => new RegExp(`\\bthe ${name}\\b`, "iu").test(text));
  return {
    kind: CUES.find(([cue]) => cue.test(text))![1],
    people: people.filter(person => text.includes(person)).sort((a, b) => text.indexOf(a) - text.indexOf(b)),
    // Who turns the key changes a place.
    object: names(places.keys()).find(name => name !== "key" || !/turned the key/u.test(text)),
    place: names(states.keys())[0]
  };
};

/** Whether an action is possible after all lines. */
function isPossible({kind, people: [person, other], object, place}: Line, lines: readonly Line[], start: Start): boolean {
  const last = (decides: (line: Line) => boolean): Line | undefined => lines.findLast(decides);
  const whereIs = (name: string): string | null => {
    const line = last(each => each.object === name);
    if (!line) return start.places.get(name)!;
    if (line.kind === "use") return null;
    return line.kind === "put" ? line.place! : line.people.at(line.kind === "give" ? 1 : 0)!;
  };
  const isOpen = (): boolean => {
    const line = last(each => each.place === place && (each.kind === "open" || each.kind === "close"));
    return line ? line.kind === "open" : start.states.get(place!) === "open";
  };
  const isLocked = (): boolean => {
    const line = last(each => each.place === place && (each.kind === "lock" || each.kind === "unlock"));
    return line ? line.kind === "lock" : start.states.get(place!) === "locked";
  };
  const isRunning = (): boolean =>
    last(each => each.place === place && (each.kind === "start" || each.kind === "stop"))?.kind === "start";
  const hasFreeHand = (whose: string): boolean => [...start.places.keys()].filter(name => whereIs(name) === whose).length < 2;
  if (kind === "open") return !isOpen() && !isLocked() && !isRunning();
  const where = whereIs(object!);
  if (kind === "take") return isOpen() && where === place && hasFreeHand(person!);
  if (where !== person) return false;
  return kind === "give" ? hasFreeHand(other!) : kind === "put" ? isOpen() : true;
}

export function solveNextStep(prompt: string): Solved | null {
  const question = block(prompt, NEXT_STEP_OPENING);
  if (question === null) return null;
  const start = startOf(question.split("\n")[0]!);
  const lines = [...question.matchAll(/^\d+\. (.+)$/gmu)].map(([, text]) => readLine(text!, start));
  const options = optionsIn(question).map(({letter, text}) => ({letter, line: readLine(text, start)}));
  const possible = options.filter(({line}) => isPossible(line, lines, start));
  if (possible.length !== 1) return null;
  const concerns = ({object, place}: Line): boolean =>
    options.some(({line}) => (object !== undefined && line.object === object) || (place !== undefined && line.place === place));
  return {answer: `(${possible[0]!.letter})`, steps: lines.filter(concerns).length};
}
