// The benchmark ZenPlane: triangles, polygons, circles and solids, linked into chains of up to nine quantities.
import {signed} from "../../parts/expressions.js";
import type {Random} from "../../seed.js";
import {chained, type Quantity} from "../chained.js";

type Point = readonly [x: number, y: number];

const pointOf = (random: Random, max = 60): Point => [signed(random, max), signed(random, max)];
const pointText = ([x, y]: Point, first: string | number = x): string => `(${first}, ${y})`;
const gcd = (a: number, b: number): number => (b === 0 ? Math.abs(a) : gcd(b, a % b));

/** Legs and hypotenuse of a right triangle, by Euclid's formula. */
function triple(random: Random, most = 12): [number, number, number] {
  const [m, n, k] = [random.integer(2, most), random.integer(1, most - 1), random.integer(1, 4)];
  if (n >= m) return triple(random, most);
  return [k * (m * m - n * n), 2 * k * m * n, k * (m * m + n * n)];
}

const triangles: readonly Quantity[] = [
  (random, write) => {
    const [one, other, long] = triple(random, 24);
    return [long, `the length of the hypotenuse of a right triangle whose legs are ${write(one)} and ${other}`];
  },
  (random, write) => {
    const [one, other, long] = triple(random, 24);
    return [
      (one * other) / 2,
      `the area of a right triangle whose hypotenuse is ${write(long)} and one of whose legs is ${random.chance(0.5) ? one : other}`
    ];
  },
  (random, write) => {
    // Two right triangles with a common leg: all sides and the area are whole.
    const [one, other, long] = triple(random, 7);
    const [left, right, wide] = triple(random, 7);
    const [a, b, base] = [long * left, wide * one, other * left + right * one];
    return [(one * left * base) / 2, `the area of a triangle with the sides ${write(a)}, ${b} and ${base}`];
  },
  (random, write) => {
    const [a, b, c] = [pointOf(random), pointOf(random), pointOf(random)];
    return [
      Math.abs((b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])),
      `twice the area of the triangle with the vertices ${pointText(a, write(a[0]))}, ${pointText(b)} and ${pointText(c)}`
    ];
  }
];

const polygons: readonly Quantity[] = [
  (random, write) => {
    const corners: Point[] = [
      [-random.integer(1, 40), -random.integer(1, 40)],
      [random.integer(1, 40), -random.integer(1, 40)],
      [random.integer(1, 40), random.integer(1, 40)],
      [-random.integer(1, 40), random.integer(1, 40)]
    ];
    const sum = corners.reduce((total, [x, y], i) => {
      const [next, up] = corners[(i + 1) % 4]!;
      return total + x * up - next * y;
    }, 0);
    const texts = corners.map((corner, i) => (i === 0 ? pointText(corner, write(corner[0])) : pointText(corner)));
    return [Math.abs(sum), `twice the area of the quadrilateral with the vertices ${texts.join(", ")} in this order`];
  },
  (random, write) => {
    const [a, b] = [pointOf(random, 240), pointOf(random, 240)];
    const common = random.integer(1, 30);
    const end: Point = [a[0] + common * b[0], a[1] + common * b[1]];
    return [
      gcd(end[0] - a[0], end[1] - a[1]) + 1,
      `the number of points with whole coordinates on the line segment from ${pointText(a, write(a[0]))} to ${pointText(end)}, ends included`
    ];
  },
  (random, write) => {
    const [n, angle] = [random.integer(7, 60), random.integer(100, 175)];
    return [
      (n - 2) * 180 - (n - 3) * angle,
      `the sum of the three other angles, in degrees, of a polygon with ${write(n)} corners without self-intersection if all angles but three are ${angle} degrees`
    ];
  },
  (random, write) => {
    const [one, other, height, more] = [
      random.integer(5, 90),
      random.integer(5, 90),
      random.integer(2, 60),
      random.integer(2, 60)
    ];
    return [
      (one + other) * height + 2 * other * more,
      `twice the area of a figure of a trapezoid with the parallel sides ${write(one)} and ${other} and the height ${height}, and a rectangle of height ${more} on its side of length ${other}`
    ];
  }
];

const circles: readonly Quantity[] = [
  (random, write) => {
    const [center, radius, point] = [pointOf(random), random.integer(2, 30), pointOf(random, 99)];
    const distance = (point[0] - center[0]) ** 2 + (point[1] - center[1]) ** 2;
    if (distance <= radius ** 2) return [Number.NaN, ""];
    return [
      distance - radius ** 2,
      `the square of the length of a tangent from ${pointText(point, write(point[0]))} to the circle with the center ${pointText(center)} and the radius ${radius}`
    ];
  },
  (random, write) => {
    const [half, distance, radius] = triple(random, 24);
    return [
      2 * half,
      `the length of a chord at the distance ${distance} from the center of a circle with the radius ${write(radius)}`
    ];
  },
  (random, write) => {
    const [near, far, other] = [random.integer(3, 90), random.integer(3, 90), random.integer(2, 60)];
    if ((near * far) % other !== 0) return [Number.NaN, ""];
    return [
      (near * far) / other + other,
      `the length of a chord that another chord of the circle meets, which the meeting point divides into parts of ${write(near)} and ${far}, if one part of the first chord is ${other}`
    ];
  },
  (random, write) => {
    const [inner, width, angle] = [random.integer(3, 60), random.integer(2, 30), 12 * random.integer(2, 29)];
    return [
      ((inner + width) ** 2 - inner ** 2) * angle,
      `360/pi times the area of the part of a ring between the radii ${write(inner)} and ${inner + width} that has a central angle of ${angle} degrees`
    ];
  }
];

const solids: readonly Quantity[] = [
  (random, write) => {
    const [a, b, c] = [random.integer(3, 60), random.integer(3, 60), random.integer(3, 60)];
    return [2 * (a * b + b * c + a * c), `the surface of a box with the edges ${write(a)}, ${b} and ${c}`];
  },
  (random, write) => {
    const [radius, height, slant] = triple(random, 9);
    return [
      radius * (radius + slant),
      `the surface, base included, of a cone with the base radius ${write(radius)} and the height ${height}, divided by pi`
    ];
  },
  (random, write) => {
    const [low, high, height] = [random.integer(2, 40), random.integer(2, 40), 3 * random.integer(2, 30)];
    return [
      (height * (low ** 2 + low * high + high ** 2)) / 3,
      `the volume of a frustum of a pyramid of height ${height} whose bases are squares with the sides ${write(low)} and ${high}`
    ];
  },
  (random, write) => {
    const [a, b, c] = [random.integer(4, 40), random.integer(4, 40), random.integer(4, 40)];
    return [
      (a - 2) * (b - 2) * (c - 2),
      `the number of unpainted small cubes if a box of ${write(a)} by ${b} by ${c} small cubes is painted on all six faces and taken apart`
    ];
  },
  (random, write) => {
    const [radius, more] = [3 * random.integer(2, 20), random.integer(3, 60)];
    return [
      radius ** 2 * more + (2 * radius ** 3) / 3,
      `the volume of a solid of a cylinder with the radius ${write(radius)} and the height ${more}, topped by a hemisphere of that radius, divided by pi`
    ];
  }
];

/** The words that begin every question. */
export const PLANE_OPENING = "Solve this problem of geometry.";

export const plane = chained({
  name: "zen-plane",
  version: 1,
  summary: "Triangles, polygons, circles and solids, linked into chains of up to nine quantities.",
  domain: "Mathematics",
  category: "Plane and solid geometry",
  opening: PLANE_OPENING,
  families: {triangles, polygons, circles, solids},
  // With the 20 cells 4,000 in all.
  size: 200
});
