// Summarises minutes from the text of the question alone: sentences become equations, which are solved round by round, not in an order.
import type {Solved} from "../quality/measure.js";

const MONTHS = "January February March April May June July August September October November December".split(" ");

interface Item {
  name: string;
  leader: string;
  /** Each value as an offset from that of another item, or from none. */
  cost: {from: string | null; plus: number};
  start: {from: string | null; plus: number};
  /** Minus one for the opposite; one without a reference is a word. */
  decision: {from: string | null; sign: number; word: string};
}

/** Final values of an item. */
export interface Minutes {
  name: string;
  leader: string;
  cost: number;
  start: string;
  decision: string;
}

const LONGEST_YEAR = 365;
const toDay = (day: string, month: string): number =>
  Math.round((Date.UTC(2023, MONTHS.indexOf(month), Number(day)) - Date.UTC(2023, 0, 1)) / 86_400_000);
const toDate = (day: number): string => {
  const date = new Date(Date.UTC(2023, 0, 1 + day));
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]}`;
};
const opposite = (word: string): string => ({approved: "rejected", rejected: "approved"})[word] ?? word;

function itemOf(line: string): Item {
  const first = (patterns: readonly RegExp[]): RegExpExecArray | null =>
    patterns.reduce<RegExpExecArray | null>((match, pattern) => match ?? pattern.exec(line), null);
  const direct = first([/(?:costs|budget is) ([\d,]+) euros\./u]);
  const related = first([/costs ([\d,]+) euros (more|less) than the ([^.]+)\./u]);
  const date = first([/(?:starts|start is) on (\d+) (\w+)\./u]);
  const days = first([/starts (\d+) days (later|earlier) than on the ([^.]+)\./u]);
  const word = first([/council (approved|rejected|postponed) it/u, /Decision: (\w+)/u]);
  const same = first([/decision was the same as on the ([^.]+)\./u]);
  const other = first([/decision was the opposite of that on the ([^.]+)\./u]);
  const number = (text = "0"): number => Number(text.replaceAll(",", ""));
  const sign = (text: string | undefined): number => (text === "less" || text === "earlier" ? -1 : 1);
  return {
    name: /^The ([^.]+)\./u.exec(line)![1]!,
    leader: first([/Leader: ([^.]+)\./u, /\. ([^.]+) leads the work/u])![1]!,
    cost: direct ? {from: null, plus: number(direct[1])} : {from: related![3]!, plus: sign(related![2]) * number(related![1])},
    start: date ? {from: null, plus: toDay(date[1]!, date[2]!)} : {from: days![3]!, plus: sign(days![2]) * number(days![1])},
    decision: {from: (same ?? other)?.[1] ?? null, sign: other ? -1 : 1, word: word?.[1] ?? ""}
  };
}

/** Reads minutes and finds the final values; steps are what one of them takes. */
function minutesOf(prompt: string): {items: Minutes[]; depth: (name: string, what: "cost" | "start" | "decision") => number} {
  const lines = prompt.split("\n").filter(line => /^(?:The|Corrections\.) /u.test(line) && !line.startsWith("The words"));
  const items = lines.filter(line => line.startsWith("The ")).map(itemOf);
  const byName = new Map(items.map(item => [item.name, item]));
  const corrections = lines.find(line => line.startsWith("Corrections.")) ?? "";
  const corrected = new Set<string>();
  for (const [, name, plus] of corrections.matchAll(/The ([^.]+?) costs (\d+) euros more than stated/gu)) {
    byName.get(name!)!.cost.plus += Number(plus);
    corrected.add(`${name} cost`);
  }
  for (const [, name, plus] of corrections.matchAll(/Work on the ([^.]+?) starts (\d+) days later than stated/gu)) {
    byName.get(name!)!.start.plus += Number(plus);
    corrected.add(`${name} start`);
  }
  for (const [, name] of corrections.matchAll(/decision on the ([^.]+?) was reversed/gu)) {
    byName.get(name!)!.decision.sign *= -1;
    corrected.add(`${name} decision`);
  }
  const costs = new Map<string, number>();
  const starts = new Map<string, number>();
  const decisions = new Map<string, string>();
  for (const _ of items)
    for (const {name, cost, start, decision} of items) {
      const costBefore = cost.from === null ? 0 : costs.get(cost.from);
      if (costBefore !== undefined) costs.set(name, costBefore + cost.plus);
      const startBefore = start.from === null ? 0 : starts.get(start.from);
      if (startBefore !== undefined) starts.set(name, startBefore + start.plus);
      const word = decision.from === null ? decision.word : decisions.get(decision.from);
      if (word !== undefined) decisions.set(name, decision.sign < 0 ? opposite(word) : word);
    }
  const depth = (name: string, what: "cost" | "start" | "decision"): number => {
    const {from} = byName.get(name)![what];
    return 1 + (corrected.has(`${name} ${what}`) ? 1 : 0) + (from === null ? 0 : depth(from, what));
  };
  return {
    items: items.map(({name, leader}) => ({
      ...{name, leader, cost: costs.get(name)!, decision: decisions.get(name)!},
      start: toDate(starts.get(name)! % LONGEST_YEAR)
    })),
    depth
  };
}

const NUMBERS = ["zero", "one", "two", "three", "four", "five"];

export interface Summarised extends Solved {
  /** Every value of the minutes. */
  items: readonly Minutes[];
  /** Items that the summary is about. */
  asked: readonly Minutes[];
}

/** Solves a question of ZenSummary. Null where it is another one. */
export function solveSummary(prompt: string): Summarised | null {
  const question = /\n\nSummarise ([\s\S]+?)\. State for each of them /u.exec(prompt)?.[1];
  if (question === undefined || !prompt.startsWith("Summarise part of the minutes")) return null;
  const {items, depth} = minutesOf(prompt);
  const stepsTo = (list: readonly Minutes[], whats: readonly ("cost" | "start" | "decision")[]): number =>
    Math.max(...list.flatMap(({name}) => whats.map(what => depth(name, what))));
  const leader = /that (.+) leads/u.exec(question)?.[1];
  const largest = /the (\w+) items with the highest costs/u.exec(question)?.[1];
  const solved = (asked: readonly Minutes[], answer: string, steps: number): Summarised => ({items, asked, answer, steps});
  if (leader !== undefined) {
    const led = items.filter(item => item.leader === leader);
    const texts = led.map(
      ({name, decision, cost, start}) => `The ${name} was ${decision}, costs ${cost} euros and starts on ${start}.`
    );
    return solved(led, texts.join(" "), stepsTo(led, ["cost", "start", "decision"]));
  }
  if (largest !== undefined) {
    const costliest = items.toSorted((a, b) => b.cost - a.cost).slice(0, NUMBERS.indexOf(largest));
    const texts = costliest.map(
      ({name, leader, cost, start}) => `The ${name}, led by ${leader}, costs ${cost} euros and starts on ${start}.`
    );
    return solved(costliest, texts.join(" "), stepsTo(items, ["cost"]) + 1);
  }
  if (question.includes("approved")) {
    const approved = items.filter(({decision}) => decision === "approved");
    const texts = approved.map(({name, leader, cost}) => `${leader} leads the ${name} for ${cost} euros.`);
    return solved(approved, texts.join(" "), stepsTo(items, ["decision"]) + stepsTo(approved, ["cost"]));
  }
  const texts = ["approved", "rejected", "postponed"].flatMap(word => {
    const names = items.flatMap(({name, decision}) => (decision === word ? name : []));
    return names.length === 0 ? [] : `${word[0]!.toUpperCase()}${word.slice(1)}: ${names.join(", ")}.`;
  });
  return solved(items, texts.join(" "), stepsTo(items, ["decision"]));
}
