// The benchmark ZenLinearAlgebra: determinants, products, systems and vectors, linked into chains of up to nine quantities.
import {signed, sumText, type Term} from "../../parts/expressions.js";
import type {Random} from "../../seed.js";
import {chained, type Quantity} from "../chained.js";

type Matrix = readonly (readonly number[])[];

const matrixOf = (random: Random, rows: number, columns: number, max: number): number[][] =>
  Array.from({length: rows}, () => Array.from({length: columns}, () => signed(random, max)));
/** Formats a matrix row by row. @param first text of its first entry */
const matrixText = (matrix: Matrix, first?: string): string =>
  `[${matrix.map((row, i) => `[${row.map((each, k) => (i + k === 0 ? (first ?? each) : each)).join(", ")}]`).join(", ")}]`;
const vectorText = (vector: readonly number[], first?: string): string =>
  `(${vector.map((each, i) => (i === 0 ? (first ?? each) : each)).join(", ")})`;
const dot = (one: readonly number[], other: readonly number[]): number => one.reduce((sum, each, i) => sum + each * other[i]!, 0);
const multiply = (one: Matrix, other: Matrix): number[][] =>
  one.map(row =>
    other[0]!.map((_, k) =>
      dot(
        row,
        other.map(each => each[k]!)
      )
    )
  );
const determinant = ([row, ...rest]: Matrix): number =>
  row === undefined
    ? 1
    : row.reduce(
        (total, factor, column) =>
          total + (column % 2 === 0 ? factor : -factor) * determinant(rest.map(each => each.filter((_, i) => i !== column))),
        0
      );
const cross = ([a, b, c]: readonly number[], [d, e, f]: readonly number[]): number[] => [
  b! * f! - c! * e!,
  c! * d! - a! * f!,
  a! * e! - b! * d!
];

const determinants: readonly Quantity[] = [
  (random, write) => {
    const matrix = matrixOf(random, 2, 2, 40);
    return [determinant(matrix), `the determinant of the matrix ${matrixText(matrix, write(matrix[0]![0]!))}`];
  },
  (random, write) => {
    const matrix = matrixOf(random, 3, 3, 12);
    return [determinant(matrix), `the determinant of the matrix ${matrixText(matrix, write(matrix[0]![0]!))}`];
  },
  (random, write) => {
    const [matrix, size, factor] = [matrixOf(random, 2, 2, 9), random.integer(2, 3), random.integer(2, 5)];
    return [
      determinant(matrix) ** size * factor ** 2,
      `the determinant of ${factor} times the matrix ${matrixText(matrix, write(matrix[0]![0]!))}, multiplied by the determinant of that matrix ${size === 2 ? "once" : "twice"}`
    ];
  }
];

const products: readonly Quantity[] = [
  (random, write) => {
    const [one, other] = [matrixOf(random, 2, 3, 15), matrixOf(random, 3, 2, 15)];
    const result = multiply(one, other);
    return [
      result[0]![0]! + result[1]![1]!,
      `the trace of the product of ${matrixText(one, write(one[0]![0]!))} and ${matrixText(other)}`
    ];
  },
  (random, write) => {
    const [matrix, power] = [matrixOf(random, 2, 2, 7), random.integer(3, 4)];
    const result = Array.from({length: power - 1}).reduce<number[][]>(each => multiply(each, matrix), matrix);
    return [
      result.flat().reduce((a, b) => a + b, 0),
      `the sum of all entries of the power ${power} of ${matrixText(matrix, write(matrix[0]![0]!))}`
    ];
  },
  (random, write) => {
    const [matrix, vector] = [matrixOf(random, 3, 3, 12), matrixOf(random, 1, 3, 20)[0]!];
    const [result] = multiply([vector], matrix) as [number[]];
    return [
      dot(result, vector),
      `the value of the quadratic form with the matrix ${matrixText(matrix)} at the vector ${vectorText(vector, write(vector[0]!))}`
    ];
  }
];

/** A sum of unknowns of a system with whole solutions; the first right side is linked. */
const system =
  (names: readonly string[], max: number): Quantity =>
  (random, write) => {
    const [rows, values] = [matrixOf(random, names.length, names.length, 9), names.map(() => random.integer(-max, max))];
    if (determinant(rows) === 0) return [Number.NaN, ""];
    const asked = names.map(() => signed(random, 9, 2));
    const text = (factors: readonly number[]) => sumText(...factors.map((factor, i): Term => [factor, names[i]!]));
    const lines = rows.map((row, i) => `${text(row)} = ${i === 0 ? write(dot(row, values)) : dot(row, values)}`);
    return [dot(asked, values), `the value of ${text(asked)} for the solution of ${lines.join(", ")}`];
  };

const systems: readonly Quantity[] = [
  system(["x", "y"], 60),
  system(["x", "y", "z"], 25),
  (random, write) => {
    // The matrix S D S^-1 with S of determinant 1 has whole entries and the eigenvalues in D.
    const [p, q, low] = [signed(random, 6), signed(random, 6), random.integer(-60, 60)];
    const high = low + random.integer(1, 60);
    const [a, b, c, d] = [1 + p * q, p, q, 1];
    const matrix = [
      [a * d * high - b * c * low, a * b * (low - high)],
      [c * d * (high - low), a * d * low - b * c * high]
    ];
    const larger = random.chance(0.5);
    return [
      larger ? high : low,
      `the ${larger ? "larger" : "smaller"} eigenvalue of the matrix ${matrixText(matrix, write(matrix[0]![0]!))}`
    ];
  }
];

const vectors: readonly Quantity[] = [
  (random, write) => {
    const [one, other] = matrixOf(random, 2, 4, 60) as [number[], number[]];
    return [dot(one, other), `the scalar product of ${vectorText(one, write(one[0]!))} and ${vectorText(other)}`];
  },
  (random, write) => {
    const [one, other] = matrixOf(random, 2, 3, 20) as [number[], number[]];
    const normal = cross(one, other);
    return [
      normal.reduce((a, b) => a + b, 0),
      `the sum of the components of the cross product of ${vectorText(one, write(one[0]!))} and ${vectorText(other)}`
    ];
  },
  (random, write) => {
    const [one, other] = matrixOf(random, 2, 3, 9) as [number[], number[]];
    const normal = cross(one, other);
    return [
      dot(normal, normal),
      `the square of the area of the parallelogram spanned by ${vectorText(one, write(one[0]!))} and ${vectorText(other)}`
    ];
  },
  (random, write) => {
    const rows = matrixOf(random, 3, 3, 15);
    return [
      Math.abs(determinant(rows)),
      `the volume of the parallelepiped spanned by ${vectorText(rows[0]!, write(rows[0]![0]!))}, ${vectorText(rows[1]!)} and ${vectorText(rows[2]!)}`
    ];
  }
];

/** The words that begin every question. */
export const LINEAR_ALGEBRA_OPENING = "Solve this problem of linear algebra.";

export const linearAlgebra = chained({
  name: "zen-linear-algebra",
  version: 1,
  summary: "Determinants, products, systems and vectors, linked into chains of up to nine quantities.",
  domain: "Mathematics",
  category: "Linear algebra",
  opening: LINEAR_ALGEBRA_OPENING,
  families: {determinants, products, systems, vectors},
  lengths: [1, 2, 4, 6, 9],
  // With the 20 cells 4,000 in all.
  size: 200
});
