// Information about the abilities that is lost because the items are unknown: a sum over items of products of each two persons' scores.
// Its cost grows with the square of persons, so that it is half the work of a pass, done by a WebAssembly routine.
import {
  assemble,
  type Code,
  f64,
  f64x2,
  get,
  I32,
  i32,
  memoryOf,
  type Routine,
  set,
  upTo,
  V128,
  v128
} from "../../../stats/assembler.js";

/** Most parameters of an item. */
const DIMENSIONS = 3;

export interface LostInformation {
  /** One row of scores for each parameter of the item, to be filled for `add`. */
  rows: readonly Float64Array[];
  /** Adds the products of the rows. */
  add(): void;
  /** Adds the sums to the lower triangle of a matrix, persons × persons. */
  addTo(matrix: Float64Array): void;
}

/** Adds to row i of the matrix, up to its diagonal or one place further, the products of person i's scores with those of all before. */
const products = (): Routine => {
  const [row, rowsEnd, matrix, bytes, place, end] = [0, 1, 2, 3, 4, 5];
  const own = (k: number) => 6 + k;
  const rowOf = (k: number): Code => i32.multiply(get(bytes), i32.constant(k));
  const product = (k: number): Code => f64x2.multiply(get(own(k)), v128.load(i32.add(get(place), rowOf(k))));
  return {
    name: "products",
    parameters: 4,
    locals: [I32, I32, V128, V128, V128],
    body: upTo(row, get(rowsEnd), i32.constant(8), [
      ...[0, 1, 2].flatMap(k => set(own(k), f64x2.splat(f64.load(i32.add(get(row), rowOf(k)))))),
      ...set(place, i32.constant(0)),
      ...set(end, i32.add(get(row), i32.constant(8))),
      ...upTo(place, get(end), i32.constant(16), [
        ...v128.store(
          i32.add(get(matrix), get(place)),
          f64x2.add(v128.load(i32.add(get(matrix), get(place))), f64x2.add(f64x2.add(product(0), product(1)), product(2)))
        )
      ]),
      ...set(matrix, i32.add(get(matrix), get(bytes)))
    ])
  };
};

export function lostInformation(persons: number): LostInformation {
  const width = persons + (persons % 2);
  const bytes = 8 * width;
  const matrixAt = DIMENSIONS * bytes;
  const memory = memoryOf(matrixAt + persons * bytes);
  const rows = Array.from({length: DIMENSIONS}, (_, k) => new Float64Array(memory.buffer, k * bytes, persons));
  const sums = new Float64Array(memory.buffer, matrixAt, persons * width);
  const run = assemble(memory, [products()]).products!;
  return {
    rows,
    add: () => run(0, 8 * persons, matrixAt, bytes),
    addTo(matrix) {
      for (let i = 0; i < persons; i++) for (let q = 0; q <= i; q++) matrix[i * persons + q]! += sums[i * width + q]!;
    }
  };
}
