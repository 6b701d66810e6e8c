// Second solver of ZenSchedule: follows meetings backwards, lets hours and minutes pass one by one, and tries orders of jobs with a bound.
import {SCHEDULE_OPENING} from "../../../../pipelines/generate/benchmarks/reasoning/schedule.js";
import {methodSolver, type Worked} from "../quality/methodSolver.js";

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

function intervals(question: string): Worked {
  const lines = [...question.matchAll(/^(\w+)'s meeting starts (.+) and lasts (\d+) minutes\.$/gmu)];
  const meetings = new Map(lines.map(([, name, when, length]) => [name!, {when: when!, length: Number(length)}]));
  let steps = 0;
  const startOf = (name: string): number => {
    const {when} = meetings.get(name)!;
    steps++;
    const time = /^at (\d\d:\d\d)$/u.exec(when);
    if (time) return minutesOf(time[1]!);
    const [, by, side, other] = /^(\d+) minutes (before|after) (\w+)'s (?:begins|ends)$/u.exec(when)!;
    return side === "before" ? startOf(other!) - Number(by) : startOf(other!) + meetings.get(other!)!.length + Number(by);
  };
  const [, kind, point, asked] = /from (midnight|the start of the earliest).* to the (start|end) of (\w+)'s meeting\?/u.exec(
    question
  )!;
  const to = startOf(asked!) + (point === "end" ? meetings.get(asked!)!.length : 0);
  const depth = steps;
  const from = kind === "midnight" ? 0 : Math.min(...[...meetings.keys()].map(startOf));
  return {answer: to - from, steps: kind === "midnight" ? depth : meetings.size};
}

function project(question: string): Worked {
  const lines = [...question.matchAll(/^Task (\w) takes (\d+) hours(?: and can start when (.+) (?:is|are) done)?\.$/gmu)];
  const left = new Map(lines.map(([, name, length]) => [name!, Number(length)]));
  const needs = new Map(lines.map(([, name, , before]) => [name!, before?.split(", ") ?? []]));
  let hours = 0;
  for (; [...left.values()].some(each => each > 0); hours++) {
    const running = [...left].filter(([name, each]) => each > 0 && needs.get(name)!.every(need => left.get(need) === 0));
    for (const [name, each] of running) left.set(name, each - 1);
  }
  return {answer: hours, steps: lines.length + [...needs.values()].flat().length};
}

function queue(question: string): Worked {
  const clerks = ["One", "Two", "Three"].findIndex(word => question.startsWith(word)) + 1;
  const customers = [...question.matchAll(/arrives at (\d\d:\d\d) and needs (\d+) minutes\./gu)].map(([, time, length]) => ({
    arrives: minutesOf(time!),
    left: Number(length)
  }));
  let [waited, now] = [0, 0];
  for (; customers.some(({left}) => left > 0); now++) {
    const present = customers.filter(({arrives, left}) => arrives <= now && left > 0);
    for (const each of present.slice(0, clerks)) each.left--;
    waited += Math.max(0, present.length - clerks);
  }
  return {answer: question.includes("midnight") ? now : waited, steps: 2 * customers.length};
}

interface Job {
  length: number;
  due: number;
  fine: number;
}

export const jobsIn = (question: string): Job[] =>
  [...question.matchAll(/takes (\d+) hours, is due after (\d+) hours and costs (\d+) euros/gu)].map(([, ...parts]) => {
    const [length, due, fine] = parts.map(Number) as [number, number, number];
    return {length, due, fine};
  });

const fineOf = ({length, due, fine}: Job, start: number): number => fine * Math.max(0, start + length - due);

/** Lowest total fine: tries orders, and gives one up when its fine, with those of the others if each came next, is no lower than the lowest. */
export function lowestFine(jobs: readonly Job[]): number {
  let lowest = Number.POSITIVE_INFINITY;
  const extend = (left: readonly Job[], now: number, cost: number): void => {
    if (left.length === 0) lowest = Math.min(lowest, cost);
    if (left.reduce((sum, job) => sum + fineOf(job, now), cost) >= lowest) return;
    for (const job of left.toSorted((a, b) => a.length / a.fine - b.length / b.fine))
      extend(
        left.filter(each => each !== job),
        now + job.length,
        cost + fineOf(job, now)
      );
  };
  extend(jobs, 0, 0);
  return lowest;
}

/** Solves a question from its text; null where it is none of ZenSchedule. */
export const solveSchedule = methodSolver(SCHEDULE_OPENING, [
  [/^Meetings take/u, intervals],
  [/^Any number of tasks/u, project],
  [/^\w+ clerks? serves?/u, queue],
  [
    /^A machine does/u,
    question => {
      const jobs = jobsIn(question);
      return {answer: lowestFine(jobs), steps: 3 * jobs.length};
    }
  ]
]);
