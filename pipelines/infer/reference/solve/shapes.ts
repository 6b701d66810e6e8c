// Solver of the task "shapes".
import type {Mind} from "../mind.js";
import {block, optionsIn} from "./block.js";
import type {Solver} from "./solver.js";

interface Piece {
  dx: number;
  dy: number;
  /** Radii of an arc; absent in a straight piece. */
  radii?: [number, number];
}

/** Tolerances: lengths count as equal within this share, directions as parallel or perpendicular within this sine or cosine. */
const NEARLY_EQUAL = 0.08;
const NEARLY_ALONG = 0.09;

export const shapes: Solver = {
  read: prompt =>
    prompt.includes("Which shape does this SVG path draw?")
      ? block(prompt, "an arc and two radii. Coordinates are rounded, and a side may be drawn in pieces.")
      : null,
  solve(question, mind) {
    const path = /<path d="([^"]+)"/.exec(question)?.[1];
    const options = optionsIn(question);
    if (!path || options.length === 0) throw new SyntaxError("no path or no options");
    const steps: string[] = [];
    const name = nameOf(path, mind, steps);
    steps.push(`That is a ${name}`);
    const found = options.find(({text}) => text === name) ?? mind.random.pick(options);
    return {steps, answer: found.letter};
  }
};

function nameOf(path: string, mind: Mind, steps: string[]): string {
  const {pieces, digits} = read(path);
  const remembered = pieces.length;
  /** Observes a fact about the drawing, or its opposite where the mind errs; long numbers and slanting sides are harder. */
  const sees = (fact: boolean, load: number) => (mind.errs({load: load + 0.12 * digits, remembered, depth: 1}) ? !fact : fact);
  const bows = pieces.filter(({radii}) => radii);
  const closed = Math.hypot(total(pieces, "dx"), total(pieces, "dy")) < 1e-6 * Math.max(...pieces.map(size));
  if (bows.length > 0) {
    steps.push(`There are ${bows.length} arcs and ${remembered - bows.length} straight pieces`);
    if (bows.length > 1) return sees(bows[0]!.radii![0] === bows[0]!.radii![1], 0.4) ? "circle" : "ellipse";
    return sees(closed, 0.4) ? "sector" : "arc";
  }
  const sides = merged(pieces, closed, bend => sees(bend, 0.1));
  steps.push(`I count ${sides.length} straight sides`);
  if (sides.length < 3) return "line";
  if (sides.length === 3) return "triangle";
  const [a, b, c, d] = sides as [Piece, Piece, Piece, Piece];
  const slant = pieces.some(({dx, dy}) => dx !== 0 && dy !== 0) ? 0.8 : 0.2;
  const pairs = [sees(along(a, c), slant), sees(along(b, d), slant)].filter(Boolean).length;
  steps.push(`${pairs} pairs of sides are parallel`);
  if (pairs === 1) return "trapezoid";
  if (pairs === 0) return "kite";
  const equal = sees(Math.abs(Math.log(size(a) / size(b))) < NEARLY_EQUAL, slant);
  const square = sees(Math.abs(a.dx * b.dx + a.dy * b.dy) < NEARLY_ALONG * size(a) * size(b), slant);
  steps.push(`Neighbouring sides are ${equal ? "" : "not "}equal, corners are ${square ? "" : "not "}right`);
  return square ? (equal ? "square" : "rectangle") : equal ? "rhombus" : "parallelogram";
}

const size = ({dx, dy}: Piece) => Math.hypot(dx, dy);
const total = (pieces: Piece[], key: "dx" | "dy") => pieces.reduce((sum, piece) => sum + piece[key], 0);
const along = (a: Piece, b: Piece) => Math.abs(a.dx * b.dy - a.dy * b.dx) < NEARLY_ALONG * size(a) * size(b);

/** Joins successive pieces with the same direction into one side. */
function merged(pieces: Piece[], closed: boolean, sees: (bends: boolean) => boolean): Piece[] {
  const sides: Piece[] = [];
  for (const piece of pieces) {
    const last = sides.at(-1);
    if (last && !sees(!along(last, piece))) sides[sides.length - 1] = {dx: last.dx + piece.dx, dy: last.dy + piece.dy};
    else sides.push(piece);
  }
  if (closed && sides.length > 2 && !sees(!along(sides.at(-1)!, sides[0]!))) {
    const last = sides.pop()!;
    sides[0] = {dx: sides[0]!.dx + last.dx, dy: sides[0]!.dy + last.dy};
  }
  return sides;
}

/** @returns the pieces of the path, and the mean number of digits of a coordinate */
function read(path: string): {pieces: Piece[]; digits: number} {
  const tokens = path.match(/[MLHVAZ]|-?[\d.]+/gi)!;
  const pieces: Piece[] = [];
  let [x, y, startX, startY, i] = [0, 0, 0, 0, 0];
  let command = "M";
  const go = (toX: number, toY: number, radii?: [number, number]) => {
    // Far below the last printed decimal: what relative steps leave because of rounding.
    if (Math.hypot(toX - x, toY - y) > 1e-7) pieces.push({dx: toX - x, dy: toY - y, ...(radii && {radii})});
    [x, y] = [toX, toY];
  };
  while (i < tokens.length) {
    if (/[A-Z]/i.test(tokens[i]!)) command = tokens[i++]!;
    const near = command === command.toLowerCase();
    const number = (from: number) => (near ? from : 0) + Number(tokens[i++]);
    switch (command.toUpperCase()) {
      case "M":
        [x, y] = [number(x), number(y)];
        [startX, startY] = [x, y];
        break;
      case "L":
        go(number(x), number(y));
        break;
      case "H":
        go(number(x), y);
        break;
      case "V":
        go(x, number(y));
        break;
      case "A": {
        const radii: [number, number] = [Number(tokens[i]), Number(tokens[i + 1])];
        i += 5;
        go(number(x), number(y), radii);
        break;
      }
      default:
        go(startX, startY);
    }
  }
  const numbers = tokens.filter(token => /\d/.test(token));
  const digits = numbers.reduce((sum, token) => sum + token.replace(/\D/g, "").length, 0) / numbers.length;
  return {pieces, digits};
}
