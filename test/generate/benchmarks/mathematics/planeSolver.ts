// Second solver of ZenPlane: Pick's theorem, counts of points and cubes, slices and coordinates instead of formulas of area and volume.
import {PLANE_OPENING} from "../../../../pipelines/generate/benchmarks/mathematics/plane.js";
import {chainedSolver, type Method} from "../quality/chainedSolver.js";

type Point = readonly [x: number, y: number];

const side = ([a, b]: Point, [c, d]: Point, [x, y]: Point): number => (c - a) * (y - b) - (x - a) * (d - b);

/** Points with whole coordinates on a segment, ends included, column by column. */
function pointsOn(a: Point, b: Point): number {
  if (a[0] === b[0]) return Math.abs(a[1] - b[1]) + 1;
  let count = 0;
  for (let x = Math.min(a[0], b[0]); x <= Math.max(a[0], b[0]); x++)
    if (((b[1] - a[1]) * (x - a[0])) % (b[0] - a[0]) === 0) count++;
  return count;
}

/** Twice the area of a convex polygon, by Pick's theorem: 2 × inner points + points of the border - 2. */
function pick(corners: readonly Point[]): number {
  const edges = corners.map((corner, i) => [corner, corners[(i + 1) % corners.length]!] as const);
  const border = edges.reduce((sum, [a, b]) => sum + pointsOn(a, b) - 1, 0);
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  let inner = 0;
  for (let x = Math.min(...xs); x <= Math.max(...xs); x++)
    for (let y = Math.min(...ys); y <= Math.max(...ys); y++) {
      const signs = edges.map(([a, b]) => Math.sign(side(a, b, [x, y])));
      if (signs.every(sign => sign > 0) || signs.every(sign => sign < 0)) inner++;
    }
  return 2 * inner + border - 2;
}

/** The quadrilaterals have one corner in each quadrant, so that the origin divides them into four triangles. */
const fan = (corners: readonly Point[]): number =>
  corners.reduce((sum, corner, i) => sum + pick([[0, 0], corner, corners[(i + 1) % corners.length]!]), 0);

/** The whole root of an integer, by search. */
function root(square: number): number {
  let n = Math.floor(Math.sqrt(square)) - 1;
  while (n * n < square) n++;
  return n;
}

/** Integral of a polynomial of degree 3 at most (Simpson's rule is exact). */
const integral = (at: (x: number) => number, from: number, to: number): number =>
  ((to - from) * (at(from) + 4 * at((from + to) / 2) + at(to))) / 6;
const whole = (value: number): number => Math.round(value * 1e6) / 1e6;

const METHODS: readonly Method[] = [
  ["the length of the hypotenuse of a right triangle whose legs are # and #", ([a, b]) => root(a! ** 2 + b! ** 2), 4],
  [
    "the area of a right triangle whose hypotenuse is # and one of whose legs is #",
    ([long, leg]) => whole(integral(x => (x * root((long! - leg!) * (long! + leg!))) / leg!, 0, leg!)),
    4
  ],
  [
    "the area of a triangle with the sides #, # and #",
    // The third corner from the two distances.
    ([a, b, base]) => {
      const x = (a! ** 2 - b! ** 2 + base! ** 2) / (2 * base!);
      return whole((base! * Math.sqrt(a! ** 2 - x ** 2)) / 2);
    },
    4
  ],
  [
    "twice the area of the triangle with the vertices (#, #), (#, #) and (#, #)",
    ([a, b, c, d, e, f]) => {
      const corners: Point[] = [
        [a!, b!],
        [c!, d!],
        [e!, f!]
      ];
      return side(...(corners as [Point, Point, Point])) === 0 ? 0 : pick(corners);
    },
    4
  ],
  [
    "twice the area of the quadrilateral with the vertices (#, #), (#, #), (#, #), (#, #) in this order",
    numbers => fan([0, 2, 4, 6].map(i => [numbers[i]!, numbers[i + 1]!])),
    4
  ],
  [
    "the number of points with whole coordinates on the line segment from (#, #) to (#, #), ends included",
    ([a, b, c, d]) => pointsOn([a!, b!], [c!, d!]),
    4
  ],
  [
    "the sum of the three other angles, in degrees, of a polygon with # corners without self-intersection if all angles but three are # degrees",
    // The turns at the corners make one full turn.
    ([n, angle]) => 3 * 180 - (360 - (n! - 3) * (180 - angle!)),
    4
  ],
  [
    "twice the area of a figure of a trapezoid with the parallel sides # and # and the height #, and a rectangle of height # on its side of length #",
    ([one, other, height, more, on]) =>
      whole(2 * integral(y => one! + ((other! - one!) * y) / height!, 0, height!) + 2 * on! * more!),
    4
  ],
  [
    "the square of the length of a tangent from (#, #) to the circle with the center (#, #) and the radius #",
    // The power of the point: the product of its distances along the line through the center.
    ([x, y, a, b, radius]) => {
      const distance = Math.hypot(x! - a!, y! - b!);
      return whole((distance - radius!) * (distance + radius!));
    },
    4
  ],
  [
    "the length of a chord at the distance # from the center of a circle with the radius #",
    ([distance, radius]) => 2 * root((radius! - distance!) * (radius! + distance!)),
    4
  ],
  [
    "the length of a chord that another chord of the circle meets, which the meeting point divides into parts of # and #, if one part of the first chord is #",
    // A circle with the first chord upright: the meeting point is the origin, the other chord lies on the x-axis.
    ([near, far, part]) => {
      const center = (far! - near!) / 2;
      const height = (part! ** 2 - near! * far!) / (2 * part!);
      return whole(part! - (height - Math.sqrt((near! + center) ** 2 + height ** 2 - center ** 2)));
    },
    4
  ],
  [
    "360/pi times the area of the part of a ring between the radii # and # that has a central angle of # degrees",
    ([inner, outer, angle]) => whole(integral(radius => 2 * radius * angle!, inner!, outer!)),
    4
  ],
  [
    "the surface of a box with the edges #, # and #",
    // The box grows on all sides: the change of its volume is even in its own edges.
    ([a, b, c]) => {
      const volume = (t: number) => (a! + 2 * t) * (b! + 2 * t) * (c! + 2 * t);
      return (8 * (volume(1) - volume(-1)) - (volume(2) - volume(-2))) / 12;
    },
    4
  ],
  [
    "the surface, base included, of a cone with the base radius # and the height #, divided by pi",
    ([radius, height]) => {
      const slant = root(radius! ** 2 + height! ** 2);
      return whole(radius! ** 2 + integral(along => (2 * radius! * along) / slant, 0, slant));
    },
    4
  ],
  [
    "the volume of a frustum of a pyramid of height # whose bases are squares with the sides # and #",
    ([height, low, high]) => whole(integral(y => (low! + ((high! - low!) * y) / height!) ** 2, 0, height!)),
    4
  ],
  [
    "the number of unpainted small cubes if a box of # by # by # small cubes is painted on all six faces and taken apart",
    ([a, b, c]) => {
      let painted = 0;
      for (let x = 1; x <= a!; x++) for (let y = 1; y <= b!; y++) painted += x === 1 || x === a || y === 1 || y === b ? c! : 2;
      return a! * b! * c! - painted;
    },
    4
  ],
  [
    "the volume of a solid of a cylinder with the radius # and the height #, topped by a hemisphere of that radius, divided by pi",
    ([radius, height]) => whole(integral(() => radius! ** 2, 0, height!) + integral(y => radius! ** 2 - y ** 2, 0, radius!)),
    4
  ]
];

export const solvePlane = chainedSolver(PLANE_OPENING, METHODS);
