// Solver of the task "facts": reads what a text says of people, places and things, and derives the answer from that alone.
import type {Mind} from "../mind.js";
import {apart, CHARACTERS_PER_TOKEN, textAsked} from "./longText.js";
import type {Solver} from "./solver.js";

/** How hard it is to derive an answer from facts at hand, beside an operation of load 1. */
const LOAD = 0.5;
/** Facts that are remembered as easily as one item of an expression. */
const FACTS_PER_ITEM = 3;
const NUMBERS = ["none", "one", "two", "three", "four", "five", "six", "seven", "eight"];
const ORDER = ["yesterday", "this morning", "this afternoon", "this evening"];
const OFFSETS: Record<string, readonly [number, number]> = {
  north: [0, 1],
  south: [0, -1],
  east: [1, 0],
  west: [-1, 0],
  above: [0, 1],
  below: [0, -1],
  "to the right of": [1, 0],
  "to the left of": [-1, 0]
};

export const facts: Solver = {
  read(prompt) {
    const asked = textAsked(prompt);
    return asked && QUESTIONS.some(([pattern]) => pattern.test(asked.question))
      ? `${asked.text}\n\nQuestion: ${asked.question}`
      : null;
  },
  solve(asked, mind) {
    const {text, question} = apart(asked);
    const all = statementsIn(text);
    const tokens = text.length / CHARACTERS_PER_TOKEN;
    const noticed = all.filter(({depth}) => mind.recalls(tokens, depth) && !mind.overlooks(all.length));
    const errs = mind.errs({load: LOAD, remembered: all.length / FACTS_PER_ITEM, depth: 1});
    const answer = (errs ? null : answerTo(question, noticed)) ?? guess(question, all, mind);
    return {answer, steps: saidOf(`${question} ${answer}`, noticed)};
  }
};

/** What statements say when or on which side, not of whom or of what. */
const ASIDE = ["kind", "sentence", "time", "direction"];

/** The noticed statements about anything that is named here, one a step. */
function saidOf(named: string, noticed: readonly Found[]): string[] {
  const words = ` ${named.replaceAll(/[^\w ]/gu, "")} `;
  const about = noticed.filter(statement =>
    Object.entries(statement)
      .flatMap(([field, value]): unknown[] => (ASIDE.includes(field) ? [] : [value].flat()))
      .some(value => typeof value === "string" && words.includes(` ${value} `))
  );
  return about.length > 0 ? about.map(({sentence}) => `The text says: ${sentence}`) : ["I notice nothing about that in the text"];
}

/** What statements say of a question; null where they say too little. */
export function answerTo(question: string, said: readonly Statement[]): string | null {
  for (const [pattern, answer] of QUESTIONS) {
    const asked = pattern.exec(question);
    if (asked) return answer(asked.slice(1), said);
  }
  throw new SyntaxError(`not a question of facts: ${question}`);
}

type Said = readonly Statement[];
const QUESTIONS: [RegExp, (asked: string[], said: Said) => string | null][] = [
  [/^Where is the (\w+)\?$/u, ([thing], said) => journeyOf(thing!, said).at(-1) ?? null],
  [
    /^Where was the (\w+) before the (\w+)\?$/u,
    ([thing, place], said) => {
      const journey = journeyOf(thing!, said);
      return journey[journey.lastIndexOf(place!) - 1] ?? null;
    }
  ],
  [
    /^Where was (\w+) before the (\w+)\?$/u,
    ([who, place], said) => {
      const visits = said
        .flatMap(each => (each.kind === "went" && each.who.includes(who!) ? [each] : []))
        .sort((a, b) => ORDER.indexOf(a.time ?? "") - ORDER.indexOf(b.time ?? ""));
      return visits[visits.findIndex(each => each.place === place) - 1]?.place ?? null;
    }
  ],
  [/^Where is (\w+)\?$/u, ([who], said) => lastOf(who!, said)?.places[0] ?? null],
  [
    /^Is (\w+) in the (\w+)\?$/u,
    ([who, place], said) => {
      const last = lastOf(who!, said);
      if (!last) return null;
      const named = last.places.includes(place!);
      if (last.not) return named ? "no" : null;
      return named ? (last.places.length > 1 ? "maybe" : "yes") : "no";
    }
  ],
  [/^How many things is (\w+) carrying\?$/u, ([who], said) => NUMBERS[handsOf(who!, said).length] ?? null],
  [/^What is (\w+) carrying\?$/u, ([who], said) => handsOf(who!, said).sort().join(", ") || "nothing"],
  [/^What is (north|south|east|west) of the (\w+)\?$/u, ([way, place], said) => nextTo(place!, way!, said)],
  [/^What is the (\w+) (north|south|east|west) of\?$/u, ([place, way], said) => nextTo(place!, OPPOSITES[way!]!, said)],
  [/^What did (\w+) give to (\w+)\?$/u, ([from, to], said) => gift(said, {who: from!, to: to!})?.thing ?? null],
  [/^Who gave the (\w+) to (\w+)\?$/u, ([thing, to], said) => gift(said, {thing: thing!, to: to!})?.who ?? null],
  [/^To whom did (\w+) give the (\w+)\?$/u, ([who, thing], said) => gift(said, {who: who!, thing: thing!})?.to ?? null],
  [
    /^Which kind of animal is (\w+) afraid of\?$/u,
    ([who], said) =>
      said.flatMap(each => (each.kind === "fears" && each.animal === animalOf(who!, said) ? [each.feared] : []))[0] ?? null
  ],
  [
    /^What colour is (\w+)\?$/u,
    ([who], said) => {
      const animal = animalOf(who!, said);
      const alike = said.flatMap(each => (each.kind === "isKind" && each.animal === animal ? [each.who] : []));
      return said.flatMap(each => (each.kind === "is" && alike.includes(each.who) ? [each.what] : []))[0] ?? null;
    }
  ],
  [
    /^Is the (\w+ \w+) (above|below|to the left of|to the right of) the (\w+ \w+)\?$/u,
    ([one, side, other], said) => {
      const place = cellsFrom(other!, said).get(one!);
      if (!place) return null;
      const [dx, dy] = OFFSETS[side!]!;
      return place[0] * dx + place[1] * dy > 0 ? "yes" : "no";
    }
  ],
  [/^Does the (\w+) fit inside the (\w+)\?$/u, ([small, large], said) => larger(large!, small!, said)],
  [/^Is the (\w+) bigger than the (\w+)\?$/u, ([large, small], said) => larger(large!, small!, said)],
  [/^How does one go from the (\w+) to the (\w+)\?$/u, ([from, to], said) => wayOf(from!, to!, said)],
  [
    /^Why does (\w+) go to the \w+\?$/u,
    ([who], said) => said.flatMap(each => (each.kind === "is" && each.who === who ? [each.what] : [])).at(-1) ?? null
  ],
  [
    /^Where will (\w+) go\?$/u,
    ([who], said) => {
      const need = said.flatMap(each => (each.kind === "is" && each.who === who ? [each.what] : [])).at(-1);
      return ROOMS[need ?? ""] ?? null;
    }
  ]
];

const OPPOSITES: Record<string, string> = {north: "south", south: "north", east: "west", west: "east"};
/** What the instructions say of needs. */
const ROOMS: Record<string, string> = {hungry: "kitchen", sleepy: "bedroom", dirty: "bathroom", bored: "playground"};

/** The last that is said of where somebody is. */
function lastOf(who: string, said: Said): {places: string[]; not: boolean} | undefined {
  const last = said.findLast(each => (each.kind === "went" ? each.who.includes(who) : each.kind === "in" && each.who === who));
  if (last?.kind === "went") return {places: [last.place], not: false};
  return last?.kind === "in" ? last : undefined;
}

/** The places at which a thing was, one after the other. */
function journeyOf(thing: string, said: Said): string[] {
  const at = new Map<string, string>();
  const journey: string[] = [];
  let holder: string | null = null;
  for (const each of said) {
    if (each.kind === "went") for (const who of each.who) at.set(who, each.place);
    else if ((each.kind === "took" || each.kind === "gave") && each.thing === thing)
      holder = each.kind === "gave" ? each.to : each.who;
    else if (each.kind === "dropped" && each.thing === thing) holder = null;
    const here = holder === null ? undefined : at.get(holder);
    if (here !== undefined && journey.at(-1) !== here) journey.push(here);
  }
  return journey;
}

/** What somebody carries. */
function handsOf(who: string, said: Said): string[] {
  const has = new Set<string>();
  for (const each of said) {
    if (each.kind !== "took" && each.kind !== "dropped" && each.kind !== "gave") continue;
    const gets = (each.kind === "took" && each.who === who) || (each.kind === "gave" && each.to === who);
    if (gets) has.add(each.thing);
    else if (each.who === who) has.delete(each.thing);
  }
  return [...has];
}

/** The last gift that agrees with what is known of it. */
const gift = (said: Said, known: {who?: string; thing?: string; to?: string}) =>
  said
    .flatMap(each => (each.kind === "gave" ? [each] : []))
    .findLast(each => Object.entries(known).every(([name, value]) => each[name as "who" | "thing" | "to"] === value));

const animalOf = (who: string, said: Said): string | undefined =>
  said.flatMap(each => (each.kind === "isKind" && each.who === who ? [each.animal] : []))[0];

/** Steps between neighbours, from either side. */
const steps = (said: Said): {from: string; to: string; dx: number; dy: number}[] =>
  said.flatMap(each => {
    if (each.kind !== "beside") return [];
    const [dx, dy] = OFFSETS[each.direction]!;
    return [
      {from: each.other, to: each.one, dx, dy},
      {from: each.one, to: each.other, dx: -dx, dy: -dy}
    ];
  });

/** Where everything lies that facts connect with the start, which lies at 0, 0. */
function cellsFrom(start: string, said: Said): Map<string, readonly [number, number]> {
  const links = steps(said);
  const cells = new Map<string, readonly [number, number]>([[start, [0, 0]]]);
  for (let grown = true; grown; ) {
    grown = false;
    for (const {from, to, dx, dy} of links) {
      const base = cells.get(from);
      if (!base || cells.has(to)) continue;
      cells.set(to, [base[0] + dx, base[1] + dy]);
      grown = true;
    }
  }
  return cells;
}

function nextTo(place: string, way: string, said: Said): string | null {
  const [dx, dy] = OFFSETS[way]!;
  return steps(said).find(step => step.from === place && step.dx === dx && step.dy === dy)?.to ?? null;
}

/** Whether the one is larger, by any chain of facts. */
function larger(large: string, small: string, said: Said): string | null {
  const reaches = (from: string, to: string, past: ReadonlySet<string>): boolean =>
    said.some(
      each =>
        each.kind === "larger" &&
        each.large === from &&
        !past.has(each.small) &&
        (each.small === to || reaches(each.small, to, new Set([...past, from])))
    );
  if (reaches(large, small, new Set())) return "yes";
  return reaches(small, large, new Set()) ? "no" : null;
}

/** The directions of a way in two steps. */
function wayOf(from: string, to: string, said: Said): string | null {
  const links = steps(said);
  const name = ({dx, dy}: {dx: number; dy: number}) =>
    ["north", "south", "east", "west"].find(way => OFFSETS[way]![0] === dx && OFFSETS[way]![1] === dy)!;
  for (const first of links)
    if (first.from === from)
      for (const second of links) if (second.from === first.to && second.to === to) return `${name(first)}, ${name(second)}`;
  return null;
}

/** An answer of the right kind out of what the text has. */
function guess(question: string, said: Said, {random}: Mind): string {
  if (/^(?:Is|Does) /u.test(question)) return random.pick(["yes", "no"]);
  if (question.startsWith("How many")) return random.pick(NUMBERS.slice(0, 4));
  if (question.startsWith("How does")) return `${random.pick(["north", "south"])}, ${random.pick(["east", "west"])}`;
  if (question.startsWith("Why")) return random.pick(Object.keys(ROOMS));
  const words = said.flatMap(each => {
    if (question.startsWith("Who ") || question.startsWith("To whom")) return each.kind === "gave" ? [each.who, each.to] : [];
    if (question.startsWith("What did")) return each.kind === "gave" ? [each.thing] : [];
    if (question.startsWith("What colour")) return each.kind === "is" ? [each.what] : [];
    if (question.startsWith("Which kind")) return each.kind === "fears" ? [each.feared] : [];
    if (question.startsWith("Where will")) return Object.values(ROOMS);
    if (each.kind === "went") return [each.place];
    return each.kind === "beside" ? [each.one] : [];
  });
  return words.length > 0 ? random.pick(words) : "nothing";
}

// Reads short facts about people, places and things out of a text, wherever they stand in it. Knows sentences, not who wrote them.

/** What one sentence says. */
type Statement =
  | {kind: "went"; who: string[]; place: string; time: string | undefined}
  | {kind: "in"; who: string; places: string[]; not: boolean}
  | {kind: "took" | "dropped"; who: string; thing: string}
  | {kind: "gave"; who: string; thing: string; to: string}
  | {kind: "beside"; one: string; other: string; direction: string}
  | {kind: "larger"; large: string; small: string}
  | {kind: "fears"; animal: string; feared: string}
  | {kind: "isKind"; who: string; animal: string}
  | {kind: "is"; who: string; what: string}
  | {kind: "goes"; who: string; place: string};

const NAME = "[A-Z][a-z]+";
const WORD = "[a-z]+";
const TIME = "yesterday|this morning|this afternoon|this evening";
const GROUP = `${NAME}(?: and ${NAME})?`;

/** Each kind of sentence as a pattern with what it says; pronouns mean the people of the sentence before. */
const PATTERNS: [RegExp, (found: readonly string[], before: readonly string[]) => Statement][] = [
  [
    new RegExp(`^(?:(${TIME}) )?(${GROUP}) (?:went|walked|hurried|moved) to the (${WORD})(?: (${TIME}))?$`, "iu"),
    ([, early, who, place, late]) => ({
      kind: "went",
      who: who!.split(" and "),
      place: place!,
      time: (early ?? late)?.toLowerCase()
    })
  ],
  [
    new RegExp(`^(?:Then|After that|Later) (?:she|he|they) (?:went|walked|hurried|moved) to the (${WORD})$`, "u"),
    ([, place], before) => ({kind: "went", who: [...before], place: place!, time: undefined})
  ],
  [new RegExp(`^(${NAME}) goes to the (${WORD})$`, "u"), ([, who, place]) => ({kind: "goes", who: who!, place: place!})],
  [
    new RegExp(`^(${NAME}) is either in the (${WORD}) or in the (${WORD})$`, "u"),
    ([, who, one, other]) => ({kind: "in", who: who!, places: [one!, other!], not: false})
  ],
  [
    new RegExp(`^(${NAME}) is (not |no longer )?in the (${WORD})$`, "u"),
    ([, who, not, place]) => ({kind: "in", who: who!, places: [place!], not: not !== undefined})
  ],
  [
    new RegExp(`^(${NAME}) (?:picked up|took|grabbed) the (${WORD})$`, "u"),
    ([, who, thing]) => ({kind: "took", who: who!, thing: thing!})
  ],
  [
    new RegExp(`^(${NAME}) (?:put down|left|dropped) the (${WORD})$`, "u"),
    ([, who, thing]) => ({kind: "dropped", who: who!, thing: thing!})
  ],
  [
    new RegExp(`^(${NAME}) (?:gave|handed|passed) the (${WORD}) to (${NAME})$`, "u"),
    ([, who, thing, to]) => ({kind: "gave", who: who!, thing: thing!, to: to!})
  ],
  [
    new RegExp(`^The (${WORD}) is (north|south|east|west) of the (${WORD})$`, "u"),
    ([, one, direction, other]) => ({kind: "beside", one: one!, direction: direction!, other: other!})
  ],
  [
    new RegExp(`^The (${WORD} ${WORD}) is (above|below|to the left of|to the right of) the (${WORD} ${WORD})$`, "u"),
    ([, one, direction, other]) => ({kind: "beside", one: one!, direction: direction!, other: other!})
  ],
  [
    new RegExp(`^The (${WORD}) fits inside the (${WORD})$`, "u"),
    ([, small, large]) => ({kind: "larger", small: small!, large: large!})
  ],
  [
    new RegExp(`^The (${WORD}) is bigger than the (${WORD})$`, "u"),
    ([, large, small]) => ({kind: "larger", small: small!, large: large!})
  ],
  [
    new RegExp(`^Every (${WORD}) is afraid of every (${WORD})$`, "u"),
    ([, animal, feared]) => ({kind: "fears", animal: animal!, feared: feared!})
  ],
  [new RegExp(`^(${NAME}) is an? (${WORD})$`, "u"), ([, who, animal]) => ({kind: "isKind", who: who!, animal: animal!})],
  [new RegExp(`^(${NAME}) is (${WORD})$`, "u"), ([, who, what]) => ({kind: "is", who: who!, what: what!})]
];
/** No fact is longer, characters. */
const LONGEST = 120;

/** A statement with the sentence that makes it, without its full stop, and its place in the text, 0…1. */
type Found = Statement & {sentence: string; depth: number};

/** All statements of a text, in its order. */
export function statementsIn(text: string): Found[] {
  const found: Found[] = [];
  let before: readonly string[] = [];
  for (const match of text.matchAll(/[^.!?\n]+(?=\.)/gu)) {
    const sentence = match[0].replace(/^["”’)\s]+/u, "").trimEnd();
    if (sentence.length > LONGEST) continue;
    for (const [pattern, says] of PATTERNS) {
      const parts = pattern.exec(sentence);
      if (!parts) continue;
      const statement = says(parts, before);
      if (statement.kind === "went") before = statement.who;
      found.push({...statement, sentence, depth: match.index / text.length});
      break;
    }
  }
  return found;
}
