// Second solver of ZenLinearAlgebra: elimination with exact fractions, entries one by one, Lagrange's identity and trial of eigenvalues.
import {LINEAR_ALGEBRA_OPENING} from "../../../../pipelines/generate/benchmarks/mathematics/linearAlgebra.js";
import {chainedSolver, type Method} from "../quality/chainedSolver.js";

type Matrix = number[][];
const read = (text: string): Matrix => JSON.parse(text) as Matrix;
const readVector = (text: string): number[] => JSON.parse(`[${text.slice(1, -1)}]`) as number[];

/** Bareiss's elimination, in which every division is exact. */
function eliminate(matrix: Matrix): number {
  const rows = matrix.map(row => row.map(BigInt));
  let [sign, before] = [1n, 1n];
  for (let k = 0; k < rows.length - 1; k++) {
    const pivot = rows.findIndex((row, i) => i >= k && row[k] !== 0n);
    if (pivot < 0) return 0;
    if (pivot !== k) {
      [rows[k], rows[pivot]] = [rows[pivot]!, rows[k]!];
      sign = -sign;
    }
    for (let i = k + 1; i < rows.length; i++)
      for (let j = k + 1; j < rows.length; j++)
        rows[i]![j] = (rows[i]![j]! * rows[k]![k]! - rows[i]![k]! * rows[k]![j]!) / before;
    before = rows[k]![k]!;
  }
  return Number(sign * rows.at(-1)!.at(-1)!);
}

/** Factors of unknowns in a sum such as "3x - y + 2z". */
const factorsOf = (sum: string, names: readonly string[]): number[] =>
  names.map(name => {
    const match = new RegExp(`(-|[+] |- |^)(\\d*)${name}`, "u").exec(sum);
    return match ? (match[1]!.startsWith("-") ? -1 : 1) * Number(match[2] || 1) : 0;
  });

/** A linear form at the solution of equations: one more row and column, of which the determinant is the value times that of the system. */
function solved(asked: string, equations: string): number {
  const lines = equations.split(", ").map(line => line.split(" = ") as [string, string]);
  const names = ["x", "y", "z"].slice(0, lines.length);
  const rows = lines.map(([left]) => factorsOf(left, names));
  const bordered = [...rows.map((row, i) => [...row, Number(lines[i]![1])]), [...factorsOf(asked, names), 0]];
  return -eliminate(bordered) / eliminate(rows);
}

const length2 = (vector: readonly number[]): number => vector.reduce((sum, each) => sum + each ** 2, 0);
const along = (one: readonly number[], other: readonly number[]): number =>
  (length2(one.map((each, i) => each + other[i]!)) - length2(one) - length2(other)) / 2;

const METHODS: readonly Method[] = [
  ["the determinant of the matrix @", (_, [matrix]) => eliminate(read(matrix!)), 5],
  [
    "the determinant of # times the matrix @, multiplied by the determinant of that matrix @",
    ([factor], [text, often]) => {
      const matrix = read(text!);
      const scaled = eliminate(matrix.map(row => row.map(each => each * factor!)));
      return scaled * eliminate(matrix) ** (often === "once" ? 1 : 2);
    },
    5
  ],
  [
    "the trace of the product of @ and @",
    (_, [one, other]) => {
      const [left, right] = [read(one!), read(other!)];
      return left.reduce((sum, row, i) => row.reduce((total, each, k) => total + each * right[k]![i]!, sum), 0);
    },
    5
  ],
  [
    "the sum of all entries of the power # of @",
    ([power], [text]) => {
      // The matrix applied to (1, 1) again and again.
      const matrix = read(text!);
      let vector = [1, 1];
      for (let i = 0; i < power!; i++) vector = matrix.map(row => row[0]! * vector[0]! + row[1]! * vector[1]!);
      return vector[0]! + vector[1]!;
    },
    5
  ],
  [
    "the value of the quadratic form with the matrix @ at the vector @",
    (_, [text, at]) => {
      const vector = readVector(at!);
      return read(text!).reduce((sum, row, i) => row.reduce((total, each, k) => total + each * vector[i]! * vector[k]!, sum), 0);
    },
    5
  ],
  ["the value of @ for the solution of @", (_, [asked, equations]) => solved(asked!, equations!), 5],
  [
    "the @ eigenvalue of the matrix @",
    (_, [which, text]) => {
      const matrix = read(text!);
      const zeros = Array.from({length: 401}, (_, i) => i - 200).filter(
        value => eliminate(matrix.map((row, i) => row.map((each, k) => (i === k ? each - value : each)))) === 0
      );
      return which === "larger" ? zeros.at(-1)! : zeros[0]!;
    },
    5
  ],
  ["the scalar product of @ and @", (_, [one, other]) => along(readVector(one!), readVector(other!)), 5],
  [
    "the sum of the components of the cross product of @ and @",
    (_, [one, other]) => eliminate([[1, 1, 1], readVector(one!), readVector(other!)]),
    5
  ],
  [
    "the square of the area of the parallelogram spanned by @ and @",
    (_, texts) => {
      const [one, other] = texts.map(readVector) as [number[], number[]];
      return length2(one) * length2(other) - along(one, other) ** 2;
    },
    5
  ],
  [
    "the volume of the parallelepiped spanned by @, (@) and @",
    (_, [a, b, c]) => Math.abs(eliminate([a!, `(${b})`, c!].map(readVector))),
    5
  ]
];

export const solveLinearAlgebra = chainedSolver(LINEAR_ALGEBRA_OPENING, METHODS);
