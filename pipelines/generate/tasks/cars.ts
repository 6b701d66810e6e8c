// Task "cars": which plan moves the cars to their goal.

import {z} from "zod";
import {LETTERS, letterForm, optionLines} from "../parts/choice.js";
import {integerParam, refuse} from "../parts/params.js";
import type {Random} from "../seed.js";
import {task} from "../task.js";

const COLOURS = ["red", "blue", "green", "yellow", "black", "white", "silver", "orange", "purple", "brown", "pink"] as const;
/** One road is added for so many lots, besides the ring that connects all lots. */
const LOTS_PER_SHORTCUT = 3;
/** Most draws of a walk until it ends elsewhere than it began. A wrong plan is also redrawn so often before its moves are drawn freely. */
const MOST_DRAWS = 20;

const params = z
  .strictObject({
    places: integerParam(4, 24, 6, "parking lots; each holds one car at most"),
    cars: integerParam(2, COLOURS.length, 3, "cars that stand in the lots"),
    moves: integerParam(2, 60, 5, "moves in every plan"),
    choices: integerParam(2, 10, 4, "plans to choose from; exactly one is allowed and reaches the goal")
  })
  .superRefine(({places, cars}, context) => {
    if (cars < places) return;
    refuse(
      context,
      `cars ${cars} leave no free lot among places ${places}; raise places to ${cars + 1} or lower cars to ${places - 1}`,
      "cars"
    );
  });

interface Move {
  car: number;
  to: number;
}
/** For each lot the lots that a road leads to. */
type Roads = number[][];

export const cars = task({
  name: "cars",
  version: 1,
  summary: "Which of several plans moves cars along roads between parking lots to where they should be.",
  params,
  generate({places, cars: count, moves, choices}, random) {
    const roads = roadsOf(places, random);
    const start = random.shuffle(roads.map((_, lot) => lot)).slice(0, count);
    const colours = random.shuffle(COLOURS).slice(0, count);
    let plan = walk(start, roads, moves, {random, freely: false});
    let goal = outcome(plan, start, roads)!;
    for (let draws = 1; same(goal, start); draws++) {
      plan = walk(start, roads, moves, {random, freely: draws > MOST_DRAWS});
      goal = outcome(plan, start, roads)!;
    }
    const plans = [plan];
    const written = (one: Move[]) => one.map(({car, to}) => `${colours[car]} to ${to + 1}`).join(", ");
    const texts = [written(plan)];
    for (let draws = 0; plans.length < choices; draws++) {
      // Some wrong plans are variants of other wrong plans, so that the right plan is not the one that all others resemble.
      const base = random.pick(plans);
      const wrong =
        random.chance(0.5) && draws < MOST_DRAWS * choices ? detour(base, start, roads, random) : slip(base, places, random);
      const end = outcome(wrong, start, roads);
      const text = written(wrong);
      if ((end && same(end, goal)) || texts.includes(text)) continue;
      plans.push(wrong);
      texts.push(text);
    }
    const options = random.shuffle(texts);
    const where = (lots: readonly number[]) => colours.map((colour, car) => `${colour} in ${lots[car]! + 1}`).join(", ");
    const expression = `Roads: ${linesOf(roads, random)}
Start: ${where(start)}
Goal: ${where(goal)}

${optionLines(options)}`;
    const prompt = `Cars stand in parking lots that are numbered 1 to ${places}. Each lot has room for one car. A move takes one car along one road, in either direction, into a neighbouring lot that is empty at that time. A plan that breaks these rules anywhere is not allowed.

${expression}

Exactly one of these plans is allowed and brings every car to its goal. Which one?

Think it through, then finish with a line that holds only the letter of your choice:
Answer: (<letter>)`;
    return {prompt, expected: LETTERS[options.indexOf(texts[0]!)]!, guessChance: 1 / choices, choices: options, expression};
  },
  answer: letterForm
});

/** Roads: one ring through all lots in random order, and a few roads across it. */
function roadsOf(places: number, random: Random): Roads {
  const ring = random.shuffle(Array.from({length: places}, (_, lot) => lot));
  const roads: Roads = ring.map(() => []);
  const join = (a: number, b: number) => {
    if (a === b || roads[a]!.includes(b)) return;
    roads[a]!.push(b);
    roads[b]!.push(a);
  };
  for (const [i, lot] of ring.entries()) join(lot, ring[(i + 1) % places]!);
  for (let i = 0; i < Math.floor(places / LOTS_PER_SHORTCUT); i++)
    join(random.integer(0, places - 1), random.integer(0, places - 1));
  return roads;
}

function linesOf(roads: Roads, random: Random): string {
  const pairs = roads.flatMap((ends, lot) =>
    ends.filter(end => end > lot).map(end => (random.chance(0.5) ? [lot, end] : [end, lot]))
  );
  return random
    .shuffle(pairs)
    .map(([a, b]) => `${a! + 1}-${b! + 1}`)
    .join(", ");
}

/** Positions of the cars after a plan; null where a move is not allowed. */
function outcome(plan: Move[], start: readonly number[], roads: Roads): number[] | null {
  const at = [...start];
  for (const {car, to} of plan) {
    if (at.includes(to) || !roads[at[car]!]!.includes(to)) return null;
    at[car] = to;
  }
  return at;
}

/** Random allowed moves. A car is not moved straight back, unless nothing else is possible or moves are drawn freely. */
function walk(
  start: readonly number[],
  roads: Roads,
  moves: number,
  {random, freely}: {random: Random; freely: boolean}
): Move[] {
  const at = [...start];
  const plan: Move[] = [];
  let left = -1; // the lot that the last car came from
  let last = -1;
  while (plan.length < moves) {
    const possible: Move[] = [];
    for (const [car, lot] of at.entries())
      for (const to of roads[lot]!) if (!at.includes(to) && (freely || car !== last || to !== left)) possible.push({car, to});
    const move = possible.length > 0 ? random.pick(possible) : {car: last, to: left};
    [last, left] = [move.car, at[move.car]!];
    at[move.car] = move.to;
    plan.push(move);
  }
  return plan;
}

/** A plan that departs from another plan at some move, if it is allowed up to there, and continues with allowed moves. */
function detour(base: Move[], start: readonly number[], roads: Roads, random: Random): Move[] {
  const kept = base.slice(0, random.integer(0, base.length - 1));
  const reached = outcome(kept, start, roads);
  if (!reached) return walk(start, roads, base.length, {random, freely: false});
  return [...kept, ...walk(reached, roads, base.length - kept.length, {random, freely: false})];
}

/** A plan with one move changed to another lot or another car, or with two neighbouring moves exchanged. */
function slip(base: Move[], places: number, random: Random): Move[] {
  const plan = [...base];
  const i = random.integer(0, plan.length - 1);
  const kind = random.integer(0, 2);
  if (kind === 0 && i > 0) [plan[i - 1], plan[i]] = [plan[i]!, plan[i - 1]!];
  else if (kind === 1) plan[i] = {car: random.pick(base).car, to: plan[i]!.to};
  else plan[i] = {car: plan[i]!.car, to: random.integer(0, places - 1)};
  return plan;
}

const same = (a: readonly number[], b: readonly number[]) => a.every((lot, car) => lot === b[car]);
