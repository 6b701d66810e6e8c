// Inverse and rank-one updates of large symmetric positive definite matrices, stored by rows in one array.

/**
 * The inverse of a symmetric n × n matrix. A variable without information of its own beyond the others (its pivot vanishes) is held fixed:
 * its rows and columns of the inverse are 0 and its position is in `fixed`.
 */
export function inverse(matrix: Float64Array, n: number): {inverse: Float64Array; fixed: Set<number>} {
  const lower = Float64Array.from(matrix);
  const fixed = new Set<number>();
  for (let j = 0; j < n; j++) {
    const row = j * n;
    const diagonal = matrix[row + j]!;
    let pivot = lower[row + j]!;
    for (let k = 0; k < j; k++) pivot -= lower[row + k]! * lower[row + k]!;
    if (!(pivot > 1e-10 * Math.abs(diagonal) && pivot > 0)) {
      fixed.add(j);
      for (let i = j; i < n; i++) lower[i * n + j] = 0;
      lower[row + j] = Infinity;
      for (let k = 0; k < j; k++) lower[row + k] = 0;
      continue;
    }
    const root = Math.sqrt(pivot);
    lower[row + j] = root;
    for (let i = j + 1; i < n; i++) {
      const other = i * n;
      let sum = lower[other + j]!;
      for (let k = 0; k < j; k++) sum -= lower[other + k]! * lower[row + k]!;
      lower[other + j] = sum / root;
    }
  }
  return {inverse: fromFactor(lower, n), fixed};
}

/** (L Lᵀ)⁻¹ from L: L is inverted, then the inverse's transpose is multiplied by the inverse. */
function fromFactor(lower: Float64Array, n: number): Float64Array {
  // The columns of L⁻¹ are stored as rows, so that inner loops read memory in order.
  const columns = new Float64Array(n * n);
  for (let j = 0; j < n; j++) {
    const column = j * n;
    if (lower[j * n + j] === Infinity) continue;
    columns[column + j] = 1 / lower[j * n + j]!;
    for (let i = j + 1; i < n; i++) {
      if (lower[i * n + i] === Infinity) continue;
      let sum = 0;
      for (let k = j; k < i; k++) sum -= lower[i * n + k]! * columns[column + k]!;
      columns[column + i] = sum / lower[i * n + i]!;
    }
  }
  const result = new Float64Array(n * n);
  for (let i = 0; i < n; i++)
    for (let j = 0; j <= i; j++) {
      let sum = 0;
      for (let k = i; k < n; k++) sum += columns[i * n + k]! * columns[j * n + k]!;
      result[i * n + j] = result[j * n + i] = sum;
    }
  return result;
}

/** Adds factor · v vᵀ of each vector v to the lower triangle, two vectors at a time. */
export function addOuters(matrix: Float64Array, vectors: readonly Float64Array[], factor: number): void {
  for (let k = 0; k < vectors.length; k += 2) {
    const v = vectors[k]!;
    const w = vectors[k + 1];
    const n = v.length;
    for (let i = 0; i < n; i++) {
      const row = i * n;
      const s = factor * v[i]!;
      if (w) {
        const t = factor * w[i]!;
        if (s === 0 && t === 0) continue;
        for (let j = 0; j <= i; j++) matrix[row + j]! += s * v[j]! + t * w[j]!;
      } else if (s !== 0) for (let j = 0; j <= i; j++) matrix[row + j]! += s * v[j]!;
    }
  }
}

/** Copies the lower triangle to the upper one. */
export function mirror(matrix: Float64Array, n: number): void {
  for (let i = 0; i < n; i++) for (let j = 0; j < i; j++) matrix[j * n + i] = matrix[i * n + j]!;
}
