// Dense symmetric matrices of up to about a hundred rows, stored by rows in one array, for Newton's method and covariances of model
// strengths.

/** A size × size matrix of zeros. */
export const square = (size: number): Float64Array => new Float64Array(size * size);

/** The lower Cholesky factor of a symmetric matrix; null where it is not positive definite. */
export function cholesky(matrix: Float64Array, size: number): Float64Array | null {
  const factor = square(size);
  for (let i = 0; i < size; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = matrix[i * size + j]!;
      for (let k = 0; k < j; k++) sum -= factor[i * size + k]! * factor[j * size + k]!;
      if (i !== j) factor[i * size + j] = sum / factor[j * size + j]!;
      else if (sum > 1e-14 * Math.abs(matrix[i * size + i]!) && Number.isFinite(sum)) factor[i * size + i] = Math.sqrt(sum);
      else return null;
    }
  }
  return factor;
}

/** Solves A x = b for x, given A's Cholesky factor. */
export function solve(factor: Float64Array, b: Float64Array): Float64Array {
  const size = b.length;
  const x = Float64Array.from(b);
  for (let i = 0; i < size; i++) {
    for (let k = 0; k < i; k++) x[i] = x[i]! - factor[i * size + k]! * x[k]!;
    x[i] = x[i]! / factor[i * size + i]!;
  }
  for (let i = size - 1; i >= 0; i--) {
    for (let k = i + 1; k < size; k++) x[i] = x[i]! - factor[k * size + i]! * x[k]!;
    x[i] = x[i]! / factor[i * size + i]!;
  }
  return x;
}

/** A⁻¹, given A's Cholesky factor. */
export function inverse(factor: Float64Array, size: number): Float64Array {
  const result = square(size);
  for (let j = 0; j < size; j++) {
    const unit = new Float64Array(size);
    unit[j] = 1;
    const column = solve(factor, unit);
    for (let i = 0; i < size; i++) result[i * size + j] = column[i]!;
  }
  return result;
}

/** The product A B of two size × size matrices. */
export function product(a: Float64Array, b: Float64Array, size: number): Float64Array {
  const result = square(size);
  for (let i = 0; i < size; i++)
    for (let k = 0; k < size; k++) {
      const own = a[i * size + k]!;
      if (own !== 0) for (let j = 0; j < size; j++) result[i * size + j] = result[i * size + j]! + own * b[k * size + j]!;
    }
  return result;
}

/**
 * A − row means − column means + mean, over the first `head` rows and columns: the covariance of parameters whose sum is constrained to 0.
 */
export function centred(matrix: Float64Array, size: number, head = size): Float64Array {
  const result = Float64Array.from(matrix);
  for (let j = 0; j < size; j++) {
    let sum = 0;
    for (let i = 0; i < head; i++) sum += result[i * size + j]!;
    for (let i = 0; i < head; i++) result[i * size + j] = result[i * size + j]! - sum / head;
  }
  for (let i = 0; i < size; i++) {
    let sum = 0;
    for (let j = 0; j < head; j++) sum += result[i * size + j]!;
    for (let j = 0; j < head; j++) result[i * size + j] = result[i * size + j]! - sum / head;
  }
  return result;
}

/** Adds to each element among the first `head` rows and columns its mirror image across the diagonal. */
export function mirrored(matrix: Float64Array, size: number, head = size): void {
  for (let i = 0; i < head; i++)
    for (let j = 0; j < i; j++) {
      const both = matrix[i * size + j]! + matrix[j * size + i]!;
      matrix[i * size + j] = both;
      matrix[j * size + i] = both;
    }
}
