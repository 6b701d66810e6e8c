// Cholesky factor and triangular solves of symmetric positive definite matrices given as rows.

/** The lower triangular L with L Lᵀ = the matrix. Throws a RangeError where the matrix is not positive definite. */
export function cholesky(matrix: readonly ArrayLike<number>[]): Float64Array[] {
  const lower = matrix.map(() => new Float64Array(matrix.length));
  for (let i = 0; i < matrix.length; i++)
    for (let j = 0; j <= i; j++) {
      let sum = matrix[i]![j]!;
      for (let k = 0; k < j; k++) sum -= lower[i]![k]! * lower[j]![k]!;
      if (i !== j) lower[i]![j] = sum / lower[j]![j]!;
      else if (sum > matrix[i]![i]! * SINGULAR) lower[i]![i] = Math.sqrt(sum);
      else throw new RangeError("the matrix is not positive definite");
    }
  return lower;
}
/** A pivot below this share of its diagonal element counts as zero. */
const SINGULAR = 1e-12;

/** Solves L x = b for x by forward substitution. */
export function forward(lower: readonly Float64Array[], b: ArrayLike<number>): Float64Array {
  const x = new Float64Array(lower.length);
  for (let i = 0; i < lower.length; i++) {
    let sum = b[i]!;
    for (let k = 0; k < i; k++) sum -= lower[i]![k]! * x[k]!;
    x[i] = sum / lower[i]![i]!;
  }
  return x;
}
