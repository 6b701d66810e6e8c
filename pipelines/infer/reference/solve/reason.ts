// Solver of the benchmark ZenReason: reads facts, follows the one chain that begins at what is asked about, and may take a wrong turn at each.
import {OPENING} from "../../../generate/benchmarks/reason/reason.js";
import {dayOf, MONTHS, serial} from "../../../generate/parts/calendar.js";
import type {Mind} from "../mind.js";
import {block, optionsIn} from "./block.js";
import type {Solution, Solver} from "./solver.js";

/** Load on memory of each fact that has been put together. */
const HELD_PER_FACT = 0.8;

export const reason: Solver = {
  read: prompt => block(prompt, OPENING),
  solve(question, mind) {
    const parts = question.split("\n\n");
    const [facts, asked] = [parts[0]!.split("\n"), parts.slice(1).join("\n\n")];
    const options = optionsIn(asked);
    const found = READINGS.flatMap(reading => {
      const match = reading.asked.exec(asked);
      return match ? [reading.read(facts, match)] : [];
    })[0];
    if (!found || options.length < 2) throw new SyntaxError("not a question of ZenReason");
    return follow(found, {options, mind, facts: facts.length});
  }
};

/** What is asked about, and what facts say. */
interface Read {
  from: string;
  /** For each thing the one that its fact leads to, and how it then follows. */
  next: ReadonlyMap<string, {to: string; move(value: number): number}>;
  /** Values at which chains end; none where chains end at a thing. */
  values: ReadonlyMap<string, number>;
  show(value: number): string;
  /** A step in words. */
  say(name: string, value: string): string;
}

/** Each fact is a step that may go wrong; a wrong turn ends at any of the options. The chance of a right answer follows from that. */
function follow(
  {from, next, values, show, say}: Read,
  {options, mind, facts}: {options: readonly {letter: string; text: string}[]; mind: Mind; facts: number}
): Solution {
  const chain = [from];
  while (next.has(chain.at(-1)!) && chain.length <= next.size) chain.push(next.get(chain.at(-1)!)!.to);
  const hops = chain.length - 1;
  const turns = Array.from({length: hops}, (_, i) => {
    const errs = mind.errs({load: 1, remembered: 1 + i * HELD_PER_FACT, depth: i + 1});
    return mind.overlooks(facts) || errs;
  });
  const wrong = turns.indexOf(true);
  const steps: string[] = [];
  let answer: string;
  if (values.size === 0) {
    let [at, k] = [from, 0];
    for (; k < hops && next.has(at); k++) {
      const to = k === wrong ? mind.random.pick([...next.keys()]) : next.get(at)!.to;
      steps.push(say(at, to));
      at = to;
    }
    answer = at;
  } else {
    let value = values.get(chain.at(-1)!) ?? Number.NaN;
    for (let k = 0; k < hops; k++) {
      const name = chain[hops - 1 - k]!;
      value = next.get(name)!.move(value) + (k === wrong ? mind.random.pick([-3, -2, -1, 1, 2, 3]) : 0);
      steps.push(say(name, show(value)));
    }
    answer = show(value);
  }
  const end = wrong < 0 ? options.find(({text}) => text === answer) : undefined;
  const chance = mind.certainty() + (1 - mind.certainty()) / options.length;
  return {steps, answer: `(${(end ?? mind.random.pick(options)).letter})`, chance};
}

interface Reading {
  asked: RegExp;
  read(facts: readonly string[], asked: RegExpExecArray): Read;
}

const stay = (value: number): number => value;
/** The facts that match a pattern, by the first name in it. */
function matching<Value>(
  facts: readonly string[],
  pattern: RegExp,
  readingOf: (groups: Record<string, string>) => [string, Value] | null
): Map<string, Value> {
  return new Map(
    facts.flatMap(fact => {
      const groups = pattern.exec(fact)?.groups;
      const found = groups && readingOf(groups);
      return found ? [found] : [];
    })
  );
}

const WAYS: Record<string, number> = {north: 12, south: -12, east: 1, west: -1};
const JANUARY = {year: 2027, month: 1, day: 1};

const READINGS: readonly Reading[] = [
  {
    asked: /^Follow the line from (\S+): to \S+'s (\w+),/u,
    read: (facts, [, from, line]) => ({
      from: from!,
      values: new Map(),
      show: String,
      next: matching(facts, /^(?<a>\S+)'s (?<line>\w+) is (?<b>\S+)\.$/u, ({a, b, ...told}) =>
        told.line === line ? [a!, {to: b!, move: stay}] : null
      ),
      say: (name, value) => `${name}'s ${line} is ${value}`
    })
  },
  {
    asked: /^\S+ is a (\S+)\. By these statements,/u,
    read: (facts, [, from]) => ({
      from: from!,
      values: new Map(),
      show: String,
      next: matching(facts, /^Every (?<a>\S+) is a (?<b>\S+)\.$/u, ({a, b}) => [a!, {to: b!, move: stay}]),
      say: (name, value) => `Every ${name} is a ${value}`
    })
  },
  {
    asked: /^How many (\w+) does (\S+) have\?/u,
    read: (facts, [, things, from]) => ({
      from: from!,
      next: new Map([
        ...matching(facts, /^(?<a>\S+) has (?<by>\d+) (?<way>more|fewer) (?<of>\w+) than (?<b>\S+)\.$/u, ({a, b, by, way, of}) =>
          of === things ? [a!, {to: b!, move: (value: number) => value + (way === "more" ? 1 : -1) * Number(by)}] : null
        ),
        ...matching(
          facts,
          /^(?<a>\S+) has twice as many (?<of>\w+) as (?<b>\S+)\.$/u,
          ({a, b, of}): [string, {to: string; move(value: number): number}] | null =>
            of === things ? [a!, {to: b!, move: value => 2 * value}] : null
        )
      ]),
      values: matching(facts, /^(?<a>\S+) has (?<value>\d+) (?<of>\w+)\.$/u, ({a, value, of}) =>
        of === things ? [a!, Number(value)] : null
      ),
      show: String,
      say: (name, value) => `${name} has ${value} ${things}`
    })
  },
  {
    asked: /On which date is the (\w+)\?/u,
    read: (facts, [, from]) => ({
      from: from!,
      next: matching(
        facts,
        /^The (?<a>\w+) is (?<by>\d+) (?<unit>days|weeks) (?<way>after|before) the (?<b>\w+)\.$/u,
        ({a, b, by, unit, way}) => [
          a!,
          {to: b!, move: (value: number) => value + (way === "after" ? 1 : -1) * (unit === "weeks" ? 7 : 1) * Number(by)}
        ]
      ),
      values: matching(facts, /^The (?<a>\w+) is on (?<day>\d+) (?<month>\w+)\.$/u, ({a, day, month}) => [
        a!,
        serial({...JANUARY, month: 1 + MONTHS.indexOf(month!), day: Number(day)})
      ]),
      show: value => `${dayOf(value).day} ${MONTHS[dayOf(value).month - 1]}`,
      say: (name, value) => `The ${name} is on ${value}`
    })
  },
  {
    asked: /On which square is the (\w+)\?/u,
    read: (facts, [, from]) => ({
      from: from!,
      next: matching(facts, /^The (?<a>\w+) is (?<by>\d+) squares? (?<way>[a-z-]+) of the (?<b>\w+)\.$/u, ({a, b, by, way}) => [
        a!,
        {to: b!, move: (value: number) => value + Number(by) * way!.split("-").reduce((sum, each) => sum + WAYS[each]!, 0)}
      ]),
      values: matching(facts, /^The (?<a>\w+) is on square (?<column>[A-L])(?<row>\d+)\.$/u, ({a, column, row}) => [
        a!,
        "ABCDEFGHIJKL".indexOf(column!) + 12 * (Number(row) - 1)
      ]),
      show: value => `${"ABCDEFGHIJKL"[((value % 12) + 12) % 12]}${Math.floor(value / 12) + 1}`,
      say: (name, value) => `The ${name} is on square ${value}`
    })
  }
];
