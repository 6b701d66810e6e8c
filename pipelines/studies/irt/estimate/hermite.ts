// Gauss–Hermite quadrature for the standard normal density: nodes are the roots of the Hermite polynomial
// (Abramowitz & Stegun 25.4.46), found by Newton's method.

/** @param count nodes, odd · returns them in rising order with weights that sum to 1 */
export function hermite(count: number): {nodes: Float64Array; weights: Float64Array} {
  // scans the positive half for the roots; the others mirror them about 0
  const found: number[] = [];
  const end = Math.sqrt(4 * count + 2) + 1;
  const steps = 400 * count;
  let before = polynomial(count, end / steps).value;
  for (let s = 2; s <= steps; s++) {
    const x = (end * s) / steps;
    const {value} = polynomial(count, x);
    if (before * value < 0) found.push(polish(count, x - end / steps / 2));
    before = value;
  }
  const nodes = Float64Array.from([...found.map(x => -x).reverse(), 0, ...found]);
  const weights = new Float64Array(count);
  let total = 0;
  for (let k = 0; k < count; k++) {
    // normalised polynomials: the weight is 1 ÷ (n · h²ₙ₋₁)
    const {previous} = polynomial(count, nodes[k]!);
    weights[k] = 1 / (previous * previous);
    total += weights[k]!;
  }
  for (let k = 0; k < count; k++) weights[k]! /= total;
  return {nodes, weights};
}

function polish(count: number, start: number): number {
  let x = start;
  for (let i = 0; i < 50; i++) {
    const {value, previous} = polynomial(count, x);
    const step = value / (Math.sqrt(count) * previous);
    x -= step;
    if (Math.abs(step) < 1e-15 * (1 + Math.abs(x))) break;
  }
  return x;
}

/** The orthonormal Hermite polynomial of a degree at x, and the one before it; h′ₙ = √n hₙ₋₁. */
function polynomial(degree: number, x: number): {value: number; previous: number} {
  let [previous, value] = [0, 1];
  for (let n = 0; n < degree; n++) [previous, value] = [value, (x * value - Math.sqrt(n) * previous) / Math.sqrt(n + 1)];
  return {value, previous};
}
