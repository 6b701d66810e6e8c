// The benchmark ZenSchedule: dates of appointments, projects of tasks that need others, queues with several clerks, and orders with the least fine.
import type {Problem} from "../../parts/expressions.js";
import {type Family, levelCells} from "../../parts/levels.js";
import {type Random, severalOf} from "../../seed.js";
import type {Step} from "../../task.js";
import type {Benchmark} from "../benchmark.js";

const NAMES = [
  "Ada",
  "Ben",
  "Cleo",
  "Dan",
  "Eva",
  "Finn",
  "Gina",
  "Hugo",
  "Iris",
  "Jon",
  "Kira",
  "Leo",
  "Mona",
  "Nils",
  "Olga",
  "Paul"
];
const TASKS = [..."ABCDEFGHJKLMNPQRSTUVWXYZ"];

/** Steps that a chain of level 5 has at least. */
const MIN_STEPS = 8;

/** A time of day as text, from minutes after midnight. */
const clock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;

/** Intervals that each begin relative to another; asked is a time between two of them. */
function intervals(level: number, random: Random): Problem {
  const count = [3, 4, 6, 8, 11][level - 1]!;
  const first = random.integer(300, 480);
  const meetings: {name: string; start: number; end: number; text: string; steps: Step[]}[] = [];
  for (const name of severalOf(NAMES, count, random)) {
    const [length, gap, last] = [random.integer(11, 95), random.integer(5, 75), meetings.at(-1)];
    const other = meetings.length > 1 && random.chance(0.15) ? random.pick(meetings) : last;
    const isEarlier = other !== undefined && random.chance(0.4);
    const start = !other ? first : isEarlier ? Math.max(0, other.start - gap) : other.end + gap;
    const when = !other
      ? `starts at ${clock(start)}`
      : isEarlier
        ? `starts ${other.start - start} minutes before ${other.name}'s begins`
        : `starts ${gap} minutes after ${other.name}'s ends`;
    const step = {name: `start of ${name}'s meeting`, value: start};
    const text = `${name}'s meeting ${when} and lasts ${length} minutes.`;
    meetings.push({name, start, end: start + length, text, steps: [...(other?.steps ?? []), step]});
  }
  const target = meetings.at(-1)!;
  if (level === 5 && target.steps.length < MIN_STEPS) return intervals(level, random);
  const [span, kind] = random.pick([
    [target.end - Math.min(...meetings.map(({start}) => start)), "the start of the earliest meeting to the end of"],
    [target.start, "midnight at the beginning of the day to the start of"],
    [target.end, "midnight at the beginning of the day to the end of"]
  ] as const);
  return {
    question: `Meetings take place on one or two days, without a change of clocks.\n${random
      .shuffle(meetings)
      .map(({text}) => text)
      .join("\n")}\nHow many minutes is it from ${kind} ${target.name}'s meeting?`,
    answer: span,
    steps: [...target.steps, {name: "minutes", value: span}]
  };
}

/** Tasks that wait for others; asked is the earliest end of all. */
function project(level: number, random: Random): Problem {
  const count = [4, 6, 9, 13, 18][level - 1]!;
  const names = severalOf(TASKS, count, random);
  const tasks = names.map((name, i) => {
    const needs = i === 0 ? [] : severalOf([...Array(i).keys()].slice(-5), Math.min(i, random.integer(1, 3)), random);
    return {name, needs, length: random.integer(2, 40)};
  });
  const ends: number[] = [];
  for (const {needs, length} of tasks) ends.push(length + Math.max(0, ...needs.map(need => ends[need]!)));
  const finish = Math.max(...ends);
  const text = tasks.map(({name, needs, length}) => {
    const before = needs.map(need => names[need]!).sort();
    return `Task ${name} takes ${length} hours${before.length > 0 ? ` and can start when ${before.join(", ")} ${before.length > 1 ? "are" : "is"} done` : ""}.`;
  });
  return {
    question: `Any number of tasks can be worked on at once.\n${random.shuffle(text).join("\n")}\nHow many hours does it take at least until all tasks are done?`,
    answer: finish,
    steps: [...tasks.map(({name}, i) => ({name: `end of task ${name}`, value: ends[i]!})), {name: "end of all", value: finish}]
  };
}

/** Customers who arrive one after another and go to the first clerk who is free. */
function queue(level: number, random: Random): Problem {
  const [count, clerks] = [
    [4, 1],
    [6, 2],
    [8, 2],
    [11, 3],
    [15, 3]
  ][level - 1] as [number, number];
  const steps: Step[] = [];
  const free = Array<number>(clerks).fill(0);
  let [now, waited] = [random.integer(480, 600), 0];
  const lines = severalOf(NAMES, count, random).map(name => {
    now += random.integer(1, 9);
    const length = random.integer(4, 6 + 9 * clerks);
    const clerk = free.indexOf(Math.min(...free));
    const start = Math.max(now, free[clerk]!);
    free[clerk] = start + length;
    waited += start - now;
    steps.push({name: `end of ${name}'s turn`, value: start + length});
    return `${name} arrives at ${clock(now)} and needs ${length} minutes.`;
  });
  const [text, answer] = random.pick([
    ["How many minutes do all of them wait in total before their turns begin?", waited],
    ["How many minutes after midnight is the last turn over?", Math.max(...free)]
  ] as const);
  const staff = clerks === 1 ? "One clerk serves" : `${["", "", "Two", "Three"][clerks]} clerks serve`;
  return {
    question: `${staff} customers in the order in which they arrive, each as soon as a clerk is free.\n${lines.join("\n")}\n${text}`,
    answer,
    steps: [...steps, {name: "minutes", value: answer}]
  };
}

/** Jobs of one machine, each with a fine for every hour after its deadline; asked is the least total fine. */
function fines(level: number, random: Random): Problem {
  const count = [3, 4, 6, 7, 9][level - 1]!;
  const jobs = severalOf(TASKS, count, random).map(name => ({
    ...{name, length: random.integer(2, 15), fine: random.integer(2, 19)},
    due: random.integer(3, 5 * count)
  }));
  const least = Array<number>(1 << count).fill(Number.POSITIVE_INFINITY);
  const lengths = Array<number>(1 << count).fill(0);
  least[0] = 0;
  for (let done = 0; done < 1 << count; done++)
    for (const [i, {length, fine, due}] of jobs.entries()) {
      const next = done | (1 << i);
      if (next === done) continue;
      lengths[next] = lengths[done]! + length;
      least[next] = Math.min(least[next]!, least[done]! + fine * Math.max(0, lengths[next]! - due));
    }
  const text = jobs.map(
    ({name, length, due, fine}) =>
      `Job ${name} takes ${length} hours, is due after ${due} hours and costs ${fine} euros for each hour that it ends late.`
  );
  return {
    question: `A machine does one job at a time, without breaks and without interrupting a job, from hour 0 on.\n${text.join("\n")}\nWhat is the lowest total cost in euros of ending late, over all orders of the jobs?`,
    answer: least.at(-1)!
  };
}

const FAMILIES: Readonly<Record<string, Family>> = {intervals, project, queue, fines};

/** The words that begin every question. */
export const SCHEDULE_OPENING = "Answer this question about times.";

export const schedule: Benchmark = {
  name: "zen-schedule",
  version: 1,
  summary: "Meetings relative to each other, projects, queues with one to three clerks, and orders of jobs with the least fine.",
  domain: "Reasoning",
  category: "Temporal and scheduling",
  facets: {family: "kind of problem", level: "difficulty, 1 to 5"},
  single: true,
  cells: levelCells(FAMILIES, {size: 240, opening: SCHEDULE_OPENING})
};
