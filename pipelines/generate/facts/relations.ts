// Skills about relations: of places, of gifts, of figures on a grid, of sizes, and of rooms along a path.
import type {Random} from "../seed.js";
import {ascending, drawn, numbersWhere, skill, some} from "./skill.js";
import {CONTAINERS, DIRECTIONS, type Direction, PEOPLE, PLACES, SHAPES, STEPS, THINGS} from "./vocabulary.js";

type Cell = readonly [x: number, y: number];
const OPPOSITE: Record<Direction, Direction> = {north: "south", south: "north", east: "west", west: "east"};

/** Names on different cells of a grid, each but the first next to an earlier one, of which a fact tells. */
interface Layout<Way extends string> {
  cells: Map<string, Cell>;
  /** `a` is one field this way of `b`. */
  links: {a: string; b: string; way: Way}[];
}

/** @param steps the step that each way means */
function layoutOf<Way extends string>(names: readonly string[], steps: Readonly<Record<Way, Cell>>, random: Random): Layout<Way> {
  const ways = Object.keys(steps) as Way[];
  const cells = new Map<string, Cell>([[names[0]!, [0, 0]]]);
  const links: Layout<Way>["links"] = [];
  for (const name of names.slice(1)) {
    const {cell, ...link} = drawn(() => {
      const b = random.pick([...cells.keys()]);
      const way = random.pick(ways);
      const cell: Cell = [cells.get(b)![0] + steps[way][0], cells.get(b)![1] + steps[way][1]];
      return isFree(cell, cells) ? {b, way, cell} : null;
    });
    cells.set(name, cell);
    links.push({a: name, ...link});
  }
  return {cells, links};
}

const isFree = ([x, y]: Cell, cells: ReadonlyMap<string, Cell>): boolean =>
  [...cells.values()].every(cell => cell[0] !== x || cell[1] !== y);

/** Places next to each other, as many as there are facts to tell of them; further facts tell again what one has told. */
function placesOf(count: number, random: Random): Layout<Direction> & {order: Layout<Direction>["links"]} {
  const layout = layoutOf(some(PLACES, Math.min(PLACES.length, count + 1), random), STEPS, random);
  const again = Array.from({length: count - layout.links.length}, () => random.pick(layout.links));
  return {...layout, order: random.shuffle([...layout.links, ...again])};
}

/** A link as a fact, from either side. */
const linkTold = ({a, b, way}: Layout<Direction>["links"][number], random: Random): string =>
  random.chance(0.5) ? `The ${a} is ${way} of the ${b}.` : `The ${b} is ${OPPOSITE[way]} of the ${a}.`;

export const twoArguments = skill({
  number: 4,
  title: "two-argument relations",
  fewest: 2,
  labels: PLACES,
  rule: "Each fact tells of places right next to each other.",
  form: "one place",
  make: (random, count) =>
    drawn(() => {
      const {cells, links, order} = placesOf(count, random);
      const link = random.pick(links);
      const [asked, other, direction] = random.chance(0.5) ? [link.b, link.a, link.way] : [link.a, link.b, OPPOSITE[link.way]];
      const [x, y] = cells.get(asked)!;
      const [dx, dy] = STEPS[direction];
      const further = [...cells].filter(([name, [ox, oy]]) => {
        const [ahead, aside] = dx !== 0 ? [(ox - x) * dx, oy - y] : [(oy - y) * dy, ox - x];
        return name !== other && ahead > 0 && aside === 0;
      });
      if (further.length > 0) return null;
      return {
        facts: order.map(each => linkTold(each, random)),
        supporting: numbersWhere(order, each => each === link),
        question: random.chance(0.5)
          ? `What is ${direction} of the ${asked}?`
          : `What is the ${asked} ${OPPOSITE[direction]} of?`,
        answer: other
      };
    })
});

export const threeArguments = skill({
  number: 5,
  title: "three-argument relations",
  fewest: 1,
  labels: [...PEOPLE, ...THINGS],
  form: "one person or one thing",
  make: (random, count) =>
    drawn(() => {
      const cast = some(PEOPLE, 5, random);
      const things = some(THINGS, 5, random);
      const gifts = Array.from({length: count}, () => {
        const [from, to] = some(cast, 2, random);
        return {from: from!, to: to!, thing: random.pick(things), verb: random.pick(["gave", "handed", "passed"])};
      });
      const fact = random.integer(0, count - 1);
      const {from, to, thing} = gifts[fact]!;
      const [question, answer, alike] = random.pick<[string, string, (gift: (typeof gifts)[number]) => boolean]>([
        [`What did ${from} give to ${to}?`, thing, gift => gift.from === from && gift.to === to],
        [`Who gave the ${thing} to ${to}?`, from, gift => gift.thing === thing && gift.to === to],
        [`To whom did ${from} give the ${thing}?`, to, gift => gift.thing === thing && gift.from === from]
      ]);
      if (gifts.filter(alike).length > 1) return null;
      return {
        facts: gifts.map(({from, to, thing, verb}) => `${from} ${verb} the ${thing} to ${to}.`),
        supporting: [fact],
        question,
        answer
      };
    })
});

/** The four relations of figures, with the step that each means. */
const SIDES = {
  above: [0, 1],
  below: [0, -1],
  "to the right of": [1, 0],
  "to the left of": [-1, 0]
} as const;
type Side = keyof typeof SIDES;
const SIDE_NAMES = Object.keys(SIDES) as Side[];
const FIGURE_COLOURS = ["turquoise", "magenta", "beige", "maroon"] as const;

export const position = skill({
  number: 17,
  title: "position",
  fewest: 2,
  labels: ["yes", "no"],
  rule: "The figures lie on a grid, and each fact tells of a step of one field; a figure is above another if its row is higher, and to the right of another if its column is further right, whatever the other coordinate.",
  form: "yes or no",
  make(random, count) {
    const wanted = random.chance(0.5);
    return drawn(() => {
      const all = FIGURE_COLOURS.flatMap(colour => SHAPES.map(shape => `${colour} ${shape}`));
      const figures = some(all, Math.min(all.length, count + 1), random);
      const {cells, links: told} = layoutOf(figures, SIDES, random);
      while (told.length < count) told.push(random.pick(told));
      const order = random.shuffle(told);
      const [a, b] = some(figures, 2, random) as [string, string];
      if (told.some(link => (link.a === a && link.b === b) || (link.a === b && link.b === a))) return null;
      const side = random.pick(SIDE_NAMES);
      const [dx, dy] = [cells.get(a)![0] - cells.get(b)![0], cells.get(a)![1] - cells.get(b)![1]];
      const holds = dx * SIDES[side][0] + dy * SIDES[side][1] > 0;
      if (holds !== wanted) return null;
      const way = pathOf(told, a, b);
      return {
        facts: order.map(({a, b, way}) => `The ${a} is ${way} the ${b}.`),
        supporting: numbersWhere(order, link => way.includes(link)),
        question: `Is the ${a} ${side} the ${b}?`,
        answer: holds ? "yes" : "no"
      };
    });
  }
});

/**
 * The links of the shortest way between two names; empty where there is none.
 * @param oneWay whether a link leads from `a` to `b` alone
 */
function pathOf<Link extends {a: string; b: string}>(
  links: readonly Link[],
  from: string,
  to: string,
  {oneWay = false} = {}
): Link[] {
  const ways = new Map<string, Link[]>([[from, []]]);
  const queue = [from];
  for (const name of queue) {
    if (name === to) return ways.get(name)!;
    for (const link of links) {
      const next = link.a === name ? link.b : link.b === name && !oneWay ? link.a : undefined;
      if (next === undefined || ways.has(next)) continue;
      ways.set(next, [...ways.get(name)!, link]);
      queue.push(next);
    }
  }
  return [];
}

export const size = skill({
  number: 18,
  title: "size",
  fewest: 2,
  labels: ["yes", "no"],
  rule: "What fits inside something is smaller than it, and only what is smaller fits.",
  form: "yes or no",
  make: (random, count) =>
    drawn(() => {
      const order = random.shuffle(CONTAINERS); // from the smallest
      const links = Array.from({length: count}, () => {
        const [small, large] = some([...order.keys()], 2, random).sort((a, b) => a - b) as [number, number];
        return {a: order[small]!, b: order[large]!};
      });
      const chains = order
        .flatMap(a => order.map(b => ({a, b, chain: pathOf(links, a, b, {oneWay: true})})))
        .filter(({chain}) => chain.length > 1);
      const hidden = chains.filter(({a, b}) => !links.some(link => link.a === a && link.b === b));
      if (hidden.length === 0) return null;
      const {a, b, chain} = random.pick(hidden);
      const [one, two] = random.chance(0.5) ? [a, b] : [b, a];
      const bigger = random.chance(0.5);
      return {
        facts: links.map(({a, b}) =>
          random.chance(0.5) ? `The ${a} fits inside the ${b}.` : `The ${b} is bigger than the ${a}.`
        ),
        supporting: ascending(chain.map(link => links.indexOf(link))),
        question: bigger ? `Is the ${one} bigger than the ${two}?` : `Does the ${one} fit inside the ${two}?`,
        answer: (bigger ? one === b : one === a) ? "yes" : "no"
      };
    })
});

export const pathFinding = skill({
  number: 19,
  title: "path finding",
  fewest: 2,
  labels: DIRECTIONS,
  rule: "One can go from a place to the one next to it wherever a fact tells of the two.",
  form: "two directions in the order in which they are taken, separated by a comma",
  make: (random, count) =>
    drawn(() => {
      const {cells, links, order} = placesOf(count, random);
      const [from, to] = some([...cells.keys()], 2, random) as [string, string];
      const way = pathOf(links, from, to);
      if (way.length !== 2) return null;
      // No third place where another way of two steps would lead through.
      const [[x1, y1], [x2, y2]] = [cells.get(from)!, cells.get(to)!];
      const middle = way[0]!.a === from ? way[0]!.b : way[0]!.a;
      const corners: Cell[] = [
        [x1, y2],
        [x2, y1]
      ];
      if (
        [...cells].some(
          ([name, [x, y]]) => ![from, to, middle].includes(name) && corners.some(([cx, cy]) => cx === x && cy === y)
        )
      )
        return null;
      let here = from;
      const steps = way.map(({a, b, way}) => {
        const step = a === here ? OPPOSITE[way] : way;
        here = a === here ? b : a;
        return step;
      });
      return {
        facts: order.map(each => linkTold(each, random)),
        supporting: numbersWhere(order, each => way.includes(each)),
        question: `How does one go from the ${from} to the ${to}?`,
        answer: steps.join(", ")
      };
    })
});
