/** Mean and standard deviation of a posterior. */
export function moments(theta: Float64Array, weights: Float64Array): {mean: number; sd: number} {
  let mean = 0;
  for (let q = 0; q < theta.length; q++) mean += weights[q]! * theta[q]!;
  let variance = 0;
  for (let q = 0; q < theta.length; q++) variance += weights[q]! * (theta[q]! - mean) ** 2;
  return {mean, sd: Math.sqrt(variance)};
}
