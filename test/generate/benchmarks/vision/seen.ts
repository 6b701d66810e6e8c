// Answers questions of the benchmarks of images from what their SVG shows: elements are read back as text, and nothing of the generator is used.

interface Element {
  name: string;
  text: string;
  /** An attribute as a number. */
  n(attribute: string): number;
  of(attribute: string): string;
  /** Coordinates of a polygon or polyline. */
  points: [number, number][];
}

export function elementsOf(svg: string): Element[] {
  return [...svg.matchAll(/<(\w+)((?: [\w-]+="[^"]*")*)(?:\/>|>([^<]*)<\/\w+>)/gu)].map(
    ([, name = "", written = "", text = ""]) => {
      const attributes = new Map([...written.matchAll(/([\w-]+)="([^"]*)"/gu)].map(([, key, value]) => [key!, value!]));
      const of = (key: string) => attributes.get(key) ?? "";
      const points = of("points")
        .split(" ")
        .filter(Boolean)
        .map(pair => pair.split(",").map(Number) as [number, number]);
      return {name, text, of, n: key => Number(of(key)), points};
    }
  );
}

const COLOURS: Record<string, string> = {
  "#0072b2": "blue",
  "#e69f00": "orange",
  "#009e73": "green",
  "#cc79a7": "pink",
  "#000000": "black"
};

interface Shape {
  name: string;
  colour: string;
  form: string;
  x: number;
  y: number;
}

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Coloured shapes with their middles. */
export const shapesOf = (svg: string): Shape[] =>
  elementsOf(svg).flatMap(element => {
    const colour = COLOURS[element.of("fill")];
    if (!colour || element.name === "text") return [];
    const shape = (form: string, x: number, y: number) => [{name: `${colour} ${form}`, colour, form, x, y}];
    if (element.name === "circle") return shape("circle", element.n("cx"), element.n("cy"));
    if (element.name === "rect")
      return shape("square", element.n("x") + element.n("width") / 2, element.n("y") + element.n("height") / 2);
    const {points} = element;
    return shape(points.length === 3 ? "triangle" : "star", mean(points.map(([x]) => x)), mean(points.map(([, y]) => y)));
  });

function counted(svg: string, asked: string): string {
  const [, words = ""] = /How many ([a-z ]+) are in the picture/u.exec(asked)!;
  const colour = Object.values(COLOURS).find(each => words.startsWith(each));
  const form = ["circle", "square", "triangle", "star"].find(each => words.includes(each));
  const found = shapesOf(svg).filter(each => (!colour || each.colour === colour) && (!form || each.form === form));
  return String(found.length);
}

function placed(svg: string, asked: string): string {
  const shapes = shapesOf(svg);
  const called = (name: string) => shapes.find(each => each.name === name)!;
  const words = (pattern: RegExp) => pattern.exec(asked);
  const direction = words(/Where is the (\w+ \w+), seen from the (\w+ \w+)\?/u);
  if (direction) {
    const [x, y] = [called(direction[1]!).x - called(direction[2]!).x, called(direction[1]!).y - called(direction[2]!).y];
    const [beside, aside] = [Math.abs(y) < 12, Math.abs(x) < 12];
    if (beside) return `to the ${x < 0 ? "left" : "right"} of it, at the same height`;
    if (aside) return `straight ${y < 0 ? "above" : "below"} it`;
    return `${y < 0 ? "above" : "below"} it, to the ${x < 0 ? "left" : "right"}`;
  }
  const near = words(/nearest to the (\w+ \w+)\?/u);
  if (near) {
    const from = called(near[1]!);
    const far = (each: Shape) => (each.x - from.x) ** 2 + (each.y - from.y) ** 2;
    return shapes.filter(each => each !== from).reduce((a, b) => (far(b) < far(a) ? b : a)).name;
  }
  const row = words(/is the (\w+) from the (left|right)\?/u);
  if (row) {
    const at = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"].indexOf(row[1]!);
    return shapes.toSorted((a, b) => (row[2] === "left" ? a.x - b.x : b.x - a.x))[at]!.name;
  }
  const walk = words(/Start at the (\w+ \w+) and .*: ([a-z, ]+)\. At/u)!;
  let here = called(walk[1]!);
  for (const move of walk[2]!.split(", ")) {
    const sign = move === "left" || move === "up" ? -1 : 1;
    const [along, across] = move === "left" || move === "right" ? (["x", "y"] as const) : (["y", "x"] as const);
    // The neighbour that way: in the same row or column, the nearest one on that side.
    here = shapes
      .filter(each => Math.abs(each[across] - here[across]) < 30 && sign * (each[along] - here[along]) > 20)
      .reduce((a, b) => (sign * b[along] < sign * a[along] ? b : a));
  }
  return here.name;
}

type Line = [number, number, number, number];
const length = ([x1, y1, x2, y2]: Line) => Math.hypot(x2 - x1, y2 - y1);

function measured(svg: string, asked: string): string {
  const elements = elementsOf(svg);
  const lines = elements
    .filter(({name}) => name === "line")
    .map(each => ({
      line: [each.n("x1"), each.n("y1"), each.n("x2"), each.n("y2")] as Line,
      colour: COLOURS[each.of("stroke")]!
    }));
  if (asked.includes("sides")) return String(elements.find(({name}) => name === "polygon")!.points.length);
  if (asked.includes("angle")) {
    const [a, b] = lines.map(({line}) => line) as [Line, Line];
    const cosine = ((a[2] - a[0]) * (b[2] - b[0]) + (a[3] - a[1]) * (b[3] - b[1])) / (length(a) * length(b));
    return `${Math.round((Math.acos(cosine) * 180) / Math.PI)} degrees`;
  }
  if (asked.includes("squares")) {
    const filled = elements.filter(({name, n}) => name === "rect" && n("width") < 100);
    return `${new Set(filled.map(({n}) => `${n("x")} ${n("y")}`)).size} squares`;
  }
  if (asked.includes("cross")) {
    const [one, other] = elements.filter(({name}) => name === "polyline").map(({points}) => points);
    const segments = (points: [number, number][]) => points.slice(1).map((end, i) => [...points[i]!, ...end] as Line);
    let found = 0;
    for (const a of segments(one!)) for (const b of segments(other!)) if (meet(a, b)) found++;
    return String(found);
  }
  const sign = asked.includes("longest") ? 1 : -1;
  return `the ${lines.reduce((a, b) => (sign * length(b.line) > sign * length(a.line) ? b : a)).colour} line`;
}

/** Whether two segments cross, by the sides on which their ends lie. */
function meet([ax, ay, bx, by]: Line, [cx, cy, dx, dy]: Line): boolean {
  const side = (px: number, py: number, qx: number, qy: number, x: number, y: number) =>
    Math.sign((qx - px) * (y - py) - (qy - py) * (x - px));
  return (
    side(ax, ay, bx, by, cx, cy) !== side(ax, ay, bx, by, dx, dy) && side(cx, cy, dx, dy, ax, ay) !== side(cx, cy, dx, dy, bx, by)
  );
}

/** The value of each city in a chart with axes, or in the column of a table that the question names. */
function valuesOf(svg: string, asked: string): Map<string, number> {
  const elements = elementsOf(svg);
  const texts = elements.filter(({name}) => name === "text");
  const season = /value in (\w+)/u.exec(asked)?.[1];
  const cities = texts.filter(({text}) => /^[A-Z]/u.test(text));
  if (season) {
    const head = texts.find(({text}) => text === season)!;
    const cell = (y: number) => texts.find(each => each.n("x") === head.n("x") && each.n("y") === y)!;
    return new Map(cities.map(city => [city.text, Number(cell(city.n("y")).text)]));
  }
  // Numbers of the axis stand 5 pixels below their lines.
  const ticks = texts.filter(({text}) => /^\d+$/u.test(text)).map(each => ({value: Number(each.text), y: each.n("y") - 5}));
  const [low, high] = [ticks[0]!, ticks.at(-1)!];
  const valueAt = (y: number) => low.value + ((y - low.y) / (high.y - low.y)) * (high.value - low.value);
  const marks = elements
    .filter(({name, of}) => (name === "rect" || name === "circle") && of("fill") === "#0072b2")
    .map(each =>
      each.name === "rect" ? {x: each.n("x") + each.n("width") / 2, y: each.n("y")} : {x: each.n("cx"), y: each.n("cy")}
    );
  return new Map(
    cities.map(city => {
      const mark = marks.reduce((a, b) => (Math.abs(b.x - city.n("x")) < Math.abs(a.x - city.n("x")) ? b : a));
      return [city.text, 5 * Math.round(valueAt(mark.y) / 5)];
    })
  );
}

/** Percent of each city's slice. */
function sharesOf(svg: string): Map<string, number> {
  const elements = elementsOf(svg);
  const texts = elements.filter(({name}) => name === "text");
  return new Map(
    elements
      .filter(({name}) => name === "path")
      .map((each, i) => {
        const [, mx, my, ax, ay, , , wide, , bx, by] = /^M(\S+) (\S+)L(\S+) (\S+)A(\S+) (\S+) 0 (\d) (\d) (\S+) (\S+)Z$/u
          .exec(each.of("d"))!
          .map(Number);
        const [from, to] = [Math.atan2(ay! - my!, ax! - mx!), Math.atan2(by! - my!, bx! - mx!)];
        const turn = (to - from + 4 * Math.PI) % (2 * Math.PI);
        // Of half a disc both flags draw the same.
        if (turn > Math.PI !== (wide === 1) && Math.abs(turn - Math.PI) > 0.01)
          throw new Error(`a slice that goes the other way round: ${each.of("d")} ${turn}`);
        return [texts[i]!.text, (100 * turn) / (2 * Math.PI)];
      })
  );
}

function charted(svg: string, asked: string): string {
  if (asked.includes("share")) {
    const shares = [...sharesOf(svg)];
    const name = /whole is (\w+)\?/u.exec(asked)?.[1];
    if (!name) return shares.reduce((a, b) => (b[1] > a[1] ? b : a))[0];
    return `${Math.round(shares.find(([city]) => city === name)![1] / 5) * 5} percent`;
  }
  const values = valuesOf(svg, asked);
  const bound = /more than (\d+)/u.exec(asked);
  if (bound) return String([...values.values()].filter(value => value > Number(bound[1])).length);
  const extreme = /highest|lowest/u.exec(asked)?.[0];
  if (extreme) return [...values].reduce((a, b) => ((extreme === "highest" ? b[1] > a[1] : b[1] < a[1]) ? b : a))[0];
  const pair = /of (\w+) higher than that of (\w+)\?/u.exec(asked);
  if (pair) return String(values.get(pair[1]!)! - values.get(pair[2]!)!);
  return String(values.get(/of (\w+)\?/u.exec(asked)![1]!));
}

/** What the drawing answers, in the words of the options or as a number. @param asked the prompt */
export const SEEN: Record<string, (svg: string, asked: string) => string> = {
  "zen-charts": charted,
  "zen-geometry": measured,
  "zen-counting": counted,
  "zen-spatial": placed
};
