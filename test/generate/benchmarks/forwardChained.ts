// Solves questions of ZenReason by forward chaining: facts are applied until nothing new follows. It shares nothing with the generator but the
// words that begin a question.
import {OPENING} from "../../../pipelines/generate/benchmarks/reason/reason.js";
import type {Step} from "../../../pipelines/generate/task.js";
import {block, optionsIn} from "../../../pipelines/infer/reference/solve/block.js";
import type {Solved} from "./quality/measure.js";

/** Results that follow for a question. */
interface Derived {
  /** Names that it leads to, or its value. */
  results: ReadonlySet<string>;
  /** The results on the way to the last one, in the order in which they follow from each other. */
  steps: Step[];
}

/** Solves a prompt of ZenReason; null where it is none or its options have not exactly one that follows. */
export function solveReason(prompt: string): (Solved & {derivation: readonly Step[]}) | null {
  const [facts, asked] = (block(prompt, OPENING) ?? "").split("\n\n");
  if (!facts || !asked) return null;
  const {results, steps} = forwardChained(facts.split("\n"), asked);
  const [right, ...others] = optionsIn(asked).filter(({text}) => results.has(text));
  return right && others.length === 0 ? {answer: right.letter, steps: steps.length, derivation: steps} : null;
}

/** All that follows from facts of what a question asks about. */
export function forwardChained(facts: readonly string[], question: string): Derived {
  const line = /^Follow the line from (\w+): to \w+'s (\w+)/u.exec(question);
  if (line) return reached(line[1]!, facts, {fact: `^(\\w+)'s ${line[2]} is (\\w+)\\.$`, nameOf: name => `${name}'s ${line[2]}`});
  const kind = /^\w+ is a (\w+)\. By/u.exec(question);
  if (kind) return reached(kind[1]!, facts, {fact: "^Every (\\w+) is a (\\w+)\\.$", nameOf: name => name});
  const [, things, who] = /^How many (\w+) does (\w+) have/u.exec(question) ?? [];
  if (who) return valued(who, facts.map(amountFact(things!)), {nameOf: name => name, show: value => value});
  const event = /On which date is the (\w+)\?/u.exec(question);
  if (event) return valued(event[1]!, facts.map(dateFact), {nameOf: name => `the ${name}`, show: dateText});
  const place = /On which square is the (\w+)\?/u.exec(question);
  if (place) return valued(place[1]!, facts.map(squareFact), {nameOf: name => `the ${name}`, show: squareText});
  throw new Error(`not read: ${question}`);
}

function reached(start: string, facts: readonly string[], {fact, nameOf}: {fact: string; nameOf(name: string): string}): Derived {
  const pattern = new RegExp(fact, "u");
  const edges = facts.flatMap(each => (pattern.test(each) ? [pattern.exec(each)!.slice(1, 3) as [string, string]] : []));
  const results = new Set([start]);
  const steps: Step[] = [];
  for (let before = 0; before < results.size; ) {
    before = results.size;
    for (const [a, b] of edges)
      if (results.has(a) && !results.has(b)) {
        results.add(b);
        steps.push({name: nameOf(a), value: b});
      }
  }
  return {results, steps};
}

/** The value of a name, and the values on the way to it: none is a step that a fact states by itself. */
function valued(
  asked: string,
  facts: readonly Fact[],
  {nameOf, show}: {nameOf(name: string): string; show(value: number): string | number}
): Derived {
  const values = fixpoint(facts);
  const bases = new Map(facts.flatMap(fact => (fact?.b === undefined ? [] : [[fact.a, fact.b]])));
  const steps: Step[] = [];
  for (let name = asked; bases.has(name); name = bases.get(name)!)
    steps.unshift({name: nameOf(name), value: show(values.get(name)!)});
  return {results: new Set([String(show(values.get(asked)!))]), steps};
}

/** A fact as an equation: value of `a` = what follows from that of `b`, or from none. */
type Fact = {a: string; b?: string; of(value: number): number} | null;

function fixpoint(facts: readonly Fact[]): Map<string, number> {
  const values = new Map<string, number>();
  for (let grown = true; grown; ) {
    grown = false;
    for (const fact of facts) {
      if (!fact || values.has(fact.a)) continue;
      const base = fact.b === undefined ? 0 : values.get(fact.b);
      if (base === undefined) continue;
      values.set(fact.a, fact.of(base));
      grown = true;
    }
  }
  return values;
}

const amountFact =
  (things: string) =>
  (fact: string): Fact => {
    const compared = /^(\w+) has (\d+) (more|fewer) (\w+) than (\w+)\.$/u.exec(fact);
    if (compared) {
      const by = compared[3] === "more" ? Number(compared[2]) : -Number(compared[2]);
      return compared[4] === things ? {a: compared[1]!, b: compared[5]!, of: value => value + by} : null;
    }
    const twice = /^(\w+) has twice as many (\w+) as (\w+)\.$/u.exec(fact);
    if (twice) return twice[2] === things ? {a: twice[1]!, b: twice[3]!, of: value => value + value} : null;
    const plain = /^(\w+) has (\d+) (\w+)\.$/u.exec(fact);
    return plain && plain[3] === things ? {a: plain[1]!, of: () => Number(plain[2])} : null;
  };

const DAY_MS = 86_400_000;
function dateFact(fact: string): Fact {
  const moved = /^The (\w+) is (\d+) (day|week)s (after|before) the (\w+)\.$/u.exec(fact);
  if (moved) {
    const days = Number(moved[2]) * (moved[3] === "week" ? 7 : 1) * (moved[4] === "after" ? 1 : -1);
    return {a: moved[1]!, b: moved[5]!, of: value => value + days * DAY_MS};
  }
  const on = /^The (\w+) is on (\d+ \w+)\.$/u.exec(fact);
  return on ? {a: on[1]!, of: () => Date.parse(`${on[2]} 2027 00:00 UTC`)} : null;
}
const dateText = (at: number): string =>
  new Date(at).toLocaleDateString("en-GB", {day: "numeric", month: "long", timeZone: "UTC"});

const COLUMNS = "ABCDEFGHIJKL";
function squareFact(fact: string): Fact {
  const moved = /^The (\w+) is (\d+) squares? ([a-z-]+) of the (\w+)\.$/u.exec(fact);
  if (moved) {
    const [, a, count, way, b] = moved;
    const rows = way!.includes("north") ? 1 : way!.includes("south") ? -1 : 0;
    const columns = way!.includes("east") ? 1 : way!.includes("west") ? -1 : 0;
    return {a: a!, b: b!, of: value => value + Number(count) * (100 * rows + columns)};
  }
  const on = /^The (\w+) is on square ([A-L])(\d+)\.$/u.exec(fact);
  return on ? {a: on[1]!, of: () => 100 * Number(on[3]) + COLUMNS.indexOf(on[2]!)} : null;
}
const squareText = (at: number): string => `${COLUMNS[at % 100]}${Math.floor(at / 100)}`;
